/** What the columns of a table state. The notations of tables and lists are in test/fixtures/programs/spreadsheet/. */
import { expect, test } from 'vitest';
import { SPREADSHEET_READER } from '../../../../build/programs/spreadsheet/read.ts';
import type { StatedMap } from '../../../../build/programs/stated/stated-map.ts';
import { polygonOf } from '../../../../contract/maps/geometry.ts';

const URL = 'https://a.example.org/{z}/{x}/{y}.png';
const BOX = polygonOf({ west: 5.5, south: 45, east: 10, north: 47 });
const read = (text: string) => SPREADSHEET_READER.text?.(text, 'table.csv', () => {}) ?? null;
const mapsIn = (text: string): readonly StatedMap[] => {
  const maps = read(text);
  if (maps === null || typeof maps === 'string' || 'why' in maps) throw new Error(`not a table: ${maps}`);
  return maps;
};

test.each<[string, string, string, Partial<StatedMap>]>([
  ['an anchor of a wiki', 'credit', '{{Anchor|osm}} OSM {{anker|a|b}}', { credit: 'OSM' }],
  ['a credit with a template of a wiki', 'credit', '{{tl|OSM}} © {{yes}}', { credit: 'OSM © yes' }],
  ['a credit on two lines', 'credit', 'A<br/>B', { credit: 'A<br/>B' }],
  ['a name of two lines', 'kind', 'street<br>', { known: { kind: 'street' } }],
  ['projections with blanks between them', 'crs', 'EPSG:2056 web mercator 3857', { problem: null }],
  ['a country by its name', 'Land', 'Schweiz, Liechtenstein', { known: { countries: ['CH', 'LI'] } }],
  ['codes of countries', 'countries', 'at ch', { known: { countries: ['AT', 'CH'] } }],
  ['countries with a slash between them', 'Land', 'DE/Österreich', { known: { countries: ['DE', 'AT'] } }],
  ['countries with a word between them', 'Land', 'Deutschland und Österreich', { known: { countries: ['DE', 'AT'] } }],
  ['codes with a sign between them', 'country', 'DE & AT', { known: { countries: ['DE', 'AT'] } }],
  [
    'a country with such a word, and another',
    'country',
    'Bosnia and Herzegovina, HR',
    { known: { countries: ['BA', 'HR'] } },
  ],
  ['commas and a word', 'Land', 'A, D und CH', { known: { countries: ['AT', 'DE', 'CH'] } }],
  ['a word that is no country', 'Land', 'Köln und Umgebung', { known: { countries: ['Köln', 'Umgebung'] } }],
  ['a country that may be two', 'country', 'Congo', { known: { countries: ['Congo'] } }],
  ['the world', 'Gebiet', 'weltweit', { area: 'world' }],
  ['an area of the catalog', 'area', 'alps', { known: { area: 'alps', countries: undefined } }],
  ['countries as the area', 'Gebiet', 'Schweiz, li', { known: { area: undefined, countries: ['CH', 'LI'] } }],
  [
    'an area that is neither',
    'Gebiet',
    'Köln und Umgebung',
    {
      known: { area: undefined },
      remark: expect.stringMatching(/^what it states in "Gebiet" \("Köln und Umgebung"\) is not.* country, world,/),
    },
  ],
  [
    'more cells than columns',
    'note',
    'x\ty',
    { problem: expect.stringMatching(/^its row has 4 cells for 3 columns: /) },
  ],
  ['a box', 'bbox', '[5.5, 45, 10, 47]', { area: [BOX] }],
  ['a box across the 180th meridian', 'bbox', '170 -10 -170 10', { area: expect.anything() }],
  ['no box, with its axes exchanged', 'bbox', '52, 10, 51, 11', { area: null }],
  ['no box beyond the pole', 'bbox', '47, 100, 48, 110', { area: null, remark: expect.stringContaining('"bbox"') }],
  ['a box with decimal commas', 'bbox', '5,5; 45; 10; 47,0', { area: [BOX] }],
  ['a kind in German', 'Kategorie', 'Luftbild', { known: { kind: 'aerial' } }],
  ['a category of editors', 'category', 'elevation', { known: { kind: 'relief' } }],
  ['a category without a kind', 'category', 'osmbasedmap', { known: { kind: undefined } }],
  ['a kind that is none', 'kind', 'strange', { known: { kind: 'strange' } }],
  ['a kind as the type', 'Typ', 'Topographisch', { known: { kind: 'topographic' }, problem: null }],
  ['a German date', 'since', '3.12.2020', { known: { since: '2020-12-03' } }],
  ['a year', 'Stand bis', '2019', { known: { until: 2019 } }],
  ['pixels', 'tileSize', '512 px', { known: { tileSize: 512 } }],
  ['languages', 'Sprache', 'Deutsch; en', { known: { languages: ['de', 'en'] } }],
  ['languages that are none', 'Sprache', 'zwei Wörter', { known: { languages: ['zwei Wörter'] } }],
  ['an overlay', 'overlay', 'ja', { isOverlay: true }],
  ['no overlay', 'overlay', 'nein', { isOverlay: false }],
  ['a map that is off', 'active', 'nein', { isOff: true }],
  [
    'links',
    'Quelle',
    '© [A](https://a.example.org/t) & B',
    { credit: '© <a href="https://a.example.org/t">A</a> & B' },
  ],
  [
    'other projections',
    'EPSG',
    '25832',
    { problem: 'its tiles are in EPSG:25832 and not in Web Mercator (EPSG:3857)' },
  ],
  ['a header', 'Cookie', 'a=b', { headers: ['Cookie'] }],
  [
    'a type that is none',
    'type',
    'Geopackage',
    { problem: expect.stringMatching(/^it is of the type "Geopackage", and/) },
  ],
  ['tms, which is ambiguous', 'type', 'tms', { problem: expect.stringMatching(/^tms can mean two things/) }],
  [
    'what is not understood',
    'min_zoom',
    'low',
    { minZoom: null, remark: 'what it states in "min_zoom" ("low") is not understood' },
  ],
  ['levels that are no whole numbers', 'minZoom\tmax zoom', '1,5\t17.7', { minZoom: 1.5, maxZoom: 17.7 }],
  ['a column twice', 'credit\tcredit', 'A\tB', { credit: 'A', remark: 'of several columns "credit" the first counts' }],
  ['a column twice with the same', 'max zoom\tmaxZoom', '9\t9', { maxZoom: 9, remark: null }],
  [
    'columns that differ',
    'Zoom\tmax zoom\tQuelle\tcredit',
    '3-19\t18\t\tB',
    { minZoom: 3, maxZoom: 19, credit: 'B', remark: '"max zoom" says something else than "Zoom", which counts' },
  ],
  [
    'two addresses',
    'tiles',
    'https://b.example.org/{z}/{x}/{y}.png',
    { url: `${URL}\nhttps://b.example.org/{z}/{x}/{y}.png` },
  ],
  [
    'a link beside the address',
    'link',
    'https://www.example.org/',
    { url: URL, remark: expect.stringContaining('"link"') },
  ],
  ['what no column of maps has', 'Farbe', 'rot', { others: ['Farbe'] }],
])('states %s', (_, column, cell, map) =>
  expect(mapsIn(`name\turl\t${column}\nA\t${URL}\t${cell}`)[0]).toMatchObject(map),
);

