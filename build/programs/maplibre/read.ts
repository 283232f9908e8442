/** Reads styles of MapLibre. */
import { asMembers } from '../../../contract/base/parse-json.ts';
import { BY_ADDRESS, type ListReader, namedByAddress } from '../stated/stated-map.ts';

/** The map of a style has the address of the style, and is credited as its sources are. */
export const MAPLIBRE_READER: ListReader = {
  reads: 'a MapLibre style',
  json(style, address) {
    if (style['version'] !== 8 || !Array.isArray(style['layers'])) return null;
    if (address === undefined) return `is a MapLibre style; ${BY_ADDRESS}`;
    const sources = Object.values(asMembers(style['sources']) ?? {}).map((source) => asMembers(source) ?? {});
    const credits = sources
      .map(({ attribution }) => attribution)
      .filter((one) => typeof one === 'string' && one !== '');
    return [
      {
        ...namedByAddress(address, style['name']),
        credit: [...new Set(credits)].join(', ') || null,
        type: 'vector',
        own: { style: address },
        problem: sources.length === 0 ? 'its style has no sources' : null,
      },
    ];
  },
};
