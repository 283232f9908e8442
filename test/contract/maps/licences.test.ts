import { expect, test } from 'vitest';
import {
  commercialUseOf,
  licenceName,
  licenceNamedBy,
  licenceOf,
  licencesMeantBy,
  licenceWrittenFor,
  OPEN_LICENCE_IDS,
} from '../../../contract/maps/licences.ts';

const stated = { state: 'forbidden', source: 'https://a.example.org/terms' } as const;

test.each([
  [{}, undefined],
  [{ licence: 'MIT' }, undefined],
  [{ licence: 'https://a.example.org/CC-BY-4.0' }, undefined],
  [{ licence: 'CC-BY-4.0' }, 'allowed'],
  [{ licence: 'CC-BY-ND-4.0' }, 'allowed'],
  [{ licence: 'CC-BY-NC-4.0' }, 'forbidden'],
  [{ licence: 'CC-BY-NC-ND-3.0' }, 'forbidden'],
  [{ licence: 'CC-BY-4.0', commercialUse: stated }, 'forbidden'],
  [{ commercialUse: stated }, 'forbidden'],
  [{ copyright: 'Office (CC-BY-NC)' }, 'forbidden'],
  [{ copyright: 'Office (CC-BY-SA)' }, undefined],
] as const)('the commercial use of %j is %s', (map, state) => expect(commercialUseOf(map)?.state).toBe(state));

test.each([
  ['CC BY 4.0', 'CC-BY-4.0'],
  ['CC-BY 4.0.', 'CC-BY-4.0'],
  [' cc-by-sa-3.0 ', 'CC-BY-SA-3.0'],
  ['CC BY-NC-SA 4.0', 'CC-BY-NC-SA-4.0'],
  ['https://creativecommons.org/licenses/by/4.0/deed.cs', 'CC-BY-4.0'],
  ['dl-de/by-2-0', 'DL-DE-BY-2.0'],
  ['Licence Ouverte 2.0', 'etalab-2.0'],
  ['Datenlizenz Deutschland – Namensnennung – Version 2.0', 'DL-DE-BY-2.0'],
  ['https://www.govdata.de/dl-de/zero-2-0', 'DL-DE-ZERO-2.0'],
  ['Creative Commons Attribution-ShareAlike 3.0 Unported', 'CC-BY-SA-3.0'],
  ['Creative Commons Namensnennung 4.0', 'CC-BY-4.0'],
  ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
  ['Open Database License', 'ODbL-1.0'],
  ['CC0', 'CC0-1.0'],
  ['CC-BY 4.0 Creative Commons', 'CC-BY-4.0'],
  ['Creative Commons CC BY 4.0', 'CC-BY-4.0'],
  ['Creative Commons License BY-SA 3', 'CC-BY-SA-3.0'],
  ['CC BY 4', 'CC-BY-4.0'],
  ['by-sa 4.0', 'CC-BY-SA-4.0'],
  ['Namensnennung 4.0', 'CC-BY-4.0'],
  ['Namensnennung', null],
  ['gemeinfrei', null],
  ['Public-Domain', 'CC-PDDC'],
  ['CC BY 4.0 International', 'CC-BY-4.0'],
  ['CC BY 2', null],
  ['CC BY 2.5', 'CC-BY-2.5'],
  ['CC BY 4.5', null],
  ['NLOD', null],
  ['ODbL', 'ODbL-1.0'],
  ['cc0', 'CC0-1.0'],
  ['dl-de/by', null],
  ['CC BY', null],
  ['CC BY 4.0, ČÚZK', null],
  ['© ČÚZK', null],
  ['none', null],
  ['', null],
  ['CC BY 7.0', null],
] as const)('%s names the licence %s', (text, licence) => expect(licenceNamedBy(text)).toBe(licence));

