/** Compact, keys in the order of `contract/interface/v1-members.ts`, one newline at the end. */

import type { Section } from '../../../contract/data-sources/sections.ts';
import type { Checksum } from '../../../contract/generated/catalog.types.ts';
import {
  type MemberType,
  type RecordMember,
  type RecordName,
  recordMembersIn,
} from '../../../contract/interface/v1-members.ts';
import type { Link } from '../../../contract/interface/v1-renditions.ts';
import { LIST_ROUTES, type RouteName } from '../../../contract/interface/v1-routes.ts';
import type { CatalogOutline, Category, DataSource, Edition, Entry, Fragment } from '../../model/catalog.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import { type Text, textBytes } from '../core/asset.ts';

export type Subjects = Readonly<
  Record<'service' | (typeof LIST_ROUTES)[number], CatalogOutline> & {
    datasource: DataSource;
    category: Category;
    edition: Edition;
  }
>;

export type Renderer = {
  readonly [Route in RouteName]: (subject: Subjects[Route], link: Link) => Text;
};

export const JSON_RENDERER: Renderer = {
  service: (_, link) => line(JSON.stringify(Object.fromEntries(LIST_ROUTES.map((list) => [list, link(list)])))),
  mapservers: ({ mapservers }) => line(list('tileServer', 'json', mapservers)),
  overlayservers: ({ overlayservers }) => line(list('tileServer', 'json', overlayservers)),
  datasources: ({ datasources }, link) =>
    line(list('dataSource', 'json-list', withLinks('datasource', datasources, link))),
  datasource: (datasource) => dataSourceBytes(datasource),
  categories: ({ categories }, link) => line(list('category', 'json-list', withLinks('category', categories, link))),
  category: categoryJson,
  editions: ({ editions }, link) => line(list('edition', 'json-list', withLinks('edition', editions, link))),
  edition: editionJson,
};

/** Made once, for its own document and for the whole catalog. */
export const dataSourceBytes = memoizedByObject((datasource: DataSource) => textBytes(dataSourceJson(datasource)));

/** Specification, "Data source detail". The three sections are never missing. */
function* dataSourceJson(datasource: DataSource): Generator<string, void, undefined> {
  let before = '{';
  for (const { key } of recordMembersIn('dataSource', 'json')) {
    yield `${before}"${key}":`;
    if (key === 'files' || key === 'maps' || key === 'themes') yield* entries(key, datasource[key]);
    else yield JSON.stringify(datasource[key as keyof DataSource]);
    before = ',';
  }
  yield '}\n';
}

/** The specification lacks this document, and an edition's. */
function categoryJson(category: Category, link: Link): string {
  const { id, parent, children } = category;
  const links = {
    url: link('category', id),
    parent: parent && link('category', parent.id),
    categories: list('category', 'json-list', withLinks('category', children, link)),
  };
  return line(object(recordMembersIn('category', 'json'), { ...category, ...links }));
}

function editionJson(edition: Edition, link: Link): string {
  const items = edition.datasources.map((id) => ({ id, url: link('datasource', id) }));
  const links = { url: link('edition', edition.id), datasources: list('dataSource', 'json-list', items) };
  return line(object(recordMembersIn('edition', 'json'), { ...edition, ...links }));
}

type Values = Readonly<Record<string, unknown>>;

function withLinks(route: RouteName, records: readonly { readonly id: string | number }[], link: Link): Values[] {
  return records.map((record) => ({ ...record, url: link(route, record.id) }));
}

function list(record: RecordName, place: 'json' | 'json-list', items: readonly object[]): string {
  const members = recordMembersIn(record, place);
  return `[${items.map((item) => object(members, item as Values)).join(',')}]`;
}

function object(members: readonly RecordMember[], values: Values): string {
  let json = '';
  for (const { key, type } of members) {
    const value = values[key];
    if (value === undefined) continue;
    json += `${json === '' ? '' : ','}"${key}":${(WRITERS[type] ?? JSON.stringify)(value as never)}`;
  }
  return `{${json}}`;
}

/** For members whose value in the model is not their value in JSON. */
const WRITERS: Partial<Record<MemberType, (value: never) => string>> = {
  hosts: (hosts: readonly string[]) => JSON.stringify(hosts.map((host) => ({ host }))),
  history,
  fragments: (fragments: readonly Fragment[]) =>
    `{${fragments.map(({ key, checksums }) => `${JSON.stringify(key)}:${history(checksums)}`).join(',')}}`,
  box: (box: Values) => object(recordMembersIn('box', 'json'), box),
  // Already JSON.
  links: (json: string) => json,
};

function history(checksums: readonly Checksum[]): string {
  return JSON.stringify(
    checksums.map(({ lastModified, contentLength, sha1 }) => ({ lastModified, contentLength, sha1 })),
  );
}

/** In the given order; JavaScript objects would put keys like "7" first. */
function* entries(section: Section, items: readonly Entry[]): Generator<string> {
  const members = recordMembersIn(section, 'json');
  let before = '{';
  for (const item of items) {
    yield `${before}${JSON.stringify(item.path)}:${object(members, item as unknown as Values)}`;
    before = ',';
  }
  yield before === ',' ? '}' : '{}';
}

function line(json: string): string {
  return `${json}\n`;
}
