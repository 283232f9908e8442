/** Tiles by zoom level, column and row: those of map and overlay servers. */
import { fillPlaceholders } from '../../../../contract/placeholders.ts';
import type { TilePosition } from '../sample-tiles.ts';
import type { TypeProbe } from './map-types.ts';

/** The value for #{language}. */
const LANGUAGE = 'en';

/** The address of a tile, with placeholders for access tokens. */
export function tileAddress(urlPattern: string, host: string, { zoom, x, y }: TilePosition): string {
  return fillPlaceholders(urlPattern, { host, zoom, tilex: x, tiley: y, language: LANGUAGE });
}

export const XYZ: TypeProbe<'xyz'> = {
  pictures: ({ urlPattern }) => ({ addressOf: (host, tile) => tileAddress(urlPattern, host, tile) }),
};
