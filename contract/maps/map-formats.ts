import { NEW_TYPES, type NewType, typeTraits } from './map-types.ts';

/** File endings, and ends of media types, of data that is not a picture. */
const DATA_FORMATS = {
  vector: 'pbf mvt mlt vnd.mapbox-vector-tile vnd.maplibre-vector-tile vnd.maplibre-tile protobuf'.split(' '),
  data: `json geojson geo+json vnd.geo+json geojsonl jsonl ndjson topojson gml kml kmz gpx csv xml fgb parquet geoparquet arrow feather shp gpkg
    terrain vnd.quantized-mesh b3dm i3dm pnts cmpt subtree glb gltf las laz lerc tif tiff geotiff hgt bil nc grib grib2 npy npz
    zip gz tar 7z zst mbtiles pmtiles ktx ktx2 basis dds`.split(/\s+/),
} as const;

export function dataOfFormat(format: string): keyof typeof DATA_FORMATS | null {
  const name = nameOfFormat(format).toLowerCase();
  return DATA_FORMATS.vector.includes(name) ? 'vector' : DATA_FORMATS.data.includes(name) ? 'data' : null;
}

export function nameOfFormat(format: string): string {
  return format
    .replace(/(?:;|%3b).*$/is, '')
    .replace(/^.*\//s, '')
    .trim()
    .replace(/^(?:\.|x-)/i, '');
}

/** True for an address of tiles, false for that of a TileJSON. */
export function isTileTemplate(tiles: string): boolean {
  return /\{[xyz]\}/.test(tiles);
}

/** Endings are also the protocols by which libraries read such files. */
export const FILE_FORMATS = NEW_TYPES.flatMap((type) => {
  const { format } = typeTraits(type) ?? {};
  return format ? [{ type, format, ending: format.toLowerCase() }] : [];
});

/** `pmtiles://https://…` */
export function readByProtocol(address: string): { readonly type: NewType; readonly url: string } | null {
  const [, protocol, url = ''] = /^([a-z]{2,20}):\/\/(.*)$/is.exec(address) ?? [];
  const fileFormat = FILE_FORMATS.find(({ ending }) => ending === protocol?.toLowerCase());
  return fileFormat ? { type: fileFormat.type, url } : null;
}

export function mapTypeOfFile(address: string): NewType | null {
  // Parameters may name other files.
  const path = address.replace(/[?#](?!\{).*$/s, '').toLowerCase();
  return FILE_FORMATS.find(({ ending }) => path.endsWith(`.${ending}`))?.type ?? null;
}

/** Probably a TileJSON, which describes tiles, not how they are drawn. */
export function isTileJson(address: string): boolean {
  return /\/(?:tiles?|metadata|[^/?#]*tilejson[^/?#]*)(?:\.json)?(?:[?#]|$)|\/data\/[^/?#]+\.json(?:[?#]|$)/i.test(
    address,
  );
}

/** True for the address of a style, a TileJSON or an archive, false for that of a service. */
export const isMapAddress = (source: string): boolean =>
  /^https?:\/\//i.test(source) &&
  (mapTypeOfFile(source) !== null || /^[^?#]*(?:\.json|\/styles?\/[^/?#]+)(?:[?#]|$)/i.test(source)) &&
  !source.includes('/v1/');

/** MapLibre tiles (MLT), by the ending. Few programs read them. */
export const hasMapLibreTiles = (address: string): boolean => /\.mlt(?:[?#]|$)/i.test(address);
