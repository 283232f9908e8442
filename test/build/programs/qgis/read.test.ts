import { expect, test } from 'vitest';
import { QGIS_READER } from '../../../../build/programs/qgis/read.ts';
import { firstStated } from '../../../support/stated-maps.ts';

const layer = (more: string): string =>
  `<qlr><layer-tree-group/><maplayers><maplayer><datasource>type=xyz&amp;url=https%3A%2F%2Fa.example.org%2F%7Bz%7D%2F%7Bx%7D%2F%7By%7D</datasource><layername>A</layername><provider>wms</provider>${more}</maplayer></maplayers><relations/></qlr>`;

const METADATA = (members: string): string => `<resourceMetadata>${members}</resourceMetadata>`;

test.each<[string, string, object]>([
  [
    'with a link',
    '<attribution href="https://a.example.org/">© A &amp; B</attribution>',
    { credit: '© A & B', creditUrl: 'https://a.example.org/' },
  ],
  ['without a link', '<attribution href="">A</attribution>', { credit: 'A', creditUrl: undefined }],
  ['in its metadata', `${METADATA('<rights>A</rights><rights>B</rights>')}<attribution href=""/>`, { credit: 'A, B' }],
  ['beside its metadata', `<attribution>C</attribution>${METADATA('<rights>A</rights>')}`, { credit: 'C' }],
  ['and a licence', METADATA('<license>CC BY 4.0</license>'), { known: { licence: 'CC BY 4.0' } }],
  ['and keywords', '<keywordList><value>a</value></keywordList>', { others: ['keywords'] }],
  ['that is missing', '<keywordList><value/></keywordList>', { credit: null, others: [] }],
])('a layer definition has an attribution %s', (_, more, stated) => {
  const { map, unread } = firstStated(QGIS_READER, layer(more));
  expect(map).toMatchObject(stated);
  expect(unread).toEqual(['1 <relations>']);
});

test('a connection to a WMS by people names no layers', () =>
  expect(
    firstStated(QGIS_READER, '<qgsWMSConnections><wms name="A" url="https://a.example.org/w"/></qgsWMSConnections>')
      .map,
  ).toMatchObject({
    offer: { address: 'https://a.example.org/w?SERVICE=WMS&REQUEST=GetCapabilities' },
  }));

test('a connection to vector tiles may have only their style, as QGIS 3.40 makes it', () =>
  expect(
    firstStated(
      QGIS_READER,
      '<qgsVectorTileConnections><vectortile name="A" url="" serviceType="generic" styleUrl="https://a.example.org/style.json"/></qgsVectorTileConnections>',
    ).map,
  ).toMatchObject({
    type: 'vector',
    url: 'https://a.example.org/style.json',
    typeMembers: { style: 'https://a.example.org/style.json' },
  }));
