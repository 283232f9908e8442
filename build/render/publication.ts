import type { Host } from '../../contract/hosts.ts';
import type { History } from '../history/history.ts';
import type { CatalogMap, CatalogOutline, DataSource } from '../model/catalog.ts';
import type { Asset, FileRecord } from './core/asset.ts';
import type { TimeOf } from './core/document-sources.ts';
import type { Configurations } from './hosts/configuration-input.ts';
import type { DataSourceFacts } from './pages/data-source/files-index.ts';
import type { SiteParts } from './site-parts.ts';

export interface SiteInput {
  readonly catalog: CatalogOutline;
  readonly history: History;
  readonly parts: SiteParts;
  readonly host: Host;
  readonly configurations: Configurations;
  /** The host sends compressed copies. */
  readonly isCompressed: boolean;
}

/** The same object for all publications. */
export interface SiteView extends SiteInput {
  /** Has the counts of all entries once the last data source is made. */
  readonly catalog: CatalogOutline;
  /** For hosts that publish times of files. Returns null with the handler: header rules set Last-Modified. */
  readonly timeOf: TimeOf;
  /** When the catalog changed, in seconds since 1970; null if unknown, and with the handler. */
  readonly modified: number | null;
  /** Files so far, with compressed copies. */
  readonly files: readonly FileRecord[];
}

/** What stays when the entries, maybe megabytes, leave the memory. */
export interface DataSourceRest {
  readonly facts: DataSourceFacts;
  readonly json: Uint8Array;
}

/** Roles of files are in site-manifest.json. */
export interface Publication {
  when?(site: SiteView): boolean;
  /** Made while the entries are in memory. Equal files of the catalog give equal files of the site. */
  ofEntries?(source: DataSource, site: SiteView): Iterable<Asset>;
  /** Makes files that need more than the entries. */
  ofDataSource?(source: DataSourceRest, site: SiteView): Iterable<Asset>;
  /** Files that are made after all data sources. */
  files?(site: SiteView): Iterable<Asset>;
  /** Made from other publications. */
  readonly isLast?: boolean;
  /** `serve` keeps `files` as long as this is equal; without it, they are made each time. */
  inputs?(site: SiteView): unknown;
  ofMap?(map: CatalogMap, site: SiteView): Iterable<Asset>;
  /** The other inputs of `ofMap`. */
  besideMap?(map: CatalogMap, site: SiteView): unknown;
}

/** All but compressed copies, with paths from the site's root. */
export function filesInRoot({ files, host }: SiteView): FileRecord[] {
  return files
    .filter(({ role }) => role !== 'copy')
    .map((file) => ({ ...file, path: file.path.slice(host.root.length) }));
}
