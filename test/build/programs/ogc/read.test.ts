/** Capabilities as MapServer, GeoServer and ArcGIS write them, shortened. */
import { describe, expect, test } from 'vitest';
import { OGC_READER } from '../../../../build/programs/ogc/read.ts';
import type { StatedMap } from '../../../../build/programs/stated/stated-map.ts';
import { withXml } from '../../../../cli/network/read-xml.ts';
import { polygonOf } from '../../../../contract/maps/geometry.ts';

function layersIn(xml: string, address?: string): readonly StatedMap[] {
  const found = withXml(Buffer.from(xml), (root) => OGC_READER.xml?.(root, address, () => {}));
  if (!Array.isArray(found)) throw new Error(`not capabilities: ${found}`);
  return found as readonly StatedMap[];
}
const problemsIn = (xml: string): unknown[] => layersIn(xml).map(({ problem }) => problem ?? null);

const ONLINE = '<OnlineResource xlink:href="https://wms.example.org/ows?map=a&amp;SERVICE=WMS&amp;"/>';
const request = (formats: readonly string[]): string =>
  `<Request><GetMap>${formats.map((one) => `<Format>${one}</Format>`).join('')}<DCPType><HTTP><Get>${ONLINE}</Get></HTTP></DCPType></GetMap></Request>`;
const PERSON =
  '<Service><ContactInformation><ContactPersonPrimary><ContactOrganization>Office</ContactOrganization></ContactPersonPrimary></ContactInformation></Service>';
const wms130 = (layers: string, formats = ['image/tiff', 'image/jpeg', 'image/png'], service = ''): string =>
  `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">${service}<Capability>${request(formats)}${layers}</Capability></WMS_Capabilities>`;
const wms111 = (layers: string): string =>
  `<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://a.example.org/a.dtd" [ <!ELEMENT VendorSpecificCapabilities EMPTY> ]><WMT_MS_Capabilities version="1.1.1" xmlns:xlink="http://www.w3.org/1999/xlink"><Capability>${request(['image/png'])}${layers}</Capability></WMT_MS_Capabilities>`;

const BOX =
  '<EX_GeographicBoundingBox><westBoundLongitude>5</westBoundLongitude><eastBoundLongitude>11</eastBoundLongitude><southBoundLatitude>45</southBoundLatitude><northBoundLatitude>48</northBoundLatitude></EX_GeographicBoundingBox>';
const AREA = [polygonOf({ west: 5, south: 45, east: 11, north: 48 })];
const CREDIT =
  '<Attribution><Title>© Land</Title><OnlineResource xlink:href="https://land.example.org/"/></Attribution>';
const named = (name: string, content = ''): string =>
  `<Layer><Name>${name}</Name><Title>${name}!</Title>${content}</Layer>`;

