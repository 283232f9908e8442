/** The files of a catalog as an update rewrites them, also while somebody else changes them. */
import { describe, expect, test } from 'vitest';
import type { EntryChange } from '../../../../commands/upstream/update/data-source.ts';
import { rewriteEntries, rewriteRemovals } from '../../../../commands/upstream/update/rewrite.ts';
import type { FileEntrySource, RemovalSource } from '../../../../contract/generated/catalog.types.ts';
import { targetKey } from '../../../../contract/interface/removal-targets.ts';

const HEAD = '# yaml-language-server: $schema=../../../schemas/catalog/files.json\n';
const PATH = 'datasources/one/files.yaml';
const LINE = '    - { lastModified: 2026-01-01T00:00:00Z, contentLength: 1, sha1: null }\n';
const NEW_LINE = '    - { lastModified: 2026-02-01T00:00:00Z, contentLength: 2, sha1: null }\n';
const OLD: FileEntrySource = { checksums: [{ lastModified: '2026-01-01T00:00:00Z', contentLength: 1, sha1: null }] };
const NEW: FileEntrySource = {
  checksums: [...(OLD.checksums ?? []), { lastModified: '2026-02-01T00:00:00Z', contentLength: 2, sha1: null }],
};

type Pairs = Readonly<Record<string, [FileEntrySource | null, FileEntrySource | null, from?: string]>>;

function rewritten(source: string | null, pairs: Pairs) {
  const changes = Object.entries(pairs).map(([path, [before, after, from]]): [string, EntryChange] => [
    path,
    { section: 'files', before, after, from },
  ]);
  const { files, conflicts } = rewriteEntries('one', new Map(changes), () => source);
  expect(files.length).toBeLessThanOrEqual(1);
  if (files[0]) expect({ path: files[0].path, before: files[0].before }).toEqual({ path: PATH, before: source });
  return { text: files[0]?.text ?? null, conflicts: [...conflicts] };
}

describe('entries', () => {
  const A = `${HEAD}a.zip:\n  checksums:\n${LINE}`;
  const CHANGED: Pairs = { 'a.zip': [OLD, NEW] };

  test.each<[string, string | null, Pairs, string | null]>([
    ['a file that is not there yet', null, { 'a.zip': [null, OLD] }, A],
    ['one line for a checksum', A, CHANGED, A + NEW_LINE],
    [
      'comments, and entries that are not concerned',
      `${HEAD}# About all.\n\n# About a.\na.zip:\n  # The oldest.\n  checksums:\n${LINE}b.zip: {} # About b.\n`,
      CHANGED,
      `${HEAD}# About all.\n\n# About a.\na.zip:\n  # The oldest.\n  checksums:\n${LINE}${NEW_LINE}b.zip: {} # About b.\n`,
    ],
    [
      'an entry that goes, with its comment',
      `${HEAD}a.zip: {}\n# About b.\nb.zip: {}\n# About c.\nc.zip: {}\n`,
      { 'b.zip': [{}, null] },
      `${HEAD}a.zip: {}\n# About c.\nc.zip: {}\n`,
    ],
    [
      'an entry that is spelled anew, with its comments, in its place',
      `${HEAD}A.zip: {}\n# About b.\nB.zip: # Here\n  # The oldest.\n  checksums:\n${LINE}a.zip: {}\n`,
      { 'b.zip': [OLD, NEW, 'B.zip'] },
      `${HEAD}A.zip: {}\na.zip: {}\n# About b.\nb.zip: # Here\n  # The oldest.\n  checksums:\n${LINE}${NEW_LINE}`,
    ],
    ['what is spelled anew already', A, { 'a.zip': [{}, OLD, 'A.zip'] }, null],
    ['what somebody has done already', A + NEW_LINE, CHANGED, null],
    ['windows line ends', A.replaceAll('\n', '\r\n'), CHANGED, A + NEW_LINE],
  ])('%s', (_, source, pairs, text) => expect(rewritten(source, pairs)).toEqual({ text, conflicts: [] }));

  test.each<[string, string]>([
    ['changes', 'A.zip:\n  fragments:\n    x: []\n'],
    ['takes out', '{}\n'],
    ['adds with the new name', `A.zip: {}\na.zip:\n  fragments:\n    x: []\n`],
  ])('an entry that somebody %s meanwhile is not spelled anew', (_, source) => {
    expect(rewritten(HEAD + source, { 'a.zip': [{}, OLD, 'A.zip'] })).toEqual({ text: null, conflicts: ['a.zip'] });
  });

  test.each<[string, string]>([
    ['changes', `${HEAD}a.zip:\n  fragments:\n    x: []\nb.zip: {}\n`],
    ['takes out', `${HEAD}b.zip: {}\n`],
  ])('an entry that somebody %s meanwhile stays so, and the others are written', (_, source) => {
    const outcome = rewritten(source, { ...CHANGED, 'b.zip': [{}, NEW] });
    expect(outcome.conflicts).toEqual(['a.zip']);
    expect(outcome.text).toBe(source.replace('b.zip: {}\n', `b.zip:\n  checksums:\n${LINE}${NEW_LINE}`));
  });
});

describe('removals.yaml', () => {
  const TOP = '# yaml-language-server: $schema=../schemas/catalog/removals.json\n';
  const removal = (file: string, id = 'one'): RemovalSource => ({
    url: `/v1/datasources/${id}/`,
    file,
    reason: 'Gone.',
  });
  const line = (file: string, id = 'one', reason = 'Gone.') =>
    `- { url: /v1/datasources/${id}/, file: ${file}, reason: "${reason}" }\n`;
  const [A, B, C] = ['a.zip', 'b.zip', 'c.zip'].map((file) => line(file)) as [string, string, string];

  test.each<[string, string | null, gone: string[], done: RemovalSource[], string | null]>([
    ['nothing but new files', null, [], [removal('a.zip')], null],
    ['the first removal', null, ['a.zip'], [], TOP + A],
    ['a removal that is listed already', TOP + line('a.zip', 'one', 'Old.'), ['a.zip'], [], null],
    [
      'a removal that is done, also of another data source',
      TOP + A + line('b.zip', 'two') + C,
      ['a.zip'],
      [removal('a.zip'), removal('b.zip', 'two')],
      TOP + C + A,
    ],
    [
      'the comment of a removal that is deleted, not that of another',
      `${TOP}\n# a\n${A}# b\n${B}`,
      ['c.zip'],
      [removal('a.zip')],
      `${TOP}\n# b\n${B}${C}`,
    ],
    ['a field of it that was removed', TOP + A.replace(' }', ', field: imageUrl }'), [], [removal('a.zip')], null],
  ])('%s', (_, source, gone, done, text) => {
    const rewritten = rewriteRemovals(
      gone.map((file) => removal(file)),
      new Set(done.map(targetKey)),
      () => source,
    );
    expect(rewritten?.text ?? null).toBe(text);
  });
});
