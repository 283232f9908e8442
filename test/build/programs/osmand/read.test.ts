import { expect, test } from 'vitest';
import { OSMAND_READER } from '../../../../build/programs/osmand/read.ts';
import { isMapLink } from '../../../../build/programs/readers.ts';
import { firstStated } from '../../../support/stated-maps.ts';

const METAINFO = `[url_template]
https://{rnd}.tile.example.org/{0}/{1}/{2}.png
[randoms]
a-c,x
[ext]
.png
[min_zoom]
1
[max_zoom]
17
[tile_size]
512
[img_density]
16
[referer]
https://example.org/
`;
const LINK = 'https://osmand.net/add-tile-source?name=A%20%26%20B&url_template=https://a.example.org/{0}/{1}/{2}.png';

const read = (text: string, name = 'list', unread: string[] = []) =>
  OSMAND_READER.text?.(text, name, (part) => unread.push(part));

test.each([
  ['tiles/OpenTopoMap/.metainfo', 'OpenTopoMap'],
  ['C:\\tiles\\OpenTopoMap\\.metainfo', 'OpenTopoMap'],
  ['OpenTopoMap.metainfo', 'OpenTopoMap'],
  ['.metainfo', ''],
])('%s is named after its folder, or its file', (path, name) =>
  expect(read(METAINFO, path)).toMatchObject([{ name, path: [] }]),
);

test.each([METAINFO, METAINFO.replaceAll('\n', '\r\n')])('a .metainfo', (text) =>
  expect(read(text)).toMatchObject([
    {
      url: 'https://{s}.tile.example.org/{z}/{x}/{y}.png',
      subdomains: ['a', 'b', 'c', 'x'],
      minZoom: 1,
      maxZoom: 17,
      known: { tileSize: 512 },
      headers: ['Referer', ''],
      others: [],
    },
  ]),
);

test('links are maps, and other text beside them is not read', () => {
  const unread: string[] = [];
  const maps = read(`${LINK}\nsee also\n${LINK}&max_zoom=9&inverted_y=true`, 'list', unread);
  expect(maps).toMatchObject([
    { name: 'A & B', maxZoom: null, usualMaxZoom: 18, isFlipped: false },
    { name: 'A & B', maxZoom: 9, isFlipped: true },
  ]);
  expect(unread).toEqual(['text beside its links (2 words)']);
});

test.each(['Hello,\n\nour map:\n%\n', 'Map: <%>.', 'Map (%), and more'])('a link in the text %j is a map', (text) =>
  expect(
    read(
      text.replace('%', () => `${LINK}&max_zoom=9`),
      'list',
      [],
    ),
  ).toMatchObject([{ name: 'A & B', maxZoom: 9 }]),
);

test('the list of sources', () =>
  expect(
    firstStated(
      OSMAND_READER,
      '<tile_sources><tile_source name="A" rule="template:1" url_template="https://a.example.org/{0}/{1}/{2}" ext=".png" avg_img_size="1"/></tile_sources>',
    ).map,
  ).toMatchObject({ name: 'A', url: 'https://a.example.org/{z}/{x}/{y}', others: [] }));

test.each([
  ['[rule]\nbeanshell\n', 'OsmAnd makes its addresses by a rule (beanshell)'],
  ['[ellipsoid]\ntrue\n', 'its tiles are in Mercator on the ellipsoid (EPSG:3395) and not in Web Mercator'],
])('%s leaves a source out', (more, problem) => expect(read(METAINFO + more)).toMatchObject([{ problem }]));

test.each(['[InternetShortcut]\nURL=https://a\n', '[1, 2]', '{}', 'name,url', '[a]\nb\n'])(
  '%s is of no reader',
  (text) => expect(read(text)).toBe(null),
);

test.each([
  [LINK, true],
  ['http://www.osmand.net/map/add-tile-source?name=A', true],
  ['https://osmand.net/docs?add-tile-source', false],
  ['https://osmand.net.example.org/add-tile-source?name=A', false],
])('%s is a link to a map: %s', (address, is) => expect(isMapLink(address)).toBe(is));
