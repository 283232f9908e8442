import { expect, test } from 'vitest';
import type { CatalogMap } from '../../../../build/model/catalog.ts';
import { josmXml } from '../../../../build/programs/josm/write.ts';
import { withXml } from '../../../../cli/network/read-xml.ts';
import { xmlAttributesOf, xmlChildrenOf } from '../../../../contract/base/xml-elements.ts';
import { LAYER_CATEGORIES } from '../../../../contract/maps/layer-categories.ts';
import { fc } from '../../../support/property.ts';
import { anyXyzMap, xyzMap } from '../../../support/xyz-maps.ts';

const anyListed = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom('mapservers' as const, 'overlayservers' as const),
      anyXyzMap.filter(({ minZoom }) => minZoom <= 24),
    )
    .map(([list, map]): CatalogMap => ({ ...map, list })),
  { maxLength: 5 },
);

test('every entry has what JOSM asks for, within its limits', () =>
  fc.assert(
    fc.property(anyListed, (maps) => {
      const entries = withXml(Buffer.from(josmXml(maps, 'en')), (root) =>
        [...xmlChildrenOf(root)].map((entry) => {
          const texts = Object.fromEntries([...xmlChildrenOf(entry)].map((child) => [child.name, child.content]));
          return { texts, overlay: xmlAttributesOf(entry).get('overlay') };
        }),
      );
      expect(entries.length).toBe(maps.length);
      for (const [index, { texts, overlay }] of entries.entries()) {
        expect(overlay).toBe(maps[index]?.list === 'overlayservers' ? 'true' : undefined);
        expect(texts['type']).toBe('tms');
        expect(Object.keys(LAYER_CATEGORIES)).toContain(texts['category']);
        expect(texts['id']).toMatch(/^[a-z0-9_-]+$/);
        expect(texts['max-zoom']).toMatch(/^(?:1?\d|2[0-4])$/);
      }
    }),
  ));

test.each<[Partial<CatalogMap<'xyz'>>, string | undefined]>([
  [{}, undefined],
  [{ since: '2019', until: '2019' }, '2019'],
  [{ since: '2019' }, '2019;-'],
  [{ until: '1850' }, '-;1850'],
  [{ updates: '1850' }, '1850'],
  [{ updates: 'weekly' }, undefined],
])('its time %j is written for JOSM as %s', (times, date) => {
  expect(/<date>(.*?)<\/date>/.exec(josmXml([xyzMap(times)], 'en'))?.[1]).toBe(date);
});
