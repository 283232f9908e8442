/** Tables as spreadsheets save them, imported into the small catalog. */
import { describe, expect, test } from 'vitest';
import { importFile } from '../../../../commands/upstream/import/import.ts';
import type { ListOptions } from '../../../../commands/upstream/import/lists/add-maps.ts';
import { type Files, memoryFolder, SMALL } from '../../../support/catalogs.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const TABLE = `Name;URL;Quelle;Land;Art;Max. Zoom;Bemerkung
Straßenkarte;https://a.example.net/{z}/{x}/{y}.png;"© Kartenbüro
Köln";Österreich;Straßenkarte;18,0;schön
Luftbild;https://b.example.net/{z}/{x}/{y}.jpg;;CH;Luftbild;19;
`;

function imported(body: string | Uint8Array, options: ListOptions = {}, catalog: Files = SMALL) {
  const plan = importFile(memoryFolder(catalog), Buffer.from(body), 'list.csv', options, NOW);
  expect(plan.errors).toEqual([]);
  const files = Object.fromEntries([...plan.changes()].map(({ path, text }) => [path, text ?? '']));
  return { files, notes: plan.notes.map(({ outcome, pointer, message }) => `${pointer} ${outcome}: ${message}`) };
}

const utf16 = Buffer.from(`\uFEFF${TABLE}`, 'utf16le');

test.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(TABLE)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TABLE}`)],
  ['UTF-16', utf16],
  ['UTF-16, big-endian', Buffer.from(utf16).swap16()],
  ['Windows-1252, with its line ends', Buffer.from(TABLE.replaceAll('\n', '\r\n'), 'latin1')],
  // As spreadsheets save Unicode text.
  ['UTF-16 with tabs', Buffer.from(`\uFEFF${TABLE.replaceAll(';', '\t')}`, 'utf16le')],
])('a table in %s is imported once, and each row says what it lacks', (encoding, body) => {
  const { files, notes } = imported(body);
  expect(Object.keys(files)).toEqual(['mapservers/strassenkarte.yaml']);
  const text = files['mapservers/strassenkarte.yaml'];
  for (const line of [
    'id: Straßenkarte',
    'maxZoom: 18',
    'copyright: Kartenbüro Köln',
    'kind: street',
    'countries: [AT]',
  ])
    expect(text).toContain(`\n${line}\n`);
  const guessed = notes.filter((note) => note.startsWith(' advice: it is not in UTF-8, and is read as Windows-1252'));
  expect(guessed).toHaveLength(encoding.startsWith('Windows') ? 1 : 0);
  expect(notes.filter((note) => !guessed.includes(note))).toEqual([
    '/row/3 left out: it does not say who is credited; name them with --copyright b.example.net=LABEL',
    ' left out: the catalog has no place for Bemerkung (1 map)',
  ]);
  expect(imported(body, {}, { ...SMALL, ...files }).files).toEqual({});
});

test('a table with letters that Windows-1252 has not is refused', () => {
  const cp1250 = Buffer.from(`name,url\n\x8d,https://a.example.net/{z}/{x}/{y}.png\n`, 'latin1');
  expect(() => imported(cp1250)).toThrow('list.csv is not text in UTF-8, and not in Windows-1252 either: save it as');
});

/** Of `bytes` in Latin-1. */
const named = (bytes: string, lineEnd = '\n') =>
  imported(Buffer.from(`name,url,max zoom,credit\n${bytes},${A_NET},9,A\n`.replaceAll('\n', lineEnd), 'latin1'));
const A_NET = 'https://a.example.net/{z}/{x}/{y}.png';

test.each([
  [
    '\x84Berg\x93 \x96 S\xfcd\x92s 5 \x80 \x8aumava',
    '„Berg“ – Süd’s 5 € Šumava',
    'Windows-1252; if "„Berg" looks wrong, save it as UTF-8',
  ],
  ['K\x8arnten', 'Kärnten', 'Mac Roman; if "Kärnten" looks wrong'],
  ['Fran\x8dais', 'Français', 'Mac Roman; if'],
  ['M\x86NCHEN', 'MÜNCHEN', 'Mac Roman; if'],
  ['K\x94ln', 'Kîln', 'Mac Roman; if "Kîln" looks wrong'],
  ['Ma\xb3y', 'Ma³y', 'Windows-1252; if "Ma³y" looks wrong'],
  ['\xd6lberg\x85weiter', 'Ölberg…weiter', 'Windows-1252; if'],
])('case %#: letters of no stated encoding are those of the likely one', (bytes, name, note) => {
  const { files, notes } = named(bytes);
  expect(Object.values(files)[0]).toContain(`id: ${name}\n`);
  expect(notes).toEqual([expect.stringContaining(`is read as ${note}`)]);
});