test.each([
  ['by-sa', 'CC-BY-SA', 'CC-BY-SA-4.0'],
  ['Namensnennung', 'CC-BY', 'CC-BY-4.0'],
  ['CC BY-NC', 'CC-BY-NC', 'CC-BY-NC-4.0'],
  ['Datenlizenz Deutschland', 'Datenlizenz-Deutschland', 'DL-DE-BY-2.0'],
  ['Geobasisdaten', 'Geobasisdaten', undefined],
  ['frei', 'frei', undefined],
  ['OPEN-DATA', 'OPEN-DATA', undefined],
  ['XYZ-1', 'XYZ-1', undefined],
  ['FOO 3', 'FOO 3', undefined],
  ['OGL', 'OGL', 'OGL-Canada-2.0'],
  ['ODBL 1', 'ODBL-1', 'ODbL-1.0'],
  ['Datenlizenz Deutschland 2.0', 'Datenlizenz-Deutschland-2-0', 'DL-DE-BY-2.0'],
  ['DL-DE 2.0', 'DL-DE-2-0', 'DL-DE-BY-2.0'],
  ['OGL 3', 'OGL-3', 'OGL-UK-3.0'],
  ['OGL-3.0', 'OGL-3-0', 'OGL-UK-3.0'],
  ['Open Government Licence v3', 'Open-Government-Licence-v3', 'OGL-UK-3.0'],
  ['UK Open Government License', 'UK-Open-Government-License', 'OGL-UK-3.0'],
  ['Open Licence 2.0', 'Open-Licence-2-0', 'etalab-2.0'],
  ['Norsk lisens for offentlige data', 'Norsk-lisens-for-offentlige-data', 'NLOD-1.0'],
  ['gemeinfrei', 'gemeinfrei', 'CC-PDDC'],
  ['Licence Ouverte / Open Licence 2.0', 'Licence-Ouverte-Open-Licence-2-0', 'etalab-2.0'],
  ['CC Zero', 'CC-ZERO', 'CC0-1.0'],
  ['Public Domain Mark', 'Public-Domain-Mark', 'CC-PDM-1.0'],
  ['Licence: CC BY 4.0', 'Licence-CC-BY-4-0', 'CC-BY-4.0'],
  ['Datenlizenz Deutschland Namensnennung', 'Datenlizenz-Deutschland-Namensnennung', 'DL-DE-BY-2.0'],
])('%s is written as %s, which means %s', (text, written, meant) => {
  expect(licenceWrittenFor(text)).toBe(written);
  for (const licence of [text, written]) expect(licencesMeantBy(licence)?.[0]).toBe(meant);
  expect(licencesMeantBy(text)).not.toBeNull();
});

test.each([
  'MIT',
  'BSD-3-Clause',
  'OGL-UK-2.0',
  'CC-SA-1.0',
  'CC-PDM-1.0',
  'GFDL-1.3-or-later',
  'MIT-Modern-Variant',
  'Unlicense',
  'etalab-2.0',
  'LicenseRef-swisstopo',
  'https://office.example.org/licence',
])('the licence %s is taken', (licence) => expect(licencesMeantBy(licence)).toBeNull());

test.each([
  [{}, undefined],
  [{ licence: 'MIT', terms: 'https://creativecommons.org/licenses/by/4.0/' }, 'MIT'],
  [{ licence: 'constructor' }, 'constructor'],
  [{ terms: 'https://www.govdata.de/dl-de/by-2-0' }, 'Datenlizenz Deutschland – Namensnennung 2.0'],
  [{ terms: 'https://creativecommons.org/about/' }, undefined],
  [{ terms: 'https://office.example.org/cc-by-4.0' }, undefined],
  [{ copyright: 'CC-BY-4.0' }, 'CC BY 4.0'],
  [{ copyright: 'Office (CC0)' }, 'CC0 1.0'],
  [{ copyright: 'Office (ODbL)' }, 'ODbL 1.0'],
  [{ copyright: 'Office (CC BY-SA)' }, 'CC BY-SA'],
  [{ copyright: 'Office (cc-by-nc-nd)' }, 'CC BY-NC-ND'],
  [{ copyright: 'Office (CC-BY-NC-SA 4.0)' }, 'CC BY-NC-SA 4.0'],
  [{ copyright: 'Office, CC BY 4.0' }, 'CC BY 4.0'],
  [{ copyright: 'Office, dl-de/by-2-0' }, 'Datenlizenz Deutschland – Namensnennung 2.0'],
  [{ copyright: 'CCC Maps' }, undefined],
  [{ copyright: 'Office (CC)' }, undefined],
  [{ copyright: 'OpenStreetMap' }, undefined],
] as const)('%j is under %s', (map, name) => {
  const licence = licenceOf(map);
  expect(licence === undefined ? undefined : licenceName(licence)).toBe(name);
});

test('every open licence allows commercial use', () => {
  expect(OPEN_LICENCE_IDS.filter((licence) => commercialUseOf({ licence })?.state !== 'allowed')).toEqual([]);
});
