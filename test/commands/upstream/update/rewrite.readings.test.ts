/** How often an update reads a file that it changes, after the run has loaded it: as it is now, and as it becomes. */
import { expect, test, vi } from 'vitest';
import type { EntryChange } from '../../../../commands/upstream/update/data-source.ts';
import { rewriteEntries, rewriteRemovals } from '../../../../commands/upstream/update/rewrite.ts';

/** How many texts a piece of work parses: each is decoded first. */
function readings(work: () => unknown): number {
  const decode = vi.spyOn(Buffer.prototype, 'toString');
  try {
    work();
    return decode.mock.calls.filter(([encoding]) => encoding === 'utf8').length;
  } finally {
    decode.mockRestore();
  }
}

const FILES = 'a.zip: {} # Here\nb.zip: {}\n';
const REMOVALS = '- { url: /v1/datasources/one/, file: a.zip, reason: "Gone." }\n';
const gone = { section: 'files', before: {}, after: null } as const satisfies EntryChange;
const come = { section: 'files', before: null, after: {} } as const satisfies EntryChange;

test.each<[string, string | null, number, Record<string, EntryChange>]>([
  ['a file that changes', FILES, 2, { 'a.zip': gone, 'c.zip': come }],
  ['a file that is written already', FILES, 1, { 'a.zip': come, 'c.zip': gone }],
  ['a new file', null, 1, { 'c.zip': come }],
])('%s', (_, source, times, changes) => {
  expect(readings(() => rewriteEntries('one', new Map(Object.entries(changes)), () => source))).toBe(times);
});

test.each([
  ['one more', 2, ['b.zip'], []],
  ['one less', 2, [], ['["/v1/datasources/one/",null,"a.zip",null]']],
  ['nothing', 1, ['a.zip'], []],
])('a list of removals with %s', (_, times, files, done) => {
  const news = files.map((file) => ({ url: '/v1/datasources/one/', file, reason: 'Gone.' }));
  expect(readings(() => rewriteRemovals(news, new Set(done), () => REMOVALS))).toBe(times);
});
