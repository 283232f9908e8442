import { expect, test } from 'vitest';
import { categoryOf, kindOfCategory, LAYER_CATEGORIES } from '../../contract/layer-categories.ts';
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };

const KINDS = tileserver.properties.kind.enum as NonNullable<Parameters<typeof categoryOf>[0]>[];

test('every kind is written, and never as a category that is read as another kind', () => {
  for (const kind of KINDS) {
    for (const isOpenStreetMap of [false, true]) {
      const category = categoryOf(kind, isOpenStreetMap);
      expect(LAYER_CATEGORIES[category]?.written).toContain(kind);
      expect([undefined, kind]).toContain(kindOfCategory(category));
    }
  }
});

test.each<[Parameters<typeof categoryOf>[0], boolean, string]>([
  ['street', false, 'map'],
  ['street', true, 'osmbasedmap'],
  ['relief', true, 'elevation'],
  [undefined, true, 'other'],
])('%s (OpenStreetMap: %s) is written as %s', (kind, isOpenStreetMap, category) => {
  expect(categoryOf(kind, isOpenStreetMap)).toBe(category);
});

test.each(['map', 'other', 'unheard-of', 'constructor', ''])('the category %j says no kind', (category) => {
  expect(kindOfCategory(category)).toBeUndefined();
});