test.each([
  'https://a.example.org/{z}<br>https://b.example.org/{z}',
  '[A](https://a.example.org/{z}) [B](https://b.example.org/{z})',
  '[https://a.example.org/{z} A] [https://b.example.org/{z} B]',
])('a cell with two addresses has both: %s', (cell) =>
  expect(mapsIn(`| name | url |\n|--|--|\n| A | ${cell} |`)[0]?.url).toBe(
    'https://a.example.org/{z}\nhttps://b.example.org/{z}',
  ),
);

test.each([
  '- A: https://a.example.org/{z}, or https://b.example.org/{z}',
  '- [A](https://a.example.org/{z}) https://b.example.org/{z}',
])('so has the item of a list: %s', (item) =>
  expect(mapsIn(item)[0]?.url).toBe('https://a.example.org/{z} https://b.example.org/{z}'),
);

const TABLE = `| name | url |\n|--|--|\n| T | ${URL} |\n`;

test.each([
  ['a list and a table', `- [L](${URL})\n* [Page](https://example.org/)\n\n${TABLE}`, 'L Page T', []],
  ['a list of other links', `${TABLE}\n- [Page](https://example.org/)\n`, 'T', []],
  ['a list between tables', `${TABLE}\n1. L: ${URL}\n\n| Karte | WMS |\n|--|--|\n| U | ${URL} |\n`, 'T L U', []],
  [
    'text with an address',
    `See ${URL}\n\n${TABLE}\nand https://example.org/`,
    'T',
    ['1 line with addresses and without names of columns (1)'],
  ],
  [
    'a table without known columns',
    `${TABLE}\n\n| a | b |\n|--|--|\n| T | ${URL} |\n`,
    'T',
    [expect.stringMatching(/^1 line .*\(8\)$/)],
  ],
  ['a table of a wiki and a list', `* [${URL} L]\n{|\n! name !! url\n|-\n| T || ${URL}\n|}\n`, 'L T', []],
  ['rows above the head', `A,${URL}\nname,url\nT,${URL}\n`, 'T', [expect.stringMatching(/^1 line .*\(1\)$/)]],
])('of %s, what is not read is reported', (_, text, names, lost) => {
  const unread: string[] = [];
  const maps = SPREADSHEET_READER.text?.(text, 'page.md', (part) => unread.push(part)) as readonly StatedMap[];
  expect(maps.map(({ name }) => name).join(' ')).toBe(names);
  expect(unread).toEqual(lost);
});

