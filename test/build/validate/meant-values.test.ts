import { expect, test } from 'vitest';
import { isLanguage, languageMeant, valuesMeantBy, wordMeant } from '../../../build/validate/meant-values.ts';
import common from '../../../schemas/catalog/common.json' with { type: 'json' };

const KINDS = ['street', 'outdoor', 'topographic', 'other'];

test.each([
  ['Schweiz', 'CH'],
  ['Suisse', 'CH'],
  ['Svizzera', 'CH'],
  ['CHE', 'CH'],
  ['ch', 'CH'],
  ['XKK', 'XK'],
  ['Norge', 'NO'],
  ['Ελλάδα', 'GR'],
  ['日本', 'JP'],
  ['cote d ivoire', 'CI'],
  ['UK', 'GB'],
  ['Bosnia and Herzegovina', 'BA'],
  ['Swizerland', 'CH'],
  ['Österrich', 'AT'],
  ['Kongo', 'CG CD'],
  ['Atlantis', ''],
  ['region', ''],
  ['America', ''],
  ['Norway and Denmark', ''],
  ['', ''],
  ['!CH', ''],
  ['~CH', ''],
  ['CH?', ''],
  ['-CH', ''],
  ['Guinea and Bissau', ''],
  ['Guinea Bissau', 'GW'],
  ['Congo', 'CG CD'],
  ['ja', 'JP'],
  ['cs', 'CZ'],
  ['zh', 'CN HK MO TW'],
  ['sv', 'AX SE SV'],
  ['uk', 'GB UA'],
  ['UK', 'GB'],
  ['ko', 'KP KR'],
  ['et', 'EE ET'],
  ['sl', 'SI SL'],
  ['ca', 'AD CA ES'],
  ['de', 'DE'],
  ['el', 'GR'],
  ['no', 'NO'],
  ...['eu', 'an', 'ku', 'oc', 'qu', 'ce', 'ta'].map((code): [string, string] => [code, '']),
  ['en', ''],
])('the country %s is %s', (name, codes) => {
  expect(valuesMeantBy(name, common.$defs.countryCode.enum).join(' ')).toBe(codes);
});

test.each([
  [['en', 'de'], 'DE', 'de'],
  [['en', 'de'], 'AND', ''],
  [['en', 'de'], 'fr', ''],
  [KINDS, 'Topographic', 'topographic'],
  [KINDS, 'topo', 'topographic'],
  [KINDS, 'constructor', ''],
  [['image/png', 'image/jpeg'], 'PNG', 'image/png'],
  [KINDS, 'not outdoor', ''],
  [['allowed', 'required'], 'disallowed', ''],
  [['allowed', 'required'], 'Allowd', 'allowed'],
  [['referer', 'user-agent'], 'no-referer', ''],
  [['referer', 'user-agent'], 'user_agent', 'user-agent'],
  [KINDS, '!outdoor', ''],
  [KINDS, 'outdoor?', ''],
  [['1.1.1', '1.3.0'], '1.3', '1.3.0'],
  [['1.1.1', '1.3.0'], '1.1', '1.1.1'],
  [['1.1.1', '1.3.0'], 'v1.3.0', '1.3.0'],
  [['1.1.1', '1.3.0'], '1', ''],
  [['1.1.1', '1.3.0'], '2.0', ''],
  [['image/png', 'image/png24'], 'PNG24', 'image/png24'],
])('of %j, %s is %s', (allowed, found, meant) => {
  expect(valuesMeantBy(found, allowed).join(' ')).toBe(meant);
});

test.each([
  [KINDS, 'a hiking map', 'outdoor'],
  [KINDS, 'topo, for hiking', null],
  [['minute', 'day'], '1000/day', 'day'],
  [['minute', 'day'], '1000/day 500/hour', null],
  [['allowed'], 'not allowed', null],
  [['allowed'], 'only allowed on request', null],
  [['allowed'], 'allowed, with attribution', null],
  [['aerial'], 'kein aerial', null],
  [['referer', 'user-agent'], 'no referer', null],
  [['referer', 'user-agent'], 'referer or user-agent', null],
  [['aerial'], '!aerial map', null],
  [['referer'], '-referer', null],
  [['CH'], 'CH-', null],
])('the only word of %j in %s is %s', (allowed, found, meant) => {
  expect(wordMeant(found, allowed)).toBe(meant);
});

test.each([
  ['jp', 'ja'],
  ['CZ', 'cs'],
  ['dk', 'da'],
  ['gr', 'el'],
  ['at', 'de'],
  ['ua', 'uk'],
  ['cn', 'zh'],
  ['German', 'de'],
  ['français', 'fr'],
  ['Französisch', 'fr'],
  ['Klingonese', null],
  ['xx', null],
  ['unknown', null],
  ['', null],
])('the language %s is %s', (found, code) => {
  expect(languageMeant(found)).toBe(code);
});

test.each([
  ['de', true],
  ['pt-BR', true],
  ['gsw', true],
  ['jp', false],
  ['xx', false],
])('%s is a language: %s', (tag, is) => {
  expect(isLanguage(tag)).toBe(is);
});
