import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnostic, value } from '../../../build/diagnostics/diagnostic.ts';
import { concerning, countsOf, type Finding, hasErrorElsewhere, summary } from '../../../build/report/findings.ts';
import { findingsOf } from '../../../build/report/positions.ts';
import { inTime } from '../../support/in-time.ts';

/** A problem with one character of a file. */
const problem = (file: string, start: number, code: 'bad-id' | 'bad-sha1' = 'bad-id'): Diagnostic => {
  const place = { start, end: start + 1 };
  return code === 'bad-id'
    ? diagnostic(code, file, place, { found: 'x' })
    : diagnostic(code, file, place, { why: 'y' });
};

const positions = (diagnostics: readonly Diagnostic[], text: string): string[] =>
  findingsOf(diagnostics, () => text).map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`);

describe('findings', () => {
  test('are in the order of files by code point, then of positions, then of codes', () => {
    const diagnostics = [
      problem('😀.yaml', 0),
      problem('b.yaml', 4),
      problem('b.yaml', 2),
      problem('b.yaml', 0, 'bad-sha1'),
      problem('b.yaml', 0),
      problem('B.yaml', 0),
      problem('～.yaml', 0),
    ];
    expect(positions(diagnostics, 'ab\ncd\n')).toEqual([
      'B.yaml:1:1 bad-id',
      'b.yaml:1:1 bad-id',
      'b.yaml:1:1 bad-sha1',
      'b.yaml:1:3 bad-id',
      'b.yaml:2:2 bad-id',
      '～.yaml:1:1 bad-id',
      '😀.yaml:1:1 bad-id',
    ]);
  });

  test('have the line of a value, named by its JSON Pointer', () => {
    const text = 'id: One\nhosts:\n  - a.example.org\n  - bad host\n';
    const wrong = diagnostic('bad-host', 'a.yaml', value('hosts', 1), {
      found: 'bad host',
      why: 'it contains a space',
    });
    expect(findingsOf([wrong], () => text)).toMatchObject([
      { line: 4, column: 5, endColumn: 13, lineText: '  - bad host', severity: 'error' },
    ]);
  });

  test.each(['ab\ncd', 'ab\r\ncd', 'ab\rcd'])('lines of %j', (text) => {
    const [finding] = findingsOf([problem('a.yaml', text.indexOf('d'))], () => text);
    expect(finding).toMatchObject({ line: 2, column: 2, endColumn: 3, lineText: 'cd' });
  });

  test('of one long line are found in linear time', () => {
    const text = `#${'?key=abcd&'.repeat(20_000)}`;
    const many = Array.from({ length: 20_000 }, (_, index) => problem('a.yaml', index));
    return inTime(() => findingsOf(many, () => text));
  });

  test('ask once for the text of a file, and not where a whole file is meant', () => {
    const asked: string[] = [];
    const whole = diagnostic('empty-file', 'whole.yaml', null, { hasComments: false });
    const findings = findingsOf([problem('a.yaml', 0), problem('a.yaml', 1), whole], (file) => {
      asked.push(file);
      return 'ab';
    });
    expect(asked).toEqual(['a.yaml']);
    expect(findings.at(-1)).toMatchObject({ line: 1, column: 1, endColumn: null, lineText: null });
  });
});

const ERROR: Finding = {
  file: 'editions/offline.yaml',
  line: 2,
  column: 15,
  endColumn: 19,
  lineText: 'datasources: [maps]',
  severity: 'error',
  code: 'unknown-datasource',
  message: 'There is no data source maps',
};
const WARNING: Finding = { ...ERROR, severity: 'warning', code: 'unset-token', message: 'Not set' };

describe('a change', () => {
  const here = new Set([ERROR.file]);
  const elsewhere = new Set(['datasources/maps/datasource.yaml']);

  test.each<[string, Finding, ReadonlySet<string>, Finding[], 'listed' | 'unlisted']>([
    ['an error in a file that changed', ERROR, here, [ERROR], 'listed'],
    ['a warning in a file that changed', WARNING, here, [WARNING], 'listed'],
    ['an error elsewhere that was not there before', ERROR, elsewhere, [], 'listed'],
    ['an error elsewhere that was there before', ERROR, elsewhere, [ERROR], 'unlisted'],
    ['an error elsewhere in place of another', ERROR, elsewhere, [{ ...ERROR, message: 'x' }], 'listed'],
    ['a warning elsewhere', WARNING, elsewhere, [], 'unlisted'],
  ])('%s', (_, finding, changed, before, expected) => {
    const scoped = concerning([finding], changed, before);
    expect(scoped).toEqual({ listed: [], unlisted: [], [expected]: [finding] });
  });

  test.each<[Finding[], ReadonlySet<string>, boolean]>([
    [[ERROR], elsewhere, true],
    [[ERROR], here, false],
    [[WARNING], elsewhere, false],
    [[], elsewhere, false],
  ])('needs to know what was there before only for an error elsewhere', (findings, changed, expected) => {
    expect(hasErrorElsewhere(findings, changed)).toBe(expected);
  });
});

test.each<[Finding[], string]>([
  [[], '0 errors, 0 warnings'],
  [[ERROR, WARNING, ERROR], '2 errors, 1 warning'],
])('counts', (findings, text) => {
  expect(summary(findings)).toBe(text);
  const { errors, warnings } = countsOf(findings);
  expect(errors + warnings).toBe(findings.length);
});
