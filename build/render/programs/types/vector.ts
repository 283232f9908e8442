/** Vector tiles, for each map program. */
import type { TypedMap } from '../../../model/catalog.ts';
import type { TypeForms } from './type-forms.ts';

type VectorMap = Extract<TypedMap, { readonly type: 'vector' }>;

/** Whether an address is that of a tile, and not that of a TileJSON. */
const isTemplate = (tiles: string): boolean => tiles.includes('{z}');

/** The tiles of a map by zoom level, column and row; null if its record has none. */
const templateOf = ({ tiles }: VectorMap): string | null => (tiles && isTemplate(tiles) ? tiles : null);

/** The forms of vector tiles. What their layers are called is not known: only the record's own style can draw them. */
export const VECTOR_FORMS: TypeForms<VectorMap> = {
  maplibre: ({ style }) => style ?? null,
  leaflet: ({ style }) => (style ? { make: 'L.maplibreGL', url: null, options: { style } } : null),
  tilejson: ({ tiles }) => {
    if (!tiles) return null;
    return isTemplate(tiles) ? { format: 'pbf', scheme: 'xyz', tiles: [tiles] } : tiles;
  },
  qgis: (map) => {
    // -1 is not stated.
    const { style, minZoom = -1, maxZoom = -1 } = map;
    const url = templateOf(map);
    const facts = { zmin: minZoom, zmax: maxZoom, serviceType: 'generic', styleUrl: style ?? '' };
    return url === null ? null : { element: 'vectortile', url, facts };
  },
  gpxsee: (map) => {
    const url = templateOf(map)?.replace(/\{([xyz])\}/g, '$$$1');
    return url === undefined ? null : { type: 'OSM', elements: [['url', url]], tile: { size: 512, type: 'vector' } };
  },
};
