import { isObject, type JsonObject, jsonItemsOf, jsonMembersOf } from '../../../contract/base/json-values.ts';
import { jsonObjectIn } from '../../../contract/base/parse-json.ts';
import { parseUrl } from '../../../contract/base/text.ts';
import { statedAreaOfBox } from './stated-area.ts';
import { creditOf, hasTmsScheme, type StatedMap, statedMapAtAddress, statedZoomIn, trimmedText } from './stated-map.ts';

/** Addresses with different hosts, as one template. */
export function templateOfHosts(tiles: readonly string[]): Pick<StatedMap, 'url' | 'hosts' | 'remark'> {
  const parts = tiles.map((url) => /^(https?:\/\/)([^/]+)(\/.*)$/i.exec(url));
  const [, scheme = '', , path = ''] = parts[0] ?? [];
  const areAlike = parts.every((part) => part && part[1] === scheme && part[3] === path);
  if (tiles.length > 1 && areAlike)
    return { url: `${scheme}#{host}${path}`, hosts: parts.map((part) => part?.[2] ?? '') };
  const remark = `its ${tiles.length} addresses differ in more than the host; the first is taken`;
  return { url: tiles[0] ?? '', hosts: null, remark: tiles.length > 1 ? remark : null };
}

/** `tile/{z}/{y}/{x}.pbf` is no host: that has a point. */
export const hasRelativeTiles = (url = ''): boolean => /^(?:[./{]|[^/.:#{}]{1,200}\/)/.test(url);

/** Ends a sentence that begins with the document. */
export const RELATIVE_TILES = 'is a TileJSON whose tiles have no whole address';

export function tileSetFacts(members: JsonObject): Omit<StatedMap, 'path' | 'name' | 'known' | 'problem'> {
  return {
    ...templateOfHosts(jsonItemsOf(members['tiles']).map(trimmedText)),
    minZoom: statedZoomIn(members, 'min'),
    maxZoom: statedZoomIn(members, 'max'),
    area: statedAreaOfBox(jsonItemsOf(members['bounds'])),
    credit: creditOf(members['attribution']),
    isFlipped: hasTmsScheme(members),
  };
}

const MAX_SOURCES = 3;

/** Most styles leave their credits to the documents of their sources. The first sources with members of these. */
export function describedSources(
  url: string,
  style: JsonObject,
  ask: (address: string) => Promise<string>,
): Promise<JsonObject[]> {
  const stated = jsonMembersOf(style['sources']).flatMap(([, source]) => (isObject(source) ? [source] : []));
  const read = stated.slice(0, MAX_SOURCES).map(async (source): Promise<JsonObject> => {
    const address = source['url'] ? parseUrl(trimmedText(source['url']), url)?.href : undefined;
    const document = address?.replace(/(VectorTileServer)\/?$/i, '$1?f=json');
    const { copyrightText: attribution, ...found } = jsonObjectIn(document ? await ask(document).catch(() => '') : '');
    return { attribution, ...found, ...source };
  });
  return Promise.all(read);
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
