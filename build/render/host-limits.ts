/** The limits of the host, checked before anything is written. */
import type { HostLimits } from '../../contract/hosts.ts';
import { mebibytes } from '../../contract/limits.ts';
import { isMadeForPages } from '../../contract/pages.ts';
import { isPart } from '../../contract/plain-files.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Asset } from './asset.ts';
import { rulesIn } from './headers.ts';
import type { Site } from './site.ts';

/** Reports everything in a site that is over a limit of the host. */
export function checkHostLimits({ host: { limits, root }, assets }: Pick<Site, 'host' | 'assets'>): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const { path, content, origin } of tooLarge(assets, limits.fileBytes)) {
    const size = (Math.ceil(mebibytes(content.length) * 10) / 10).toFixed(1);
    const details = { document: path, size, limit: mebibytes(limits.fileBytes ?? 0) };
    diagnostics.push(diagnostic('document-too-large', origin ?? path, null, details));
  }
  // The last stage adds the list of the files.
  const count = assets.length + 1;
  if (limits.files !== null && count > limits.files) {
    const largest = mostFrequentOrigin(assets);
    const forPages = assets.filter(({ path }) => isMadeForPages(path.slice(root.length))).length;
    diagnostics.push(diagnostic('too-many-files', largest, null, { count, largest, limit: limits.files, forPages }));
  }
  const headers = assets.find(({ path }) => path === '_headers');
  return headers ? [...diagnostics, ...checkHeaders(new TextDecoder().decode(headers.content), limits)] : diagnostics;
}

/** The files that are too large. A part of the whole catalog is not named where it is only as large as a document in it. */
function tooLarge(assets: readonly Asset[], limit: number | null): Asset[] {
  const found = assets.filter(({ content }) => limit !== null && content.length > limit);
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

function mostFrequentOrigin(assets: Site['assets']): string {
  const counts = new Map<string, number>();
  for (const { origin } of assets) if (origin) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'site.yaml';
}
