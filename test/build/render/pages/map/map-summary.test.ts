import { expect, test } from 'vitest';
import { mapCountriesOf, mapSearchWords, mapSummary } from '../../../../../build/render/pages/map/map-summary.ts';
import { SMALL } from '../../../../support/catalogs.ts';
import { modelled } from '../../../../support/check.ts';
import { contextOf } from '../../../../support/page-context.ts';
import { textsIn } from '../../../../support/words.ts';

function withMap(members: string) {
  const catalog = modelled({
    ...SMALL,
    'providers/office.yaml':
      'name: <b>Office</b>\notherNames: [Bureau of Maps]\nhomepage: https://office.example.org/\n',
    'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}${members}`,
  });
  const [map] = catalog.mapservers;
  if (!map) throw new Error('no map');
  return { catalog, map };
}

test.each([
  ['', '', ''],
  ['kind: aerial\n', 'Aerial photos', 'Luftbilder'],
  ['area: world\n', 'whole world', 'ganze Welt'],
  ['area:\n  - { west: 5, south: 45, east: 10, north: 48 }\n', '', ''],
  [
    'kind: aerial\narea: world\n',
    'Aerial photos<bdi class="place"> · whole world</bdi>',
    'Luftbilder<bdi class="place"> · ganze Welt</bdi>',
  ],
  ['countries: [CH, AT, DE]\n', 'Switzerland, Austria, Germany', 'Schweiz, Österreich, Deutschland'],
  ['countries: [CH, AT, DE, FR]\n', 'Switzerland, Austria, Germany, …', 'Schweiz, Österreich, Deutschland, …'],
  ['kind: other\nprovider: office\n', 'Other map', 'Andere Karte'],
  [
    'kind: aerial\nlicence: CC-BY-4.0\nterms: https://a.example.org/\n',
    'Aerial photos | <bdi class="licence">CC BY 4.0 · </bdi><span>commercial use allowed</span>',
    'Luftbilder | <bdi class="licence">CC BY 4.0 · </bdi><span>auch kommerziell</span>',
  ],
  [
    'kind: aerial\nlicence: CC-BY-NC-4.0\n',
    'Aerial photos | <bdi class="licence">CC BY-NC 4.0 · </bdi><span>no commercial use</span>',
    'Luftbilder | <bdi class="licence">CC BY-NC 4.0 · </bdi><span>nicht kommerziell</span>',
  ],
  [
    'kind: aerial\nterms: https://a.example.org/\ncommercialUse: { state: allowed, source: "https://b.example.org/" }\n',
    'Aerial photos | <span>commercial use allowed</span>',
    'Luftbilder | <span>auch kommerziell</span>',
  ],
  [
    'kind: aerial\nlicence: MIT-Modern-Variant\n',
    'Aerial photos | <bdi>MIT-Modern-Variant</bdi>',
    'Luftbilder | <bdi>MIT-Modern-Variant</bdi>',
  ],
  [
    'area: world\nterms: https://a.example.org/?a&b\n',
    'whole world | <span>own terms</span>',
    'ganze Welt | <span>eigene Regeln</span>',
  ],
])('%j is described by what is known', (members, english, german) => {
  const { catalog, map } = withMap(members);
  const summary = (language: 'en' | 'de') => mapSummary(contextOf(catalog, language), map).text;
  // The zooms come after what the map shows and where.
  const line = (text: string, zooms: string, key: string): string => {
    const [shown, permission] = textsIn(text);
    return [shown, `<span>${zooms}</span>`, permission, key].filter((part) => part).join(' · ');
  };
  expect(summary('en')).toBe(line(english, 'zoom 0–19', 'no\u00a0key'));
  expect(summary('de')).toBe(line(german, 'Zoom 0–19', 'ohne\u00a0Schlüssel'));
});

test('a map that is off promises nothing', () => {
  const { catalog, map } = withMap('kind: aerial\nlicence: CC-BY-4.0\nactive: false\n');
  expect(mapSummary(contextOf(catalog, 'en'), map).text).toBe('Aerial photos · <span>zoom 0–19</span>');
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
