import { asJsonMembers } from '../../../contract/base/json-values.ts';
import { IMPORT_BY_ADDRESS, type ListReader, statedMapAtAddress } from '../stated/stated-map.ts';

/** A style is one map. Its credit joins the credits of its sources. */
export const MAPLIBRE_READER: ListReader = {
  reads: 'a MapLibre style',
  json(style, address) {
    if (style['version'] !== 8 || !Array.isArray(style['layers'])) return null;
    if (address === undefined) return `is a MapLibre style; ${IMPORT_BY_ADDRESS}`;
    const sources = Object.values(asJsonMembers(style['sources']) ?? {}).map((source) => asJsonMembers(source) ?? {});
    const credits = sources
      .map(({ attribution }) => attribution)
      .filter((one) => typeof one === 'string' && one !== '');
    return [
      {
        ...statedMapAtAddress(address, style['name']),
        credit: [...new Set(credits)].join(', ') || null,
        type: 'vector',
        typeMembers: { style: address },
        problem: sources.length === 0 ? 'its style has no sources' : null,
      },
    ];
  },
};
