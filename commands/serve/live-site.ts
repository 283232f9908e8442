/**
 * Changes the site under a running server so that at every moment what is linked answers.
 *
 * The documents and the handler that knows their ids cannot change in one step: the server takes a moment to load a new
 * handler. So a document is there before the handler that knows it, and both before the list that links to it. What the
 * next site no longer has answers a little longer, because a client may just have read a list that links to it.
 */
import type { Asset, Site, StagedFiles } from '../../build/pipeline.ts';
import { lookUpIn, type Published } from '../../contract/published.ts';
import { pathOf, type Resource, type RouteName, resourceAt } from '../../contract/routes.ts';

/** For this many milliseconds what is no longer linked still answers. */
export const KEPT_MS = 2_000;

/** What a live site needs of the machine. */
interface LiveSiteEffects {
  /** Begins to write what is new next to the folder that is served. @throws if that fails, with nothing changed */
  stage(): StagedFiles;
  /** Removes all other files from the folder. @returns how many there were */
  removeBut(paths: ReadonlySet<string>): number;
  /** The handler for what is published. */
  handler(published: Published): Asset;
  /** Waits until the server, if one runs, answers a path with a status. */
  untilAnswered(path: string, status: number): Promise<void>;
  /** A time in milliseconds, from any moment on. */
  now(): number;
}

/** A site that is served. */
export interface LiveSite {
  /**
   * Changes to another site.
   *
   * @param staged the files of it that are new or different
   * @returns how many that are
   * @throws the errors of the effects
   */
  change(site: Pick<Site, 'files' | 'published'>, staged: StagedFiles): Promise<number>;
  /**
   * Ends the time in which what is no longer linked still answers.
   *
   * @returns how many files that changes
   * @throws the errors of the effects
   */
  finish(): Promise<number>;
  /**
   * Publishes a file beside the site, in place of the one before of the same path.
   *
   * @throws the errors of the effects
   */
  publish(file: Asset): void;
  /** Forgets what was served, because somebody has removed it: nothing of it answers any longer. */
  forget(): void;
}

/** What is known of a site that is, or was, served. */
interface Served {
  readonly paths: ReadonlySet<string>;
  readonly published: Published;
}

/** A site whose folder is empty at first. */
export function liveSite(effects: LiveSiteEffects): LiveSite {
  let current: Served | null = null;
  let former: { readonly served: Served; readonly until: number }[] = [];
  /** What the handler in the folder knows. */
  let known: Published | null = null;
  /** What is published beside the site. */
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
      const removed = effects.removeBut(new Set([...beside, ...answering.flatMap(({ paths }) => [...paths])]));
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

/** The answer by which the new handler differs from the old one; null if they know the same ids. */
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
