/**
 * The JSON of every resource: compact, keys in the order of the specification's tables, one newline at the end.
 */

import type { BoundingBox, Checksum } from '../../contract/generated/catalog.types.ts';
import type { Link } from '../../contract/renditions.ts';
import { LISTS, type RouteName } from '../../contract/routes.ts';
import type { CatalogOutline, Category, DataSource, Edition, Entry, TileServer } from '../model/catalog.ts';

/** Renders a resource that has no id: a list or the service document. */
export type RenderList = (catalog: CatalogOutline, link: Link) => string;

/** The JSON of each list, and of the service document that links to them. */
export const JSON_LISTS = {
  service: (_, link) => line(Object.fromEntries(LISTS.map((list) => [list, link(list)]))),
  mapservers: ({ mapservers }) => line(mapservers.map(tileServer)),
  overlayservers: ({ overlayservers }) => line(overlayservers.map(tileServer)),
  datasources: ({ datasources }, link) => line(datasources.map(({ id }) => ({ id, url: link('datasource', id) }))),
  categories: ({ categories }, link) => line(categories.map((category) => categoryItem(category, link))),
  editions: ({ editions }, link) => line(editions.map(({ id }) => ({ id, url: link('edition', id) }))),
} as const satisfies Partial<Record<RouteName, RenderList>>;

/**
 * A data source, in pieces that follow each other. The keys files, maps and themes are always present.
 * Specification, "Data source detail".
 */
export function* dataSourceJson(datasource: DataSource): Generator<string, void, undefined> {
  const { id, name, baseUrl, directory, action, files, maps, themes } = datasource;
  yield JSON.stringify({ id, name, baseUrl, directory, action }).slice(0, -1);
  yield* group('files', files, () => '');
  yield* group('maps', maps, boundingBox);
  yield* group('themes', themes, ({ imageUrl }) => `,"imageurl":${JSON.stringify(imageUrl)}`);
  yield '}\n';
}

/** A category with its parent and the categories below it. The specification does not show this document. */
export function categoryJson(category: Category, link: Link): string {
  const { id, name, parent, children } = category;
  return line({
    id,
    name,
    url: link('category', id),
    parent: parent && link('category', parent.id),
    categories: children.map((child) => categoryItem(child, link)),
  });
}

/** An edition with its data sources. The specification does not show this document. */
export function editionJson({ id, name, datasources }: Edition, link: Link): string {
  const items = datasources.map((datasource) => ({ id: datasource, url: link('datasource', datasource) }));
  return line({ id, name, url: link('edition', id), datasources: items });
}

function tileServer({ id, name, minZoom, maxZoom, active, hosts, urlPattern, copyright }: TileServer): object {
  const published = hosts.map((host) => ({ host }));
  return { id, name, minZoom, maxZoom, active, hosts: published, urlPattern, copyright };
}

function categoryItem({ id, name }: Category, link: Link): object {
  return { name, url: link('category', id) };
}

/**
 * The entries of one kind in the order given: JavaScript's own objects would put keys like "7" first.
 *
 * @param more the members that only entries of this kind have
 */
function* group(name: string, entries: readonly Entry[], more: (entry: Entry) => string): Generator<string> {
  let before = `,"${name}":{`;
  for (const item of entries) {
    const { path, checksums, fragments } = item;
    yield `${before}${JSON.stringify(path)}:{"checksums":${history(checksums)},"fragments":{`;
    let comma = '';
    for (const fragment of fragments) {
      yield `${comma}${JSON.stringify(fragment.key)}:${history(fragment.checksums)}`;
      comma = ',';
    }
    yield `}${more(item)}}`;
    before = ',';
  }
  yield before === ',' ? '}' : `${before}}`;
}

function boundingBox({ boundingBox: box }: Entry): string {
  if (!box) return '';
  const { northEastLongitude, northEastLatitude, southWestLongitude, southWestLatitude } = box;
  const edges: BoundingBox = { northEastLongitude, northEastLatitude, southWestLongitude, southWestLatitude };
  return `,"boundingbox":${JSON.stringify(edges)}`;
}

function history(checksums: readonly Checksum[]): string {
  let json = '';
  for (const { lastModified, contentLength, sha1 } of checksums) {
    // Their schemas allow only what JSON writes as it is, and whole numbers below 2^53.
    const digest = sha1 === null ? 'null' : `"${sha1}"`;
    json += `${json === '' ? '' : ','}{"lastModified":"${lastModified}","contentLength":${contentLength},"sha1":${digest}}`;
  }
  return `[${json}]`;
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
