import { expect, test } from 'vitest';
import {
  keysInText,
  keysInUrl,
  pastedKeysIn,
  tokenVariable,
  withoutPastedKeys,
} from '../../../build/tile-url/secrets.ts';
import { casesIn, textsIn } from '../../support/words.ts';

const HEX = '6170aad10dfd42a38d4d8c709a536f38';
const MIXED = 'AIzaSyB3d5F7h9J1k2M4n6P8q0';

const UUID = '0b8dbb1f-5a0e-4d0b-9c1d-1e6f2b7a9c3d';
const MAPBOX = 'sk.AbCdEfGh1234-pk_12.x';

test.each([
  [`https://#{host}/?apikey=${HEX}`, ['apikey', HEX]],
  [`https://#{host}/?v=1&key=${MIXED}&x=2`, ['key', MIXED]],
  ['https://#{host}/?sig=0123secret', ['sig', '0123secret']],
  ['https://#{host}/?access_token=pk.eyJ1IjoiZXhhbXBsZSJ9.x', ['access_token', 'pk.eyJ1IjoiZXhhbXBsZSJ9.x']],
  ['https://#{host}/?key=your_api_key', ['key', 'your_api_key']],
  [`https://#{host}/?tk=${HEX}&ak=${UUID}`, ['tk', HEX], ['ak', UUID]],
  ['https://#{host}/?app_id=abcd1234&app_code=Ab-34567', ['app_id', 'abcd1234'], ['app_code', 'Ab-34567']],
  [`https://#{host}/?t=${MIXED}`, [null, MIXED]],
  ['https://#{host}/?user=bob&password=geheim66', ['user', 'bob'], ['password', 'geheim66']],
  ['https://#{host}/?pwd=x&login=bob', ['pwd', 'x'], ['login', 'bob']],
  ...['passwort', 'kennwort', 'schluessel', 'mot_de_passe', 'clé', 'contraseña', 'wachtwoord', 'chiave', 'sleutel'].map(
    (name): [string, string[]] => [`https://#{host}/?${name}=geheim`, [name, 'geheim']],
  ),
  ['https://#{host}/?token=abcdefghijklmnop', ['token', 'abcdefghijklmnop']],
  ['https://#{host}/?apikey=abc&signature=terra', ['apikey', 'abc'], ['signature', 'terra']],
  [`https://#{host}/?connectId=${UUID}`, ['connectId', UUID]],
  [`https://#{host}/?customer=${UUID}`, ['customer', UUID]],
  ['https://#{host}/a.png#access_token=Ab12', ['access_token', 'Ab12']],
  ['https://#{host}/;key=ab12/tiles/v4/#{zoom}', ['key', 'ab12']],
  [`https://#{host}/${HEX}/#{zoom}`, [null, HEX]],
  [`https://#{host}/${MAPBOX}/#{zoom}`, [null, MAPBOX]],
  ['https://#{host}/aB3dE5gH7jK9mN1pQ3sT/#{zoom}', [null, 'aB3dE5gH7jK9mN1pQ3sT']],
])('%s has pasted keys', (address, ...keys) => {
  const found = pastedKeysIn(address).map(({ parameter, start, end }) => [parameter, address.slice(start, end)]);
  expect(found).toEqual(keys);
});

test.each([
  [`https://#{host}/${HEX}/#{zoom}`, true],
  ['https://#{host}/items/0123456789abcdef01234567/#{zoom}', true],
  [`https://#{host}/?itemId=1&id=${HEX}`, true],
  ['https://#{host}/?key=outdoors-v2', true],
  ['https://#{host}/key/abc123def/#{zoom}', true],
  ['https://#{host}/v2/accessToken/9f8e7d6c/#{zoom}', true],
  ['https://#{host}/a1b2c3d4e5f6a7b8/#{zoom}', true],
  ['https://#{host}/?api=v1beta', true],
  [`https://#{host}/?key=${HEX}`, false],
  ['https://#{host}/?key=abcd1234', false],
  ['https://#{host}/?apikey=abc', false],
  ['https://#{host}/?user=bob&password=geheim', false],
  [`https://#{host}/?customer=${HEX}`, false],
])('whether %s may as well name a map: %s', (address, isDoubtful) => {
  expect(pastedKeysIn(address)[0]).toMatchObject({ isDoubtful });
});

