/** The files of a catalog as an update rewrites them, also while somebody else changes them. */
import { describe, expect, test } from 'vitest';
import type { Groups } from '../../../commands/update/data-source.ts';
import type { RemovalNews } from '../../../commands/update/rewrite.ts';
import { RewriteError, rewriteGroups, rewriteRemovals } from '../../../commands/update/rewrite.ts';
import type { FileEntrySource } from '../../../contract/generated/catalog.types.ts';
import { targetKey } from '../../../contract/targets.ts';

const HEAD = '# yaml-language-server: $schema=../../../schemas/catalog/files.json\n';
const PATH = 'datasources/one/files.yaml';
const LINE = '    - { lastModified: 2026-01-01T00:00:00Z, contentLength: 1, sha1: null }\n';
const NEW_LINE = '    - { lastModified: 2026-02-01T00:00:00Z, contentLength: 2, sha1: null }\n';
const OLD: FileEntrySource = { checksums: [{ lastModified: '2026-01-01T00:00:00Z', contentLength: 1, sha1: null }] };
const NEW: FileEntrySource = {
  checksums: [...(OLD.checksums ?? []), { lastModified: '2026-02-01T00:00:00Z', contentLength: 2, sha1: null }],
};
const OTHER: FileEntrySource = {};

/** What becomes of a file: its text, or null where it stays; and the conflicts. */
function rewritten(source: string | null, before: Groups, after: Groups) {
  const { files, conflicts } = rewriteGroups('one', before, after, () => source);
  expect(files.length).toBeLessThanOrEqual(1);
  if (files[0]) expect({ path: files[0].path, before: files[0].before }).toEqual({ path: PATH, before: source });
  return { text: files[0]?.text ?? null, conflicts };
}

describe('entries', () => {
  const A = `${HEAD}a.zip:\n  checksums:\n${LINE}`;

  test.each<[string, string | null, Groups, Groups, string | null]>([
    ['a file that is not there yet', null, {}, { files: { 'a.zip': OLD } }, A],
    ['nothing at all', null, {}, { files: {} }, null],
    ['nothing new', A, { files: { 'a.zip': OLD } }, { files: { 'a.zip': OLD } }, null],
    ['one line for a checksum', A, { files: { 'a.zip': OLD } }, { files: { 'a.zip': NEW } }, A + NEW_LINE],
    [
      'comments, and entries that are not concerned',
      `${HEAD}# About all.\n\n# About a.\na.zip:\n  # The oldest.\n  checksums:\n${LINE}b.zip: {} # About b.\n`,
      { files: { 'a.zip': OLD, 'b.zip': OTHER } },
      { files: { 'a.zip': NEW, 'b.zip': OTHER } },
      `${HEAD}# About all.\n\n# About a.\na.zip:\n  # The oldest.\n  checksums:\n${LINE}${NEW_LINE}b.zip: {} # About b.\n`,
    ],
    [
      'an entry that goes, with its comment',
      `${HEAD}a.zip: {}\n# About b.\nb.zip: {}\n# About c.\nc.zip: {}\n`,
      { files: { 'a.zip': OTHER, 'b.zip': OTHER, 'c.zip': OTHER } },
      { files: { 'a.zip': OTHER, 'c.zip': OTHER } },
      `${HEAD}a.zip: {}\n# About c.\nc.zip: {}\n`,
    ],
    ['the last entry that goes', A, { files: { 'a.zip': OLD } }, { files: {} }, `${HEAD}{}\n`],
    ['what somebody has done already', A + NEW_LINE, { files: { 'a.zip': OLD } }, { files: { 'a.zip': NEW } }, null],
    [
      'what somebody adds meanwhile',
      `${A}b.zip: {}\n`,
      { files: { 'a.zip': OLD } },
      { files: { 'a.zip': NEW } },
      `${A + NEW_LINE}b.zip: {}\n`,
    ],
    ['a file that somebody begins meanwhile', `${HEAD}b.zip: {}\n`, {}, { files: { 'a.zip': OLD } }, `${A}b.zip: {}\n`],
    [
      'windows line ends',
      A.replaceAll('\n', '\r\n'),
      { files: { 'a.zip': OLD } },
      { files: { 'a.zip': NEW } },
      A + NEW_LINE,
    ],
  ])('%s', (_, source, before, after, text) => {
    expect(rewritten(source, before, after)).toEqual({ text, conflicts: [] });
  });

  test.each<[string, string]>([
    ['changes', `${HEAD}a.zip:\n  fragments:\n    x: []\nb.zip: {}\n`],
    ['takes out', `${HEAD}b.zip: {}\n`],
  ])('an entry that somebody %s meanwhile stays so, and the others are written', (_, source) => {
    const before = { files: { 'a.zip': OLD, 'b.zip': OTHER } };
    const outcome = rewritten(source, before, { files: { 'a.zip': NEW, 'b.zip': NEW } });
    expect(outcome.conflicts).toEqual(['a.zip']);
    expect(outcome.text).toBe(source.replace('b.zip: {}\n', `b.zip:\n  checksums:\n${LINE}${NEW_LINE}`));
  });

  test.each<[string, string | null, RegExp]>([
    ['has gone', null, /^datasources\/one\/files\.yaml was deleted in the meantime$/],
    ['now has errors', 'a.zip: [\n', /^datasources\/one\/files\.yaml now has errors$/],
  ])('a file that %s is not written', (_, source, message) => {
    const run = () => rewritten(source, { files: { 'a.zip': OLD } }, { files: { 'a.zip': NEW } });
    expect(run).toThrow(RewriteError);
    expect(run).toThrow(message);
  });

  test('what would be an error is not written', () => {
    const entry = { checksums: [{ lastModified: 'yesterday', contentLength: 1, sha1: null }] };
    const run = () => rewritten(A, { files: { 'a.zip': OLD } }, { files: { 'a.zip': entry } });
    expect(run).toThrow(/^datasources\/one\/files\.yaml would have errors: /);
  });
});

