/** The files for map programs, read by the programs themselves where they are installed: what they would ask servers for. */
import { execFileSync, type StdioOptions, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CatalogMap } from '../../../build/model/catalog.ts';
import { josmAddress, josmXml } from '../../../build/programs/josm/write.ts';
import { layerIndex } from '../../../build/programs/layerindex/write.ts';
import { qgisLayer, qgisXml } from '../../../build/programs/qgis/write.ts';
import { tileJson } from '../../../build/programs/tilejson/write.ts';
import { xyzProviders } from '../../../build/programs/xyzservices/write.ts';
import { tileAt } from '../../../commands/upstream/probe/ask/sample-tiles.ts';
import { exportParameters } from '../../../contract/maps/export-image.ts';
import { polygonOf } from '../../../contract/maps/geometry.ts';
import { mercatorBox } from '../../../contract/maps/get-map.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { environment, ROOT } from '../../support/cli.ts';
import { typedMap } from '../../support/typed-maps.ts';
import { xyzMap } from '../../support/xyz-maps.ts';

const READERS = join(ROOT, 'test', 'build', 'programs', 'readers');

const QUIET: StdioOptions = ['ignore', 'pipe', 'ignore'];

/** `describe`, with the reason in the name of the group if a program is missing. */
function describeWith(program: string, has: boolean, tests: () => void): void {
  describe.skipIf(!has)(has ? program : `${program} (skipped: it is not installed)`, tests);
}

const area = { polygons: [polygonOf({ west: 9, south: 47, east: 10, north: 48 })] };
const map = (type: 'tms' | 'wms' | 'vector', fileName: string, changes = {}): CatalogMap =>
  typedMap(type, { fileName, id: fileName, ...changes });
const TILES = xyzMap({ hosts: ['a.example.org', 'b.example.org'], area });
const FLIPPED = map('tms', 'flipped', { kind: 'aerial', overlay: true });
const SERVICE = map('wms', 'service', { styles: ['x', 'b+w'], crs: ['EPSG:3857', 'EPSG:4326', 'EPSG:2056'] });
const OLD = map('wms', 'old', { version: '1.1.1', crs: ['EPSG:4326'], service: 'https://ows.example.org/old' });
const EXPORTED = typedMap('arcgis', {
  fileName: 'exported',
  id: 'exported',
  transparent: true,
}) as CatalogMap<'arcgis'>;
const VECTOR = map('vector', 'drawn', { minZoom: 0, maxZoom: 14 });

/** Where Debian's JOSM is, or `.ci/run` unpacks it. */
const JAVA = ['/usr/share', '/opt/josm/usr/share'].find((folder) => existsSync(join(folder, 'josm', 'josm.jar')));
const hasJosm = JAVA !== undefined && spawnSync('javac', ['-version']).status === 0;

function queryOf(address: string): Record<string, string> {
  const query = new URL(address).searchParams;
  return Object.fromEntries([...query].map(([name, value]) => [name.toLowerCase(), value]));
}

