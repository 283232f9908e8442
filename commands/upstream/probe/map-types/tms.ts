/** Tiles whose rows are counted from the south. */
import { flipped } from '../sample-tiles.ts';
import type { TypeProbe } from './map-types.ts';
import { tileAddress } from './xyz.ts';

export const TMS: TypeProbe<'tms'> = {
  pictures: ({ urlPattern }) => ({ addressOf: (host, tile) => tileAddress(urlPattern, host, flipped(tile)) }),
};
