/** `cartalog serve`: serves the site locally, and rebuilds it on every change. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CatalogEntry, CatalogFolder } from '../../../build/read/folder.ts';
import { type Asset, type SiteSink, textAsset } from '../../../build/render/asset.ts';
import { routesFile, workerModule } from '../../../build/render/hosts/cloudflare.ts';
import { type Finding, summary } from '../../../build/report/findings.ts';
import { loadFile } from '../../../build/run/load-file.ts';
import { newRenderMemory, type RenderMemory } from '../../../build/run/rendering.ts';
import { ServedFolder, type StagedFiles } from '../../../build/write/sync.ts';
import { openCatalogFolder } from '../../../cli/files.ts';
import { LogMemory } from '../../../cli/git.ts';
import { CannotRunError, describeError, type ExitStatus, type Io } from '../../../cli/io.ts';
import { startNodeServer } from '../../../cli/node-server.ts';
import { leaveOwnFolder, openOwnFolder } from '../../../cli/own-folder.ts';
import { requireServer, startOwnServer } from '../../../cli/own-server.ts';
import { HOST, reservePort } from '../../../cli/port.ts';
import { writeFindings } from '../../../cli/print-findings.ts';
import { readLocalHandler } from '../../../cli/program-parts.ts';
import { type CatalogOptions, renderCatalogIn } from '../../../cli/render-catalog.ts';
import { ownPaths } from '../../../cli/repository-place.ts';
import { findWrangler, type Runtime, startRuntime } from '../../../cli/runtime.ts';
import { pathPrefix, withoutHistory } from '../../../cli/terminal.ts';
import { DEFAULT_HOST, HOSTS, type Host, type HostName, LOCAL_NAMES } from '../../../contract/hosts.ts';
import { LIVE_FILE } from '../../../contract/pages.ts';
import { isObject } from '../../../contract/parse-json.ts';
import { describeSystemError, systemCode } from '../../../contract/system-errors.ts';
import { plural, visible, withThousands } from '../../../contract/text.ts';
import { type LiveSite, liveReport, liveSite } from './live-site.ts';
import { serveCatalog } from './serve.ts';
import { watchFolders } from './watch-folder.ts';

interface ServeOptions {
  readonly catalog: string;
  readonly port: number;
  /** Overrides the host of site.yaml. */
  readonly target?: HostName | undefined;
  /** List similar problems one by one. */
  readonly verbose: boolean;
  /** Run the server of one's own that the site is for. */
  readonly server: boolean;
  /** Fill in access tokens. Every web page open on this machine can read the served site. */
  readonly withTokens: boolean;
  /** The host names that are answered besides those of this machine. */
  readonly allowHost: readonly string[];
}

/** All requests go through the local handler. */
const ALL_REQUESTS = textAsset('_routes.json', routesFile(['/*']), null);

/** The interval for checking that the served folder still exists, in milliseconds. */
const LOOK_MS = 500;

/** Runs the command until it is stopped. @throws CannotRunError if the runtime does not start */
export async function runServe(io: Io, options: ServeOptions): Promise<ExitStatus> {
  // First, because only the owner of the port may remove folders of earlier runs.
  const giveUp = await reservePort(options.port);
  try {
    return await serveOn(io, options);
  } finally {
    giveUp();
  }
}

