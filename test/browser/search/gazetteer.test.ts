import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Gazetteer, nameIn } from '../../../browser/search/gazetteer.ts';
import { searchWords } from '../../../contract/search-text.ts';
import { ROOT } from '../../support/cli.ts';

const SMALL = new Gazetteer(`CH:Switzerland|Schweiz
Geneva|Genf|Genève;462;61;2
US:United States|Vereinigte Staaten|US
San José;373;-1219;4
Geneva;428;-770;0
CR:Costa Rica|Costa Rica
San José;99;-841;2`);

test.each<[typed: string, place: string | null, others?: string]>([
  ['topo switzerland', 'CH Switzerland', 'topo'],
  ['SCHWEIZ', 'CH Switzerland'],
  ['geneve', 'CH Geneva'],
  ['genf wandern', 'CH Geneva', 'wandern'],
  ['united states aerial', 'US United States', 'aerial'],
  ['us', 'US United States'],
  ['san jose', 'US San José'],
  ['switzerlnad', 'CH Switzerland'],
  ['swizterland', 'CH Switzerland'],
  ['switz', 'CH Switzerland'],
  ['sw', null],
  // The catalog has these words.
  ['gen', null],
  ['relief', null],
  ['', null],
])('%s names %s', (typed, place, others = '') => {
  const found = SMALL.find(searchWords(typed), (word) => ['gen', 'topo', 'wandern', 'relief'].includes(word));
  expect(found && `${found.place.code} ${nameIn(found.place.names, 'en')}`).toBe(place);
  if (found) expect(found.otherWords.join(' ')).toBe(others);
});

test('a country has its cities, and names in each language', () => {
  const { place } = SMALL.find(['costa', 'rica'], () => false) ?? {};
  expect(place?.cities).toEqual([{ latitude: 9.9, longitude: -84.1 }]);
  expect(nameIn(SMALL.country('CH')?.names ?? [], 'de')).toBe('Schweiz');
});

const TEXT = readFileSync(join(ROOT, 'browser', 'generated', 'places.txt'), 'utf8');

test.each([
  ['Lisbon', 'PT', 38.7, -9.1],
  ['Lissabon', 'PT', 38.7, -9.1],
  ['München', 'DE', 48.1, 11.6],
  ['Zürich', 'CH', 47.4, 8.6],
  ['new york', 'US', 40.7, -74],
  ['Vaduz', 'LI', 47.1, 9.5],
])('the compiled gazetteer knows %s', (name, code, latitude, longitude) => {
  const { place } = new Gazetteer(TEXT).find(searchWords(name), () => false) ?? {};
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
  const { place } = new Gazetteer(TEXT).find(searchWords(name), () => true) ?? {};
  expect([place?.code, place?.position]).toEqual([code, null]);
});

test.each([
  ['topo alps', 'Alps', 'Alpen', 'topo'],
  ['Alpen', 'Alps', 'Alpen', ''],
  ['Black Forest hiking', 'Black Forest', 'Schwarzwald', 'hiking'],
  ['baltic sea', 'Baltic Sea', 'Ostsee', ''],
  ['benelux', 'Benelux', 'Benelux', ''],
])('the compiled gazetteer knows a region: %s', (typed, english, german, others) => {
  const { place, otherWords } = new Gazetteer(TEXT).find(searchWords(typed), () => true) ?? {};
  const names = place?.names ?? [];
  expect([nameIn(names, 'en'), nameIn(names, 'de'), otherWords?.join(' ')]).toEqual([english, german, others]);
  expect(place?.region?.box).toHaveLength(4);
});

test('the compiled gazetteer has at most 60 kB', () => {
  expect(gzipSync(TEXT).length).toBeLessThanOrEqual(60_000);
});
