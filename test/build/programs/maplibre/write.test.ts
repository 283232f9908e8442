import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { mapLibreStyle } from '../../../../build/programs/maplibre/write.ts';
import { fc } from '../../../support/property.ts';
import { anyXyzMap, xyzMap } from '../../../support/xyz-maps.ts';

describe('a MapLibre style', () => {
  const problems = (style: unknown): string[] =>
    validateStyleMin(style as Parameters<typeof validateStyleMin>[0]).map(({ message }) => message);

  test('is always accepted by the validator of MapLibre', () => {
    fc.assert(
      fc.property(anyXyzMap, (any) => {
        expect(problems(mapLibreStyle(any))).toEqual([]);
      }),
    );
    expect(problems({ ...(mapLibreStyle(xyzMap()) as object), sources: {} })).toEqual([
      'layers[0]: source "one" not found',
    ]);
  });
});

test.each([
  [{ area: 'world' }, [10, 30], 0.1],
  [{}, [10, 30], 0.1],
  [{ area: { countries: ['CH', 'LI'] }, minZoom: 2, probe: { latitude: 46.95, longitude: 7.45 } }, [8.2, 46.85], 6.3],
  [{ area: { countries: ['CH'] }, minZoom: 9, probe: { latitude: 46.95, longitude: 7.45 } }, [7.45, 46.95], 11],
  [{ probe: { latitude: 1, longitude: 2, zoom: 0 } }, [2, 1], 0],
  [{ probe: { latitude: 1, longitude: 2, zoom: 9 }, minZoom: 9 }, [2, 1], 8],
  [{ probe: { latitude: 1, longitude: 2, zoom: 9 }, minZoom: 9, tileSize: 512 }, [2, 1], 9],
] as const)('the style of a map with %j opens on %j at zoom %d', (more, center, zoom) => {
  expect(mapLibreStyle(xyzMap(more as never))).toMatchObject({ center, zoom });
});
