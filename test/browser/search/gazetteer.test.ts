import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Gazetteer, placeNameIn } from '../../../browser/search/gazetteer.ts';
import { typedWords } from '../../../browser/search/search-words.ts';
import type { BoxEdges } from '../../../contract/data-sources/file-list.ts';
import { ROOT } from '../../support/cli.ts';

const SMALL = new Gazetteer(`CH:Switzerland|Schweiz
Geneva|Genf|Genève;zne;4qr;2
US:United States|Vereinigte Staaten|US
San José;st7;-2m1z;4
Geneva;x2t;-1nea;0
CR:Costa Rica|Costa Rica
San José;7nx;-1svn;2`);

const TEXT = readFileSync(join(ROOT, 'browser', 'generated', 'places.txt'), 'utf8');

const wordsOf = (typed: string): string[] => typedWords(typed).map(({ word }) => word);

test.each<[typed: string, place: string | null, others?: string]>([
  ['topo switzerland', 'CH Switzerland', 'topo'],
  ['SCHWEIZ', 'CH Switzerland'],
  ['geneve', 'CH Geneva'],
  ['genf wandern', 'CH Geneva', 'wandern'],
  ['united states aerial', 'US United States', 'aerial'],
  ['us', 'US United States'],
  ['san jose', 'US San José'],
  // Similar names are suggested.
  ['swizterland', null],
  ['switz', null],
  ['', null],
])('%s names %s', (typed, place, others = '') => {
  const words = wordsOf(typed);
  const found = SMALL.find(words);
  expect(found && `${found.place.code} ${placeNameIn(found.place.names, 'en')}`).toBe(place);
  if (found) expect([...words.slice(0, found.start), ...words.slice(found.end)].join(' ')).toBe(others);
});

test.each([
  ['switzerlnad', 'Switzerland'],
  ['swit', 'Switzerland'],
  ['san j', 'San José'],
  ['sw', undefined],
])('%s is like %s', (typed, name) => expect(SMALL.similar(typed)[0]?.names[0]).toBe(name));

test.each([
  ['Zuric', 'Zürich'],
  ['Zerma', 'Zermatt'],
  ['Lond', 'London'],
  ['qqqq', undefined],
])('the nearest place whose name begins with %s is %s', (typed, name) =>
  expect(new Gazetteer(TEXT).begunBy(typed)?.names[0]).toBe(name),
);

test.each([
  ['Georgia Atlanta', 'Atlanta', ''],
  ['topo Oslo, Norway', 'Oslo', 'topo'],
  ['France Bavaria', 'Bavaria', ''],
  ['Oslo Atlanta', 'Oslo', ''],
  ['Radkarte Holland', 'Netherlands', 'Radkarte'],
  ['xyzzyx', undefined, undefined],
])('of several places the most precise one is taken, or else the first: %s', (typed, name, others) => {
  const found = new Gazetteer(TEXT).findBest(typedWords(typed));
  expect([found?.place.names[0], found?.others.map((word) => word.typed).join(' ')]).toEqual([name, others]);
});

test('a country has its cities, and names in each language', () => {
  const { place } = SMALL.find(['costa', 'rica']) ?? {};
  expect(place?.cities).toEqual([{ latitude: 9.933, longitude: -84.083 }]);
  expect(placeNameIn(SMALL.country('CH')?.names ?? [], 'de')).toBe('Schweiz');
});

test.each([
  ['Lisbon', 'PT', 38.717, -9.133],
  ['Lissabon', 'PT', 38.717, -9.133],
  ['München', 'DE', 48.137, 11.575],
  ['Zürich', 'CH', 47.367, 8.55],
  ['new york', 'US', 40.714, -74.006],
  ['Vaduz', 'LI', 47.142, 9.522],
  ['Zermatt', 'CH', 46.02, 7.749],
  ['Chamonix', 'FR', 45.924, 6.869],
  ['北京', 'CN', 39.908, 116.397],
  ['東京', 'JP', 35.69, 139.692],
  ['القاهرة', 'EG', 30.063, 31.25],
  ['Москва', 'RU', 55.752, 37.616],
])('the compiled gazetteer knows %s', (name, code, latitude, longitude) => {
  const { place } = new Gazetteer(TEXT).find(wordsOf(name)) ?? {};
  expect([place?.code, place?.position]).toEqual([code, { latitude, longitude }]);
});

