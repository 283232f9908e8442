/** The rules for PMTiles archives. */
import type { PmtilesMapSource } from '../../../contract/generated/catalog.types.ts';
import { isArchive, TILE_JSON, type TypeFault, type TypeRule } from './type-rule.ts';

/** The archive itself is named, not what describes or draws it. */
export const pmtilesRule: TypeRule<PmtilesMapSource> = function* ({ url, style }): Generator<TypeFault> {
  if (url !== undefined && (TILE_JSON.test(url) || /\.json(?:[?#]|$)/i.test(url))) {
    yield {
      code: 'bad-map',
      key: 'url',
      fix: 'write the address of the archive itself, which usually ends in .pmtiles',
    };
  }
  if (style !== undefined && isArchive(style)) {
    yield { code: 'bad-map', key: 'style', fix: 'write the archive as url; style is the address of a MapLibre style' };
  }
};
