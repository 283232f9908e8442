/**
 * `cartalog serve` answers requests while this thread builds, because rendering is synchronous. After the check of a
 * changed catalog, it makes requested files first; at the end it sends all that changed. Both threads share the bytes.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { OnProgress } from '../../../build/read/folder.ts';
import { fileRecordOf, type SiteSink } from '../../../build/render/core/asset.ts';
import { CLOUDFLARE_CONFIGURATIONS } from '../../../build/render/hosts/cloudflare.ts';
import type { SiteRequests } from '../../../build/render/site.ts';
import { newRenderMemory } from '../../../build/run/memory.ts';
import { type CatalogOptions, type RenderedFolder, renderCatalogIn } from '../../../cli/catalog/render-catalog.ts';
import type { LogMemory } from '../../../cli/git/catalog-history.ts';
import { CannotRunError, type Io } from '../../../cli/terminal/io.ts';
import type { Published } from '../../../contract/interface/published.ts';
import { collectGarbage, sharedBytes } from './shared-files.ts';
import type { SiteFile } from './site-assets.ts';

export interface BuildInput {
  readonly cwd: string;
  readonly env: Io['env'];
  readonly options: CatalogOptions;
}

/** Null: as in the last site. */
export type MadeFile = readonly [path: string, file: SiteFile | null];

export interface SiteChange {
  /** Files that were not sent before. */
  readonly made: readonly MadeFile[];
  readonly removed: readonly string[];
  readonly written: number;
  readonly fileCount: number;
  readonly published: Published;
}

interface Built extends Pick<RenderedFolder, 'findings' | 'historyProblem' | 'isEmpty'> {
  readonly change: SiteChange | null;
}

/** The site in the making, without its files. */
export type OpenedSite = Parameters<SiteRequests['open']>[0];

/** A path of the opened site, or null for a build. */
export type ThreadRequest = string | null;

/** A build sends any number of the first three, then `built` or `error`. */
export type ThreadAnswer =
  | { readonly progress: Parameters<OnProgress> }
  | { readonly opened: OpenedSite }
  | { readonly made: readonly MadeFile[] }
  | { readonly built: Built }
  /** @param isKnown users need only the message */
  | { readonly error: Error; readonly isKnown: boolean };

const send = (answer: ThreadAnswer): void => parentPort?.postMessage(answer);

let files: ReadonlyMap<string, SiteFile> = new Map();
/** The last build succeeded. After a failure, nothing is shown of a site that may fail, too. */
let isGood = false;
const memory = newRenderMemory();
const logMemory: LogMemory = new Map();

async function buildFiles({ cwd, env, options }: BuildInput): Promise<Built> {
  const changed = new Set<string>();
  const made = new Map<string, SiteFile | null>();
  const settled = new Map<string, SiteFile>();
  const requested = new Set<string>();
  let sendAt = Number.POSITIVE_INFINITY;
  const sendMade = (): void => {
    send({ made: [...made] });
    made.clear();
    sendAt = performance.now() + SENDING_MS;
  };
  const settle = (path: string, file: SiteFile): void => {
    settled.set(path, file);
    made.set(path, changed.has(path) ? file : null);
    if (requested.delete(path)) sendMade();
  };
  const sink: SiteSink = {
    take(asset) {
      const { path } = asset;
      const record = fileRecordOf(asset);
      const old = files.get(path);
      const isSame = old?.sha256 === record.sha256;
      if (isSame) changed.delete(path);
      else changed.add(path);
      settle(path, isSame ? old : { content: sharedBytes(asset.content), sha256: record.sha256 });
      return record;
    },
    has: ({ path, sha256 }) => files.get(path)?.sha256 === sha256,
    keep: ({ path }) => settle(path, files.get(path) as SiteFile),
    old: (path) => files.get(path)?.content ?? null,
  };
  const none = { write: () => {}, isTTY: false };
  const { signal } = new AbortController();
  const io: Io = { cwd, env, stdout: none, stderr: none, terminal: null, signal };
  const requests: SiteRequests = {
    open(opened) {
      send({ opened });
      sendMade();
    },
    next() {
      if (performance.now() > sendAt) sendMade();
      for (let one = receivedPath(); one !== null; one = receivedPath()) {
        if (made.has(one)) sendMade();
        if (settled.has(one)) continue;
        requested.add(one);
        const portion = memory.portionOf.get(one);
        if (portion !== undefined) return portion;
      }
      return undefined;
    },
  };
  const destination = {
    openSink: async () => sink,
    configurations: CLOUDFLARE_CONFIGURATIONS,
    memory,
    logMemory,
    requests: isGood ? requests : undefined,
  };
  isGood = false;
  const { findings, site, historyProblem, isEmpty } = await renderCatalogIn(
    io,
    options,
    destination,
    progressNowAndThen(),
  );
  if (!site) return { findings, change: null, historyProblem, isEmpty };
  isGood = true;
  const paths = new Set(site.files.map(({ path }) => path));
  const removed = [...new Set([...files.keys(), ...settled.keys()])].filter((path) => !paths.has(path));
  files = new Map([...settled].filter(([path]) => paths.has(path)));
  const written = [...changed].filter((path) => paths.has(path)).length;
  const change = { made: [...made], removed, written, fileCount: paths.size, published: site.published };
  return { findings, change, historyProblem, isEmpty };
}

/** The time between messages with made files is short, so that few files are requested before they are sent. */
const SENDING_MS = 4;

/** The least time between messages about progress. */
const INTERVAL_MS = 100;

function progressNowAndThen(): OnProgress {
  let next = performance.now() + INTERVAL_MS;
  return (...progress) => {
    if (performance.now() < next) return;
    next = performance.now() + INTERVAL_MS;
    send({ progress });
  };
}

function receivedPath(): string | null {
  const received = parentPort && receiveMessageOnPort(parentPort);
  return received ? (received.message as string) : null;
}

parentPort?.on('message', async (request: ThreadRequest) => {
  // Requested from a build that has ended: its result has the file.
  if (request !== null) return;
  let outcome: ThreadAnswer;
  try {
    outcome = { built: await buildFiles(workerData as BuildInput) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    outcome = { error, isKnown: error instanceof CannotRunError };
  }
  send(outcome);
  collectGarbage();
});
