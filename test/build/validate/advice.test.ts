import { expect, test } from 'vitest';
import { diagnosticMessage, jsonPointerTo, withoutNamedIds } from '../../../build/diagnostics/diagnostic.ts';
import { resolvePlainScalar } from '../../../build/parse/scalars.ts';
import type { FileRole } from '../../../build/read/layout.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { validateFileValue } from '../../../build/validate/validate.ts';
import { isBelow, pointerOf } from '../../support/advice.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { OPTIONS } from '../../support/check.ts';
import { casesIn, textsIn } from '../../support/words.ts';

/** What the check says of the sound catalog with a line more in a map server, or with that line in place of another. */
function messagesOf(line: string): string[] {
  const key = /^\w+/.exec(line)?.[0] ?? '';
  const one = String(SMALL['mapservers/one.yaml']).replace(new RegExp(`^${key}:.*\\n`, 'm'), '');
  const providers = { 'providers/thunderforest.yaml': 'name: Thunderforest\nhomepage: https://t.example.org/\n' };
  const folder = memoryFolder({ ...SMALL, ...providers, 'mapservers/one.yaml': `${one}${line}\n` });
  const { diagnostics } = checkCatalog(folder, OPTIONS);
  return withoutNamedIds(diagnostics)
    .filter(({ severity }) => severity === 'error')
    .map((problem) => diagnosticMessage(problem, ''));
}

test('a key in another case is one error', () => {
  const folder = memoryFolder({
    ...SMALL,
    'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}`.replace('id:', 'ID:'),
  });
  const messages = checkCatalog(folder, OPTIONS).diagnostics.filter(({ severity }) => severity === 'error');
  expect(messages.map((problem) => diagnosticMessage(problem, ''))).toEqual(['Unknown key "ID"; did you mean id?']);
});

/** What people write in the places of a map server and beside it; words and numbers are in all of them. */
const WRITTEN = [
  ...textsIn(`
  DE and CH | DE to CH | France et Suisse | Germany per region | all of Europe | only DE | nur Bayern | DE/CH | de fr
  de, and fr | German and French | any | yes please | no | not known | none | see below | unknown
  a.x.net/topo, b.x.net | a.x.net or b.x.net | a.x.net;b.x.net/2`),
  'a.x.net|b.x.net',
  ...textsIn(`
  a.x.net, not b.x.net | https://x.net/ and https://y.net/ | see https://x.net/terms | x.net, y.net | info@x.net
  mailto:info@x.net | https://x.net/terms (in German) | https://x.net/v1/#{z}/#{x}/#{y}.pbf | https://x.net/#/terms
  48.4/9.4 | 48.4, 9.4 | 48.4 9.4 | 48°24 N 9°24 E | 13/48.4/9.4 | 5.9 45.8 10.5 47.9 | 5.9,45.8 | 48.4 | 1 2 3 4
  EPSG3857 | WGS84 | WebMercator | UTM32 | EPSG:3857 EPSG:4326 | 3857, 25832 | 3857 and UTM32 | ETRS89 / UTM32
  1000/day 500/hour | 1000 or 2000/day | 150.000 | 1.000/day | 20.000 tiles | 2 x 256 | 256x256 | 12 to 14 | 31.2.2031
  31.12.2031 or later | 2031-02-30T00:00:00Z | April 2019 | 2019/04 | 2019/04/05 | 2019-2021 | 19.09.2025 01:03
  since 2019 | about 2019 | 2019? | 3/4/2026 | 2019.10.01 | before 2020-05-31 | 20 19 | All rights reserved
  MIT OR Apache-2.0 | CC BY 4 | CC BY 4.0 or later | ODbL and CC BY-SA 2.0 | no licence | referer and token
  no referer | daily or weekly | every 2 weeks | png or jpeg | street, topo | outdoor 2024 | © A, © B | A (c) 2024 B
  true or false | false since 2020 | level 12 and up | - a - b | a: b | { a, b } | 483a f8ee f96b | RWQ abc def
  a/b c/d | a\\b, c\\d | //x.net/a //y.net/b`),
  '\u201ca.x.net\u201d b.x.net',
  'x',
];
const PLACES: [FileRole, string, object][] = [
  ...[
    ...[
      'countries',
      'hosts',
      'probe',
      'quota',
      'commercialUse',
      'ends',
      'since',
      'until',
      'licence',
      'terms',
      'privacy',
      'languages',
    ],
  ].map(inMap),
  ...['area', 'needs', 'forbids', 'updates', 'attribution', 'tileSize', 'active', 'minZoom', 'offReason', 'kind'].map(
    inMap,
  ),
  ...['crs', 'layers', 'service', 'version'].map((key): [FileRole, string, object] => ['map', key, { type: 'wms' }]),
  ...['tiles', 'style'].map((key): [FileRole, string, object] => ['map', key, { type: 'vector' }]),
  ...['homepage', 'signUp'].map((key): [FileRole, string, object] => ['provider', key, {}]),
  ...['baseUrl', 'directory', 'maxAge', 'source'].map((key): [FileRole, string, object] => ['datasource', key, {}]),
  ...['serviceUrl', 'maxFiles', 'accessTokens'].map((key): [FileRole, string, object] => ['site', key, {}]),
];
function inMap(key: string): [FileRole, string, object] {
  return ['mapserver', key, {}];
}

