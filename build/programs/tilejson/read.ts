import { isObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import {
  type ListReader,
  statedMembersIn,
  tileSizeOf,
  trimmedText,
  unreadMembersIn,
  withProblem,
} from '../stated/stated-map.ts';
import { tileSetFacts } from '../stated/tile-set.ts';

const READ_MEMBERS = 'tilejson name tiles bounds center attribution tileSize vector_layers';

/** In characters. A longer description is a text, and no name. */
const MOST_OF_A_NAME = 100;

export const TILEJSON_READER: ListReader = {
  reads: 'a TileJSON',
  json(document) {
    if (document['tilejson'] === undefined || !Array.isArray(document['tiles'])) return null;
    const root = statedMembersIn(document);
    const description = trimmedText(root['description']);
    const facts = tileSetFacts(root);
    const host = facts.hosts?.[0] ?? /^https?:\/\/([^/]+)/i.exec(facts.url)?.[1] ?? '';
    const [longitude, latitude] = jsonItemsOf(root['center']);
    return [
      {
        path: [],
        name: trimmedText(root['name']) || host.replace(/[{}]/g, '') || 'TileJSON',
        ...facts,
        description: description.length <= MOST_OF_A_NAME ? description : undefined,
        known: {
          tileSize: tileSizeOf(root['tileSize']),
          probe: longitude === undefined ? undefined : { latitude, longitude },
        },
        ...(trimmedText(root['type']) === 'overlay' ? { isOverlay: true } : {}),
        ...(root['vector_layers'] === undefined ? null : { isVector: true }),
        typeMembers: { schema: schemaOfLayers(root['vector_layers']) },
        others: unreadMembersIn(Object.keys(root), READ_MEMBERS),
        ...withProblem(/^[./{]/.test(facts.url) ? 'it is a TileJSON whose tiles have no whole address' : null),
      },
    ];
  },
};

/** For each schema, a layer that no other schema has. */
const LAYERS_OF_SCHEMAS: readonly (readonly [schema: string, layer: string])[] = [
  ['shortbread', 'street_labels'],
  ['openmaptiles', 'transportation'],
  ['protomaps', 'earth'],
];

/** Vector tiles say it only by the names of their layers. */
function schemaOfLayers(layers: unknown): string {
  const names = new Set((Array.isArray(layers) ? layers : []).map((layer) => isObject(layer) && layer['id']));
  return LAYERS_OF_SCHEMAS.find(([, layer]) => names.has(layer))?.[0] ?? 'other';
}
