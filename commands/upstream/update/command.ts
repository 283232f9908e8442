import { basename, posix, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Content } from '../../../build/validate/content.ts';
import { folderInRepository } from '../../../cli/git/repository-place.ts';
import { CannotRunError, describeError, type ExitStatus, type Io } from '../../../cli/terminal/io.ts';
import { progressOn } from '../../../cli/terminal/progress.ts';
import { firstRecordAdvice } from '../../../cli/terminal/terminal.ts';
import { closestWordTo, plural } from '../../../contract/base/text.ts';
import { SECTIONS } from '../../../contract/data-sources/sections.ts';
import { exampleDomain } from '../../../contract/example-address.ts';
import type { UpdatedSource, UpdateReport } from '../../../contract/generated/reports.types.ts';
import { targetKey } from '../../../contract/interface/removal-targets.ts';
import { v1Path } from '../../../contract/interface/v1-routes.ts';
import type { Web } from '../web/web.ts';
import { openRealWeb } from '../web/web-transport.ts';
import { CatalogWriter, publishedRemovals, UpdatedFiles } from './catalog-writer.ts';
import { changedPathsOf, type KnownDataSource, type UpdateContext, updateDataSource } from './data-source.ts';
import { fetchChecksumLists } from './fetch-checksum-lists.ts';
import { LocalFolder } from './local-folder.ts';
import { updateAsJson, updateAsMarkdown, updateAsText } from './report.ts';
import { unifiedDiff } from './unified-diff.ts';

interface UpdateOptions {
  readonly catalog: string;
  readonly ids: readonly string[];
  readonly folder?: string;
  readonly checksums?: readonly string[];
  readonly dryRun: boolean;
  readonly allowRemovals: boolean;
  readonly allowPrivate: boolean;
  /** In minutes. */
  readonly maxTime: number | null;
  /** The most connections to a host at the same time. */
  readonly connections: number;
  /** The most requests to a host in a second. */
  readonly rate: number;
  readonly format: keyof typeof FORMATS;
}

const FORMATS = { text: updateAsText, markdown: updateAsMarkdown, json: updateAsJson } as const;

/** Time between writing results: a killed run loses little. */
const CHECKPOINT_MS = 5 * 60_000;

export const UPDATABLE = {
  // An interrupted run may have listed removals only. The next run removes the entries.
  tolerated: ['removal-not-done'],
  refusal: () => 'The catalog has errors; nothing is updated.',
};

/** @returns 1 if something failed */
export async function runUpdate(io: Io, options: UpdateOptions, content: Content): Promise<ExitStatus> {
  const known = select(content, options.ids).filter(({ id, record }) => {
    const domain = options.folder === undefined ? exampleDomain(record) : null;
    if (domain !== null) io.stderr.write(`${id} is skipped: ${domain} is an example host without a server.\n`);
    return domain === null;
  });
  if (content.of('datasource').length === 0)
    io.stderr.write(`${firstRecordAdvice(io.cwd, options.catalog, 'data source')}\n`);
  const { allowPrivate, maxTime, connections, rate } = options;
  const web = openRealWeb(content.of('site')[0]?.value.repository ?? '', {
    allowPrivate,
    maxTimeMs: maxTime === null ? null : maxTime * 60_000,
    pace: { connections, perSecond: rate },
    signal: io.signal,
  });
  const root = resolve(io.cwd, options.catalog);
  const files = new UpdatedFiles(root, options.dryRun);
  const published = await publishedRemovals(root, content.of('site')[0]?.value.branch ?? 'main');
  const urls = new Set(options.ids.map((id) => v1Path('datasource', id)));
  const isConcerned = (key: string): boolean => urls.size === 0 || urls.has(JSON.parse(key)[0]);
  const given = await givenFiles(io, options, known, web);
  const context = { ...given, web, files, published: new Set([...published].filter(isConcerned)) };
  const updated = await updateAll(io, options, known, context);
  const inRepository = folderInRepository(root) ?? basename(root);
  const planned = files.planned.map((file) => ({ ...file, path: posix.join(inRepository, file.path) }));
  const report = { ...updated, diff: options.dryRun ? await unifiedDiff(planned) : null };
  io.stdout.write(FORMATS[options.format](report));
  return report.stopped !== null || report.sources.some(({ failed }) => failed.length > 0) ? 1 : 0;
}

type GivenFiles = Pick<UpdateContext, 'folder' | 'stated'>;