test.each([['{{https://a.example.org/\\{z\\}/\\{x\\}/\\{y\\}.png}}'], [`{noformat}${URL}{noformat}`], [`{{${URL}}}`]])(
  'code of Jira is an address: %s',
  (cell) => expect(mapsIn(`||name||url||\n|A|${cell}|\n`)[0]?.url).toBe(URL),
);

test.each([
  [
    `A;${URL};17\nB;${URL};18`,
    'looks like a table, and no line at its top names its columns; write a line such as name;url;maxZoom at its top',
  ],
  [`A\t${URL}\nB\t${URL}`, expect.stringContaining('such as name<tab>url at its top')],
])('case %#: a table without known columns gets a line of its separator', (text, why) =>
  expect(read(text)).toEqual(why),
);

test.each([
  [`7;A;0;9;${URL};new;© B`, '-;name;-;maxZoom;url;-;attribution'],
  [`${URL}\tA\t(c) B\t9`, 'url<tab>name<tab>attribution<tab>maxZoom'],
  [`A,${URL},"© B, C",9`, 'name,url,attribution,maxZoom'],
  [`| A | ${URL} | 9 | © B |\n|--|--|--|--|\n`, 'name | url | maxZoom | attribution'],
])('case %#: the line that is proposed fits the columns', (text, line) => {
  expect(read(text)).toContain(`write a line such as ${line} at its top`);
  const [map] = mapsIn(`${line.replaceAll('<tab>', '\t')}\n${text}\n`);
  expect(map).toMatchObject({ name: 'A', url: URL, maxZoom: 9, credit: expect.stringMatching(/B/) });
});

test.each([
  [`Kart;Sted\nB;${URL}`, 'the names or the addresses: call "Kart" name and call "Sted" url'],
  [`Nr.;Bezeichnung;Ort;Urheber\n1;B;${URL};C`, 'the addresses: call "Ort" url'],
  [`sep=;\nMaps of the club;;\n;;\nNr.;Title;Ort\n1;B;${URL}`, 'the addresses: call "Ort" url'],
  [`Maps of the club, 2024\n\nTitle\tOrt\nB\t${URL}`, 'the addresses: call "Ort" url'],
  [`名称,URL,出典\n標準地図,${URL},国土地理院`, 'the names: call "名称" name'],
  [`No.,URL\n1,${URL}`, 'the names: add one that is called name'],
  [`name,,zoom\nA,${URL},17`, 'the addresses: write url above column 2'],
  [`| | Karte | Ort (XYZ) |\n|-|-|-|\n| x | A | \`${URL}\` |`, 'the addresses: call "Ort (XYZ)" url'],
  [`{|\n! {{T|Name}} !! Where\n|-\n| A || {{code|${URL}}}\n|}`, 'the addresses: call "Where" url'],
  [`Title|GetCapabilities-URL\nA|https://a.example.org/?SERVICE=WMS`, 'the addresses: call "GetCapabilities-URL" url'],
])('case %#: a table says which needed column it lacks', (text, why) =>
  expect(read(text)).toBe(`looks like a table, and no column has ${why}`),
);

test.each([
  ['a forum', `[quote="W"]Hello, which maps?[/quote]\n[*][b]A[/b], zoom 17: [code]${URL}[/code]`],
  ['a database', `INSERT INTO maps (name,url) VALUES ('A','${URL}');`],
  ['a function', `grid({"name":"A","tiles":["${URL}"]});`],
  ['a letter', `Dear all,\nplease use ${URL}, which is new,\nor ask`],
])('text of %s is no table', (_, text) => expect(read(text)).toBeNull());

