/**
 * A MapLibre style (version 8) with a base map as its only layer. Of overlays there is no style: it would show them without
 * a map below. Above the highest zoom level the tiles of that level are drawn larger.
 */

import { type CatalogServer, creditHtml, templatesOf, XYZ } from './tile-template.ts';
import { TILE_SIZE } from './tilejson.ts';

/** A style of one layer, as a value. */
export interface MapLibreStyle {
  readonly version: 8;
  readonly name: string;
  readonly sources: Readonly<Record<string, RasterSource>>;
  readonly layers: readonly [{ readonly id: string; readonly type: 'raster'; readonly source: string }];
}

/** The pictures of a tile server. */
interface RasterSource {
  readonly type: 'raster';
  readonly tiles: readonly string[];
  readonly tileSize: number;
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly attribution: string;
}

/** Makes the style of a base map. Source and layer have the name of its file. */
export function mapLibreStyle({ server }: CatalogServer): MapLibreStyle {
  const id = server.fileName;
  const source: RasterSource = {
    type: 'raster',
    tiles: templatesOf(server, XYZ),
    tileSize: TILE_SIZE,
    minzoom: server.minZoom,
    maxzoom: server.maxZoom,
    attribution: creditHtml(server),
  };
  return {
    version: 8,
    name: server.id,
    sources: { [id]: source },
    layers: [{ id, type: 'raster', source: id }],
  };
}
