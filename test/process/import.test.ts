import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { main } from '../../commands/program.ts';
import { folderWithCatalog, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { ROOT } from '../support/cli.ts';
import { type Behaviour, startFaultyServer } from '../support/faulty-server.ts';
import { contentOf } from '../support/files.ts';
import { cartalog, hurried, wordsOf } from '../support/in-process.ts';
import { serveSmall } from '../support/live-service.ts';
import { type Script, typing } from '../support/typing.ts';

hurried();

const STYLE = JSON.stringify({
  version: 8,
  name: 'Bright',
  sources: { a: { type: 'vector', url: 'https://tile.example.org/a.json' } },
  layers: [],
});

const catalogPaths = Object.keys(SMALL).sort();

const TABLE = `name,url,copyright,max_zoom
A,https://a.example.net/{z}/{x}/{y}.png,A AG,9
B,https://b.example.net/{z}/{x}/{y}.png,,
C,https://c.example.com/{z}/{x}/{y}.png,,7
`;

describe('what a table does not state', () => {
  async function ask(script: Script, ...more: string[]) {
    const cwd = folderWithCatalog();
    writeFileSync(join(cwd, 'maps.csv'), TABLE);
    const terminal = typing(script);
    const written: string[] = [];
    const output = { write: (text: string) => void written.push(text), isTTY: false };
    const io = { cwd, env: {}, stdout: output, stderr: output, terminal, signal: new AbortController().signal };
    const status = await main(['import', 'maps.csv', ...more], io);
    const copyrightIn = (name: string) => {
      const file = join(cwd, `catalog/mapservers/${name}.yaml`);
      return existsSync(file) ? /^copyright: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] : null;
    };
    return { status, text: terminal.shown() + written.join(''), credits: ['a', 'b', 'c'].map(copyrightIn) };
  }
  const ZOOM: Script[number] = ['Highest zoom level of 1 map', '11\r'];
  const WHO = 'Who is credited on maps of b.example.net, c.example.com that do not say it';

  test.each<[string, Script, (string | null)[]]>([
    ['for all', [ZOOM, [WHO, '\r'], ['Who is credited on all of them', 'Club\r']], ['A AG', 'Club', 'Club']],
    [
      'for each host',
      [ZOOM, [WHO, '\x1b[B\r'], ['Who is credited on maps of b.example.net', 'B\r'], ['c.example.com', 'C\r']],
      ['A AG', 'B', 'C'],
    ],
    ['by nobody', [ZOOM, [WHO, '\x1b[B\x1b[B\r']], ['A AG', null, null]],
    [
      'in part',
      [
        ['Highest zoom level of 1 map', '\r'],
        [WHO, '\x1b[B\r'],
        ['Who is credited on maps of b.example.net', '\r'],
        ['c.example.com', 'C\r'],
      ],
      ['A AG', null, 'C'],
    ],
  ])('is asked once at a terminal, and answered %s', async (_, script, credits) =>
    expect(await ask(script)).toMatchObject({ status: 0, credits }),
  );

  test('is counted by --dry-run', async () => {
    const { text, credits } = await ask([ZOOM, [WHO, '\r'], ['Who is credited on all of them', 'Club\r']], '--dry-run');
    expect(credits).toEqual([null, null, null]);
    expect(text).toMatch(/\nRECORDS +COUNT +WHERE\ntaken +3\n {2}new +3 +mapservers\/a\.yaml, /);
  });

  test('is not asked for JSON, or if options state it', async () => {
    expect((await ask([], '--format', 'json')).credits).toEqual(['A AG', null, null]);
    const given = ['--max-zoom', '12', '--copyright', 'example.net=Nobody', '--copyright', 'example.com=M'];
    expect((await ask([], ...given)).credits).toEqual(['A AG', 'Nobody', 'M']);
  });
});

