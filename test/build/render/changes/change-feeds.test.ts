/** The feeds are valid by RFC 4287 and by JSON Feed 1.1, whatever strangers write into commits. */
import { Parser } from 'htmlparser2';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { RECORD_ROLES } from '../../../../build/history/changed-records.ts';
import { catalogHistoryOf, type LoggedCommit } from '../../../../build/history/history.ts';
import { changesAtom, changesJson } from '../../../../build/render/changes/change-feeds.ts';
import { changesPage } from '../../../../build/render/pages/changes-page.ts';
import { itemsByKey } from '../../../../contract/base/text.ts';
import type { ChangesFeed, ChangesItem } from '../../../../contract/generated/v1.types.ts';
import validators from '../../../../contract/generated/v1.validators.cjs';
import { SMALL } from '../../../support/catalogs.ts';
import { modelled } from '../../../support/check.ts';
import { madeCommits } from '../../../support/made-commits.ts';

const ABOUT = {
  ...modelled(),
  mapservers: [],
  title: 'Test & <more>',
  serviceUrl: 'https://catalog.example.org',
  repository: 'https://git.example.org/catalog',
};

const nameOf = (index: number): string => index.toString(16).padStart(40, '0');

const commit = (index: number, subject: string, ...files: string[]): LoggedCommit => ({
  commit: nameOf(index),
  time: 1_767_323_045 - index,
  subject,
  files: files.map((file) => ({
    path: file.slice(2),
    change: file.startsWith('A') ? 'added' : file.startsWith('D') ? 'removed' : 'changed',
  })),
});

const feedOf = (log: readonly LoggedCommit[]): ChangesFeed =>
  JSON.parse(changesJson(ABOUT, { log, page: null })) as ChangesFeed;
const itemOf = (...files: string[]): ChangesItem | undefined => feedOf([commit(1, 'x', ...files)]).items[0];

test.each<[name: string, files: string[], lines: string | undefined]>([
  ['a new map server', ['A mapservers/one.yaml'], 'added mapserver one'],
  ['an overlay server that is gone', ['D overlayservers/two.yaml'], 'removed overlayserver two'],
  ['an edition', ['M editions/offline.yaml'], 'changed edition offline'],
  ['the categories', ['M categories.yaml'], 'changed categories null'],
  ['the site', ['M site.yaml'], 'changed site null'],
  ['a map of another type', ['A maps/vector.yaml'], 'added map vector'],
  ['a provider', ['M providers/p.yaml'], 'changed provider p'],
  ['an area', ['D areas/alps.geojson'], 'removed area alps'],
  ['new files of a data source', ['A datasources/maps/files.yaml'], 'changed datasource maps'],
  [
    'a new data source',
    ['A datasources/maps/files.yaml', 'A datasources/maps/datasource.yaml'],
    'added datasource maps',
  ],
  [
    'one that is gone',
    ['D datasources/maps/datasource.yaml', 'D datasources/maps/maps.yaml'],
    'removed datasource maps',
  ],
  [
    'several, in the order of the layout and of names',
    ['M areas/x.geojson', 'M editions/b.yaml', 'M editions/a.yaml', 'A maps/m.yaml', 'A mapservers/z.yaml'],
    'added mapserver z\nadded map m\nchanged edition a\nchanged edition b\nchanged area x',
  ],
  ['nothing that is published', ['A removals.yaml', 'M README.md', 'M mapservers/x/y.yaml'], undefined],
])('%s', (_, files, lines) => {
  const changes = itemOf(...files)?._cartalog.changes;
  expect(changes?.map(({ change, kind, record }) => `${change} ${kind} ${record}`).join('\n')).toBe(lines);
});

test('the newest 200 commits are there, and of each 100 changes', () => {
  const many = Array.from({ length: 150 }, (_, index) => `A mapservers/${index}.yaml`);
  const { items } = feedOf(Array.from({ length: 300 }, (_, index) => commit(300 - index, 'x', ...many)));
  const { commit: newest, changes, more } = items[0]?._cartalog ?? {};
  expect([items.length, newest, changes?.length, more]).toEqual([200, nameOf(1), 100, 50]);
});

