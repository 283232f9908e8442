import type { CatalogMap } from '../../../../build/model/catalog.ts';
import { readByProtocol } from '../../../../contract/maps/map-formats.ts';
import type { MapType } from '../../../../contract/maps/map-types.ts';
import { type MapAsker, PartError, type TileSource, type TypeProbe } from '../ask/map-asker.ts';
import { arcgisTiles } from './arcgis-parts.ts';
import { archiveTiles } from './pmtiles-parts.ts';
import { tmsTiles, xyzTiles } from './tile-pictures.ts';
import { vectorTiles } from './vector-parts.ts';
import { wmsTiles } from './wms-parts.ts';

const TYPES: { readonly [Type in MapType]: TypeProbe<Type> } = {
  xyz: xyzTiles,
  tms: tmsTiles,
  arcgis: arcgisTiles,
  wms: wmsTiles,
  vector: (map, ask) => vectorTiles(map, ask, archiveAt),
  pmtiles: ({ url }, ask) => archiveTiles(ask, url),
};

const ARCHIVES: Partial<Record<MapType, typeof archiveTiles>> = { pmtiles: archiveTiles };

/** @param base the document with the archive's address, which may be relative */
function archiveAt(ask: MapAsker, address: string, base: string | undefined): Promise<TileSource> | null {
  const { type, url = '' } = readByProtocol(address) ?? {};
  return (type && ARCHIVES[type]?.(ask, url, base)) ?? null;
}

export async function openTileSource(
  map: CatalogMap,
  ask: MapAsker,
  host: string,
): Promise<TileSource & { readonly isBroken?: true }> {
  try {
    return await (TYPES as Readonly<Record<MapType, TypeProbe>>)[map.type](map, ask, host);
  } catch (error) {
    if (!(error instanceof PartError)) throw error;
    return { isBroken: true, read: () => Promise.reject(error) };
  }
}
