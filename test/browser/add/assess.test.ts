import { expect, test } from 'vitest';
import { assessMapForm, FORM_WAYS, hasCountryNames } from '../../../browser/add/assess.ts';
import { mapReviewer } from '../../../commands/catalog/new/new-map.ts';
import type { KnownCatalog } from '../../../contract/pages/page-data.ts';
import { DE } from '../../../contract/words/page-texts/de.ts';
import { textsIn } from '../../support/words.ts';

const URL_OF_TILES = 'https://tile.example.org/{z}/{x}/{y}.png';

const review = mapReviewer({ accessTokens: [], servers: [] }, FORM_WAYS);
const inGerman = mapReviewer({ accessTokens: [], servers: [] }, { ...FORM_WAYS, notes: DE.addPage.addressNotes });

test.each([
  ['5', '17', 5, 17],
  ['', '', 0, 18],
  ['0', '-1', 0, 18],
  ['0', '99', 0, 18],
  ['-3', '12', 0, 12],
  ['12', '5', 0, 5],
  ['24', '', 24, 24],
  ['1.5', 'x', 0, 18],
  ['30', '30', 30, 30],
])('the levels "%s" to "%s" are shown from %i to %i', (first, last, minZoom, maxZoom) => {
  const fields = { url: 'https://tile.example.org/{z}/{x}/{y}.png', 'min-zoom': first, 'max-zoom': last };
  expect(assessMapForm({ kind: 'mapserver', ...fields }, review).map).toMatchObject({ minZoom, maxZoom });
});

const OF_ARCGIS = 'https://maps.example.org/arcgis/rest/services/World_Topo_Map/MapServer';

test.each([
  [OF_ARCGIS, 'World Topo Map'],
  [`${OF_ARCGIS}/tile/{z}/{y}/{x}`, 'World Topo Map'],
  [OF_ARCGIS.replace('World_Topo_Map', 'World_Street_Map'), undefined],
  [OF_ARCGIS.replace('World_Topo_Map/MapServer', ''), undefined],
  ['https://ows.example.org/wms?SERVICE=WMS', undefined],
  [URL_OF_TILES, undefined],
])('the label of %s is assumed to be %s', (url, label) => {
  const servers: KnownCatalog['servers'] = [
    ['map', 'world-street-map', 'World Street Map', { type: 'wms', service: 'https://a.example.net/', layers: ['a'] }],
  ];
  const { fallbacks, assumed, missing } = assessMapForm({ kind: 'mapserver', url, copyright: 'A' }, review, {
    servers,
  });
  const isAssumed = label !== undefined;
  expect([fallbacks['id'], missing.includes('id')]).toEqual([label, !isAssumed]);
  if (isAssumed) expect(assumed).toContain('id');
});

test.each([
  ['5.9, 45.8, 10.5,47.9', [5.9, 45.8, 10.5, 47.9], [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }]],
  ['-180, -85.05, 180, 85.05', undefined, 'world'],
  [
    '170, -50, -170, -30',
    [-180, -50, 180, -30],
    [
      { west: 170, south: -50, east: 180, north: -30 },
      { west: -180, south: -50, east: -170, north: -30 },
    ],
  ],
  ['5.9, 47.9, 10.5, 45.8', undefined, [{ west: 5.9, south: 47.9, east: 10.5, north: 45.8 }]],
  ['1, 2, 3', undefined, undefined],
])('the edges %s lead to %j, and are written as %j', (covers, bounds, area) => {
  const { map, review: reviewed } = assessMapForm(
    { kind: 'mapserver', url: 'https://tile.example.org/{z}/{x}/{y}.png', covers },
    review,
  );
  expect(map?.bounds).toEqual(bounds);
  expect(reviewed.draft.record['area']).toEqual(area);
});

