/** The feeds are valid by RFC 4287 and by JSON Feed 1.1, whatever strangers write into commits. */
import { Parser } from 'htmlparser2';
import { XmlDocument } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import type { LoggedCommit } from '../../../build/model/history.ts';
import { changesAtom, changesJson } from '../../../build/render/change-feeds.ts';
import type { ChangesFeed, ChangesItem } from '../../../contract/generated/v1.types.ts';
import validators from '../../../contract/generated/v1.validators.cjs';

const ABOUT = {
  title: 'Test & <more>',
  serviceUrl: 'https://catalog.example.org',
  repository: 'https://git.example.org/catalog',
};

const nameOf = (index: number): string => index.toString(16).padStart(40, '0');

/** A commit that changes files, written as `A path`. */
const commit = (index: number, subject: string, ...files: string[]): LoggedCommit => ({
  commit: nameOf(index),
  time: 1_767_323_045 - index,
  subject,
  files: files.map((file) => ({
    path: file.slice(2),
    change: file.startsWith('A') ? 'added' : file.startsWith('D') ? 'removed' : 'changed',
  })),
});

const feedOf = (log: readonly LoggedCommit[]): ChangesFeed => JSON.parse(changesJson(ABOUT, log)) as ChangesFeed;
const itemOf = (...files: string[]): ChangesItem | undefined => feedOf([commit(1, 'x', ...files)]).items[0];

test.each<[name: string, files: string[], lines: string | undefined]>([
  ['a new map server', ['A mapservers/one.yaml'], 'added: map server one'],
  ['an overlay server that is gone', ['D overlayservers/two.yaml'], 'removed: overlay server two'],
  ['an edition', ['M editions/offline.yaml'], 'changed: edition offline'],
  ['the categories', ['M categories.yaml'], 'changed: categories'],
  ['the site', ['M site.yaml'], 'changed: title or addresses of the catalog'],
  ['new files of a data source', ['A datasources/maps/files.yaml'], 'changed: data source maps'],
  [
    'a new data source',
    ['A datasources/maps/files.yaml', 'A datasources/maps/datasource.yaml'],
    'added: data source maps',
  ],
  [
    'one that is gone',
    ['D datasources/maps/datasource.yaml', 'D datasources/maps/maps.yaml'],
    'removed: data source maps',
  ],
  [
    'several, in the order of the layout and of names',
    ['M editions/b.yaml', 'M editions/a.yaml', 'A mapservers/z.yaml'],
    'added: map server z\nchanged: edition a\nchanged: edition b',
  ],
  ['nothing that is published', ['A removals.yaml', 'M README.md', 'M mapservers/x/y.yaml'], undefined],
])('%s', (_, files, lines) => {
  expect(itemOf(...files)?.content_text).toBe(lines);
});

test('the newest 200 commits are there, and of each 100 changes', () => {
  const many = Array.from({ length: 150 }, (_, index) => `A mapservers/${index}.yaml`);
  const { items } = feedOf(Array.from({ length: 300 }, (_, index) => commit(300 - index, 'x', ...many)));
  const { commit: newest, changes, more } = items[0]?._cartalog ?? {};
  expect([items.length, newest, changes?.length, more]).toEqual([200, nameOf(1), 100, 50]);
  expect(items[0]?.content_text).toMatch(/\nand 50 more changes$/);
});

test('commits with dates out of order are sorted by them, and those of one time stay as they are', () => {
  const log = [5, 1, 3, 3, 0, 4].map((age, index) => ({
    ...commit(age, String(index), 'M site.yaml'),
    commit: nameOf(index),
  }));
  const { items } = feedOf(log);
  expect(items.map(({ title }) => title)).toEqual(['4', '1', '2', '3', '5', '0']);
  const times = [...[...changesAtom(ABOUT, log)].join('').matchAll(/<updated>([^<]*)/g)].map(([, time]) => time);
  expect(times).toEqual([items[0]?.date_published, ...items.map(({ date_published: time }) => time)]);
});

test.each([
  ['', nameOf(1).slice(0, 10)],
  ['Fix a <b>tile</b> & "more"', 'Fix a <b>tile</b> & "more"'],
  ['Merge from a.person+x@mail.example.org', 'Merge from …'],
  ['Thanks to <a@b.example>', 'Thanks to <…>'],
  ['\u001b[31mred\u0000\u202e', '\\u001b[31mred\\u0000\\u202e'],
  ['::error::x', '\\u003a:error::x'],
  [`${'x'.repeat(300)}`, `${'x'.repeat(200)}…`],
])('the subject %j is shown as %j', (subject, title) => {
  expect(feedOf([commit(1, subject, 'M site.yaml')]).items[0]?.title).toBe(title);
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
    const text = [...changesAtom(ABOUT, log)].join('');
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
