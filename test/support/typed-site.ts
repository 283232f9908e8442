/** A catalog with maps of other types, and what their servers answer. */
import type { Page, Route } from 'playwright-core';
import { PNG } from 'pngjs';
import { type Files, SMALL } from './catalogs.ts';
import { pmtilesArchive } from './pmtiles.ts';

export const CREDIT = 'copyright: OpenStreetMap\n';
export const TYPED_CATALOG: Files = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}languages: [en, de]\naccessTokens: [PAID_KEY]\n`,
  'maps/flipped.yaml': `type: tms\nname: Flipped\nminZoom: 0\nmaxZoom: 17\nhosts: [flipped.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\n${CREDIT}`,
  'maps/service.yaml': `type: wms\nname: Service\nminZoom: 0\nmaxZoom: 19\nservice: https://wms.example.org/ows?map=a\nlayers: [roads, names]\nformat: image/png\nversion: 1.3.0\ncrs: [EPSG:3857]\n${CREDIT}`,
  'maps/exported.yaml': `type: arcgis\nname: Exported\nminZoom: 0\nmaxZoom: 19\nservice: https://gis.example.org/rest/services/Topo/MapServer\nlayers: ["2"]\nformat: image/png\n${CREDIT}`,
  'maps/polar.yaml': `type: wms\nname: Polar\nminZoom: 0\nmaxZoom: 19\nservice: https://wms.example.org/polar\nlayers: [ice]\nformat: image/png\nversion: 1.1.1\ncrs: [EPSG:3413]\n${CREDIT}`,
  'maps/drawn.yaml': `type: vector\nname: Drawn\nstyle: https://style.example.org/style.json\n${CREDIT}`,
  'maps/paid.yaml': `type: vector\nname: Paid\nstyle: https://paid.example.org/style.json?key=\${PAID_KEY}\n${CREDIT}`,
  'maps/archive.yaml': `type: pmtiles\nname: Archive\nurl: https://archive.example.org/map.pmtiles\n${CREDIT}`,
  'maps/gone.yaml': `type: pmtiles\nname: Gone\noverlay: true\nurl: https://archive.example.org/gone.pmtiles\n${CREDIT}`,
};

export function picture(colour: readonly [number, number, number], size = 256): Buffer {
  const png = new PNG({ width: size, height: size });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([...colour, 255], at);
  return PNG.sync.write(png);
}

const square = [
  [-180, -85],
  [180, -85],
  [180, 85],
  [-180, 85],
  [-180, -85],
];

/** A style whose only layer is the whole world in a colour. @param others more sources */
export const style = (colour: string, others: object = {}): string =>
  JSON.stringify({
    version: 8,
    sources: {
      world: {
        type: 'geojson',
        attribution: 'Made by <b>Somebody</b>',
        data: { type: 'Polygon', coordinates: [square] },
      },
      ...others,
    },
    layers: [
      { id: 'world', type: 'fill', source: 'world', paint: { 'fill-color': colour, 'fill-antialias': false } },
      ...Object.keys(others).map((source) => ({ id: source, type: 'raster', source })),
    ],
  });

/** A vector tile whose only layer, `water`, has one area: all of it. */
const WATER_TILE = ((): Buffer => {
  // To the corner, three lines of the length of a tile, and back.
  const geometry = [9, 0, 0, 26, 0x80, 0x40, 0, 0, 0x80, 0x40, 0xff, 0x3f, 0, 15];
  const feature = [0x18, 3, 0x22, geometry.length, ...geometry];
  const layer = [0x0a, 5, ...Buffer.from('water'), 0x12, feature.length, ...feature, 0x28, 0x80, 0x20, 0x78, 2];
  return Buffer.from([0x1a, layer.length, ...layer]);
})();

const WATER_STYLE = JSON.stringify({
  version: 8,
  sources: { archive: { type: 'vector', url: 'pmtiles://https://archive.example.org/water.pmtiles' } },
  layers: [
    { id: 'water', type: 'fill', source: 'archive', 'source-layer': 'water', paint: { 'fill-color': '#005a00' } },
  ],
});

/** The servers of the catalog: what was asked for is written down. */
export async function answering(page: Page, asked: string[]): Promise<void> {
  const archive = pmtilesArchive({ tile: picture([20, 30, 200]), type: 2 });
  const water = pmtilesArchive({ tile: WATER_TILE, type: 1, metadata: { vector_layers: [{ id: 'water' }] } });
  const cors = { 'Access-Control-Allow-Origin': '*' };
  const ranges = (route: Route, body: Buffer) => {
    const [, from = '0', to = ''] = /bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? [];
    const part = body.subarray(Number(from), Number(to) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`;
    return route.fulfill({ status: 206, headers: { ...cors, 'Content-Range': range }, body: part });
  };
  await page.route(/example\.org/, async (route: Route) => {
    const { host, pathname, searchParams } = new URL(route.request().url());
    asked.push(route.request().url());
    const png = (body: Buffer) => route.fulfill({ headers: cors, contentType: 'image/png', body });
    const json = (body: string) => route.fulfill({ headers: cors, contentType: 'application/json', body });
    if (host === 'water.example.org') return json(WATER_STYLE);
    if (host === 'slow.example.org') return;
    if (host === 'style.example.org') return json(style('#c81e1e'));
    if (host === 'faulty.example.org') return json('{"version": 8, "sources": {}, "layers": [{"id": "none"}]}');
    if (host === 'plain.example.org' && pathname === '/tiles.json') {
      const tiles = ['https://plain.example.org/{z}/{x}/{y}.pbf'];
      return json(
        JSON.stringify({ tilejson: '3.0.0', tiles, maxzoom: 4, vector_layers: [{ id: 'water', fields: {} }] }),
      );
    }
    if (host === 'plain.example.org') return route.fulfill({ headers: cors, body: WATER_TILE });
    if (pathname.endsWith('/water.pmtiles')) return ranges(route, water);
    if (host === 'paid.example.org') {
      const others = { other: { type: 'raster', tiles: ['https://other.example.org/{z}/{x}/{y}.png'] } };
      return json(style('#1ec81e', others));
    }
    if (pathname.endsWith('/map.pmtiles')) return ranges(route, archive);
    if (host === 'wms.example.org') {
      // West or east of Greenwich.
      const isEast = Number(searchParams.get('BBOX')?.split(',')[0]) >= 0;
      return png(picture(isEast ? [200, 0, 0] : [0, 0, 200]));
    }
    if (pathname === '/rest/services/Topo/MapServer/export') {
      const isEast = Number(searchParams.get('bbox')?.split(',')[0]) >= 0;
      return png(picture(isEast && searchParams.get('layers') === 'show:2' ? [200, 200, 0] : [0, 0, 200]));
    }
    // The northern row of the first zoom level is number 1 from the south.
    if (host === 'flipped.example.org') return png(picture(pathname.endsWith('/1.png') ? [0, 200, 0] : [0, 0, 0]));
    return route.fulfill({ status: host === 'other.example.org' ? 403 : 404, headers: cors });
  });
}
