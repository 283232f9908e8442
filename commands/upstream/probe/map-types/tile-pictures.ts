import { fillPlaceholders } from '../../../../contract/maps/placeholders.ts';
import type { CodedReason } from '../../../../contract/words/probe-reasons.ts';
import { PartError, type TileSource, type TypeProbe } from '../ask/map-asker.ts';
import type { TilePosition } from '../ask/sample-tiles.ts';
import { BrokenImageError, decodePicture, type Picture } from '../picture/picture.ts';

const LANGUAGE = 'en';

/** Widths and heights of the tiles that map programs draw, in pixels. */
const SIDES = [256, 512];

/** Servers send such text in place of a tile. */
const ASKS_FOR_KEY = /\b(?:api|access|subscription|licen[cs]e)[ _-]?(?:key|token)\b/i;

/** @param errorIn bytes in place of a picture; null if no error */
export function pictureTiles(
  addressOf: (tile: TilePosition) => string,
  errorIn: (bytes: Buffer) => CodedReason | null = () => null,
): TileSource {
  return {
    read: async (tile, get) => {
      const { bytes } = await get(addressOf(tile));
      return { tile, bytes, picture: pictureIn(bytes, errorIn) };
    },
  };
}

function pictureIn(bytes: Buffer, errorIn: (bytes: Buffer) => CodedReason | null): Picture {
  try {
    const picture = decodePicture(bytes);
    const { width, height } = picture;
    if (width === height && SIDES.includes(width)) return picture;
    throw new PartError(['other-size', `${width}`, `${height}`], { outcome: 'misfit', picture });
  } catch (error) {
    if (!(error instanceof BrokenImageError)) throw error;
    const reported = errorIn(bytes);
    if (reported) throw new PartError(reported);
    const isRefused = ASKS_FOR_KEY.test(bytes.toString('latin1', 0, 2_000));
    throw new PartError(isRefused ? ['also', error.reason, ['asks-for-key']] : error.reason, { isRefused });
  }
}

export function flippedTile({ zoom, x, y }: TilePosition): TilePosition {
  return { zoom, x, y: 2 ** zoom - 1 - y };
}

const patternTiles = (
  urlPattern: string,
  host: string,
  servedTile = (tile: TilePosition): TilePosition => tile,
): TileSource =>
  pictureTiles((tile) => {
    const { zoom, x, y } = servedTile(tile);
    return fillPlaceholders(urlPattern, { host, zoom, tilex: x, tiley: y, language: LANGUAGE });
  });

export const xyzTiles: TypeProbe<'xyz'> = ({ urlPattern }, _, host) => patternTiles(urlPattern, host);

export const tmsTiles: TypeProbe<'tms'> = ({ urlPattern }, _, host) => patternTiles(urlPattern, host, flippedTile);