describeWith('JOSM', hasJosm, () => {
  test('reads its file and the addresses that people enter', () => {
    const folder = temporaryFolder();
    const maps = [TILES, FLIPPED, SERVICE, OLD, EXPORTED];
    writeFiles(folder, { 'josm.xml': josmXml(maps, 'en') });
    const jars = ['josm/josm.jar', 'java/jmapviewer.jar'].map((jar) => join(JAVA ?? '', jar)).join(':');
    const program = [
      '-XX:TieredStopAtLevel=1',
      '-Djava.awt.headless=true',
      `-Duser.home=${folder}`,
      '-cp',
      jars,
      join(READERS, 'Josm.java'),
    ];
    const args = [...program, join(folder, 'josm.xml'), ...maps.map(josmAddress)];
    const printed = execFileSync('java', args, { encoding: 'utf8', stdio: QUIET });
    const lines = printed
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    const { x, y } = tileAt(47.1, 9.5, 9);
    expect(lines.slice(0, 2)).toEqual([
      [
        'mapservers_one',
        'One',
        'OTHER',
        'false',
        '47.0,9.0,48.0,10.0',
        expect.stringMatching(`^https://[ab]\\.example\\.org/9/${x}/${y}\\.png$`),
      ],
      ['maps_flipped', 'flipped', 'PHOTO', 'true', 'null', `https://tile.example.org/9/${x}/${511 - y}.png`],
    ]);
    const asked = lines.slice(2, 6).map((columns) => queryOf(columns.at(-1) as string));
    const service = {
      map: 'one',
      service: 'WMS',
      version: '1.3.0',
      request: 'GetMap',
      layers: 'topo,names & places',
      styles: 'x,b+w',
      format: 'image/png',
    };
    expect(asked[0]).toMatchObject({ ...service, crs: 'EPSG:3857', width: '512', height: '512' });
    const boxes = asked.map(({ bbox = '' }) => bbox.split(',').map(Number));
    for (const [index, edge] of mercatorBox(9, x, y).entries()) expect(boxes[0]?.[index]).toBeCloseTo(edge, 6);
    // Since 1.3.0 the latitude comes first.
    expect([asked[1]?.['crs'], boxes[1]]).toEqual(['EPSG:4326', [46.40625, 9.140625, 47.109375, 9.84375]]);
    expect(asked[2]).toMatchObject({ ...service, crs: 'EPSG:2056' });
    expect([asked[3]?.['srs'], boxes[3]]).toEqual(['EPSG:4326', [9.140625, 46.40625, 9.84375, 47.109375]]);
    const exported = queryOf(lines.at(6)?.at(-1) as string);
    expect(exported).toMatchObject({
      f: 'image',
      format: 'png32',
      layers: 'show:0,3',
      size: '512,512',
      bboxsr: '3857',
    });
    for (const [index, edge] of mercatorBox(9, x, y).entries())
      expect(Number(exported['bbox']?.split(',')[index])).toBeCloseTo(edge, 6);
    expect(lines.slice(7)).toEqual(
      maps.map((one) => {
        const [, type = '', zooms = '0,0', url] = /^(\w+)(?:\[(.*?)\])?:(.*)$/.exec(josmAddress(one)) ?? [];
        return [type.toUpperCase(), url, zooms.replace(',', '-')];
      }),
    );
  });
});