describe('removals.yaml', () => {
  const TOP = '# yaml-language-server: $schema=../schemas/catalog/removals.json\n';
  const removal = (file: string, reason = 'Gone.', id = 'one') =>
    `- { url: /v1/datasources/${id}/, file: ${file}, reason: "${reason}" }\n`;

  test.each<[string, string | null, Partial<RemovalNews>, string | null]>([
    ['nothing', null, {}, null],
    ['nothing but new files', null, { added: ['a.zip'] }, null],
    ['the first removal', null, { gone: ['a.zip'] }, TOP + removal('a.zip')],
    ['another one', TOP + removal('a.zip'), { gone: ['b.zip'] }, TOP + removal('a.zip') + removal('b.zip')],
    ['a removal that is listed already', TOP + removal('a.zip', 'Old.'), { gone: ['a.zip'] }, null],
    [
      'a file that is there again',
      TOP + removal('a.zip') + removal('b.zip'),
      { added: ['a.zip'] },
      TOP + removal('b.zip'),
    ],
    ['the last removal that goes', TOP + removal('a.zip'), { added: ['a.zip'] }, `${TOP}[]\n`],
    [
      'a removal that is published, also of another data source',
      TOP + removal('a.zip') + removal('b.zip', 'Gone.', 'two') + removal('c.zip'),
      {
        gone: ['a.zip'],
        published: new Set(
          ['one', 'two'].flatMap((id) =>
            ['a.zip', 'b.zip'].map((file) => targetKey({ url: `/v1/datasources/${id}/`, file })),
          ),
        ),
      },
      TOP + removal('c.zip') + removal('a.zip'),
    ],
    [
      'the comment of a removal that is deleted, not that of another',
      `${TOP}\n# a\n${removal('a.zip')}# b\n${removal('b.zip')}`,
      { added: ['a.zip'], gone: ['c.zip'] },
      `${TOP}\n# b\n${removal('b.zip')}${removal('c.zip')}`,
    ],
    ['the same file of another data source', TOP + removal('a.zip', 'Gone.', 'two'), { added: ['a.zip'] }, null],
    [
      'a field of it that was removed',
      `${TOP}- { url: /v1/datasources/one/, file: a.zip, field: imageUrl, reason: "Gone." }\n`,
      { added: ['a.zip'] },
      null,
    ],
  ])('%s', (_, source, news, text) => {
    const all = { gone: [], added: [], reason: 'Gone.', ...news };
    const rewritten = rewriteRemovals('one', all, () => source);
    expect(rewritten?.text ?? null).toBe(text);
  });

  test('with errors is left alone', () => {
    const run = () => rewriteRemovals('one', { gone: ['a'], added: [], reason: 'Gone.' }, () => '- {}\n');
    expect(run).toThrow('removals.yaml has errors');
  });
});