test('lines of an old Macintosh have its letters', () =>
  expect(Object.values(named('K\x9aln', '\r').files)[0]).toContain('id: Köln\n'));

test.each([
  '| name | url | credit | max zoom |\n|--|--|--|--|\n| A | URL | A | 9 |\n',
  '- A: URL (zoom 0-9) © A\n- B: URL2 (zoom 0-9) © A\n',
  '{| class="wikitable"\n! name !! url !! credit !! max zoom\n|-\n| A || URL || A || 9\n|}\n',
])('case %#: text whose lines end in a carriage return alone is read as with other line ends', (text) => {
  const body = text.replaceAll('URL2', A_NET.replace('a.', 'b.')).replaceAll('URL', A_NET);
  const read = imported(body);
  expect(Object.keys(read.files)[0]).toBe('mapservers/a.yaml');
  expect(imported(body.replaceAll('\n', '\r'))).toEqual(read);
});

test.each(['S\ufffdd', 'S\x9fd'])('case %#: letters that were lost before are reported', (name) => {
  const { notes } = imported(`name,url,max zoom,credit\n${name},${A_NET},9,A\n`);
  expect(notes).toEqual([expect.stringMatching(/^\/row\/2 advice: letters of "S.d" are lost: the list/)]);
});

test('columns that the catalog has not are named if no map is taken, too, and not of maps that it has', () => {
  const table = 'name,url,note\nA,https://a.example.net/{z}/{x}/{y}.png,fine\n';
  expect(imported(table).notes.at(-1)).toBe(' left out: the catalog has no place for note (1 map)');
  const options = { copyright: 'A', maxZoom: 9 };
  const { files } = imported(table, options);
  expect(imported(table, options, { ...SMALL, ...files }).notes).toHaveLength(1);
});

test('a copyright for all is only for maps that state none', () => {
  const { files } = imported(TABLE, { copyright: 'Somebody' });
  expect(files['mapservers/strassenkarte.yaml']).toContain('copyright: Kartenbüro Köln\n');
  expect(files['mapservers/luftbild.yaml']).toContain('copyright: Somebody\n');
});

test.each([
  [',https://a.example.net/{q}.png,A,9,', 'it has no name; its address cannot be converted: it names tiles by quadkey'],
  [',,A,9,', 'it has no name and no address'],
  [
    ',https://a.example.net/{z}/{x}/{y}.png,A,abc,Foo',
    'it has no name; it is of the type "Foo", and the catalog has xyz',
  ],
  ['A,https://a.example.net/{z}/{x}/{y}.png,A,abc,Foo', '; its highest zoom level, "abc", is not understood'],
  [',https://a.example.net/{z}/{x}/{y}.png,A,9,xyz', 'it has no name'],
])('all problems of the row %s are told at once', (row, said) => {
  const { notes } = imported(`name,url,attribution,maxZoom,type\n${row}\n`);
  expect(notes).toEqual([expect.stringContaining(said)]);
});

test.each<[string, string, readonly string[]]>([
  ['xyz,5,9,CH', '', []],
  ['xyz,5,99,CH', '/maxZoom', ['at most 30, not 99']],
  ['xyz,17,5,Atlantis', '/minZoom', ['minZoom 17 is above maxZoom 5', '"Atlantis": This is none']],
  ['pmtiles,5,99,CH', '/maxZoom', ['at most 30, not 99']],
])(
  'what else is wrong with the row %s is told with its missing credit, and nothing is written',
  (row, pointer, said) => {
    const [type] = row.split(',');
    const url = `https://a.example.net/${type === 'xyz' ? '{z}/{x}/{y}.png' : 'a.pmtiles'}`;
    const { files, notes } = imported(`name,url,type,minZoom,maxZoom,country\nA,${url},${row}\nB,,,,,\n`);
    const [credit, , ...others] = notes;
    expect(credit).toContain('/row/2 left out: it does not say who is credited');
    expect(others.join('\n')).toContain(pointer);
    for (const text of said) expect(others.join('\n')).toContain(text);
    expect([files, others.length]).toEqual([{}, said.length]);
  },
);

