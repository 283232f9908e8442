import { describe, expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import { mapDocuments } from '../../../../build/render/v2/map-documents.ts';
import borders from '../../../../contract/generated/borders.cjs';
import type { MapFeature } from '../../../../contract/generated/v2.types.ts';
import type { Polygon } from '../../../../contract/maps/bounding-boxes.ts';
import { areaOfRing, type MapArea } from '../../../../contract/maps/geometry.ts';
import { fc } from '../../../support/property.ts';
import { anyTileCatalog, catalogOf, xyzMap } from '../../../support/xyz-maps.ts';

type Documents = ReadonlyMap<string, string>;

function documentsOf(catalog: Parameters<typeof mapDocuments>[0]['catalog']): Documents {
  const history = catalogHistoryOf({ times: new Map(), uncommitted: new Set() });
  const assets = [...mapDocuments({ catalog, history }, null)];
  return new Map(assets.map(({ path, content }) => [`/${path}`, Buffer.from(content).toString()]));
}

const AREAS: readonly (MapArea | null)[] = [
  null,
  'world',
  ...Object.keys(borders).map((code) => ({ countries: [code] })),
  { countries: ['CH', 'LI', 'FJ'] },
  { countries: ['AT', 'CH', 'DE', 'LI'] },
];
const COUNTRIES = documentsOf(
  catalogOf(AREAS.map((area, index) => xyzMap({ id: `Map ${index}`, fileName: `map-${index}`, area }))),
);

/** What RFC 7946 does not allow in the documents, with its sections. */
function faultsIn(documents: Documents): string[] {
  const faults: string[] = [];
  const ids = new Set<unknown>();
  const features = [...documents].flatMap(([path, text]) => {
    const value = JSON.parse(text);
    if (value.type === 'FeatureCollection')
      for (const { id } of value.features) {
        if (ids.has(id)) faults.push(`3.2: ${id} is there twice`);
        ids.add(id);
      }
    if ('crs' in value) faults.push(`4: ${path}`);
    return value.type === 'FeatureCollection' ? value.features : value.type === 'Feature' ? [value] : [];
  });
  for (const { id, geometry, properties } of features as MapFeature[]) {
    if (typeof properties !== 'object') faults.push(`3.2: ${id}`);
    for (const rings of polygonsOf(geometry))
      for (const [index, ring] of rings.entries()) {
        const isClosed = ring.length >= 4 && String(ring[0]) === String(ring.at(-1));
        const isInRange = ring.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90);
        if (!isClosed || areaOfRing(ring) > 0 !== (index === 0)) faults.push(`3.1.6: ${id}`);
        if (!isInRange) faults.push(`4: ${id}`);
      }
  }
  return faults;
}

function polygonsOf(geometry: MapFeature['geometry']): readonly Polygon[] {
  if (geometry === null) return [];
  const { type, coordinates } = geometry as { type: string; coordinates: unknown };
  return (type === 'Polygon' ? [coordinates] : coordinates) as readonly Polygon[];
}

describe('every document follows RFC 7946', () => {
  test('with every country', () => expect(faultsIn(COUNTRIES)).toEqual([]));

  test('with any maps', () =>
    fc.assert(
      fc.property(anyTileCatalog, (catalog) => {
        expect(faultsIn(documentsOf(catalog))).toEqual([]);
      }),
      { numRuns: 50 },
    ));
});

test('outlines do not cross the 180th meridian: countries are cut there', () => {
  const outlines = Object.values(borders).flatMap((polygons) => polygons.map(([outline = []]) => outline));
  const isAcross = outlines.filter((outline) =>
    outline.slice(1).some(([x], index) => {
      const width = Math.abs(x - (outline[index]?.[0] ?? x));
      // The edge of Antarctica goes around the world.
      return width > 180 && width < 360;
    }),
  );
  expect(isAcross).toEqual([]);
});
