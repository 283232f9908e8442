/** `cartalog serve`: the site as it would be published, on this machine, rebuilt on every change. */
import { resolve } from 'node:path';
import { watch } from 'chokidar';
import { summary, syncSite } from '../build/pipeline.ts';
import { type ServeEffects, serveCatalog } from '../commands/serve/serve.ts';
import { CannotRunError, type ExitStatus, type Io } from './io.ts';
import { type CatalogOptions, renderCatalogIn } from './render-catalog.ts';
import { isFree, type Runtime, startRuntime } from './runtime.ts';
import { writeFindings } from './terminal.ts';

/** The options of the command line. */
export interface ServeOptions {
  readonly catalog: string;
  readonly port: number;
  /** Whether problems that are usually reported together are listed one by one. */
  readonly verbose: boolean;
  /** Whether access tokens are filled in: every web page that is open on this machine can read what is served. */
  readonly withTokens: boolean;
}

/** Editors write a file in several steps: the catalog is built this many milliseconds after the last. */
const QUIET_MS = 80;

/** Runs the command, until the person stops it. @throws CannotRunError where the runtime does not start, or ends */
export async function runServe(io: Io, { catalog, port, verbose, withTokens }: ServeOptions): Promise<ExitStatus> {
  if (!(await isFree(port))) throw new CannotRunError(`Port ${port} is in use; choose another with --port N.`);
  const work = resolve(io.cwd, '.cartalog', `serve-${port}`);
  const site = `${work}/site`;
  const serviceUrl = `http://127.0.0.1:${port}`;
  const options: CatalogOptions = {
    catalog,
    serviceUrl,
    requireTokens: false,
    verbose,
    withTokens,
    withHistory: true,
  };
  // Watched before it is first read, so that no change is missed.
  const changes = await watchFolder(resolve(io.cwd, catalog));
  let runtime: Runtime | null = null;
  let isFirst = true;
  const effects: ServeEffects = {
    stopped: new Promise((resolveStop) => io.signal.addEventListener('abort', () => resolveStop(null))),
    nextChange: changes.next,
    print: (line) => io.stderr.write(`${line}\n`),
    async rebuild() {
      const wasFirst = isFirst;
      isFirst = false;
      try {
        return await rebuild(io, options, site);
      } catch (error) {
        // The catalog may be missing for a moment, while git switches branches for example: that is a bad change.
        if (wasFirst || !(error instanceof CannotRunError)) throw error;
        io.stderr.write(`${error.message}\n`);
        return false;
      }
    },
    async start() {
      runtime = await startRuntime(site, `${work}/state`, port);
      io.stderr.write(`Serving ${runtime.url}/ — the lists are at ${runtime.url}/v1/ (Ctrl+C stops)\n`);
      return runtime;
    },
  };
  try {
    const output = await serveCatalog(effects);
    if (output === null) return 0;
    throw new CannotRunError('The Cloudflare runtime ended:', ...output.trim().split('\n'));
  } finally {
    await changes.close();
    await (runtime as Runtime | null)?.stop();
  }
}

/** Builds into the folder that is served. @returns whether the catalog was good */
async function rebuild(io: Io, options: CatalogOptions, folder: string): Promise<boolean> {
  const { findings: all, site } = await renderCatalogIn(io, options);
  // Without them, whether they are set makes no difference.
  const findings = options.withTokens ? all : all.filter(({ code }) => code !== 'unset-token');
  writeFindings(io, io.stderr, options.catalog, findings);
  if (!site) {
    io.stderr.write(`${summary(findings)}.\n`);
    return false;
  }
  const changes = syncSite(folder, site.assets);
  io.stderr.write(`Built ${site.assets.length} files, ${changes} of them changed. ${summary(findings)}.\n`);
  if (findings.length < all.length) io.stderr.write('Access tokens are not filled in; --with-tokens does that.\n');
  return true;
}

interface Changes {
  /** Resolves after the next change; at once where there was one since the last call. */
  next(): Promise<'changed'>;
  close(): Promise<void>;
}

async function watchFolder(folder: string): Promise<Changes> {
  const watcher = watch(folder, { ignoreInitial: true });
  await new Promise<void>((resolveReady) => watcher.once('ready', resolveReady));
  let hasChanged = false;
  let notify: (() => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hasChanged = true;
      notify?.();
    }, QUIET_MS);
  });
  return {
    next: () =>
      new Promise((resolveNext) => {
        notify = () => {
          hasChanged = false;
          notify = null;
          resolveNext('changed');
        };
        if (hasChanged) notify();
      }),
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
