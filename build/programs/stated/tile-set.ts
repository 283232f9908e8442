import { isObject, type JsonObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { statedAreaOfBox } from './stated-area.ts';
import { creditOf, hasTmsScheme, type StatedMap, statedMapAtAddress, statedZoomIn, trimmedText } from './stated-map.ts';

/** Addresses with different hosts, as one template. */
function templateOf(tiles: readonly string[]): Pick<StatedMap, 'url' | 'hosts' | 'remark'> {
  const parts = tiles.map((url) => /^(https?:\/\/)([^/]+)(\/.*)$/i.exec(url));
  const [, scheme = '', , path = ''] = parts[0] ?? [];
  const areAlike = parts.every((part) => part && part[1] === scheme && part[3] === path);
  if (tiles.length > 1 && areAlike)
    return { url: `${scheme}#{host}${path}`, hosts: parts.map((part) => part?.[2] ?? '') };
  const remark = `its ${tiles.length} addresses differ in more than the host; the first is taken`;
  return { url: tiles[0] ?? '', hosts: null, remark: tiles.length > 1 ? remark : null };
}

export function tileSetFacts(members: JsonObject): Omit<StatedMap, 'path' | 'name' | 'known' | 'problem'> {
  return {
    ...templateOf(jsonItemsOf(members['tiles']).map(trimmedText)),
    minZoom: statedZoomIn(members, 'min'),
    maxZoom: statedZoomIn(members, 'max'),
    area: statedAreaOfBox(jsonItemsOf(members['bounds'])),
    credit: creditOf(members['attribution']),
    isFlipped: hasTmsScheme(members),
  };
}

/** A style is one map. @param sources of the style, maybe with members of their documents */
export function styleAt(address: string, style: JsonObject, sources: readonly JsonObject[]): StatedMap {
  return {
    ...statedMapAtAddress(address, style['name']),
    credit: creditOf([...new Set(sources.map(({ attribution }) => attribution))]),
    type: 'vector',
    typeMembers: { style: address },
    problem: sources.length === 0 ? 'its style has no sources' : null,
  };
}

/** Each schema with a layer that no other schema has. */
const LAYERS_OF_SCHEMAS: readonly (readonly [schema: string, layer: string])[] = [
  ['shortbread', 'street_labels'],
  ['openmaptiles', 'transportation'],
  ['protomaps', 'earth'],
];

/** Only the layers tell the schema of vector tiles. */
export function schemaOfLayers(layers: unknown): string {
  const names = new Set((Array.isArray(layers) ? layers : []).map((layer) => isObject(layer) && layer['id']));
  return LAYERS_OF_SCHEMAS.find(([, layer]) => names.has(layer))?.[0] ?? 'other';
}
