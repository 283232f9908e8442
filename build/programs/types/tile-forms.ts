/** Tiles by zoom level, column and row, for each map program: `xyz`, and `tms` whose rows are counted from the south. */
import { dependsOnLanguage } from '../../../contract/maps/placeholders.ts';
import type { CatalogMap } from '../../model/catalog.ts';
import { choiceTemplate, firstTemplate, type Notation, templatesOf, XYZ } from '../tile-template.ts';
import type { TypeForms } from './type-forms.ts';

/** The width of a tile on the map in pixels, if its record states none. */
export const TILE_SIZE = 256;

/** What differs between tiles with rows from the north and from the south. */
interface Rows {
  readonly scheme: 'xyz' | 'tms';
  /** The placeholder for a row of programs that know both by it. */
  readonly tiley: '{y}' | '{-y}';
  /** The options of Leaflet and of libraries that have its options. */
  readonly leaflet: Readonly<Record<string, unknown>>;
  readonly osmand: Readonly<Record<string, string>>;
  /** https://docs.locusmap.app/doku.php?id=manual:advanced:customization:online_maps */
  readonly locus: number;
  readonly gpxsee: 'OSM' | 'TMS';
}

/** Leaflet's options can have any placeholder, also one for a language. */
const LEAFLET: Notation = { ...XYZ, language: '{language}' };

/** The forms of both. */
function tileForms(rows: Rows): TypeForms<CatalogMap<'xyz' | 'tms'>> {
  const withRows = { ...XYZ, tiley: rows.tiley };
  return {
    address: (map) => firstTemplate(map, withRows),
    maplibre: (map) => ({
      type: 'raster',
      ...(rows.scheme === 'tms' ? { scheme: rows.scheme } : {}),
      tiles: templatesOf(map, XYZ),
      tileSize: map.tileSize ?? TILE_SIZE,
    }),
    tilejson: (map) => ({ scheme: rows.scheme, tiles: templatesOf(map, XYZ) }),
    leaflet: (map) => {
      const { template: url, parts } = choiceTemplate(map, LEAFLET, () => '{s}');
      const options = {
        ...(parts.length > 0 ? { subdomains: parts } : {}),
        // Filled in for the reader.
        ...(dependsOnLanguage(map.urlPattern) ? { language: '' } : {}),
        ...rows.leaflet,
      };
      return { make: 'L.tileLayer', url, options };
    },
    xyzservices: (map) => ({ ...choiceTemplate(map, LEAFLET, () => '{s}'), options: rows.leaflet }),
    qgis: (map) => {
      const facts = { zmin: map.minZoom, zmax: map.maxZoom };
      // 0 is unknown, 2 is high resolution.
      const tilePixelRatio = map.tileSize === 512 ? 2 : 0;
      return { element: 'xyztiles', url: firstTemplate(map, withRows), facts: { ...facts, tilePixelRatio } };
    },
    editor: (map) => {
      const choose = (parts: readonly string[]): string => `{switch:${parts.join(',')}}`;
      return {
        type: 'tms',
        url: choiceTemplate(map, { ...withRows, zoom: '{zoom}' }, choose).template,
        projections: [],
      };
    },
    osmand: (map) => ({
      // OsmAnd fills in addresses with Java's MessageFormat, in which apostrophes are quotes.
      url_template: firstTemplate(map, { zoom: '{0}', tilex: '{1}', tiley: '{2}' }).replaceAll("'", '%27'),
      ...rows.osmand,
    }),
    locus: (map) => ({ ...choiceTemplate(map, XYZ, () => '{s}'), type: rows.locus }),
    gpxsee: (map) => ({
      type: rows.gpxsee,
      elements: [['url', firstTemplate(map, { zoom: '$z', tilex: '$x', tiley: '$y' })]],
      tile: map.tileSize === undefined ? null : { size: map.tileSize },
    }),
  };
}

/** The forms of maps that `/v1/` has. */
export const XYZ_FORMS: TypeForms<CatalogMap<'xyz' | 'tms'>> = {
  // Locus calls rows from the north inverse.
  ...tileForms({ scheme: 'xyz', tiley: '{y}', leaflet: {}, osmand: {}, locus: 0, gpxsee: 'OSM' }),
  oruxmaps: (map) => choiceTemplate(map, { zoom: '{$z}', tilex: '{$x}', tiley: '{$y}' }, () => '{$s}'),
};

/** The forms of maps with flipped rows. How OruxMaps counts them no document says. */
export const TMS_FORMS: TypeForms<CatalogMap<'xyz' | 'tms'>> = tileForms({
  scheme: 'tms',
  tiley: '{-y}',
  leaflet: { tms: true },
  osmand: { inverted_y: 'true' },
  locus: 1,
  gpxsee: 'TMS',
});
