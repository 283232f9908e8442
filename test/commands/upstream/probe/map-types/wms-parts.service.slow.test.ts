/** A WMS that others have written, MapProxy, as probe asks it. */
import { describe, expect, test } from 'vitest';
import { mapProxy, whyNoMapProxy } from '../../../../support/map-proxy.ts';
import { mapServer } from '../../../../support/map-server.ts';
import { ProbePlace } from '../../../../support/probe-place.ts';

type Row = [name: string, changes: Record<string, string>, found: (string | null)[]];

const WORKS = ['works', null, null];
const capabilities = (contradiction: string, error = ''): string[] => [
  'unsure',
  'capabilities',
  `capabilities: ${contradiction}${error && `; picture: it reports the error ${error}`}`,
];
const NO_LAYER = 'it does not name the layer "other" of the record';
const not = (crs: string): string => `it does not offer ${crs} for the layer "a map" of the record`;

const ROWS: readonly Row[] = [
  ['of 1.3.0', {}, WORKS],
  ['of 1.1.1', { version: '1.1.1' }, WORKS],
  ['with the latitude first', { crs: '[EPSG:4326]' }, WORKS],
  ['with the longitude first', { version: '1.1.1', crs: '[EPSG:4326]' }, WORKS],
  ['of two layers', { layers: '[debug, a map]' }, WORKS],
  ['without its layer', { layers: '[a map, other]' }, capabilities(NO_LAYER, 'LayerNotDefined')],
  ['of 1.1.1, without its layer', { version: '1.1.1', layers: '[other]' }, capabilities(NO_LAYER, 'LayerNotDefined')],
  ['without its projection', { crs: '[CRS:84]' }, capabilities(not('CRS:84'), 'InvalidCRS')],
  [
    'of 1.1.1, without its projection',
    { version: '1.1.1', crs: '[EPSG:900913]' },
    capabilities(not('EPSG:900913'), 'InvalidSRS'),
  ],
  ['without one of its projections', { crs: '[EPSG:3857, EPSG:25832, EPSG:2056]' }, capabilities(not('EPSG:2056'))],
  ['without the only one', { crs: '[EPSG:2056]' }, capabilities(not('EPSG:2056'))],
  [
    'without its format',
    { format: 'image/webp' },
    capabilities('it does not offer the format of the record', 'InvalidFormat'),
  ],
];

describe.skipIf(whyNoMapProxy !== null)(
  `probe and MapProxy${whyNoMapProxy ? ` (skipped: ${whyNoMapProxy})` : ''}`,
  () => {
    test('agree about what a service has, in both versions', async () => {
      const tiles = await mapServer(1);
      const usual = { service: await mapProxy(tiles.url), version: '1.3.0', format: 'image/png', layers: '[a map]' };
      const fixed = {
        type: 'wms',
        copyright: 'X',
        minZoom: 0,
        maxZoom: 19,
        probe: '{ latitude: 46.95, longitude: 7.45 }',
      };
      const files = ROWS.map(([name, changes], index) => {
        const members = { name, ...fixed, ...usual, crs: '[EPSG:3857]', ...changes };
        const lines = Object.entries(members).map(([key, value]) => `${key}: ${value}\n`);
        return [`maps/m${index}.yaml`, lines.join('')];
      });
      const place = new ProbePlace(Object.fromEntries(files));
      place.timeoutMs = 10_000;
      const { servers } = await place.run(0);
      const found = servers.map(({ id, status }) => [
        id,
        [status?.verdict, status?.part ?? null, status?.reason ?? null],
      ]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(ROWS.map(([name, , seen]) => [name, seen])));
      // With the axes in the wrong order, it would make its pictures of other tiles.
      const deep = new Set(tiles.paths.filter((path) => path.startsWith('/12/')));
      expect([...deep].sort()).toEqual(
        ['2131/1441', '2132/1441', '2132/1442', '2133/1441'].map((at) => `/12/${at}.png`),
      );
    });
  },
);
