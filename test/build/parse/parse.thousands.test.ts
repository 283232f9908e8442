/** A whole number with a point before three zeros is read as a small one, which is a warning where it may be thousands. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnosticMessage } from '../../../build/diagnostics/diagnostic.ts';
import { parseCatalogFile } from '../../../build/parse/parse.ts';
import { thousandsAdvice } from '../../../build/parse/scalars.ts';
import { ROOT } from '../../support/cli.ts';

const messagesOf = (text: string): string[] =>
  parseCatalogFile('x', Buffer.from(text)).diagnostics.map((one) => diagnosticMessage(one, ''));

test.each([
  ['maxFiles: 20.000\n', ['20.000 is the number 20; write 20, or 20000 if these are thousands']],
  ['quota: { tiles: 1.000, per: day }\n', ['1.000 is the number 1; write 1, or 1000 if these are thousands']],
  ['maxFiles: 20.0\n', []],
  ['maxFiles: 20000\n', []],
  ['maxFiles: "20.000"\n', []],
  ['maxFiles: 0.000\n', []],
  ['# maxFiles: 20.000\na: 1\n', []],
])('%j: %j', (text, messages) => expect(messagesOf(text)).toEqual(messages));

/** The keys of the catalog schemas whose values have a type. */
function keysOf(type: string): string[] {
  const keys = new Set<string>();
  const followed = (schema: Record<string, unknown>, all: Record<string, unknown>): unknown => {
    const name =
      String(schema['$ref'] ?? '')
        .split('/')
        .at(-1) ?? '';
    const { $defs = {} } = (/^#/.test(String(schema['$ref'])) ? all : COMMON) as { $defs?: Record<string, object> };
    return schema['type'] ?? ($defs[name] as { type?: unknown } | undefined)?.type;
  };
  const visit = (part: unknown, all: Record<string, unknown>): void => {
    if (typeof part !== 'object' || part === null) return;
    const { properties = {} } = part as { properties?: Record<string, Record<string, unknown>> };
    for (const [key, member] of Object.entries(properties)) if (followed(member, all) === type) keys.add(key);
    for (const inner of Object.values(part)) visit(inner, all);
  };
  for (const schema of SCHEMAS) visit(schema, schema);
  return [...keys];
}
const FOLDER = join(ROOT, 'schemas', 'catalog');
const SCHEMAS = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
const COMMON = JSON.parse(readFileSync(join(FOLDER, 'common.json'), 'utf8'));

test('only keys whose values can have a fraction are left out', () => {
  const [fractions, whole] = [keysOf('number'), keysOf('integer')];
  expect([fractions.length, whole.length].every((count) => count > 5)).toBe(true);
  expect(fractions.filter((key) => messagesOf(`${key}: 20.000\n`).length > 0)).toEqual([]);
  expect(whole.filter((key) => messagesOf(`${key}: 20.000\n`).length === 0)).toEqual([]);
});

test.each([
  ['3,001', false, 'write it without the comma: 3001, or with a point: 3.001'],
  ['3,001', true, 'write it without the comma: 3001'],
  ['3.001', true, 'write it without the point: 3001'],
  ['3,001,234', true, 'write it without commas: 3001234'],
  ['3001', true, null],
])('%s, a whole number: %s', (text, isWhole, advice) => expect(thousandsAdvice(text, isWhole)).toBe(advice));
