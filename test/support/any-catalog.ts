/** Random catalogs of which `check` accepts nearly all, with what formats, addresses and disks treat in their own way. */

import { isSound } from '../../build/diagnostics/diagnostic.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { type Files, memoryFolder } from './catalogs.ts';
import { OPTIONS } from './check.ts';
import { anyCharacter, fc } from './property.ts';

/** Characters that some format, address or disk treats in its own way, and any other. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'aZ09 .-_/:%&=+~!@$*()\'",;[]<>#?{}|\\^`') },
  { weight: 2, arbitrary: fc.constantFrom(...'\u0085\u00a0\u00ad\u061c\u200b\u200d\u2028\u202e\u3000\ufeff\ufffd') },
  { weight: 2, arbitrary: fc.constantFrom('Å', 'ß', '地', '😀', 'e\u0301', '%2F', '%zz', '..', '://', 'CON', ']]>') },
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
);
const text = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(''));
/** A text as people write it, in which one part may be anything. */
const around = (before: string, after = ''): ReturnType<typeof text.map<string>> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant('') }, text).map((part) => `${before}${part}${after}`);

const id = fc.constantFrom('a', 'b-2', 'maps');
const label = around('Label', 'x');
const path = fc.oneof(around('maps/', '.zip'), around(''), fc.constantFrom('A.zip', 'Å/b.map', '7'));
const host = fc.oneof(
  fc.constantFrom('a.example.org', '1.2.3.4', 'xn--a.org', '1.2.3.4.5', '_x.a'),
  around('a', '.org'),
);
const port = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 0, max: 99_999 }).map((number) => `:${number}`),
);
const origin = fc.tuple(fc.constantFrom('http://', 'https://'), host, port).map((parts) => parts.join(''));
const address = fc.tuple(origin, around('/', '/')).map((parts) => parts.join(''));

const TIMES = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '2024-02-29T23:59:59Z', '9999-12-31T00:00:00Z'];
const pad = (number: number, width: number): string => String(number).padStart(width, '0');
const anyTimestamp = fc
  .tuple(
    fc.oneof(fc.constantFrom(0, 1, 9999), fc.nat(9999)),
    fc.nat(13),
    fc.nat(32),
    fc.nat(24),
    fc.nat(60),
    fc.nat(60),
  )
  .map(([year, month, day, ...time]) => {
    return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${time.map((number) => pad(number, 2)).join(':')}Z`;
  });
const timestamp = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...TIMES) }, anyTimestamp);
const checksum = fc.record({
  lastModified: timestamp,
  contentLength: fc.oneof({ weight: 4, arbitrary: fc.maxSafeNat() }, fc.constantFrom(0, -1)),
  sha1: fc.oneof(fc.constant(null), fc.constantFrom('0'.repeat(40), 'F'.repeat(40), 'f'.repeat(40))),
});
const checksums = fc.array(checksum, { maxLength: 2 });
const degrees = (most: number): ReturnType<typeof fc.double> =>
  fc.oneof(fc.double({ min: -most, max: most, noNaN: true }), fc.constantFrom(-most, most, 0, 1e-7));
const entry = { checksums, fragments: fc.dictionary(path, checksums, { maxKeys: 2 }) };
const boundingbox = fc.record({
  northEastLongitude: degrees(180),
  northEastLatitude: degrees(90),
  southWestLongitude: degrees(180),
  southWestLatitude: degrees(90),
});
const entries = (more: Record<string, ReturnType<typeof fc.anything>>): ReturnType<typeof fc.anything> =>
  fc.dictionary(path, fc.record({ ...entry, ...more }, { requiredKeys: [] }), { maxKeys: 3 });

const tileServer = fc.record(
  {
    id: label,
    name: label,
    minZoom: fc.nat(3),
    maxZoom: fc.integer({ min: 3, max: 31 }),
    active: fc.boolean(),
    hosts: fc.oneof(fc.constant(['a.example.org']), fc.array(host, { maxLength: 2 })),
    urlPattern: around('https://#{host}/#{zoom}/#{tilex}/#{tiley}'),
    copyright: label,
  },
  { requiredKeys: ['id', 'name', 'minZoom', 'maxZoom', 'hosts', 'urlPattern', 'copyright'] },
);
const dataSource = fc.record(
  {
    name: label,
    baseUrl: address,
    directory: path,
    action: fc.constantFrom('Copy', 'Extract', 'Flatten'),
    source: fc.record({ url: address, level: fc.nat(11), include: fc.array(label, { maxLength: 2 }) }),
  },
  { requiredKeys: ['name', 'baseUrl', 'directory', 'action'] },
);
const categories = fc.array(
  fc.record(
    { id: fc.nat(4), name: fc.oneof(fc.constant(''), text), parent: fc.nat(4) },
    { requiredKeys: ['id', 'name'] },
  ),
  { maxLength: 3 },
);

/** The files that a catalog may have in addition to site.yaml, and what may be in them. Most of it is valid. */
export const OPTIONAL_FILES: readonly (readonly [path: string, content: ReturnType<typeof fc.anything>])[] = [
  ['mapservers/a.yaml', tileServer],
  ['overlayservers/a.yaml', tileServer],
  ['datasources/a/files.yaml', entries({})],
  ['datasources/a/maps.yaml', entries({ boundingbox })],
  ['datasources/a/themes.yaml', entries({ imageurl: fc.oneof(fc.constant(''), address) })],
  ['categories.yaml', categories],
  ['editions/b-2.yaml', fc.record({ name: label, datasources: fc.uniqueArray(id, { maxLength: 2 }) })],
];

/**
 * Drops, file by file, what `check` refuses, so that nearly every catalog is one that it accepts. JSON is YAML.
 */
function accepted(files: Files): Files {
  const sound: Record<string, string | Uint8Array> = {};
  for (const [name, content] of Object.entries(files)) {
    const { diagnostics } = checkCatalog(memoryFolder({ ...sound, [name]: content }), OPTIONS);
    if (isSound(diagnostics.filter(({ code }) => code !== 'missing-file'))) sound[name] = content;
  }
  return sound;
}

const SITE = { title: 'Test', serviceUrl: 'https://catalog.example.org', repository: 'https://git.example.org/' };

export const anyCatalog = fc
  .tuple(
    fc.record({ title: label, serviceUrl: fc.oneof(address, origin), repository: address }),
    dataSource,
    ...OPTIONAL_FILES.map(([, content]) => content),
  )
  .map(([site, source, ...contents]) => {
    const json = (value: unknown): string => JSON.stringify(value);
    const files = {
      'site.yaml': json(site),
      'datasources/a/datasource.yaml': json(source),
      ...Object.fromEntries(contents.map((content, index) => [OPTIONAL_FILES[index]?.[0] ?? '', json(content)])),
    };
    const sound = accepted(files);
    return { 'site.yaml': json(SITE), ...sound };
  });
