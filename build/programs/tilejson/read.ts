import { jsonItemsOf } from '../../../contract/base/json-values.ts';
import {
  type ListReader,
  readWrittenKey,
  sharedMembersIn,
  statedMembersIn,
  tileSizeOf,
  trimmedText,
  withProblem,
} from '../stated/stated-map.ts';
import { hasRelativeTiles, RELATIVE_TILES, schemaOfLayers, tileSetFacts } from '../stated/tile-set.ts';

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
        ...withProblem(hasRelativeTiles(facts.url) ? `it ${RELATIVE_TILES}` : null),
      },
    ];
  },
};
