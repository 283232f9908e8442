import { expect, test } from 'vitest';
import { parse as parseWith } from 'yaml';
import { parseCatalogFile } from '../../../build/parse/parse.ts';
import { asMisreadNumber, resolvePlainScalar } from '../../../build/parse/scalars.ts';
import { findingsOf } from '../../../build/report/positions.ts';
import { anyCharacter, fc } from '../../support/property.ts';

const scalars = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'0123456789-+._eExoObBTZ:nNaAiIfFyYsSuUlL~ '), maxLength: 22 }),
  fc.double().map(String),
  fc.maxSafeInteger().map(String),
  fc.bigInt().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

test('a plain scalar is never taken for another value', () =>
  fc.assert(
    fc.property(scalars, (source) => {
      const value = resolvePlainScalar(source);
      const misread = asMisreadNumber(value);
      if (misread !== null) expect(misread).toBe(source);
      else if (typeof value === 'number') {
        // JSON says the same number, and an integer is the very one that was written.
        expect(value).toBe(JSON.parse(source) + 0);
        if (!source.includes('.')) expect(BigInt(source)).toBe(BigInt(value));
      } else if (typeof value === 'boolean') expect(source.toLowerCase()).toBe(String(value));
      else if (value === null) expect(['', '~', 'null', 'Null', 'NULL']).toContain(source);
      else expect(value).toBe(source);
    }),
    { numRuns: 500 },
  ));

test('what is text in the core schema of YAML 1.2 is text, and nothing else is', () =>
  fc.assert(
    fc.property(scalars, (source) => {
      // What is no plain scalar is read in other places.
      fc.pre(/^[\w.+=~-][\w.+:=~-]*$/.test(source) && !/^[-?:]$|:$|^(?:---|\.\.\.)/.test(source));
      const isText = typeof parseWith(source, { version: '1.2', schema: 'core' }) === 'string';
      expect(typeof resolvePlainScalar(source) === 'string').toBe(isText);
    }),
    { numRuns: 500 },
  ));

const yaml = fc
  .array(
    fc.constantFrom(
      ...['a', 'b: ', 'a.zip:', '- ', '? ', ': ', '{', '}', '[', ']', ', ', '"', "'", '\n', '\r\n', '\n  '],
      ...['\n    ', '\t'],
      ...['# x', ' #x', '&a ', '*a', '!t ', '!!str ', '---\n', '...\n', '%YAML 1.1\n', '|\n', '>-\n'],
      ...['<<: ', '\\x', 'é', '😀'],
      ...['NO', '1e3', '13,77', '~', 'null', '2026-09-19', '\u0000', '\uFEFF', '<<<<<<< HEAD\n', '@', '`', '%'],
    ),
    { maxLength: 25 },
  )
  .map((pieces) => Buffer.from(pieces.join('')));

test('any bytes are parsed or reported, each problem inside the text', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.string({ unit: anyCharacter }).map((text) => Buffer.from(text)),
    yaml,
  );
  fc.assert(
    fc.property(bytes, (content) => {
      const { text, value, diagnostics } = parseCatalogFile('x.yaml', content);
      if (value === undefined) expect(diagnostics).not.toEqual([]);
      for (const { line, column, endColumn, lineText, message } of findingsOf(diagnostics, () => text)) {
        expect(line).toBeLessThanOrEqual(text.split(/\r\n?|\n/).length);
        if (lineText !== null) expect(column).toBeLessThanOrEqual(lineText.length + 1);
        if (endColumn !== null) expect(endColumn).toBeGreaterThan(column);
        expect(message).toMatch(/^\S.*$/);
      }
    }),
    { numRuns: 500 },
  );
});
