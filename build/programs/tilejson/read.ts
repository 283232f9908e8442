import { isObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { statedAreaOfBox } from '../stated/stated-area.ts';
import {
  creditOf,
  decidingMembersIn,
  type ListReader,
  statedMembersIn,
  statedZoomIn,
  tileSizeOf,
  trimmedText,
  unreadMembersIn,
  withProblem,
} from '../stated/stated-map.ts';

const READ_MEMBERS = 'tilejson name tiles bounds center attribution tileSize vector_layers';

export const TILEJSON_READER: ListReader = {
  reads: 'a TileJSON',
  json(document) {
    if (document['tilejson'] === undefined || !Array.isArray(document['tiles'])) return null;
    const root = statedMembersIn(document);
    const tiles = jsonItemsOf(root['tiles']).map(trimmedText);
    const parts = tiles.map((url) => /^(https?:\/\/)([^/]+)(\/.*)$/i.exec(url));
    const [, scheme = '', host = '', path = ''] = parts[0] ?? [];
    const areAlike = parts.every((part) => part && part[1] === scheme && part[3] === path);
    const hasHosts = tiles.length > 1 && areAlike;
    const [west, south, east, north] = jsonItemsOf(root['bounds']);
    const [longitude, latitude] = jsonItemsOf(root['center']);
    return [
      {
        path: [],
        name: trimmedText(root['name']) || host.replace(/[{}]/g, '') || 'TileJSON',
        url: hasHosts ? `${scheme}#{host}${path}` : (tiles[0] ?? ''),
        hosts: hasHosts ? parts.map((part) => part?.[2] ?? '') : null,
        minZoom: statedZoomIn(root, 'min'),
        maxZoom: statedZoomIn(root, 'max'),
        area: statedAreaOfBox(west, south, east, north),
        known: {
          tileSize: tileSizeOf(root['tileSize']),
          probe: longitude === undefined ? undefined : { latitude, longitude },
        },
        ...(trimmedText(root['type']) === 'overlay' ? { isOverlay: true } : {}),
        ...decidingMembersIn(root),
        ...(root['vector_layers'] === undefined ? null : { isVector: true }),
        typeMembers: { schema: schemaOfLayers(root['vector_layers']) },
        remark:
          tiles.length > 1 && !hasHosts
            ? `its ${tiles.length} addresses differ in more than the host; the first is taken`
            : null,
        credit: creditOf(root['attribution']),
        others: unreadMembersIn(Object.keys(root), READ_MEMBERS),
        ...withProblem(/^[./{]/.test(tiles[0] ?? '') ? 'it is a TileJSON whose tiles have no whole address' : null),
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

/** Vector tiles say their schema only by the names of their layers. */
function schemaOfLayers(layers: unknown): string {
  const names = new Set((Array.isArray(layers) ? layers : []).map((layer) => isObject(layer) && layer['id']));
  return LAYERS_OF_SCHEMAS.find(([, layer]) => names.has(layer))?.[0] ?? 'other';
}