describe('capabilities', () => {
  const layers = ['a', 'b'].map((name) => `<Layer><Name>${name}</Name><Title>Map ${name}</Title></Layer>`).join('');
  const WMS = `<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request><Exception><Format>XML</Format></Exception><Layer><CRS>EPSG:3857</CRS><Attribution><Title>Office</Title></Attribution>${layers}</Layer></Capability></WMS_Capabilities>`;
  const asked = '/ows?map=x&SERVICE=WMS&REQUEST=GetCapabilities';

  test.each([asked, '/ows?map=x&service=WMS', '/ows?map=x&SERVICE=WMS&REQUEST=GetMap&LAYERS=a&WIDTH=9'])(
    'are asked of %s, listed, and written with --layers',
    async (path) => {
      const cwd = folderWithCatalog();
      const { url } = await startFaultyServer({ [asked]: { body: WMS } });
      const listed = await cartalog(['import', url + path, '--allow-private'], { cwd });
      expect(listed).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^LAYER +TITLE.*\na +Map a.*\nb +Map b/),
      });
      expect(listed.stderr).toContain('2 layers; nothing is imported. Name layers with --layers');
      const json = await cartalog(['import', url + path, '--allow-private', '--format', 'json'], { cwd });
      expect(JSON.parse(json.stdout)).toMatchObject([{ layer: 'a' }, { layer: 'b' }]);
      const { stdout, status } = await cartalog(['import', url + path, '--allow-private', '--layers', 'b'], { cwd });
      expect([stdout.split('\n').filter((line) => line.startsWith('new ')), status]).toEqual([
        ['new catalog/maps/map-b.yaml'],
        0,
      ]);
      expect(readFileSync(join(cwd, 'catalog/maps/map-b.yaml'), 'utf8')).toContain(
        `service: ${url}/ows?map=x\nlayers: [b]\n`,
      );
    },
  );

  test.each([
    ['/cgi-bin/mapserv?map=/x.map', '/cgi-bin/mapserv?map=/x.map&SERVICE=WMS&REQUEST=GetCapabilities'],
    ['/topo?key=b', '/topo?key=b&SERVICE=WMS&REQUEST=GetCapabilities'],
    ['/error', '/error?SERVICE=WMS&REQUEST=GetCapabilities'],
  ])('are asked of a service at %s, and the command says so', async (path, found) => {
    const error = { body: '<?xml version="1.0"?><ows:ExceptionReport xmlns:ows="x"/>' };
    const { url } = await startFaultyServer({ '/error': error, [found]: { body: WMS } });
    const outcome = await cartalog(['import', url + path, '--allow-private'], { cwd: folderWithCatalog() });
    expect(outcome).toMatchObject({ status: 0, stdout: expect.stringMatching(/^LAYER/) });
    expect(outcome.stderr).toMatch(/^Asks for the capabilities of the service: .*GetCapabilities\n/);
  });

  test.each<[path: string, redirect: string, service: string]>([
    ['/geo', '/real/ows?map=x&SERVICE=WMS&REQUEST=GetCapabilities&VERSION=1.3.0', '/real/ows?map=x'],
    ['/geo?a=b', '/real/ows', '/real/ows'],
    ['/wms', '/real/ows?SERVICE=WMS&REQUEST=GetCapabilities', '/wms'],
    ['/geo?b=c&request=GetCapabilities&service=WMS', '/real/ows?SERVICE=WMS', '/geo?b=c'],
    ['/geo', '/files/capabilities.xml', '/named'],
  ])('at %s, which redirects to %s, are of the service at %s', async (path, redirect, service) => {
    const cwd = folderWithCatalog();
    const asked = path === '/wms' ? '/wms?SERVICE=WMS&REQUEST=GetCapabilities' : path;
    const online = '<DCPType><HTTP><Get><OnlineResource href="URL/named"/></Get></HTTP></DCPType></GetMap>';
    const named = WMS.replace('</GetMap>', online);
    const { url, change } = await startFaultyServer({ [asked]: { redirect } });
    change({ [redirect]: { body: named.replace('URL', url) } });
    await cartalog(['import', url + path, '--allow-private', '--layers', 'b'], { cwd });
    const text = readFileSync(join(cwd, 'catalog/maps/map-b.yaml'), 'utf8');
    expect(text).toContain(`service: ${url}${service}\n`);
  });

  test.each<[string, Behaviour, string]>([
    ['that are cut off', { body: WMS.slice(0, -40) }, 'ows cannot be read as XML: it ends in line 1, without the </'],
    [
      'in place of which there is an error',
      { body: '<ServiceExceptionReport/>' },
      'ows answers with an error and no capabilities, so check the address.',
    ],
    [
      'in place of which there is a page',
      { body: '<!doctype html>' },
      'ows answers with a web page and no capabilities, so check the address.',
    ],
    ['that are missing', { status: 404 }, 'answers with status 404'],
    ['that never end', { isEndless: true, body: WMS }, 'the answer has more than 16,777,216 bytes'],
  ])('%s are refused', async (_, behaviour, why) => {
    const cwd = folderWithCatalog();
    const { url } = await startFaultyServer({ '/ows?SERVICE=WMS&REQUEST=GetCapabilities': behaviour });
    const { status, stderr } = await cartalog(['import', `${url}/ows`, '--allow-private', '--all'], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringContaining(why)]);
  });
});

