/**
 * Rendering is synchronous, so `cartalog serve` builds in a thread, and answers requests meanwhile. The thread sends
 * the files that differ from the last site; both threads share their bytes.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { OnProgress } from '../../../build/read/folder.ts';
import { fileRecordOf, type SiteSink } from '../../../build/render/core/asset.ts';
import { CLOUDFLARE_CONFIGURATIONS } from '../../../build/render/hosts/cloudflare.ts';
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

export interface SiteChange {
  readonly changed: readonly (readonly [path: string, file: SiteFile])[];
  readonly removed: readonly string[];
  readonly fileCount: number;
  readonly published: Published;
}

interface Built extends Pick<RenderedFolder, 'findings' | 'historyProblem' | 'isEmpty'> {
  readonly change: SiteChange | null;
}

/** The thread sends progress any number of times, then one result. */
export type ThreadAnswer =
  | { readonly progress: Parameters<OnProgress> }
  | { readonly built: Built }
  /** @param isKnown whether the message is all that users need */
  | { readonly error: Error; readonly isKnown: boolean };

let files: ReadonlyMap<string, SiteFile> = new Map();
const memory = newRenderMemory();
const logMemory: LogMemory = new Map();

async function buildFiles({ cwd, env, options }: BuildInput): Promise<Built> {
  const made = new Map<string, SiteFile>();
  const sink: SiteSink = {
    take(asset) {
      const record = fileRecordOf(asset);
      made.delete(asset.path);
      if (files.get(asset.path)?.sha256 !== record.sha256) {
        made.set(asset.path, { content: sharedBytes(asset.content), sha256: record.sha256 });
      }
      return record;
    },
    has: ({ path, sha256 }) => files.get(path)?.sha256 === sha256,
    old: (path) => files.get(path)?.content ?? null,
  };
  const none = { write: () => {}, isTTY: false };
  const { signal } = new AbortController();
  const io: Io = { cwd, env, stdout: none, stderr: none, terminal: null, signal };
  const destination = { openSink: async () => sink, configurations: CLOUDFLARE_CONFIGURATIONS, memory, logMemory };
  const { findings, site, historyProblem, isEmpty } = await renderCatalogIn(
    io,
    options,
    destination,
    progressNowAndThen(),
  );
  if (!site) return { findings, change: null, historyProblem, isEmpty };
  const paths = new Set(site.files.map(({ path }) => path));
  const removed = [...files.keys()].filter((path) => !paths.has(path));
  const changed = [...made].filter(([path]) => paths.has(path));
  files = new Map([...files, ...changed].filter(([path]) => paths.has(path)));
  const change = { changed, removed, fileCount: paths.size, published: site.published };
  return { findings, change, historyProblem, isEmpty };
}

/** Messages about progress have at least this time between them. */
const INTERVAL_MS = 100;

function progressNowAndThen(): OnProgress {
  let next = performance.now() + INTERVAL_MS;
  return (...progress) => {
    if (performance.now() < next) return;
    next = performance.now() + INTERVAL_MS;
    parentPort?.postMessage({ progress } satisfies ThreadAnswer);
  };
}

parentPort?.on('message', async () => {
  let outcome: ThreadAnswer;
  try {
    outcome = { built: await buildFiles(workerData as BuildInput) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    outcome = { error, isKnown: error instanceof CannotRunError };
  }
  parentPort?.postMessage(outcome);
  collectGarbage();
});
