import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verdict } from '../../../commands/verify/verify.ts';
import { HOSTS as KINDS } from '../../../contract/hosts.ts';
import { exceptionsOn, hostsPage } from '../../../scripts/hosts/statement-table.ts';
import { ROOT } from '../../support/cli.ts';

const PAGE = ['counts', 'statements'].map((name) => `<!-- begin: ${name} -->\n<!-- end -->\n`).join('\n');

const verdicts = (results: Readonly<Record<string, Verdict['result']>>): Verdict[] =>
  Object.entries(results).map(([id, result]) => ({
    check: { id, statement: `It | ${id}`, section: 'paths' },
    result,
    problems: [],
    remarks: [],
    problemCount: 0,
    requestCount: 1,
  }));

const HOSTS = [
  { title: 'One 1.0', verdicts: verdicts({ a: 'holds', b: 'fails', c: 'holds', d: 'not applicable' }) },
  { title: 'Two 2.0', verdicts: verdicts({ a: 'holds', b: 'holds', c: 'fails', d: 'not applicable' }) },
  { title: 'Files', verdicts: verdicts({ a: 'fails', b: 'fails', c: 'holds', d: 'not applicable' }) },
];

test('a row for each statement that fails somewhere, but not for the last host, which only sends files', () => {
  const page = hostsPage(PAGE, HOSTS);
  expect(page).toContain('| One 1.0 | 2 | 1 | 1 |');
  expect(page.match(/^\| `[a-d]` .*$/gm)).toEqual([
    '| `b` | It \\| b | **no** | yes |',
    '| `c` | It \\| c | yes | **no** |',
  ]);
  expect(hostsPage(page, HOSTS)).toBe(page);
});

test('what does not hold on a host is read from the page', () => {
  const page = hostsPage(PAGE, HOSTS);
  expect(exceptionsOn(page, 'One')).toEqual(['b']);
  expect(exceptionsOn(page, 'Two')).toEqual(['c']);
  expect(exceptionsOn(page, 'Three')).toEqual([]);
});

test.each(Object.values(KINDS).filter(({ name }) => name !== 'generic'))(
  'what verify excuses on $title is what docs/hosts.md lists',
  ({ title, exceptions }) => {
    expect(exceptionsOn(readFileSync(join(ROOT, 'docs/hosts.md'), 'utf8'), title)).toEqual(exceptions);
  },
);
