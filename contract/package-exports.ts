/**
 * What the package of a catalog exports, by name. `scripts/compile.ts` makes its `index.d.ts` from this module, so that
 * its types come from the schemas of the documents.
 */
import type { Categories, DataSources, Editions, TileServers } from './generated/v1.types.ts';
import type { MapCollection, ProviderList, StatusList, WithdrawnList } from './generated/v2.types.ts';

/** What the package was made from. */
interface PackageOrigin {
  /** The title of the catalog. */
  title: string;
  /** Where the catalog is published, without a trailing slash. A newer copy of each document is there. */
  serviceUrl: string;
  /** The version of the package. */
  version: string;
  /** When the catalog last changed, in UTC. */
  date: string;
}

/** What the package was made from. */
export declare const about: PackageOrigin;
/** Every map with its simplified area, as GeoJSON. */
export declare const maps: MapCollection;
/** Who runs the maps, and on what terms. */
export declare const providers: ProviderList;
/** What was removed or switched off, and why. */
export declare const withdrawn: WithdrawnList;
/** Which maps work, and how they did on the last 30 days; null if the catalog does not publish it. */
export declare const status: StatusList | null;
/** Every map tile server. */
export declare const mapservers: TileServers;
/** Every overlay tile server. */
export declare const overlayservers: TileServers;
/** Every data source and its address. */
export declare const datasources: DataSources;
/** Every category and its address. */
export declare const categories: Categories;
/** Every edition and its address. */
export declare const editions: Editions;