test('words behind a link that nothing reads are called so', () => {
  const { notes } = imported('- [A](https://a.example.net/{z}/{x}/{y}.png) some words\n', {
    copyright: 'A',
    maxZoom: 9,
  });
  expect(notes).toContain(' left out: the catalog has no place for the words after an address (1 map)');
});

test('a text of one endless line is no table to divide', () => {
  expect(() => imported(`name,url ${'x'.repeat(10_000_000)}`)).toThrow('first line has more than 500,000 characters');
  expect(() => imported(`name,url\n${'x'.repeat(10_000_000)}`)).toThrow('divide the table');
});

test('a row that is cut off is left out, and a last row without a line end is not', () => {
  const row = 'B;https://b.example.net/{z}/{x}/{y}.png;B;CH;street;17;';
  expect(imported(`${TABLE}${row.slice(0, -2)}`).notes).toContain('/row/4 left out: the file ends within its row');
  expect(imported(TABLE + row).files['mapservers/b.yaml']).toContain('maxZoom: 17\n');
});

test('what the catalog has not is left out of a map, and the map is imported', () => {
  const url = 'https://a.example.net/{z}/{x}/{y}.png';
  const { files, notes } = imported(
    `name,url,copyright,max zoom,kind,country,provider,area\nA,${url},A,9,odd,Congo,nobody,nowhere`,
  );
  expect(Object.keys(files)).toEqual(['mapservers/a.yaml']);
  const parts = notes.flatMap((note) => /^\/row\/2\/(\w+)/.exec(note)?.[1] ?? []);
  expect([...new Set(parts)].sort()).toEqual(['area', 'countries', 'kind', 'provider']);
});

test('a link in brackets is a part of the credit, and words before © stay with it', () => {
  const credit =
    'Map data: &copy; <a href=""https://a.example.org"">A</a> contributors (B, C) | Style: &copy; <a href=""https://b.example.org"">B</a> (<a href=""https://c.example.org"">CC-BY-SA</a>)';
  const { files } = imported(`name,url,attribution,max_zoom\nA,https://a.example.net/{z}/{x}/{y}.png,"${credit}",9`);
  const [, written] = files['mapservers/a.yaml']?.split('attribution:\n') ?? [];
  expect(written?.replaceAll('"', '')).toBe(
    `  - { text: Map data: © A contributors (B, C), url: https://a.example.org }
  - { text: Style: © B, url: https://b.example.org }
  - { text: CC-BY-SA, url: https://c.example.org }
`,
  );
});

const GET = 'REQUEST=GetCapabilities';

describe.each<[string, (address: string) => string]>([
  ['of a table', (address) => `name,url,credit\nA,${address},C\n`],
  ['of Markdown', (address) => `- [A](${address}) © C\n`],
  ['of a wiki', (address) => `{|\n! name !! url !! credit\n|-\n| A || [${address} A] || C\n|}\n`],
])('a link %s', (_, listOf) => {
  test.each<[string, string]>([
    ['https://a.example.net/1.0.0/WMTSCapabilities.xml', 'https://a.example.net/1.0.0/WMTSCapabilities.xml'],
    ['https://a.example.net/gwc/service/wmts', `https://a.example.net/gwc/service/wmts?SERVICE=WMTS&${GET}`],
    [`https://a.example.net/?service=WMTS&${GET}`, `https://a.example.net/?service=WMTS&${GET}`],
    [`https://a.example.net/ows?service=WMS&${GET}`, `https://a.example.net/ows?SERVICE=WMS&${GET}`],
    ['https://a.example.net/cgi/mapserv?map=a.map', `https://a.example.net/cgi/mapserv?map=a.map&SERVICE=WMS&${GET}`],
    ['https://a.example.net/VectorTileServer', 'https://a.example.net/VectorTileServer/resources/styles/root.json'],
    ['https://a.example.net/raster.json', 'https://a.example.net/raster.json'],
    ['https://a.example.net/styles/a.json', 'https://a.example.net/styles/a.json'],
    ['https://a.example.net/tiles/tiles.json', 'https://a.example.net/tiles/tiles.json'],
    ['http://10.0.0.1/raster.json', 'http://10.0.0.1/raster.json --allow-private'],
  ])('to %s is answered by a command that reads it', (address, read) => {
    const { files, notes } = imported(listOf(address), { catalog: 'other' });
    expect(files).toEqual({});
    const [, command = ''] = /: cartalog import (.*)/.exec(notes[0] ?? '') ?? [];
    expect(command.replaceAll("'", '')).toBe(read.replace(/(?= --|$)/, ' --copyright C --catalog other'));
  });

  test.each(['https://a.example.net/style.json', 'https://a.example.net/styles/a'])('to %s is a style', (address) =>
    expect(imported(listOf(address)).files['maps/a.yaml']).toContain(`style: ${address}\n`),
  );
});

