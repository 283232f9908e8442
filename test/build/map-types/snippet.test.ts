import { expect, test } from 'vitest';
import { readSnippet } from '../../../build/map-types/snippet.ts';

const TOPO = 'https://{s}.tile.opentopomap.org/{z}/{x}/{y}.png';

test.each<[string, object | null]>([
  [TOPO, null],
  ['', null],
  ['L.tileLayer(address).addTo(map);', null],
  [
    `L.tileLayer('${TOPO}', { maxZoom: 17, subdomains: 'abc', attribution: '&copy; <a href="https://a.example/">OpenStreetMap</a> contributors' }).addTo(map);`,
    { url: TOPO, 'max-zoom': '17', subdomains: 'abc', copyright: 'OpenStreetMap contributors' },
  ],
  [
    `var a = new L.tileLayer( "${TOPO}",{"minZoom":3,\n"maxZoom":22,"maxNativeZoom":19,subdomains:["a", "b"], attribution:"It\\"s" })`,
    { url: TOPO, 'min-zoom': '3', 'max-zoom': '19', subdomains: 'a,b', copyright: 'It"s' },
  ],
  [
    "L.tileLayer(`https://tiles.example.org/{id}/{z}/{x}/{y}?key={key}`, {id: 'streets', subdomains: 'abc'})",
    { url: 'https://tiles.example.org/streets/{z}/{x}/{y}?key={key}' },
  ],
  [
    'type=xyz&url=https%3A%2F%2Ftile.example.org%2F%7Bz%7D%2F%7Bx%7D%2F%7By%7D.png%3Fa%3D1%26b%3D2&zmax=19&zmin=0',
    { url: 'https://tile.example.org/{z}/{x}/{y}.png?a=1&b=2', 'min-zoom': '0', 'max-zoom': '19' },
  ],
  ['type=wms&url=https://example.org/', null],
  [`"${TOPO}"`, null],
  ['map.addLayer({ id: "a", type: "raster", source: "https" });', null],
  [
    `map.addSource('osm', { type: 'raster', tiles: ['https://a.example.org/{z}/{x}/{y}.png', 'https://b.example.org/{z}/{x}/{y}.png'], tileSize: 256, maxzoom: 19, attribution: '© <a href="https://osm.example/">OSM</a>' }); map.addLayer({ id: 'osm', type: 'raster', source: 'osm', minzoom: 0, maxzoom: 22 });`,
    { url: 'https://a.example.org/{z}/{x}/{y}.png', 'max-zoom': '19', copyright: 'OSM' },
  ],
  [
    "const map = new maplibregl.Map({ container: 'map', style: 'https://tiles.openfreemap.org/styles/liberty', maxZoom: 12 });",
    { url: 'https://tiles.openfreemap.org/styles/liberty', 'max-zoom': '12' },
  ],
  ['new mapboxgl.Map({ style: "mapbox://styles/mapbox/streets-v12" })', { url: 'mapbox://styles/mapbox/streets-v12' }],
  [
    '{"version":8,"glyphs":"https://a.example.org/{fontstack}/{range}.pbf","sources":{"p":{"type":"vector","url":"pmtiles://https://a.example.org/p.pmtiles"}}}',
    { url: 'pmtiles://https://a.example.org/p.pmtiles' },
  ],
  [
    `new ol.layer.Tile({ source: new ol.source.XYZ({ attributions: 'Tiles © Esri', maxZoom: 18, url: '${TOPO}' }) })`,
    { url: TOPO, 'max-zoom': '18', copyright: 'Tiles Esri' },
  ],
  [
    `new ol.source.XYZ({ attributions: ['© A, B and C', "© It's D"], url: '${TOPO}' })`,
    { url: TOPO, copyright: "A, B and C, It's D" },
  ],
  [`L.tileLayer('${TOPO}', { attribution: '&copy; A, B, (c) C' })`, { url: TOPO, copyright: 'A, B, C' }],
  [
    "L.tileLayer('https://m9.example.org/{z}/{x}/{y}.png', {maxZoom: 17, tms: true})",
    { url: 'https://m9.example.org/{z}/{x}/{-y}.png', 'max-zoom': '17' },
  ],
  [
    "map.addSource('x', {type: 'raster', tiles: ['https://a.example.org/{z}/{x}/{y}.png'], scheme: 'tms', maxzoom: 14})",
    { url: 'https://a.example.org/{z}/{x}/{-y}.png', 'max-zoom': '14' },
  ],
  [
    `var map = L.map('map'); L.tileLayer.wms("https://ows.example.org/wms", {layers: 'a,b', format: 'image/png', transparent: true, attribution: "JS own"})`,
    {
      ...{ url: 'https://ows.example.org/wms', layers: 'a,b', format: 'image/png', crs: 'EPSG:3857' },
      copyright: 'JS own',
    },
  ],
  [
    `var x = L.tileLayer.wms("https://ows.example.org/mapserv?map=/x.map&", {layers: 'a', version: '1.1.1'})`,
    { url: 'https://ows.example.org/mapserv?map=/x.map&', layers: 'a', version: '1.1.1', crs: 'EPSG:3857' },
  ],
  [
    `new ol.layer.Tile({ source: new ol.source.TileWMS({ url: 'https://ows.example.org/x?service=WMS', params: { LAYERS: ['a', 'b'], STYLES: 'c,', TILED: true } }) })`,
    { url: 'https://ows.example.org/x?service=WMS', layers: 'a, b', styles: 'c,', crs: 'EPSG:3857' },
  ],
  // What a record cannot say must not be lost.
  ["map.addSource('x', {type: 'raster-dem', tiles: ['https://a.example.org/{z}/{x}/{y}.png']})", null],
  [
    "map.addSource('x', {type: 'raster', encoding: 'terrarium', tiles: ['https://a.example.org/{z}/{x}/{y}.png']})",
    null,
  ],
  ["new ol.source.XYZ({url: 'https://a.example.org/{z}/{x}/{y}.png', projection: 'EPSG:4326'})", null],
  ["L.tileLayer('https://a.example.org/{z}/{x}/{y}.png', {crs: L.CRS.EPSG4326})", null],
  [
    "L.tileLayer('https://a.example.org/{z}/{x}/{y}.png', {crs: L.CRS.EPSG3857})",
    { url: 'https://a.example.org/{z}/{x}/{y}.png' },
  ],
  ...['http-header:X-Key=abc', 'interpretation=terrariumterrain', 'crs=EPSG:4326', 'username=u', 'authcfg=a1'].map(
    (more): [string, null] => [`type=xyz&url=https://c1.example.org/%7Bz%7D/%7Bx%7D/%7By%7D.png&zmax=17&${more}`, null],
  ),
  ['see "https://example.org/about"', null],
])('%s', (text, fields) => expect(readSnippet(text)).toEqual(fields));
