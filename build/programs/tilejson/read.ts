import { isObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import {
  type ListReader,
  readWrittenKey,
  sharedMembersIn,
  statedMembersIn,
  tileSizeOf,
  trimmedText,
  withProblem,
} from '../stated/stated-map.ts';
import { tileSetFacts } from '../stated/tile-set.ts';

const READ_MEMBERS = 'tilejson record name tiles bounds center attribution tileSize vector_layers';

/** The best name first. */
const NAMES = ['name', 'id', 'description'];

export const TILEJSON_READER: ListReader = {
  reads: 'a TileJSON',
  json(document) {
    if (document['tilejson'] === undefined || !Array.isArray(document['tiles'])) return null;
    const root = statedMembersIn(document);
    const key = readWrittenKey(trimmedText(root['record']));
    const facts = tileSetFacts(root);
    const host = facts.hosts?.[0] ?? /^https?:\/\/([^/]+)/i.exec(facts.url)?.[1] ?? '';
    const [longitude, latitude] = jsonItemsOf(root['center']);
    return [
      {
        ...key,
        path: [],
        name:
          NAMES.map((name) => trimmedText(root[name])).find((text) => text) || host.replace(/[{}]/g, '') || 'TileJSON',
        ...facts,
        ...sharedMembersIn(root, READ_MEMBERS),
        // In documents that cartalog wrote, the description is the name of the map.
        description: key.fileName && trimmedText(root['description']),
        known: {
          tileSize: tileSizeOf(root['tileSize']),
          probe: longitude === undefined ? undefined : { latitude, longitude },
        },
        ...(trimmedText(root['type']) === 'overlay' ? { isOverlay: true } : {}),
        ...(root['vector_layers'] === undefined ? null : { isVector: true }),
        typeMembers: { schema: schemaOfLayers(root['vector_layers']) },
        ...withProblem(/^[./{]/.test(facts.url) ? 'it is a TileJSON whose tiles have no whole address' : null),
      },
    ];
  },
};

/** Each schema with a layer that no other schema has. */
const LAYERS_OF_SCHEMAS: readonly (readonly [schema: string, layer: string])[] = [
  ['shortbread', 'street_labels'],
  ['openmaptiles', 'transportation'],
  ['protomaps', 'earth'],
];

/** Only the layers tell the schema of vector tiles. */
function schemaOfLayers(layers: unknown): string {
  const names = new Set((Array.isArray(layers) ? layers : []).map((layer) => isObject(layer) && layer['id']));
  return LAYERS_OF_SCHEMAS.find(([, layer]) => names.has(layer))?.[0] ?? 'other';
}
