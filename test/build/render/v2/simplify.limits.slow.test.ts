/** Simplifying the borders of many countries takes a moment. */
import { expect, test } from 'vitest';
import { joinedPolygons } from '../../../../build/render/v2/join-polygons.ts';
import { simplifiedPolygons } from '../../../../build/render/v2/simplify.ts';
import borders from '../../../../contract/generated/borders.cjs';
import { areaOfPolygons, haveContact } from '../../../../contract/maps/geometry.ts';
import { HANGS, inTime } from '../../../support/in-time.ts';

test('forty countries are simplified in a moment', HANGS, async () => {
  const codes = 'GB MZ ZM NU NR CI TL PH SR PW GM SH CO ML DK CW SE TH SX BN KI PS GU FI GW UA IN IR SN CD GF HK LB WS';
  const polygons = joinedPolygons(
    [...codes.split(' '), 'KH', 'RO', 'DE', 'IT', 'TJ'].flatMap((code) => borders[code] ?? []),
  );
  let outline: typeof polygons = [];
  await inTime(() => {
    outline = simplifiedPolygons(polygons);
  });
  expect(haveContact(outline.flat())).toBe(false);
  expect(areaOfPolygons(outline) / areaOfPolygons(polygons)).toBeCloseTo(1, 1);
});
