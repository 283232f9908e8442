/** `cartalog update`: observes the files of data sources where they come from, and writes what is new. */
import { resolve } from 'node:path';
import { type Content, checkCatalog, ENTRY_KINDS, isSound, reportOn } from '../../build/pipeline.ts';
import { openCatalog } from '../../cli/files.ts';
import { CannotRunError, describeError, type ExitStatus, type Io } from '../../cli/io.ts';
import { type Progress, progressOn, writeFindings } from '../../cli/terminal.ts';
import type { Web } from '../../cli/web/web.ts';
import { openRealWeb } from '../../cli/web/web-transport.ts';
import { exampleHost, notAsked } from '../../contract/example-address.ts';
import { closestTo, plural } from '../../contract/text.ts';
import { CatalogWriter } from './catalog-writer.ts';
import { type DataSourceUpdate, type KnownDataSource, type UpdateContext, updateDataSource } from './data-source.ts';
import { type SourceSummary, summaryAsJson, summaryAsMarkdown, summaryAsText, type UpdateSummary } from './summary.ts';

/** The options of the command line. */
export interface UpdateOptions {
  readonly catalog: string;
  /** The ids of data sources; all where it is empty. */
  readonly ids: readonly string[];
  readonly dryRun: boolean;
  readonly allowRemovals: boolean;
  readonly allowPrivate: boolean;
  /** In minutes; null for no limit. */
  readonly maxTime: number | null;
  /** For each host. */
  readonly connections: number;
  /** Requests a second, for each host. */
  readonly rate: number;
  readonly format: keyof typeof FORMATS;
}

const FORMATS = { text: summaryAsText, markdown: summaryAsMarkdown, json: summaryAsJson } as const;

/** What is known is written at least this often, so that a run that is killed does not lose more. */
const CHECKPOINT_MS = 5 * 60_000;

/**
 * Runs the command.
 *
 * @returns 1 where something failed, or the catalog has errors
 * @throws CannotRunError where there is no such catalog or data source
 */
export async function runUpdate(io: Io, options: UpdateOptions): Promise<ExitStatus> {
  const folder = openCatalog(io, options.catalog);
  const { content, diagnostics } = checkCatalog(folder, { environment: {}, requireTokens: false });
  // The list of removals is written before the entries go; interrupted in between, the next run removes them.
  const faults = diagnostics.filter(({ code }) => code !== 'removal-not-done');
  if (!isSound(faults)) {
    writeFindings(io, io.stderr, options.catalog, reportOn(folder, diagnostics));
    io.stderr.write('The catalog has errors; nothing is updated.\n');
    return 1;
  }
  const known = select(content, options.ids).filter((source) => !isExample(io, source));
  const { allowPrivate, maxTime, connections, rate } = options;
  const web = openRealWeb(repositoryIn(content), {
    allowPrivate,
    maxTimeMs: maxTime === null ? null : maxTime * 60_000,
    pace: { connections, perSecond: rate },
    signal: io.signal,
  });
  const summary = await updateAll(io, options, known, web);
  io.stdout.write(FORMATS[options.format](summary));
  const hasFailed = summary.stopped !== null || summary.sources.some(({ failed }) => failed.length > 0);
  return hasFailed ? 1 : 0;
}

/** Whether a data source is an example, of which nothing can be found out; says so. */
function isExample(io: Io, { id, record }: KnownDataSource): boolean {
  const host = exampleHost(record.baseUrl);
  if (host !== null) io.stderr.write(`${notAsked(id, host)}\n`);
  return host !== null;
}

async function updateAll(
  io: Io,
  options: UpdateOptions,
  known: readonly KnownDataSource[],
  web: Web,
): Promise<UpdateSummary> {
  const progress = progressOn(io);
  const sources: SourceSummary[] = [];
  try {
    for (const dataSource of known) {
      if (web.isOver) break;
      const catalog = new CatalogWriter(resolve(io.cwd, options.catalog), dataSource, options.dryRun);
      const before = web.used;
      const context = contextOf(dataSource, { web, progress, catalog, options });
      const { groups, ...found } = await updateDataSource(dataSource, context).catch((error) =>
        failedUpdate(dataSource, describeError(error, io.env)),
      );
      const update = groups === null ? found : withUnwritten(found, catalog.write(groups, found.gone));
      const { requests, bytes } = web.used;
      const used = { requests: requests - before.requests, bytes: bytes - before.bytes };
      const source = { ...update, written: catalog.written, ...used };
      sources.push(source);
    }
  } finally {
    progress.clear();
  }
  const left = known.length - sources.length;
  const stopped = web.isOver
    ? `the time is over, or it was stopped${left > 0 ? `; ${plural(left, 'data source')} not begun` : ''}`
    : null;
  return { sources, stopped, isDryRun: options.dryRun };
}

