/** Errors of a whole site, before anything is written: limits of its host, and collisions. */
import { asMebibytes } from '../../../contract/base/limits.ts';
import { itemsByKey, withThousands } from '../../../contract/base/text.ts';
import type { HostLimits } from '../../../contract/hosts.ts';
import { parseHeaderRules } from '../../../contract/interface/header-rules.ts';
import { type Diagnostic, diagnosing } from '../../diagnostics/diagnostic.ts';
import { error, type Problems } from '../../diagnostics/messages.ts';
import type { FileRecord } from '../core/asset.ts';
import type { Site } from '../site.ts';
import { barePages } from './configuration-input.ts';

/** Counts of all files, or of the least that records have. */
type Counts = Record<'count' | 'limit' | 'forPages', number> & { readonly largest: string; readonly isLeast: boolean };

export type CountedFile = Pick<FileRecord, 'role' | 'origin'>;

export const SITE_PROBLEMS = {
  'document-too-large': error(
    ({ document, size, limit }: { document: string; size: string; limit: number }) =>
      `The published ${document} would be too large: ${size} MiB (the host accepts ${limit} MiB). Split the data source or shorten its histories`,
  ),
  'too-many-files': error(({ count, largest, limit, forPages, isLeast }: Counts) => {
    const bare = barePages().length;
    const without =
      forPages > bare
        ? `; ${withThousands(forPages)} of them are for web pages: "pages: false" in site.yaml, or --no-pages, leaves these out, and ${isLeast ? 'about' : 'at most'} ${withThousands(count - forPages + bare)} stay`
        : '';
    const more = `If your plan takes more (Cloudflare's paid ones: 100,000), set "maxFiles" in site.yaml`;
    return `The site would have too many files: ${isLeast ? 'at least ' : ''}${withThousands(count)} (the host accepts ${withThousands(limit)}); most come from ${largest}${without}. ${more}`;
  }),
  'too-many-header-rules': error(
    ({ count, limit }: { count: number; limit: number }) =>
      `_headers has too many rules: ${count} without rules for single data sources and editions (the host accepts ${limit})`,
  ),
  'header-line-too-long': error(
    ({ length, limit }: { length: number; limit: number }) =>
      `A line of _headers is too long: ${withThousands(length)} characters (the host accepts ${withThousands(limit)})`,
  ),
  'configuration-text-too-long': error(
    ({ why }: { why: string }) =>
      `${why}. Shorten the address of the repository: each character that is not ASCII takes 6 to 12 bytes there`,
  ),
  'public-file-in-the-way': error(
    ({ path }: { path: string }) =>
      `public/${path} has the name of another file that is published, of its compressed copy, or of a folder with such files, perhaps in another spelling; rename it`,
  ),
} as const satisfies Problems;

export const siteDiagnostic = diagnosing(SITE_PROBLEMS);

export function checkHostLimits({
  host: { limits },
  files,
  headersFile,
}: Pick<Site, 'host' | 'files' | 'headersFile'>): Diagnostic[] {
  const large = tooLarge(files, limits.fileBytes).map(({ path, size: bytes, origin }): Diagnostic => {
    const size = (Math.ceil(asMebibytes(bytes) * 10) / 10).toFixed(1);
    const details = { document: path, size, limit: asMebibytes(limits.fileBytes ?? 0) };
    return siteDiagnostic('document-too-large', origin ?? path, null, details);
  });
  const diagnostics = [...large, ...tooManyFiles(files, limits.files)];
  return headersFile === null ? diagnostics : [...diagnostics, ...checkHeaders(headersFile, limits)];
}

/** @param isLeast true if `files` are only those that are known before the site is made */
export function tooManyFiles(files: readonly CountedFile[], limit: number | null, isLeast = false): Diagnostic[] {
  // `site-manifest.json`, the list of files, is made later.
  const count = files.length + 1;
  if (limit === null || count <= limit) return [];
  const forPages = files.filter(({ role }) => role === 'page' || role === 'asset').length;
  const details = { count, largest: mostFrequentOrigin(files), limit, forPages, isLeast };
  return [siteDiagnostic('too-many-files', 'site.yaml', null, details)];
}

/** Files made from a document are not reported beside it. */
function tooLarge(files: readonly FileRecord[], limit: number | null): FileRecord[] {
  const found = files.filter(({ size }) => limit !== null && size > limit);
  const documents = found.filter(({ role }) => role !== 'derived' && role !== 'part');
  return documents.length > 0 ? documents : found;
}

function checkHeaders(file: string, { headerRules, headerLine }: HostLimits): Diagnostic[] {
  const count = parseHeaderRules(file).rules.length;
  const longest = file.split('\n').reduce((length, line) => Math.max(length, line.length), 0);
  const diagnostics: Diagnostic[] = [];
  if (headerRules !== null && count > headerRules) {
    diagnostics.push(siteDiagnostic('too-many-header-rules', 'site.yaml', null, { count, limit: headerRules }));
  }
  if (headerLine !== null && longest > headerLine) {
    diagnostics.push(siteDiagnostic('header-line-too-long', 'site.yaml', null, { length: longest, limit: headerLine }));
  }
  return diagnostics;
}

function mostFrequentOrigin(files: readonly CountedFile[]): string {
  const origins = files.flatMap(({ origin }) => origin || []);
  const places = itemsByKey(origins, (origin) => origin.slice(0, Math.max(0, origin.lastIndexOf('/'))) || origin);
  return [...places].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? 'site.yaml';
}