test('labels in other scripts leave the names of files to the provider or server, which the report says', () => {
  const names = ['Карта 0', '日本地図', 'नक्शा', '2026', 'Карта OSM'];
  const rows = names.map((name, at) => `${name},https://tiles.example.net/${at}/{z}/{x}/{y}.png,C,18`);
  const { files, notes } = imported(`name,url,credit,max_zoom\n${rows.join('\n')}\n`);
  const named = ['example-net', 'example-net-2', 'example-net-3'].map((name) => `mapservers/${name}.yaml`);
  expect(Object.keys(files).sort()).toEqual(['mapservers/2026.yaml', ...named, 'mapservers/osm.yaml'].sort());
  expect(notes.filter((note) => note.includes('its file is'))).toEqual(
    named.map((path, at) => `/row/${at + 2} advice: no file can be named after it; its file is ${path}`),
  );
});

test('a table says that a document is a style', () => {
  const { files } = imported('name,url,type,credit\nA,https://a.example.net/a.json,style,A\n');
  expect(files['maps/a.yaml']).toContain('style: https://a.example.net/a.json\n');
});

test('a licence by its name becomes its identifier, also in place of a credit, and control characters are reported', () => {
  const { files, notes } = imported(
    'name,url,licence,credit,max_zoom\nA\x07,https://a.example.net/{z}/{x}/{y}.png,CC-BY-SA 2.0,A,9\nB,https://b.example.net/{z}/{x}/{y}.png,,CC BY 4.0,9',
    { copyright: 'B' },
  );
  expect(files['mapservers/a.yaml']).toContain('id: A\n');
  expect(files['mapservers/a.yaml']).toContain('licence: CC-BY-SA-2.0\n');
  expect(files['mapservers/b.yaml']).toContain('copyright: B\nlicence: CC-BY-4.0\n');
  expect(notes).toContain('/row/2 corrected: control characters in its name or credit are left out');
});

test.each<[string, Uint8Array, string]>([
  ['with bytes of a picture', Buffer.concat([Buffer.from(TABLE), Uint8Array.of(0xff, 0, 1)]), 'is binary data'],
  ['that is text in Windows-1252 and no table', Buffer.from('Köln', 'latin1'), 'is not text in UTF-8'],
  ['that is XML in Windows-1252', Buffer.from('<a>Köln</a>', 'latin1'), 'is XML that is not in UTF-8'],
  ['that is JSON in Windows-1252', Buffer.from('{"a":"Köln"}', 'latin1'), 'is JSON that is not in UTF-8'],
  [
    'that is XML in an encoding of its own',
    Buffer.from('<?xml version="1.0" encoding="x-own"?><a>Köln</a>', 'latin1'),
    'is XML in the encoding x-own, which is not read: save it as UTF-8',
  ],
  [
    'that is XML with a false declaration',
    Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>Köln</a>', 'latin1'),
    'is XML that declares UTF-8, and is not in it: save it as UTF-8',
  ],
  ['that is cut off in a quoted cell', Buffer.from(TABLE).subarray(0, 115), 'is a table that cannot be read'],
])('a file %s is refused', (_, body, why) => expect(() => imported(body)).toThrow(`list.csv ${why}`));

test.each([
  ['wms', 'https://a.example.net/ows', "import 'https://a.example.net/ows?SERVICE=WMS&REQUEST=GetCapabilities'"],
  ['WMS', 'https://a.example.net/{z}/{x}/{y}.png', 'does not ask a WMS for a picture'],
  ['arcgis', 'https://a.example.net/rest/services', 'is not a service of ArcGIS'],
])('case %#: the row of a service says where its layers are', (type, url, said) => {
  const { notes } = imported(`name,url,type,credit\nA,${url},${type},A\n`);
  expect(notes).toEqual([expect.stringContaining(said)]);
});

test('notes are in the order of the rows, also of a list below a table', () => {
  const { notes } = imported(`* A: ${A_NET}?1\n\n| name | url |\n|--|--|\n| B | ${A_NET}?2 |\n\n* C: ${A_NET}?3\n`);
  expect(notes.map((note) => note.split(' ', 1)[0])).toEqual(['/row/1', '/row/5', '/row/7']);
});
