/** `cartalog serve`: the site as it would be published, on this machine, rebuilt on every change. */
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeFilesBut, stageFiles, summary, textAsset, workerModule } from '../build/pipeline.ts';
import { type LiveSite, liveSite, serveCatalog } from '../commands/serve/serve.ts';
import { describeSystemError, systemCode } from '../contract/system-errors.ts';
import { CannotRunError, describeError, type ExitStatus, type Io } from './io.ts';
import { readSiteParts } from './package.ts';
import { type CatalogOptions, renderCatalogIn } from './render-catalog.ts';
import { isFree, type Runtime, startRuntime } from './runtime.ts';
import { withoutHistory, writeFindings } from './terminal.ts';
import { watchFolder } from './watch-folder.ts';

/** The options of the command line. */
export interface ServeOptions {
  readonly catalog: string;
  readonly port: number;
  /** Whether problems that are usually reported together are listed one by one. */
  readonly verbose: boolean;
  /** Whether access tokens are filled in: every web page that is open on this machine can read what is served. */
  readonly withTokens: boolean;
}

/** Runs the command, until the person stops it. @throws CannotRunError where the runtime does not start */
export async function runServe(io: Io, { catalog, port, verbose, withTokens }: ServeOptions): Promise<ExitStatus> {
  if (!(await isFree(port))) throw new CannotRunError(`Port ${port} is in use; choose another with --port N.`);
  const work = resolve(io.cwd, '.cartalog', `serve-${port}`);
  const folder = `${work}/site`;
  const serviceUrl = `http://127.0.0.1:${port}`;
  const options: CatalogOptions = {
    catalog,
    serviceUrl,
    requireTokens: false,
    verbose,
    withTokens,
    withHistory: true,
  };
  const stopped = new Promise<'stopped'>((resolveStop) => {
    if (io.signal.aborted) resolveStop('stopped');
    io.signal.addEventListener('abort', () => resolveStop('stopped'));
  });
  const print = (line: string): void => io.stderr.write(`${line}\n`);
  const report = (error: unknown): void => print(describeError(error, io.env));
  const said = new Set<string>();
  const sayOnce = (line: string): void => {
    if (!said.has(line)) print(line);
    said.add(line);
  };
  // Watched before it is first read, so that no change is missed.
  const changes = await watchFolder(resolve(io.cwd, catalog), report);
  let runtime: Runtime | null = null;
  let starting: Promise<Runtime> | null = null;
  try {
    await writing(async () => {
      // What a process that was killed has left is not known to be whole.
      rmSync(work, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    });
    const { handler } = readSiteParts();
    const site = liveSite({
      stage: (assets) => stageFiles(folder, assets),
      removeBut: (paths) => removeFilesBut(folder, paths),
      handler: (published) => textAsset('_worker.js', workerModule(published, handler), null),
      untilAnswered: async (path, status) => void (await Promise.race([runtime?.untilAnswered(path, status), stopped])),
      now: () => performance.now(),
    });
    await serveCatalog({
      stopped,
      nextEvent: changes.next,
      print,
      report,
      rebuild: () => rebuild(io, options, site, sayOnce),
      finish: () => writing(() => site.finish()),
      pause: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
      async start() {
        runtime = null;
        starting = startRuntime(folder, `${work}/state`, port, io.signal);
        runtime = await starting;
        print(`Serving ${runtime.url}/ — the lists are at ${runtime.url}/v1/ (Ctrl+C stops)`);
        return runtime;
      },
    });
    return 0;
  } finally {
    await changes.close();
    await (starting as Promise<Runtime> | null)?.then(
      (started) => started.stop(),
      () => {},
    );
    rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Builds into the folder that is served. @returns whether the catalog was good */
async function rebuild(
  io: Io,
  options: CatalogOptions,
  live: LiveSite,
  sayOnce: (line: string) => void,
): Promise<boolean> {
  const { findings: all, site, historyProblem } = await renderCatalogIn(io, options);
  // Without them, whether they are set makes no difference.
  const findings = options.withTokens ? all : all.filter(({ code }) => code !== 'unset-token');
  writeFindings(io, io.stderr, options.catalog, findings);
  if (!site) {
    io.stderr.write(`${summary(findings)}.\n`);
    return false;
  }
  const changes = await writing(() => live.change(site));
  io.stderr.write(`Built ${site.assets.length} files, ${changes} of them changed. ${summary(findings)}.\n`);
  if (historyProblem !== null) sayOnce(withoutHistory(historyProblem));
  if (findings.length < all.length) io.stderr.write('Access tokens are not filled in; --with-tokens does that.\n');
  return true;
}

/** @throws CannotRunError where the system refuses */
async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    throw new CannotRunError(`The site cannot be written: ${describeSystemError(error)}.`);
  }
}
