import { expect, test } from 'vitest';
import { MAPLIBRE_READER } from '../../../../build/programs/maplibre/read.ts';
import { firstStated, readingOf } from '../../../support/stated-maps.ts';

const tiles = ['https://a.example.org/{z}/{x}/{y}.png', 'https://b.example.org/{z}/{x}/{y}.png'];
const styleWith = (sources: object, more: object = {}): string =>
  JSON.stringify({ version: 8, name: 'Style', layers: [{ id: 'a', type: 'raster', source: 'a' }], sources, ...more });

test('a source of pictures has the tile size and zoom levels that MapLibre assumes', () => {
  const { map, unread } = firstStated(MAPLIBRE_READER, styleWith({ a: { type: 'raster', tiles, volatile: true } }));
  expect(unread).toEqual([]);
  expect(map).toMatchObject({
    path: ['sources', 'a'],
    name: 'Style',
    url: 'https://#{host}/{z}/{x}/{y}.png',
    hosts: ['a.example.org', 'b.example.org'],
    maxZoom: null,
    usualMaxZoom: 22,
    known: { tileSize: 512 },
    others: ['volatile'],
  });
});

test('each source of a style is a map, and what else draws is not read', () => {
  const unread: string[] = [];
  const layers = [{ type: 'raster' }, { type: 'fill' }, { type: 'line' }];
  const sources = {
    a: { type: 'raster', tiles, tileSize: 256 },
    b: { type: 'raster', url: 'https://b.example.org/tiles.json' },
    c: { type: 'raster', url: 'pmtiles://https://c.example.org/c.pmtiles' },
    d: { type: 'vector', tiles },
    e: { type: 'raster-dem', tiles },
  };
  const text = styleWith(sources, { layers, glyphs: 'x', sky: {} });
  const maps = readingOf(MAPLIBRE_READER, text, (part) => unread.push(part));
  expect(maps).toMatchObject([
    { name: 'Style a' },
    { name: 'Style b', problem: expect.stringContaining('TileJSON') },
    { name: 'Style c', url: 'pmtiles://https://c.example.org/c.pmtiles' },
    { name: 'Style d', problem: expect.stringContaining('of the type "vector"') },
    { name: 'Style e', problem: 'it is elevation, which is no picture, and cannot be listed' },
  ]);
  expect(unread).toEqual(['2 layers of the style that draw something else', 'glyphs, sky of the style']);
});

test('a style without pictures is imported by its address', () =>
  expect(readingOf(MAPLIBRE_READER, styleWith({ a: { type: 'vector', tiles } }))).toMatch(/import it by its address/));
