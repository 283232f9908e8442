/** Servers with files to update from, as data: their listings, and a web that waits for nothing. */

import {
  changedPathsOf,
  type DataSourceUpdate,
  type EntryChanges,
  type KnownDataSource,
  type UpdateContext,
  updateDataSource,
} from '../../commands/upstream/update/data-source.ts';
import { openWeb, type Web, type WebOptions } from '../../commands/upstream/web/web.ts';
import { realEffects, type TransportContext } from '../../commands/upstream/web/web-transport.ts';
import type { DataSourceSource, FileEntrySource } from '../../contract/generated/catalog.types.ts';
import type { Behaviour, Routes } from './faulty-server.ts';

/** When files of an upstream were changed where nothing else is said. */
export const LONG_AGO = '2026-01-02T03:04:05Z';

/** Files by their paths below a folder; a text is a file with that content. */
export type UpstreamFiles = Readonly<Record<string, string | Behaviour>>;

export interface ListingOptions {
  /** The zone of the times, in hours ahead of UTC, for a time in UTC. */
  readonly zone?: (time: string) => number;
  readonly unlisted?: readonly string[];
}

/** The routes of a server with the files below `/files/`, and the index of each folder as nginx makes it. */
export function upstreamRoutes(files: UpstreamFiles, options: ListingOptions = {}): Routes {
  const routes: Record<string, Behaviour> = {};
  const folders = new Map<string, Map<string, string>>([['', new Map()]]);
  for (const [path, file] of Object.entries(files)) {
    const how = typeof file === 'string' ? { body: file } : file;
    const behaviour: Behaviour = { lastModified: LONG_AGO, ranges: 'honoured', ...how };
    routes[`/files/${encoded(path)}`] = behaviour;
    if (options.unlisted?.includes(path)) continue;
    const segments = path.split('/');
    for (let depth = 1; depth < segments.length; depth++) {
      const folder = `${segments.slice(0, depth).join('/')}/`;
      if (!folders.has(folder)) folders.set(folder, new Map());
      folders.get(parentOf(folder))?.set(folder, row(`${segments[depth - 1]}/`, LONG_AGO, '-', options));
    }
    const length = String(behaviour.length ?? Buffer.from(behaviour.body ?? '').length);
    const line = row(segments.at(-1) ?? '', behaviour.lastModified ?? LONG_AGO, length, options);
    folders.get(parentOf(path))?.set(path, line);
  }
  for (const [folder, rows] of folders)
    routes[`/files/${encoded(folder)}`] = { body: indexPage(folder, [...rows.values()]), headers: HTML };
  return routes;
}

export const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

/** The index of a folder, of rows that are there already. */
export function indexPage(folder: string, rows: readonly string[]): string {
  const title = `Index of /files/${folder}`;
  const list = `<a href="../">../</a>\n${rows.join('')}`;
  return `<html>\n<head><title>${title}</title></head>\n<body>\n<h1>${title}</h1><hr><pre>${list}</pre><hr></body>\n</html>\n`;
}

export function row(name: string, time: string, size: string, { zone }: ListingOptions = {}): string {
  const shown = new Date(Date.parse(time) + (zone?.(time) ?? 0) * 3_600_000).toUTCString();
  const [, day, month, year, clock = ''] = shown.split(' ');
  const text = name.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);
  return `<a href="${encoded(name)}">${text}</a>  ${day}-${month}-${year} ${clock.slice(0, 5)}  ${size}\n`;
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const parentOf = (path: string): string => path.replace(/[^/]+\/?$/, '');

/** A web that asks this machine, on a clock that runs a hundred times as fast; the timeouts are those of this world. */
export function impatientWeb(
  options: Partial<WebOptions> = {},
  timeouts: NonNullable<TransportContext['timeouts']> = {},
): Web {
  const effects = realEffects({ allowPrivate: true, timeouts });
  const web = { userAgent: 'cartalog/0 (+https://example.org/catalog)', allowPrivate: true, ignoreRobots: true };
  const pace = { connections: 8, perSecond: 1_000_000 };
  const fast = {
    now: () => effects.now() * 100,
    sleep: (ms: number, signal: AbortSignal | null) => effects.sleep(ms / 100, signal),
  };
  return openWeb({ ...web, pace, ...options }, { ...effects, ...fast });
}

export function upstreamSource(
  url: string,
  groups: KnownDataSource['sections'] = { maps: {} },
  source: Partial<DataSourceSource['source']> = {},
): KnownDataSource {
  const record: DataSourceSource = {
    name: 'Maps',
    baseUrl: `${url}/files/`,
    directory: 'maps',
    action: 'Copy',
    source: { url: `${url}/files/`, level: 10, ...source },
  };
  return { id: 'maps', record, sections: groups };
}

/** What an update makes of a data source: its report, and the entries afterwards. */
export type Updated = DataSourceUpdate &
  ReturnType<typeof changedPathsOf> & { readonly groups: KnownDataSource['sections'] };

export async function updated(known: KnownDataSource, context: Partial<UpdateContext> = {}): Promise<Updated> {
  const outcome = await updateDataSource(known, {
    web: impatientWeb(),
    now: Date.now(),
    concurrency: 8,
    allowRemovals: false,
    folder: null,
    stated: null,
    onProgress: () => {},
    onNews: () => {},
    ...context,
  });
  return { ...outcome, ...changedPathsOf(outcome.changes), groups: changedGroups(known.sections, outcome.changes) };
}

/** Entries with changes; the same object without changes. */
function changedGroups(groups: KnownDataSource['sections'], changes: EntryChanges): KnownDataSource['sections'] {
  if (changes.size === 0) return groups;
  const copies = Object.entries(groups).map(([group, entries]) => [group, { ...entries }]);
  const changed: Record<string, Record<string, FileEntrySource>> = Object.fromEntries(copies);
  for (const [path, { section, from, after }] of changes) {
    changed[section] ??= {};
    if (from !== undefined) delete changed[section][from];
    if (after === null) delete changed[section][path];
    else changed[section][path] = after;
  }
  return changed;
}
