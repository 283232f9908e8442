/** What GitHub gets of findings: at most twenty annotations a step, and all of them on the page of the run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../build/report/findings.ts';
import { addToRunPage, annotateFindings } from '../../../cli/terminal/annotate-findings.ts';
import { temporaryFolder } from '../../support/catalogs.ts';

const FINDING: Finding = {
  file: 'mapservers/one.yaml',
  line: 3,
  column: 10,
  endColumn: 12,
  lineText: 'maxZoom: 31',
  severity: 'error',
  code: 'out-of-range',
  message: 'Must be at most 30, not 31',
};
const WARNING: Finding = { ...FINDING, severity: 'warning', code: 'copyright-sign' };

const inFiles = (count: number, finding: Finding, name = 'm'): Finding[] =>
  Array.from({ length: count }, (_, index) => ({ ...finding, file: `mapservers/${name}${index}.yaml` }));

function annotated(lists: readonly (readonly Finding[])[], summary = true) {
  const page = join(temporaryFolder(), 'page');
  writeFileSync(page, '');
  let log = '';
  const write = (text: string): void => {
    log += text;
  };
  const output = { isTTY: false, write };
  const env = summary ? { GITHUB_STEP_SUMMARY: page } : {};
  const { signal } = new AbortController();
  const io = { cwd: '/', env, stdout: output, stderr: output, terminal: null, signal };
  for (const list of lists) annotateFindings(io, 'catalog', list);
  const commands = log.match(/^::.*$/gm) ?? [];
  return { log, commands, page: readFileSync(page, 'utf8') };
}

const filesIn = (commands: readonly string[]): string[] =>
  commands.map((line) => /file=catalog\/mapservers\/(\w+)\.yaml/.exec(line)?.[1] ?? '');

describe('annotations', () => {
  test('are at most ten of each severity in a step, and the log has the others as text', () => {
    const { commands, log } = annotated([inFiles(300, FINDING), inFiles(300, WARNING), inFiles(3, FINDING, 'form')]);
    expect(commands.filter((line) => line.startsWith('::error'))).toHaveLength(9);
    expect(commands.filter((line) => line.startsWith('::warning'))).toHaveLength(10);
    expect(log.match(/^(?:::|catalog\/)/gm)).toHaveLength(300 + 300 + 3);
  });

  test('are of each file before the second of another', () => {
    const many = Array.from({ length: 50 }, (_, index): Finding => ({ ...FINDING, line: index + 1 }));
    expect(filesIn(annotated([[...many, ...inFiles(8, FINDING)]]).commands)).toEqual([
      'one',
      ...Array.from({ length: 8 }, (_, index) => `m${index}`),
    ]);
  });

  test('are of each code before one comes again', () => {
    const other: Finding = { ...FINDING, file: 'mapservers/other.yaml', code: 'empty-value' };
    expect(filesIn(annotated([[...inFiles(100, FINDING), other]]).commands)).toContain('other');
  });

  test('are in the order of the findings', () => {
    const list = [FINDING, { ...FINDING, line: 9 }, ...inFiles(3, FINDING)];
    expect(filesIn(annotated([list]).commands)).toEqual(['one', 'one', 'm0', 'm1', 'm2']);
  });
});

describe('the page of the run', () => {
  test('has all findings by file, with counts', () => {
    const { page } = annotated([[FINDING, WARNING, ...inFiles(300, FINDING)]]);
    expect(page).toContain('#### 301 errors, 1 warning\n');
    expect(page).toContain(
      'catalog/mapservers/one.yaml: 1 error, 1 warning\n  3:10 error out-of-range  Must be at most 30, not 31\n  3:10 warning copyright-sign  Must',
    );
    expect(page.match(/^ {2}3:10 error/gm)).toHaveLength(301);
    expect(page).not.toContain('more problem');
  });

  test('has no markup, command or control character of the catalog', () => {
    const wild = 'a``` [x](https://example.org) <b>\n```\n## b\u001b[2J\u202e::error::x';
    const { page } = annotated([[{ ...FINDING, file: `${wild}.yaml`, message: wild }]]);
    const lines = page.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[2]).toBe('````text');
    expect(lines.at(-1)).toBe('````');
    expect(page).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|^\s*::/mu);
  });

  test('stays below the 1 MiB that GitHub takes, and counts the rest', () => {
    for (const message of ['x'.repeat(280), '地'.repeat(280), '\u202e'.repeat(280)]) {
      const { page } = annotated([inFiles(5_000, { ...FINDING, message })]);
      expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
      const [, more = ''] = /^… and ([\d,]+) more problems, for which there is no room here\.$/m.exec(page) ?? [];
      expect((page.match(/^ {2}3:10/gm) ?? []).length + Number(more.replace(',', ''))).toBe(5_000);
    }
  });

  test.each([
    ['without findings', [[]], true],
    ['without the variable', [[FINDING]], false],
  ])('is left alone %s', (_, lists, hasVariable) => {
    expect(annotated(lists as Finding[][], hasVariable as boolean).page).toBe('');
  });

  test('that cannot be written is one sentence', () => {
    const env = { GITHUB_STEP_SUMMARY: temporaryFolder() };
    expect(() => addToRunPage({ env }, 'x')).toThrow(/^GITHUB_STEP_SUMMARY cannot be written: [^\n]*\.$/);
  });
});