async function givenFiles(
  io: Io,
  options: UpdateOptions,
  known: readonly KnownDataSource[],
  web: Web,
): Promise<GivenFiles> {
  const { ids, folder: name, checksums = [] } = options;
  if (name === undefined && checksums.length === 0) return { folder: null, stated: null };
  if (ids.length !== 1)
    throw new CannotRunError('--folder and --checksums require the id of one data source before them.');
  const root = name === undefined ? null : resolve(io.cwd, name);
  const paths = checksums.map((list) => resolve(io.cwd, list));
  const folder = root === null ? null : new LocalFolder(root, name as string, paths);
  const bases = [
    ...known.map(({ record }) => record.baseUrl),
    ...(root === null ? [] : [`${pathToFileURL(root).href}/`]),
  ];
  const stated = checksums.length === 0 ? null : await fetchChecksumLists(checksums, { cwd: io.cwd, bases, web });
  return { folder, stated };
}

async function updateAll(
  io: Io,
  options: UpdateOptions,
  known: readonly KnownDataSource[],
  { files, published, ...given }: GivenFiles & { web: Web; files: UpdatedFiles; published: ReadonlySet<string> },
): Promise<Omit<UpdateReport, 'diff'>> {
  const { web } = given;
  const progress = progressOn(io, options);
  const sources: UpdateReport['sources'] = [];
  try {
    for (const dataSource of known) {
      if (web.isOver) break;
      const { id } = dataSource;
      const catalog = new CatalogWriter(files, id);
      const before = web.used;
      let writtenAt = performance.now();
      const context: UpdateContext = {
        ...given,
        now: Date.now(),
        // While some files are read, requests for others wait for a connection.
        concurrency: 2 * options.connections,
        allowRemovals: options.allowRemovals,
        onProgress: (done, total, path) => progress.report(`${id}:`, done, total, path),
        onNews(changes) {
          if (performance.now() - writtenAt < CHECKPOINT_MS) return;
          catalog.write(changes);
          writtenAt = performance.now();
        },
      };
      // After a bug, written results stay, and other data sources are updated.
      const { changes, failed, ...facts } = await updateDataSource(dataSource, context).catch((error) => {
        const failed = [{ path: '', reason: describeError(error, io.env) }];
        return { id, found: null, changes: new Map(), unchanged: 0, failed, warnings: [] };
      });
      const isLast = sources.length + 1 === known.length;
      const dropped = isLast
        ? removalsToDrop(published, [...sources, { id, ...changedPathsOf(changes) }])
        : new Set<string>();
      const written = catalog.write(changes, dropped);
      const source: UpdatedSource = {
        ...facts,
        ...changedPathsOf(written.changes),
        failed: [...written.failed, ...failed],
        written: [...catalog.written],
        removalsDropped: catalog.removalsDropped,
        requests: web.used.requests - before.requests,
        bytes: web.used.bytes - before.bytes,
      };
      sources.push(source);
    }
  } finally {
    progress.clear();
  }
  const left = known.length - sources.length;
  const stopped = web.isOver
    ? `the time is over, or the command was stopped${left > 0 ? `; ${plural(left, 'data source')} not begun` : ''}`
    : null;
  return { version: 1, dryRun: options.dryRun, stopped, sources };
}

/** None if a run only adds checksums: it is merged automatically. */
function removalsToDrop(
  published: ReadonlySet<string>,
  sources: readonly Pick<UpdatedSource, 'id' | 'added' | 'changed' | 'respelled' | 'gone'>[],
): ReadonlySet<string> {
  const hasOnlyChecksums =
    sources.some(({ changed }) => changed.length > 0) &&
    sources.every(({ added, respelled, gone }) => added.length + respelled.length + gone.length === 0);
  if (hasOnlyChecksums) return new Set();
  const gone = sources.flatMap(({ id, respelled, gone }) =>
    [...gone, ...respelled.map(({ before }) => before)].map((file) =>
      targetKey({ url: v1Path('datasource', id), file }),
    ),
  );
  return new Set([...published].filter((key) => !gone.includes(key)));
}

function select(content: Content, ids: readonly string[]): KnownDataSource[] {
  const idOf = (path: string): string => path.split('/')[1] as string;
  const records = new Map(content.of('datasource').map(({ file, value }) => [idOf(file.path), value]));
  for (const id of ids) {
    if (records.has(id)) continue;
    const nearest = closestWordTo(id, [...records.keys()]);
    const hint = nearest === null ? '.' : `; did you mean ${nearest}?`;
    throw new CannotRunError(`There is no data source ${JSON.stringify(id)} in the catalog${hint}`);
  }
  return [...records]
    .filter(([id]) => ids.length === 0 || ids.includes(id))
    .map(([id, record]) => {
      const sections = SECTIONS.flatMap((section) => {
        const document = content.of(section).find(({ file }) => idOf(file.path) === id);
        return document ? [[section, document.value]] : [];
      });
      return { id, record, sections: Object.fromEntries(sections) } as KnownDataSource;
    });
}
