import { polygonOf } from '../../../contract/maps/geometry.ts';
import { NO_GEOMETRY } from '../../../contract/maps/layer-categories.ts';
import { polygonsOfArea } from '../../model/areas.ts';
import { type CatalogMap, isOverlay } from '../../model/catalog.ts';
import { boxesOf } from '../map-bounds.ts';
import type { MapProgram } from '../map-program.ts';
import { EDITOR_FORMS, editorFacts, statedZooms } from '../written-facts.ts';
import words from './words.json' with { type: 'json' };

export const LAYERINDEX_PROGRAM: MapProgram = {
  words,
  forms: EDITOR_FORMS,
  isFormat: true,
  lists: [{ file: 'editor-layer-index.geojson', make: layerIndex }],
};

/** https://github.com/osmlab/editor-layer-index/blob/gh-pages/schema.json */
export function layerIndex(maps: readonly CatalogMap[]): object {
  const features = maps.map((map) => {
    const { id, category, type, url, projections, text, link, country } = editorFacts(map);
    const properties = {
      id,
      name: map.id,
      type,
      url,
      category,
      ...statedZooms(map, 'min_zoom', 'max_zoom'),
      description: map.name,
      attribution: { required: true, text, url: link || undefined },
      country_code: country,
      start_date: map.since,
      end_date: map.until,
      license_url: map.licence?.startsWith('http') ? map.licence : undefined,
      eula: map.terms,
      privacy_policy_url: map.privacy,
      available_projections: projections.length > 0 ? projections : undefined,
      overlay: isOverlay(map) || undefined,
    };
    return { type: 'Feature', properties, geometry: indexGeometry(map.area) };
  });
  // Without a geometry, a layer of the index covers the world; here its area is unknown.
  return { type: 'FeatureCollection', [NO_GEOMETRY]: 'unknown', features };
}

const WORLD_POLYGON = polygonOf({ west: -180, south: -90, east: 180, north: 90 });

function indexGeometry(area: CatalogMap['area']): object | null {
  if (area === null) return null;
  if (area === 'world') return { type: 'Polygon', coordinates: WORLD_POLYGON };
  const polygons = 'polygons' in area ? polygonsOfArea(area) : boxesOf(area).map(polygonOf);
  const [first] = polygons;
  if (!first) return null;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: polygons };
}
