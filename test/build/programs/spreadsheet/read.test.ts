/** Tables and lists in text, in the notations of spreadsheets and wikis. */
import { describe, expect, test } from 'vitest';
import { SPREADSHEET_READER } from '../../../../build/programs/spreadsheet/read.ts';
import type { StatedMap } from '../../../../build/programs/stated/stated-map.ts';

const URL = 'https://a.example.org/{z}/{x}/{y}.png';
const read = (text: string) => SPREADSHEET_READER.text?.(text, 'table.csv', () => {}) ?? null;
const mapsIn = (text: string): readonly StatedMap[] => {
  const maps = read(text);
  if (maps === null || typeof maps === 'string' || 'why' in maps) throw new Error(`not a table: ${maps}`);
  return maps;
};

describe('a map in a row', () => {
  test.each<[string, string]>([
    ['rows that seem to name columns', `type,url,name,maxZoom\nXYZ,${URL},A,17\nXYZ,${URL}?2,Map 2,17\n`],
    ['commas', `name,url,max_zoom\nA,${URL},17\n`],
    ['semicolons, with a decimal comma', `Name;URL;Max. Zoom\r\nA;${URL};17,0\r\n`],
    ['tabs', `url\tname\tmaxZoom\n${URL}\tA\t17\n`],
    ['vertical bars', `url|name|maxZoom\n${URL}|A|17`],
    ['the separator in its first line', `sep=;\nname;url;maxZoom\nA;${URL};17`],
    [
      'quoted cells with line breaks, quotes and separators',
      `"name";"a ""b"", c\nd";"url";"maxZoom"\n"A";;"${URL}";17\n`,
    ],
    ['a title and empty lines', `Maps of the club;;\n;;\nname;url;zmax\n;;\nA;${URL};17\n`],
    ['names in German', `Größte Zoomstufe;Kachel-URL;Bezeichnung\n17;${URL};A\n`],
    ['fields of the catalog', `id,urlPattern,maxZoom\nA,${URL},17\n`],
    ['levels in one column', `Karte,Adresse,Zoomstufen\nA,${URL},3–17\n`],
    ['rows that are longer or shorter', `name,url,maxZoom,x\nA,${URL},17,,,,\n\nA`],
    ['Markdown', `# Maps\n\n| Name | URL | Max zoom |\n|:--|---|--:|\n| A | \`${URL}\` | 17 |\n`],
    [
      'Markdown without bars at its ends',
      `Name | URL | Max zoom\n--- | --- | ---\n[A](https://a.example.org/) | <${URL}> | 17\n`,
    ],
    [
      'MediaWiki',
      `{| class="wikitable"\n|-\n! Name !! style="x" | URL\n! Maxzoom\n|-\n| '''A''' || <nowiki>${URL}</nowiki>\n| align="right" | 17\n|}\n`,
    ],
    ['DokuWiki', `^ Name ^ URL ^ Maxzoom ^\n| A | ${URL} | 17 |\n`],
    [
      'MediaWiki with cells that span columns and rows',
      `{|\n! rowspan="2" | Name !! colspan=2 | Zoom !! rowspan="2" | URL\n|-\n! min !! max\n|-\n| A || 3 || 17 || ${URL}\n|}\n`,
    ],
    ['Jira', `||Name||URL||Maxzoom||\n|A|${URL}|17|\n`],
  ])('is read from %s', (_, text) =>
    expect(mapsIn(text)[0]).toMatchObject({ name: 'A', url: URL, maxZoom: 17, problem: null }),
  );

  test('in a wiki has the cells that span its row, and says how many it should have', () => {
    const rows = `| rowspan="2" | B || 16 || ${URL}\n|-\n| 15 || ${URL}c\n|-\n|-\n| 5 || 6 || 7 || 8`;
    expect(mapsIn(`{|\n! Name !! Max zoom !! URL\n|-\n${rows}\n|}`)).toMatchObject([
      { name: 'B', maxZoom: 16, url: URL, problem: null },
      { name: 'B', maxZoom: 15, url: `${URL}c`, problem: null },
      { problem: 'its row has 4 cells for 3 columns: write as many as there are columns' },
    ]);
  });

  test.each<[string, string, string, Partial<StatedMap>]>([
    ['a credit with a template of a wiki', 'credit', '{{tl|OSM}} © {{yes}}', { credit: 'OSM © yes' }],
    ['projections with blanks between them', 'crs', 'EPSG:2056 web mercator 3857', { problem: null }],
    ['a country by its name', 'Land', 'Schweiz, Liechtenstein', { known: { countries: ['CH', 'LI'] } }],
    ['codes of countries', 'countries', 'at ch', { known: { countries: ['AT', 'CH'] } }],
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
    [
      'a box',
      'bbox',
      '[5.5, 45, 10, 47]',
      {
        area: [
          [
            [
              [5.5, 45],
              [10, 45],
              [10, 47],
              [5.5, 47],
              [5.5, 45],
            ],
          ],
        ],
      },
    ],
    [
      'a box with decimal commas',
      'bbox',
      '5,5; 45; 10; 47,0',
      {
        area: [
          [
            [
              [5.5, 45],
              [10, 45],
              [10, 47],
              [5.5, 47],
              [5.5, 45],
            ],
          ],
        ],
      },
    ],
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
    ['what no column of maps has', 'Farbe', 'rot', { others: ['Farbe'] }],
  ])('states %s', (_, column, cell, map) =>
    expect(mapsIn(`name\turl\t${column}\nA\t${URL}\t${cell}`)[0]).toMatchObject(map),
  );

  test('states nothing for empty cells', () => {
    const [full, empty] = mapsIn(`name,url,copyright,country,kind,max_zoom\nA,${URL},A AG,CH,street,3\nB,${URL},,,,`);
    expect(full).toMatchObject({ path: ['row', 2], copyright: 'A AG', maxZoom: 3 });
    expect(empty).toMatchObject({ path: ['row', 3], credit: null, copyright: '', maxZoom: null });
    expect(Object.values(empty?.known ?? {}).filter((value) => value !== undefined)).toEqual([]);
  });

  test('of other types states their members', () => {
    const head = 'type,name,url,style,layers,crs,format,transparent';
    const service = 'https://wms.example.org/ows?map=a&SERVICE=WMS&REQUEST=GetCapabilities';
    const [wms, asked, vector, flipped] = mapsIn(
      `${head}\nWMS,A,${service},,"a,b","3857, EPSG:4326",png,ja\n,A,${service},,a,900913\nvector,A,,https://a.example.org/style.json\ntms,A,https://a.example.org/#{zoom}/#{tilex}/#{tiley}.png`,
    );
    const plain = 'https://wms.example.org/ows?map=a';
    const members = {
      service: plain,
      layers: ['a', 'b'],
      crs: ['EPSG:3857', 'EPSG:4326'],
      format: 'image/png',
      transparent: true,
    };
    expect(wms).toMatchObject({ type: 'wms', url: plain, typeMembers: members, problem: null });
    expect(asked).toMatchObject({ type: 'wms', typeMembers: { service: plain, layers: ['a'], crs: ['EPSG:3857'] } });
    expect(vector).toMatchObject({ type: 'vector', url: 'https://a.example.org/style.json' });
    expect(flipped).toMatchObject({ url: 'https://a.example.org/#{zoom}/#{tilex}/{-y}.png', problem: null });
  });
});

