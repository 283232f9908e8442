import { expect, test } from 'vitest';
import { numberMeantIn, rewrittenForPattern } from '../../../build/validate/rewritten-values.ts';
import common from '../../../schemas/catalog/common.json' with { type: 'json' };
import map from '../../../schemas/catalog/map.json' with { type: 'json' };
import { textsIn } from '../../support/words.ts';

test.each<[string, number | null, string?]>([
  ['512px', 512, 'tileSize'],
  ['512 pixels', 512, 'tileSize'],
  ['17px', null, 'maxZoom'],
  ['512°', null, 'tileSize'],
  ['7.45°', 7.45],
  ['3,001,234', 3001234],
  ["3'001'234", 3001234],
  ['3 001', 3001],
  ['1e3', 1000],
  ['0x1F', 31],
  ['+5', 5],
  [' 5 ', 5],
  // Nobody knows what is meant, or it would be another number.
  ...[
    ...textsIn('3,001 | 3.001,5 | 2h | 10 MB | 150k | 12-14 | 256x256 | 007 | 31.12.2026 | 9007199254740993'),
    '',
    '17/day',
    '1000 tiles per day',
    '7200 / month',
  ].map((text): [string, null] => [text, null]),
])('the number in "%s" is %s', (text, number, key) => expect(numberMeantIn(text, key)).toBe(number));

const { host, webUrl, serviceUrl, baseUrl, relativePath, licence, timestamp, day, shownDate, sha1, slug, label } =
  common.$defs;
const { layerName, tiles, wms } = map.$defs;
const crs = wms.properties.crs.items;

/** The form of a text that a pattern accepts, if there is one. */
const valid = (text: string, pattern: string): string | undefined =>
  rewrittenForPattern(text, pattern).find((one) => new RegExp(pattern, 'u').test(one));

test.each<[string, { pattern: string }, string | undefined]>([
  ['https://Tile.X.net:8080/a?b#c', host, 'tile.x.net'],
  ['https://user@tile.x.net.', host, 'tile.x.net'],
  ['user@tile.x.net', host, undefined],
  ['a.x.de/topo,b.x.de', host, undefined],
  ['“tile.x.net”', host, 'tile.x.net'],
  ['tile.x.örg', host, 'tile.x.xn--rg-eka'],
  ['512', host, undefined],
  ['{s}.x.net', host, undefined],
  ['a.x.net, b.x.net', host, undefined],
  ['www.x.net/terms', webUrl, 'https://www.x.net/terms'],
  ['//x.net', webUrl, 'https://x.net/'],
  ['https://a:b@x.net/a#c', webUrl, 'https://x.net/a'],
  ['HTTPS://X.net/Terms', webUrl, 'https://X.net/Terms'],
  ['https://x.net/ and https://y.net/', webUrl, undefined],
  ['https://https://x.net/', webUrl, undefined],
  ['https://x.net/#/terms', webUrl, undefined],
  ['info@x.net', webUrl, undefined],
  ['mailto:info@x.net', webUrl, undefined],
  ['preview.png', webUrl, undefined],
  ['ftp://x.net/', webUrl, undefined],
  ['see below', webUrl, undefined],
  ['x.net/v1/', serviceUrl, 'https://x.net'],
  ['https://x.net/maps', serviceUrl, undefined],
  ['https://x.net/maps', baseUrl, 'https://x.net/maps/'],
  ['https://x.net/maps/index.html', baseUrl, 'https://x.net/maps/'],
  ['https://x.net/maps/v5.1', baseUrl, 'https://x.net/maps/v5.1/'],
  ['https://x.net/maps/a.zip', baseUrl, undefined],
  ['https://x.net/get?key=abc', baseUrl, undefined],
  ['https://x.net/v1/#{z}/#{x}/#{y}.pbf', tiles, 'https://x.net/v1/{z}/{x}/{y}.pbf'],
  ['https://x.net/#{zoom}/#{tilex}/#{tiley}.pbf', tiles, 'https://x.net/{z}/{x}/{y}.pbf'],
  ['EPSG3857', crs, 'EPSG:3857'],
  ['epsg 25832', crs, 'EPSG:25832'],
  ['WGS84', crs, undefined],
  ['WebMercator', crs, undefined],
  ['UTM32', crs, undefined],
  ['.\\a\\b\\', relativePath, 'a/b'],
  ['CC BY-SA 4.0', licence, 'CC-BY-SA-4.0'],
  ['ODbL 1.0', licence, 'ODbL-1.0'],
  ['Public domain', licence, undefined],
  ['CC BY 4', licence, undefined],
  ['All rights reserved', licence, undefined],
  ['MIT OR Apache-2.0', licence, undefined],
  ['2026-09-19 01:03:00+02:00', timestamp, '2026-09-18T23:03:00Z'],
  ['2026-09-19T01:03Z', timestamp, '2026-09-19T01:03:00Z'],
  ['2026-09-19T01:03:00', timestamp, undefined],
  ['31.12.2026', day, '2026-12-31'],
  ['1. 2.2026', day, '2026-02-01'],
  ['12/31/2026', day, '2026-12-31'],
  ['31/12/2026', day, '2026-12-31'],
  ['03/04/2026', day, undefined],
  ['31.2.2031', day, undefined],
  ['2031-02-30T00:00:00Z', day, undefined],
  ['2019/04', shownDate, '2019-04'],
  ['2019/4/5', shownDate, '2019-04-05'],
  ['2019/13', shownDate, undefined],
  ['2019-2021', shownDate, undefined],
  ['19.09.2025 01:03', timestamp, undefined],
  ['2026-09-19T01:03:00Z', shownDate, '2026-09-19'],
  ['483a f8ee f96b 2086 4776 f019 d453 7b37 50c1 173d', sha1, '483AF8EEF96B20864776F019D4537B3750C1173D'],
  ['Thunder Forest', slug, undefined],
  [' a\tb ', label, 'a b'],
  ['a,b', layerName, undefined],
])('%s', (text, { pattern }, form) => expect(valid(text, pattern)).toBe(form));
