/**
 * Templates of other programs, and what they become: `test/fixtures/tile-urls/converted.txt` has a template on each line
 * that begins with `>`, what is given with it, and the result. `-u` writes the results again: read the diff.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mapOfAddress } from '../../../build/map-types/map-address.ts';
import { convertTemplate } from '../../../build/tile-url/convert.ts';
import { describeNote, describeTemplateProblem } from '../../../build/tile-url/explanations.ts';
import { templatePieces } from '../../../build/tile-url/template-pieces.ts';
import { ROOT } from '../../support/cli.ts';
import { inTime } from '../../support/in-time.ts';

const CASES = join(ROOT, 'test', 'fixtures', 'tile-urls', 'converted.txt');

interface Given {
  readonly subdomains?: string[];
  readonly hosts?: string[];
  readonly values?: Record<string, string>;
  readonly variables?: Record<string, string>;
}

function linesFor(url: string, given: string | undefined): string[] {
  const { subdomains, hosts, values = {}, variables = {} }: Given = JSON.parse(given ?? '{}');
  const result = convertTemplate({
    url,
    subdomains: subdomains ?? null,
    hosts: hosts ?? null,
    values: new Map(Object.entries(values)),
    variables: new Map(Object.entries(variables)),
  });
  const lines = [`> ${url}`, ...(given === undefined ? [] : [`  given ${given}`])];
  if ('reason' in result) return [...lines, `  ${result.reason.code}: ${describeTemplateProblem(result.reason)}`];
  const notes = result.notes.map((note) => `  ${note.code}: ${describeNote(note)}`);
  return [...lines, `  ${result.urlPattern}`, `  on ${result.hosts.join(', ')}`, ...notes];
}

test('templates become hosts and a urlPattern, or a reason why not', async () => {
  const cases = readFileSync(CASES, 'utf8').matchAll(/^> (.*)\n(?: {2}given (.*)\n)?/gm);
  const text = [...cases].flatMap(([, url = '', given]) => linesFor(url, given)).join('\n');
  await expect(`${text}\n`).toMatchFileSnapshot(CASES);
  expect(text.match(/^ .*(?:undefined|s3cr3t)/m)).toBeNull();
});

test('an address that is too long is not looked at', () => {
  const url = `https://a.example.org/{z}/{x}/{y}.png?${'a'.repeat(4_000)}`;
  expect(convertTemplate({ url })).toEqual({ reason: { code: 'too-long' } });
  expect(mapOfAddress({ url })).toEqual({ reason: { code: 'too-long' } });
  expect(describeTemplateProblem({ code: 'too-long' })).toBe('it has more than 4,000 characters');
});

test('a long text without an end of a placeholder is read in linear time', () =>
  inTime(() => templatePieces(`https://example.org/<${'key'.repeat(100_000)}`)));
