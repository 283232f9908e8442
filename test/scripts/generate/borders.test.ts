import { expect, test } from 'vitest';
import borders from '../../../contract/generated/borders.cjs';
import boxes from '../../../contract/generated/country-boxes.cjs';
import { isInsidePolygons } from '../../../contract/maps/geometry.ts';
import common from '../../../schemas/catalog/common.json' with { type: 'json' };

test('every country that an editor can write has borders and boxes', () => {
  for (const code of common.$defs.countryCode.enum)
    expect([code, (borders[code] ?? []).length > 0, [1, 2].includes(boxes[code]?.length ?? 0)]).toEqual([
      code,
      true,
      true,
    ]);
});

test.each([
  ['Paris', 2.35, 48.86, ['FR']],
  ['Ajaccio', 8.74, 41.92, ['FR']],
  ['Cayenne, which has a code of its own', -52.33, 4.92, ['GF']],
  ['Nuuk', -51.74, 64.18, ['GL']],
  ['San Juan', -66.1, 18.46, ['PR']],
  ['Honolulu', -157.86, 21.31, ['US']],
  ['Las Palmas', -15.43, 28.12, ['ES']],
  ['Belfast', -5.93, 54.6, ['GB']],
  ['Jamestown', -5.72, -15.92, ['SH']],
  ['Pristina', 21.16, 42.66, ['XK']],
  ['San Marino, a hole in Italy', 12.45, 43.94, ['SM']],
  ['Lisbon', -9.14, 38.72, ['PT']],
])('%s', (_, x, y, expected) => {
  expect(Object.keys(borders).filter((code) => isInsidePolygons(borders[code] ?? [], [x, y]))).toEqual(expected);
});
