/**
 * Bounds for the files of a site, so that whoever wants to know whether a host takes it need not make it. They are far above
 * what a site has, and for most catalogs far below what hosts take.
 */

import type { FilesSource, ThemesSource } from '../../contract/generated/catalog.types.ts';
import type { Host } from '../../contract/hosts.ts';
import type { CatalogOutline, DataSource, DataSourceSummary } from '../model/catalog.ts';
import type { Content } from '../validate/content.ts';
import type { SiteParts } from './asset.ts';
import { rulesIn } from './headers.ts';

/** A character of a text has at most so many bytes, in an address or escaped in JSON, XML or HTML. */
const ESCAPED = 9;

/** Characters that are nowhere escaped. */
const PLAIN = /^[\w./-]*$/;

/** The bytes that a text has at most where it is written. */
const mostOf = (text: string): number => (PLAIN.test(text) ? 1 : ESCAPED) * text.length;

/** A checksum has at most so many bytes in any rendition: its values are of limited length. */
const OF_CHECKSUM = 150;

/** What is around an entry, with its box, or around a fragment. */
const OF_ENTRY = 500;
const OF_FRAGMENT = 100;

/** An entry without the address of its files; its path is in a list and in an address. */
const mostOfEntry = (path: string, imageUrl: string, checksums: number): number =>
  OF_ENTRY + 2 * mostOf(path) + mostOf(imageUrl) + checksums * OF_CHECKSUM;

const mostOfFragment = (key: string, checksums: number): number => OF_FRAGMENT + mostOf(key) + checksums * OF_CHECKSUM;

/** What a data source has without its entries, and each of these in addition to what is its own. */
function mostAround({ id, name, baseUrl, directory, source }: DataSourceSummary, entries: number): number {
  const texts = [id, name, baseUrl, directory, JSON.stringify(source)].reduce((sum, { length }) => sum + length, 0);
  return 10_000 + 2 * ESCAPED * texts + entries * mostOf(baseUrl);
}

/**
 * No document of a data source, and no file that goes with its page, has more bytes; its page has fewer than any host takes,
 * because it shows only the first entries.
 */
export function mostBytesOf(datasource: DataSource): number {
  const { files, maps, themes } = datasource;
  let bytes = mostAround(datasource, files.length + maps.length + themes.length);
  for (const entries of [files, maps, themes]) {
    for (const { path, imageurl, checksums, fragments } of entries) {
      bytes += mostOfEntry(path, imageurl, checksums.length);
      for (const { key, checksums: ofPart } of fragments) bytes += mostOfFragment(key, ofPart.length);
    }
  }
  return bytes;
}

/** The same of a data source whose entries are as they are in its catalog files. */
export function mostBytesIn(datasource: DataSourceSummary, content: Content): number {
  const entries = content.entries();
  let bytes = mostAround(datasource, entries.length);
  for (const { key, entry } of entries) {
    const { checksums, fragments, imageurl }: Partial<FilesSource[string] & ThemesSource[string]> = entry as never;
    bytes += mostOfEntry(key, imageurl ?? '', checksums?.length ?? 0);
    for (const part in fragments) bytes += mostOfFragment(part, fragments[part]?.length ?? 0);
  }
  return bytes;
}

/**
 * No other file of a site has more bytes. Of a record a page says the same several times; a link takes an address.
 *
 * @param bytes of the catalog files of all records together
 */
export function mostBytesOfRecords(catalog: CatalogOutline, bytes: number): number {
  const { mapservers, overlayservers, datasources, categories, editions, serviceUrl } = catalog;
  const records = mapservers.length + overlayservers.length + datasources.length + categories.length + editions.length;
  const links = editions.reduce((sum, edition) => sum + edition.datasources.length, 0);
  return LARGEST_FRAME + (records + links) * (OF_RECORD + 4 * serviceUrl.length) + REPEATED * bytes;
}

/**
 * Whether it is plain that a host takes a site, without knowing its files.
 *
 * @param bytes bounds for the sizes of files, as the functions above give them
 */
export function isPlainlyTaken(
  catalog: CatalogOutline,
  parts: SiteParts,
  { limits }: Host,
  bytes: readonly number[],
): boolean {
  const { publicFiles, headers, page } = parts;
  const { mapservers, overlayservers, datasources, categories, editions } = catalog;
  const { fileBytes } = limits;
  const servers = mapservers.length + overlayservers.length;
  const records = servers + datasources.length + categories.length + editions.length;
  // All documents together, in parts of which each is at least half full.
  const parted = fileBytes === null ? 1 : 1 + (2 * bytes.reduce((sum, most) => sum + most, 0)) / fileBytes;
  const ownFiles = (servers + datasources.length) * OWN_FILES;
  const ofPages = page ? records * catalog.languages.length + ownFiles + page.files.length : 0;
  const files = publicFiles.length + records * DOCUMENTS + parted + ofPages + OTHER_FILES;
  const sizes = [...bytes, ...publicFiles.map(({ size }) => size)];
  const lines = headers.split('\n').map(({ length }) => length);
  return (
    (limits.files === null || files <= limits.files) &&
    (fileBytes === null || sizes.every((size) => size <= fileBytes)) &&
    (limits.headerRules === null || rulesIn(headers) + OTHER_RULES <= limits.headerRules) &&
    (limits.headerLine === null || lines.every((length) => length <= (limits.headerLine as number)))
  );
}

/** A record has at most so many documents, and a server or data source so many files for map programs or its page. */
const DOCUMENTS = 4;
const OWN_FILES = 3;

/** Lists, schemas, pages and configuration that every site has, and the header rules that are not of single records. */
const OTHER_FILES = 200;
const OTHER_RULES = 60;

/** What a file has where nothing is in it; of those that are the same for every catalog none has more. */
const LARGEST_FRAME = 1024 * 1024;

/** What is around a record, or a link to one. */
const OF_RECORD = 2_000;

/** So many times a page may repeat a text, with each character escaped. */
const REPEATED = 100;