describeWith('GDAL', spawnSync('gdallocationinfo', ['--version']).status === 0, () => {
  test.each<[string, CatalogMap, RegExp]>([
    ['top', TILES, /\/1\/1\/0\.png/],
    ['bottom', FLIPPED, /\/1\/1\/1\.png/],
  ])('with rows from the %s asks for the tile of the north-east', (origin, one, asked) => {
    const { tiles } = tileJson(one) as { tiles: string[] };
    const address = (tiles[0] as string).replace(/https:..\w+.example.org/, 'http://127.0.0.1:9').replace(/\{/g, '${');
    const edge = 20037508.342789244;
    const folder = temporaryFolder();
    writeFiles(folder, {
      'map.xml': `<GDAL_WMS><Service name="TMS"><ServerUrl>${address}</ServerUrl></Service><DataWindow><UpperLeftX>-${edge}</UpperLeftX><UpperLeftY>${edge}</UpperLeftY><LowerRightX>${edge}</LowerRightX><LowerRightY>-${edge}</LowerRightY><TileLevel>1</TileLevel><TileCountX>1</TileCountX><TileCountY>1</TileCountY><YOrigin>${origin}</YOrigin></DataWindow><Projection>EPSG:3857</Projection><BlockSizeX>256</BlockSizeX><BlockSizeY>256</BlockSizeY><BandsCount>3</BandsCount></GDAL_WMS>`,
    });
    const { stderr, stdout } = spawnSync(
      'gdallocationinfo',
      ['--config', 'CPL_DEBUG', 'ON', join(folder, 'map.xml'), '300', '100'],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout + stderr).toMatch(asked);
  });

  test.each([SERVICE, OLD])('takes the address of a picture apart, and asks for the same', (one) => {
    const crs = one === OLD ? 'EPSG:4326' : 'EPSG:3857';
    const box = one === OLD ? '-180,-90,180,90' : mercatorBox(0, 0, 0).join(',');
    const address = josmAddress(one)
      .replace('wms:https://ows.example.org', 'http://127.0.0.1:9')
      .replace('{proj}', crs)
      .replace('{bbox}', box)
      .replace(/\{(?:width|height)\}/g, '256');
    const args = ['--config', 'CPL_DEBUG', 'ON', `WMS:${address}`, '0', '0'];
    const { stderr } = spawnSync('gdallocationinfo', args, { encoding: 'utf8' });
    const [asked = ''] = /http:\/\/127\.0\.0\.1:9\S*GetMap\S*/.exec(stderr) ?? [];
    const { bbox, width, height, ...names } = queryOf(address);
    expect(queryOf(asked.replace(/[.,)]+$/, ''))).toMatchObject(names);
  });

  test('asks a service of ArcGIS as its other programs do', () => {
    const { format, layers, ...names } = exportParameters(EXPORTED, '3857');
    const edge = 20037508.342789244;
    const folder = temporaryFolder();
    writeFiles(folder, {
      'map.xml': `<GDAL_WMS><Service name="AGS"><ServerUrl>http://127.0.0.1:9/rest/services/Topo/MapServer</ServerUrl><SRS>3857</SRS><BBoxOrder>xyXY</BBoxOrder><ImageFormat>${format}</ImageFormat><Layers>${layers}</Layers><Transparent>true</Transparent></Service><DataWindow><UpperLeftX>-${edge}</UpperLeftX><UpperLeftY>${edge}</UpperLeftY><LowerRightX>${edge}</LowerRightX><LowerRightY>-${edge}</LowerRightY><SizeX>256</SizeX><SizeY>256</SizeY></DataWindow></GDAL_WMS>`,
    });
    const args = ['--config', 'CPL_DEBUG', 'ON', join(folder, 'map.xml'), '0', '0'];
    const { stderr } = spawnSync('gdallocationinfo', args, { encoding: 'utf8' });
    const [asked = ''] = /http:\/\/127\.0\.0\.1:9\S*\/export\?\S*/.exec(stderr) ?? [];
    const wanted = Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]);
    expect(queryOf(asked.replace(/[.,)]+$/, ''))).toMatchObject({ ...Object.fromEntries(wanted), format, layers });
  });

  test('reads the areas of editor-layer-index', () => {
    const folder = temporaryFolder();
    const areas = [TILES, { ...SERVICE, area: 'world' as const }, OLD];
    writeFiles(folder, { 'index.geojson': JSON.stringify(layerIndex(areas)) });
    const args = ['-ro', '-al', '-geom=SUMMARY', join(folder, 'index.geojson')];
    const printed = execFileSync('ogrinfo', args, { encoding: 'utf8' });
    expect(printed.match(/Feature Count: \d|(?<= id \(String\) = ).*|POLYGON.*/g)).toEqual([
      ...['Feature Count: 3', 'mapservers_one', 'POLYGON : 5 points', 'maps_service', 'POLYGON : 5 points', 'maps_old'],
    ]);
  });
});