test.each<[path: string, Behaviour, number, string]>([
  ['/list.csv?raw=1', { body: TABLE }, 0, 'new catalog/mapservers/a.yaml'],
  ['/lists/maps', { body: TABLE }, 0, 'new catalog/mapservers/a.yaml'],
  [
    '/list.csv',
    { body: '<!doctype html>' },
    2,
    'list.csv is a web page, and no list of maps, perhaps a login page: save the file',
  ],
  ['/list.csv', { status: 404 }, 2, 'answers with status 404'],
  ['/lists/maps', { body: '<!doctype html>' }, 2, 'is not the address of a map catalog service'],
  ['/lists/maps', { status: 429 }, 2, 'lists/maps cannot be read: it answers 429.'],
  ['/lists/maps', { status: 429, headers: { 'Retry-After': '30' } }, 2, 'answers 429, and asks to wait 30 s.'],
  ['/lists/maps', { status: 503, headers: { 'Retry-After': '290' } }, 2, 'answers 503, and asks to wait 5 min.'],
  ['/mapserv', { status: 404 }, 2, '/mapserv?SERVICE=WMS&REQUEST=GetCapabilities\n'],
  ['/rest/services/a/MapServer', { status: 404 }, 2, "a service of ArcGIS: cartalog new map --url 'http://"],
  [
    '/rest/services/a/MapServer?f=json',
    { body: '{"currentVersion": 10.9, "capabilities": "Map"}' },
    2,
    "is the description of a service of ArcGIS: cartalog new map --url 'http://127.0.0.1:",
  ],
  [
    '/rest/services/A?f=json',
    { body: '{"currentVersion": 11, "folders": ["B"], "services": [{ "name": "A/T", "type": "MapServer" }]}' },
    2,
    "/rest/services/A/T/MapServer' --allow-private; cartalog import 'http://127.0.0.1:",
  ],
  [
    '/rest/services/A/T/FeatureServer/0?f=json',
    { body: '{"currentVersion": 11}' },
    2,
    "is a FeatureServer of ArcGIS, which sends data and draws no pictures; its folder lists what does: cartalog import 'http://127.0.0.1:",
  ],
])('a list at %s that answers %j', async (path, behaviour, status, said) => {
  const cwd = folderWithCatalog();
  const { url } = await startFaultyServer({ [path]: behaviour });
  const outcome = await cartalog(['import', url + path, '--allow-private'], { cwd });
  expect([outcome.status, outcome.stdout + outcome.stderr]).toEqual([status, expect.stringContaining(said)]);
});

test.each([
  ['/rest/services/a/MapServer', '/rest/services/a/MapServer'],
  ['/rest/services/', '/rest/services?f=json'],
  ['/rest/services/A?f=html', '/rest/services/A?f=json'],
  ['/rest/services/A/T/FeatureServer', '/rest/services/A/T/FeatureServer?f=json'],
])('%s is asked for no catalog', async (path, asked) => {
  const { url, requests } = await startFaultyServer({});
  const { status } = await cartalog(['import', url + path, '--allow-private'], { cwd: folderWithCatalog() });
  expect([status, requests.map((request) => request.path)]).toEqual([2, ['/robots.txt', asked]]);
});

test.each([
  ['import', /^new catalog\/mapservers\/a\.yaml$/m],
  [
    'new map --url',
    /so import them: cartalog import '\S+\/wmts\?SERVICE=WMTS&REQUEST=GetCapabilities' --layers 'a b' /,
  ],
])('%s takes the layer of a request for a tile', async (command, said) => {
  const { url } = await startFaultyServer({
    '/wmts?SERVICE=WMTS&REQUEST=GetCapabilities': {
      body: readFileSync(join(ROOT, 'test/fixtures/programs/ogc/wmts-without-a-template'), 'utf8'),
    },
  });
  const tile = `${url}/wmts?SERVICE=WMTS&REQUEST=GetTile&LAYER=a%20b&TILEMATRIX=1&TILEROW=0&TILECOL=0`;
  const outcome = await cartalog([...wordsOf(command), tile, '--allow-private'], { cwd: folderWithCatalog() });
  expect(outcome.stdout + outcome.stderr).toMatch(said);
});

