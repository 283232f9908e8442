/** The areas of all maps, which are loaded when somebody asks for the maps of a position. */
import type { MapCollection, MapGeometry } from '../../contract/generated/v2.types.ts';
import { areaOfPolygons, type Polygon } from '../../contract/geometry.ts';
import { MAP_FILES } from '../../contract/map-files.ts';
import { loadJson, once } from '../loading.ts';
import type { KnownArea } from './unnamed-place.ts';

/** Loads all areas that are known, simplified. */
export const knownAreas = once(async (): Promise<readonly KnownArea[]> => {
  const { features } = await loadJson<MapCollection>(MAP_FILES.maps.path.slice(1));
  return features.flatMap(({ id, geometry, properties }) => {
    const polygons = polygonsOf(geometry);
    const isWorld = properties.area === 'world';
    return polygons.length === 0 ? [] : [{ id, isWorld, polygons, size: isWorld ? 1 : areaOfPolygons(polygons) }];
  });
});

function polygonsOf(geometry: MapGeometry): readonly Polygon[] {
  if (geometry === null) return [];
  const { type, coordinates } = geometry;
  return (type === 'Polygon' ? [coordinates] : coordinates) as unknown as readonly Polygon[];
}
