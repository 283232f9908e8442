import { expect, test } from 'vitest';
import {
  mapCountriesOf,
  mapSearchWords,
  mapSummary,
  mapUsageOf,
} from '../../../../../build/render/pages/map/map-summary.ts';
import { SMALL } from '../../../../support/catalogs.ts';
import { modelled } from '../../../../support/check.ts';
import { contextOf } from '../../../../support/page-context.ts';
import { textsIn } from '../../../../support/words.ts';

function withMap(members: string) {
  const one = String(SMALL['mapservers/one.yaml']);
  const catalog = modelled({
    ...SMALL,
    'providers/office.yaml':
      'name: <b>Office</b>\notherNames: [Bureau of Maps]\nhomepage: https://office.example.org/\n',
    'mapservers/one.yaml': `${one.replace(/^copyright:.*\n/m, members.startsWith('copyright:') ? '' : 'copyright: Office\n')}${members}`,
  });
  const [map] = catalog.mapservers;
  if (!map) throw new Error('no map');
  return { catalog, map };
}

test.each([
  ['', ''],
  ['kind: aerial\n', 'Aerial photos', 'Luftbilder'],
  ['area: world\n', 'whole world', 'ganze Welt'],
  // A box has several countries, or is in one, with a city of it that we know or without.
  [
    'area:\n  - { west: 5, south: 45, east: 10, north: 48 }\n',
    'Switzerland, Italy, France',
    'Schweiz, Italien, Frankreich',
  ],
  ['area:\n  - { west: 8, south: 46.8, east: 8.7, north: 47.5 }\n', 'Switzerland', 'Schweiz'],
  ['area:\n  - { west: 10.9, south: 47, east: 11.9, north: 47.4 }\n', 'Austria', 'Österreich'],
  ['kind: aerial\narea: world\n', 'Aerial photos · <bdi>whole world</bdi>', 'Luftbilder · <bdi>ganze Welt</bdi>'],
  ['countries: [CH, AT, DE]\n', 'Switzerland, Austria, Germany', 'Schweiz, Österreich, Deutschland'],
  ['countries: [CH, AT, DE, FR]\n', 'Switzerland, Austria, Germany, …', 'Schweiz, Österreich, Deutschland, …'],
  ['kind: other\nprovider: office\n', '', ''],
])('%j shows where it is and what', (members, english, german = english) => {
  const { catalog, map } = withMap(members);
  const shown = (language: 'en' | 'de') =>
    mapSummary(contextOf(catalog, language), map).text.split(/(?: · )?<span>|<span class="extra"> · /)[0];
  const marked = (text: string): string => {
    const [first = '', ...others] = text.split(', ');
    if (members.startsWith('kind') || text === '') return text;
    return `<bdi>${first}${others.length > 0 ? `<span class="extra">, ${others.join(', ')}</span>` : ''}</bdi>`;
  };
  expect(shown('en')).toBe(marked(english));
  expect(shown('de')).toBe(marked(german));
});

const USE = 'commercialUse: { state: allowed, source: "https://b.example.org/" }\n';

