/** Styles, checked by MapLibre's own validator. */
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { mapLibreStyle } from '../../../../build/render/programs/maplibre-style.ts';
import { fc } from '../../../support/property.ts';
import { anyServer, server } from '../../../support/tile-servers.ts';

const problems = (style: unknown): string[] =>
  validateStyleMin(style as Parameters<typeof validateStyleMin>[0]).map(({ message }) => message);

test('a style of one map', () => {
  const style = mapLibreStyle({ kind: 'mapserver', server: server({ hosts: ['a.b', 'c.d'] }) });
  expect(style).toEqual({
    version: 8,
    name: 'One',
    sources: {
      one: {
        type: 'raster',
        tiles: ['https://a.b/{z}/{x}/{y}.png', 'https://c.d/{z}/{x}/{y}.png'],
        tileSize: 256,
        minzoom: 0,
        maxzoom: 19,
        attribution: '© OpenStreetMap',
      },
    },
    layers: [{ id: 'one', type: 'raster', source: 'one' }],
  });
});

test('every style is one, by the validator of MapLibre', () => {
  fc.assert(
    fc.property(anyServer, (any) => {
      expect(problems(mapLibreStyle({ kind: 'mapserver', server: any }))).toEqual([]);
    }),
  );
});

test('the validator sees what is wrong', () => {
  const { sources, ...style } = mapLibreStyle({ kind: 'mapserver', server: server() });
  expect(problems({ ...style, sources: {} })).toEqual(['layers[0]: source "one" not found']);
});
