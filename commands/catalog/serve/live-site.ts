/**
 * Updates the site of a running server so that all links work at every moment.
 *
 * Documents and the handler with their ids cannot change atomically, because the server needs time to load a handler.
 * So documents are written first, then the handler, then the lists that link to them. Removed documents are served a
 * little longer, because clients may have just read the old list.
 */
import type { Asset } from '../../../build/render/asset.ts';
import { recordPageOf } from '../../../build/render/pages/record-links.ts';
import type { Site } from '../../../build/render/site.ts';
import type { Finding } from '../../../build/report/findings.ts';
import type { StagedFiles } from '../../../build/write/sync.ts';
import type { LiveProblem, LiveReport } from '../../../contract/pages.ts';
import { lookUpIn, type Published } from '../../../contract/published.ts';
import { pathOf, type Resource, type RouteName, resourceAt } from '../../../contract/routes.ts';

/** How long removed documents are still served, in milliseconds. */
export const KEPT_MS = 2_000;

/** The effects of a live site. */
interface LiveSiteEffects {
  /** Starts writing new files next to the served folder. @throws if that fails, with nothing changed */
  stage(): StagedFiles;
  /** Removes all other files from the folder. @returns how many there were */
  removeBut(paths: ReadonlySet<string>): number;
  /** Makes the handler for published ids. */
  handler(published: Published): Asset;
  /** Waits until the server, if one runs, answers a path with a status. */
  untilAnswered(path: string, status: number): Promise<void>;
  /** The time of a monotonic clock, in milliseconds. */
  now(): number;
}

/** A served site. */
export interface LiveSite {
  /**
   * Switches to another site.
   *
   * @param staged the new or changed files
   * @returns how many files changed
   * @throws the errors of the effects
   */
  change(site: Pick<Site, 'files' | 'published'>, staged: StagedFiles): Promise<number>;
  /**
   * Stops serving removed documents.
   *
   * @returns how many files changed
   * @throws the errors of the effects
   */
  finish(): Promise<number>;
  /** Publishes or replaces a file beside the site. @throws the errors of the effects */
  publish(file: Asset): void;
  /** Forgets the served site, because it was removed. */
  forget(): void;
}

/** The state of a served site. */
interface Served {
  readonly paths: ReadonlySet<string>;
  readonly published: Published;
}

/** A site whose folder is empty at first. */
export function liveSite(effects: LiveSiteEffects): LiveSite {
  let current: Served | null = null;
  let former: { readonly served: Served; readonly until: number }[] = [];
  /** The ids that the handler in the folder knows. */
  let known: Published | null = null;
  /** The files published beside the site. */
  const beside = new Set<string>();

  async function bring(staged: StagedFiles, next: Served): Promise<number> {
    const answering = [next, ...former.map(({ served }) => served)];
    const published = answering.map((served) => served.published).reduce(union);
    const handler = effects.handler(published);
    try {
      staged.take(handler);
      const { added } = staged;
      staged.moveIn(added);
      const { changed } = staged;
      const rest = changed.filter((path) => path !== handler.path);
      const isNewHandler = rest.length < changed.length;
      if (isNewHandler) {
        staged.moveIn([handler.path]);
        const sign = known && signOf(known, published);
        if (sign) await effects.untilAnswered(sign.path, sign.status);
      }
      known = published;
      staged.moveIn(rest);
      current = next;
      const removed = effects.removeBut(
        new Set([handler.path, ...beside, ...answering.flatMap(({ paths }) => [...paths])]),
      );
      return added.length + changed.length + removed;
    } finally {
      staged.discard();
    }
  }

  return {
    change({ files, published }, staged) {
      const now = effects.now();
      former = former.filter(({ until }) => until > now);
      if (current) former.push({ served: current, until: now + KEPT_MS });
      return bring(staged, { paths: new Set(files.map(({ path }) => path)), published });
    },
    async finish() {
      former = [];
      return current ? bring(effects.stage(), current) : 0;
    },
    publish(file) {
      beside.add(file.path);
      const staged = effects.stage();
      try {
        staged.take(file);
        staged.moveIn(staged.added);
        staged.moveIn(staged.changed);
      } finally {
        staged.discard();
      }
    },
    forget() {
      current = null;
      former = [];
      known = null;
    },
  };
}

function union(next: Published, former: Published): Published {
  const both = (one: readonly string[], two: readonly string[]): string[] => [...new Set([...one, ...two])];
  const { isPublished } = lookUpIn(next);
  const isGone = (path: string): boolean => !isPublished(resourceAt(path) as Resource);
  const gone = Object.entries(former.headers ?? {}).filter(([path]) => isGone(path));
  const headers = { ...Object.fromEntries(gone), ...next.headers };
  return {
    repository: next.repository,
    ids: {
      datasource: both(next.ids.datasource, former.ids.datasource),
      category: both(next.ids.category, former.ids.category),
      edition: both(next.ids.edition, former.ids.edition),
    },
    withSource: both(next.withSource, former.withSource),
    files: both(next.files, former.files),
    ...(next.headers || former.headers ? { headers } : {}),
  };
}

/** A response that differs between the old and the new handler; null if they know the same ids. */
function signOf(before: Published, after: Published): { path: string; status: number } | null {
  const [added] = idsOnlyIn(after, before);
  if (added) return { path: added, status: 200 };
  const [removed] = idsOnlyIn(before, after);
  return removed ? { path: removed, status: 404 } : null;
}

function* idsOnlyIn(one: Published, two: Published): Generator<string> {
  for (const route of Object.keys(one.ids) as (keyof Published['ids'] & RouteName)[]) {
    const others = new Set(two.ids[route]);
    for (const id of one.ids[route]) if (!others.has(id)) yield pathOf(route, id);
  }
}

/** The maximum number of errors, and of warnings. */
const SHOWN = 50;

/** Findings that are reported once, at the first of several records. */
const OF_THE_CATALOG: ReadonlySet<string> = new Set(['unknown-terms', 'unset-token']);

/**
 * The report of the findings of one build: errors first.
 *
 * @param site an id of the served site
 * @param prefix the path of the catalog folder with a trailing slash
 */
export function liveReport(site: string, findings: readonly Finding[], prefix: string): LiveReport {
  const problems = findings.map(({ file, line, column, severity, code, message }): LiveProblem => {
    const page = OF_THE_CATALOG.has(code) ? null : recordPageOf(file);
    return { severity, place: `${prefix}${file}:${line}:${column}`, message, page };
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  // Warnings are shown only on the pages of their records.
  const warnings = problems.filter(({ severity, page }) => severity === 'warning' && page !== null);
  const shown = errors.slice(0, SHOWN);
  return { site, problems: [...shown, ...warnings.slice(0, SHOWN)], more: errors.length - shown.length };
}