describe('layers of a WMS', () => {
  const inner = named('b', '<CRS>EPSG:25832</CRS><MinScaleDenominator>5000</MinScaleDenominator>');
  const around = `<Layer><Title>All</Title><CRS>EPSG:4326</CRS><CRS>EPSG:3857</CRS>${BOX}${CREDIT}<MaxScaleDenominator>1000000</MaxScaleDenominator><Layer><Title>Heading</Title>${inner}</Layer>${named('a')}</Layer>`;

  test('inherit from the layers around them; layers without a name are headings', () => {
    const shared = {
      url: 'https://wms.example.org/ows?map=a',
      type: 'wms',
      minZoom: 10,
      credit: '© Land',
      creditUrl: 'https://land.example.org/',
      area: AREA,
      problem: null,
      remark: null,
    };
    const members = { service: shared.url, format: 'image/png', version: '1.3.0' };
    expect(layersIn(wms130(around))).toMatchObject([
      {
        ...shared,
        path: ['Capability', 'Layer', 0, 'Layer', 0, 'Layer', 0],
        layer: 'b',
        name: 'b!',
        maxZoom: 16,
        typeMembers: { ...members, layers: ['b'], crs: ['EPSG:3857', 'EPSG:4326', 'EPSG:25832'] },
      },
      { ...shared, layer: 'a', maxZoom: null, usualMaxZoom: 18, typeMembers: { ...members, layers: ['a'] } },
    ]);
  });

  test('with an attribution of their own do not inherit its link', () => {
    const own = around.replace('<Name>a</Name>', '<Name>a</Name><Attribution><Title>B</Title></Attribution>');
    expect(layersIn(wms130(own))[1]).toMatchObject({ credit: 'B', creditUrl: undefined });
  });

  test('have the address of the request, if there is one', () => {
    const [layer] = layersIn(wms130(around), 'https://b.example.org/ows?key=1&SERVICE=WMS&REQUEST=GetCapabilities');
    expect(layer).toMatchObject({ url: 'https://b.example.org/ows?key=1' });
  });

  test('are read from version 1.1.1', () => {
    const layers = `<Layer><SRS>EPSG:4326 EPSG:900913</SRS><LatLonBoundingBox minx="5" miny="45" maxx="11" maxy="48"/>${named('a', '<ScaleHint min="2" max="500"/>')}</Layer>`;
    expect(layersIn(wms111(layers))).toMatchObject([
      { minZoom: 9, maxZoom: 16, area: AREA, typeMembers: { version: '1.1.1', crs: ['EPSG:900913', 'EPSG:4326'] } },
    ]);
  });

  test.each<[string, string, Partial<StatedMap>]>([
    [
      'times',
      '<Dimension name="time" default="current">2020/2021</Dimension>',
      { remark: expect.stringMatching(/\(TIME\) are left out/) },
    ],
    [
      'times of 1.1.1',
      '<Extent name="time">2020/2021</Extent>',
      { remark: expect.stringMatching(/\(TIME\) are left out/) },
    ],
    ['another dimension', '<Dimension name="elevation"/>', { remark: null }],
    ['a scale that limits nothing', '<MinScaleDenominator>1</MinScaleDenominator>', { maxZoom: null }],
    ['a scale that is none', '<MinScaleDenominator>near</MinScaleDenominator>', { maxZoom: null }],
    ['a box that is none', BOX.replace('>5<', '>west<'), { area: null }],
    [
      'a credit whose link is no address',
      CREDIT.replace('https:', 'javascript:'),
      { credit: '© Land', creditUrl: undefined },
    ],
  ])('with %s', (_, content, map) =>
    expect(layersIn(wms130(named('a', `<CRS>EPSG:3857</CRS>${content}`)))).toMatchObject([map]),
  );

  test('name the organisation that runs the service, which is credited without an attribution', () => {
    const layer = named('a', '<CRS>EPSG:3857</CRS>');
    expect(layersIn(wms130(layer, ['image/png'], PERSON))).toMatchObject([{ credit: null, operator: 'Office' }]);
    expect(layersIn(wms130(layer))).toMatchObject([{ credit: null, operator: undefined }]);
  });

  test.each([
    ['<AccessConstraints>CC BY 4.0</AccessConstraints>', '', null, 'CC-BY-4.0', undefined],
    [
      '<Fees>dl-de/by-2-0</Fees><AccessConstraints>none</AccessConstraints>',
      CREDIT,
      '© Land',
      'DL-DE-BY-2.0',
      undefined,
    ],
    ['', '<Attribution><Title>CC-BY 4.0</Title></Attribution>', null, 'CC-BY-4.0', undefined],
    [
      '<AccessConstraints>CC BY 4.0, for members</AccessConstraints>',
      CREDIT,
      '© Land',
      undefined,
      'CC BY 4.0, for members',
    ],
  ])('have the licence that %s and %s name: credit %s, licence %s', (terms, content, credit, licence, said) => {
    const xml = wms130(
      named('a', `<CRS>EPSG:3857</CRS>${content}`),
      ['image/png'],
      PERSON.replace('</Service>', `${terms}</Service>`),
    );
    expect(layersIn(xml)).toMatchObject([{ credit, known: { licence } }]);
    expect(layersIn(xml)[0]?.terms).toBe(said);
  });

  test('that no web map draws are left out with the reason', () => {
    expect(problemsIn(wms130(named('a', '<CRS>EPSG:25832</CRS>')))).toEqual([
      'it is drawn in EPSG:25832, and not in Web Mercator (EPSG:3857)',
    ]);
    expect(problemsIn(wms130(named('a')))).toEqual([
      'it is drawn in no stated projection, and not in Web Mercator (EPSG:3857)',
    ]);
    expect(problemsIn(wms130(named('a', '<CRS>EPSG:3857</CRS>'), ['image/tiff']))).toEqual([
      'it is drawn only as image/tiff, and not as a picture for the web',
    ]);
  });

  test('can be hundreds, in five mebibytes, with thousands of projections', () => {
    const codes = Array.from({ length: 6_000 }, (_, index) => `<CRS>EPSG:${2_000 + index}</CRS>`).join('');
    const layers = Array.from({ length: 600 }, (_, index) =>
      named(`n${index}`, `<Abstract>${'x'.repeat(9_000)}</Abstract>`),
    );
    const xml = wms130(`<Layer>${codes}${layers.join('')}</Layer>`);
    expect(xml.length).toBeGreaterThan(5 * 1024 * 1024);
    const found = layersIn(xml).map(({ typeMembers = {} }) => typeMembers['crs'] as string[]);
    expect([found.length, found[599]?.slice(0, 2), found[0]?.length]).toEqual([600, ['EPSG:3785', 'EPSG:3857'], 20]);
  });

  test('are not read if they are more than any service has, or deeper', () => {
    const many = wms130(`<Layer>${named('a').repeat(5_001)}</Layer>`);
    expect(() => layersIn(many)).toThrow('has more than 5,000 layers');
    const deep = '<Layer><Name>a</Name>'.repeat(200) + '</Layer>'.repeat(200);
    expect(layersIn(wms130(deep))).toHaveLength(20);
  });
});

