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
import { textsIn } from '../../support/words.ts';

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

const box = (west: number, south: number, east: number, north: number): string =>
  `[{ west: ${west}, south: ${south}, east: ${east}, north: ${north} }]`;

test.each([
  ['attribution: © Kompass', 'write [{ text: © Kompass }]'],
  ['attribution: [© A, © B]', 'write [{ text: © A }, { text: © B }]'],
  ['hosts: https://tile.x.net/', 'write [tile.x.net]'],
  ['hosts: a.x.net, b.x.net', 'write [a.x.net, b.x.net]'],
  ['hosts:', 'write one such as [tile.openstreetmap.org]'],
  ['ends: 31.12.2026', 'write one such as { date: "2026-12-31", source: https://maps.example.org/news/ }'],
  ['ends: 12/31/2026', 'write one such as { date: "2026-12-31", source: https://maps.example.org/news/ }'],
  ['ends: 03/04/2026', 'write one such as { date: "2026-08-26", source: https://maps.example.org/news/ }'],
  ['commercialUse: allowed', 'write one such as { state: allowed, source: https://maps.example.org/terms/ }'],
  ['commercialUse: true', 'write one such as { state: allowed, source: https://maps.example.org/terms/ }'],
  ['commercialUse: { state: not allowed, source: https://x.net/ }', 'Must be one of allowed, forbidden'],
  ['quota: 1000/day', 'write one such as { tiles: 1000, per: day, source: https://maps.example.org/news/ }'],
  ['area: [5.9, 45.8, 10.5, 47.9]', `did you mean ${box(5.9, 45.8, 10.5, 47.9)} or ${box(45.8, 5.9, 47.9, 10.5)}?`],
  ['area: [45.8, 5.9, 47.8, 10.5]', `did you mean ${box(45.8, 5.9, 47.8, 10.5)} or ${box(5.9, 45.8, 10.5, 47.8)}?`],
  ['area: 5.9, 10.5, 45.8, 47.8', `did you mean ${box(5.9, 45.8, 10.5, 47.8)} or ${box(45.8, 5.9, 47.8, 10.5)}?`],
  ['area: [45.8, 47.8, 5.9, 10.5]', `or ${box(5.9, 45.8, 10.5, 47.8)}?`],
  ['area: [[45.8, 5.9], [47.8, 10.5]]', `or ${box(5.9, 45.8, 10.5, 47.8)}?`],
  ['area: [45.8, 100, 47.8, 110]', `did you mean ${box(100, 45.8, 110, 47.8)}?`],
  ['area: [-180, -85, 180, 85]', `did you mean ${box(-180, -85, 180, 85)}?`],
  ['area: [47.8, 10.5, 45.8, 5.9]', `did you mean ${box(45.8, 5.9, 47.8, 10.5)} or ${box(5.9, 45.8, 10.5, 47.8)}?`],
  ['area: [10.5, 49, 9, 48]', `did you mean ${box(9, 48, 10.5, 49)} or ${box(48, 9, 49, 10.5)}?`],
  ['area: [110, 48, 100, 46]', `did you mean ${box(100, 46, 110, 48)}?`],
  ['area: [10, 49, 10, 48]', 'write one such as [{ west: 5.9,'],
  ...['none', 'keine', '"-"', 'unknown', 'aucune'].map((word): [string, string] => [
    `attribution: ${word}`,
    '; leave out the whole key if there is nothing to say',
  ]),
  ['terms: unbekannt', 'leave out the whole key'],
  ['quota: none', 'leave out the whole key'],
  ['attribution: nicht nötig', 'write one such as [{ text: © OpenStreetMap contributors, url:'],
  ['attribution: Kein © nötig', 'write one such as [{ text: © OpenStreetMap contributors, url:'],
  ['attribution: info@x.de', 'this is an e-mail address'],
  ['attribution: Nordkarten', 'write [{ text: Nordkarten }]'],
  ['hosts: none', 'write one such as [tile.openstreetmap.org]'],
  ['countries: no', 'write ["NO"]'],
  ['hosts: [tile{1-4}.x.de]', 'write a name for each value of {1-4}: tile1.x.de, tile2.x.de, tile3.x.de, tile4.x.de'],
  ['hosts: [a.x.de, tile-{s}.x.de]', 'tile-a.x.de, tile-b.x.de'],
  ['hosts: [{s}.x.de]', 'a.x.de, b.x.de'],
  ['hosts: [*.x.de]', 'A value that begins with * needs quotes; put the whole value in quotes'],
  ['copyright: &copy; X', 'A value that begins with & needs quotes; put the whole value in quotes'],
  ['copyright: **OSM**', 'A value that begins with * needs quotes; put the whole value in quotes'],
  ['copyright: *osm', '*osm is an anchor or alias; write the value out, or put it in quotes'],
  ['copyright: [OSM](https://osm.org)', 'this is a link of Markdown; write its text without its address'],
  ['probe: { latitude: 47; longitude: 9 }', 'separate the members with commas, not with ;'],
  ['offReason: Kaputt', 'did you mean { en: Kaputt } or { de: Kaputt }?'],
  ['offReason: Hors service', 'did you mean { en: Hors service } or { de: Hors service }?'],
  ['offReason:', 'write one such as { en: Its provider has ended the service. }'],
  ['quota: { tiles: 1000, per: jour, source: https://x.net/ }', 'did you mean day?'],
  ['quota: { tiles: 1000, per: semaine, source: https://x.net/ }', 'Must be one of minute, hour, day, month, year'],
  ['tileSize: 256,256', 'Must be one of 256, 512, not the text "256,256"'],
  ['tileSize: 256x512', 'Must be one of 256, 512, not the text "256x512"'],
  ['needs: [user agent]', 'did you mean user-agent?'],
  ['forbids: [Bulk download]', 'did you mean bulk-download?'],
  ['countries: [world]', 'write area: world, in place of countries'],
  ['terms: https:/x.net/a', 'write https://x.net/a'],
  ['terms: https:www.x.net', 'write https://www.x.net/'],
  [
    'terms: https://x.net/ terms',
    'write only https://x.net/ if what follows is a remark, which belongs in a comment; otherwise',
  ],
  ['terms: https://x. net/terms', 'it contains a space; remove it'],
  ['terms: https://x.net/a b.html', 'otherwise remove the space, or write %20 if the name of the file has it'],
  [
    'terms: https://x.net/a (German)',
    'write only https://x.net/a; a remark belongs in a comment, on a line of its own',
  ],
  ['urlPattern: https://#{host}/#{zoom} /#{tilex}/#{tiley}.png', 'it contains a space; remove it'],
  ['urlPattern: https:/#{host}/#{zoom}/#{tilex}/#{tiley}.png', 'write https:// at its beginning'],
  ['hosts: [a. x.net]', 'it contains a space; remove it'],
  ['hosts: [info@x.net]', 'it is an e-mail address'],
  ['area: [{ west: 10, south: 48, east: 9, north: 49 }]', 'exchange the two, or write two boxes'],
  ['area: [{ west: 10, south: 48, east: 10, north: 49 }]', 'west must be less than east'],
  ['area: { west: 5.9, south: 45.8, east: 10.5, north: 47.9 }', 'write [{ west: 5.9, south: 45.8,'],
  ['area: 5.9, 45.8, 10.5, 47.9', 'did you mean [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }] or'],
  ['area: { west: 5.9 }', 'write one such as [{ west: 5.9, south: 45.8, east: 10.5, north: 47.9 }]'],
  ['probe: [46.9, 7.4]', 'write one such as { latitude: 46.95, longitude: 7.45 }'],
  ['countries: Schweiz, Österreich', 'write [CH, AT]'],
  ['countries: [Kongo]', 'did you mean CG or CD?'],
  ['provider: Thunderforest', 'There is no file providers/Thunderforest.yaml; did you mean thunderforest?'],
  ['tileSize: 512px', 'write 512'],
  ['active: Yes', 'write true'],
  ['kind: hiking map', 'did you mean outdoor?'],
  ['needs: Referer', 'write [referer]'],
  ['urlPattern: https://tile.x.net/#{zoom}/#{tilex}/#{tiley}.png', 'write #{host} in place of tile.x.net'],
  ['urlPattern: 512px', 'it also needs #{host}, #{zoom}, #{tilex}, #{tiley}'],
  ['countries: DE and CH', 'write [DE, CH]'],
  ['countries: France et Suisse', 'write [FR, CH]'],
  ['countries: DE, FR und CH', 'write [DE, FR, CH]'],
  ['countries: DE to CH', 'write one such as [CH, LI]'],
  ['countries: Germany per region', 'write one such as [CH, LI]'],
  ['countries: all but DE', 'write one such as [CH, LI]'],
  ['countries: Sweden, Norway and Denmark', 'write [SE, "NO", DK]'],
  ['countries: Bosnia and Herzegovina, Serbia', 'write [BA, RS]'],
  ['hosts: a.x.net/topo, b.x.net', 'write one such as [tile.openstreetmap.org]'],
  ['hosts: a.x.net:8443, b.x.net:8443', 'write one such as [tile.openstreetmap.org]'],
  ['hosts: https://a.x.net:8443/', 'write one such as [tile.openstreetmap.org]'],
  ['hosts: [a.x.net:8443]', 'what follows the name belongs in urlPattern, like https://#{host}:8443; write a.x.net'],
  [
    'hosts: [http://a.x.net:8443/topo]',
    'what follows the name belongs in urlPattern, like http://#{host}:8443/topo; write a.x.net',
  ],
  ['hosts: [a.x.net/topo]', 'like https://#{host}/topo; write a.x.net'],
  ['hosts: a.x.net (or b.x.net)', 'write one such as [tile.openstreetmap.org]'],
  ['probe: 48.4/9.4', 'write one such as { latitude: 46.95, longitude: 7.45 }'],
  ['probe: 48.4', 'write one such as { latitude: 46.95, longitude: 7.45 }'],
  ['quota: 1000/day 500/hour', 'write one such as { tiles: 150000, per: minute,'],
  [
    'quota: { tiles: "150.000", per: day, source: https://x.net/ }',
    'not the text "150.000"; write it without the point: 150000',
  ],
  [
    'quota: { tiles: "1,000", per: day, source: https://x.net/ }',
    'not the text "1,000"; write it without the comma: 1000',
  ],
  ['ends: 31.2.2031', 'write one such as { date: "2026-08-26", source: https://maps.example.org/news/ }'],
  ['ends: 31.12.2031 or later', 'write one such as { date: "2026-08-26", source: https://maps.example.org/news/ }'],
  ['since: 2019/04', 'write 2019-04'],
  ['since: 2019/04/05', 'write "2019-04-05"'],
  ['languages: all', 'write one such as [de, fr]'],
  ['languages: "yes"', 'write one such as [de, fr]'],
  ['languages: de and en', 'write [de, en]'],
  ['languages: de et fr', 'write one such as [de, fr]'],
  ['languages: de or fr', 'write one such as [de, fr]'],
  ['languages: de no fr', 'write one such as [de, fr]'],
  ['languages: it is de', 'write one such as [de, fr]'],
  ['languages: de in it', 'write one such as [de, fr]'],
  ['languages: de, no; fr', 'write [de, "no", fr]'],
  ['needs: no referer', 'write one such as [referer]'],
  ['needs: [no referer]', 'Must be one of referer, user-agent'],
  ['kind: not aerial', 'transport, labels, other'],
  ['quota: { tiles: 10000/month, per: day, source: https://x.net/ }', 'not the text "10000/month"'],
  ['quota: 1000 tiles per day', 'write one such as { tiles: 1000, per: day, source: https://maps.example.org/news/ }'],
  ['attribution: https://x.net/copyright', 'write one such as [{ text: © OpenStreetMap contributors, url:'],
  ['licence: CC BY 4.0', '"CC BY 4.0" is not valid here; write CC-BY-4.0'],
  ['provider: thunderforest.yaml', 'did you mean thunderforest?'],
  ['area: World', 'did you mean world?'],
  ['ID: x', '"ID": id is there already; delete one of the two'],
  ['probe: { lat: 48.4, longitude: 9.4 }', 'Unknown key "lat"; did you mean latitude?'],
  [
    'urlPattern: https://#{host}/#{zoom}/#{tilex}/#{-tiley}.png',
    'counts tile rows from below, as only maps of type tms do',
  ],
  ['urlPattern: https://#{host}/#[zoom]/#{tilex}/#{tiley}.png', 'Not a valid urlPattern: write #{zoom}, with braces'],
  ['terms: https://https://x.net/', 'is not a valid address: https:// is there twice'],
  ['terms: info@x.net', 'it is an e-mail address; write the address of a page'],
  ['terms: mailto:info@x.net', 'it is an e-mail address'],
  ['host: x', '"host" : hosts is there already'],
  ['area: [{ minlon: 5, minlat: 45, maxlon: 10, maxlat: 47 }]', 'write { west: 5, south: 45, east: 10, north: 47 }'],
  [
    'area: [{ lon_min: 5, lat_min: 45, lon_max: 10, lat_max: 47 }]',
    'write { west: 5, south: 45, east: 10, north: 47 }',
  ],
  ['area: [{ left: 5, bottom: 45, right: 10, top: 47 }]', 'write { west: 5, south: 45, east: 10, north: 47 }'],
  ['area: [{ w: 5, s: 45, e: 10, n: 47 }]', 'write { west: 5, south: 45, east: 10, north: 47 }'],
  ['area: [{ West: 5, South: 45, East: 10, North: 47 }]', 'write { west: 5, south: 45, east: 10, north: 47 }'],
  ['area: { minX: 5, minY: 45, maxX: 10, maxY: 47 }', 'write [{ west: 5, south: 45, east: 10, north: 47 }]'],
  ['area: [{ a: 1, b: 2, c: 3, d: 4 }]', 'Unknown key "a"; the keys here are west, south, east and north'],
  ['bbox: [5, 45, 10, 47]', '"bbox"; did you mean area: [{ west: 5, south: 45, east: 10, north: 47 }] or [{ west: 45,'],
  ['probe: { x: 7.4, y: 46.9 }', 'write { longitude: 7.4, latitude: 46.9 }'],
  ['probe: { latitude: 46.9°N, longitude: 7 }', 'write 46.9'],
  ['probe: { latitude: 46.9°S, longitude: 7 }', 'Must be a number, not the text "46.9°S"'],
  ['quota: { requests: 1000, period: day, url: https://x.net/ }', 'write { tiles: 1000, per: day, source: https:'],
  ['quota: { tiles: 1000, per: Tag, source: https://x.net/ }', 'did you mean day?'],
  ['attribution: [{ text: X, href: https://x.net/ }]', 'did you mean url?'],
  ['attribution: [{ name: X, url: https://x.net/ }]', 'did you mean text?'],
  ['ends: { datum: 2026-12-31, quelle: https://x.net/ }', 'Unknown key "datum"; the keys here are date and source'],
  ['active: nein', 'write false'],
  ['terms: <https://x.net/terms>', 'write https://x.net/terms'],
  ['terms: git@x.net:terms', 'write https://x.net/terms'],
  ['since: 05/2020', 'write 2020-05'],
  ['since: 13/2020', 'Write a year, a month or a day'],
  ['until: 31-12-2020', 'write "2020-12-31"'],
  ['until: 01-02-2020', 'Write a year, a month or a day'],
  ['kind: Luftbild', 'did you mean aerial?'],
  ['languages: jp', 'write [ja]'],
  ['languages: CZ', 'write [cs]'],
  ['languages: CH', 'write one such as [de, fr]'],
  ['languages: DE', 'write [de]'],
  ['languages: [Klingonese]', 'Write the code of a language in lower case'],
  ['countries: [ja]', 'did you mean JP?'],
  ['countries: [da]', 'did you mean DK?'],
  ['countries: [en]', 'This is none of the 250 possible values, such as AD'],
  ['needs: { referer: https://x.net/ }', 'write one such as [referer]'],
  ['hosts: {}', 'write one such as [tile.openstreetmap.org]'],
  ['inactive: true', 'Unknown key "inactive"; did you mean active?; write active: false'],
  ['disabled: false', 'write active: true'],
  ['hidden: yes', 'write active: false'],
  ['enabled: false', 'did you mean active?'],
  ['tms: true', 'Unknown key "tms" : this is a map of type tms: move the file to maps/'],
  ['tms: 1', 'write type: tms in its place'],
  ['tms: false', 'Unknown key "tms"; the keys here are'],
  ['scheme: tms', 'Unknown key "scheme" : this is a map of type tms: move the file to maps/'],
  ['scheme: xyz', 'Unknown key "scheme"; the keys here are'],
  ['since: 12.2020', '"12.202" is not valid here; write 2020-12'],
  ['since: 10.2020', 'write 2020-10'],
  ['since: 13.2020', 'Write a year, a month or a day'],
  ['languages: [UK]', '"UK" is not valid here. Write the code of a language'],
  ['languages: [EU]', '"EU" is not valid here. Write the code of a language'],
  ['languages: UK', 'write one such as [de, fr]'],
  ['countries: [UK]', 'did you mean GB?'],
  ['kind: overlay', 'other; it says what a map shows. An overlay has its file in overlayservers/'],
  ['kind: aereal', 'did you mean aerial?'],
  ['area: CH', 'did you mean countries: [CH], in place of area?'],
  ['area: Schweiz', 'did you mean countries: [CH], in place of area?'],
  ['area: schweiz', 'did you mean countries: [CH], in place of area?'],
  ['area: Welt', 'did you mean world?'],
  ['area: Kongo', '"Kongo" is not a valid id'],
  ['area: alps', 'There is no file areas/alps.geojson; add it, or correct the name'],
  ['quota: { tiles: 1,000, per: day, source: https://x.net/ }', 'write it without the comma: 1000'],
  ['urlPattern: https://a.x.net/{z}/{x}/{y}.png, https://b.x.net/{z}/{x}/{y}.png', 'a map has one address'],
  ['urlPattern: https://a.x.net/{z}/{x}/{y}.png https://b.x.net/{z}/{x}/{y}.png', 'a map has one address'],
  [
    'urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png;https://b.x.net/#{zoom}/#{tilex}/#{tiley}.png',
    'a map has one address',
  ],
  [
    'urlPattern: "type=xyz&url=https%3A//tile.x.net/%7Bz%7D/%7Bx%7D/%7By%7D.png&zmax=19"',
    'leave out what is around it',
  ],
  ['urlPattern: type=xyz&url=https://tile.x.net/{z}/{x}/{y}.png&zmax=19', 'leave out what is around it'],
  ['urlPattern: tms[2,18]:https://tile.x.net/{z}/{x}/{y}.png', 'hosts: [tile.x.net]'],
  ['urlPattern: "L.tileLayer(\'https://tile.x.net/{z}/{x}/{y}.png\', { maxZoom: 19 })"', 'leave out what is around it'],
  ['urlPattern: "L.tileLayer(\'https://tile.x.net/\', {})"', 'leave out what is around it'],
  ['urlPattern: https://#{host}/%7Bz%7D/%7Bx%7D/%7By%7D.png', 'urlPattern: https://#{host}/#{zoom}/#{tilex}/'],
  ['urlPattern: https:/tile.x.net/{z}/{x}/{y}.png', 'png and hosts: [tile.x.net]'],
  ['terms: see https://x.net/terms', 'it is more than an address; leave out what is around it'],
  // A remark is no part of an address.
  ['hosts: [tile.q9.ch nicht tile2.q9.ch]', 'it names several hosts; write each that serves the same tiles'],
  ['hosts: [tile.q9.ch tile2.q9.ch]', 'it names several hosts'],
  ['hosts: [tile.q9.ch nur Sommer]', 'write only tile.q9.ch; a remark belongs in a comment'],
  ['hosts: [tile.q9.ch (alt)]', 'write only tile.q9.ch; a remark belongs in a comment'],
  ['hosts: [alt tile.q9.ch]', 'write alt.tile.q9.ch if it is in place of a dot, or tile.q9.ch if the rest is a remark'],
  ['hosts: [tile.q9 ch]', 'write tile.q9.ch if it is in place of a dot, or tile.q9 if'],
  ['hosts: [tile q9 ch]', 'remove it, or write a dot in its place if one is missing'],
  ['terms: https://tile q9.ch/terms', 'remove it, or write a dot in its place if one is missing'],
  ['hosts: a-c.q9.ch', 'write a name for each value of a-c: a.q9.ch, b.q9.ch, c.q9.ch'],
  ['countries: [Guyane]', 'did you mean GF?'],
  ['countries: [Austrlia]', 'did you mean AT or AU?'],
  ['countries: [Liechtenstein, LI]', '"Liechtenstein" means LI, which is listed already; delete it'],
  ['kind: Wetter', 'transport, labels, other'],
  ['kind: Straße', 'did you mean street?'],
  ['kind: randonnée', 'did you mean outdoor?'],
  ['needs: [Referenz]', 'Must be one of referer, user-agent'],
  ['languages: [es_LA]', 'write es-419'],
  ['licence: CC-BY-SA 4.0', 'write CC-BY-SA-4.0'],
  ['licence: CC BY-SA', 'Write the SPDX identifier'],
  ['probe: { latitude: 47.5° S, longitude: 9.4 }', 'write -47.5'],
  ['probe: { latitude: 47.5, longitude: W9.4 }', 'write -9.4'],
  ['probe: { latitude: 47.5, longitude: 9.4 O }', 'Must be a number, not the text "9.4 O"'],
  [
    'probe: { latitude: 47.5° E, longitude: 9.4 }',
    'E is a direction of a longitude: latitude and longitude seem to be exchanged',
  ],
  [
    'area: [{ west: 5.9° N, south: 45.8, east: 10.5, north: 47.9 }]',
    'N is a direction of a latitude: latitude and longitude seem to be exchanged',
  ],
  ['ends: { date: "2031-02-30", source: https://x.net/ }', 'The last day of its month is "2031-02-28"'],
  ['hosts: [tile .q9.ch]', 'it contains a space; remove it'],
  ['hosts: [a tile.q9.ch]', 'write a.tile.q9.ch if it is in place of a dot, or tile.q9.ch if'],
  ['terms: https://x.ch/agb nicht gültig', 'write only https://x.ch/agb if what follows is a remark'],
  ['terms: https://x.ch/agb.html alt', 'write only https://x.ch/agb.html; a remark belongs in a comment'],
  ['terms: https://x.ch/agb - alt', 'write only https://x.ch/agb; a remark belongs in a comment'],
  ['terms: https://x.ch/agb, Stand 2024', 'write only https://x.ch/agb; a remark belongs in a comment'],
  ['terms: https://x.ch /agb', 'it contains a space; remove it'],
  ['terms: https://x.ch/agb und https://y.ch/agb', 'it is more than one address; write one'],
  ['urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png nur Sommer', 'write only https://#{host}/#{zoom}/'],
  ...[' (nur Sommer)', ' nur Sommer', ' - alt', ' | OSM', ' oder t2.x.net'].map((remark): [string, string] => [
    `urlPattern: https://t.x.net/{z}/{x}/{y}.png${remark}`,
    '/#{tilex}/#{tiley}.png and hosts: [t.x.net]; what follows the space belongs in a comment',
  ]),
  ...[...',;.'].map((mark): [string, string] => [
    `urlPattern: https://t.x.net/{z}/{x}/{y}.png${mark}`,
    '/#{tilex}/#{tiley}.png and hosts: [t.x.net]',
  ]),
  ['urlPattern: https://t.x.net/a b/{z}/{x}/{y}.png', '#{host}/a%20b/#{zoom}/'],
  // A misspelt scheme is a scheme.
  ...['https//', 'https:/', 'https:', 'htps://', 'htttps://', 'ttps://', 'https;//', 'https ://', 'hhtps://', '//'].map(
    (scheme): [string, string] => [`terms: ${scheme}x.ch/agb`, '; write https://x.ch/agb'],
  ),
  ['terms: http//x.ch/agb', '; write http://x.ch/agb'],
  ['terms: htp://x.ch/agb', '; write http://x.ch/agb'],
  ['terms: ftp://x.ch/agb', 'only https:// and http:// are fetched'],
  ['terms: ssh://x.ch/agb', 'only https:// and http:// are fetched'],
  ['terms: agb.html', 'write the whole address, with https:// and its host'],
  ['terms: /agb.html', 'write the whole address, with https:// and its host'],
  ['terms: ../agb', 'write the whole address, with https:// and its host'],
  ['terms: agb', 'write the whole address, with https:// and its host'],
  ['terms: www.x.ch', 'write https://www.x.ch/'],
  ['hosts: [https//x.ch]', 'leave out the scheme; write x.ch'],
  ['hosts: https//t.x.ch', 'write [t.x.ch]'],
  ['urlPattern: htps://t.x.net/{z}/{x}/{y}.png', 'urlPattern: https://#{host}/#{zoom}/'],
  ['urlPattern: https//#{host}/#{zoom}/#{tilex}/#{tiley}.png', 'write https:// at its beginning'],
  // The code of a language is not the code of a country.
  ['countries: [eu]', 'This is none of the 250 possible values, such as AD'],
  ['countries: [zh]', 'did you mean CN, HK, MO or TW?'],
  ['countries: [sv]', 'did you mean AX, SE or SV?'],
  ['countries: [uk]', 'did you mean GB or UA?'],
  ['countries: sv', 'write one such as [CH, LI]'],
  ['countries: fr', 'write [FR]'],
  // At the 180th meridian, two boxes are more probable than exchanged edges.
  [
    'area: [{ west: 170, south: -50, east: -170, north: -40 }]',
    'write two boxes if it crosses the 180th meridian, [{ west: 170, south: -50, east: 180, north: -40 }, { west: -180, south: -50, east: -170, north: -40 }]; otherwise exchange',
  ],
  ['area: { left: 10, right: 12, top: 49, bottom: 48 }', 'write [{ west: 10, east: 12, north: 49, south: 48 }]'],
  ['area: { links: 10, rechts: 12, oben: 49, unten: 48 }', 'write [{ west: 10, east: 12, north: 49, south: 48 }]'],
  ...['ost ; west', 'est ; ouest', 'est ; ovest', 'este ; oeste', 'leste ; oeste', 'oost ; west'].map(
    (words): [string, string] => [
      `area: { nord: 49, sud: 48, ${words.replace(' ; ', ': 12, ')}: 10 }`,
      'write [{ north: 49, south: 48, east: 12, west: 10 }]',
    ],
  ),
  ['area: { n: 49, s: 48, e: 12, o: 10 }', 'write one such as'],
  ['area: [{ north: 49, south: 48, est: 12, west: 10 }]', 'did you mean east?'],
  ['area: [world]', 'write world'],
  // What denies or does not say whether a map is off.
  ['disabled: 0', 'write active: true'],
  ['disabled: 1', 'write active: false'],
  ...['disabled: vielleicht', 'inactive: ~', 'hidden:', 'off: manchmal'].map((line): [string, string] => [
    line,
    'a map that is off has active: false; leave the line out of any other',
  ]),
  ['enabled: 0', 'write active: false'],
  ['active: 1', 'write true'],
  ...['kein', 'keine', 'unknown', 'vielleicht'].map((word): [string, string] => [
    `active: ${word}`,
    `Must be true or false, not the text "${word}"`,
  ]),
  ['attribution: X<br>Y', 'write one such as [{ text: ©'],
  ['hosts: [t{c-a}.x.ch]', 'value of {c-a}: ta.x.ch, tb.x.ch, tc.x.ch'],
  ['hosts: [t{switch:a}.x.ch]', 'value of {switch:a}: ta.x.ch'],
  ['hosts: t{a,b,c}.x.ch', 'value of {a,b,c}: ta.x.ch, tb.x.ch, tc.x.ch'],
  ['hosts: [t{0-9}.x.ch]', 't0.x.ch, t1.x.ch, …, t9.x.ch'],
  ['urlPattern: https://t{a,b,c}.x.ch/{z}/{x}/{y}.png', 'hosts: [ta.x.ch, tb.x.ch, tc.x.ch]'],
  [
    'urlPattern: https://#{host}/#{zoom}/#{tilex}/{-y}.png',
    'the file must be in the folder maps, with type: tms. There, write #{tiley}',
  ],
  ['languages: EN-UK', 'write [en-GB]'],
  ['languages: [en_us]', 'write en-US'],
  ['languages: [Deutsch]', 'write de'],
  ['languages: Deutsch, Englisch', 'write [de, en]'],
  ['id: 1.000', 'Must be text, but YAML reads'],
  // An @ in a path follows no login.
  [
    'urlPattern: https://t.x.net/gwc/service/tms/1.0.0/topo@EPSG:900913@png/{z}/{x}/{y}.png',
    'write urlPattern: https://#{host}/gwc/service/tms/1.0.0/topo@EPSG:900913@png/#{zoom}/#{tilex}/#{tiley}.png and',
  ],
  // What code has around an address.
  ...[
    "'",
    "', {",
    '")',
    "'}",
    '<br>',
    '\\n',
    "\\n', {",
    ')',
    ']',
    '…',
    '|Karte',
    '&quot;,',
    '</a>',
    "',{maxZoom:19}",
  ].map((end): [string, string] => [
    `urlPattern: ${JSON.stringify(`https://t.x.net/{z}/{x}/{y}.png${end.replaceAll('\\\\', '\\')}`)}`,
    'write urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png and hosts: [t.x.net]',
  ]),
  [
    'urlPattern: "https://t.x.net/{{{z}}}/{{{x}}}/{{{y}}}.png"',
    'write urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png and hosts: [t.x.net]',
  ],
  [
    "urlPattern: \"https://t.x.net/l'a/{z}/{x}/{y}.png?q=a='b'&c=(d)\"",
    "https://#{host}/l'a/#{zoom}/#{tilex}/#{tiley}.png?q=a='b'&c=(d) and",
  ],
  // What follows a space may be the rest of an address.
  [
    'urlPattern: https://t.x.net/{z}/{x}/{y}.png?layer=Wandern Sommer&v=2',
    'png?layer=Wandern%20Sommer&v=2 and hosts: [t.x.net]; leave out %20 if the space is a mistake',
  ],
  ['urlPattern: https://t.x.net/{z}/{x}/{y} .png', '/#{tiley}%20.png and hosts: [t.x.net]; leave out %20 if'],
  [
    'urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?layer=Wandern Sommer&v=2',
    'it contains a space; remove it, or write %20',
  ],
  ['terms: https://x.net/a?b=Wandern Sommer&c=2', 'it contains a space; remove it, or write %20'],
  ['hosts: $s.x.net', 'write a name for each value of $s: a.x.net, b.x.net'],
  ['hosts: [$s.x.net]', 'write a name for each value of $s: a.x.net, b.x.net'],
  // A line that may have only one truth value.
  ...['keine', 'kein Bild', 'none', 'ohne', 'sans', 'aucun', 'geen', 'ninguno', 'nessuno', 'nein', 'no'].flatMap(
    (word): [string, string][] => [
      [`picture: ${word}`, '; write false'],
      [`watermark: ${word}`, '; leave out the whole key, which means the same'],
    ],
  ),
  ...['ja', 'yes', 'oui'].flatMap((word): [string, string][] => [
    [`picture: ${word}`, '; leave out the whole key, which means the same'],
    [`watermark: ${word}`, '; write true'],
  ]),
  ['picture: unbekannt', 'Must be false, not the text "unbekannt"'],
  ...['k. A.', 'leer', 'nein', 'tba', 'siehe oben', '…', 'undefined', 'entfällt'].map((word): [string, string] => [
    `attribution: ${word}`,
    '; leave out the whole key if there is nothing to say',
  ]),
  ['attribution: "{attribution.OpenStreetMap}"', 'write one such as [{ text: ©'],
  ['attribution: "{{OSM}}"', 'write one such as [{ text: ©'],
  ['attribution: "&copy; X"', 'write [{ text: © X }]'],
  ['attribution: "A &amp; B"', 'write [{ text: A & B }]'],
  ['attribution: "M&uuml;ller"', 'write one such as [{ text: ©'],
  ['attribution: Leer Kartografie', 'write [{ text: Leer Kartografie }]'],
  ['provider: keine', 'There is no file providers/keine.yaml; leave out the whole key'],
  ['area: keine', 'There is no file areas/keine.geojson; leave out the whole key'],
])('%s: %s', (line, advice) => {
  expect(messagesOf(line)).toEqual([expect.stringContaining(advice.replace('" :', '":'))]);
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
