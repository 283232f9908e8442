/** Every type of map, for each map program; vector tiles and PMTiles archives, which a style draws, are here. */
import { hasMapLibreTiles, isTileTemplate, type MapType } from '../../../contract/maps/map-types.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { computedOnce } from '../../model/computed-once.ts';
import { attributionHtml } from '../tile-template.ts';
import { TILE_SIZE, TMS_FORMS, XYZ_FORMS } from './tile-forms.ts';
import type { TypeForms } from './type-forms.ts';
import { WMS_FORMS } from './wms-forms.ts';

/** What shows a map that has a style. Leaflet's plugin credits what it is given, or what the sources of the style state. */
const BY_STYLE: TypeForms<CatalogMap<'vector' | 'pmtiles'>> = {
  maplibre: ({ style }) => style ?? null,
  leaflet: (map) => {
    const credit = map.attribution && { attributionControl: { customAttribution: attributionHtml(map) } };
    const setup = map.type === 'pmtiles' ? PROTOCOL : '';
    return map.style ? { setup, make: 'L.maplibreGL', url: null, options: { style: map.style, ...credit } } : null;
  },
};

/** A value as JavaScript that can also be in a `<script>` of a page. */
export const scriptValue = (value: unknown, indent = 0): string =>
  JSON.stringify(value, null, indent).replace(/<(?=\/?script|!--)/gi, '\\u003c');

const PROTOCOL = 'maplibregl.addProtocol("pmtiles", new pmtiles.Protocol().tile);\n';

/** The tiles of a map by zoom level, column and row, as QGIS and GPXSee read them; null if its record has none. */
const templateOf = ({ tiles }: CatalogMap<'vector'>): string | null =>
  tiles && isTileTemplate(tiles) && !hasMapLibreTiles(tiles) ? tiles : null;

/** The forms of vector tiles. What their layers are called is not known: only the record's own style can draw them. */
const VECTOR_FORMS: TypeForms<CatalogMap<'vector'>> = {
  ...BY_STYLE,
  tilejson: ({ tiles }) => {
    if (!tiles) return null;
    if (!isTileTemplate(tiles)) return tiles;
    const kind = hasMapLibreTiles(tiles) ? { format: 'mlt', encoding: 'mlt' } : { format: 'pbf' };
    return { ...kind, scheme: 'xyz', tiles: [tiles] };
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

/**
 * The forms of an archive. Whether it has pictures or vectors only its header says, so without a style there is no
 * document, but code that draws pictures.
 */
const PMTILES_FORMS: TypeForms<CatalogMap<'pmtiles'>> = {
  maplibre: (map) => {
    const { style, url, fileName: id, tileSize = TILE_SIZE } = map;
    const source = { type: 'raster', url: `pmtiles://${url}`, tileSize, attribution: attributionHtml(map) };
    return style ?? `${PROTOCOL}map.addLayer(${scriptValue({ id, type: 'raster', source }, 2)});`;
  },
  leaflet: (map) => BY_STYLE.leaflet?.(map) ?? { make: 'pmtiles.leafletRasterLayer', url: map.url, options: {} },
  // The address of a source in a style, by the protocol of the library pmtiles.
  tilejson: ({ url }) => `pmtiles://${url}`,
};

const TYPES: Readonly<Record<MapType, TypeForms<never>>> = {
  xyz: XYZ_FORMS,
  tms: TMS_FORMS,
  wms: WMS_FORMS,
  vector: VECTOR_FORMS,
  pmtiles: PMTILES_FORMS,
};

/** A part of the forms, as a map has it. */
type Part<Name extends keyof TypeForms> = ReturnType<NonNullable<TypeForms[Name]>>;

/** The parts of a map that were asked for: several programs and pages need the same. */
const partsOf = computedOnce((_: CatalogMap) => new Map<keyof TypeForms, unknown>());

/** A part of the forms of a map; undefined if its type has none, null if the map has none. */
export function partIn<Name extends keyof TypeForms>(name: Name, map: CatalogMap): Part<Name> | undefined {
  const parts = partsOf(map);
  if (!parts.has(name)) parts.set(name, TYPES[map.type][name]?.(map as never));
  return parts.get(name) as Part<Name> | undefined;
}

/** A part of the forms of a map that has it: programs get no other maps. */
export function partOf<Name extends keyof TypeForms>(name: Name, map: CatalogMap): NonNullable<Part<Name>> {
  return partIn(name, map) as NonNullable<Part<Name>>;
}
