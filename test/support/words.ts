import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './cli.ts';

/** The texts of a paragraph, which a bar or the end of a line divides. */
export const textsIn = (paragraph: string): string[] => paragraph.trim().split(/\s*[|\n]\s*/);

/** The rows of a table, a line each, whose cells a bar divides. */
export const rowsIn = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(' | '));

/** The cases of a file below `test/fixtures/`: lines as they are written, and below them, indented, what each must give. */
export function casesIn(file: string): [written: string, given: string][] {
  const parts = readFileSync(join(ROOT, 'test/fixtures', file), 'utf8')
    .replace(/^# .*\n/gm, '')
    .split(/^ {2}(.*)\n/m);
  const given = parts.filter((_, index) => index % 2 === 1);
  return given.flatMap((answer, index) =>
    (parts[2 * index] ?? '')
      .trim()
      .split('\n')
      .map((line): [string, string] => [line, answer]),
  );
}