async function serveOn(
  io: Io,
  { catalog, port, target, server, verbose, withTokens, allowHost }: ServeOptions,
): Promise<ExitStatus> {
  // Before anything is built.
  if (server) refuseOtherHosts(io, catalog, target);
  const serviceUrl = `http://127.0.0.1:${port}`;
  const options: CatalogOptions = {
    catalog,
    serviceUrl,
    target,
    isServedHere: !server,
    // As it will be published.
    precompress: server,
    requireTokens: false,
    verbose,
    withTokens,
    withHistory: true,
    listening: { listen: `${HOST}:${port}`, names: [...LOCAL_NAMES, ...allowHost], scratch: '../state/' },
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
  const watched = resolve(io.cwd, catalog);
  const changes = watchFolders([watched, ...Object.values(ownPaths(watched))]);
  let runtime: Runtime | null = null;
  let starting: Promise<Runtime> | null = null;
  let work: string | null = null;
  /** What the last good site is for. */
  let setting: Setting = { host: HOSTS[DEFAULT_HOST], configuration: '' };
  let move = (): void => {};
  try {
    work = await writing(async () => newFolder(openOwnFolder(io.cwd), port));
    // The processes of a server may be those of another user.
    if (server) chmodSync(work, 0o755);
    const folder = join(work, 'site');
    const state = join(work, 'state');
    // A later build would restore the site, but not the state of the runtime.
    const isRemoved = (): boolean => !existsSync(state) || !existsSync(join(folder, '_worker.js'));
    const handler = `const ALLOWED_HOSTS = ${JSON.stringify(allowHost)};\n${readLocalHandler()}`;
    const prefix = pathPrefix(io, catalog);
    const begun = Date.now();
    let changed = 0;
    /** The findings last sent to pages. */
    let known: readonly Finding[] = [];
    const reportFile: ReportFile = (changes, findings = known) => {
      if (changes > 0) changed++;
      known = findings;
      return textAsset(LIVE_FILE, JSON.stringify(liveReport(`${begun}-${changed}`, findings, prefix)), null);
    };
    const files = new ServedFolder(folder);
    const memory = newRenderMemory();
    const logMemory = new LogMemory();
    const site = liveSite({
      stage: () => files.stage(),
      removeBut: (paths) => files.removeBut(paths),
      handler: (published) => textAsset('_worker.js', workerModule(published, handler), null),
      untilAnswered: async (path, status) => void (await Promise.race([runtime?.untilAnswered(path, status), stopped])),
      now: () => performance.now(),
    });
    /** The catalog of the last good site. */
    let good: CatalogFolder | null = null;
    /** @param again the catalog of a removed site, which is built again silently */
    const build = async (again: CatalogFolder | null = null): Promise<boolean> => {
      let copy: CatalogFolder | null = null;
      const readThrough = (folder: CatalogFolder): CatalogFolder => {
        copy = copying(again ?? folder);
        return copy;
      };
      const served = { live: site, files, memory, readThrough, logMemory, isFirst: good === null };
      const tell: ReportFile = again ? () => reportFile(0) : reportFile;
      const built = await rebuild(again ? silent(io) : io, options, served, sayOnce, tell);
      if (built === null) return false;
      good = copy;
      const isMoved = built.host.name !== setting.host.name || built.configuration !== setting.configuration;
      setting = built;
      if (isMoved) move();
      return true;
    };
    await serveCatalog({
      stopped,
      nextEvent: changes.next,
      print,
      report,
      rebuild: () => build(),
      finish: () =>
        writing(async () => {
          const changes = await site.finish();
          // Reloads pages that no longer exist, so that people notice.
          if (changes > 0 && !server) site.publish(reportFile(changes));
        }),
      pause: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
      async start() {
        runtime = null;
        if (isRemoved()) {
          // Files written now would prevent moving the folder back.
          if (!existsSync(io.cwd)) {
            throw new CannotRunError(
              `The folder ${visible(io.cwd)} is no longer there; move it back, or end with Ctrl+C.`,
            );
          }
          print('The folder of the served site has been removed; it is written again.');
          files.forget();
          site.forget();
          await writing(async () => mkdirSync(state, { recursive: true }));
          await build(good);
        }
        const moved = new Promise<'moved'>((resolveMove) => {
          move = () => resolveMove('moved');
        });
        const { name, runsHandler } = setting.host;
        starting = server
          ? startOwnServer(name, folder, state, port)
          : runsHandler
            ? startRuntime(folder, state, port, io.signal, name, findWrangler(io.cwd))
            : startNodeServer(folder, port);
        const started = await starting;
        runtime = started;
        print(`Serving ${started.url}/ — the lists are at ${started.url}/v1/ (Ctrl+C stops)`);
        return {
          ended: Promise.race([started.ended, untilRemoved(isRemoved, started), moved]),
          stop: started.stop,
        };
      },
    });
    return 0;
  } finally {
    changes.close();
    await (starting as Promise<Runtime> | null)?.then(
      (started) => started.stop(),
      () => {},
    );
    if (work !== null) rmSync(work, { recursive: true, force: true, maxRetries: 3 });
    leaveOwnFolder(io.cwd);
  }
}

/** @throws CannotRunError if the catalog is not for a server that is installed; faults of site.yaml are for the build */
function refuseOtherHosts(io: Io, catalog: string, target: HostName | undefined): void {
  const { value } = loadFile(openCatalogFolder(io, catalog), { path: 'site.yaml', kind: 'site', name: null });
  const inFile = isObject(value) ? ((value['target'] ?? DEFAULT_HOST) as HostName) : undefined;
  const name = target ?? inFile;
  if (name) requireServer(name);
}

/**
 * Creates a folder for this `serve`, so that no other one removes it. Removes folders of killed runs on this port: they
 * may be incomplete, and only this process owns the port.
 */
function newFolder(parent: string, port: number): string {
  const name = `serve-${port}`;
  for (const left of readdirSync(parent)) {
    if (left === name || left.startsWith(`${name}-`)) rmSync(join(parent, left), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `${name}-`));
  mkdirSync(join(folder, 'state'));
  return folder;
}

/** Resolves when the site of a runtime was removed and does not return at once, or the runtime has ended. */
async function untilRemoved(isRemoved: () => boolean, { ended }: Runtime): Promise<'removed' | 'ended'> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  // Checked twice, so that nothing is written while `rm` is running.
  for (let times = 0; times < 2 && !hasEnded; times = isRemoved() ? times + 1 : 0) {
    await sleep(LOOK_MS, undefined, { ref: false });
  }
  return hasEnded ? 'ended' : 'removed';
}

