/** Work grows as the catalog does. How often maps are read is counted: times are not the same on any two machines. */
import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../build/history/history.ts';
import type { CatalogMap } from '../../../build/model/catalog.ts';
import { polygonOf } from '../../../contract/maps/geometry.ts';
import { allMapDocuments, allPages, allProgramFiles } from '../../support/whole-site.ts';
import { catalogOf, xyzMap } from '../../support/xyz-maps.ts';

const PARTS = { script: 'assets/main.js', style: 'assets/main.css', files: [] };

const AREAS: readonly CatalogMap['area'][] = [
  'world',
  null,
  { countries: ['CH'] },
  { polygons: [polygonOf({ west: 1, south: 50, east: 2, north: 51 })] },
];

function readsOf(count: number): number {
  let reads = 0;
  const map = (index: number): CatalogMap<'xyz'> => {
    const id = `m${index}`;
    const area = AREAS[index % AREAS.length] ?? null;
    return new Proxy(xyzMap({ id, fileName: id, name: id, kind: 'street', area }), {
      get: (target, key) => {
        reads++;
        return Reflect.get(target, key);
      },
    });
  };
  const maps = Array.from({ length: count }, (_, index) => map(index));
  const overlays = maps.splice(0, count / 5);
  const catalog = catalogOf(maps, overlays);
  allPages({ catalog, history: catalogHistoryOf(null), parts: PARTS });
  allMapDocuments(catalog);
  allProgramFiles(catalog);
  return reads;
}

test('four times the maps take at most five times the work', () => expect(readsOf(200) / readsOf(50)).toBeLessThan(5));