test.each([
  ['Schweiz und Österreich; LI', ['CH', 'AT', 'LI']],
  ['Bosnien und Herzegowina / CH, Schweiz', ['BA', 'CH']],
  ['Holland und England; Suisse', ['NL', 'GB', 'CH']],
  ['Kongo, Siberia, Bayern', ['KONGO', 'SIBERIA', 'BAYERN']],
  ['BRD; UK / U.S.A.', ['DE', 'GB', 'US']],
  ['D, a, CH; F / I & SLO', ['DE', 'AT', 'CH', 'FR', 'IT', 'SI']],
  ['Oesterreich, Daenemark, Vereinigtes Koenigreich', ['AT', 'DK', 'GB']],
  ['Weltweit', 'world'],
  ['BBOX(5.9 45.8 10.5 47.9)', [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }]],
  ['5,9 45,8 10,5 47,9', [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }]],
  ['500000, 5000000, 600000, 5100000', [{ west: 500_000, south: 5_000_000, east: 600_000, north: 5_100_000 }]],
])('the places %s are written as %j', (covers, written) => {
  const codes: Readonly<Record<string, string>> = { Schweiz: 'CH', Österreich: 'AT', 'Bosnien und Herzegowina': 'BA' };
  const codeOf = (name: string) => codes[name] ?? null;
  const { review: found } = assessMapForm({ kind: 'mapserver', url: URL_OF_TILES, covers }, review, undefined, codeOf);
  expect(found.draft.record['area'] ?? found.draft.record['countries']).toEqual(written);
});

test.each<[licence: string, written: string | undefined, said: string | undefined]>([
  ['CC-BY 4.0 Creative Commons', 'CC-BY-4.0', undefined],
  ['CC BY 4', 'CC-BY-4.0', undefined],
  ['LicenseRef-swisstopo', 'LicenseRef-swisstopo', undefined],
  ['swisstopo', undefined, 'Nicht übernommen: „swisstopo“ ist keine Lizenz von spdx.org'],
  ['FOO', undefined, 'Nicht übernommen: „FOO“ ist keine Lizenz von spdx.org'],
  ['Namensnennung', undefined, 'gemeint ist vielleicht CC-BY-4.0, '],
  ['by-sa', undefined, 'gemeint ist vielleicht CC-BY-SA-4.0, '],
  ['CC BY', undefined, 'Nicht übernommen: „CC-BY“ ist keine Kennung einer Lizenz; gemeint ist vielleicht CC-BY-4.0, '],
  ['CC BY 2', undefined, 'gemeint ist vielleicht CC-BY-2.5, CC-BY-2.0'],
  ['Datenlizenz Deutschland', undefined, 'gemeint ist vielleicht DL-DE-BY-2.0, DL-DE-ZERO-2.0'],
  ['CC BY 4.0 or more', undefined, 'Nicht übernommen: „CC-BY-4.0-OR-MORE“'],
  ...['frei', 'free', 'gemeinfrei', 'Creative-Commons'].map((word): [string, undefined, string] => [
    word,
    undefined,
    `Nicht übernommen: „${word}“`,
  ]),
])('the licence %s is written as %s, with the message %s', (licence, written, said) => {
  const fields = { id: 'A', url: URL_OF_TILES, 'max-zoom': '9', copyright: 'A', licence };
  const { review: reviewed, text } = assessMapForm({ kind: 'mapserver', ...fields }, inGerman);
  expect(reviewed.problems).toEqual([]);
  expect(/^licence: (.*)$/m.exec(text ?? '')?.[1]).toBe(written);
  expect(reviewed.warnings.map(({ translation }) => translation).join()).toContain(said ?? '');
  expect(reviewed.warnings).toHaveLength(said ? 1 : 0);
});

test('a service of ArcGIS is similar to its tiles in the catalog, unless layers are chosen', () => {
  const service = 'https://a.test.org/arcgis/rest/services/Topo/MapServer';
  const tiles = [
    'mapserver',
    'topo',
    'Topo',
    ['a.test.org'],
    `${service.replace('a.test.org', '#{host}')}/tile/#{zoom}/#{tiley}/#{tilex}`,
  ];
  const known = { accessTokens: [], servers: [tiles] } as unknown as KnownCatalog;
  const similarTo = (url: string) => assessMapForm({ kind: 'mapserver', url }, review, known).similar;
  expect(similarTo(service)).toBe(tiles);
  expect(similarTo(`${service}/4`)).toBeNull();
});

