/**
 * Copies a deployment into a folder, by its manifest.
 *
 * Missing files are fetched into the state folder and compared with the manifest. When all are complete, removed files
 * are deleted, and the new ones are moved in one by one. So the folder has the old deployment until the new one is complete.
 * A run that was stopped while it moved files is completed by the next one, before that requests anything.
 */
import pMap from 'p-map';
import type { OnProgress } from '../../../build/read/folder.ts';
import {
  type Memory,
  type ReadSmallFile,
  readSignedManifest,
  SIGNATURE_PATH,
  smallFile,
  type Trust,
} from '../../../cli/read-signed-manifest.ts';
import type { MirrorReport } from '../../../contract/generated/reports.types.ts';
import type { ManifestFile } from '../../../contract/generated/v1.types.ts';
import { MAP_FILES } from '../../../contract/map-files.ts';
import { SIGNATURE_BYTES } from '../../../contract/minisign.ts';
import { PLAIN_FILES } from '../../../contract/plain-files.ts';
import { CatalogError } from '../../../contract/signed-manifest.ts';
import { BadManifestError, listedFiles, MIRROR_LIMITS, NoManifestError } from './listed-files.ts';
import type { OpenMirror, Received } from './mirror-folder.ts';

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
  /** Whether the folder is still to be made. */
  readonly isNew: boolean;
  /** Whose signatures to require; by default, none. */
  readonly trust?: Omit<Trust, 'memory'> | undefined;
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
  const memory: Memory = new Map();
  // A new folder is made when there is a manifest.
  const first = options.isNew ? await receive(request, options, memory) : null;
  const folder = await open();
  try {
    completeEarlier(folder);
    const isFirst = folder.owned.size === 0;
    if (isFirst) for (const [name, text] of memory) folder.memory.set(name, text);
    let received = (isFirst && first) || (await receive(request, options, folder.memory));
    const fetched = { files: 0, bytes: 0 };
    for (let round = 1; ; round++) {
      const { files } = received;
      folder.remember();
      folder.keepOnly(files);
      const missing = files.filter((file) => !folder.has(file));
      const problems = await fetchAll(missing, { ...options, request, folder, fetched });
      if (problems.length === 0) {
        const removed = bringIn(received, folder);
        const did = missing.length + removed > 0 ? 'updated' : 'nothing';
        return { did, ...sizesOf(files), fetched, removed, problems };
      }
      const next = round < ROUNDS ? await receive(request, options, folder.memory) : received;
      // With the same manifest, the deployment is not changing.
      if (Buffer.compare(next.manifest, received.manifest) === 0)
        return { did: 'failed', ...sizesOf(files), fetched, removed: 0, problems };
      received = next;
    }
  } finally {
    folder.close();
  }
}

/** Completes a run that was stopped while it moved files, unless some of them are gone: then all are asked for again. */
function completeEarlier(folder: OpenMirror): void {
  const earlier = folder.announced();
  if (earlier?.files.every((file) => folder.has(file) || folder.hasKept(file))) bringIn(earlier, folder);
}

/** Fetches the manifest and its signature. @throws BadManifestError if one is missing, invalid or refused */
async function receive(
  request: FetchFile,
  { trust, maxBytes, signal }: MirrorOptions,
  memory: Memory,
): Promise<Received> {
  signal.throwIfAborted();
  const read: ReadSmallFile = async (path, limit) => smallFile(path, await request(path), limit);
  try {
    if (trust) {
      const { text, signature } = await readSignedManifest(read, { ...trust, memory });
      const manifest = Buffer.from(text);
      return { manifest, signature: Buffer.from(signature), files: listedFiles(manifest, maxBytes) };
    }
    const manifest = await read(PLAIN_FILES.manifest.path, MIRROR_LIMITS.manifestBytes);
    const files = listedFiles(manifest, maxBytes);
    const isSigned = files.some(({ url }) => url === MAP_FILES.keys.path);
    const signature = isSigned ? await read(SIGNATURE_PATH, SIGNATURE_BYTES).catch(nullIfMissing) : null;
    return { manifest, files, signature };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    const isMissing = error.code === 'not-found' || error.code === 'unreachable';
    throw new (isMissing ? NoManifestError : BadManifestError)(error.message);
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof CatalogError && error.code === 'not-found') return null;
  throw error;
}

function sizesOf(files: readonly ManifestFile[]): { files: number; bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
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
function bringIn(received: Received, folder: OpenMirror): number {
  const { files, manifest, signature } = received;
  const missing = files.filter((file) => !folder.has(file));
  const signatures = signature === null ? [] : [SIGNATURE_PATH.slice(1)];
  const paths = new Set([...files.map(({ path }) => path), ...signatures, MANIFEST_PATH]);
  const gone = [...folder.owned].filter((path) => !paths.has(path));
  const lasts = new Set(new Map(missing.map((file) => [file.sha256, file])).values());
  folder.own([...paths, ...gone]);
  folder.announce(received);
  // First, because an old file can be in the place of a new folder, or differ from a new one only in its case.
  for (const path of gone) folder.remove(path);
  for (const file of missing) folder.moveIn(file, lasts.has(file));
  // Last, so that a mirror of this mirror finds all listed files.
  if (signature !== null) folder.write(SIGNATURE_PATH.slice(1), signature);
  folder.write(MANIFEST_PATH, manifest);
  folder.finish(paths);
  return gone.length;
}
