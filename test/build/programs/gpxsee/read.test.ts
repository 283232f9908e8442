import { expect, test } from 'vitest';
import { GPXSEE_READER } from '../../../../build/programs/gpxsee/read.ts';
import { polygonOf } from '../../../../contract/maps/geometry.ts';
import { firstStated, readingOf } from '../../../support/stated-maps.ts';

const file = (attributes: string, more: string): string =>
  `<map xmlns="http://www.gpxsee.org/map/1.4" ${attributes}><name>A</name><url>https://a.example.org/$z/$x/$y.png</url>${more}</map>`;

test('a file without zoom levels has those of the program', () => {
  const box = '<bounds top="48" left="5" bottom="45" right="11"/><extra/><note>x</note>';
  const { map } = firstStated(
    GPXSEE_READER,
    file('', `${box}<tile size="512" pixelRatio="2"/><copyright>B</copyright>`),
  );
  expect(map).toMatchObject({
    name: 'A',
    minZoom: null,
    maxZoom: null,
    usualMaxZoom: 19,
    area: [polygonOf({ west: 5, south: 45, east: 11, north: 48 })],
    known: { tileSize: 512 },
    credit: 'B',
    others: ['note'],
    problem: null,
  });
});

test.each<[string, string, object]>([
  ['rows from the south', file('type="TMS"', ''), { isFlipped: true }],
  ['vector tiles', file('', '<tile type="vector" size="512"/>'), { isVector: true, known: {} }],
  [
    'several addresses',
    file('', '<url>https://b.example.org</url>'),
    { remark: expect.stringContaining('2 addresses') },
  ],
  ['quadkeys', file('type="QuadTiles"', ''), { problem: expect.stringContaining('quadkey') }],
  ['a WMTS', file('type="WMTS"', '<layer>a</layer><set>b</set>'), { problem: expect.stringContaining('WMTS') }],
  ['a login', file('', '<authorization username="a" password="b"/>'), { problem: expect.stringContaining('password') }],
  [
    'a WMS',
    file('type="WMS"', '<layer>a,b</layer><style>c,d</style><crs>EPSG:4326</crs><format>image/jpeg</format>'),
    { url: expect.stringContaining('LAYERS=a,b&STYLES=c,d&FORMAT=image/jpeg&CRS=EPSG:4326') },
  ],
])('%s', (_, text, stated) => expect(firstStated(GPXSEE_READER, text).map).toMatchObject(stated));

test.each(['<map><layer/></map>', '<Map><name>A</name></Map>'])('%s is of another program', (text) =>
  expect(readingOf(GPXSEE_READER, text)).toBe(null),
);
