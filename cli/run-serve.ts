/** `cartalog serve`: the site as it would be published, on this machine, kept up to date. */
import { resolve } from 'node:path';
import { watch } from 'chokidar';
import { summary } from '../build/report/findings.ts';
import { syncSite } from '../build/write/sync.ts';
import { CannotRunError, type ExitStatus, type Io } from './io.ts';
import { type CatalogOptions, renderCatalog } from './run-catalog.ts';
import { isFree, type Runtime, startRuntime } from './runtime.ts';
import { writeFindings } from './terminal.ts';

export interface ServeOptions {
  readonly catalog: string;
  readonly port: number;
}

/** Editors write a file in several steps; this many milliseconds after the last of them the catalog is built. */
const SETTLE_MS = 80;

export async function serve(io: Io, { catalog, port }: ServeOptions): Promise<ExitStatus> {
  if (!(await isFree(port))) {
    throw new CannotRunError(`Port ${port} is in use; choose another with --port N.`);
  }
  const work = resolve(io.cwd, '.cartalog', `serve-${port}`);
  const site = `${work}/site`;
  const options: CatalogOptions = { catalog, serviceUrl: `http://127.0.0.1:${port}`, requireTokens: false };
  const stopped = new Promise<null>((settle) => io.signal.addEventListener('abort', () => settle(null)));

  // Watched before it is first read, so that no change falls between the two.
  const changes = await watchCatalog(resolve(io.cwd, catalog));
  let runtime: Runtime | null = null;
  try {
    if (await rebuild(io, options, site)) runtime = await start(io, site, work, port);
    else io.stderr.write('Serving begins as soon as the errors are mended.\n');
    for (;;) {
      const event = await Promise.race([stopped, changes.next(), ...(runtime ? [runtime.ended] : [])]);
      if (event === null) return 0;
      if (event !== 'changed') throw new CannotRunError(`The Cloudflare runtime ended:\n${event.trim()}`);
      if (!(await rebuildIfThere(io, options, site))) {
        if (runtime) io.stderr.write('The last good site stays up.\n');
      } else {
        runtime ??= await start(io, site, work, port);
      }
    }
  } finally {
    await changes.close();
    await runtime?.stop();
  }
}

async function start(io: Io, site: string, work: string, port: number): Promise<Runtime> {
  const runtime = await startRuntime(site, `${work}/state`, port);
  io.stderr.write(`Serving ${runtime.url}/ — the lists are at ${runtime.url}/v1/ (Ctrl+C stops)\n`);
  return runtime;
}

/** Builds again. A catalog that is gone for a moment, while git changes branches for example, is a bad change. */
async function rebuildIfThere(io: Io, options: CatalogOptions, folder: string): Promise<boolean> {
  try {
    return await rebuild(io, options, folder);
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error;
    io.stderr.write(`${error.message}\n`);
    return false;
  }
}

/** Builds into the folder that is served. Gives whether the catalog was good. */
async function rebuild(io: Io, options: CatalogOptions, folder: string): Promise<boolean> {
  const { findings, site } = await renderCatalog(io, options, true);
  writeFindings(io, io.stderr, options.catalog, findings);
  if (!site) {
    io.stderr.write(`${summary(findings)}.\n`);
    return false;
  }
  const changes = syncSite(folder, site.assets);
  io.stderr.write(`Built ${site.assets.length} files, ${changes} of them changed. ${summary(findings)}.\n`);
  return true;
}

interface Changes {
  /** Settles with the next change, or at once with one that came since it was last called. */
  next(): Promise<'changed'>;
  close(): Promise<void>;
}

async function watchCatalog(folder: string): Promise<Changes> {
  const watcher = watch(folder, { ignoreInitial: true });
  await new Promise<void>((settle) => watcher.once('ready', settle));
  let hasChanged = false;
  let notify: (() => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hasChanged = true;
      notify?.();
    }, SETTLE_MS);
  });
  return {
    next: () =>
      new Promise((settle) => {
        notify = () => {
          hasChanged = false;
          notify = null;
          settle('changed');
        };
        if (hasChanged) notify();
      }),
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
