/** The limits of the host, checked before anything is written. */
import type { HostLimits } from '../../contract/hosts.ts';
import { mebibytes } from '../../contract/limits.ts';
import { isMadeForPages } from '../../contract/pages.ts';
import { isPart } from '../../contract/plain-files.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { FileRecord, SiteSink } from './asset.ts';
import { rulesIn } from './headers.ts';
import type { Site } from './site.ts';

/** Reports everything in a site that exceeds a limit of the host. */
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
  // The last stage adds the list of files.
  const count = files.length + 1;
  if (limits.files !== null && count > limits.files) {
    const largest = mostFrequentOrigin(files);
    const forPages = files.filter(({ path }) => isMadeForPages(path.slice(root.length))).length;
    diagnostics.push(
      diagnostic('too-many-files', 'site.yaml', null, { count, largest, limit: limits.files, forPages }),
    );
  }
  return headersFile === null ? diagnostics : [...diagnostics, ...checkHeaders(headersFile, limits)];
}

/** The files that are too large. A part of the whole catalog is not reported if a document in it is too large. */
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

/** The top-level folder or file of the catalog that most files come from. */
function mostFrequentOrigin(files: readonly FileRecord[]): string {
  const counts = new Map<string, number>();
  for (const { origin } of files) {
    if (!origin) continue;
    const place = origin.slice(0, Math.max(0, origin.lastIndexOf('/'))) || origin;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'site.yaml';
}

/** A sink that keeps only the sizes of files, to check the limits of a host. */
export function countingSink(): SiteSink {
  const sizes = new Map<string, number>();
  return {
    take({ path, origin, content, modified = null }) {
      sizes.set(path, content.length);
      return { path, size: content.length, sha256: '', modified, origin };
    },
    read: (path) => new Uint8Array(sizes.get(path) ?? 0),
  };
}
