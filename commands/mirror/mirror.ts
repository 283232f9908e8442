/**
 * Copies a deployment into a folder, by its manifest.
 *
 * Missing files are fetched into the state folder and compared with the manifest. When all are complete, removed files
 * are deleted, and the new ones are moved in one by one. So the folder has the old deployment until the new one is complete.
 * After an interruption all files are complete, and the next run continues.
 */
import pMap from 'p-map';
import type { OnProgress } from '../../build/pipeline.ts';
import type { MirrorReport } from '../../contract/generated/reports.types.ts';
import type { ManifestFile } from '../../contract/generated/v1.types.ts';
import { PLAIN_FILES } from '../../contract/plain-files.ts';
import { BadManifestError, listedFiles, MIRROR_LIMITS, NoManifestError } from './listed-files.ts';
import type { OpenMirror } from './mirror-folder.ts';

/** A response of the deployment. */
export interface ServedFile {
  readonly status: number;
  /** The body as a stream. Ending the iteration closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Requests a path of the deployment. @throws if no response arrives */
export type FetchFile = (address: string) => Promise<ServedFile>;

interface MirrorOptions {
  /** The maximum for all files together, in bytes. */
  readonly maxBytes: number;
  /** Waits, in milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** The state of a run. */
interface Run extends MirrorOptions {
  readonly request: FetchFile;
  readonly folder: OpenMirror;
  readonly fetched: { files: number; bytes: number };
}

/** The result of a run. */
export type MirrorOutcome = Omit<MirrorReport, 'version' | 'url' | 'folder'>;

/** Concurrent requests: few, to spare the host. */
const PARALLEL = 4;

/** Pauses between requests for one file, in milliseconds. */
const PAUSES = [1_000, 4_000];

/** How often the manifest is read again if files do not match it, because the deployment may be changing. */
const ROUNDS = 3;

/** Stop after this many files that cannot be fetched. */
const MAX_PROBLEMS = 20;

const MANIFEST_PATH = PLAIN_FILES.manifest.path.slice(1);

/**
 * Updates a folder from a deployment. If a file does not match the manifest, nothing in the folder changes.
 *
 * @param open opens the folder, when there is a manifest
 * @throws BadManifestError, ForeignFileError, and errors of its effects; all files in the folder are then complete
 */
export async function mirror(
  request: FetchFile,
  open: () => Promise<OpenMirror>,
  options: MirrorOptions,
): Promise<MirrorOutcome> {
  let manifest = await readManifest(request, options);
  let files = listedFiles(manifest, options.maxBytes);
  const folder = await open();
  try {
    const fetched = { files: 0, bytes: 0 };
    for (let round = 1; ; round++) {
      folder.keepOnly(files);
      const missing = files.filter((file) => !folder.has(file));
      const problems = await fetchAll(missing, { ...options, request, folder, fetched });
      if (problems.length === 0) {
        const removed = bringIn(files, missing, manifest, folder);
        const did = missing.length + removed > 0 ? 'updated' : 'nothing';
        return { did, ...sizesOf(files), fetched, removed, problems };
      }
      const next = round < ROUNDS ? await readManifest(request, options) : manifest;
      // With the same manifest, the deployment is not changing.
      if (Buffer.compare(next, manifest) === 0)
        return { did: 'failed', ...sizesOf(files), fetched, removed: 0, problems };
      manifest = next;
      files = listedFiles(manifest, options.maxBytes);
    }
  } finally {
    folder.close();
  }
}

function sizesOf(files: readonly ManifestFile[]): { files: number; bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

/** Fetches the manifest. @throws BadManifestError if it is missing or invalid */
async function readManifest(request: FetchFile, { signal }: MirrorOptions): Promise<Uint8Array> {
  signal.throwIfAborted();
  const { status, body } = await request(PLAIN_FILES.manifest.path);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    if (status !== 200) break;
    bytes += chunk.length;
    if (bytes > MIRROR_LIMITS.manifestBytes) throw new BadManifestError('it does not end');
    chunks.push(chunk);
  }
  if (status !== 200) throw new NoManifestError(`the deployment answers ${status} for it`);
  return Buffer.concat(chunks, bytes);
}

/** Fetches files that are not kept yet. @returns the files that do not match the manifest */
async function fetchAll(missing: readonly ManifestFile[], run: Run): Promise<MirrorOutcome['problems']> {
  const { folder, signal, onProgress, fetched } = run;
  const problems: { path: string; problem: string }[] = [];
  // Files with the same content are fetched once.
  const wanted = [...new Map(missing.map((file) => [file.sha256, file])).values()].filter(
    (file) => !folder.hasKept(file),
  );
  let done = 0;
  const errors: unknown[] = [];
  const fetchOne = async (file: ManifestFile): Promise<void> => {
    if (problems.length >= MAX_PROBLEMS || errors.length > 0) return;
    signal.throwIfAborted();
    onProgress?.('Fetching', done++, wanted.length, file.path);
    // A host without the handler ignores `format`, but serves the file by its own name.
    const problem = await firstProblem([file.url, `/${file.path}`], file, run);
    if (problem !== null) problems.push({ path: file.path, problem });
    else {
      fetched.files++;
      fetched.bytes += file.size;
    }
  };
  // What is being received when a request fails is kept, too; nothing is written after the folder is closed.
  await pMap(wanted, (file) => fetchOne(file).catch((error: unknown) => errors.push(error)), { concurrency: PARALLEL });
  if (errors.length > 0) throw errors[0];
  return problems;
}

/**
 * Fetches a file from the first address that has it.
 *
 * @returns the problem at the first address; null on success
 */
async function firstProblem(addresses: readonly string[], file: ManifestFile, run: Run): Promise<string | null> {
  let first: string | null = null;
  for (const address of new Set(addresses)) {
    const problem = await problemAt(address, file, run);
    if (problem === null) return null;
    first ??= problem;
  }
  return first;
}

/**
 * Requests a file, with retries, and keeps it.
 *
 * @returns why the answer is not the file; null on success
 */
async function problemAt(address: string, file: ManifestFile, run: Run): Promise<string | null> {
  const { request, folder, wait, signal } = run;
  for (const pause of [...PAUSES, null]) {
    const response = await request(address).catch((error: unknown) => {
      if (signal.aborted || pause === null) throw error;
      return null;
    });
    if (response?.status === 200) return await folder.receive(file, response.body);
    if (response) for await (const _ of response.body) break;
    const isBusy = response === null || response.status === 429 || response.status >= 500;
    if (!isBusy || pause === null) return `the deployment answers ${response?.status}`;
    await wait(pause);
  }
  return null;
}

/** Removes old files, and moves in fetched ones. @returns how many files were removed */
function bringIn(
  files: readonly ManifestFile[],
  missing: readonly ManifestFile[],
  manifest: Uint8Array,
  folder: OpenMirror,
): number {
  const paths = new Set([...files.map(({ path }) => path), MANIFEST_PATH]);
  const gone = [...folder.owned].filter((path) => !paths.has(path));
  const lasts = new Set(new Map(missing.map((file) => [file.sha256, file])).values());
  folder.own([...paths, ...gone]);
  // First, because an old file can be in the place of a new folder, or differ from a new one only in its case.
  for (const path of gone) folder.remove(path);
  for (const file of missing) folder.moveIn(file, lasts.has(file));
  // Last, so that a mirror of this mirror finds all listed files.
  folder.write(MANIFEST_PATH, manifest);
  folder.finish(paths);
  return gone.length;
}
