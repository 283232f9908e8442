import { describe, expect, test } from 'vitest';
import { type Conversion, convert } from '../../../build/tile-url/convert.ts';
import { describeNote, describeProblem } from '../../../build/tile-url/explanations.ts';
import { piecesOf } from '../../../build/tile-url/template.ts';

interface Extra {
  readonly subdomains?: string[];
  readonly hosts?: string[];
  readonly values?: Record<string, string>;
  readonly variables?: Record<string, string>;
}

function converted(url: string, { subdomains, hosts, values = {}, variables = {} }: Extra = {}): Conversion {
  return convert({
    url,
    subdomains: subdomains ?? null,
    hosts: hosts ?? null,
    values: new Map(Object.entries(values)),
    variables: new Map(Object.entries(variables)),
  });
}

const ABC = ['a.tile.example.org', 'b.tile.example.org', 'c.tile.example.org'];
const PLAIN = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png';

/** Template, hosts, urlPattern, codes of the notes, and what is given otherwise. */
const CONVERTED: [string, string[], string, string[], Extra?][] = [
  // Leaflet, OpenLayers, Mapbox
  ['https://{s}.tile.example.org/{z}/{x}/{y}.png', ABC, PLAIN, ['subdomains-assumed']],
  ['https://{s}.tile.example.org/{z}/{x}/{y}{r}.png', ABC, PLAIN, ['subdomains-assumed', 'left-out']],
  ['https://{s}.tile.example.org/{z}/{x}/{y}.png', ['1.tile.example.org'], PLAIN, [], { subdomains: ['1'] }],
  ['https://{a-c}.tile.example.org/{z}/{x}/{y}.png', ABC, PLAIN, []],
  [
    'https://mt{0-1}.example.org/vt?x={x}&y={y}&z={z}',
    ['mt0.example.org', 'mt1.example.org'],
    'https://#{host}/vt?x=#{tilex}&y=#{tiley}&z=#{zoom}',
    [],
  ],
  [
    'https://tile.example.org/{z}/{y}/{x}.{ext}',
    ['tile.example.org'],
    'https://#{host}/#{zoom}/#{tiley}/#{tilex}.jpg',
    [],
    { values: { ext: 'jpg' } },
  ],
  ['//tile.example.org/{z}/{x}/{y}.png', ['tile.example.org'], PLAIN, []],
  ['tile.example.org/{z}/{x}/{y}.png', ['tile.example.org'], PLAIN, ['scheme-assumed']],
  [' "https://tile.example.org/{z}/{x}/{y}.png" ', ['tile.example.org'], PLAIN, []],
  ['HTTPS://Tile.Example.ORG/%7Bz%7D/%7Bx%7D/%7By%7D.png', ['tile.example.org'], PLAIN, []],
  [
    'http://tile.example.org:8080/{z}/{x}/{y}',
    ['tile.example.org'],
    'http://#{host}:8080/#{zoom}/#{tilex}/#{tiley}',
    [],
  ],
  ['https://bücher.example/{z}/{x}/{y}.png', ['xn--bcher-kva.example'], PLAIN, []],
  [
    'https://tile.example.org/{s}/{z}/{x}/{y}.png',
    ['tile.example.org'],
    'https://#{host}/a/#{zoom}/#{tilex}/#{tiley}.png',
    ['subdomains-assumed', 'first-choice'],
  ],
  [
    'https://tile.example.org/a b|c/{z}/{x}/{y}.png?lang={lang}',
    ['tile.example.org'],
    'https://#{host}/a%20b%7Cc/#{zoom}/#{tilex}/#{tiley}.png?lang=#{language}',
    [],
  ],
  // Browsers and map programs keep to themselves what follows `#`, and another placeholder begins with it.
  ['https://tile.example.org/{z}/{x}/{y}.png#s3cr3t', ['tile.example.org'], PLAIN, ['fragment']],
  [
    'https://tile.example.org/#{zoom}/#{tilex}/#{tiley}.png#{z}/#a',
    ['tile.example.org'],
    `${PLAIN}#{zoom}/`,
    ['fragment'],
  ],
  ['https://tile.example.org/{z}/{x}/{y}.png%23a', ['tile.example.org'], `${PLAIN}%23a`, []],
  // JOSM, iD
  ['tms[2,19]:https://{switch:a,b,c}.tile.example.org/{zoom}/{x}/{y}.png', ABC, PLAIN, []],
  ['TMS[2-19]:https://tile.example.org/{zoom}/{x}/{y}.png', ['tile.example.org'], PLAIN, []],
  ['https://{switch:x.example.org,y.example.com}/{zoom}/{x}/{y}.png', ['x.example.org', 'y.example.com'], PLAIN, []],
  // OruxMaps, MOBAC, OsmAnd, Locus, Android
  ['https://tile.example.org/{$z}/{$x}/{$y}.png', ['tile.example.org'], PLAIN, []],
  [`https://tile.example.org/$\{z}/$\{x}/$\{y}.png`, ['tile.example.org'], PLAIN, []],
  ['https://tile.example.org/$z/$x/$y.png', ['tile.example.org'], PLAIN, []],
  ['https://tile.example.org/{{z}}/{{x}}/{{y}}.png', ['tile.example.org'], PLAIN, []],
  ['https://tile.example.org/{0}/{1}/{2}.png', ['tile.example.org'], PLAIN, ['order-assumed']],
  ['https://tile.example.org/%1$d/%2$d/%3$d.png', ['tile.example.org'], PLAIN, ['order-assumed']],
  ['https://tile.example.org/%d/%d/%d.png', ['tile.example.org'], PLAIN, ['order-assumed']],
  [
    'https://tile.example.org/%d0%b0/{z}/{x}/{y}.png',
    ['tile.example.org'],
    'https://#{host}/%d0%b0/#{zoom}/#{tilex}/#{tiley}.png',
    [],
  ],
  // WMTS, ArcGIS
  [
    'https://tile.example.org/wmts?SERVICE=WMTS&TILEMATRIX={TileMatrix}&TILEROW={TileRow}&TILECOL={TileCol}',
    ['tile.example.org'],
    'https://#{host}/wmts?SERVICE=WMTS&TILEMATRIX=#{zoom}&TILEROW=#{tiley}&TILECOL=#{tilex}',
    [],
  ],
  [
    'https://tile.example.org/MapServer/tile/{level}/{row}/{col}',
    ['tile.example.org'],
    'https://#{host}/MapServer/tile/#{zoom}/#{tiley}/#{tilex}',
    [],
  ],
  // Our own placeholders
  [
    'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png',
    ['a.example.org', 'b.example.org'],
    PLAIN,
    [],
    { hosts: ['a.example.org', 'b.example.org'] },
  ],
  // Access tokens
  [
    'https://api.example.org/{z}/{x}/{y}.png?apikey={apikey}',
    ['api.example.org'],
    `${PLAIN}?apikey=$\{EXAMPLE_API_KEY}`,
    ['token'],
  ],
  [
    'https://api.example.co.uk/{z}/{x}/{y}.png?access_token={accessToken}',
    ['api.example.co.uk'],
    `${PLAIN}?access_token=$\{EXAMPLE_ACCESS_TOKEN}`,
    ['token'],
  ],
  [
    'https://api.4umaps.example/{z}/{x}/{y}.png?key=<your api key>',
    ['api.4umaps.example'],
    `${PLAIN}?key=$\{TILES_4UMAPS_API_KEY}`,
    ['token'],
  ],
  ['https://npm.example/{z}/{x}/{y}.png?key=', ['npm.example'], `${PLAIN}?key=$\{TILES_NPM_API_KEY}`, ['token']],
  [
    'https://api.example.org/{z}/{x}/{y}.png?token=ACCESS_TOKEN&v=1',
    ['api.example.org'],
    `${PLAIN}?token=$\{EXAMPLE_ACCESS_TOKEN}&v=1`,
    ['token'],
  ],
  [
    'https://api.example.org/{z}/{x}/{y}.png?apikey=YOUR_API_KEY',
    ['api.example.org'],
    `${PLAIN}?apikey=$\{EXAMPLE_API_KEY}`,
    ['secret-replaced'],
  ],
  [
    'https://api.example.org/{z}/{x}/{y}.png?user=bob&password=geheim&key=terrain',
    ['api.example.org'],
    `${PLAIN}?user=$\{EXAMPLE_API_KEY}&password=$\{EXAMPLE_PASSWORD_KEY}&key=terrain`,
    ['secret-replaced', 'secret-replaced'],
  ],
  [
    'https://api.example.org/{z}/{x}/{y}.png?apikey=s3cr3t-0815&v=1',
    ['api.example.org'],
    `${PLAIN}?apikey=$\{EXAMPLE_API_KEY}&v=1`,
    ['secret-replaced'],
  ],
  [
    'https://api.example.org/{z}/{x}/{y}.png?key={MY_MAPS_KEY}',
    ['api.example.org'],
    `${PLAIN}?key=$\{MY_MAPS_KEY}`,
    [],
  ],
  [
    'https://api.example.org/{z}/{x}/{y}.png?key={key}',
    ['api.example.org'],
    `${PLAIN}?key=$\{THEIR_API_KEY}`,
    ['token'],
    { variables: { 'api.example.org': 'THEIR_API_KEY' } },
  ],
  [
    'https://api.example.org/{z}/{x}/{y}.png?app_id={app_id}&app_code={app_code}',
    ['api.example.org'],
    `${PLAIN}?app_id=$\{EXAMPLE_API_KEY}&app_code=$\{EXAMPLE_APP_CODE_KEY}`,
    ['token', 'token'],
  ],
];

