/** What commits changed is told from whatever they contain, which strangers may have written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DescribedChange } from '../../../build/history/history.ts';
import { historyObjectsOf, memoizedValues, recordHistoryOf } from '../../../build/history/record-history.ts';
import { itemsByKey } from '../../../contract/base/text.ts';
import { SMALL } from '../../support/catalogs.ts';
import { type MadeCommit, madeCommits, madeLog } from '../../support/made-commits.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const SERVER = 'mapservers/one.yaml';

const commit = (files: MadeCommit['files'], index = 0): MadeCommit => ({
  time: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
  subject: `Commit ${index}`,
  files,
});

const told = (...steps: MadeCommit['files'][]) => madeCommits(steps.map(commit)).readHistory?.().records.changes ?? [];

const lastOf = (...steps: MadeCommit['files'][]): readonly Omit<DescribedChange, 'cause'>[] => {
  const newest = told(...steps).filter(({ cause }) => cause.subject === `Commit ${steps.length - 1}`);
  return newest.map(({ cause: _, ...change }) => change);
};

const entries = { added: 0, changed: 0, removed: 0 };
const server = { role: 'mapserver', name: 'one', label: 'One', change: 'changed', reason: null, entries };

test.each<[name: string, before: string, after: string, fields: unknown]>([
  ['a number', ONE, ONE.replace('19', '18'), [['maxZoom', '19', '18']]],
  ['a field that went', `${ONE}kind: street\n`, ONE, [['kind', 'street', null]]],
  [
    'a field of an object',
    `${ONE}probe: { latitude: 1, longitude: 2 }\n`,
    `${ONE}probe: { latitude: 1, longitude: 3 }\n`,
    [['probe.longitude', '2', '3']],
  ],
  ['what is read differently', ONE, ONE.replace('19', '0o17'), [['maxZoom', '19', '…']]],
  ['an invisible character', ONE, ONE.replace('Server one', '"A\\u202Eb"'), [['name', 'Server one', 'A\\u202eb']]],
  ['a long text', ONE, ONE.replace('Server one', 'x'.repeat(500)), [['name', 'Server one', `${'x'.repeat(120)}…`]]],
  ['a file that was not YAML', 'id: [', ONE, null],
])('%s', (_, before, after, fields) => {
  expect(lastOf({ [SERVER]: before }, { [SERVER]: after })).toEqual([
    { ...server, fields, entries: fields && entries },
  ]);
});

test.each<[name: string, after: string]>([
  ['a comment', `# x\n${ONE}`],
  ['the order of a list', ONE.replace('[a.example.org, b.example.org]', '[b.example.org, a.example.org]')],
])('%s changes nothing', (_, after) => expect(lastOf({ [SERVER]: ONE }, { [SERVER]: after })).toEqual([]));

test.each<[string, path: string, text: string, changes: string[]]>([
  ['another file', 'mapservers/uno.yaml', ONE, ['changed uno']],
  ['another file and id', 'mapservers/uno.yaml', ONE.replace('id: One', 'id: Uno'), ['changed uno']],
  ['another list', 'overlayservers/one.yaml', ONE, ['removed one', 'added one']],
])('a record with %s', (_, path, text, expected) => {
  const changes = lastOf({ [SERVER]: ONE }, { [SERVER]: null, [path]: text });
  expect(changes.map(({ name, change }) => `${change} ${name}`)).toEqual(expected);
});

test('providers and areas are told, which the records of the interface have as parts', () => {
  const provider = (more: string): string => `name: Mine Maps\nhomepage: https://mine.example.org/\n${more}`;
  const area = (east: number): string =>
    `{ "type": "Polygon", "coordinates": [[[1, 1], [${east}, 1], [1, 2], [1, 1]]] }`;
  const before = { 'providers/mine.yaml': provider(''), 'areas/here.geojson': area(2) };
  const after = {
    'providers/mine.yaml': provider('terms: https://mine.example.org/terms\n'),
    'areas/here.geojson': area(3),
  };
  const change = { change: 'changed', reason: null };
  expect(lastOf(before, after)).toEqual([
    {
      ...change,
      role: 'provider',
      name: 'mine',
      label: 'Mine Maps',
      fields: [['terms', null, 'https://mine.example.org/terms']],
      entries,
    },
    // Pages cannot show coordinates.
    { ...change, role: 'area', name: 'here', label: null, fields: null, entries: null },
  ]);
});

test('a list that could not be read is not told as new', () => {
  const list = (name: string): string => `- { id: 1, name: "" }\n- { id: 2, name: ${name}, parent: 1 }\n`;
  const { log, contents } = madeLog([
    commit({ 'categories.yaml': list('A') }),
    commit({ 'categories.yaml': list('B') }, 1),
  ]);
  const label = ({ changes: [newest] }: ReturnType<typeof recordHistoryOf>) => newest?.label;
  expect(label(recordHistoryOf(log, memoizedValues(contents)))).toBe('B');
  contents.delete(String(log[0]?.files[0]?.before));
  expect(label(recordHistoryOf(log, memoizedValues(contents)))).toBe(undefined);
});

test('of a commit with more than a thousand files nothing is read, and all are counted', () => {
  const many = (text: string) =>
    Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`mapservers/x-${index}.yaml`, text]));
  const { log } = madeLog([commit(many(ONE)), commit(many(ONE.replace('19', '18')), 1)]);
  const contents = new Map<string, Uint8Array>();
  const told = itemsByKey(recordHistoryOf(log, memoizedValues(contents)).changes, ({ cause }) => cause.commit);
  expect([...told.values()].map((changes) => changes.length)).toEqual([1_500, 1_500]);
  // Those that former ids may be in.
  expect(historyObjectsOf(log).map((ids) => new Set(ids).size)).toEqual([1, 0, 0]);
});

test('only the newest commits are told, newest first', () => {
  const steps = Array.from({ length: 250 }, (_, index) => ({ [SERVER]: ONE.replace('19', String(index % 19)) }));
  const all = told(...steps);
  expect([all.length, all[0]?.cause.subject, all.at(-1)?.cause.subject]).toEqual([200, 'Commit 249', 'Commit 50']);
});

test('any content is told in short, visible texts', () => {
  const value = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(ONE, ONE.replace('19', '!!binary x'), 'a: &a 1\nb: *a\n', '- - -\n', '{__proto__: 1}'),
  );
  const paths = [
    SERVER,
    'site.yaml',
    'categories.yaml',
    'datasources/a/maps.yaml',
    'editions/\u202e.yaml',
    'removals.yaml',
  ];
  const files = fc.dictionary(fc.constantFrom(...paths), value, { maxKeys: 4 });
  fc.assert(
    fc.property(fc.array(files, { maxLength: 5 }), (steps) => {
      for (const { label, fields } of told(...steps))
        for (const text of [label, ...(fields ?? []).flat()]) {
          expect((text ?? '').length).toBeLessThan(1_000);
          expect(text ?? '').not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
    }),
    { numRuns: 30 },
  );
});
