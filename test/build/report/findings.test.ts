import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnostic } from '../../../build/diagnostics/diagnostic.ts';
import { findingsOf } from '../../../build/report/positions.ts';
import { inTime } from '../../support/in-time.ts';
import { textsIn } from '../../support/words.ts';

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
    expect(positions(diagnostics, 'ab\ncd\n')).toEqual(
      textsIn(`
      B.yaml:1:1 bad-id | b.yaml:1:1 bad-id | b.yaml:1:1 bad-sha1 | b.yaml:1:3 bad-id | b.yaml:2:2 bad-id
      ～.yaml:1:1 bad-id | 😀.yaml:1:1 bad-id`),
    );
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
});