test('nobody is credited before a copyright is named', () => {
  expect(assessMapForm({ kind: 'mapserver', url: URL_OF_TILES }, review).map?.copyright).toBe('');
});

test.each([
  ['', 'website id url copyright'],
  [URL_OF_TILES, 'website id url copyright'],
  ['https://example.org/style.json', 'website id url copyright'],
  ['https://example.org/wms?REQUEST=GetMap', 'website id url layers copyright'],
  ['https://example.org/wms?apikey={apikey}', 'website id url layers copyright'],
])('of %s, the form requires %s', (url, names) => {
  const { required } = assessMapForm({ kind: 'mapserver', url, id: 'Named' }, review);
  expect(required.toSorted()).toEqual(names.split(' ').sort());
});

test.each([
  ['https://example.org/{z}/{x}/{y}.png', '18', true],
  ['https://example.org/{z}/{x}/{-y}.png', '18', true],
  ['https://example.org/tiles/512/{z}/{x}/{y}', '17', true],
  ['https://example.org/512/a/{z}/{x}/{y}@2x.png', '18', true],
  ['https://example.org/?z={z}&x={x}&y={y}&tileSize=512', '17', true],
  ['tms[3,12]:https://example.org/{z}/{x}/{y}.png', '12', false],
  ['https://example.org/wms?REQUEST=GetMap&layers=a', '18', true],
  ['https://example.org/style.json', undefined, false],
  ['https://example.org/{z}/{x}/{y}.png', '19', true, '19'],
])('the highest zoom of %s is %s, which is assumed: %s', (url, zoom, isAssumed, first = '') => {
  const { fallbacks, assumed } = assessMapForm({ kind: 'mapserver', url, 'min-zoom': first }, review);
  expect([fallbacks['max-zoom'], assumed.includes('max-zoom')]).toEqual([zoom, isAssumed]);
});

test.each([
  ['', false, 'EPSG:3857'],
  ['&crs=EPSG:25832', false, 'EPSG:25832'],
  ['', true, undefined],
])('a WMS whose address ends in "%s", and which is unfit: %s, is probably drawn in %s', (end, isUnfit, crs) => {
  const url = `https://example.org/wms?REQUEST=GetMap&layers=a${end}`;
  const { fallbacks } = assessMapForm({ kind: 'mapserver', url }, review, undefined, undefined, [], isUnfit);
  expect(fallbacks['crs']).toBe(crs);
});

test.each([
  ['http://127.0.0.1:8080/{z}/{x}/{y}.png', true],
  ['http://192.168.1.4/{z}/{x}/{y}.png', true],
  ['https://tiles.nas.lan/{z}/{x}/{y}.png', true],
  ['http://localhost/ows?REQUEST=GetMap&LAYERS=a&CRS=EPSG:3857', true],
  ['http://nas:8080/ows?REQUEST=GetMap&LAYERS=a&CRS=EPSG:3857', true],
  ['http://[::1]/ows?REQUEST=GetMap&LAYERS=a&CRS=EPSG:3857', true],
  ['http://[fd00::1]/style.json', true],
  ['http://[2a00::1]/style.json', false],
  ['http://8.8.8.8/{z}/{x}/{y}.png', false],
  [URL_OF_TILES, false],
])('%s is refused, because others cannot reach it: %s', (url, isRefused) => {
  const { review: reviewed, map } = assessMapForm({ kind: 'mapserver', url, id: 'A' }, review);
  const said = reviewed.problems.some(
    ({ flag, message }) => flag === 'url' && message.includes('others cannot reach it'),
  );
  expect(said).toBe(isRefused);
  // This machine may reach it.
  expect(map).not.toBeNull();
});

