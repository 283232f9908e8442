import { recordPageOf } from '../../../build/render/pages/layout/record-links.ts';
import type { Finding } from '../../../build/report/findings.ts';
import type { LiveProblem, LiveReport } from '../../../contract/pages/page-data.ts';
import { createHandler } from '../../../edge/handler.ts';
import { localHandler } from '../../../edge/local-handler.ts';
import type { SiteChange } from './build-thread.ts';
import { collectGarbage } from './shared-files.ts';
import { type SiteFile, siteAssets } from './site-assets.ts';

/** Removed documents are still served, because clients may have just read the old list. */
export const KEPT_DOCUMENT_MS = 2_000;

interface Served {
  readonly files: ReadonlyMap<string, SiteFile>;
  fetch(request: Request): Promise<Response>;
}

/**
 * @param allowed host names besides the names of this machine
 * @param prefix the path of the catalog folder, with a slash at its end
 * @param begun when this process began, in milliseconds since 1970
 */
export function liveSite(allowed: readonly string[], prefix: string, begun: number = Date.now()) {
  /** The newest first. Replaced sites answer a little longer. */
  let sites: readonly Served[] = [];
  let changes = 0;
  let findings: readonly Finding[] = [];
  const report = (): LiveReport => liveReportOf(`${begun}-${changes}`, findings, prefix);
  return {
    async answer(request: Request): Promise<Response | null> {
      let missing: Response | null = null;
      for (const site of sites) {
        const response = await site.fetch(request);
        if (response.status !== 404) return response;
        missing ??= response;
      }
      return missing;
    },
    change(change: SiteChange): void {
      const [replaced] = sites;
      sites = [changedSite(replaced?.files, change, allowed, report), ...sites];
      changes++;
      const drop = (): void => {
        sites = sites.filter((site) => site !== replaced);
        // Reload pages that no longer exist, so that people notice.
        if (change.removed.length > 0) changes++;
        collectGarbage();
      };
      if (replaced) setTimeout(drop, KEPT_DOCUMENT_MS).unref();
    },
    report(found: readonly Finding[]): void {
      findings = found;
    },
  };
}

/** A separate function, because its closures would keep every earlier site. */
function changedSite(
  former: ReadonlyMap<string, SiteFile> | undefined,
  { changed, removed, published }: SiteChange,
  allowed: readonly string[],
  report: () => LiveReport,
): Served {
  const files = new Map(former);
  for (const path of removed) files.delete(path);
  for (const [path, file] of changed) files.set(path, file);
  const ASSETS = { fetch: siteAssets((path) => files.get(path)) };
  const handler = localHandler(createHandler(published), allowed, report);
  return { files, fetch: (request) => handler.fetch(request, { ASSETS }) };
}

/** Of errors, and of warnings. */
const MAX_SHOWN = 50;

/** These problems concern the whole catalog: they are reported only at the first of several records. */
const CATALOG_CODES: ReadonlySet<string> = new Set(['unknown-terms', 'unset-token']);

/** @param site an id of the served site */
function liveReportOf(site: string, findings: readonly Finding[], prefix: string): LiveReport {
  const problems = findings.map(({ file, line, column, severity, code, message }): LiveProblem => {
    const page = CATALOG_CODES.has(code) ? null : recordPageOf(file);
    return { severity, place: `${prefix}${file}:${line}:${column}`, message, page };
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  // Warnings that belong to no page are not shown.
  const warnings = problems.filter(({ severity, page }) => severity === 'warning' && page !== null);
  const shown = errors.slice(0, MAX_SHOWN);
  return { site, problems: [...shown, ...warnings.slice(0, MAX_SHOWN)], more: errors.length - shown.length };
}