test.each([
  ['suisse', 'CH'],
  ['Svizzera', 'CH'],
  ['Österreich', 'AT'],
  ['España', 'ES'],
  ['日本', 'JP'],
  ['Suomi', 'FI'],
])('the compiled gazetteer knows a country by its own name: %s', (name, code) => {
  const { place } = new Gazetteer(TEXT).find(wordsOf(name)) ?? {};
  expect([place?.code, place?.position]).toEqual([code, null]);
});

test.each([
  ['topo alps', 'Alps', 'Alpen', 'topo'],
  ['Alpen', 'Alps', 'Alpen', ''],
  ['Black Forest hiking', 'Black Forest', 'Schwarzwald', 'hiking'],
  ['baltic sea', 'Baltic Sea', 'Ostsee', ''],
  ['benelux', 'Benelux', 'Benelux', ''],
  ['Matterhorn', 'Matterhorn', 'Matterhorn', ''],
  ['Bayern', 'Bavaria', 'Bayern', ''],
  ['California', 'California', 'Kalifornien', ''],
  ['Majorca', 'Mallorca', 'Mallorca', ''],
  ['Lake Constance', 'Lake Constance', 'Bodensee', ''],
])('the compiled gazetteer knows a region: %s', (typed, english, german, others) => {
  const words = wordsOf(typed);
  const { place, start = 0, end = 0 } = new Gazetteer(TEXT).find(words) ?? {};
  const names = place?.names ?? [];
  expect([
    placeNameIn(names, 'en'),
    placeNameIn(names, 'de'),
    [...words.slice(0, start), ...words.slice(end)].join(' '),
  ]).toEqual([english, german, others]);
  expect(place?.region?.box).toHaveLength(4);
});

test('is the same when it is read in parts, with a pause at each line', async () => {
  let pauses = 0;
  const read = await Gazetteer.inParts(
    'CH:Switzerland|Schweiz\nGeneva|Genf|Genève;zne;4qr;2',
    async () => void pauses++,
  );
  expect(read.find(['genf'])?.place).toEqual(SMALL.find(['genf'])?.place);
  expect(read.country('')).toBeUndefined();
  expect(pauses).toBe(2);
});

test('the compiled gazetteer has at most 110 kB', () => expect(gzipSync(TEXT).length).toBeLessThanOrEqual(110_000));

test.each<[string, BoxEdges | null, string]>([
  ['europe/great-britain.map', [-14, 49.6, 3.4, 61.5], 'GB'],
  ['europe/germany/bayern.map', [8.9, 47.2, 13.9, 50.6], 'DE'],
  ['freizeitkarte_baden-wuerttemberg.map.zip', [7.3, 47.3, 10.7, 50], 'DE'],
  ['europe/ireland-and-northern-ireland-latest.osm.pbf', [-12.6, 49.6, -5, 55.8], 'GB IE'],
  ['us/georgia.map', [-86, 30.3, -80.7, 35.1], 'US'],
  ['asia/georgia.map', [39.9, 41, 46.8, 43.6], 'GE'],
  ['europe/isle-of-man.map', [-4.9, 54, -4.2, 54.5], 'IM'],
  ['germany.map', null, 'DE'],
  ['Eurasia/N47E008.hgt.zip', [8, 47, 9, 48], ''],
])('the file %s in the box %j names the countries %s', (path, box, codes) =>
  expect(new Gazetteer(TEXT).countriesNamedIn(path, box).toSorted().join(' ')).toBe(codes),
);