/** Makes the report for pages: the number of changed files, and new findings. */
type ReportFile = (changes: number, findings?: readonly Finding[]) => Asset;

/** What a site is for: its host, and a key that changes with the configuration of a server. */
interface Setting {
  readonly host: Host;
  readonly configuration: string;
}

/** The state of builds. */
interface ServedSite {
  readonly live: LiveSite;
  readonly files: ServedFolder;
  readonly memory: RenderMemory;
  readonly readThrough: (folder: CatalogFolder) => CatalogFolder;
  readonly logMemory: LogMemory;
  readonly isFirst: boolean;
}

/** Builds into the served folder. @returns what the site is for; null if the catalog has errors */
async function rebuild(
  io: Io,
  options: CatalogOptions,
  { live, files, memory, readThrough, logMemory, isFirst }: ServedSite,
  sayOnce: (line: string) => void,
  reportFile: ReportFile,
): Promise<Setting | null> {
  let staged: StagedFiles | null = null;
  const openSink = async (): Promise<SiteSink> => {
    const stage = files.stage();
    staged = stage;
    return {
      take: (asset) => stage.take(asset.path === ALL_REQUESTS.path ? ALL_REQUESTS : asset),
      read: (path) => stage.read(path),
      has: (file) => stage.has?.(file) ?? false,
    };
  };
  const rendered = await writing(() => renderCatalogIn(io, options, { openSink, memory, readThrough, logMemory }));
  const { findings: all, site, historyProblem } = rendered;
  // Said before anything else.
  if (site?.host.runsHandler && options.isServedHere) findWrangler(io.cwd);
  const changed = staged as StagedFiles | null;
  // Without tokens, it does not matter whether they are set.
  const findings = options.withTokens ? all : all.filter(({ code }) => code !== 'unset-token');
  writeFindings(io, io.stderr, options.catalog, findings, options.verbose);
  // A server of one's own would give it to every web page.
  const tell = (changes: number): Promise<void> =>
    writing(async () => void (options.isServedHere && live.publish(reportFile(changes, findings))));
  if (!site || !changed) {
    changed?.discard();
    await tell(0);
    io.stderr.write(`${summary(findings)}.\n`);
    return null;
  }
  const changes = await writing(() => live.change(site, changed));
  await tell(changes);
  const difference = isFirst ? '' : `, ${withThousands(changes)} written or removed`;
  io.stderr.write(`Built ${plural(site.files.length, 'file')}${difference}. ${summary(findings)}.\n`);
  if (historyProblem !== null) sayOnce(withoutHistory(historyProblem));
  if (findings.length < all.length) io.stderr.write('Access tokens are not filled in; --with-tokens does that.\n');
  // Servers read their configuration when they start.
  const ofHost = site.files.filter(({ path }) => path.startsWith(`${site.host.name}/`));
  return { host: site.host, configuration: ofHost.map(({ sha256 }) => sha256).join() };
}

/** A folder that caches the files read. */
function copying(folder: CatalogFolder): CatalogFolder {
  const contents = new Map<string, Uint8Array>();
  let entries: readonly CatalogEntry[] | null = null;
  const read = (path: string): Uint8Array => {
    const bytes = contents.get(path) ?? folder.read(path);
    contents.set(path, bytes);
    return bytes;
  };
  return {
    entries: () => (entries ??= [...folder.entries()]),
    size: (path) => contents.get(path)?.length ?? folder.size(path),
    read,
  };
}

/** The same machine without output. */
function silent(io: Io): Io {
  return Object.create(io, { stderr: { value: { write() {}, isTTY: false } } });
}

/** @throws CannotRunError for system errors */
async function writing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (systemCode(error) === null) throw error;
    throw new CannotRunError(`The site cannot be written: ${describeSystemError(error)}.`);
  }
}
