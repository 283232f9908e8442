/** An archive in the format PMTiles. */
import type { WrittenType } from '../map-shape.ts';
import words from './words.json' with { type: 'json' };

/** Archives. */
export const PMTILES_TYPE: WrittenType<'pmtiles'> = {
  words,
  shape: ({ url, style }) => ({
    is: 'archive',
    url,
    style,
    format: 'PMTiles',
    library: 'pmtiles',
    handler: 'new pmtiles.Protocol().tile',
    reader: 'pmtiles.PMTiles',
  }),
};