test.each([
  ...textsIn(`
  https://#{host}/#{zoom}/#{tilex}/#{tiley}.png | https://#{host}/?apikey=\${THUNDERFOREST_API_KEY}
  https://#{host}/?key= | https://#{host}/?key=terrain&token=none | https://#{host}/?key=shadedrelief
  https://#{host}/arcgis/rest/services/USGSImageryTopo20230101/MapServer/tile/#{zoom}
  https://#{host}/api/v1/outdoor/#{zoom} | https://#{host}/api/outdoors2025/#{zoom} | https://#{host}/key/outdoors-v2/a.png
  https://#{host}/ortho2023rgb10cm/#{zoom} | https://#{host}/dop20c25832utm32n2024/#{zoom}`),
  `https://#{host}/?v=${HEX}&version=${HEX}&hash=${HEX}&rev=${HEX}&t=${HEX}`,
  `https://#{host}/${UUID}/#{zoom}`,
  `https://#{host}/?id=${UUID}&layerId=${UUID}&v=${UUID}`,
  ...textsIn(`
  https://#{host}/?key=Topographic_Map-2&api=v1&auth=false&api-version=2.0
  https://#{host}/?user=bob&client_id=bob&password=\${EXAMPLE_PASSWORD_KEY}
  https://#{host}/?password=<password>&token=ACCESS_TOKEN&key=#{language}
  https://#{host}/geodata-historical-administrative-boundaries/a.png?monkey_size=2`),
])('%s has none', (address) => expect(pastedKeysIn(address)).toEqual([]));

test('in an address of files, a long number in the path is not a key', () => {
  expect(keysInUrl(`https://files.example.org/${HEX}/`)).toEqual([]);
  expect(keysInUrl(`https://files.example.org/get?key=${HEX}&file=`)).toHaveLength(1);
  expect(keysInUrl(`https://files.example.org/${MAPBOX}/`)).toHaveLength(1);
});

test.each([
  ...casesIn('pasted-keys/shown.txt'),
  ['apikey:\n  - geheim', 'apikey:\n  - ******'],
  ['x?key=\n  geheim', 'x?key=\n  ******'],
  ['  token: geheim', '  token: ******'],
  [`# apikey=${HEX}`, `# apikey=${'*'.repeat(32)}`],
])('%s is shown as %s', (line, shown) => expect(withoutPastedKeys(line)).toBe(shown));

test('a hash stays in a message about a field of hashes', () => {
  expect(withoutPastedKeys(`"${HEX}" is an MD5`, 'sha1')).toContain(HEX);
  expect(withoutPastedKeys(`"${HEX}" is no year`, 'since')).not.toContain(HEX);
});

test.each([
  [`© [Maps](https://a.org/?key=${HEX})`, [HEX]],
  [`© <a href="https://a.org/?x=1&amp;apikey=ab12">Maps</a>`, ['ab12']],
  [`© Maps, token=${MIXED}`, [MIXED]],
  [`© Maps aB3dE5gH7jK9mN1pQ3sT`, ['aB3dE5gH7jK9mN1pQ3sT']],
  [`© [Maps](https://a.org/item.html?id=${HEX}) (2024)`, []],
])('%s has keys', (text, keys) => expect(keysInText(text)).toHaveLength(keys.length));

test.each([
  ['api.thunderforest.com', 'apikey', 'THUNDERFOREST_API_KEY'],
  ['tiles.example.co.uk', 'access_token', 'EXAMPLE_ACCESS_TOKEN'],
  ['a.4umaps.example', 'key', 'TILES_4UMAPS_API_KEY'],
  ['', 'key', 'TILES__API_KEY'],
])('the variable for %s and %s is %s', (host, name, variable) => expect(tokenVariable(host, name)).toBe(variable));