test.each([
  ['CH, li', false],
  ['5.9, 45.8, 10.5, 47.9', false],
  ['World', false],
  ['CH, Portugal', true],
])('the names of countries are needed for %s: %s', (covers, isNeeded) => {
  expect(hasCountryNames(covers)).toBe(isNeeded);
});

const RELIEF_TILES = '1.0.0/org.example.relief-grey/default/current/3857/#{zoom}/#{tilex}/#{tiley}.jpeg';

const KNOWN: KnownCatalog['servers'] = [
  ['mapserver', 'osm', 'OSM', ['tile.example.org', 'b.example.org'], 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png'],
  ['map', 'wms', 'Woods', { type: 'wms', service: 'https://ows.example.org/wms?map=a', layers: ['paths', 'woods'] }],
  [
    'map',
    'vec',
    'Vectors',
    { type: 'vector', style: 'https://v.example.org/style.json', tiles: 'https://v.example.org/{z}/{x}/{y}.pbf' },
  ],
  ['overlayserver', 'paid', 'Paid', ['paid.example.org'], 'https://#{host}/#{zoom}/#{tilex}/#{tiley}?key=${PAID_KEY}'],
  ['mapserver', 'relief', 'Relief', ['wmts.example.com'], `https://#{host}/${RELIEF_TILES}`],
  ['map', 'photos', 'Photos', { type: 'wms', service: 'https://wms.example.com/', layers: ['photos:all-years'] }],
  ['map', 'zero', 'Zero', { type: 'wms', service: 'https://wms.example.com/zero', layers: ['0'] }],
];

test.each([
  [URL_OF_TILES, 'OSM'],
  ['http://b.example.org/{z}/{x}/{y}.png', 'OSM'],
  ['https://c.example.org/{z}/{x}/{y}.png', undefined],
  ['http://A.Tile.Example.ORG:80/%7BZoom%7D/{x}/{y}.png?apikey={key}&_=1', 'OSM'],
  ['https://tile.example.org/{z}/{x}/{y}.jpg', undefined],
  ['https://paid.example.org/{z}/{x}/{y}?key={apikey}', 'Paid'],
  ['https://tile.example.org/', undefined],
  ['http://ows.example.org/wms?map=a&SERVICE=WMS&REQUEST=GetMap&LAYERS=woods,paths&CRS=EPSG:3857', 'Woods'],
  ['https://ows.example.org/wms?map=a&SERVICE=WMS&REQUEST=GetMap&LAYERS=woods&CRS=EPSG:3857', undefined],
  ['https://v.example.org/style.json', 'Vectors'],
  ['https://v.example.org/{z}/{x}/{y}.pbf', 'Vectors'],
])('%s is a map that the catalog has: %s', (url, id) => {
  expect(assessMapForm({ kind: 'mapserver', url }, review, { servers: KNOWN }).existing?.[2]).toBe(id);
});

test.each([
  ['https://tiles.example.org/{z}/{x}/{y}.png', 'OSM', undefined],
  ['https://{s}.tile.example.org/{z}/{x}/{y}.png', 'OSM', undefined],
  ['https://tile2.example.org/{z}/{x}/{y}.png?', 'OSM', undefined],
  ['https://example.org/{z}/{x}/{y}.png', 'OSM', undefined],
  ['https://tile.example.org/{z}/{x}/{y}.png?v=2', undefined, 'OSM'],
  ['https://services.example.org/{z}/{x}/{y}.png', undefined, 'OSM'],
  ['https://maps.example.org/wms?map=a&REQUEST=GetMap&LAYERS=woods,paths', undefined, 'Woods'],
  ['https://maps.example.org/wms?map=b&REQUEST=GetMap&LAYERS=woods,paths', undefined, undefined],
  ['https://tile.example.org/{z}/{x}/{y}.jpg', undefined, 'OSM'],
  ['https://tile.example.org/{z}/{x}/{y}@2x.png', undefined, 'OSM'],
  ['https://tile.example.org/{z}/{x}/{y}/', undefined, 'OSM'],
  ['https://tile.example.org/{z}/{x}/{-y}.png', undefined, 'OSM'],
  ['https://services.example.org/{z}/{x}/{y}.jpg', undefined, undefined],
  ['https://tile.example.org/{z}/{y}/{x}.png', undefined, undefined],
  ['https://tile.example.org/{z}/{x}/{y}/snow.png', undefined, undefined],
  ['https://wms.example.com/?REQUEST=GetMap&LAYERS=org.example.relief-grey', undefined, 'Relief'],
  ['https://wms.example.com/?VERSION=1.1.1&REQUEST=GetMap&LAYERS=Org.Example.Relief-Grey', undefined, 'Relief'],
  ['https://wmts2.example.com/?LAYER=org.example.relief-grey&z={z}&x={x}&y={y}', undefined, 'Relief'],
  ['https://geo.example.com/wmts/photos:all-years/{z}/{x}/{y}.png', undefined, 'Photos'],
  ['https://ows.example.com/wms?REQUEST=GetMap&LAYERS=photos:all-years', undefined, 'Photos'],
  ['https://ows.example.com/wms?REQUEST=GetMap&LAYERS=photos:all-years,names:all-years', undefined, undefined],
  ['https://wms.example.com/?REQUEST=GetMap&LAYERS=org.example.relief-colour', undefined, undefined],
  ['https://wms.example.org/?REQUEST=GetMap&LAYERS=org.example.relief-grey', undefined, undefined],
  ['https://ows.example.com/wms?REQUEST=GetMap&LAYERS=0', undefined, undefined],
  ['https://tile.example.net/{z}/{x}/{y}.png', undefined, undefined],
  ['https://tile.example.co.uk/{z}/{x}/{y}.png', undefined, undefined],
])('%s is the map %s, and may be %s', (url, same, similar) => {
  const found = assessMapForm({ kind: 'mapserver', url }, review, { servers: KNOWN });
  expect([found.existing?.[2], found.similar?.[2]]).toEqual([same, similar]);
});

test.each([
  ['Woods', 'Woods'],
  ['vectors', undefined],
  ['VEC', 'Vectors'],
  ['wood', undefined],
  ['', undefined],
  ['山', undefined],
])('the label %s is the label of the map %s', (id, namesake) => {
  expect(assessMapForm({ kind: 'mapserver', id }, review, { servers: KNOWN }).namesake?.[2]).toBe(namesake);
});

test.each([
  [{ 'mapserver/osm': { en: 'no' } }, 'https://mt1.example.org/vt?x={x}&y={y}&z={z}', undefined],
  [{ 'mapserver/osm': {}, 'map/wms': {}, 'map/vec': {}, 'overlayserver/paid': {} }, URL_OF_TILES, 'OSM'],
  [
    { 'mapserver/osm': {}, 'map/wms': {}, 'map/vec': {}, 'overlayserver/paid': {} },
    'https://ab.example.org/{q}',
    undefined,
  ],
  [{}, 'https://mt1.example.com/vt?x={x}&y={y}&z={z}', undefined],
])('if the maps %j are off, %s is like %s, which is off', (offReasons, url, id) => {
  const known = { servers: KNOWN, offReasons };
  expect(assessMapForm({ kind: 'mapserver', url }, review, known).discouraged?.[2]).toBe(id);
});

test.each([
  ['https://tile.example.org/{z}/{x}/{y}.png', false],
  ['https://a.tile.example.org/{z}/{x}/{y}.png?', false],
  ['https://tile.example.org/other/{z}/{x}/{y}.png', true],
])('the file of %s is offered: %s', (url, isOffered) => {
  const fields = { id: 'New', url, 'max-zoom': '9', copyright: 'A', provider: '' };
  expect(assessMapForm({ kind: 'mapserver', ...fields }, review, { servers: KNOWN }).text !== null).toBe(isOffered);
});

test('what check would say of a map that the catalog has is said, too', () => {
  const reviewIn = mapReviewer({ accessTokens: [], servers: KNOWN }, FORM_WAYS);
  const url = 'https://ows.example.org/wms?map=a&SERVICE=WMS&REQUEST=GetMap&LAYERS=paths,woods&CRS=EPSG:3857';
  const { warnings } = assessMapForm({ kind: 'mapserver', id: 'New', url }, reviewIn, { servers: KNOWN }).review;
  const message = 'This is the same map as maps/wms.yaml; keep one of the two';
  expect(warnings).toEqual([{ flag: 'url', message }]);
});

test.each([
  ['https://example.org/ows', /^this is not the address of tiles: .* of a WMS, paste an address with request=GetMap/],
  ['https://example.org/{quadkey}.png', /^this address cannot be listed: it names tiles by quadkey/],
  ['https://example.org/services/wmts', /it looks like a WMTS, .* if it is a WMS all the same, add \?request=GetCap/],
  ['map.addLayer({ id: "a", source: "b" })', /if this is code, write only the address in it/],
  ['https://example.org/{z}/{x}/{-y}.pbf', /^this address cannot be listed: vector tiles whose rows count/],
])('the problem of %s is named', (url, said) => {
  const messages = assessMapForm({ kind: 'mapserver', url }, review).review.problems.map(({ message }) => message);
  expect(messages.join()).toMatch(said);
});

test.each([
  ['https://example.org/epsg3413/{z}/{x}/{y}.png', {}],
  ['https://example.org/epsg3413/{z}/{x}/{-y}.png', {}],
  ['https://example.org/services/wmts?request=GetCapabilities', { layers: 'a' }],
])('%s is taken, with a warning about what it looks like', (url, others) => {
  const { problems, warnings } = assessMapForm({ kind: 'mapserver', url, ...others }, review).review;
  expect(problems.filter(({ flag }) => flag === 'url')).toEqual([]);
  expect(warnings).toEqual([
    {
      flag: 'url',
      message: expect.stringMatching(/^This address looks wrong: (?!.* # cartalog: allow)/),
    },
  ]);
});

test.each([
  [{ url: 'https://127.0.0.1/{z}/{x}/{y}.png' }, '„127.0.0.1“ ist in einem privaten Netz'],
  [{ url: 'https://tile.test.org/{quadkey}.png' }, 'benennt Kacheln mit Quadkeys'],
  [{ url: 'https://tile.test.org/{z}/{x}/{-y}.pbf' }, 'mit der Adresse ihres TileJSON'],
  [{ url: 'https://tile.test.org/' }, 'https://tile.example.org/{z}/{x}/{y}.png'],
  [{ url: 'tile.test.org' }, 'https://tile.example.org/{z}/{x}/{y}.png'],
  [{ url: 'a map' }, 'keine Adresse mit http://'],
  [{ url: URL_OF_TILES, id: 'A', copyright: 'https://a.org' }, 'Wer wird auf der Karte genannt?'],
  [{ url: URL_OF_TILES, id: 'https://a.org' }, 'Das ist eine Adresse'],
  [{ url: URL_OF_TILES, id: 'A', licence: 'frei verwendbar' }, '„frei verwendbar“ ist keine Kennung einer Lizenz'],
  [{ url: URL_OF_TILES, id: 'A', licence: 'CC BY' }, 'gemeint ist vielleicht CC-BY-4.0, CC-BY-3.0'],
  [{ url: URL_OF_TILES, id: 'A', covers: '5.9, 47.9, 10.5, 45.8' }, 'Westen, Süden, Osten, Norden'],
  [{ url: 'https://a.test.org/ows?service=WFS&request=GetCapabilities' }, 'Objekte, keine Karte'],
  [{ url: 'https://a.test.org/rest/services/A/FeatureServer/0' }, 'Objekte, keine Karte'],
  [{ url: URL_OF_TILES, id: 'con' }, '„con“ ergibt keinen Dateinamen'],
  [{ url: URL_OF_TILES, id: 'A\u200b' }, 'unsichtbares'],
  [{ url: URL_OF_TILES, id: 'A', 'min-zoom': '9', 'max-zoom': '3' }, 'Die erste Zoomstufe (9)'],
  [{ url: URL_OF_TILES, id: 'A', 'min-zoom': 'x' }, 'eine ganze Zahl'],
  [{ url: URL_OF_TILES, id: 'A', covers: 'Nowhere' }, '„Nowhere“ ist kein Land'],
])('%o is answered in German: %s', (fields, said) => {
  const { problems, warnings } = assessMapForm({ kind: 'mapserver', ...fields }, inGerman).review;
  const all = [...problems, ...warnings].map(({ translation }) => translation);
  expect(all.join('\n')).toContain(said);
  expect(all).not.toContain(undefined);
});

test('nothing that the form says of an address is a command line', () => {
  const addresses = textsIn(`
    https://example.org/{z}/{x}/{-y}.pbf | https://example.org/wmts | https://example.org/{bbox} | mapbox://a | x
    https://example.org/a.mbtiles | https://example.org/a.tif | https://example.org/{z}/{x}/{y}.pbf
    https://a.org/{proj} | https://example.org/VectorTileServer | https://example.org/rest/services/a/MapServer
    https://{host}/{q} | {z}/{x}/{y} | https://example.org/{z+1}/{x}/{y}.png | https://u:p@example.org/{z}/{x}/{y}.png
    https://example.org/{z}/{x}/{y}.{ext}`);
  for (const url of addresses)
    for (const kind of ['mapserver', 'overlayserver'] as const) {
      const { problems, warnings, notes } = assessMapForm({ kind, url }, review).review;
      const said = [...problems, ...warnings].map(({ message }) => message).concat(notes);
      expect(said.join('\n'), url).not.toMatch(/cartalog (?:new|format|check|import)|(?:^|\s)--\w/);
    }
});

test.each([
  [
    'https://vt.example.org/{zoom}/{x}/{y}.pbf',
    'mapserver',
    /^tiles: .*\/\{z\}\/\{x\}\/\{y\}\.pbf\nschema: other$/m,
    [],
  ],
  ['https://ows.example.org/?REQUEST=GetMap&LAYERS=a&CRS=EPSG:3857', 'overlayserver', /^transparent: true$/m, []],
  [
    'https://ows.example.org/?REQUEST=GetMap&LAYERS=a&CRS=EPSG:3857&FORMAT=image/jpeg&TRANSPARENT=TRUE',
    'overlayserver',
    /^format: image\/jpeg\n(?!transparent)/m,
    ['format'],
  ],
] as const)('%s needs no more than a label and a copyright', (url, kind, text, warned) => {
  const { review: found, ...assessed } = assessMapForm({ kind, url, id: 'A', copyright: 'Example' }, review);
  expect(assessed.text).toMatch(text);
  expect(found.warnings.map(({ flag }) => flag)).toEqual(warned);
});

test.each(['©', '© ', '(c)', '@', '-'])('the credit "%s", which more may follow, is read', (copyright) => {
  const assessed = assessMapForm({ kind: 'mapserver', url: URL_OF_TILES, copyright }, inGerman);
  expect(assessed.type).toBe('xyz');
});

test.each([
  ['maps.alps.at', 'AT'],
  ['tiles.alps.ch:8080', 'CH'],
  ['{s}.alps.co.uk', 'GB'],
  ['tile.alps.io', ''],
  ['tile.alps.eu', ''],
  ['tile.alps.net', ''],
])('a map of %s may cover "%s"', (host, country) => {
  const url = `https://${host}/{z}/{x}/{y}.png`;
  expect(assessMapForm({ kind: 'mapserver', url }, review).proposed.country).toBe(country);
});