/** What may be left out of the text: each has no place in the value, and its message says so. */
const LEFT_OUT = /^(?:https?|and|und|et|px|tiles)$/;
const WORDS_FOR: Readonly<Record<string, string>> = {
  france: 'fr',
  suisse: 'ch',
  no: 'false',
  german: 'de',
  french: 'fr',
};

test.each(PLACES)('in %s, %s: advice has each word and number of the text', (kind, key, root) => {
  for (const text of WRITTEN) {
    const { diagnostics } = validateFileValue(kind, 'x', { ...root, [key]: resolvePlainScalar(text) });
    for (const { advice, place } of diagnostics) {
      if (!advice || advice.text === '' || advice.isExample || pointerOf(place) !== `/${key}`) continue;
      const other = partsOf(advice.text);
      // A host is all that is used of an address.
      const own = key === 'hosts' ? text.replace(/(?<=net)\/[^\s,;|]*/g, '') : text;
      const lost = partsOf(own).filter(
        (part) => !LEFT_OUT.test(part) && !other.includes(part) && !other.includes(WORDS_FOR[part] ?? part),
      );
      expect(lost, `${text}: write ${advice.text}`).toEqual([]);
      expect(
        diagnosticMessage(
          { code: '', severity: 'error', file: '', place, details: null, wording: () => '', advice },
          '',
        ),
      ).not.toMatch(/write .*; write /);
    }
  }
});

const partsOf = (text: string): string[] => text.toLowerCase().match(/[1-9][0-9]*|[\p{L}\p{M}]+/gu) ?? [];

test.each(casesIn('advice/lines.txt'))('%s: %s', (line, advice) => {
  expect(messagesOf(line)).toEqual([expect.stringContaining(advice)]);
});