describe('links and marked addresses of programs', () => {
  const TILES = 'https%3A%2F%2Fa.example.net%2F%7Bzoom%7D%2F%7Bx%7D%2F%7By%7D.png';
  test.each<[string, number, string]>([
    [`http://127.0.0.1:8111/imagery?title=A&type=tms&max_zoom=17&url=${TILES}`, 0, 'new catalog/mapservers/a.yaml'],
    [
      'http://127.0.0.1:8111/imagery?title=A&type=wmts&url=https://a.example.net/geo?b=1&c=2',
      1,
      "cartalog import 'https://a.example.net/geo?b=1&c=2&SERVICE=WMTS&REQUEST=GetCapabilities'",
    ],
    ['wms:URL/geo', 0, 'LAYER'],
    [
      'tms[2,18]:https://{switch:a,b}.tiles.example.net/{zoom}/{x}/{y}.png',
      0,
      'new catalog/mapservers/tiles-example-net.yaml',
    ],
    [
      'https://{s}.example.net/{z}/{x}/{y}.png',
      2,
      "is the address of tiles: cartalog new mapserver --url 'https://{s}.example.net/{z}/{x}/{y}.png' --copyright",
    ],
    [
      'https://a.example.net/rest/services/b/VectorTileServer',
      2,
      "cartalog new map --url 'https://a.example.net/rest/services/b/VectorTileServer' --copyright",
    ],
    ['https://a.example.net/rest/services/b/SceneServer', 2, 'is a SceneServer of Esri, which draws no maps'],
    ['https://a.example.net/{z}/{x}/{-y}.png', 2, 'tiles: cartalog new map --url '],
    ['https://a.example.net/{q}.png', 2, '{q}.png cannot be imported: it names tiles by quadkey'],
    ['https://a.example.net/tiles?k={quadkey}', 2, 'cannot be imported: it names tiles by quadkey'],
    [
      'https://a.example.net/{z}/{x}/{y}.png?d={date}',
      2,
      'give its value with cartalog new mapserver --set date=VALUE',
    ],
    ['https://a.example.net/{z}/{x}/{y}.geojson', 2, 'its tiles (.geojson) are data'],
    ['https://a.example.net/data/{date}.csv', 2, 'data/{date}.csv has {date} in it: write its value there.'],
    ['https://a.example.net/{key}/wms?request=GetMap', 2, 'has {key} in it: write its value there.'],
    ['https://{server}/', 2, 'has {server} in it: write its value there.'],
    ['wmts:URL/none.xml', 2, 'none.xml answers with status 404'],
    ['locus-actions://http/HOST/actions.xml', 2, "cartalog import 'https://a.example.net/maps.xml'"],
  ])('%s', async (link, status, said) => {
    const layer = '<Layer><Name>a</Name><CRS>EPSG:3857</CRS></Layer>';
    const { url } = await startFaultyServer({
      '/geo?SERVICE=WMS&REQUEST=GetCapabilities': {
        body: `<WMS_Capabilities><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>${layer}</Capability></WMS_Capabilities>`,
      },
      '/actions.xml': {
        body: '<locusActions><download><source>https://a.example.net/maps.xml</source></download></locusActions>',
      },
    });
    const source = link.replace('URL', url).replace('HOST', new URL(url).host);
    const args = ['import', source, '--allow-private', '--copyright', 'X'];
    const outcome = await cartalog(args, { cwd: folderWithCatalog() });
    expect([outcome.status, outcome.stdout + outcome.stderr]).toEqual([status, expect.stringContaining(said)]);
  });
});

test.each<[string, string, number]>([
  ['of which nothing can be imported', 'name,url\nA,https://a.example.net/{q}.png\n', 1],
  ['of which the catalog has a map', 'name,url\nA,https://a.example.org/{z}/{x}/{y}.png\nB,https://b.net/{q}.png\n', 0],
])('the exit status of a list %s', async (_, table, status) => {
  const cwd = folderWithCatalog();
  writeFileSync(join(cwd, 'maps.csv'), table);
  expect(await cartalog(['import', 'maps.csv', '--max-zoom', '9'], { cwd })).toMatchObject({
    status,
    stderr: expect.stringContaining(status ? '1 map left out; nothing can be imported' : 'nothing has changed'),
  });
});

test.each<[string, string, string]>([
  ['of a source', '{"attribution":"&copy; <a href=\\"https://b.example.org\\">B</a>"}', 'copyright: B\n'],
  ['of a service of ArcGIS', '{"copyrightText":"Office"}', 'copyright: Office\n'],
  ['of the style itself before that of a source', '{"attribution":"B"}', 'copyright: A\n'],
])('a style at an address has the credit %s', async (credit, document, written) => {
  const attribution = written.includes('A') ? 'A' : undefined;
  const source = { type: 'vector', url: '/tiles.json', attribution };
  const style = JSON.stringify({ version: 8, name: 'S', sources: { a: source }, layers: [] });
  const { url } = await startFaultyServer({ '/style.json': { body: style }, '/tiles.json': { body: document } });
  const cwd = folderWithCatalog();
  await cartalog(['import', `${url}/style.json`, '--allow-private'], { cwd });
  expect([credit, readFileSync(join(cwd, 'catalog/maps/s.yaml'), 'utf8')]).toEqual([
    credit,
    expect.stringContaining(written),
  ]);
});

