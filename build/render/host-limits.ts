/** The limits of the host, checked before anything is written. */
import type { HostLimits } from '../../contract/hosts.ts';
import { mebibytes } from '../../contract/limits.ts';
import { isMadeForPages } from '../../contract/pages.ts';
import { isPart } from '../../contract/plain-files.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Catalog } from '../model/catalog.ts';
import { type Asset, type FileRecord, type JoinedAsset, laterAsset, type SiteSink, type SizedAsset } from './asset.ts';
import { rulesIn } from './headers.ts';
import type { Site } from './site.ts';
import { isInWhole } from './whole-catalog.ts';

/** Reports everything in a site that is over a limit of the host. */
export function checkHostLimits({
  host: { limits, root },
  files,
  headersFile,
}: Pick<Site, 'host' | 'files' | 'headersFile'>): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const { path, size: bytes, origin } of tooLarge(files, limits.fileBytes)) {
    const size = (Math.ceil(mebibytes(bytes) * 10) / 10).toFixed(1);
    const details = { document: path, size, limit: mebibytes(limits.fileBytes ?? 0) };
    diagnostics.push(diagnostic('document-too-large', origin ?? path, null, details));
  }
  // The last stage adds the list of the files.
  const count = files.length + 1;
  if (limits.files !== null && count > limits.files) {
    const largest = mostFrequentOrigin(files);
    const forPages = files.filter(({ path }) => isMadeForPages(path.slice(root.length))).length;
    diagnostics.push(diagnostic('too-many-files', largest, null, { count, largest, limit: limits.files, forPages }));
  }
  return headersFile === null ? diagnostics : [...diagnostics, ...checkHeaders(headersFile, limits)];
}

/** The files that are too large. A part of the whole catalog is not named where it is only as large as a document in it. */
function tooLarge(files: readonly FileRecord[], limit: number | null): FileRecord[] {
  const found = files.filter(({ size }) => limit !== null && size > limit);
  const documents = found.filter(({ path }) => !isPart(`/${path}`));
  return documents.length > 0 ? documents : found;
}

function checkHeaders(file: string, { headerRules, headerLine }: HostLimits): Diagnostic[] {
  const count = rulesIn(file);
  const longest = file.split('\n').reduce((length, line) => Math.max(length, line.length), 0);
  const diagnostics: Diagnostic[] = [];
  if (headerRules !== null && count > headerRules) {
    diagnostics.push(diagnostic('too-many-header-rules', 'site.yaml', null, { count, limit: headerRules }));
  }
  if (headerLine !== null && longest > headerLine) {
    diagnostics.push(diagnostic('header-line-too-long', 'site.yaml', null, { length: longest, limit: headerLine }));
  }
  return diagnostics;
}

function mostFrequentOrigin(files: readonly FileRecord[]): string {
  const counts = new Map<string, number>();
  for (const { origin } of files) if (origin) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'site.yaml';
}

/**
 * A sink for whoever only wants to know whether a host takes a site: it counts files, and makes only those whose size
 * matters.
 *
 * @param limit the most bytes of a file that the host takes; null where it takes any
 * @param mostBytes no file that cannot be counted has more
 */
export function countingSink({ limit, mostBytes }: { readonly limit: number | null; readonly mostBytes: number }): SiteSink {
  // How many parts the whole catalog has follows from the sizes of the documents in it.
  const matters = (asset: Asset): boolean => limit !== null && (mostBytes > limit || isCounted(asset) || isInWhole(asset.path));
  return {
    take(asset) {
      const { path, origin, modified = null } = asset;
      const size = 'pieces' in asset ? asset.size : matters(asset) ? sizeOf(asset) : 0;
      return { path, size, sha256: '', modified, origin };
    },
    joined: ({ pieces: _, ...asset }: JoinedAsset) => {
      return laterAsset(asset.path, () => new Uint8Array(asset.size), asset.origin);
    },
    reuse: () => true,
  };
}

const isCounted = (asset: Asset | SizedAsset): boolean => 'isCounted' in asset && asset.isCounted;

const sizeOf = (asset: Asset | SizedAsset): number => ('size' in asset ? asset.size : asset.content.length);

/**
 * The most bytes that any file of a site has, but for those of data sources: a bound that is far above, for most catalogs,
 * and far below what hosts take. Of a record a page says the same several times, and escapes it; a link takes an address.
 *
 * @param bytes of the catalog files of all records together
 */
export function mostBytesOf({ mapservers, overlayservers, datasources, categories, editions, serviceUrl }: Catalog, bytes: number): number {
  const records = mapservers.length + overlayservers.length + datasources.length + categories.length + editions.length;
  const links = editions.reduce((sum, edition) => sum + edition.datasources.length, records);
  return LARGEST_FRAME + (records + links) * (BYTES_OF_RECORD + 4 * serviceUrl.length) + REPEATED * bytes;
}

/** What a page has where nothing is in it, and the files that are the same for every catalog. */
const LARGEST_FRAME = 1024 * 1024;

/** What is around a record, or a link to one. */
const BYTES_OF_RECORD = 2_000;

/** So many times a page may repeat a text, with each character escaped. */
const REPEATED = 100;
