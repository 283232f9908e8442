/** Bounding boxes of data sources are what their names state, and the same for one region everywhere. */
import { describe, expect, test } from 'vitest';
import type { BoundingBox } from '../../contract/generated/catalog.types.ts';
import { ourContent } from './our-catalog.ts';

const entries = [...ourContent().entries()].map(({ path, key, entry }) => {
  const box = (entry.boundingbox ?? null) as BoundingBox | null;
  return {
    name: `${path} ${key}`,
    source: path.split('/')[1],
    key,
    fragments: Object.keys(entry.fragments ?? {}),
    box,
  };
});

/** The box of this many degrees whose south-west corner is named like `E10_N50` or `N47E008`. */
function boxFrom(name: string, degrees: number): BoundingBox | null {
  const [, north] = /([NS]\d+)/.exec(name) ?? [];
  const [, east] = /([EW]\d+)/.exec(name) ?? [];
  if (north === undefined || east === undefined) return null;
  const value = (text: string): number => (/^[SW]/.test(text) ? -1 : 1) * Number(text.slice(1)) || 0;
  const [longitude, latitude] = [value(east), value(north)];
  return {
    northEastLongitude: longitude + degrees,
    northEastLatitude: latitude + degrees,
    southWestLongitude: longitude,
    southWestLatitude: latitude,
  };
}

describe('a box is what the name of the file states', () => {
  const segments = entries.filter(({ key }) => key.endsWith('.rd5'));
  const tiles = entries.filter(({ fragments }) => fragments.length === 1 && fragments[0]?.endsWith('.hgt'));

  test.each(segments)('$name', ({ key, box }) => expect(box).toEqual(boxFrom(key, 5)));
  test.each(tiles)('$name', ({ fragments, box }) => expect(box).toEqual(boxFrom(fragments[0] as string, 1)));
});

test('maps, graphs and points of interest of one region have one box, or none', () => {
  const ENDINGS = /\.map$|\.poi$|-latest\.osm\.pbf$/;
  const boxes = new Map<string, Set<string>>();
  for (const { key, box } of entries) {
    if (!ENDINGS.test(key)) continue;
    const region = key.replace(ENDINGS, '');
    boxes.set(region, (boxes.get(region) ?? new Set()).add(JSON.stringify(box)));
  }
  expect([...boxes].filter(([, ofRegion]) => ofRegion.size > 1)).toEqual([]);
});
