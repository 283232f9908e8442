import { expect, test } from 'vitest';
import {
  keysInText,
  keysInUrl,
  pastedKeysIn,
  tokenVariable,
  withoutPastedKeys,
} from '../../../build/tile-url/secrets.ts';
import { textsIn } from '../../support/words.ts';

const HEX = '6170aad10dfd42a38d4d8c709a536f38';
const MIXED = 'AIzaSyB3d5F7h9J1k2M4n6P8q0';

const UUID = '0b8dbb1f-5a0e-4d0b-9c1d-1e6f2b7a9c3d';
const STARS = '*'.repeat(32);
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
  https://#{host}/arcgis/rest/services/USGSImageryTopo20230101/MapServer/tile/#{zoom}`),
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
  [`urlPattern: "https://a.org/?key=${HEX}&b=1"`, `urlPattern: "https://a.org/?key=${'*'.repeat(32)}&b=1"`],
  [`x: http://a.org/${HEX}/b # c`, `x: http://a.org/${'*'.repeat(32)}/b # c`],
  [`urlPattern: //a.org/${HEX}/?apikey=ab1&b=1`, `urlPattern: //a.org/${'*'.repeat(32)}/?apikey=***&b=1`],
  [`# apikey=${HEX}`, `# apikey=${'*'.repeat(32)}`],
  [`https://a.org/?t=a ${HEX}`, `https://a.org/?t=a ${STARS}`],
  ['https://a.org/?key=ACCESS_TOKEN&token=a', 'https://a.org/?key=ACCESS_TOKEN&token=*'],
  ['https://a.org/?key={apikey}', 'https://a.org/?key={apikey}'],
  [`https://a.org/?key={${HEX}}`, `https://a.org/?key={${'*'.repeat(32)}}`],
  ['http://a.org/?user=bob&pw=x&b=1', 'http://a.org/?user=***&pw=*&b=1'],
  [`http://a.org/?c=${UUID}`, `http://a.org/?c=${'*'.repeat(36)}`],
  ['at https://bob:geheim@a.org/ and ftp://key@b.org', 'at https://**********@a.org/ and ftp://***@b.org'],
  ['mail a@b.org, https://a.org/@b', 'mail a@b.org, https://a.org/@b'],
  // Without a scheme, alone, or as a key.
  ['hosts: [bob:geheim@a.org, a.org:8080]', 'hosts: [**********@a.org, a.org:8080]'],
  [`hosts: [${HEX}@a.org]`, `hosts: [${STARS}@a.org]`],
  ['mailto:bob@a.org', 'mailto:bob@a.org'],
  [`since: ${HEX}`, `since: ${STARS}`],
  [`- ${HEX}`, `- ${STARS}`],
  [`${HEX}: x`, `${STARS}: x`],
  [`{"${HEX}":1}`, `{"${STARS}":1}`],
  ['terms: aB3dE5gH7j-9mN1pQ3_T5w', `terms: ${'*'.repeat(22)}`],
  ['terms: "ab12cd34ef56gh78ij90"', `terms: "${'*'.repeat(20)}"`],
  ['not "6170aad10dfd4…"', 'not "*************…"'],
  // By its name, or after the name of a scheme.
  ['  token: geheim', '  token: ******'],
  ['{ apiKeys: ["geheim"] }', '{ apiKeys: ["******"] }'],
  ['"password":"geheim"', '"password":"******"'],
  ['apikey:\n  - geheim', 'apikey:\n  - ******'],
  ['x?key=\n  geheim', 'x?key=\n  ******'],
  ['Authorization: Basic Ym9iOmdlaGVpbQ==', 'Authorization: Basic ****************'],
  ['Bearer ab12cd34', 'Bearer ********'],
  ['accessTokens: [MAPS_API_KEY]', 'accessTokens: [MAPS_API_KEY]'],
  ['unknown key: nane', 'unknown key: nane'],
  ['Basic information on maps', 'Basic information on maps'],
  ['password geheim', 'password ******'],
  ['user: x password: y', 'user: x password: *'],
  ['Mot de passe : secret', 'Mot de passe : ******'],
  ['Kennwort geheim', 'Kennwort ******'],
  ['contraseña: abc', 'contraseña: ***'],
  ['wachtwoord=abc', 'wachtwoord=***'],
  ['Schlüssel=abc', 'Schlüssel=***'],
  ['curl -u a:geheim x', 'curl -u ******** x'],
  ['http://anna:ge/heim@host/', 'http://************@host/'],
  ['http://a.org:8080/a@b', 'http://a.org:8080/a@b'],
  ['Passwort ist geheim66', 'Passwort ist ********'],
  ['Passwort = "geheim"', 'Passwort = "******"'],
  ['Passwort\u00a0geheim', 'Passwort\u00a0******'],
  ['Passwort\u00a0: geheim', 'Passwort\u00a0: ******'],
  ['Passwort\uff1ageheim', 'Passwort\uff1a******'],
  ['token ab12cd34', 'token ********'],
  ...['authcfg', 'PHPSESSID', 'JSESSIONID', 'session'].map((name): [string, string] => [
    `x?${name}=geheim`,
    `x?${name}=******`,
  ]),
  ...['login', 'geheim', 'passcode', 'authorization', 'bearer', 'cookie', 'session'].map((name): [string, string] => [
    `${name}: geheim66`,
    `${name}: ********`,
  ]),
  ['AKIAIOSFODNN7EXAMPLE', '*'.repeat(20)],
  ['the token and the key of sha256 files', 'the token and the key of sha256 files'],
  ['Das Passwort ist Pflicht', 'Das Passwort ist Pflicht'],
  ['topo@EPSG:900913@png', 'topo@EPSG:900913@png'],
  ['a.org:8080/tms/topo@EPSG:900913@png/', 'a.org:8080/tms/topo@EPSG:900913@png/'],
  ['leave out the user name and password', 'leave out the user name and password'],
  ['the password is needed', 'the password is needed'],
  [`key: RW${'Qf6LRC'.repeat(9)}`, `key: RW${'Qf6LRC'.repeat(9)}`],
  // Encoded.
  ['https://a.org/?u=b%3Fkey%3Dgeheim', 'https://a.org/?u=b%3Fkey%3D******'],
  ['https:\\/\\/bob:geheim@a.org', 'https:\\/\\/**********@a.org'],
  ['x?a=1&amp;apikey=geheim', 'x?a=1&amp;apikey=******'],
  ['https://a.org/#token=geheim', 'https://a.org/#token=******'],
  ['[a](https://a.org/?key=geheim) b', '[a](https://a.org/?key=******* b'],
  // Hashes, names and ids.
  [`sha1: "${HEX}FFFFFFFF"`, `sha1: "${HEX}FFFFFFFF"`],
  [`sha256: ${HEX}${HEX}`, `sha256: ${HEX}${HEX}`],
  [`the commit ${HEX}FFFFFFFF`, `the commit ${HEX}FFFFFFFF`],
  [`style: ${UUID}`, `style: ${UUID}`],
  ['USGSImageryTopo20230101', 'USGSImageryTopo20230101'],
  ['urn:ogc:def:crs:EPSG::3857', 'urn:ogc:def:crs:EPSG::3857'],
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
