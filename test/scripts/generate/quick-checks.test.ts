import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from '../../../build/parse/parse.ts';
import { matchLayout, schemaOf } from '../../../build/read/layout.ts';
import { quickChecks } from '../../../scripts/generate/quick-checks.ts';
import { fc } from '../../support/property.ts';

const SCHEMAS = join(import.meta.dirname, '..', '..', '..', 'schemas', 'catalog');
const FOR_EDITORS = ['patternErrorMessage', 'defaultSnippets', 'enumDescriptions', 'typeName'];
const LONGEST_TEXT = 100_000;

type Schemas = ReadonlyMap<string, Record<string, unknown>>;
type Check = (value: unknown) => boolean;

/** The quick checks of schemas as functions. */
function compiled(schemas: Schemas, names: readonly string[]): Record<string, Check> {
  const { code, functions } = quickChecks(schemas, names, FOR_EDITORS, LONGEST_TEXT);
  const members = [...functions].map(([name, used]) => `${name}: ${used}`);
  return new Function(`${code}return { ${members.join(', ')} };`)();
}

const schemas: Schemas = new Map(
  readdirSync(SCHEMAS).map((file) => [file, JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8'))]),
);
const quick = compiled(schemas, ['files', 'maps', 'themes']);
const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
for (const schema of schemas.values()) ajv.addSchema(schema);

const SHA1 = '0123456789ABCDEF0123456789ABCDEF01234567';
const CHECKSUM = { lastModified: '2026-01-01T00:00:00Z', contentLength: 0, sha1: SHA1 };
const BOX = { northEastLongitude: 180, northEastLatitude: -90, southWestLongitude: -180.0, southWestLatitude: 52.5 };

describe('quick checks of large files', () => {
  test.each<[string, unknown]>([
    ['files', {}],
    ['files', { 'a.zip': {} }],
    [
      'files',
      { 'a/b.zip': { checksums: [CHECKSUM, { ...CHECKSUM, sha1: null }], fragments: { 'x.map': [CHECKSUM] } } },
    ],
    ['maps', { 'a.map': { checksums: [], boundingbox: BOX } }],
    ['themes', { 'a.zip': { imageurl: 'https://example.org/a.png' } }],
  ])('accept %s of %j', (name, value) => {
    expect(quick[name]?.(value)).toBe(true);
    expect(ajv.getSchema(`${name}.json`)?.(value)).toBe(true);
  });

  const inList = (checksum: unknown): unknown => ({ a: { checksums: [CHECKSUM, checksum] } });
  test.each<[string, unknown]>([
    ['no object', []],
    ['null', null],
    ['a scalar that is misread', Symbol('a date:2026-01-01')],
    ['a path that is none', { '../a': {} }],
    ['an empty path', { '': {} }],
    ['a path that is too long', { ['a'.repeat(1001)]: {} }],
    ['an entry that is null', { a: null }],
    ['an unknown key', { a: { checksum: [] } }],
    ['a key that every object inherits', { a: { constructor: [] } }],
    ['a key that changes what objects inherit', { a: JSON.parse('{"__proto__":[]}') }],
    ['checksums that are no list', { a: { checksums: {} } }],
    ['a checksum that is no mapping', inList('x')],
    ['a checksum that lacks a key', inList({ lastModified: CHECKSUM.lastModified, contentLength: 0 })],
    ['a checksum with a key too many', inList({ ...CHECKSUM, size: 1 })],
    ['another key in place of one', inList({ lastModified: CHECKSUM.lastModified, contentLength: 0, sha256: SHA1 })],
    ['a time in another form', inList({ ...CHECKSUM, lastModified: '2026-01-01 00:00:00Z' })],
    ['a month that there is not', inList({ ...CHECKSUM, lastModified: '2026-13-01T00:00:00Z' })],
    ['a negative length', inList({ ...CHECKSUM, contentLength: -1 })],
    ['half a byte', inList({ ...CHECKSUM, contentLength: 0.5 })],
    ['a length that is not exact', inList({ ...CHECKSUM, contentLength: 2 ** 53 })],
    ['a length that is a text', inList({ ...CHECKSUM, contentLength: '1' })],
    ['lowercase digits', inList({ ...CHECKSUM, sha1: SHA1.toLowerCase() })],
    ['too few digits', inList({ ...CHECKSUM, sha1: SHA1.slice(1) })],
    ['too many digits', inList({ ...CHECKSUM, sha1: `${SHA1}0` })],
    ['too many checksums', { a: { checksums: new Array(10_001).fill(CHECKSUM) } }],
    ['a fragment with a faulty path', { a: { fragments: { '/b': [] } } }],
    ['a fragment with a faulty checksum', { a: { fragments: { b: [{}] } } }],
    ['too many entries', Object.fromEntries(Array.from({ length: 100_001 }, (_, index) => [`n${index}`, {}]))],
    ['a box of maps', { a: { boundingbox: { ...BOX, northEastLongitude: 180.1 } } }],
  ])('refuse %s', (_, value) => {
    expect(quick['maps']?.(value)).toBe(false);
    expect(ajv.getSchema('maps.json')?.(value)).toBe(false);
  });

  test('refuse whatever ajv refuses', () => {
    const odd = fc.constantFrom<unknown>(
      null,
      true,
      '',
      'x',
      -1,
      0.5,
      2 ** 60,
      [],
      {},
      [{}],
      '2026-02-31T00:00:00Z',
      SHA1,
    );
    const half = (right: unknown): fc.Arbitrary<unknown> =>
      fc.oneof({ weight: 30, arbitrary: fc.constant(right) }, odd);
    const checksum = fc.record(
      {
        lastModified: half(CHECKSUM.lastModified),
        contentLength: fc.oneof({ weight: 9, arbitrary: fc.nat() }, odd),
        sha1: half(SHA1),
      },
      { requiredKeys: ['lastModified', 'contentLength'] },
    );
    const checksums = fc.oneof({ weight: 9, arbitrary: fc.array(checksum, { maxLength: 3 }) }, odd);
    const path = fc.oneof(fc.constantFrom('a', 'a/b.zip', '../a', 'é.map', '%2e'), fc.string({ maxLength: 4 }));
    const box = fc.record({
      northEastLongitude: fc.double({ min: -200, max: 200 }),
      northEastLatitude: half(1),
      southWestLongitude: half(1),
      southWestLatitude: half(1),
    });
    const entry = fc.record(
      { checksums, fragments: fc.dictionary(path, checksums, { maxKeys: 2 }), boundingbox: box, imageurl: half('') },
      { requiredKeys: [] },
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom('files', 'maps', 'themes'), fc.dictionary(path, entry), (name, value) => {
        const isAccepted = quick[name]?.(value) === true;
        if (isAccepted) accepted++;
        expect(isAccepted).toBe(ajv.getSchema(`${name}.json`)?.(value));
      }),
      { numRuns: 1_000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});

describe('quick checks of catalog files', () => {
  const names = [...schemas.keys()].map((file) => file.replace('.json', '')).filter((name) => name !== 'common');
  const every = compiled(schemas, names);
  const ROOT = join(SCHEMAS, '..', '..');
  const files = ['test/golden', 'test/fixtures/bad', 'templates'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).flatMap((path) => {
      const inCatalog =
        /(?:input|catalog|bad\/[^/]+)\/((?:mapservers|overlayservers|datasources|editions)\/.*|[a-z]+\.yaml)$/;
      const match = matchLayout(inCatalog.exec(`${folder}/${path.replaceAll('\\', '/')}`)?.[1] ?? '');
      if (match === null) return [];
      const { value, text } = parse(path, readFileSync(join(ROOT, folder, path)));
      return text.length < 10_000 && value !== undefined ? [{ schema: schemaOf(match.kind), value }] : [];
    }),
  );

  test('accept nothing that ajv refuses, and all that it accepts of the files of the tests', () => {
    expect(new Set(files.map(({ schema }) => schema))).toEqual(new Set(names));
    for (const { schema, value } of files) {
      const accepted = every[schema]?.(value);
      expect({ schema, value, accepted }).toEqual({
        schema,
        value,
        accepted: ajv.getSchema(`${schema}.json`)?.(value),
      });
    }
  });

  test('refuse whatever ajv refuses of files with a changed value', () => {
    const odd = fc.constantFrom<unknown>(
      null,
      true,
      false,
      '',
      ' ',
      'x',
      '😀',
      'a\u0000',
      'Copy',
      -1,
      0,
      0.5,
      99,
      2 ** 60,
      [],
      {},
    );
    const other = fc.oneof(
      odd,
      fc.string(),
      fc.constantFrom('x'.repeat(201), ['a', 'a'], ['a', 1], [{}], Symbol('a date:')),
    );
    const where = fc.array(fc.nat(), { minLength: 1, maxLength: 5 });
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom(...files), where, other, fc.nat(3), ({ schema, value }, path, put, how) => {
        const changed = withChange(value, path, put, how);
        const isAccepted = every[schema]?.(changed) === true;
        if (!isAccepted) return;
        accepted++;
        expect(ajv.getSchema(`${schema}.json`)?.(changed)).toBe(true);
      }),
      { numRuns: 4_000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});

/** A value with another one somewhere in it: put in the place of one, added under a name, taken away, or there twice. */
function withChange(value: unknown, [step = 0, ...rest]: readonly number[], put: unknown, how: number): unknown {
  if (typeof value !== 'object' || value === null) return put;
  const keys = Object.keys(value);
  const key = keys[step % (keys.length + 1)];
  const inside = key === undefined ? undefined : (value as Record<string, unknown>)[key];
  const isDeeper = rest.length > 0 && typeof inside === 'object' && inside !== null;
  if (Array.isArray(value)) {
    if (key === undefined) return [...value, how === 0 && value.length > 0 ? value[0] : put];
    if (isDeeper) return value.with(Number(key), withChange(inside, rest, put, how));
    return how === 1 ? value.toSpliced(Number(key), 1) : value.with(Number(key), put);
  }
  if (key === undefined) return { ...value, [typeof put === 'string' ? put : 'name']: put };
  if (isDeeper) return { ...value, [key]: withChange(inside, rest, put, how) };
  const { [key]: _, ...others } = value as Record<string, unknown>;
  return how === 1 ? others : { ...value, [key]: put };
}

describe('quick checks', () => {
  const checkBy = (schema: Record<string, unknown>): Check =>
    compiled(new Map([['x.json', schema]]), ['x'])['x'] as Check;

  test('leave texts that may be too short to the validator', () => {
    const check = checkBy({ type: 'string', minLength: 2 });
    expect(['', 'a', 'ab', 'abc', '😀'].map(check)).toEqual([false, false, false, true, false]);
  });

  test('match no pattern with a very long text', () => {
    const check = checkBy({ pattern: '^a*$' });
    expect(['aa', 'ab', 'a'.repeat(LONGEST_TEXT + 1), 1].map(check)).toEqual([true, false, false, true]);
  });

  test('write out repetitions of a class without a change of what is matched', () => {
    const check = checkBy({ pattern: '^[0-9]{3}-[a-z_]{2}$' });
    expect(['123-a_', '12-a_', '1234-a_', '123-a'].map(check)).toEqual([true, false, false, false]);
  });

  test('compare what is listed, counted and distinct', () => {
    const check = checkBy({ items: { enum: ['a', 1, null] }, minItems: 1, uniqueItems: true });
    const lists = [[], ['a'], ['a', 1, null], ['a', 'a'], ['b'], ['1']];
    expect(lists.map(check)).toEqual([false, true, true, false, false, false]);
    expect([true, false, 'true', 0].map(checkBy({ type: 'boolean' }))).toEqual([true, true, false, false]);
  });

  test('are not made of a schema with a keyword that they know nothing of', () => {
    expect(() => checkBy({ oneOf: [] })).toThrow('x.json: quick checks know no keyword oneOf');
  });
});