test('maps and values that are left out are counted apart', async () => {
  const cwd = folderWithCatalog();
  const table = `name,url,attribution,maxZoom,one,two\nA,https://a.example.net/{q}.png\nB,https://b.example.net/{z}/{x}/{y}.png,B,9,1,2\n`;
  writeFileSync(join(cwd, 'maps.csv'), table);
  const { stderr } = await cartalog(['import', 'maps.csv'], { cwd });
  expect(stderr).toContain('0 corrected, 1 map and 2 values left out; 1 file written.\n');
});

test('an address without its scheme is not found as a file, and the message says what to write', async () =>
  expect(await cartalog(['import', 'ows.example.org/wms?request=GetCapabilities'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /address of a service begins with https:.*: cartalog import 'https:\/\/ows.example.org\/wms\?request/,
    ),
  }));

describe('a new catalog', () => {
  test('is written whole, checks, is in the form of the catalog, and builds the same documents', async () => {
    const cwd = temporaryFolder();
    const { url } = await serveSmall();
    const outcome = await cartalog(['import', `${url}/`, '--allow-private'], { cwd });
    expect(outcome).toMatchObject({ status: 0 });
    expect(outcome.stdout.split('\n').filter((line) => line.startsWith('new '))).toEqual(
      catalogPaths.map((path) => `new catalog/${path}`),
    );
    expect(outcome.stderr).toContain('0 corrected, 0 left out, 2 things to look at; 8 files written.\n');
    expect(readdirSync(cwd)).toEqual(['catalog']);
    expect(await cartalog(['check'], { cwd })).toMatchObject({ status: 0 });
    expect(await cartalog(['format', '--check'], { cwd })).toMatchObject({ status: 0 });
    writeFiles(join(cwd, 'original'), SMALL);
    const build = (catalog: string, ...more: string[]) =>
      cartalog(['build', '--catalog', catalog, '--out', `dist-${catalog}`, '--no-fsync', ...more], { cwd });
    expect(await build('catalog')).toMatchObject({ status: 0 });
    expect(await build('original', '--service-url', url)).toMatchObject({ status: 0 });
    const documents = (site: string): object => contentOf(join(cwd, site, 'v1'));
    expect(documents('dist-catalog')).toEqual(documents('dist-original'));
  });

  test('is not begun by --dry-run, which says what it would be', async () => {
    const cwd = temporaryFolder();
    const { url, paths } = await serveSmall();
    const dry = ['import', url, '--allow-private', '--dry-run', '--format', 'json', '--catalog', 'new'];
    const outcome = await cartalog(dry, { cwd });
    expect(outcome).toMatchObject({ status: 0 });
    const report = JSON.parse(outcome.stdout);
    expect(report).toMatchObject({ written: false });
    expect(report.files).toEqual(catalogPaths.map((path) => ({ path: `new/${path}`, change: 'new' })));
    expect(outcome.stderr).toMatch(
      /What was fetched is kept in \.cartalog\/import-127\.0\.0\.1-\d+; the same import goes on/,
    );
    expect(existsSync(join(cwd, 'new'))).toBe(false);
    // The import itself then asks for nothing.
    const count = paths.length;
    const again = await cartalog(['import', url, '--allow-private', '--catalog', 'new'], { cwd });
    expect(again).toMatchObject({ status: 0 });
    expect(again.stderr).toContain('0 requests, 0 bytes; 16 documents fetched before.\n');
    expect(paths.length).toBe(count);
    expect(readdirSync(cwd)).toEqual(['new']);
  });
});

test('a catalog that is there stays as it is where nothing differs, and where it has errors', async () => {
  const cwd = temporaryFolder();
  const { url } = await serveSmall();
  writeFiles(join(cwd, 'catalog'), SMALL);
  const args = ['import', url, '--allow-private', '--prune'];
  const same = await cartalog(args, { cwd });
  expect(same).toMatchObject({ status: 0, stdout: '' });
  expect(same.stderr).toMatch(/^0 corrected, 0 left out; nothing has changed\.$/m);
  expect(contentOf(join(cwd, 'catalog'))).toEqual(SMALL);
  writeFiles(join(cwd, 'catalog'), { 'mapservers/one.yaml': 'id: One\n' });
  const refused = await cartalog(args, { cwd });
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toContain('catalog/mapservers/one.yaml:1:1 error missing-key');
  expect(refused.stderr).toContain('The catalog in catalog has errors already; nothing is imported.\n');
});