test('of a commit with many records, every kind is listed', () => {
  const of = (folder: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `A ${folder}/n${100 + index}.yaml`);
  const files = [...of('mapservers', 500), ...of('maps', 95), ...of('providers', 3), 'M site.yaml'];
  const { changes = [], more } = itemOf(...files)?._cartalog ?? {};
  const kinds = itemsByKey(changes, ({ kind }) => kind);
  expect(Array.from(kinds, ([kind, { length }]) => `${kind} ${length}`)).toEqual([
    'site 1',
    'mapserver 48',
    'map 48',
    'provider 3',
  ]);
  expect(kinds.get('map')?.map(({ record }) => record)).toEqual(of('maps', 48).map((file) => file.slice(7, -5)));
  expect(more).toBe(499);
});

test('commits with dates out of order are sorted by them, and those of one time stay as they are', () => {
  const log = [5, 1, 3, 3, 0, 4].map((age, index) => ({
    ...commit(age, String(index), 'M site.yaml'),
    commit: nameOf(index),
  }));
  const { items } = feedOf(log);
  expect(items.map((item) => item._cartalog.commit)).toEqual([4, 1, 2, 3, 5, 0].map(nameOf));
  const times = [...[...changesAtom(ABOUT, { log, page: null })].join('').matchAll(/<updated>([^<]*)/g)].map(
    ([, time]) => time,
  );
  expect(times).toEqual([items[0]?.date_published, ...items.map(({ date_published: time }) => time)]);
});

/** The feeds of a catalog with two maps of a provider, whose server asks for a key since the newest commit. */
function feedsOfKeys() {
  const one = String(SMALL['mapservers/one.yaml']);
  const files = (more: (id: string) => string): Record<string, string> =>
    Object.fromEntries(
      ['A', 'B'].map((id) => [`mapservers/${id}.yaml`, more(one.replace('id: One', `id: Map ${id}`))]),
    );
  const steps = [
    files((text) => `${text}provider: p\n`),
    files((text) => `${text}provider: p\nprobe: { latitude: 1, longitude: 2 }\n`),
    files((text) => `${text.replace('.png', '.png?key=${A_KEY}')}provider: p\nprobe: { latitude: 1, longitude: 2 }\n`),
  ];
  const commits = steps.map((its, day) => ({
    time: `2026-01-0${day + 1}T00:00:00Z`,
    subject: "Merge branch 'x'",
    files: its,
  }));
  const history = catalogHistoryOf(madeCommits(commits));
  const maps = ['A', 'B'].map((fileName) => ({ list: 'mapservers', fileName, provider: 'p' })) as never[];
  const about = { ...ABOUT, mapservers: maps, providers: [{ id: 'p', name: 'Thunder', homepage: '' }] };
  const told = { ...history, page: 'https://catalog.example.org/changes/' };
  const { items } = JSON.parse(changesJson(about, told)) as ChangesFeed;
  return { items, atom: [...changesAtom(about, told)].join('') };
}

test('headlines say what happened, lines have names and links, and what only tools read is no news', () => {
  const { items, atom } = feedsOfKeys();
  expect(items.map(({ title }) => title)).toEqual(['2 maps by Thunder now need a key', '2 maps by Thunder are new']);
  const address = 'https://catalog.example.org/changes/#d2026-01-03';
  expect(items[0]?.content_text.split('\n')).toEqual(['2 maps by Thunder now need a key: Map A · Map B', address]);
  expect(atom).toContain(`<link rel="alternate" type="text/html" href="${address}"/>`);
});

