/** The rules for vector tiles and their styles. */
import type { VectorMapSource } from '../../../contract/generated/catalog.types.ts';
import { isArchive, isTileJson, isTileTemplate } from '../../../contract/map-types.ts';
import type { TypeFault, TypeRule } from './type-rule.ts';

/** An address is of the kind that its member needs. */
export const vectorRule: TypeRule<VectorMapSource> = function* ({ style, tiles }): Generator<TypeFault> {
  for (const [key, address] of [
    ['style', style],
    ['tiles', tiles],
  ] as const) {
    if (address !== undefined && isArchive(address)) {
      yield { code: 'bad-map', key, fix: 'a PMTiles archive is a map of type pmtiles, with its address as url' };
    }
  }
  if (style !== undefined && isTileJson(style)) {
    yield {
      code: 'bad-map',
      key: 'style',
      fix: 'this is a TileJSON, which says nothing of the drawing: write it as tiles',
    };
  }
  if (tiles !== undefined && isTileTemplate(tiles)) {
    const missing = ['{z}', '{x}', '{y}'].filter((name) => !tiles.includes(name));
    if (missing.length > 0)
      yield { code: 'bad-map', key: 'tiles', fix: `the address of a tile has ${missing.join(', ')}, too` };
  }
};