test.each(CONVERTED)('%s', (url, hosts, urlPattern, notes, extra) => {
  const outcome = converted(url, extra);
  if ('reason' in outcome) throw new Error(describeProblem(outcome.reason));
  expect({ hosts: outcome.hosts, urlPattern: outcome.urlPattern }).toEqual({ hosts, urlPattern });
  expect(outcome.notes.map(({ code }) => code)).toEqual(notes);
  for (const note of outcome.notes) expect(describeNote(note)).not.toMatch(/undefined|s3cr3t/);
});

describe('cannot be converted', () => {
  test.each([
    ['https://tile.example.org/{z}/{x}/{-y}.png', 'rows-from-below'],
    ['https://tile.example.org/{zoom}/{x}/{!y}.png', 'rows-from-below'],
    ['https://tile.example.org/{z}/{x}/{reverseY}.png', 'rows-from-below'],
    ['https://tile.example.org/{q}.png', 'quadkey'],
    ['https://tile.example.org/{u}.png', 'quadkey'],
    ['https://t{0-3}.example.org/a{quadkey}.jpeg?g=1', 'quadkey'],
    ['https://example.org/wms?SERVICE=WMS&REQUEST=GetMap&BBOX={bbox-epsg-3857}', 'wms'],
    ['https://example.org/map?box={bbox}', 'wms'],
    ['wms:https://example.org/map?', 'wms'],
    ['https://example.org/?crs={proj}', 'wms'],
    ['https://tile.example.org/{zoom-1}/{x}/{y}.png', 'arithmetic'],
    ['https://tile.example.org/{17-zoom}/{x}/{y}.png', 'arithmetic'],
    ['mbtiles:///home/me/map.mbtiles', 'not-http'],
    ['ftp://example.org/{z}/{x}/{y}.png', 'not-http'],
    ['a map', 'not-http'],
    ['', 'not-http'],
    ['https://me:secret@example.org/{z}/{x}/{y}.png', 'credentials'],
    ['https://#{host}/#{zoom}/#{tilex}/#{tiley}.png', 'hosts-needed'],
    ['https://tile.example.org/{z}/{x}/{y}.{ext}', 'unknown-placeholder'],
    ['https://{variant}.example.org/{z}/{x}/{y}.png', 'unknown-placeholder'],
    ['https://tile.example.org/{#host}/{z}/{x}/{y}.png', 'unknown-placeholder'],
    ['https://{z}.example.org/{x}/{y}.png', 'in-host'],
    ['https://example.org/#{host}/{z}/{x}/{y}.png', 'in-host'],
    ['https:///{z}/{x}/{y}.png', 'bad-host'],
    ['https://exa mple.org/{z}/{x}/{y}.png', 'bad-host'],
    ['https://[::1]/{z}/{x}/{y}.png', 'bad-host'],
    ['https://{switch:}.example.org/{z}/{x}/{y}.png', 'unknown-placeholder'],
    ['https://{0-9}{0-9}{0-9}{0-9}{0-9}{0-9}{0-9}{0-9}.example.org/{z}/{x}/{y}.png', 'too-many-hosts'],
    ['https://{switch:,}.example.org/{z}/{x}/{y}.png', 'bad-choice'],
    ['https://tile.example.org/12/2200/1343.png', 'missing'],
    ['https://tile.example.org', 'missing'],
    ['https://tile.example.org#/{z}/{x}/{y}.png', 'missing'],
    ['https://tile.example.org/{z}/{x}/{y}?t=pk.eyJ1IjoiZXhhbXBsZSIsImEiOiJ4In0.x', 'suspect'],
    ['https://tile.example.org/AIzaSyB3d5F7h9J1k2M4n6P8q0/{z}/{x}/{y}.png', 'suspect'],
  ])('%s: %s', (url, code) => {
    const outcome = converted(url);
    expect(outcome).toMatchObject({ reason: { code } });
    if ('reason' in outcome) expect(describeProblem(outcome.reason)).toMatch(/^(?!.*undefined).+[^.]$/);
  });
});

test('a long text without an end of a placeholder is read in linear time', () => {
  const started = performance.now();
  piecesOf(`https://example.org/<${'key'.repeat(100_000)}`);
  expect(performance.now() - started).toBeLessThan(1_000);
});