test.each<[FileRole, string, object, unknown, string | null]>([
  ['site', 'accessTokens', {}, '$MAPBOX_TOKEN', '[MAPBOX_TOKEN]'],
  ['site', 'accessTokens', {}, 'Mapbox Access Token', '[MAPBOX_ACCESS_TOKEN]'],
  // Never the variable of a build system.
  ['site', 'accessTokens', {}, 'github-token', '[MAPBOX_ACCESS_TOKEN, THUNDERFOREST_API_KEY]'],
  ['provider', 'token', {}, 'github-token', null],
  ['provider', 'url', {}, 'x.net', 'homepage: https://x.net/'],
  ['site', 'repository', {}, 'git@github.com:x/y.git', 'https://github.com/x/y.git'],
  ['map', 'layers', { type: 'wms' }, 'topo; namen', '[topo, namen]'],
  ['map', 'layers', { type: 'wms' }, 'topo und namen', '[topo, namen]'],
  ['map', 'layers', { type: 'wms' }, 'topo|namen', '[topo, namen]'],
  ['map', 'layers', { type: 'wms' }, 'topo + namen', '[topo, namen]'],
  ['map', 'layers', { type: 'wms' }, 'topo', '[topo]'],
  ['map', 'layers', { type: 'wms' }, 'alle', '[topographic]'],
  ['map', 'layers', { type: 'wms' }, 'keine', '[topographic]'],
  ['map', 'layers', { type: 'wms' }, 'layers=topo,names', '[topo, names]'],
  ['map', 'layers', { type: 'wms' }, 'LAYERS=topo', '[topo]'],
  ['map', 'layers', { type: 'wms' }, 'ws:topo', '[ws:topo]'],
  ...['nicht topo', 'ohne', 'or', 1, 'topo or names', 'name=topo', 'topo/names', 'topo (alt)', 'see below'].map(
    (found): [FileRole, string, object, unknown, string] => ['map', 'layers', { type: 'wms' }, found, '[topographic]'],
  ),
  ['datasource', 'maxAge', {}, '7200s', '7200'],
  ['datasource', 'maxAge', {}, '2 Stunden', '7200'],
  ['datasource', 'maxAge', {}, '60 min', '3600'],
  ['datasource', 'maxAge', {}, '1d', '86400'],
  ['datasource', 'maxAge', {}, '5m', null],
  ['datasource', 'maxAge', {}, 'täglich', null],
  ['datasource', 'publisher', {}, 'unknown', ''],
  ['datasource', 'publisher', {}, 'info@x.de', null],
  ['datasource', 'publisher', {}, 'Albverein', '{ name: Albverein }'],
  ['datasource', 'baseUrl', {}, 'https://x.net/maps/*', 'https://x.net/maps/'],
  ['datasource', 'baseUrl', {}, 'https://x.net/maps/*.zip', null],
  ['files', 'a.zip', {}, { boundingbox: [10.5, 49, 9, 48] }, '{ northEastLongitude: 10.5, northEastLatitude: 49,'],
  ['datasource', 'directory', {}, 'maps//test', 'maps/test'],
  ['datasource', 'source', {}, { url: 'https://x.net/', include: '*.zip' }, '["*.zip"]'],
  ['datasource', 'source', {}, { url: 'https://x.net/', include: '*.zip, *.map' }, '["*.zip", "*.map"]'],
  ...['*.{map,zip}', '*.map;*.zip', '*.map *.zip'].map((found): [FileRole, string, object, unknown, string] => {
    return ['datasource', 'source', {}, { url: 'https://x.net/', exclude: found }, '["*.map", "*.zip"]'];
  }),
  ['datasource', 'source', {}, { url: 'https://x.net/', download: 'alle' }, ''],
  ['datasource', 'source', {}, { url: 'https://x.net/', exclude: 'keine' }, ''],
  ['datasource', 'source', {}, { url: 'https://x.net/', include: 'keine' }, '["*.rd5"]'],
  ...['style', 'service'].flatMap((key): [FileRole, string, object, unknown, string][] =>
    ['{key}', '<your key>'].map((found) => {
      const type = key === 'style' ? 'vector' : 'wms';
      return ['map', key, { type }, `https://x.net/a?key=${found}`, 'https://x.net/a?key=${X_API_KEY}'];
    }),
  ),
  [
    ...(['map', 'tiles', { type: 'vector' }, 'https://x.net/{z}/{x}/{y}.pbf?token={token}'] as const),
    'https://x.net/{z}/{x}/{y}.pbf?token=${X_ACCESS_TOKEN}',
  ],
  ['edition', 'datasources', {}, 'all', '[brouter-segments, srtm3]'],
  ['edition', 'datasources', {}, 'maps, empty', '[maps, empty]'],
  ['files', 'a.zip', {}, { bbox: [13, 52, 14, 53] }, 'boundingbox: { northEastLongitude: 14, northEastLatitude: 53,'],
  ['files', 'a.zip', {}, { boundingbox: { west: 13, south: 52, east: 14, north: 53 } }, '{ southWestLongitude: 13,'],
])('in %s, %s with %j: for %j write %s', (role, key, root, found, text) => {
  const { diagnostics } = validateFileValue(role, 'x', { ...root, [key]: found });
  const advised = diagnostics.filter(({ place }) => isBelow(place, jsonPointerTo([key])));
  expect(advised).toHaveLength(1);
  expect(advised[0]?.advice?.text ?? null).toEqual(text === null ? null : expect.stringContaining(text));
});

