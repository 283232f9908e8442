/** Formats of maps and tiles, and what the end of an address says of them. */
import { NEW_TYPES, type NewType, rowOf } from './map-types.ts';

/** Formats of tiles that are no pictures, by the endings of their names and the ends of their media types. */
const DATA_FORMATS = {
  vector: 'pbf mvt mlt vnd.mapbox-vector-tile vnd.maplibre-vector-tile vnd.maplibre-tile x-protobuf'.split(' '),
  data: `json geojson geo+json vnd.geo+json geojsonl jsonl ndjson topojson gml kml kmz gpx csv xml fgb parquet geoparquet arrow feather shp gpkg
    terrain vnd.quantized-mesh b3dm i3dm pnts cmpt subtree glb gltf las laz lerc tif tiff geotiff hgt bil nc grib grib2 npy npz
    zip gz tar 7z zst mbtiles pmtiles ktx ktx2 basis dds`.split(/\s+/),
} as const;

/** What tiles of a format are if they are no pictures: vector tiles, or other data; null if they may be pictures. */
export function dataOfFormat(format: string): keyof typeof DATA_FORMATS | null {
  const name = nameOfFormat(format).toLowerCase();
  return DATA_FORMATS.vector.includes(name) ? 'vector' : DATA_FORMATS.data.includes(name) ? 'data' : null;
}

/** The end of the name of a format, which is written as an ending or a media type. */
export function nameOfFormat(format: string): string {
  return format.replace(/;.*$/s, '').replace(/^.*\//s, '').trim().replace(/^\./, '');
}

/** Whether an address of vector tiles is that of one tile, and not that of a TileJSON. */
export function isTileTemplate(tiles: string): boolean {
  return /\{[xyz]\}/.test(tiles);
}

/** The formats of maps that are one file. Their endings are the names of the protocols by which libraries read them, too. */
export const FILE_FORMATS = NEW_TYPES.flatMap((type) => {
  const { format } = rowOf(type) ?? {};
  return format ? [{ type, format, ending: format.toLowerCase() }] : [];
});

/** The type of a map that is one file, and its address, by such a protocol: `pmtiles://https://…`; null without one. */
export function readByProtocol(address: string): { readonly type: NewType; readonly url: string } | null {
  const [, protocol, url = ''] = /^([a-z]{2,20}):\/\/(.*)$/is.exec(address) ?? [];
  const its = FILE_FORMATS.find(({ ending }) => ending === protocol?.toLowerCase());
  return its ? { type: its.type, url } : null;
}

/** The type of a map that is one file, by the name of that; null for other addresses. */
export function mapTypeOfFile(address: string): NewType | null {
  // Parameters may name other files.
  const path = address.replace(/[?#](?!\{).*$/s, '').toLowerCase();
  return FILE_FORMATS.find(({ ending }) => path.endsWith(`.${ending}`))?.type ?? null;
}

/** Whether an address is that of a TileJSON, which describes tiles and not how they look, by its name. */
export function isTileJson(address: string): boolean {
  return /\/(?:tiles?|metadata|[^/?#]*tilejson[^/?#]*)(?:\.json)?(?:[?#]|$)|\/data\/[^/?#]+\.json(?:[?#]|$)/i.test(
    address,
  );
}

/** Whether an address is that of a style, a TileJSON or an archive, and not of a service. */
export const isMapAddress = (source: string): boolean =>
  /^https?:\/\//i.test(source) &&
  (mapTypeOfFile(source) !== null || /^[^?#]*(?:\.json|\/styles?\/[^/?#]+)(?:[?#]|$)/i.test(source)) &&
  !source.includes('/v1/');

/** Whether tiles are MapLibre tiles (MLT) by the ending of their address. Few programs read them. */
export const hasMapLibreTiles = (address: string): boolean => /\.mlt(?:[?#]|$)/i.test(address);
