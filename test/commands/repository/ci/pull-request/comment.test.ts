import { describe, expect, test } from 'vitest';
import {
  COMMENT_MARKER,
  type CommentParts,
  previewCommentOf,
} from '../../../../../commands/repository/ci/pull-request/comment.ts';
import { changedSiteSettings, type Merge } from '../../../../../commands/repository/ci/pull-request/merge-result.ts';
import { printableLines } from '../../../../../contract/base/text.ts';
import type { CheckReport } from '../../../../../contract/generated/reports.types.ts';
import site from '../../../../../schemas/catalog/site.json' with { type: 'json' };

const BASE = 'b'.repeat(40);
const merged = (...elsewhere: string[]): Merge => ({
  outcome: 'merged',
  base: BASE,
  commit: 'c'.repeat(40),
  elsewhere,
  settings: [],
});
const withSettings = (...settings: string[]): Merge => ({ ...merged(), settings }) as Merge;
const PARTS: CommentParts = {
  merge: merged(),
  check: checkOf(0),
  said: '9 files checked: no problems\n',
  report: '**Nothing changes for clients.**\n',
  pages: [],
  preview: 'https://pr-7.example.pages.dev',
  head: 'a'.repeat(40),
  run: 'https://host.example/run/1',
};

function checkOf(errors: number, file = 'catalog/mapservers/a.yaml'): CheckReport {
  const about = {
    file,
    line: 9,
    column: 13,
    endColumn: null,
    code: 'unknown-placeholder',
    message: 'Not a placeholder.',
  };
  const diagnostics = Array.from({ length: errors }, () => ({ ...about, severity: 'error' as const }));
  return {
    version: 1,
    catalog: 'catalog',
    files: 9,
    counts: { errors, warnings: 1 },
    changedSince: null,
    diagnostics: [...diagnostics, { ...about, severity: 'warning', code: 'private-address' }],
  };
}

describe('the text of the comment', () => {
  test.each<[string, Partial<CommentParts>]>([
    ['a report with a preview', {}],
    [
      'pages of changed records',
      { pages: ['mapservers/one/', 'datasources/a-2/', '../x/', 'mapservers/](https://evil.example)/'] },
    ],
    ['pages of many', { pages: Array.from({ length: 12 }, (_, n) => `editions/e${n}/`) }],
    ['a catalog with errors', { preview: null, report: null, check: checkOf(1234) }],
    [
      'a conflict',
      {
        preview: null,
        report: null,
        check: null,
        merge: { outcome: 'conflict', base: BASE, files: ['catalog/a.yaml'] },
      },
    ],
    [
      'what git refuses',
      { preview: null, report: null, check: null, merge: { outcome: 'failed', base: BASE, reason: 'fsck: hasDotdot' } },
    ],
    [
      'a check that could not run',
      { preview: null, report: null, check: null, said: 'cartalog: The catalog has 60,000 files.\n' },
    ],
    ['a run that failed', { preview: null, report: null, check: null, said: '', merge: null }],
    ['a change of more than the catalog', { merge: merged('.github/', 'build/') }],
  ])('%s', (_, parts) => {
    const body = previewCommentOf({ ...PARTS, ...parts });
    expect(body.startsWith(`${COMMENT_MARKER}\n`)).toBe(true);
    expect(`\n${body}`).toMatchSnapshot();
  });

  const NASTY = ['```\n@everyone <img src=x>', '\u001b[31m', '[a](https://evil.example)', '`'.repeat(9), '\u202e'];

  test.each<[string, Partial<CommentParts>]>([
    ['names of changed places', { merge: merged(...NASTY) }],
    ['values of site.yaml', { merge: withSettings(...NASTY) }],
    ['files of a conflict', { merge: { outcome: 'conflict', base: BASE, files: NASTY } }],
    ['what git says', { merge: { outcome: 'failed', base: BASE, reason: NASTY.join('') } }],
    ['what the check says', { report: null, check: null, said: NASTY.join('\n') }],
    ['files with errors', { report: null, check: checkOf(1, NASTY.join('')) }],
  ])('%s cannot become markup', (_, parts) => {
    const body = previewCommentOf({ ...PARTS, ...parts });
    const outside = body.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
    expect(outside).not.toBe(body);
    expect(outside).not.toMatch(/everyone|evil|<img|`/);
    expect(body).toBe(printableLines(body));
  });

  test('has all settings that a catalog can change, and what else takes effect', () => {
    const { maxItems, items } = site.properties.accessTokens;
    const nameOf = (prefix: string, n: number): string => `${prefix}${n}_KEY`.padStart(items.maxLength, prefix);
    const tokens = (prefix: string): string[] => Array.from({ length: maxItems }, (_, n) => nameOf(prefix, n));
    const siteWith = (prefix: string, rest: object): Buffer =>
      Buffer.from(
        JSON.stringify({ title: prefix, repository: 'https://r.example', ...rest, accessTokens: tokens(prefix) }),
      );
    const settings = changedSiteSettings(
      siteWith('A', { serviceUrl: 'https://a.example', languages: ['en'], target: 'pages', pages: true, maxFiles: 1 }),
      siteWith('B', { serviceUrl: 'https://b.example', languages: ['de'], target: 'nginx', branch: 'x' }),
    );
    expect(settings.length).toBeGreaterThan(2 * maxItems + 5);
    const elsewhere = Array.from({ length: 45 }, (_, n) => `${n}/`.padStart(250, 'x'));
    const merge = { ...merged(...elsewhere), settings } as Merge;
    for (const report of ['**Nothing changes for clients.**\n', `A long report ${'x'.repeat(59_000)}`]) {
      const body = previewCommentOf({ ...PARTS, merge, report });
      for (const line of [...settings, ...elsewhere]) expect(body).toContain(`\n${line}\n`);
      expect(body.length).toBeLessThan(65_536);
      expect(body.includes('The rest is not shown here')).toBe(report.startsWith('A long report'));
      expect(body.includes(report.trim())).toBe(!report.startsWith('A long report'));
    }
  });
});
