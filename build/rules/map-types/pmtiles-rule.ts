/** The rules for PMTiles archives. */
import type { PmtilesMapSource } from '../../../contract/generated/catalog.types.ts';
import { isArchive, isTileJson } from '../../../contract/map-types.ts';
import type { TypeFault, TypeRule } from './type-rule.ts';

/** The archive itself is named, not what describes or draws it. */
export const pmtilesRule: TypeRule<PmtilesMapSource> = function* ({ url, style }): Generator<TypeFault> {
  if (url !== undefined && (isTileJson(url) || /\.json(?:[?#]|$)/i.test(url))) {
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