describeWith('QGIS', existsSync('/usr/lib/python3/dist-packages/qgis'), () => {
  test('loads connections and a layer definition', () => {
    const folder = temporaryFolder();
    const site = 'https://maps.example.org';
    writeFiles(folder, {
      'qgis.xml': qgisXml([{ ...TILES, needs: ['referer'] }, FLIPPED], site),
      'qgis-wms.xml': qgisXml([SERVICE], site, 'wms'),
      'qgis-arcgis.xml': qgisXml([EXPORTED], site, 'arcgisfeatureserver'),
      'arcgis.qlr': qgisLayer({ ...EXPORTED, layers: ['3'], needs: ['referer'] } as CatalogMap, site) as string,
      'qgis-vector-tiles.xml': qgisXml([VECTOR], site, 'vectortile'),
      'wms.qlr': qgisLayer(SERVICE, site) as string,
      'tiles.qlr': qgisLayer({ ...TILES, needs: ['referer'] }, site) as string,
      'flipped.qlr': qgisLayer({ ...FLIPPED, tileSize: 512 }, site) as string,
    });
    const env = environment({ XDG_RUNTIME_DIR: folder, HOME: folder });
    const program = ['-B', join(READERS, 'load_in_qgis.py'), folder];
    const printed = execFileSync('/usr/bin/python3', program, { encoding: 'utf8', env, stdio: QUIET });
    const osm = { attribution: '© OpenStreetMap', attributionUrl: 'https://www.openstreetmap.org/copyright' };
    expect(JSON.parse(printed)).toEqual({
      xyz: {
        One: ['https://a.example.org/{z}/{x}/{y}.png', '0', '19', null, null],
        flipped: ['https://tile.example.org/{z}/{x}/{-y}.png', '0', '19', null, null],
      },
      wms: { service: ['https://ows.example.org/wms?map=one', null, null, null, true] },
      arcgis: { exported: [EXPORTED.service, null, null, null, null] },
      vector: {
        drawn: ['https://vector.example.org/{z}/{x}/{y}.mvt', '0', '14', 'https://vector.example.org/style.json', null],
      },
      layers: [
        {
          // Nobody answers for the service. QGIS asks ArcGIS only when it draws.
          ...{ name: 'service', provider: 'wms', valid: false, ...osm },
          ...{ crs: ['EPSG:3857'], format: ['image/png'], IgnoreGetMapUrl: ['1'] },
          ...{ layers: ['topo', 'names & places'], styles: ['x', 'b+w'], url: ['https://ows.example.org/wms?map=one'] },
        },
        {
          ...{ name: 'One', provider: 'wms', valid: true, ...osm, type: ['xyz'], crs: ['EPSG:3857'] },
          ...{ url: ['https://a.example.org/{z}/{x}/{y}.png'], zmin: ['0'], zmax: ['19'], tilePixelRatio: ['0'] },
          'http-header:referer': [`${site}/`],
        },
        {
          ...{ name: 'flipped', provider: 'wms', valid: true, ...osm, type: ['xyz'], crs: ['EPSG:3857'] },
          ...{ url: ['https://tile.example.org/{z}/{x}/{-y}.png'], zmin: ['0'], zmax: ['19'], tilePixelRatio: ['2'] },
        },
        {
          ...{
            name: 'exported',
            provider: 'arcgismapserver',
            valid: true,
            ...osm,
            layer: ['3'],
            url: [EXPORTED.service],
          },
          ...{ format: ['png32'], crs: ['EPSG:3857'], 'http-header:referer': [`${site}/`] },
        },
      ],
    });
  });
});

describeWith('xyzservices', existsSync('/usr/lib/python3/dist-packages/xyzservices'), () => {
  test('loads its file, asks for keys, and builds addresses', () => {
    const keyed = xyzMap({
      fileName: 'keyed',
      urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}?k=ACCESS_TOKEN&l=#{language}',
      unsetTokens: ['A_KEY'],
      hosts: ['a.example.org', 'b.example.org'],
    });
    const maps = [TILES, keyed, FLIPPED];
    const code = `import json,sys
from xyzservices import lib
all = lib._load_json(sys.stdin.read())
print(json.dumps([[k, p.requires_token(), p(apikey='secret').build_url(x=1, y=2, z=3), p.get('tms')] for k, p in all.items()]))`;
    const input = JSON.stringify(xyzProviders(maps, 'de'));
    const read = execFileSync('/usr/bin/python3', ['-c', code], { input, encoding: 'utf8' });
    expect(JSON.parse(read)).toEqual([
      ['mapservers/one', false, 'https://a.example.org/3/1/2.png', null],
      ['mapservers/keyed', true, 'https://a.example.org/3/1/2?k=secret&l=de', null],
      ['maps/flipped', false, 'https://tile.example.org/3/1/2.png', true],
    ]);
  });

  test('runs the code of docs/map-programs.md', () => {
    const [, code = ''] =
      /```python\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs', 'map-programs.md'), 'utf8')) ?? [];
    const providers = xyzProviders([xyzMap({ fileName: 'openstreetmap' })], 'de');
    // The map of GeoPandas, which the code is for, is what it is given.
    const page = `import io,sys,types,urllib.request,xyzservices
urllib.request.urlopen = lambda address: {'https://catalog.example.org/programs/xyzservices.json': io.BytesIO(sys.stdin.buffer.read())}[address]
geodata = types.SimpleNamespace(explore=lambda tiles: print(tiles.build_url(x=1, y=2, z=3)))
${code}`;
    const input = JSON.stringify(providers);
    const read = execFileSync('/usr/bin/python3', ['-c', page], { input, encoding: 'utf8' });
    expect(read).toBe('https://tile.example.org/3/1/2.png\n');
  });
});
