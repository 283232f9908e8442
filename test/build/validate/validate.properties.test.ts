import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnosticMessage } from '../../../build/diagnostics/diagnostic.ts';
import { resolvePlainScalar } from '../../../build/parse/scalars.ts';
import { CATALOG_LAYOUT, type FileRole } from '../../../build/read/layout.ts';
import { ALL_RULES } from '../../../build/rules/all-rules.ts';
import { runRules } from '../../../build/rules/run-rules.ts';
import { Content, type Document } from '../../../build/validate/content.ts';
import { validateFileValue } from '../../../build/validate/validate.ts';
import { anyCharacter, fc, timesRuns } from '../../support/property.ts';

const KEYS = [
  ...['id', 'name', 'minZoom', 'maxZoom', 'hosts', 'urlPattern', 'copyright', 'active', 'parent', 'datasources'],
  ...['title', 'serviceUrl', 'repository', 'baseUrl', 'directory', 'action', 'maxAge', 'source', 'url', 'include'],
  ...['a.zip', '/a.zip', 'a', '', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '7', 'naem', 'a~/b'],
  ...['checksums', 'fragments', 'boundingbox', 'imageurl', 'lastModified', 'contentLength', 'sha1'],
  ...['northEastLatitude', 'type', 'type', 'overlay', 'style', 'tiles', 'schema', 'service', 'layers', 'version'],
];

const leaf = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1, 1.5, 19, 31, 2 ** 53 - 1, 2 ** 53, '', 'One', 'Copy', 'maps', 'NO'),
  fc.constantFrom<unknown>(false, 'tms', 'wms', 'vector', 'pmtiles', 'xyz'),
  fc.constantFrom<unknown>('2026-09-19T01:03:00Z', '2026-02-30T00:00:00Z', 'F'.repeat(40), `https://#{host}/\${A_KEY}`),
  fc.constantFrom('NO', '1e3', '0o17', '.nan', '2026-09-19', '12:30').map(resolvePlainScalar),
  fc.string({ unit: anyCharacter, maxLength: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'medium' },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...KEYS), tie('value')), { maxLength: 8 })
      .map((members) => Object.fromEntries(members)),
  ),
}));

/** What a second validation may still report: removed parts are missing, and an empty object replaces a removed item. */
const LEFT_BY_PRUNING = ['missing-key', 'wrong-type', 'bad-path', 'empty-value', 'too-long'];

const KINDS = [...new Set(CATALOG_LAYOUT.map(({ role }) => role))];

describe.each(KINDS)('%s', (role: FileRole) => {
  const { path: pattern } = CATALOG_LAYOUT.find((place) => place.role === role) as { path: string };
  const path = pattern.replace('*', 'x');
  const file = { role, path, name: pattern.includes('*') ? 'x' : null };

  test('any value is accepted or reported, and rules can look at what is left of it', () =>
    fc.assert(
      fc.property(values, (value) => {
        const first = validateFileValue(role, path, value);
        for (const problem of first.diagnostics) expect(diagnosticMessage(problem, 'x')).not.toMatch(/undefined/);
        if (first.value === undefined) {
          expect(first.diagnostics).not.toEqual([]);
          return;
        }
        const again = validateFileValue(role, path, structuredCloneWithSymbols(first.value));
        expect(again.diagnostics.filter((fault) => !isLeft(fault))).toEqual([]);
        if (first.diagnostics.length === 0) expect(again.diagnostics).toEqual([]);
        const content = new Content([{ file, value: first.value } as Document], [path]);
        for (const problem of runRules(ALL_RULES, content, { environment: {}, requireTokens: true }))
          expect(diagnosticMessage(problem, 'x')).not.toMatch(/undefined/);
      }),
      { numRuns: timesRuns(20) },
    ));
});

function isLeft({ code, place, details }: Diagnostic): boolean {
  if (code === 'wrong-type') return (details as { found: unknown }).found === 'a mapping';
  // An id that is refused is kept, so that rules can look for a similar one, and a key, so that they look at its value.
  if (code === 'bad-id') return true;
  const isKey = place !== null && 'on' in place && place.on === 'key';
  return code === 'missing-key' || (isKey && LEFT_BY_PRUNING.includes(code));
}

/** `structuredClone` refuses symbols. */
function structuredCloneWithSymbols(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCloneWithSymbols);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, structuredCloneWithSymbols(member)]));
}