test('commits that change what readers look up are in the feeds, with the sentences of the page of changes', () => {
  const commits = [
    { 'mapservers/a.yaml': 'id: A\n', 'maps/vector.yaml': 'type: vector\nname: Vector\n' },
    { 'maps/vector.yaml': 'type: vector\nname: Another\n' },
    { 'providers/p.yaml': 'name: P\n' },
    { 'providers/p.yaml': 'name: Q\n', 'areas/alps.geojson': '{}', 'overlayservers/o.yaml': 'id: O\n' },
    { 'categories.yaml': '[{ id: 1, name: One }]\n', 'datasources/d/datasource.yaml': 'name: D\n' },
    { 'editions/e.yaml': 'name: E\n', 'site.yaml': 'title: T\n' },
    // Only tools read this.
    { 'mapservers/a.yaml': 'id: A\nprobe: { latitude: 1, longitude: 2 }\n' },
  ].map((files, index) => ({ time: `2026-01-0${index + 1}T12:00:00Z`, subject: 'x', files }));
  const history = catalogHistoryOf(madeCommits(commits));
  const catalog = { ...modelled(), ...ABOUT };
  const page = `${ABOUT.serviceUrl}/changes/`;
  const feed = JSON.parse(changesJson(catalog, { ...history, page })) as ChangesFeed;
  const kinds = new Set(feed.items.flatMap(({ _cartalog: { changes } }) => changes.map(({ kind }) => kind)));
  expect(kinds).toEqual(new Set(RECORD_ROLES));
  expect(feed.items.map(({ _cartalog: { commit } }) => Number(commit))).toEqual([6, 5, 4, 2, 1]);
  expect(validators.changes(feed)).toBe(true);
  const input = { catalog, history, parts: { script: '', style: '', files: [] }, statuses: null, pictures: undefined };
  const text = Buffer.from(changesPage(input, 'en').content).toString();
  const sentences = Array.from(
    text.matchAll(/<li class="(?:added|changed)"[^>]*>(.*?)<(?:[/]li|ul)/g),
    ([, line = '']) => line.replace(/<[^>]*>/g, ''),
  );
  expect(feed.items.flatMap((item) => item.content_text.split('\n').slice(0, -1))).toEqual(
    sentences.map((line) => (line === '2 maps are new' ? `${line}: A · Vector` : line)),
  );
  const atom = [...changesAtom(catalog, { ...history, page })].join('');
  expect(Array.from(atom.matchAll(/<title>(.*?)<\/title>/g), ([, line]) => line).slice(1)).toEqual(
    feed.items.map(({ title }) => title),
  );
  expect(atom).toContain(`<link rel="alternate" type="text/html" href="${page}"/>`);
});

const HOSTILE = [
  commit(1, ']]></title><script>alert(1)</script>\u0008\ufffe\ud800 a@b.example', 'A mapservers/<x>&"\u0001.yaml'),
  commit(2, '\u202e\u2028', 'M datasources/\n::error/datasource.yaml'),
];
const CASES = [
  ['no history', []],
  ['one commit', [commit(1, 'One', 'M site.yaml')]],
  ['hostile commits', HOSTILE],
] as const;

describe.each(CASES)('%s', (_, log) => {
  test('JSON Feed: follows the schema, and the ids differ', () => {
    const feed = feedOf(log);
    expect(validators.changes(feed)).toBe(true);
    expect(new Set(feed.items.map(({ id }) => id)).size).toBe(feed.items.length);
    for (const url of [feed.home_page_url, feed.feed_url]) expect(URL.canParse(url)).toBe(true);
  });

  test('Atom: the elements that RFC 4287 asks for are there, as often as it allows', () => {
    const text = [...changesAtom(ABOUT, { log, page: null })].join('');
    const document = XmlDocument.fromString(text);
    const find = (path: string): string[] =>
      document.root.find(path, { a: 'http://www.w3.org/2005/Atom' }).map((node) => node.content);
    expect(document.root.namespaceUri).toBe('http://www.w3.org/2005/Atom');
    // Section 4.1.1, and 4.1.2 for entries, whose author is that of the feed.
    for (const path of ['/a:feed/a:id', '/a:feed/a:title', '/a:feed/a:updated', '/a:feed/a:author/a:name'])
      expect(find(path)).toHaveLength(1);
    expect(find('/a:feed/a:link[@rel="self"]/@href')).toEqual(['https://catalog.example.org/changes.atom']);
    expect(find('/a:feed/a:link[@rel="alternate"]/@type')).toEqual(['text/html']);
    for (const name of ['id', 'title', 'updated', 'content'])
      expect(find(`/a:feed/a:entry/a:${name}`)).toHaveLength(log.length);
    for (const time of find('//a:updated')) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const ids = find('//a:id');
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(URL.canParse(id)).toBe(true);
    const allowed = 'id title subtitle updated author name link entry content feed'.split(' ');
    expect(find('//*[local-name()="script"]')).toEqual([]);
    expect(elementsIn(text).filter((name) => !allowed.includes(name))).toEqual([]);
    document.dispose();
  });
});

function elementsIn(xml: string): string[] {
  const names: string[] = [];
  new Parser({ onopentagname: (name) => names.push(name) }, { xmlMode: true }).end(xml);
  return names;
}
