/**
 * Upper bounds for the files of a site, so that `check` can verify a host's limits without rendering. They are far
 * above the real sizes, and for most catalogs far below the limits.
 */
import { INDEX_ZOOM } from '../../contract/map-files.ts';
import type { CatalogOutline, DataSourceSummary } from '../model/catalog.ts';
import type { Content } from '../validate/content.ts';
import { rulesIn } from './headers.ts';
import type { SiteInput } from './site.ts';

/** The maximum bytes of a character in any file: percent-encoded, or escaped. Most names need neither. */
const OF_CHARACTER = 9;
const PLAIN = /^[\w./-]*$/;
const bytesOf = (text: string): number => (PLAIN.test(text) ? 1 : OF_CHARACTER) * text.length;

/** The maximum bytes of a checksum, and around an entry, a fragment and a record. */
const OF_CHECKSUM = 150;
const OF_ENTRY = 500;
const OF_FRAGMENT = 100;
const OF_RECORD = 2_000;

/** The maximum bytes of a file without records, and how often a page may repeat a text with every character escaped. */
const LARGEST_FRAME = 1024 * 1024;
const REPEATED = 100;

/** The maximum files of a record in any language, including those for map programs, or for pages. */
const DOCUMENTS = 4;
const OWN_FILES = 3;

/** The maximum files and header rules that every site has, including the index of maps by tile. */
const OTHER_FILES = 200 + 4 ** INDEX_ZOOM;
const OTHER_RULES = 60;

/** An upper bound for the bytes of each file that is made from the entries of a data source. */
export function upperBoundOfEntries(datasource: DataSourceSummary, content: Content): number {
  const { id, name, baseUrl, directory, source } = datasource;
  const texts = [id, name, baseUrl, directory, JSON.stringify(source)].join('');
  const ofEntry = OF_ENTRY + bytesOf(baseUrl);
  let bytes = 10_000 + 2 * OF_CHARACTER * texts.length;
  for (const { key, entry } of content.entries()) {
    const { checksums = [], fragments = {}, imageurl = '' } = entry as typeof entry & { imageurl?: string };
    bytes += ofEntry + 2 * bytesOf(key) + bytesOf(imageurl) + OF_CHECKSUM * checksums.length;
    for (const part in fragments) bytes += OF_FRAGMENT + bytesOf(part) + OF_CHECKSUM * (fragments[part]?.length ?? 0);
  }
  return bytes;
}

/** An upper bound for the bytes of each other file. @param bytes of the catalog files of all records together */
export function upperBoundOfRecords(catalog: CatalogOutline, bytes: number): number {
  const { mapservers, overlayservers, datasources, categories, editions, serviceUrl } = catalog;
  const records = mapservers.length + overlayservers.length + datasources.length + categories.length + editions.length;
  const links = editions.reduce((sum, edition) => sum + edition.datasources.length, 0);
  return LARGEST_FRAME + (records + links) * (OF_RECORD + 4 * serviceUrl.length) + REPEATED * bytes;
}

/** Whether a site is certainly within the limits of a host. @param bounds for the bytes of its files, from above */
export function isCertainlyTaken({ catalog, parts, host: { limits } }: SiteInput, bounds: readonly number[]): boolean {
  const { publicFiles, headers, page } = parts;
  const { mapservers, overlayservers, datasources, categories, editions } = catalog;
  const servers = mapservers.length + overlayservers.length;
  const records = servers + datasources.length + categories.length + editions.length;
  // All documents together, in parts that are each at least half full.
  const parted =
    limits.fileBytes === null ? 1 : 1 + (2 * bounds.reduce((sum, bytes) => sum + bytes, 0)) / limits.fileBytes;
  const ofPages = page
    ? records * catalog.languages.length + (servers + datasources.length) * OWN_FILES + page.files.length
    : 0;
  const files = publicFiles.length + records * DOCUMENTS + parted + ofPages + OTHER_FILES;
  const largest = [...bounds, ...publicFiles.map(({ size }) => size)].reduce((most, size) => Math.max(most, size), 0);
  const longestLine = headers.split('\n').reduce((most, { length }) => Math.max(most, length), 0);
  const isWithin = (value: number, limit: number | null): boolean => limit === null || value <= limit;
  return (
    isWithin(files, limits.files) &&
    isWithin(largest, limits.fileBytes) &&
    isWithin(rulesIn(headers) + OTHER_RULES, limits.headerRules) &&
    isWithin(longestLine, limits.headerLine)
  );
}
