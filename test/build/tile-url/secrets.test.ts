import { expect, test } from 'vitest';
import { pastedKey, variableFor, withoutKeys } from '../../../build/tile-url/secrets.ts';

const HEX = '6170aad10dfd42a38d4d8c709a536f38';
const MIXED = 'AIzaSyB3d5F7h9J1k2M4n6P8q0';

test.each([
  [`https://#{host}/?apikey=${HEX}`, 'apikey', HEX],
  [`https://#{host}/?v=1&key=${MIXED}&x=2`, 'key', MIXED],
  ['https://#{host}/?sig=short', 'sig', 'short'],
  [`https://#{host}/?t=${MIXED}`, null, MIXED],
  [`https://#{host}/${HEX}/#{zoom}`, null, HEX],
])('%s has a pasted key', (address, parameter, key) => {
  const found = pastedKey(address);
  expect(found?.parameter).toBe(parameter);
  expect(address.slice(found?.start, found?.end)).toBe(key);
});

test.each([
  'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png',
  `https://#{host}/?apikey=$\{THUNDERFOREST_API_KEY}`,
  'https://#{host}/?key=',
  'https://#{host}/geodata-historical-administrative-boundaries/a.png?monkey_size=2',
])('%s has none', (address) => {
  expect(pastedKey(address)).toBe(null);
});

test.each([
  [`urlPattern: "https://a.org/?key=${HEX}&b=1"`, `urlPattern: "https://a.org/?key=${'*'.repeat(32)}&b=1"`],
  [`x: http://a.org/${HEX}/b # c`, `x: http://a.org/${'*'.repeat(32)}/b # c`],
  [`https://a.org/?t=a ${HEX}`, `https://a.org/?t=a ${HEX}`],
  ['https://a.org/?key=ACCESS_TOKEN&token=a', 'https://a.org/?key=ACCESS_TOKEN&token=*'],
  ['https://a.org/?key={apikey}', 'https://a.org/?key={apikey}'],
  [`https://a.org/?key={${HEX}}`, `https://a.org/?key={${'*'.repeat(32)}}`],
  [`sha1: "${HEX}FFFFFFFF"`, `sha1: "${HEX}FFFFFFFF"`],
])('%s is shown as %s', (line, shown) => {
  expect(withoutKeys(line)).toBe(shown);
});

test('a long line is masked in linear time', () => {
  const started = performance.now();
  withoutKeys(`https://a.org/${'?'.repeat(1_000_000)}`);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([
  ['api.thunderforest.com', 'apikey', 'THUNDERFOREST_API_KEY'],
  ['tiles.example.co.uk', 'access_token', 'EXAMPLE_ACCESS_TOKEN'],
  ['a.4umaps.example', 'key', 'TILES_4UMAPS_API_KEY'],
  ['', 'key', 'TILES__API_KEY'],
])('the variable for %s and %s is %s', (host, name, variable) => {
  expect(variableFor(host, name)).toBe(variable);
});
