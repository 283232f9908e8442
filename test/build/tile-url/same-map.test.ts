/** Whether two records are of one map: however their addresses are written, and only then. */
import { expect, test } from 'vitest';
import { commonTileHost, mapKeys, mapKeysWithin } from '../../../build/tile-url/same-map.ts';
import { fc } from '../../support/property.ts';

const xyz = (urlPattern: string, ...hosts: string[]): object => ({ hosts, urlPattern });
const TILE = 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png';
const wms = (service: string, more: object = {}): object => ({ type: 'wms', service, layers: ['a', 'b'], ...more });
const vector = (members: object): object => ({ type: 'vector', schema: 'other', ...members });

const areSame = (one: object, two: object): boolean => mapKeys(one).some((key) => mapKeys(two).includes(key));

test.each<[string, object, object]>([
  ['a letter before the host', xyz(TILE, 'a.tile.example.org'), xyz(TILE, 'tile.example.org')],
  ['other letters', xyz(TILE, 'a.tile.example.org'), xyz(TILE, 'c.tile.example.org')],
  ['a number in the host', xyz(TILE, 'mt0.example.org', 'mt1.example.org'), xyz(TILE, 'mt3.example.org')],
  ['one host of several', xyz(TILE, 'one.example.org', 'two.example.org'), xyz(TILE, 'two.example.org')],
  ['http', xyz(TILE, 'tile.example.org'), xyz(TILE.replace('https', 'http'), 'tile.example.org')],
  ['a usual port', xyz(TILE, 'tile.example.org'), xyz(TILE.replace('/#{z', ':443/#{z'), 'tile.example.org')],
  ['case of the host', wms('https://OWS.example.org/a'), wms('https://ows.example.org/a')],
  ['a parameter without value', xyz(TILE, 'tile.example.org'), xyz(`${TILE}?a=&b`, 'tile.example.org')],
  ['a key', xyz(TILE, 'tile.example.org'), xyz(`${TILE}?apikey=\${A_KEY}`, 'tile.example.org')],
  ['another key', xyz(`${TILE}?k=\${A_KEY}`, 'tile.example.org'), xyz(`${TILE}?k=ACCESS_TOKEN`, 'tile.example.org')],
  ['what keeps it out of caches', xyz(TILE, 'tile.example.org'), xyz(`${TILE}?_=12`, 'tile.example.org')],
  ['the order of parameters', xyz(`${TILE}?a=1&b=2`, 't.example.org'), xyz(`${TILE}?b=2&a=1`, 't.example.org')],
  ['encoded letters', wms('https://a.example.org/%7euser%2fx'), wms('https://a.example.org/~user%2Fx')],
  ['the end of a service', wms('https://a.example.org/ows?'), wms('https://a.example.org/ows')],
  ['usual styles', wms('https://a.example.org/', { styles: ['', 'default'] }), wms('https://a.example.org/')],
  ['the order of layers', wms('https://a.example.org/', { layers: ['b', 'a'] }), wms('https://a.example.org/')],
  [
    'encoded placeholders',
    vector({ tiles: 'https://a.example.org/{z}/{x}/{y}.pbf' }),
    vector({ tiles: 'https://a.example.org/%7Bz%7D/%7Bx%7D/%7By%7D%2Epbf' }),
  ],
  [
    'a style, whatever tiles are stated beside it',
    vector({ style: 'https://a.example.org/s.json' }),
    vector({ style: 'http://a.example.org/s.json', tiles: 'https://b.example.org/t.json' }),
  ],
])('one map: %s', (_, one, two) => expect(areSame(one, two)).toBe(true));