test('each table of a page has its own names, and other tables are none', () => {
  const page = `| Name | URL |\n|--|--|\n| A | ${URL} |\n\n| Club | Members |\n|--|--|\n| B | 3 |\n\n| URL | Name |\n|--|--|\n| ${URL} | C \\| D |\n`;
  expect(mapsIn(page).map(({ name, path }) => [name, path])).toEqual([
    ['A', ['row', 3]],
    ['C | D', ['row', 11]],
  ]);
});

test.each(['-', '*', '1.', '  *'])('a list with %s before links states names, addresses and credits', (mark) => {
  const list = `# Maps\n\n${mark} [A](${URL}) – © A AG\n${mark} **[B](${URL})** good\n${mark} no link\n`;
  expect(mapsIn(list)).toMatchObject([
    { name: 'A', url: URL, credit: '© A AG', others: [] },
    { name: 'B', url: URL, credit: null, others: ['text'] },
  ]);
});

test('a list in MediaWiki is one, too', () =>
  expect(mapsIn('* [https://a.example.org/{z}/{x}/{y}.png Map A] © [[B|C]]')).toMatchObject([
    { name: 'Map A', url: URL, credit: '© C' },
  ]));

test.each<[string, string | null]>([
  ['', null],
  ['Of maps, and\nof their names', null],
  [
    'name,url\n"A,https://a.example.org/\n',
    'is a table that cannot be read: the quoted cell that begins in line 2 does not end; save or download the whole file',
  ],
  [
    `A,${URL}\nB,${URL}\n`,
    'looks like a table, and no line at its top names its columns; write one such as name,url,attribution,maxZoom',
  ],
  [
    `| A | ${URL} |\n|---|---|\n`,
    'looks like a table, and no line at its top names its columns; write one such as name,url,attribution,maxZoom',
  ],
  ['name,url\n,\n', 'is a table with the names of its columns, and without a row for a map below them'],
  [`name,url\n${`A,${URL}\n`.repeat(10_001)}`, 'has more than 10,000 rows; divide the table'],
  [`name,url\n${'x'.repeat(9_000_000)}`, 'is a text of more than 8 MiB; divide the table'],
])('case %#: a text that is not read says why, if it looks like a table', (text, why) =>
  expect(read(text)).toEqual(why),
);