test.each(['key=your-api-key', 'key=YOUR_API_KEY', 'token=...', 'token=none', 'key=outdoors-v2', 'apikey=demo'])(
  'advice for %s has a variable',
  (parameter) => {
    const [message = ''] = messagesOf(`urlPattern: https://t.x.net/{z}/{x}/{y}.png?${parameter}`);
    expect(withoutPastedKeys(message)).toMatch(/png\?\w+=\$\{X_(?:API_KEY|ACCESS_TOKEN)\} and hosts: \[t.x.net\]/);
  },
);

test.each([
  [
    'urlPattern: https://tile.x.net/{z}/{x}/{y}.png?apikey=0123456789abcdef0123456789abcdef',
    'write apikey=${X_API_KEY}. If it has been pushed, have its provider replace it',
  ],
  ['urlPattern: https://tile.x.net/{q}.png?key=0123456789abcdef0123456789abcdef', 'write key=${X_API_KEY}.'],
  ['apikey: 0123456789abcdef0123456789abcdef', 'The value of apikey looks like an access key; remove it;'],
  ['api_key: 12345', 'The value of api_key looks like an access key'],
  ['options: { apikey: 0123456789abcdef0123456789abcdef }', 'The value of apikey looks like an access key'],
  ['terms: ftp://x.net/?apikey=0123456789abcdef0123456789abcdef', 'The value of apikey looks like an access key'],
])('the key in %s is reported beside what is wrong', (line, message) => {
  expect(messagesOf(line)).toEqual([expect.anything(), expect.stringContaining(message)]);
});

test.each<[FileRole, string, unknown]>([
  ['provider', 'token', '0123456789abcdef0123456789abcdef'],
  ['provider', 'token', '01234567-89ab-cdef-0123-456789abcdef'],
  ['site', 'accessTokens', ['0123456789abcdef0123456789abcdef']],
  ['site', 'accessTokens', '0123456789abcdef0123456789abcdef'],
])('in %s, %s: a key in place of the name of a variable is not repeated', (role, key, value) => {
  const messages = validateFileValue(role, 'x', { [key]: value }).diagnostics.map((one) => diagnosticMessage(one, ''));
  expect(messages.join('\n')).toContain('looks like an access key');
  expect(messages.join('\n')).toContain('If it has been pushed, have its provider replace it');
  expect(messages.join('\n')).not.toContain('89ab');
});

