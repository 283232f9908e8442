/** Long capabilities, and those with an address. Short ones are in test/fixtures/programs/ogc/. */
import { expect, test } from 'vitest';
import { OGC_READER } from '../../../../build/programs/ogc/read.ts';
import type { StatedMap } from '../../../../build/programs/stated/stated-map.ts';
import { withXml } from '../../../../cli/network/read-xml.ts';

function layersIn(xml: string, address?: string): readonly StatedMap[] {
  const found = withXml(Buffer.from(xml), (root) => OGC_READER.xml?.(root, address, () => {}));
  if (!Array.isArray(found)) throw new Error(`not capabilities: ${found}`);
  return found as readonly StatedMap[];
}

const wms = (layers: string): string =>
  `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>${layers}</Capability></WMS_Capabilities>`;
const named = (name: string, content = '<CRS>EPSG:3857</CRS>'): string =>
  `<Layer><Name>${name}</Name><Title>${name}!</Title>${content}</Layer>`;

test('layers have the address of the request, if there is one', () => {
  const [layer] = layersIn(wms(named('a')), 'https://b.example.org/ows?key=1&SERVICE=WMS&REQUEST=GetCapabilities');
  expect(layer).toMatchObject({ url: 'https://b.example.org/ows?key=1' });
});

test.each([
  ['https://b.example.org/a/caps.xml', 'https://c.example.org/wms'],
  ['https://b.example.org/caps.xml?SERVICE=WMS&REQUEST=GetCapabilities', 'https://b.example.org/caps.xml'],
  ['https://b.example.org/wms', 'https://b.example.org/wms'],
])('layers of capabilities at %s are asked of %s', (address, url) => {
  const online =
    '<DCPType><HTTP><Get><OnlineResource xmlns:l="http://www.w3.org/1999/xlink" l:href="https://c.example.org/wms?"/></Get></HTTP></DCPType>';
  const [layer] = layersIn(wms(named('a')).replace('</GetMap>', `${online}</GetMap>`), address);
  expect(layer).toMatchObject({ url });
});

test('layers can be hundreds, in five mebibytes, with thousands of projections', () => {
  const codes = Array.from({ length: 6_000 }, (_, index) => `<CRS>EPSG:${2_000 + index}</CRS>`).join('');
  const layers = Array.from({ length: 600 }, (_, index) =>
    named(`n${index}`, `<Abstract>${'x'.repeat(9_000)}</Abstract>`),
  );
  const xml = wms(`<Layer>${codes}${layers.join('')}</Layer>`);
  expect(xml.length).toBeGreaterThan(5 * 1024 * 1024);
  const found = layersIn(xml).map(({ typeMembers = {} }) => typeMembers['crs'] as string[]);
  expect([found.length, found[599]?.slice(0, 2), found[0]?.length]).toEqual([600, ['EPSG:3785', 'EPSG:3857'], 20]);
});

test('layers are not read if they are more than any service has, or deeper', () => {
  const many = wms(`<Layer>${named('a').repeat(5_001)}</Layer>`);
  expect(() => layersIn(many)).toThrow('has more than 5,000 layers');
  const deep = '<Layer><Name>a</Name>'.repeat(200) + '</Layer>'.repeat(200);
  expect(layersIn(wms(deep))).toHaveLength(20);
});

test.each(['<Capabilities/>', '<Capabilities xmlns="http://www.opengis.net/wfs/2.0"/>', '<wms/>'])(
  '%s has no maps',
  (xml) => expect(withXml(Buffer.from(xml), (root) => OGC_READER.xml?.(root, undefined, () => {}))).toBeNull(),
);

const wmts = (template: string): string =>
  `<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"><Contents>${template && `<Layer><ows:Identifier>a b</ows:Identifier><Style><ows:Identifier>s</ows:Identifier></Style><TileMatrixSetLink><TileMatrixSet>W</TileMatrixSet></TileMatrixSetLink><ResourceURL format="image/png" resourceType="tile" template="${template}"/></Layer>`}<TileMatrixSet><ows:Identifier>W</ows:Identifier><ows:SupportedCRS>EPSG:3857</ows:SupportedCRS><TileMatrix><ows:Identifier>0</ows:Identifier><ScaleDenominator>559082264.0287178</ScaleDenominator><TopLeftCorner>-20037508.34 20037508.34</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight></TileMatrix></TileMatrixSet></Contents></Capabilities>`;

test('a template of tiles has the names of its layer, style and set', () => {
  const [layer] = layersIn(
    wmts('https://a.example.org/{layer}/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}'),
  );
  expect(layer?.url).toBe('https://a.example.org/a%20b/s/W/{z}/{y}/{x}');
});

test.each([wms(''), wms('<Layer><Title>A</Title></Layer>'), wmts('')])(
  'case %#: a service without layers is refused',
  (xml) => expect(() => layersIn(xml)).toThrow('describes a WMS or WMTS without a layer that has a name'),
);
