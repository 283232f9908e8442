import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { main } from '../../commands/program.ts';
import { folderWithCatalog, SMALL, writeFiles } from '../support/catalogs.ts';
import { startFaultyServer } from '../support/faulty-server.ts';
import { cartalog, wordsOf } from '../support/in-process.ts';
import { type Script, typing } from '../support/typing.ts';

const SERVER = "mapserver --id 'New map' --max-zoom 9 --copyright X --url";
const SOURCE = 'datasource --id new --name N --base-url https://example.org --directory n --action Flatten';
const TILES = 'https://example.org/{z}/{x}/{y}';
const JOSM = 'https://tile.example.org/{zoom}/{x}/{y}.png';

/** What is written and said is in the snapshot. */
test.each([
  `${SERVER.replace('--url', '--no-comments --url')} 'https://{s}.api.example.org/{z}/{x}/{y}.png?apikey=0123secret'`,
  `${SERVER} ${TILES} --kind cycling --country ch,LI`,
  `${SERVER} ${TILES} --country world --inactive`,
  `overlay${SERVER.slice('map'.length)} ${TILES}`,
  `mapserver --id both --copyright X --url tms[3,18]:${JOSM}`,
  `mapserver --id highest --copyright X --url tms[18]:${JOSM}`,
  SOURCE,
  `${SOURCE.replace('.org', '.org/')} --max-age 60 --source-url https://example.org/`,
  "edition --id new --name Name --datasources 'maps, empty' --no-comments",
  "provider --id new --name New --homepage https://example.org/ --terms https://example.org/terms --attribution '© New'",
  "edition --id none --name Name --datasources ''",
  "map --id WMS --copyright X --url 'https://ows.example.org/?service=WMS&request=GetCapabilities' --layers a --crs EPSG:3857 --wms-version 1.1.1 --overlay yes --no-comments",
  "map --id Pasted --no-comments --url 'L.tileLayer.wms(`https://ows.example.org/wms`, {layers: `a,b`, format: `image/png`, transparent: true, attribution: `X`})'",
  "map --id Schemeless --copyright X --url 'ows.example.org:8080/mapserv?map=/x.map' --layers a --crs EPSG:3857 --no-comments",
  'map --id Plain --copyright X --url https://ows.example.org/wms --layers a --crs EPSG:3857 --max-zoom 17 --no-comments',
  'map --id Layer --copyright X --url https://gis.example.org/rest/services/Topo/MapServer/3?f=json',
  'map --id Layers --copyright X --url https://gis.example.org/rest/services/Topo/MapServer --layers 0,3 --overlay yes --no-comments',
  "map --id Flipped --copyright X --url 'https://{s}.example.org/{z}/{x}/{-y}.png' --max-zoom 9 --no-comments",
  `${SERVER} https://polar.example.org/epsg3413/{z}/{x}/{y}.png --no-comments`,
  'map --id Named --copyright X --url https://ows.example.org/services/wmts --layers a --crs EPSG:3857 --no-comments',
  `mapserver --id Code --no-comments --url 'L.tileLayer("https://{s}.example.org/{z}/{x}/{y}.png", { maxZoom: 17, subdomains: "ab", attribution: "&copy; <a>X</a>" }).addTo(map);'`,
  `mapserver --id Code --no-comments --max-zoom 9 --copyright Y --subdomains c --url 'L.tileLayer("https://{s}.example.org/{z}/{x}/{y}.png", { maxZoom: 17, subdomains: "ab", attribution: "X" })'`,
  `map --id Style --copyright X --no-comments --url 'new maplibregl.Map({ container: "map", style: "https://tiles.example.org/styles/bright.json" });'`,
  `${SERVER} https://1.b.example.org/{z}/{x}/{y}.png --no-comments`,
  `${SERVER} ${TILES} --provider known --country alps --terms https://example.org/terms`,
])('new %s', async (line) => {
  const cwd = folderWithCatalog();
  writeFiles(join(cwd, 'catalog'), {
    'site.yaml': `${SMALL['site.yaml']}accessTokens: [EXAMPLE_API_KEY]\n`,
    'providers/known.yaml': 'name: Known\nhomepage: https://example.org/\n',
    'areas/alps.geojson': '{ "type": "Polygon", "coordinates": [[[5, 45], [10, 45], [10, 48], [5, 45]]] }\n',
  });
  const { status, stdout, stderr } = await cartalog(['new', ...wordsOf(line)], { cwd });
  const path = stdout.trimEnd();
  const text = readFileSync(join(cwd, path), 'utf8');
  expect(`\n${stderr}\n${path}\n${text.replace(/^# .*\n/gm, '')}`).toMatchSnapshot();
  expect(`${text}${stderr}`).not.toContain('0123secret');
  expect(/^# The /m.test(text)).toBe(!line.includes('--no-comments'));
  const outcomes = [status];
  for (const args of [['check'], ['format', '--check', path]])
    outcomes.push((await cartalog(args, { cwd })).status ?? 9);
  expect(outcomes).toEqual([0, 0, 0]);
});

test('says what is the same for all files after the first of a kind', async () => {
  const cwd = folderWithCatalog({ 'site.yaml': SMALL['site.yaml'] as string });
  const next = 'Next: cartalog check, then commit the new file and open a pull request.\n';
  for (const [id, ends] of [
    ['One', next],
    ['Two', 'Wrote catalog/mapservers/two.yaml.\n'],
  ] as const) {
    const line = `mapserver --id ${id} --max-zoom 9 --copyright X --url https://${id}.example.org/{z}/{x}/{y}`;
    expect((await cartalog(['new', ...wordsOf(line)], { cwd })).stderr).toMatch(new RegExp(`${ends}$`));
  }
});

test('names the nearest area for one that there is not', async () => {
  const cwd = folderWithCatalog();
  writeFiles(join(cwd, 'catalog'), { 'areas/wandergebiet.geojson': '{ "type": "Polygon", "coordinates": [] }\n' });
  const { stderr } = await cartalog(['new', ...wordsOf(`${SERVER} ${TILES} --country wandergebeit`)], { cwd });
  expect(stderr).toContain(' nor a file areas/wandergebeit.geojson; did you mean wandergebiet?\n');
});

const WMS = `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Capability><Request><GetMap><Format>image/png</Format><Format>image/jpeg</Format></GetMap></Request><Layer><CRS>EPSG:3857</CRS><Attribution><Title>Office</Title></Attribution><Layer><Name>a</Name><Title>Map A</Title><CRS>EPSG:4326</CRS></Layer><Layer><Name>b</Name><Title>Map B</Title></Layer></Layer><Layer><Name>u</Name><CRS>EPSG:25832</CRS></Layer></Capability></WMS_Capabilities>`;

describe('the layers of a service that is given without them', () => {
  const serve = (path = '/ows') =>
    startFaultyServer({ [`${path}?SERVICE=WMS&REQUEST=GetCapabilities`]: { body: WMS } });

  test.each<[string, number, string]>([
    ['', 2, '\na      Map A  EPSG:3857, EPSG:4326  image/png  Office\n'],
    ['', 2, 'cartalog: Name the layers that the map draws with --layers, or import a map of each: cartalog import'],
    ['--layers a,b --wms-version 1.1.1', 0, 'Wrote catalog/maps/map-a.yaml.'],
    ['--layers c', 2, 'The service has no layer c; it has a, b, u.'],
    ['--layers c --crs EPSG:3857 --id C --copyright X', 2, 'The service has no layer c; it has a, b, u.'],
    ['--layers u --crs EPSG:25832 --id U --copyright X', 0, 'Wrote catalog/maps/u.yaml.'],
    ['--layers u', 2, 'cartalog: Layer u: it is drawn in EPSG:25832, and not in Web Mercator'],
  ])('"%s" are listed, or fill in what nobody stated', async (line, status, said) => {
    const cwd = folderWithCatalog();
    const { url } = await serve();
    const args = ['new', 'map', '--url', `${url}/ows`, '--allow-private', '--no-comments', ...wordsOf(line)];
    const outcome = await cartalog(args, { cwd });
    expect([outcome.status, outcome.stdout + outcome.stderr]).toEqual([status, expect.stringContaining(said)]);
    if (said.includes('map-a'))
      expect(readFileSync(join(cwd, 'catalog/maps/map-a.yaml'), 'utf8')).toContain(
        `type: wms\nname: Map A\nminZoom: 0\nmaxZoom: 18\nservice: ${url}/ows\nlayers: [a, b]\nformat: image/png\nversion: 1.1.1\ncrs: [EPSG:3857]\ncopyright: Office\n`,
      );
  });

  test.each([
    ['jpeg', /^catalog\/maps\/a.yaml\nWrote/, 'format: image/jpeg\nversion: 1.3.0\ncrs: [EPSG:3857, EPSG:4326]\n'],
    ['webp', /^The service does not offer image\/webp, so the map has image\/png; --format takes another.\n/, '/png\n'],
  ])('are drawn as a request for image/%s says, if the service offers it', async (format, said, written) => {
    const cwd = folderWithCatalog();
    const { url } = await serve();
    const request = `${url}/ows?SERVICE=WMS&REQUEST=GetMap&VERSION=1.3.0&LAYERS=a&CRS=EPSG:3857&FORMAT=image/${format}`;
    const args = ['new', 'map', '--url', request, '--id', 'A', '--allow-private', '--no-comments'];
    const { stdout, stderr } = await cartalog(args, { cwd });
    expect(format === 'jpeg' ? stdout + stderr : stderr).toMatch(said);
    expect(readFileSync(join(cwd, 'catalog/maps/a.yaml'), 'utf8')).toContain(written);
  });

  test('are asked for if layers are named, also at an address that does not look like a service', async () => {
    const cwd = folderWithCatalog();
    const { url } = await serve('/tyrol');
    const args = ['new', 'map', '--url', `${url}/tyrol`, '--layers', 'a', '--id', 'A', '--allow-private'];
    expect((await cartalog(args, { cwd })).stdout).toBe('catalog/maps/a.yaml\n');
    expect(readFileSync(join(cwd, 'catalog/maps/a.yaml'), 'utf8')).toContain(`service: ${url}/tyrol\n`);
  });

  test.each([
    [
      'a page',
      '<html><head><style>b{}</style></head><!-- v --><body>loadMap(): no\n file.</body></html>',
      'a web page',
    ],
    ['an error', '<ServiceExceptionReport>loadMap(): no file</ServiceExceptionReport>', 'an error'],
  ])('are asked for if the service answers with %s, which is quoted', async (_, body, kind) => {
    const asked = '/cgi/mapserv?map=a.map';
    const { url } = await startFaultyServer({ [`${asked}&SERVICE=WMS&REQUEST=GetCapabilities`]: { body } });
    const cwd = folderWithCatalog();
    const { stderr } = await cartalog(['new', 'map', '--url', url + asked, '--allow-private'], { cwd });
    const said = `answers with ${kind} and no capabilities, so check the address: loadMap(): no file. Missing --id `;
    expect(stderr).toMatch(/^cartalog: .*\n$/);
    expect(stderr).toContain(said);
  });

  test.each(['ows.example.invalid/ows', 'localhost:9/ows', '127.0.0.1:9/ows'])(
    'are asked for if %s cannot be read',
    async (url) => {
      const { stderr, status } = await cartalog(['new', 'map', '--id', 'A', '--copyright', 'B', '--url', url], {
        cwd: folderWithCatalog(),
      });
      expect(status).toBe(2);
      expect(stderr).toMatch(
        /^cartalog: https:\/\/\S+\/ows cannot be read: .*\. Missing --layers \(such as roads,names\), --crs/,
      );
    },
  );
});

test.each([
  [
    'map',
    'http://127.0.0.1:8111/imagery?title=Relief&type=wms&url=https://ows.example.net/w?LAYERS=r&SRS={proj}&SERVICE=WMS&VERSION=1.1.1&REQUEST=GetMap&CRS=EPSG:3857',
    'maps/relief.yaml',
    'service: https://ows.example.net/w\nlayers: [r]',
  ],
  [
    'mapserver',
    'http://localhost:8111/imagery?title=Relief&type=tms&max_zoom=17&url=https://a.example.net/{zoom}/{x}/{y}.png',
    'mapservers/relief.yaml',
    'maxZoom: 17',
  ],
  [
    'mapserver',
    'https://osmand.net/add-tile-source?name=Relief&min_zoom=2&max_zoom=9&url_template=https://a.example.net/{0}/{1}/{2}.png',
    'mapservers/relief.yaml',
    'minZoom: 2\nmaxZoom: 9',
  ],
  [
    'mapserver --id Relief',
    'tms[2,17]:https://a.example.net/{zoom}/{x}/{y}.png',
    'mapservers/relief.yaml',
    'minZoom: 2\nmaxZoom: 17',
  ],
  [
    'map --id Relief --crs EPSG:3857',
    'wms:https://ows.example.net/w?LAYERS=r',
    'maps/relief.yaml',
    'service: https://ows.example.net/w\nlayers: [r]',
  ],
])('new %s reads the link %s as import does', async (line, link, path, part) => {
  const cwd = folderWithCatalog();
  const args = ['new', ...wordsOf(line), '--url', link, '--copyright', 'X', '--no-comments'];
  expect(await cartalog(args, { cwd })).toMatchObject({ status: 0, stdout: `catalog/${path}\n` });
  expect(readFileSync(join(cwd, 'catalog', path), 'utf8')).toContain(part);
});

test.each<[string, string | null, string, number]>([
  ['/none.pmtiles', null, 'none.pmtiles answers with status 404', 2],
  ['/login.pmtiles', '<html></html>', 'login.pmtiles is an HTML page and not a PMTiles archive', 2],
  ['/busy.pmtiles', 'busy', 'busy.pmtiles cannot be read: it answers 429', 0],
  ['/cut.json', '{"tilejson":"3.0.0","tiles":["https://a', 'cut.json cannot be read as JSON: it ends in line 1', 2],
  ['/style.json', '<html></html>', 'is neither a style nor a TileJSON; it may need a login or a token', 2],
  ['/rest/services/A/MapServer?f=json', '<error/>', 'is no description of a service; it may need a login', 2],
  [
    '/rest/services?f=json',
    '{"currentVersion":11,"services":[{"name":"T","type":"ImageServer"}]}',
    "is a folder of services of ArcGIS: cartalog new map --url 'http://127.0.0.1:",
    2,
  ],
  ['/tiles.json', '{"tilejson":"3.0.0","tiles":["tile/{z}/{y}/{x}.png"]}', 'tiles have no whole address', 2],
  ['/1.0.0/WMTSCapabilities.xml', null, 'WMTSCapabilities.xml answers with status 404', 2],
  ['/WMTSCapabilities.xml', '<html>Hi</html>', 'WMTSCapabilities.xml answers with a web page and no capabilities', 2],
])('what %s answers is all that is said of it', async (path, body, said, status) => {
  const route = body === null ? { status: 404 } : { body, ...(body === 'busy' ? { status: 429 } : {}) };
  const { url } = await startFaultyServer({ [path]: route });
  const args = ['new', 'map', '--id', 'A', '--copyright', 'X', '--url', url + path, '--allow-private'];
  const outcome = await cartalog(args, { cwd: folderWithCatalog() });
  expect([outcome.status, outcome.stderr]).toEqual([status, expect.stringContaining(said)]);
  if (status) expect(outcome.stderr).toMatch(/^cartalog: [^\n]*\n$/);
});

test('a link to a map that the catalog cannot have is refused with the reason of import', async () => {
  const link =
    'https://osmand.net/add-tile-source?name=A&ellipsoid=true&url_template=https://a.example.net/{0}/{1}/{2}.png';
  const { status, stderr } = await cartalog(['new', 'mapserver', '--url', link], { cwd: folderWithCatalog() });
  expect([status, stderr]).toEqual([2, expect.stringContaining('--url: its tiles are in Mercator on the ellipsoid')]);
});

describe('a service of ArcGIS that is given without its layers', () => {
  const service = '/rest/services/Trails/MapServer';
  const tileInfo = {
    spatialReference: { wkid: 102_100 },
    lods: [0, 1, 2].map((level) => ({ level, scale: 591_657_527.59 / 2 ** level })),
  };
  const drawn = {
    ...{ currentVersion: 11, capabilities: 'Map,Query', copyrightText: "(c) Bob's Office" },
    layers: [0, 4].map((id) => ({ id, name: `Layer ${id}` })),
    fullExtent: { xmin: 5, ymin: 45, xmax: 10, ymax: 48, spatialReference: { wkid: 4326 } },
  };

  test.each<[string, string, object | null, number, RegExp]>([
    ['is drawn whole', '', drawn, 0, /It draws all layers; --layers takes some: Layer 0 \(0\), Layer 4 \(4\)\./],
    ['of which a layer is asked', '/4', drawn, 0, /\nWrote catalog\/maps\/trails\.yaml\./],
    [
      'has tiles',
      '',
      { ...drawn, tileInfo },
      2,
      /has tiles, which are a map server: cartalog new mapserver --url .* --id .* --allow-private$/m,
    ],
    [
      'states its area otherwise',
      '',
      { ...drawn, fullExtent: { ...drawn.fullExtent, spatialReference: { wkid: 25_832 } }, minScale: 500_000 },
      0,
      /Its area is left out, because the service states it in another projection \(wkid 25832\); --country /,
    ],
    ['lacks the layer', '/7', drawn, 2, /has no layer 7; it has 0 \(Layer 0\), 4 \(Layer 4\)\./],
    ['draws nothing', '', { ...drawn, capabilities: 'Query' }, 2, /draws no pictures, and has no tiles/],
    [
      'needs a login',
      '',
      { error: { code: 499, message: 'Token Required' } },
      2,
      /is no description of a service \(Token Required\); it may need a login or a token/,
    ],
    ['is missing', '', null, 2, /answers with status 404\. Missing --id/],
  ])('%s', async (_, path, document, status, said) => {
    const cwd = folderWithCatalog();
    const body = JSON.stringify(document);
    const { url } = await startFaultyServer(document ? { [`${service}?f=json`]: { body } } : {});
    const args = ['map', '--url', url + service + path, '--allow-private', '--no-comments'];
    const outcome = await cartalog(['new', ...args], { cwd });
    expect([outcome.status, outcome.stdout + outcome.stderr]).toEqual([status, expect.stringMatching(said)]);
    if (status === 0)
      expect(readFileSync(join(cwd, outcome.stdout.trim()), 'utf8')).toMatch(
        document && 'minScale' in document
          ? /minZoom: 11\nmaxZoom: 18\n/
          : /minZoom: 0\n(?:.*\n)*copyright: Bob's Office\narea:\n {2}- \{ west: 5, south: 45, east: 10, north: 48 \}\n/,
      );
    // The command that is offered works as it is.
    const [, command] = /a map server: cartalog (.*)/.exec(outcome.stderr) ?? [];
    if (command)
      expect(await cartalog(wordsOf(command.replaceAll("'\\''", '’')), { cwd })).toMatchObject({ status: 0 });
  });
});

describe('a document that is given by its address', () => {
  const raster = { tilejson: '3.0.0', name: 'Relief', tiles: ['https://a.example.net/{z}/{x}/{y}.png'], maxzoom: 12 };
  const vector = {
    ...raster,
    tiles: ['https://a.example.net/{z}/{x}/{y}.pbf'],
    attribution: 'B',
    bounds: [5, 45, 10, 48],
  };
  const command =
    /^cartalog: The TileJSON has tiles, which are a map server: cartalog new mapserver --url 'https.*' --id Relief --max-zoom 12 --copyright COPYRIGHT --allow-private$/m;

  test.each<[string, string, object | null, number, RegExp]>([
    ['map', 'tiles.json', raster, 2, command],
    ['map', 'a.json', raster, 2, command],
    ['mapserver --copyright A', 'a.json', raster, 0, /\nWrote catalog\/mapservers\/relief\.yaml\./],
    [
      'mapserver --copyright A',
      'a.json',
      vector,
      2,
      /--url: new map takes such an address \(a vector style\): cartalog /,
    ],
    ['map', 'tiles.json', vector, 0, /\nWrote catalog\/maps\/b-relief\.yaml\./],
    ['map --id A --copyright A', 'a.json', {}, 2, /a\.json is neither a style nor a TileJSON/],
    ['map --id A --copyright A', 'a.json', null, 2, /answers with status 404/],
  ])('as new %s --url …/%s is read first', async (line, name, document, status, said) => {
    const cwd = folderWithCatalog();
    const { url } = await startFaultyServer(document ? { [`/${name}`]: { body: JSON.stringify(document) } } : {});
    const args = [...wordsOf(line), '--url', `${url}/${name}`, '--allow-private', '--no-comments'];
    const outcome = await cartalog(['new', ...args], { cwd });
    expect([outcome.status, outcome.stdout + outcome.stderr]).toEqual([status, expect.stringMatching(said)]);
  });
});

test.each([
  "map --url 'https://{switch:a,b}.tile.example.org/{zoom}/{x}/{y}.png' --file x --inactive",
  "map --id A --url 'https://api.example.org/%7Bz%7D/%7Bx%7D/%7By%7D.png?apikey=AbC123dEf456GhI789jKl012'",
  'map --url tms[3,18]:https://tile.example.org/{zoom}/{x}/{y}.png --overlay yes',
  "map --url 'https://mt1.google.com/vt/lyrs=y&x={x}&y={y}&z={z}'",
  `map --url 'L.tileLayer("https://{s}.example.org/{z}/{x}/{y}.png", { maxZoom: 17, attribution: "A & B" })'`,
  'map --url https://tile.example.org/12/2148/1434.png',
  'overlayserver --url https://tile.example.org/{z}/{x}/{-y}.png',
  "mapserver --id A --copyright X --url 'https://ows.example.org/wms?REQUEST=GetMap&LAYERS=a&CRS=EPSG:3857'",
  'mapserver --url https://gis.example.org/rest/services/A/MapServer',
  'mapserver --url https://tile.example.org/a.pmtiles',
])('new %s offers the command for such an address, which works', async (line) => {
  const cwd = folderWithCatalog();
  const { status, stderr } = await cartalog(['new', ...wordsOf(line)], { cwd });
  const [, command = ''] =
    /^cartalog: --url: new \w+ takes such an address \([\w ]+\): cartalog (.*)\n$/.exec(stderr) ?? [];
  expect([status, (await cartalog(wordsOf(command), { cwd })).status]).toEqual([2, 0]);
});

test('says why where it cannot write', async () => {
  const cwd = folderWithCatalog({ 'site.yaml': SMALL['site.yaml'] as string });
  writeFileSync(join(cwd, 'catalog', 'mapservers'), '');
  const outcome = await cartalog(['new', ...wordsOf(`${SERVER} ${TILES}`)], { cwd });
  expect(outcome).toMatchObject({ status: 2, stderr: expect.stringMatching(/^cartalog: .*\n$/) });
});

test.each([[], ['mapserver'], ['overlayserver'], ['datasource'], ['edition'], ['provider']])(
  '--help of new %s has an example',
  async (...args) => {
    const outcome = await cartalog(['new', ...args, '--help']);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain('$ cartalog new ');
  },
);

/** The options of a help text that are required, always or of some maps. */
const requiredIn = (help: string): string[] =>
  (help.replace(/\n {3,}/g, ' ').match(/^ {2}--.*; required.*$/gm) ?? []).map(
    (line) => line.trim().split(' ')[0] ?? '',
  );

describe('without one of its options, a command that works demands those that its help marks as required', () => {
  const STATED = "'L.tileLayer(`https://example.org/{z}/{x}/{y}.png`, { maxZoom: 17, attribution: `X` })'";
  test.each([
    ['mapserver', ''],
    ['overlayserver', ''],
    ['map', ''],
    ['datasource', ''],
    ['edition', '--id new --name Name --datasources maps'],
    ['provider', ''],
    ['map', '--id WMS --copyright X --url wms:https://ows.example.org/wms --layers a --crs EPSG:3857 --overlay yes'],
    ['map', '--id Flipped --copyright X --url https://example.org/{z}/{x}/{-y}.png --max-zoom 9 --min-zoom 1'],
    ['mapserver', `--id Code --kind cycling --country CH --url ${STATED}`],
  ])('%s %s', async (kind, line) => {
    const { stdout: help } = await cartalog(['new', kind, '--help']);
    const [, usual = ''] = /\$ cartalog new \w+ (.*)/.exec(help) ?? [];
    const words = wordsOf(line || usual);
    const required = requiredIn(help);
    for (let index = 0; index < words.length; index += 2) {
      const cwd = folderWithCatalog();
      const flag = words[index] as string;
      const { status, stderr } = await cartalog(['new', kind, ...words.toSpliced(index, 2)], { cwd });
      const expected = required.includes(flag) ? `Missing ${flag} ` : 'Wrote ';
      expect(stderr, `${status} without ${flag}`).toContain(expected);
    }
  });
});

test.each([
  ['mapserver --url foo', '--url', '--max-zoom'],
  ['mapserver --id X --copyright Y --min-zoom abc', '--min-zoom', '--url'],
  ['mapserver --id X --max-zoom 40', '--max-zoom', '--url'],
  ["mapserver --id X --file 'A B'", '--file', '--url'],
  ['map --url https://example.org/map --id X', '--url', '--copyright'],
  ['datasource --action Fetch', '--action', '--id'],
  ["edition --id 'A B'", '--id', '--name'],
  ['provider --homepage nowhere', '--homepage', '--name'],
])('new %s: %s is said before the missing %s', async (line, bad, missing) => {
  const { status, stderr } = await cartalog(['new', ...wordsOf(line)], { cwd: folderWithCatalog() });
  expect(status).toBe(2);
  expect(stderr).toMatch(new RegExp(`^cartalog: ${bad}: .*\ncartalog: Missing (?:.*, )?${missing} .*\\n$`));
});

describe('at a terminal', () => {
  async function ask(cwd: string, args: readonly string[], script: Script): Promise<{ status: number; text: string }> {
    const terminal = typing(script);
    const written: string[] = [];
    const output = { write: (text: string) => void written.push(text), isTTY: false };
    const { signal } = new AbortController();
    const status = await main(['new', ...args], { cwd, env: {}, stdout: output, stderr: output, terminal, signal });
    return { status, text: terminal.shown() + written.join('') };
  }

  test('lists the layers of a service', async () => {
    const cwd = folderWithCatalog();
    const { url } = await startFaultyServer({ '/ows?SERVICE=WMS&REQUEST=GetCapabilities': { body: WMS } });
    const { status } = await ask(
      cwd,
      ['map', '--id', 'A', '--allow-private', '--max-zoom', '18', '--copyright', 'B'],
      [
        ['Address of', `${url}/ows\r`],
        ['Layers to draw', '\x1b[B \r'],
        ['Style of each layer', '\r'],
        ['Lowest zoom level', '\r'],
        ['What the map shows', '\r'],
        ['Countries that the map covers', '\r'],
        ['Who runs the server', '\r'],
      ],
    );
    expect(status).toBe(0);
    expect(readFileSync(join(cwd, 'catalog/maps/a.yaml'), 'utf8')).toContain('layers: [b]\n');
  });

  test('asks for what no flag says, and again where an answer cannot be used', async () => {
    const cwd = folderWithCatalog();
    const { status, text } = await ask(
      cwd,
      ['mapserver', '--copyright', 'X'],
      [
        ['Label that people see', '\r'],
        ['An answer is needed.', 'One\r'],
        ['already exists and was not changed', '\x15https://{s}.a.org/{z}/{x}/{y}\r'],
        ['That is an address', '\x15Asked\r'],
        ['Address of a tile', 'https://example.org/{q}\r'],
        ['quadkey', '\x15L.tileLayer("https://example.org/{z}/{x}/{y}")\r'],
        ['Longer description', '  \r'],
        ['Lowest zoom level', ' \r'],
        ['Highest zoom level', '31\r'],
        ['at most 30', '\x1512\r'],
        ['What the map shows', '\x1b[B\x1b[B\r'],
        ['Countries that the map covers', 'XX\r'],
        ['This is none of', '\x15ch, li\r'],
        ['Who runs the server', 'tpyo\r'],
        ['There is no provider tpyo yet', '\x1b[B\r'],
        ['Who runs the server', 'someone\r'],
        ['There is no provider someone yet', '\r'],
        ['Name that people know it by', 'Someone\r'],
        ['Address of its web site', 'nowhere\r'],
        ['https://', '\x15https://example.org/\r'],
        ['Page with its terms', '\r'],
        ['Text that its maps must show', '© Someone\r'],
      ],
    );
    expect(status, text).toBe(0);
    const written = readFileSync(join(cwd, 'catalog/mapservers/asked.yaml'), 'utf8').replace(/^(?:#.*)?\n/gm, '');
    expect(written).toBe(
      'id: Asked\nname: Asked\nminZoom: 0\nmaxZoom: 12\nhosts: [example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}\ncopyright: X\nkind: topographic\ncountries: [CH, LI]\nprovider: someone\n',
    );
    const provider = readFileSync(join(cwd, 'catalog/providers/someone.yaml'), 'utf8').replace(/^(?:#.*)?\n/gm, '');
    expect(provider).toBe('name: Someone\nhomepage: https://example.org/\nattribution:\n  - { text: © Someone }\n');
    expect(text).toContain('Wrote catalog/providers/someone.yaml and catalog/mapservers/asked.yaml.');
    expect(await cartalog(['check'], { cwd })).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('0 errors'),
    });
  });

  test('refuses a bad option before it asks', async () => {
    const { status, text } = await ask(folderWithCatalog(), ['provider', '--homepage', 'nowhere'], []);
    expect(status).toBe(2);
    expect(text).toMatch(/^cartalog: --homepage: .*\n$/);
  });

  test('offers what can be chosen', async () => {
    const cwd = folderWithCatalog();
    const down = '\x1b[B';
    const source = await ask(cwd, wordsOf(SOURCE).slice(0, -2), [['What map programs do', `${down}\r`]]);
    expect(source.status, source.text).toBe(0);
    expect(readFileSync(join(cwd, 'catalog/datasources/new/datasource.yaml'), 'utf8')).toContain('\naction: Extract\n');
    const edition = await ask(cwd, ['edition', '--id', 'new', '--name', 'N'], [['Data sources it uses', `${down} \r`]]);
    expect(edition.status, edition.text).toBe(0);
    expect(readFileSync(join(cwd, 'catalog/editions/new.yaml'), 'utf8')).toMatch(/^ {2}- maps\n$/m);
  });

  test.each([
    ['Ctrl+C', '\x03'],
    ['Ctrl+D', '\x04'],
  ])('%s leaves no files', async (_, keys) => {
    const cwd = folderWithCatalog();
    const outcome = await ask(cwd, ['datasource', '--id', 'new'], [['Name that people see', keys]]);
    expect(outcome.status).toBe(2);
    expect(outcome.text).toMatch(/cartalog: Stopped\. Nothing was written\.\n$/);
    expect(existsSync(join(cwd, 'catalog/datasources/new'))).toBe(false);
  });
});