test.each(['/v1/mapservers/ Weg', '/v1/mapservers/a.json Weg', '/v1/a b/'])(
  'a removal of %s is only an example',
  (item) => {
    const { diagnostics } = validateFileValue('removals', 'x', [item]);
    expect(diagnostics.map(({ advice }) => advice?.text)).toEqual([
      expect.stringMatching(/^\{ url: \/v1\/datasources\/old\//),
    ]);
  },
);

test.each([
  ['map', { type: 'wms' }, 'service', 'https:/w.x.net/wms?apikey=0123456789abcdef0123456789abcdef', '${X_API_KEY}'],
  ['map', { type: 'vector' }, 'style', 'w.x.net/s.json?key=AbC123dEf456GhI789jKl0', '${X_API_KEY}'],
  ['mapserver', {}, 'terms', 'w.x.net/agb?apikey=0123456789abcdef0123456789abcdef', null],
  ['mapserver', {}, 'copyright', ' x?apikey=0123456789abcdef0123456789abcdef', null],
  ['mapserver', {}, 'attribution', 'w.x.net/?apikey=0123456789abcdef0123456789abcdef', null],
] as const)('in %s %o, %s with the key in %s: %s is advised, or nothing', (role, root, key, found, variable) => {
  const [problem] = validateFileValue(role, 'x', { ...root, [key]: found }).diagnostics.filter(({ place }) =>
    isBelow(place, `/${key}`),
  );
  expect(problem?.advice?.text ?? null).toEqual(variable && expect.stringContaining(variable));
});

test.each([
  ['v1/datasources/old/', '/v1/datasources/old/'],
  ['v1\\datasources\\old', '/v1/datasources/old/'],
  ['datasources/old', '/v1/datasources/old/'],
  ['catalog/datasources/old/datasource.yaml', '/v1/datasources/old/'],
  ['./catalog/editions/old.yaml', '/v1/editions/old/'],
  ['categories/7', '/v1/categories/7/'],
  ['maps/old.yaml', '/v2/maps/old.json'],
  ['v2/maps/old.json', '/v2/maps/old.json'],
  // Its id is not the name of its file.
  ['catalog/mapservers/old.yaml', undefined],
  ['old.zip', undefined],
  ['datasources/old/maps.yaml', undefined],
])('the removal of %s is of %s', (url, path) => {
  const [problem] = validateFileValue('removals', 'x', [{ url, reason: 'Gone' }]).diagnostics;
  expect(problem?.advice?.text).toBe(path);
});

test.each([
  ['default,default', '[default, default]'],
  ['styles=a,b', '[a, b]'],
  ['default,', null],
  [',default', null],
  ['', null],
])('of the styles %s, advice is %s', (styles, text) => {
  const { diagnostics } = validateFileValue('map', 'x', { type: 'wms', styles });
  const problem = diagnostics.find(({ place }) => pointerOf(place) === '/styles');
  expect(problem?.advice?.text ?? null).toBe(text);
  if (text === null) expect(problem && diagnosticMessage(problem, '')).toContain('a style for each layer');
});

test.each(['copyright: "OSM, Passwort: hunter22"', 'name: Karte, Login a, Passwort hunter22'])(
  'in %s, a password is reported, and not shown',
  (line) => {
    const text = `${SMALL['mapservers/one.yaml']}`.replace(new RegExp(`^${line.slice(0, 4)}.*\n`, 'm'), `${line}\n`);
    const { diagnostics } = checkCatalog(memoryFolder({ ...SMALL, 'mapservers/one.yaml': text }), OPTIONS);
    const [found] = diagnostics.filter(({ code }) => code === 'possible-key');
    expect(found && withoutPastedKeys(diagnosticMessage(found, ''))).toContain(
      'The value of Passwort may be an access key',
    );
  },
);

test.each(['key: outdoor', 'token: THUNDERFOREST_API_KEY'])('no key is in %s', (line) => {
  expect(messagesOf(line)).toHaveLength(1);
});

test('one error for keys of another program, and one each for keys of which some are known', () => {
  const messages = (entry: object): string[] =>
    validateFileValue('files', 'x', { 'a.zip': entry }).diagnostics.map((one) => diagnosticMessage(one, ''));
  expect(messages({ time: 1, hash: 2 })).toEqual([
    'Unknown key "time"; the keys here are checksums, fragments and boundingbox',
  ]);
  expect(messages({ checksum: [], hash: 2 })).toHaveLength(2);
  const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`k${index}`, index]));
  expect(messages(many)).toHaveLength(1);
});