test.each([
  ['', 'licence unknown', 'Lizenz unbekannt', ''],
  [
    'terms: https://a.example.org/?a&b\n',
    'own terms | unknown',
    'eigene Bedingungen | unbekannt',
    'https://a.example.org/?a&b',
  ],
  ['licence: https://a.example.org/free\n', 'own licence', 'eigene Lizenz', 'https://a.example.org/free'],
  [
    `terms: https://a.example.org/\n${USE}`,
    'own terms | commercial',
    'eigene Bedingungen | kommerziell',
    'https://a.example.org/',
  ],
  [USE, 'commercial', 'kommerziell', 'https://b.example.org/'],
  [USE.replace('allowed', 'forbidden'), 'no commercial', 'nicht kommerziell', 'https://b.example.org/'],
  [
    'copyright: OpenStreetMap\nterms: https://a.example.org/\n',
    'ODbL (OSM)',
    'ODbL (OSM)',
    'https://www.openstreetmap.org/copyright',
  ],
  [
    `copyright: OpenStreetMap\n${USE.replace('allowed', 'forbidden')}`,
    'ODbL (OSM) | no commercial use of this server',
    'ODbL (OSM) | Server nicht kommerziell nutzbar',
    'https://www.openstreetmap.org/copyright',
  ],
  [
    'licence: CC-BY-4.0\nterms: https://a.example.org/\n',
    'CC BY 4.0 | commercial',
    'CC BY 4.0 | kommerziell',
    'CC-BY-4.0',
  ],
  ['licence: CC-BY-NC-4.0\n', 'CC BY-NC 4.0 | no commercial', 'CC BY-NC 4.0 | nicht kommerziell', 'CC-BY-NC-4.0'],
  ['licence: MIT-Modern-Variant\n', 'MIT-Modern-Variant', 'MIT-Modern-Variant', 'MIT-Modern-Variant'],
  [
    'terms: https://creativecommons.org/licenses/by/4.0/\n',
    'CC BY 4.0 | commercial',
    'CC BY 4.0 | kommerziell',
    'CC-BY-4.0',
  ],
  ['copyright: Office (CC-BY-SA)\n', 'CC BY-SA', 'CC BY-SA', ''],
  ['copyright: Office (CC-BY-SA)\nterms: https://a.example.org/\n', 'CC BY-SA', 'CC BY-SA', 'https://a.example.org/'],
])('%j: its terms in a few words, and their address', (members, english, german, stated) => {
  const { catalog, map } = withMap(members);
  const use: Readonly<Record<string, string>> = {
    commercial: 'commercial use allowed',
    'no commercial': 'no commercial use',
    unknown: 'commercial use unknown',
    kommerziell: 'auch kommerziell',
    unbekannt: 'kommerziell unklar',
  };
  const terms = (words: string): string => {
    const [licence = '', state = ''] = textsIn(words);
    return `<bdi>${use[licence] ?? licence}</bdi>${state && ` · <span>${use[state] ?? state}</span>`}`;
  };
  const end = (language: 'en' | 'de') => mapSummary(contextOf(catalog, language), map).text.split('19</span> · ')[1];
  expect(end('en')).toBe(`${terms(english)} · no\u00a0key`);
  expect(end('de')).toBe(`${terms(german)} · ohne\u00a0Schlüssel`);
  const [first = ''] = textsIn(english);
  const address = /^[A-Z]/.test(stated) ? `https://spdx.org/licenses/${stated}.html` : stated;
  expect(mapUsageOf(contextOf(catalog, 'en'), map)).toEqual([use[first] ?? first, address]);
});

test.each([
  ['', ' · <bdi>CC BY 4.0</bdi> · <span>commercial use allowed</span> · no\u00a0key'],
  ['ends: { date: "2023-10-31", source: https://example.org/ }\n', ''],
])('a map that is off has its terms and key, unless it ended: %j', (ends, expected) => {
  const { catalog, map } = withMap(`kind: aerial\nlicence: CC-BY-4.0\nactive: false\n${ends}`);
  expect(mapSummary(contextOf(catalog, 'en'), map).text).toBe(`Aerial photos · <span>zoom 0–19</span>${expected}`);
});

test('it is found by words of every language, by all names of a country, and by the languages of its labels', () => {
  const { catalog, map } = withMap('kind: cycling\ncountries: [US]\nlanguages: [ca, pt-PT]\nprovider: office\n');
  const words = Object.values(mapSearchWords(catalog, map)).join(' ');
  for (const word of textsIn(
    'Cycling | bike | Fahrradkarte | Velo | United States | USA | Vereinigte Staaten | Office | Bureau of Maps | Catalan | Katalanisch | Portuguese',
  ))
    expect(words).toContain(word);
});

test.each([
  ['licence: CC-BY-4.0\n', true],
  ['licence: CC-BY-NC-4.0\n', false],
  ['copyright: Office (CC-BY-SA)\n', false],
  ['copyright: Office (CC-BY-NC)\n', false],
  ['terms: https://a.example.org/\n', false],
  ['licence: https://a.example.org/free\n', false],
  ['', false],
])('one that is free to use is found by words for it: %j', (members, isFree) => {
  const { catalog, map } = withMap(members);
  const words = Object.values(mapSearchWords(catalog, map)).join(' ');
  for (const word of ['free', 'open data', 'frei', 'kostenlos']) expect(words.includes(word)).toBe(isFree);
});

test('a map of an area has the countries of that area, and one of the world none', () => {
  const { map } = withMap('area: [{ west: -9.5, south: 37, east: -7, north: 42 }]\n');
  expect(mapCountriesOf([map], 'en')).toContainEqual(['PT', 'Portugal']);
  expect(mapCountriesOf([withMap('area: world\n').map], 'en')).toEqual([]);
});

test('countries are in the order of the language', () => {
  const { map } = withMap('countries: [ZA, AT, EE, AX]\n');
  expect(mapCountriesOf([map, map], 'en').map(([, name]) => name)).toEqual(
    textsIn('Åland Islands | Austria | Estonia | South Africa'),
  );
  expect(mapCountriesOf([map], 'de').map(([code]) => code)).toEqual(['AX', 'EE', 'AT', 'ZA']);
});
