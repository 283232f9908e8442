/** A character that XML does not allow never gets into a document, whichever field it is written in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../support/cli.ts';
import { textsIn } from '../../support/words.ts';

/** One of each kind that XML 1.0 does not allow: control characters, halves of a pair, non-characters. */
const REFUSED = ['\0', '\u0001', '\u000B', '\u001F', '\uD800', '\uDFFF', '\uFFFE', '\uFFFF'];

const GOOD = ['One two', 'a/b.zip', 'a.example.org', 'https://a.example.org/', '2026-09-19T01:03:00Z', 'F'.repeat(40)];
const MORE = [
  ...textsIn(`
  main | A_KEY | https://#{host}/#{zoom}/#{tilex}/#{tiley}.png | /v1/datasources/a/ | 2026 | 2026-08-26 | de
  EPSG:3857`),
  'F'.repeat(64),
  `RWQ${'a'.repeat(53)}`,
];

const FOLDER = join(ROOT, 'schemas', 'catalog');
const schemas = readdirSync(FOLDER).map(
  (file) => [file, JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))] as const,
);

type Node = Readonly<Record<string, unknown>>;

function nodesIn(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  return [...(Array.isArray(node) ? [] : [node as Node]), ...Object.values(node).flatMap(nodesIn)];
}

/** Whether a text or the keys of a mapping may be anything. */
function isFree({
  type,
  pattern,
  enum: values,
  const: value,
  additionalProperties,
  propertyNames,
  oneOf,
}: Node): boolean {
  const isText = [type].flat().includes('string') && pattern === undefined && values === undefined;
  const hasAnyKeys = type === 'object' && !oneOf && additionalProperties !== false && propertyNames === undefined;
  return (isText && value === undefined) || hasAnyKeys;
}

test('every text and key has a pattern, except in what is not published', () => {
  const free = schemas.filter(([, schema]) => nodesIn(schema).some(isFree)).map(([file]) => file);
  expect(free).toEqual(['area.json', 'removals.json']);
});

const patterns = new Set(schemas.flatMap(([, schema]) => nodesIn(schema).flatMap(({ pattern }) => pattern ?? [])));

describe.each([...patterns].map(String))('%s', (pattern) => {
  test('accepts a text, but not with such a character in it', () => {
    const expression = new RegExp(pattern, 'u');
    const accepted = [...GOOD, ...MORE].filter((text) => expression.test(text));
    expect(accepted).not.toEqual([]);
    for (const text of accepted) {
      for (let at = 0; at <= text.length; at++)
        for (const character of REFUSED)
          expect(expression.test(text.slice(0, at) + character + text.slice(at))).toBe(false);
    }
  });
});