test.each(['Crédits', 'Crédit', '[[Attribution|Namensnennung]]', '{{T|Attribution}}'])(
  'the column %s has the credit',
  (column) => expect(mapsIn(`{|\n! name !! url !! ${column}\n|-\n| A || ${URL} || B\n|}`)[0]?.credit).toBe('B'),
);

test.each<[string, string, string, Partial<StatedMap>]>([
  [
    'the cell above in DokuWiki',
    '^ name ^ url ^ credit ^',
    `| A | ${URL} | B |\n| C | ${URL} | ::: |`,
    { credit: 'B' },
  ],
  ['twice', '^ name ^ url ^ credit ^', `| A | u | B |\n| C | u | ::: |\n| D | ${URL} | ::: |`, { credit: 'B' }],
  ['a sign for the cell above', 'name\turl\tcredit', `A\t${URL}\tB\nC\t${URL}\tdito`, { credit: 'B' }],
  [
    'a link of DokuWiki',
    '^ name ^ url ^ zoom ^',
    `| [[https://x.example|A]] | %%${URL}%% | 3-16 |`,
    { url: URL, name: 'A' },
  ],
  ['an address as such a link', '^ name ^ url ^', `| A | [[${URL}|tiles]] |`, { url: URL }],
  ['a link of Jira', '||name||url||', `|A|[tiles|${URL}]|`, { url: URL }],
  ['a template of MediaWiki', '{|\n! name !! url\n|-', `| A || {{code|lang=text|${URL}}}\n|}`, { url: URL }],
  [
    'code of MediaWiki',
    '{|\n! name !! url\n|-',
    `| A || <syntaxhighlight lang="text" inline>${URL}</syntaxhighlight>\n|}`,
    { url: URL },
  ],
  ['a comment', '| name | url |\n|--|--|', `| A <!-- x --> | ${URL} |`, { name: 'A' }],
  ['the title of a link', '| name | url |\n|--|--|', `| A | [B](${URL} "C") |`, { url: URL }],
  ['a name that is replaced', '| name | url |\n|--|--|', `| ~~A~~ [B](https://b.example) | ${URL} |`, { name: 'B' }],
  ['a struck name', '| name | url |\n|--|--|', `| ~~A~~ | ${URL} |`, { problem: 'it is struck through' }],
  ['a struck address', '{|\n! name !! url\n|-', `| A || <s>${URL}</s>\n|}`, { problem: 'it is struck through' }],
  ['the titled link of a list', '', `- [A](${URL} "C") © B`, { name: 'A', url: URL, credit: '© B' }],
  ['a task', '', `- [ ] A: ${URL}`, { name: 'A' }],
  ['a finished task', '', `1. [x] [A](${URL})`, { name: 'A' }],
  ['an item that is struck through', '', `- ~~A: ${URL} © B~~, off`, { problem: 'it is struck through' }],
  ['an item with a struck word', '', `- ~~A~~ C: ${URL}`, { name: 'C', url: URL }],
])('reads %s', (_, head, rows, map) => expect(mapsIn(`${head}\n${rows}\n`).at(-1)).toMatchObject(map));

test.each([
  ['Org', `* Maps\n| name | url |\n|------+-----|\n| A | ${URL} |`],
  ['a text with a grid', `+------+-----+\n| name | url |\n+======+=====+\n| A | ${URL} |\n+------+-----+`],
  ['a wiki with a row in a comment', `{|\n! name !! url\n|-\n| A || ${URL}\n<!--\n|-\n| B || ${URL}\n-->\n|}`],
])('a table of %s has one map', (_, text) => expect(mapsIn(text).map(({ name }) => name)).toEqual(['A']));

test('a row with another separator than its head is refused', () =>
  expect(mapsIn(`name,url\nA;${URL}\n`)[0]?.problem).toMatch(/^its cells have ";" between them, and the names/));

test.each([
  [`name,url\n${`A,${URL}\n`.repeat(10_001)}`, 'has more than 10,000 rows; divide the table'],
  [`name,url\n${'x'.repeat(9_000_000)}`, 'is a text of more than 8 MiB; divide the table'],
])('case %#: a text that is too long is not read', (text, why) => expect(read(text)).toBe(why));
