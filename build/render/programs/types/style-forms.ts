/** Vector tiles and PMTiles archives, for each map program: what a style draws. */
import { isTileTemplate } from '../../../../contract/map-types.ts';
import type { TypedMap } from '../../../model/catalog.ts';
import type { TypeForms } from './type-forms.ts';

type VectorMap = Extract<TypedMap, { readonly type: 'vector' }>;

type PmtilesMap = Extract<TypedMap, { readonly type: 'pmtiles' }>;

/** What shows a map that has a style. */
const BY_STYLE: TypeForms<VectorMap | PmtilesMap> = {
  maplibre: ({ style }) => style ?? null,
  leaflet: ({ style }) => (style ? { make: 'L.maplibreGL', url: null, options: { style } } : null),
};

/** The tiles of a map by zoom level, column and row; null if its record has none. */
const templateOf = ({ tiles }: VectorMap): string | null => (tiles && isTileTemplate(tiles) ? tiles : null);

/** The forms of vector tiles. What their layers are called is not known: only the record's own style can draw them. */
export const VECTOR_FORMS: TypeForms<VectorMap> = {
  ...BY_STYLE,
  tilejson: ({ tiles }) => {
    if (!tiles) return null;
    return isTileTemplate(tiles) ? { format: 'pbf', scheme: 'xyz', tiles: [tiles] } : tiles;
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

/** The forms of an archive. Whether it has pictures or vectors only its header says, so it needs its style. */
export const PMTILES_FORMS: TypeForms<PmtilesMap> = {
  ...BY_STYLE,
  // The address of a source in a style, by the protocol of the library pmtiles.
  tilejson: ({ url }) => `pmtiles://${url}`,
};