const scaled = (prefix: string, { size = 256, count = 4 } = {}): string =>
  Array.from({ length: count }, (_, zoom) => {
    const scale = (559_082_264.03 * 256) / size / 2 ** zoom;
    return `<TileMatrix><ows:Identifier>${prefix}${zoom}</ows:Identifier><ScaleDenominator>${scale}</ScaleDenominator><TileWidth>${size}</TileWidth></TileMatrix>`;
  }).join('');
const padded = (count: number): string => scaled('', { count }).replace(/>(\d)<\/ows:Id/g, '>0$1</ows:Id');
const cornered = (corner: string, columns = (zoom: number): number => 2 ** zoom): string => {
  let zoom = 0;
  const place = (): string =>
    `${corner && `<TopLeftCorner>${corner}</TopLeftCorner>`}<MatrixWidth>${columns(zoom++)}</MatrixWidth></TileMatrix>`;
  return scaled('').replace(/<\/TileMatrix>/g, place);
};
const tileSet = (name: string, code: string, matrices: string): string =>
  `<TileMatrixSet><ows:Identifier>${name}</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::${code}</ows:SupportedCRS>${matrices}</TileMatrixSet>`;
const wmts = (layer: string, sets: string): string =>
  `<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink"><ows:ServiceProvider><ows:ProviderName>Office</ows:ProviderName></ows:ServiceProvider><ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="https://wmts.example.org/geo?"/></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata><Contents>${layer}${sets}</Contents></Capabilities>`;
const tileLayer = (content: string, link = '<TileMatrixSet>web</TileMatrixSet>'): string =>
  `<Layer><ows:Title>A</ows:Title><ows:WGS84BoundingBox><ows:LowerCorner>5 45</ows:LowerCorner><ows:UpperCorner>11 48</ows:UpperCorner></ows:WGS84BoundingBox><ows:Identifier>a b</ows:Identifier><Style isDefault="true"><ows:Identifier>usual</ows:Identifier></Style><Format>image/jpeg</Format>${content}<TileMatrixSetLink>${link}</TileMatrixSetLink></Layer>`;
const RESOURCE =
  '<ResourceURL resourceType="tile" format="image/png" template="https://t.example.org/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png"/>';

