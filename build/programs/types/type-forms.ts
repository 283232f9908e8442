/** What a type of map has to say for each map program: the part of the program's format that differs between types. */
import type { CatalogMap } from '../../model/catalog.ts';

/** Values by the names that a program has for them. */
type Values<T = unknown> = Readonly<Record<string, T>>;

/** A map with placeholders that a program fills in, and those for hosts. */
interface Choice {
  readonly template: string;
  readonly parts: readonly string[];
}

/**
 * The parts of a type. A program whose part is missing cannot show maps of the type; a part that is null is one that a
 * record does not have.
 */
export interface TypeForms<M extends CatalogMap = CatalogMap> {
  /** The address of a tile with `{z}`, `{x}` and `{y}`. */
  address?(map: M): string;
  /** The source of a MapLibre style without what all have, the address of a style, or code that needs none. */
  maplibre?(map: M): Values | string | null;
  /** A TileJSON without what all have, or the address of one, or of an archive. */
  tilejson?(map: M): Values | string | null;
  /** A layer of Leaflet: code that runs first, the function that makes it, its address if it has one, and its own options. */
  leaflet?(map: M): {
    readonly setup?: string;
    readonly make: 'L.tileLayer' | 'L.tileLayer.wms' | 'L.maplibreGL' | 'pmtiles.leafletRasterLayer';
    readonly url: string | null;
    readonly options: Values;
  } | null;
  xyzservices?(map: M): Choice & { readonly options: Values };
  /**
   * A connection of QGIS: the element in the file of its kind, and the address that people enter; with how the provider
   * reads the layer, if a connection alone does not say what is drawn.
   */
  qgis?(map: M): {
    readonly element: 'xyztiles' | 'wms' | 'vectortile';
    readonly url: string;
    readonly facts: Values<string | number | null>;
    readonly layer?: { readonly provider: string; readonly uri: Values<string> & { readonly crs: string } };
  } | null;
  /** An address for JOSM and editor-layer-index, with the projections of a WMS. */
  editor?(map: M): { readonly type: 'tms' | 'wms'; readonly url: string; readonly projections: readonly string[] };
  /** The parameters of a link for OsmAnd. */
  osmand?(map: M): Values<string>;
  oruxmaps?(map: M): Choice;
  locus?(map: M): Choice & { readonly type: number };
  /** A map of GPXSee: its type, elements by name, in order, and the attributes of its tiles if it has any. */
  gpxsee?(map: M): {
    readonly type: 'OSM' | 'TMS' | 'WMS';
    readonly elements: readonly (readonly [name: string, text: string])[];
    readonly tile: Values<string | number> | null;
  } | null;
}
