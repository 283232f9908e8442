/**
 * TileJSON 3.0, which describes one tile server. It has no word for a language. `vector_layers` is left out: its text says
 * that pictures need none, and readers take what has it for vectors.
 */
import { type CatalogServer, creditHtml, templatesOf, XYZ } from './tile-template.ts';

/** The pixels of a tile's edge on the map. What the catalog lists is counted in tiles of this size. */
export const TILE_SIZE = 256;

/** The TileJSON of a server, as a value. */
export interface TileJson {
  readonly tilejson: '3.0.0';
  readonly name: string;
  readonly description: string;
  readonly attribution: string;
  readonly scheme: 'xyz';
  readonly tiles: readonly string[];
  readonly minzoom: number;
  readonly maxzoom: number;
  /** Not of the specification, which allows other keys: MapLibre and Mapbox would assume 512. */
  readonly tileSize: number;
}

/** Makes the TileJSON of a server. */
export function tileJson({ server }: CatalogServer): TileJson {
  return {
    tilejson: '3.0.0',
    name: server.id,
    description: server.name,
    attribution: creditHtml(server),
    scheme: 'xyz',
    tiles: templatesOf(server, XYZ),
    minzoom: server.minZoom,
    maxzoom: server.maxZoom,
    tileSize: TILE_SIZE,
  };
}
