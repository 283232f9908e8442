/** The shape of everything that a site publishes, and its inputs. */
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
  /** Whether to make compressed copies, if the host sends them. */
  readonly isCompressed: boolean;
}

/** What publications see of a site: the same object for all. */
export interface SiteView extends SiteInput {
  /** After the last data source, it has the counts of all entries. */
  readonly catalog: CatalogOutline;
  /** The times of documents, for hosts that publish times of files; null with the handler, where header rules set Last-Modified. */
  readonly timeOf: TimeOf;
  /** When the whole catalog last changed, in seconds since 1970; null if it is unknown, and with the handler. */
  readonly modified: number | null;
  /** The files so far, compressed copies included. */
  readonly files: readonly FileRecord[];
}

/** What is left of a data source when its entries, which may be megabytes, leave the memory. */
export interface DataSourceRest {
  readonly facts: DataSourceFacts;
  readonly json: Uint8Array;
}

/** Something that a site publishes. Each of its files says its role, which is in site-manifest.json. */
export interface Publication {
  /** Whether a site has it; if missing, every site has it. */
  when?(site: SiteView): boolean;
  /**
   * Files for a data source, made while its entries are in memory. Equal files of the catalog give equal files of the
   * site.
   */
  ofEntries?(source: DataSource, site: SiteView): Iterable<Asset>;
  /** Files for a data source that are not made from its entries alone. */
  ofDataSource?(source: DataSourceRest, site: SiteView): Iterable<Asset>;
  /** Files for the whole catalog, made after all data sources. */
  files?(site: SiteView): Iterable<Asset>;
  /** Whether its files are made from other publications, so that those are made first. */
  readonly isLast?: boolean;
  /** What its files are made from. `serve` keeps them as long as it is equal; if missing, they are made each time. */
  inputs?(site: SiteView): unknown;
  /** Files for one map. */
  ofMap?(map: CatalogMap, site: SiteView): Iterable<Asset>;
  /** The other inputs of `ofMap`. */
  besideMap?(map: CatalogMap, site: SiteView): unknown;
}

/** All files without compressed copies, with paths from the root of the site. */
export function filesInRoot({ files, host }: SiteView): FileRecord[] {
  return files
    .filter(({ role }) => role !== 'copy')
    .map((file) => ({ ...file, path: file.path.slice(host.root.length) }));
}
