/** Tiles by zoom level, column and row, whose rows are counted from the north, or from the south. */
import { fillPlaceholders } from '../../../../contract/placeholders.ts';
import type { TypeProbe } from '../ask-parts.ts';
import type { TilePosition } from '../sample-tiles.ts';

/** The value for #{language}. */
const LANGUAGE = 'en';

/** The address of a tile, with placeholders for access tokens. */
export function patternAddress(urlPattern: string, host: string, { zoom, x, y }: TilePosition): string {
  return fillPlaceholders(urlPattern, { host, zoom, tilex: x, tiley: y, language: LANGUAGE });
}

/** The tiles of map and overlay servers. */
export const XYZ_PROBE: TypeProbe<'xyz'> = {
  pictures: ({ urlPattern }) => ({ addressOf: (host, tile) => patternAddress(urlPattern, host, tile) }),
};

/** A tile with its row counted from the other side. */
export function flipped({ zoom, x, y }: TilePosition): TilePosition {
  return { zoom, x, y: 2 ** zoom - 1 - y };
}

/** Tiles with flipped rows. */
export const TMS_PROBE: TypeProbe<'tms'> = {
  pictures: ({ urlPattern }) => ({ addressOf: (host, tile) => patternAddress(urlPattern, host, flipped(tile)) }),
};
