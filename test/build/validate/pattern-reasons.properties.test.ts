import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnostic, diagnosticMessage } from '../../../build/diagnostics/diagnostic.ts';
import {
  EXPLAINED_PATTERNS,
  explainPatternMismatch,
  explainUrlPattern,
} from '../../../build/validate/pattern-reasons.ts';
/** The schemas' patterns and the functions that explain them agree. */
import categories from '../../../schemas/catalog/categories.json' with { type: 'json' };
import tileserver from '../../../schemas/catalog/tileserver.json' with { type: 'json' };
import { ROOT } from '../../support/cli.ts';
import { anyCharacter, fc } from '../../support/property.ts';

const SCHEMAS = join(ROOT, 'schemas', 'catalog');
const PATTERNS = [
  ...new Set(
    readdirSync(SCHEMAS)
      .flatMap((file) => [...readFileSync(join(SCHEMAS, file), 'utf8').matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)])
      .map(([, pattern]) => JSON.parse(pattern as string) as string),
  ),
];

/** Pieces that good and bad texts of every kind are made of. */
const PIECES = [
  ...['https://', 'http://', 'HTTPS://', 'ftp://', '//', '/', ':', '?', '=', '&', '#', '@', '%20', '%2F', ':8080'],
  ...['#{host}', '#{zoom}', '#{tilex}', '#{tiley}', '#{language}', '#{z}', '#{', '}', '{x}', '{-y}', '{r}', '$z'],
  ...[`\${A_KEY}`, `\${A_TOKEN}`, `\${KEY}`, `\${a_key}`, `\${A}`, '$', '{', '`', '<ACCESS_TOKEN>', '^', '|', '"', '<'],
  ...['a', 'A', 'example', '.org', '.', '..', '-', '_', '7', '0', ' ', '\t', '\n', '\\', 'C:', 'ö', '地', '😀'],
  ...['\u0000', '\u001b', '\u007f', '\u0085', '\u00a0', '\u2028', '\ud800', '\udc00', '\ufffe', '\uffff', '\ufeff'],
  ...['2026-09-19', 'T', 't', '01:03:00', '24:00:00', 'Z', '+02:00', '.5', '2026-13-01', '02-30'],
  ...['483AF8EEF96B20864776F019D4537B3750C1173D', '483af8ee', 'F'.repeat(32), '0'.repeat(64)],
];

const texts = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 9 }).map((pieces) => pieces.join('')),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
);

/** Reasons that are given when no other is found, and what must then be true of the text. */
const LAST_REASONS: readonly (readonly [says: RegExp, isTrue: RegExp])[] = [
  [/begins or ends with a space/, /^\s|\s$/],
  [/ends in a dot or a space/, /[. ](?:\/|$)/],
  [/it must end in \//, /^https?:\/\/[^#]*(?<![/=?&]|%2[Ff])$/],
  [/no such month, day or hour/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  [/other than 0-9 and A-F/, /[^0-9A-Fa-f]/],
  [/use letters, digits, hyphens and single dots/, /\.\.|^[.-]|[.-]$|-\.|\.-|[^a-z0-9._-]/],
];

test('every pattern has its own function, except that of category names, which is explained like other labels', () => {
  expect(PATTERNS.filter((pattern) => !EXPLAINED_PATTERNS.includes(pattern))).toEqual([
    categories.items.properties.name.pattern,
  ]);
  expect(EXPLAINED_PATTERNS.filter((pattern) => !PATTERNS.includes(pattern))).toEqual([]);
});

describe.each(PATTERNS)('%s', (pattern) => {
  const expression = new RegExp(pattern, 'u');

  test('is explained, in one line, for every text that it refuses', () =>
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== '' && !expression.test(text));
        const reasons = explainPatternMismatch(pattern, text);
        expect(reasons).not.toEqual([]);
        for (const reason of reasons) {
          const message = diagnosticMessage(diagnostic(reason.code, '', null, reason.details as never), text);
          expect(message).not.toMatch(/undefined|\[object|[\p{Cc}\p{Cs}]/u);
          expect(message.length).toBeLessThan(400);
          for (const [says, isTrue] of LAST_REASONS) if (says.test(message)) expect(text).toMatch(isTrue);
        }
      }),
      { numRuns: 250 },
    ));
});

test('a urlPattern has a fault exactly when the schema refuses it', () => {
  const expression = new RegExp(tileserver.properties.urlPattern.pattern, 'u');
  const whole = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png';
  const inserted = fc
    .tuple(fc.constantFrom(...PIECES), fc.nat(whole.length))
    .map(([piece, at]) => whole.slice(0, at) + piece + whole.slice(at));
  const assembled = fc
    .shuffledSubarray(['#{host}', '#{zoom}', '#{tilex}', '#{tiley}', ...PIECES.slice(0, 40)], { maxLength: 12 })
    .map((pieces) => pieces.join(''));
  const good = fc
    .shuffledSubarray(['#{host}', '#{zoom}', '#{tilex}', '#{tiley}', '#{language}', '/', '?a=', `\${A_KEY}`, '%20'])
    .map((pieces) => `https://${pieces.join('')}`);
  let accepted = 0;
  fc.assert(
    fc.property(fc.oneof(texts, inserted, assembled, good), (text) => {
      const isAccepted = expression.test(text);
      if (isAccepted) accepted++;
      expect(explainUrlPattern(text).length === 0).toBe(isAccepted);
    }),
    { numRuns: 1_500 },
  );
  expect(accepted).toBeGreaterThan(100);
});