test('--strict writes nothing where anything would be corrected', async () => {
  const cwd = temporaryFolder();
  const servers = [{ id: 'A ', name: 'A', minZoom: 0, maxZoom: 9, active: true, copyright: 'X' }];
  const address = { hosts: [{ host: 'a.example.org' }], urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}' };
  const { url } = await serveSmall((path) =>
    path === '/v1/mapservers/' ? Response.json([{ ...servers[0], ...address }]) : null,
  );
  const outcome = await cartalog(['import', url, '--allow-private', '--strict'], { cwd });
  expect(outcome).toMatchObject({ status: 1 });
  expect(outcome.stdout).toContain('/v1/mapservers/#/0/id corrected: the spaces around it are left out\n');
  expect(outcome.stdout).toContain('would be new catalog/site.yaml\n');
  expect(outcome.stdout).not.toMatch(/^(?:new|changed) /m);
  expect(outcome.stderr).toContain('8 files not written, because --strict allows neither.\n');
  expect(existsSync(join(cwd, 'catalog'))).toBe(false);
});

describe('bad weather', () => {
  test('an import that is interrupted goes on where it was', async () => {
    const cwd = temporaryFolder();
    let isDown = true;
    const { url, paths } = await serveSmall((path) =>
      isDown && path.startsWith('/v1/datasources/maps/')
        ? new Response('busy', { status: 429, headers: { 'Retry-After': '4000' } })
        : null,
    );
    const first = await cartalog(['import', url, '--allow-private'], { cwd });
    expect(first.status).toBe(2);
    expect(existsSync(join(cwd, 'catalog'))).toBe(false);
    const [ignored, folder = ''] = readdirSync(join(cwd, '.cartalog')).sort();
    expect(ignored).toBe('.gitignore');
    const modes = ['', ...readdirSync(join(cwd, '.cartalog', folder))].map((name) => {
      return (statSync(join(cwd, '.cartalog', folder, name)).mode & 0o777).toString(8);
    });
    expect(new Set(modes)).toEqual(new Set(['700', '600']));
    expect(first.stderr).toContain('What was fetched is kept in .cartalog/import-');
    isDown = false;
    const before = new Set(paths);
    paths.length = 0;
    expect(await cartalog(['import', url, '--allow-private'], { cwd })).toMatchObject({ status: 0 });
    expect(paths.filter((path) => before.has(path))).toEqual(['/robots.txt', '/v1/datasources/maps/']);
    expect(readdirSync(cwd)).toEqual(['catalog']);
  });

  test('one data source that cannot be read leaves the others, and a failure is not kept', async () => {
    const cwd = temporaryFolder();
    const failures: [string, ResponseInit][] = [
      ['it redirects in a circle', { status: 302, headers: { Location: '/v1/datasources/maps/' } }],
      ['the answer is 404', { status: 404 }],
    ];
    let failure: ResponseInit | null = null;
    const { url } = await serveSmall((path) =>
      failure && path.startsWith('/v1/datasources/maps/') ? new Response(null, failure) : null,
    );
    const args = ['import', url, '--allow-private'];
    for (const [why, init] of failures) {
      failure = init;
      const outcome = await cartalog(args, { cwd });
      expect(outcome).toMatchObject({ status: 1 });
      expect(outcome.stdout).toContain(`/v1/datasources/maps/# left out: the data source cannot be read: ${why}\n`);
      expect(outcome.stderr).toContain('1 document could not be read.\n');
      expect(existsSync(join(cwd, 'catalog/datasources/empty/datasource.yaml'))).toBe(true);
      expect(existsSync(join(cwd, 'catalog/datasources/maps'))).toBe(false);
    }
    failure = null;
    expect(await cartalog(args, { cwd })).toMatchObject({ status: 0 });
    expect(existsSync(join(cwd, 'catalog/datasources/maps/maps.yaml'))).toBe(true);
    expect(readFileSync(join(cwd, 'catalog/editions/offline.yaml'), 'utf8')).toContain('  - maps\n  - empty\n');
  });

  test.each(['of HOST', 'into catalog'])(
    'another import %s at the same time is refused; one that is gone is not',
    async (what) => {
      const cwd = temporaryFolder();
      const { url } = await serveSmall();
      const named = what.replace('HOST', url);
      const lock = what.startsWith('of') ? `import-${new URL(url).host.replace(':', '-')}` : 'into-catalog';
      const run = (pid: number) => {
        writeFiles(cwd, { [`.cartalog/${lock}.lock`]: String(pid) });
        return cartalog(['import', url, '--allow-private'], { cwd });
      };
      const refused = await run(process.ppid);
      expect(refused).toMatchObject({ status: 2, stdout: '' });
      expect(refused.stderr).toBe(
        `cartalog: Another import ${named} runs here, as process ${process.ppid}; let it end first.\n`,
      );
      expect(readdirSync(join(cwd, '.cartalog')).sort()).toEqual(['.gitignore', `${lock}.lock`]);
      expect(await run(2 ** 22 + 1)).toMatchObject({ status: 0 });
      expect(readdirSync(cwd)).toEqual(['catalog']);
    },
  );

  test('what is kept is not trusted: neither old nor damaged documents are used', async () => {
    const cwd = temporaryFolder();
    const { url } = await serveSmall();
    const folder = join(cwd, '.cartalog', `import-${new URL(url).host.replace(':', '-')}`);
    const keep = (path: string, head: string, body: string): void => {
      mkdirSync(folder, { recursive: true });
      const name = createHash('sha256').update(`application/json ${url}${path}`).digest('hex');
      writeFileSync(join(folder, name), `${head}\n${body}`);
    };
    const head = { url: `${url}/v1/mapservers/`, status: 200, maxAge: null };
    keep('/v1/mapservers/', JSON.stringify({ ...head, fetched: Date.now() - 2 * 86_400_000 }), '[]');
    keep('/v1/overlayservers/', 'not JSON', '[]');
    keep('/v1/editions/', JSON.stringify({ ...head, fetched: Date.now(), bytes: 2 }), '[]');
    const cut = { ...head, url: `${url}/v1/categories/`, fetched: Date.now(), bytes: 9 };
    keep('/v1/categories/', JSON.stringify(cut), '[]');
    const outcome = await cartalog(['import', url, '--allow-private'], { cwd });
    expect(outcome.stderr).toContain('8 files written');
    expect(outcome.stderr).not.toContain('fetched before');
  });

  test('an address that is not public is refused, and so is one that is no service', async () => {
    const cwd = temporaryFolder();
    const { url } = await serveSmall(
      () => new Response('<!doctype html><p>Welcome', { headers: { 'Content-Type': 'text/html' } }),
    );
    const refused = await cartalog(['import', url], { cwd });
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toMatch(/cannot be read: .*not a public address \(--allow-private requests it too\)\.\n/);
    expect(refused.stderr).not.toContain('kept');
    const page = await cartalog(['import', url, '--allow-private'], { cwd });
    expect(page).toMatchObject({ status: 2, stdout: '' });
    expect(page.stderr).toContain(
      'is not the address of a map catalog service: /v1/mapservers/ cannot be read: it is a web page.',
    );
  });

  test.each<[string, Behaviour, string]>([
    ['with a byte order mark', { body: `\uFEFF${STYLE}` }, 'new catalog/maps/bright.yaml'],
    ['in gzip', { body: gzipSync(STYLE), headers: { 'Content-Encoding': 'gzip' } }, 'new catalog/maps/bright.yaml'],
    [
      'in gzip that is cut off',
      { body: gzipSync(STYLE).subarray(0, -9), headers: { 'Content-Encoding': 'gzip' } },
      'the answer was cut off',
    ],
    ['in gzip that does not say so', { body: gzipSync(STYLE) }, 'style.json is a compressed file, so unpack it'],
    [
      'that unpacks to more than any style has',
      { body: gzipSync(Buffer.alloc(9_000_000)), headers: { 'Content-Encoding': 'gzip' } },
      'the answer has more than 5,242,880 bytes',
    ],
  ])('a style %s', async (_, behaviour, said) => {
    const cwd = folderWithCatalog();
    const { url } = await startFaultyServer({ '/style.json': behaviour });
    const { stdout, stderr } = await cartalog(['import', `${url}/style.json`, '--allow-private', '--copyright', 'X'], {
      cwd,
    });
    expect(stdout + stderr).toContain(said);
  });

  test('a style at an address that does not look like one is taken, after one request', async () => {
    const cwd = folderWithCatalog();
    const style = { version: 8, name: 'S', sources: { a: { type: 'vector', attribution: 'A' } }, layers: [] };
    const { url, paths } = await serveSmall((path) => (path === '/st/ok' ? Response.json(style) : null));
    const outcome = await cartalog(['import', `${url}/st/ok`, '--allow-private'], { cwd });
    expect(outcome).toMatchObject({ status: 0, stdout: 'new catalog/maps/s.yaml\n' });
    expect(paths).toEqual(['/robots.txt', '/st/ok']);
    expect(readFileSync(join(cwd, 'catalog/maps/s.yaml'), 'utf8')).toContain(`style: ${url}/st/ok\n`);
  });

  test('labels are given by host, or once for the maps of one', async () => {
    const cwd = folderWithCatalog({ 'site.yaml': SMALL['site.yaml'] as string });
    const map = (host: string) => [host, { url: `https://a.${host}/x/{z}/{x}/{y}.png`, options: {} }];
    const hosts = ['tile.north.example.net', 'tile.south.example.net', 'tile.example.org'];
    writeFiles(cwd, { 'maps.json': JSON.stringify(Object.fromEntries(hosts.map(map))) });
    const labels = ['Any', 'Example.NET=Net', 'south.example.net=The = South'];
    const outcome = await cartalog(['import', 'maps.json', ...labels.flatMap((one) => ['--copyright', one])], { cwd });
    expect(outcome).toMatchObject({ status: 0 });
    const written = readdirSync(join(cwd, 'catalog/mapservers')).map((name) => {
      return /^copyright: (.*)$/m.exec(readFileSync(join(cwd, 'catalog/mapservers', name), 'utf8'))?.[1];
    });
    expect(written.sort()).toEqual(['Any', 'Net', 'The = South']);
  });

  test('names of a service cannot move the cursor', async () => {
    const cwd = temporaryFolder();
    const servers = [{ id: 'A\u001b[2J', 'k\u001b[2J\n': 1 }];
    const { url } = await serveSmall((path) => (path === '/v1/mapservers/' ? Response.json(servers) : null));
    const outcome = await cartalog(['import', url, '--allow-private'], { cwd });
    expect(`${outcome.stdout}${outcome.stderr}`).not.toContain('\u001b');
    expect(outcome.stdout).toContain('/v1/mapservers/#/0/k\\u001b[2J\\u000a left out: the catalog has no such key\n');
  });
});

