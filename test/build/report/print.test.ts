import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../build/report/findings.ts';
import { findingsAsAnnotations, findingsAsJson, findingsAsText, summedUp } from '../../../build/report/print.ts';

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
const plain = false;

test('colours change nothing else', () => {
  const coloured = findingsAsText([FINDING], '', true);
  expect(coloured).toContain('\u001b[31merror\u001b[39m');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what colours are made of.
  expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(findingsAsText([FINDING], '', plain));
});

test('warnings of one code are one line that counts them, errors are not summed up', () => {
  const sign: Finding = { ...FINDING, severity: 'warning', code: 'copyright-sign', message: 'Delete "©"' };
  const signs = Array.from({ length: 80 }, (_, index): Finding => ({ ...sign, file: `mapservers/m${index}.yaml` }));
  const same: Finding = { ...sign, code: 'same-server', message: 'Same' };
  expect(findingsAsText(summedUp([...signs, FINDING, same, FINDING]), '', plain).replaceAll(/^ .*\n/gm, '')).toBe(
    'mapservers/m0.yaml:3:10 warning copyright-sign  Delete "©" (and 79 more, see --verbose)\n' +
      'mapservers/one.yaml:3:10 error out-of-range  Must be at most 30, not 31\n' +
      'mapservers/one.yaml:3:10 warning same-server  Same\n' +
      'mapservers/one.yaml:3:10 error out-of-range  Must be at most 30, not 31\n',
  );
});

test('a path that only a commit can have is cut, but not for programs', () => {
  const long: Finding = { ...FINDING, file: `mapservers/${'n'.repeat(160_000)}.yaml` };
  const many = Array.from({ length: 101 }, () => long);
  for (const line of findingsAsText(many, '', plain).split('\n')) expect(line.length).toBeLessThan(4_200);
  expect(findingsAsAnnotations([long], '').length).toBeLessThan(4_200);
  expect(findingsAsJson([long], '', { catalog: 'c', files: 1, changedSince: null })).toContain(long.file);
});

test('of many findings with the same code in a file, a hundred are shown and the others counted', () => {
  const many = Array.from({ length: 250 }, (_, index): Finding => ({ ...FINDING, line: index + 1 }));
  const other: Finding = { ...FINDING, line: 300, code: 'empty-value', message: 'Must not be empty' };
  const elsewhere: Finding = { ...FINDING, file: 'mapservers/two.yaml' };
  const headings = findingsAsText([...many, other, elsewhere], '', plain)
    .split('\n')
    .filter((line) => line.startsWith('mapservers'));
  expect(headings).toHaveLength(100 + 1 + 1 + 1);
  expect(headings.slice(-3)).toEqual([
    'mapservers/one.yaml:300:10 error empty-value  Must not be empty',
    'mapservers/one.yaml and 150 more out-of-range',
    'mapservers/two.yaml:3:10 error out-of-range  Must be at most 30, not 31',
  ]);
});

describe('of findings in very many files, 2,000 are shown, the errors first, and the others counted', () => {
  const inFiles = (count: number, finding: Finding): Finding[] =>
    Array.from({ length: count }, (_, index) => ({ ...finding, file: `mapservers/m${index}.yaml`, lineText: null }));
  const warnings = inFiles(500, { ...FINDING, severity: 'warning', code: 'unset-token' });
  const rest = '… and 13,500 more problems in 13,500 files: 13,000 errors, 500 warnings';
  const findings = [...warnings, ...inFiles(15_000, FINDING)];

  test('as text', () => {
    const text = findingsAsText(findings, '', plain);
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(2_001);
    expect(lines.at(-1)).toBe(rest);
    expect(text).not.toContain('unset-token');
  });
});

test.each<[name: string, lineText: string, column: number, endColumn: number, shown: string, caret: string]>([
  [
    'a line that is too long is cut on both sides',
    `${'a'.repeat(200)}XY${'b'.repeat(200)}`,
    201,
    203,
    `…${'a'.repeat(50)}XY${'b'.repeat(48)}…`,
    `${' '.repeat(51)}^^`,
  ],
  ['a caret after the end', 'ab', 3, 4, 'ab', '  ^'],
  ['wide letters take two cells', '地図: x', 5, 6, '地図: x', '      ^'],
  ['combining marks take no cell', 'e\u0301: x', 5, 6, 'e\u0301: x', '   ^'],
  ['tabs and escapes become spaces', '\ta: \x1b[31m', 5, 6, ' a:  [31m', '    ^'],
  ['a picture is not cut in half', `${'😀'.repeat(60)}X`, 121, 122, `…${'😀'.repeat(49)}X`, `${' '.repeat(99)}^`],
])('%s', (_, lineText, column, endColumn, shown, caret) => {
  const [, line, marks] = findingsAsText([{ ...FINDING, lineText, column, endColumn }], '', plain).split('\n');
  expect(line).toBe(`  3 | ${shown}`);
  expect(marks).toBe(`    | ${caret}`);
});

test('no format prints control characters of a path, a line or a message', () => {
  const wild = 'a\x1b[2J\x07\x7f\x9b31m\u202e\u2028\u{e0001}\r\nb';
  const finding: Finding = { ...FINDING, file: `${wild}.yaml`, lineText: `${wild} maxZoom`, message: 'No' };
  const many = Array<Finding>(101).fill(finding);
  const json = findingsAsJson(many, wild, { catalog: wild, files: 1, changedSince: null });
  for (const output of [findingsAsText(many, wild, plain), findingsAsAnnotations(many, wild), json])
    expect(output).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(json)).toMatchObject({
    catalog: wild,
    diagnostics: [{ file: `${wild}${wild}.yaml` }, ...Array(100).fill({})],
  });
});

const AT = 'file=c/mapservers/one.yaml,line=3,col=10,endColumn=12,title=out-of-range';

test.each<[what: string, finding: Partial<Finding>, line: string]>([
  ['a place', {}, `::error ${AT}::No`],
  ['a warning', { severity: 'warning' }, `::warning ${AT}::No`],
  ['a whole file', { lineText: null }, '::error file=c/mapservers/one.yaml,title=out-of-range::No'],
  [
    'a message that could end the command or begin another',
    { message: '100%: a, b\r\n::error::x' },
    `::error ${AT}::100%25: a, b%0D%0A::error::x`,
  ],
  [
    'a path with the separators of properties',
    { file: 'a,b:c%d\n.yaml', lineText: null },
    '::error file=c/a%2Cb%3Ac%25d%0A.yaml,title=out-of-range::No',
  ],
  ['an escape in the catalog', { message: '%0A stays' }, `::error ${AT}::%250A stays`],
])('an annotation of %s', (_, finding, line) => {
  expect(findingsAsAnnotations([{ ...FINDING, message: 'No', ...finding }], 'c/')).toBe(`${line}\n`);
});