test.each<[string, object, object]>([
  ['another path', xyz(TILE, 'tile.example.org'), xyz(TILE.replace('.png', '@2x.png'), 'tile.example.org')],
  ['case of the path', wms('https://a.example.org/A'), wms('https://a.example.org/a')],
  ['a parameter', xyz(`${TILE}?style=a`, 'tile.example.org'), xyz(`${TILE}?style=b`, 'tile.example.org')],
  ['a parameter that may be a key', xyz(`${TILE}?api=day`, 't.example.org'), xyz(`${TILE}?api=night`, 't.example.org')],
  ['a port', xyz(TILE, 'tile.example.org'), xyz(TILE.replace('/#{z', ':8080/#{z'), 'tile.example.org')],
  ['hosts of two servers', xyz(TILE, 'a.example.org'), xyz(TILE, 'b.example.org')],
  ['versions', xyz(TILE, 'v1.tiles.example.org'), xyz(TILE, 'v2.tiles.example.org')],
  ['numbers', xyz(TILE, '10.1.2.3'), xyz(TILE, '11.1.2.3')],
  ['flipped rows', { type: 'tms', ...xyz(TILE, 'tile.example.org') }, xyz(TILE, 'tile.example.org')],
  ['another language', xyz(`${TILE}?l=#{language}`, 'tile.example.org'), xyz(`${TILE}?l=de`, 'tile.example.org')],
  ['layers', wms('https://a.example.org/'), wms('https://a.example.org/', { layers: ['a'] })],
  ['styles', wms('https://a.example.org/'), wms('https://a.example.org/', { styles: ['', 'night'] })],
  [
    'styles of other layers',
    wms('https://a.example.org/', { styles: ['x', ''] }),
    wms('https://a.example.org/', { styles: ['', 'x'] }),
  ],
  ['a map file', wms('https://a.example.org/?map=a'), wms('https://a.example.org/?map=b')],
  [
    'two styles of the same tiles',
    vector({ style: 'https://a.example.org/day.json', tiles: 'https://a.example.org/t.json' }),
    vector({ style: 'https://a.example.org/night.json', tiles: 'https://a.example.org/t.json' }),
  ],
  [
    'two styles of an archive',
    { type: 'pmtiles', url: 'https://a.example.org/a.pmtiles', style: 'https://a.example.org/day.json' },
    { type: 'pmtiles', url: 'https://a.example.org/a.pmtiles', style: 'https://a.example.org/night.json' },
  ],
])('two maps: %s', (_, one, two) => expect(areSame(one, two)).toBe(false));

test('the tiles that a style draws are known with it', () => {
  const tiles = 'https://a.example.org/{z}/{x}/{y}.pbf';
  const known = mapKeysWithin(vector({ style: 'https://a.example.org/s.json', tiles }));
  expect(known).toContain(mapKeys(vector({ tiles }))[0]);
});

test.each([
  ['A.Tile.Example.org', 'tile.example.org'],
  ['www.tile.example.org', 'tile.example.org'],
  ['12.tile.example.org', 'tile.example.org'],
  ['tile3.example.org', 'tile.example.org'],
  ['a.example.org', 'a.example.org'],
  ['example.org', 'example.org'],
  ['a.b', 'a.b'],
  ['10.0.0.1', '10.0.0.1'],
])('the host %s stands for %s', (host, whole) => expect(commonTileHost(host)).toBe(whole));

test('encoding, case and order of any address make no other map', () => {
  const part = fc.stringMatching(/^[a-z0-9._~-]{1,8}$/);
  const parameters = fc.uniqueArray(fc.tuple(fc.stringMatching(/^p[a-z]{1,4}$/), part), { selector: ([name]) => name });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), parameters, (parts, given) => {
      const encoded = (text: string): string => text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
      const query = (all: typeof given, write = (text: string) => text): string =>
        all.map(([name, value]) => `${write(name)}=${write(value)}`).join('&');
      const one = wms(`https://a.example.org/${parts.join('/')}?${query(given)}`);
      const two = wms(`HTTP://A.EXAMPLE.ORG/${parts.map(encoded).join('/')}?${query([...given].reverse(), encoded)}`);
      expect(mapKeys(two)).toEqual(mapKeys(one));
    }),
  );
});

test('the keys of 4,000 maps take no more than their number', () => {
  const maps = Array.from({ length: 4_000 }, (_, index) =>
    xyz(`${TILE}?layer=${index}&key=\${A_KEY}`, 'a.tile.example.org'),
  );
  expect(new Set(maps.flatMap(mapKeys)).size).toBe(4_000);
});
