import { recordPageOf } from '../../../build/render/pages/layout/record-links.ts';
import type { Finding } from '../../../build/report/findings.ts';
import { PLAIN_FILES } from '../../../contract/interface/plain-files.ts';
import type { Published } from '../../../contract/interface/published.ts';
import { resourceAt, V1_PREFIX } from '../../../contract/interface/v1-routes.ts';
import type { LiveProblem, LiveReport } from '../../../contract/pages/page-data.ts';
import { createHandler } from '../../../edge/handler.ts';
import { localHandler } from '../../../edge/local-handler.ts';
import type { MadeFile, OpenedSite, SiteChange } from './build-thread.ts';
import { requestedFiles } from './requested-files.ts';
import { collectGarbage } from './shared-files.ts';
import { type FileAnswer, type FileOf, responseOf, type SiteFile, siteAssets } from './site-assets.ts';

/** Serves removed documents to clients that have just read the old list. */
export const KEPT_DOCUMENT_MS = 2_000;

/** Files that every site has below `/v1/`. */
const FILES: readonly string[] = [PLAIN_FILES.all.path, PLAIN_FILES.openapi.path];

interface Served {
  readonly files: ReadonlyMap<string, SiteFile>;
  fetch(request: Request): Promise<Response | FileAnswer>;
}

/** Answers while its files are made. */
interface Opened extends Served, Pick<ReturnType<typeof requestedFiles>, 'given' | 'give' | 'end'> {
  readonly ended: Promise<void>;
}

/**
 * @param allowed host names besides the names of this machine @param prefix the catalog folder's path, with a slash at
 * the end @param begun the start of this process, in milliseconds since 1970
 */
export function liveSite(allowed: readonly string[], prefix: string, begun: number = Date.now()) {
  /** Newest first. Replaced sites answer a little longer. */
  let sites: readonly Served[] = [];
  /** The site in the making answers first. */
  let opened: Opened | null = null;
  let changes = 0;
  let findings: readonly Finding[] = [];
  const report = (): LiveReport => liveReportOf(`${begun}-${changes}`, findings, prefix);
  const fetchWith = (files: FileOf, published: Published) => fetchOf(files, published, allowed, report);
  const end = (files: Served['files']): void => {
    opened?.end(files);
    opened = null;
  };
  return {
    async answer(request: Request): Promise<Response | FileAnswer | null> {
      const { pathname } = new URL(request.url);
      // Other files below `/v1/` are known at the end.
      if (pathname.startsWith(`${V1_PREFIX}/`) && !resourceAt(pathname) && !FILES.includes(pathname))
        await opened?.ended;
      let missing: Response | FileAnswer | null = null;
      for (const site of opened ? [opened, ...sites] : sites) {
        const response = await site.fetch(request);
        if (response.status !== 404) return response;
        missing ??= response;
      }
      return missing;
    },
    /** Answers from now on. @param request called for a file not yet given */
    open(settings: OpenedSite, request: (path: string) => void): void {
      opened = openedSite(settings, sites[0]?.files.get('_redirects'), request, fetchWith);
      changes++;
    },
    give(made: readonly MadeFile[]): void {
      const old = sites[0]?.files;
      for (const [path, changed] of made) {
        const file = changed ?? old?.get(path);
        if (file) opened?.give(path, file);
      }
    },
    /** After a failure, the last good site answers again. */
    close(): void {
      if (opened) changes++;
      end(sites[0]?.files ?? new Map());
    },
    change(change: SiteChange): void {
      const [replaced] = sites;
      const site = changedSite(replaced?.files, opened?.given, change, fetchWith);
      sites = [site, ...sites];
      // Pages have already reloaded for the opened site.
      if (!opened) changes++;
      end(site.files);
      const drop = (): void => {
        sites = sites.filter((site) => site !== replaced);
        // Pages that are gone reload, so that people notice.
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

function fetchOf(
  files: FileOf,
  published: Published,
  allowed: readonly string[],
  report: () => LiveReport,
): Served['fetch'] {
  const assets = siteAssets(files);
  const handler = createHandler(published);
  const ASSETS = { fetch: async (request: Request) => responseOf(await assets(request)) };
  return localHandler((request) => handler.fetch(request, { ASSETS }), assets, allowed, report);
}

type FetchWith = (files: FileOf, published: Published) => Served['fetch'];

function openedSite(
  { published, headersText }: OpenedSite,
  redirects: SiteFile | undefined,
  request: (path: string) => void,
  fetchWith: FetchWith,
): Opened {
  const files = new Map<string, SiteFile>([['_headers', { content: Buffer.from(headersText), sha256: '' }]]);
  // All sites have the program's redirects.
  if (redirects) files.set('_redirects', redirects);
  const { get, given, give, end } = requestedFiles(files, request);
  let close = (): void => {};
  const ended = new Promise<void>((resolve) => (close = resolve));
  const endAll: Opened['end'] = (all) => {
    end(all);
    close();
  };
  return { files, fetch: fetchWith(get, { ...published, files: FILES }), given, give, end: endAll, ended };
}

/** Inside `liveSite`, a closure would keep every earlier site in memory. */
function changedSite(
  former: Served['files'] = new Map(),
  given: Served['files'] = new Map(),
  { made, removed, published }: SiteChange,
  fetchWith: FetchWith,
): Served {
  const files = new Map([...former, ...given]);
  for (const [path, changed] of made) {
    const file = changed ?? former.get(path);
    if (file) files.set(path, file);
  }
  for (const path of removed) files.delete(path);
  return { files, fetch: fetchWith((path) => files.get(path), published) };
}

const MAX_SHOWN = 50;

/** Only the first of several records has problems of the whole catalog. */
const CATALOG_CODES: ReadonlySet<string> = new Set(['unknown-terms', 'unset-token']);

/** @param site an id of the served site */
function liveReportOf(site: string, findings: readonly Finding[], prefix: string): LiveReport {
  const problems = findings.map(({ file, line, column, severity, code, message }): LiveProblem => {
    const page = CATALOG_CODES.has(code) ? null : recordPageOf(file);
    return { severity, place: `${prefix}${file}:${line}:${column}`, message, page };
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity, page }) => severity === 'warning' && page !== null);
  const shown = errors.slice(0, MAX_SHOWN);
  return { site, problems: [...shown, ...warnings.slice(0, MAX_SHOWN)], more: errors.length - shown.length };
}
