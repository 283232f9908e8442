/** What a type of map has to say for each map program: the part of the program's format that differs between types. */
import type { MapRecord } from '../../../model/catalog.ts';

/** A layer of Leaflet: the function that makes it, and its arguments. */
export interface LeafletLayer {
  readonly make: 'L.tileLayer' | 'L.tileLayer.wms' | 'L.maplibreGL';
  /** The address; null where it is among the options. */
  readonly url: string | null;
  readonly options: Readonly<Record<string, unknown>>;
}

/** An address for JOSM and editor-layer-index, with the projections of a WMS. */
export interface EditorLayer {
  readonly type: 'tms' | 'wms';
  readonly url: string;
  readonly projections: readonly string[];
}

/** A connection of QGIS: the element in the file of its kind, and the address that people enter. */
export interface QgisConnection {
  readonly element: 'xyztiles' | 'wms' | 'vectortile';
  readonly url: string;
  readonly facts: Readonly<Record<string, string | number | null>>;
}

/** A layer of QGIS: how its provider reads it. */
export interface QgisLayer {
  readonly provider: 'wms';
  readonly uri: Readonly<Record<string, string>>;
  readonly crs: string;
}

/** A map of GPXSee: its type, and elements by name, in order. */
export interface GpxSeeMap {
  readonly type: 'OSM' | 'TMS' | 'WMS';
  readonly elements: readonly (readonly [name: string, text: string])[];
  /** The attributes of its tiles; null if it has none. */
  readonly tile: Readonly<Record<string, string | number>> | null;
}

/** A map with placeholders that a program fills in, and those for hosts. */
export interface Choice {
  readonly template: string;
  readonly parts: readonly string[];
}

/**
 * The parts of a type. A program whose part is missing cannot show maps of the type; a part that is null is one that a
 * record does not have.
 */
export interface TypeForms<M extends MapRecord = MapRecord> {
  /** The address of a tile with `{z}`, `{x}` and `{y}`. */
  address?(map: M): string;
  /** The source of a MapLibre style without what all have, or the address of a style. */
  maplibre?(map: M): Readonly<Record<string, unknown>> | string | null;
  /** A TileJSON without what all have, or the address of one. */
  tilejson?(map: M): Readonly<Record<string, unknown>> | string | null;
  leaflet?(map: M, language: string): LeafletLayer | null;
  xyzservices?(map: M): Choice & { readonly options: Readonly<Record<string, unknown>> };
  qgis?(map: M): QgisConnection | null;
  qlr?(map: M): QgisLayer;
  editor?(map: M): EditorLayer;
  /** The parameters of a link for OsmAnd. */
  osmand?(map: M): Readonly<Record<string, string>>;
  oruxmaps?(map: M): Choice;
  locus?(map: M): Choice & { readonly type: number };
  gpxsee?(map: M): GpxSeeMap | null;
}
