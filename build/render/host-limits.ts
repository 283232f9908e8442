/** The host's limits, checked before anything is written. */
import { HOST_LIMITS, mebibytes } from '../../contract/limits.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { Site } from './site.ts';

/**
 * Reports everything in a site that is over a limit of the host.
 *
 * The header rules are those that the site needs once all of its catalog is committed, so that `check`, which asks no
 * repository, a build before the commit and one after it agree.
 */
export function checkHostLimits({ assets, committedHeaders }: Pick<Site, 'assets' | 'committedHeaders'>): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const { path, content, origin } of assets) {
    const bytes = content.length;
    if (bytes <= HOST_LIMITS.fileBytes) continue;
    const size = (Math.ceil(mebibytes(bytes) * 10) / 10).toFixed(1);
    diagnostics.push(diagnostic('document-too-large', origin ?? path, null, { document: path, size }));
  }
  // The last stage adds the list of the files.
  const count = assets.length + 1;
  if (count > HOST_LIMITS.files) {
    const largest = mostFrequentOrigin(assets);
    diagnostics.push(diagnostic('too-many-files', largest, null, { count, largest }));
  }
  return [...diagnostics, ...checkHeaders(committedHeaders)];
}

function checkHeaders(file: string): Diagnostic[] {
  const lines = file.split('\n');
  const rules = lines.filter((line) => line.startsWith('/'));
  const longest = lines.reduce((length, line) => Math.max(length, line.length), 0);
  const diagnostics: Diagnostic[] = [];
  if (rules.length > HOST_LIMITS.headerRules) {
    const count = (kind: string): number => rules.filter((rule) => rule.startsWith(`/v1/${kind}/`)).length;
    const kinds = ['datasources', 'editions'].sort((a, b) => count(b) - count(a));
    const what = kinds.map((kind) => `${count(kind)} are for ${kind}`).join(', ');
    diagnostics.push(diagnostic('too-many-header-rules', kinds[0] as string, null, { count: rules.length, what }));
  }
  if (longest > HOST_LIMITS.headerLine) {
    diagnostics.push(diagnostic('header-line-too-long', 'site.yaml', null, { length: longest }));
  }
  return diagnostics;
}

function mostFrequentOrigin(assets: Site['assets']): string {
  const counts = new Map<string, number>();
  for (const { origin } of assets) if (origin) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'site.yaml';
}
