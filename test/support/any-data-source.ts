/** Data sources with any keys and texts, and with any checksums that their schema accepts. */
import type { ChecksumHistory, DataSource, Entry } from '../../build/model/catalog.ts';
import { validate } from '../../build/validate/validate.ts';
import { fc } from './property.ts';

/** Nearly what the schema asks for, and now and then one character that it does not. */
const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
const odd = fc.oneof(
  { weight: 30, arbitrary: fc.constant('') },
  fc.constantFrom('"', '\\', '&', '<', '\n', '\u2028', '\ud800', ' ', 'é'),
);
const checksum = fc.record({
  lastModified: fc
    .tuple(digits(4), fc.constantFrom('01-31', '12-09', '13-01'), digits(2), fc.constantFrom('Z', 'z', ''), odd)
    .map(([year, day, second, zone, more]) => `${year}-${day}T23:59:${second}${zone}${more}`),
  contentLength: fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, -0, 1e15, 2 ** 53 - 1, 0.5, 1e21)),
  sha1: fc.oneof(
    fc.constant(null),
    fc
      .tuple(fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), minLength: 40, maxLength: 40 }), odd)
      .map((parts) => parts.join('')),
  ),
});
const key = fc.oneof(fc.constantFrom('7', '__proto__', '"', '\\', '</file>', '\ud800'), fc.string());

/** Those that the schema of files accepts. */
const isAccepted = (history: ChecksumHistory): boolean =>
  validate('files', 'datasources/a/files.yaml', { a: { checksums: history } }).diagnostics.length === 0;
const history = fc.array(
  checksum.filter((one) => isAccepted([one])),
  { maxLength: 3 },
);

const entry: fc.Arbitrary<Entry> = fc.record({
  path: key,
  checksums: history,
  fragments: fc.array(fc.record({ key, checksums: history }), { maxLength: 2 }),
  imageurl: key,
});
const entries = fc.array(entry, { maxLength: 2 });

/** A data source; only its checksums are sure to be what the catalog's schemas accept. */
export const anyDataSource: fc.Arbitrary<DataSource> = fc
  .record({
    id: fc.constant('a'),
    name: key,
    baseUrl: key,
    directory: key,
    action: fc.constantFrom('Copy', 'Flatten'),
    maxAge: fc.constant(null),
    needsSha1: fc.boolean(),
    source: fc.constant(null),
    files: entries,
    maps: entries,
    themes: entries,
  })
  .map((source) => {
    const { files, maps, themes } = source;
    return { ...source, counts: { files: files.length, maps: maps.length, themes: themes.length } };
  });
