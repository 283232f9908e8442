import { expect, test } from 'vitest';
import { joinedPolygons } from '../../../../build/render/v2/join-polygons.ts';
import { simplifiedPolygons } from '../../../../build/render/v2/simplify.ts';
import borders from '../../../../contract/generated/borders.cjs';
import {
  areaOfPolygons,
  haveContact,
  isInsidePolygons,
  polygonOf,
  polygonsInGeoJson,
} from '../../../../contract/maps/geometry.ts';

test.each(Object.entries(borders))('the borders of every country: %s', (_, polygons) => {
  const outline = simplifiedPolygons(joinedPolygons(polygons));
  for (const polygon of outline)
    expect(polygonsInGeoJson({ type: 'Polygon', coordinates: polygon })).toEqual([polygon]);
  expect(haveContact(outline.flat())).toBe(false);
  const ratio = areaOfPolygons(outline) / areaOfPolygons(polygons);
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeLessThan(1.2);
});

test('keep the form of a country', () => {
  const outline = simplifiedPolygons(borders['CH'] ?? []);
  expect(outline.flat(2).length).toBeLessThan(60);
  expect(
    [
      [7.45, 46.95],
      [8.54, 47.37],
      [5, 45],
    ].map(([x = 0, y = 0]) => isInsidePolygons(outline, [x, y])),
  ).toEqual([true, true, false]);
});

test('a box stays as it is, and of parts only tiny ones are left out', () => {
  const large = polygonOf({ west: 0.123456, south: 0, east: 10, north: 10 });
  const small = polygonOf({ west: 20, south: 20, east: 20.5, north: 21 });
  const tiny = polygonOf({ west: 30, south: 30, east: 30.1, north: 30.1 });
  expect([simplifiedPolygons([large, small, tiny]), simplifiedPolygons([tiny])]).toEqual([[large, small], [tiny]]);
});