describe('layers of a WMTS', () => {
  const web = tileSet('web', '3857', scaled(''));
  test.each<[string, string, Partial<StatedMap>]>([
    [
      'become templates',
      wmts(tileLayer(RESOURCE), web),
      {
        layer: 'a b',
        url: 'https://t.example.org/usual/web/{z}/{y}/{x}.png',
        minZoom: 0,
        maxZoom: 3,
        area: AREA,
        operator: 'Office',
      },
    ],
    [
      'become requests without a template',
      wmts(tileLayer(''), tileSet('web', '900913', scaled('EPSG:900913:'))),
      {
        url: 'https://wmts.example.org/geo?SERVICE=WMTS&VERSION=1.0.0&REQUEST=GetTile&LAYER=a%20b&FORMAT=image%2Fjpeg&STYLE=usual&TILEMATRIXSET=web&TILEMATRIX=EPSG:900913:{z}&TILEROW={y}&TILECOL={x}',
      },
    ],
    [
      'have the levels of their limits',
      wmts(
        tileLayer(
          RESOURCE,
          '<TileMatrixSet>web</TileMatrixSet><TileMatrixSetLimits><TileMatrixLimits><TileMatrix>1</TileMatrix></TileMatrixLimits><TileMatrixLimits><TileMatrix>2</TileMatrix></TileMatrixLimits></TileMatrixSetLimits>',
        ),
        web,
      ),
      { minZoom: 1, maxZoom: 2 },
    ],
    [
      'have all levels if their limits are of another set',
      wmts(
        tileLayer(
          RESOURCE,
          '<TileMatrixSet>web</TileMatrixSet><TileMatrixSetLimits><TileMatrixLimits><TileMatrix>other:1</TileMatrix></TileMatrixLimits></TileMatrixSetLimits>',
        ),
        web,
      ),
      { minZoom: 0, maxZoom: 3 },
    ],
    [
      'have large tiles',
      wmts(tileLayer(RESOURCE), tileSet('web', '3857', scaled('', { size: 512 }))),
      { maxZoom: 3, known: { tileSize: 512 } },
    ],
    [
      'are drawn for a usual time',
      wmts(
        tileLayer(
          `<Dimension><ows:Identifier>Time</ows:Identifier><Default>now</Default></Dimension>${RESOURCE.replace('{Style}', '{Time}')}`,
        ),
        web,
      ),
      { url: 'https://t.example.org/now/web/{z}/{y}/{x}.png', remark: expect.stringMatching(/^its Time is left out/) },
    ],
    [
      'have only the levels that an address has, if names are padded',
      wmts(tileLayer(RESOURCE), tileSet('web', '3857', padded(12))),
      {
        minZoom: 10,
        maxZoom: 11,
        remark: expect.stringMatching(/^its zoom levels 00, 01, .*, 09 are left out: the numbers of an address/),
      },
    ],
    [
      'have tiles that are counted from the corner of the world',
      wmts(
        tileLayer(RESOURCE),
        tileSet(
          'web',
          '3857',
          cornered('-2.003750834E7 2.0037508E7', (zoom) => 2 ** zoom),
        ),
      ),
      { minZoom: 0, maxZoom: 3, remark: expect.not.stringMatching(/left out/) },
    ],
    [
      'may have fewer columns, from there',
      wmts(
        tileLayer(RESOURCE),
        tileSet(
          'web',
          '3857',
          cornered('20037508.34 -20037508.34', () => 1),
        ),
      ),
      { minZoom: 0, maxZoom: 3 },
    ],
    [
      'have the set of the world, if they have another',
      wmts(
        tileLayer(
          RESOURCE,
          '<TileMatrixSet>own</TileMatrixSet></TileMatrixSetLink><TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet>',
        ),
        tileSet('own', '3857', cornered('0 0')) + web,
      ),
      { url: 'https://t.example.org/usual/web/{z}/{y}/{x}.png' },
    ],
  ])('%s', (_, xml, map) => expect(layersIn(xml)).toMatchObject([map]));

  test.each([
    ['a region', cornered('1060000 6700000', () => 1)],
    ['the middle of the world', cornered('0 0')],
    ['the corner below', cornered('-20037508.34 -20037508.34')],
    ['a corner of three numbers', cornered('-20037508.34 20037508.34 0')],
    ['words', cornered('top left')],
    ['no corner, with the columns of a region', cornered('', () => 1)],
  ])('that count tiles from %s are left out with the reason', (_, matrices) =>
    expect(problemsIn(wmts(tileLayer(RESOURCE), tileSet('web', '3857', matrices)))).toEqual([
      'its set of tiles web counts its tiles from another corner than that of the world',
    ]),
  );

  test('with only padded names are left out with the reason', () =>
    expect(problemsIn(wmts(tileLayer(RESOURCE), tileSet('web', '3857', padded(10))))).toEqual([
      'its zoom levels are named 00 and so on, and the numbers of an address have no zeros before them',
    ]));

  test.each([
    ['another projection', tileSet('web', '25832', scaled(''))],
    ['other zoom levels', tileSet('web', '3857', scaled('').replace('559082264', '500000'))],
    ['levels with names', tileSet('web', '3857', scaled('').replace('>0<', '>zero<'))],
    ['no levels', tileSet('web', '3857', '')],
    ['no set', ''],
  ])('with %s are left out with the reason', (_, sets) =>
    expect(problemsIn(wmts(tileLayer(RESOURCE), sets))).toEqual([
      'its sets of tiles are web, and none has Web Mercator with the usual zoom levels',
    ]),
  );
});

test.each(['<Capabilities/>', '<Capabilities xmlns="http://www.opengis.net/wfs/2.0"/>', '<wms/>'])(
  '%s has no maps',
  (xml) => expect(withXml(Buffer.from(xml), (root) => OGC_READER.xml?.(root, undefined, () => {}))).toBeNull(),
);
test('capabilities without layers have none', () =>
  expect([layersIn(wms130('')), layersIn(wmts('', ''))]).toEqual([[], []]));