/** The outcome with what could not be written, which has failed: nothing of it has changed. */
function withUnwritten(
  update: Omit<DataSourceUpdate, 'groups'>,
  unwritten: DataSourceUpdate['failed'],
): Omit<DataSourceUpdate, 'groups'> {
  const paths = new Set(unwritten.map(({ path }) => path));
  // An empty path is that of the data source as a whole.
  const isWritten = (path: string): boolean => !paths.has('') && !paths.has(path);
  return {
    ...update,
    added: update.added.filter(isWritten),
    changed: update.changed.filter(isWritten),
    boxesChanged: update.boxesChanged.filter(isWritten),
    gone: update.gone.filter(isWritten),
    failed: [...unwritten, ...update.failed],
  };
}

/** The outcome for a data source where the program has failed: what is written stays, and the others are updated. */
function failedUpdate({ id }: KnownDataSource, reason: string): Omit<DataSourceUpdate, 'groups'> & { groups: null } {
  const nothing = { found: null, added: [], changed: [], boxesChanged: [], unchanged: 0, gone: [] };
  return { id, groups: null, ...nothing, failed: [{ path: '', reason }] };
}

interface Parts {
  readonly web: Web;
  readonly progress: Progress;
  readonly catalog: CatalogWriter;
  readonly options: UpdateOptions;
}

function contextOf({ id }: KnownDataSource, { web, progress, catalog, options }: Parts): UpdateContext {
  const began = performance.now();
  let writtenAt = began;
  return {
    web,
    now: Date.now(),
    // While some are looked into, others wait for the pace.
    concurrency: 2 * options.connections,
    allowRemovals: options.allowRemovals,
    onProgress(done, total, path) {
      progress.report(`${id}:${paceOf(done, total, performance.now() - began)}`, done, total, path);
    },
    onNews(groups) {
      if (performance.now() - writtenAt < CHECKPOINT_MS) return;
      catalog.write(groups(), []);
      writtenAt = performance.now();
    },
  };
}

/** How fast files are observed, and how long the rest takes; nothing at the beginning, when that is not known. */
function paceOf(done: number, total: number, milliseconds: number): string {
  if (done < 20) return '';
  const perSecond = (done / milliseconds) * 1000;
  const minutes = Math.ceil((total - done) / perSecond / 60);
  return ` ${perSecond.toFixed(1)} a second, ${minutes} min left;`;
}

/** The data sources that are asked for, with their entries. @throws CannotRunError where there is no such one */
function select(content: Content, ids: readonly string[]): KnownDataSource[] {
  const idOf = (path: string): string => path.split('/')[1] as string;
  const records = new Map(content.of('datasource').map(({ file, value }) => [idOf(file.path), value]));
  for (const id of ids) {
    if (records.has(id)) continue;
    const nearest = closestTo(id, [...records.keys()]);
    const hint = nearest === null ? '.' : `; did you mean ${nearest}?`;
    throw new CannotRunError(`There is no data source ${JSON.stringify(id)} in the catalog${hint}`);
  }
  return [...records]
    .filter(([id]) => ids.length === 0 || ids.includes(id))
    .map(([id, record]) => {
      const groups = ENTRY_KINDS.flatMap((group) => {
        const document = content.of(group).find(({ file }) => idOf(file.path) === id);
        return document ? [[group, document.value]] : [];
      });
      // Nothing of a catalog without errors was left out.
      return { id, record, groups: Object.fromEntries(groups) } as KnownDataSource;
    });
}

/** The address of the catalog's repository, which servers are told. */
function repositoryIn(content: Content): string {
  return content.of('site')[0]?.value.repository ?? '';
}