describe('files of other programs', () => {
  const LINK = `https://osmand.net/add-tile-source?name=Hills&max_zoom=15&url_template=${encodeURIComponent('https://a.example.org/{0}/{1}/{2}.png')}`;
  const METAINFO = '[url_template]\nhttps://b.example.org/{0}/{1}/{2}.png\n[max_zoom]\n9\n';

  test('a link is a map, without a request', async () => {
    const cwd = folderWithCatalog({ 'site.yaml': SMALL['site.yaml'] as string });
    const outcome = await cartalog(['import', LINK, '--copyright', 'Hills'], { cwd });
    expect(outcome).toMatchObject({ status: 0 });
    expect(readFileSync(join(cwd, 'catalog/mapservers/hills.yaml'), 'utf8')).toContain('maxZoom: 15\n');
  });

  test('a .metainfo is named after its folder', async () => {
    const cwd = folderWithCatalog({ 'site.yaml': SMALL['site.yaml'] as string });
    writeFiles(cwd, { 'tiles/Open Hills/.metainfo': METAINFO });
    const outcome = await cartalog(['import', 'tiles/Open Hills/.metainfo', '--copyright', 'Hills'], { cwd });
    expect(outcome).toMatchObject({ status: 0 });
    expect(readFileSync(join(cwd, 'catalog/mapservers/open-hills.yaml'), 'utf8')).toContain('id: Open Hills\n');
  });

  test('what is too large is named for what it is, and nothing is written', async () => {
    const cwd = folderWithCatalog({ 'site.yaml': SMALL['site.yaml'] as string });
    const before = contentOf(join(cwd, 'catalog'));
    const large = Buffer.alloc(33 * 1024 * 1024, ' ');
    writeFileSync(join(cwd, 'text'), large);
    large.write('SQLite format 3\0');
    writeFileSync(join(cwd, 'list.xml'), large);
    expect(await cartalog(['import', 'list.xml'], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^cartalog: list\.xml is a database \(SQLite\), perhaps with tiles, such as MBTiles/,
      ),
    });
    expect(await cartalog(['import', 'text'], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^cartalog: text has more than 32 MiB: import a part of it, if it is a list of maps\./,
      ),
    });
    expect(contentOf(join(cwd, 'catalog'))).toEqual(before);
  });
});