test.each([
  ['a name before it', `- Toner: ${URL} (c) Stamen`, { name: 'Toner', url: URL, credit: '(c) Stamen' }],
  ['angle brackets', `* Toner <${URL}>`, { name: 'Toner', url: URL }],
  ['a span of code', `1. **Toner** – \`${URL}\`, © Stamen`, { name: 'Toner', url: URL, credit: '© Stamen' }],
  ['a sign after it', `+ Toner = ${URL}.`, { name: 'Toner', url: URL }],
  ['no name', `- ${URL}`, { name: '', url: URL }],
  ['zooms', `- Toner: ${URL} (zoom 2-19) © A`, { minZoom: 2, maxZoom: 19, credit: '© A' }],
  ['zooms after the credit', `- [Toner](${URL}) © A, zoom 2–19`, { minZoom: 2, maxZoom: 19, credit: '© A' }],
  ['a highest zoom', `- Toner: ${URL}, bis Zoom 17`, { minZoom: null, maxZoom: 17 }],
])('a link in a list, with %s', (_, line, map) => expect(mapsIn(`Maps\n\n${line}\n`)).toMatchObject([map]));

test('other links in a list with a map are left out, and lists without maps are not read', () => {
  expect(mapsIn(`- Toner: ${URL}\n- Home: https://a.example.org/\n`)).toHaveLength(2);
  expect(read('- Home: https://a.example.org/\n- Other <https://b.example.org/>\n')).toBeNull();
  expect(read(`# ${URL}\n# and so on\n`)).toBeNull();
});

test.each(['17', 'bis 17', 'up to 17', 'max. 17'])('the single zoom %s is the highest level', (zoom) =>
  expect(mapsIn(`name,url,Zooms,©\nA,${URL},${zoom},Office\n`)).toMatchObject([
    { minZoom: null, maxZoom: 17, credit: 'Office' },
  ]),
);

test('a zoom that is not understood leaves the map out, because it is stated', () =>
  expect(mapsIn(`name,url,max zoom\nA,${URL},deep\n`)).toMatchObject([
    { maxZoom: null, problem: 'its highest zoom level, "deep", is not understood: write a number' },
  ]));
