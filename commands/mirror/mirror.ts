/**
 * Copies a deployment into a folder, by its manifest.
 *
 * What the folder has not is fetched next to it and compared with the manifest. Only when all of it is there, the files
 * are moved in, one by one, and what is gone is removed. So a folder that is served has the old deployment until the new
 * one is complete; interrupted at any moment, it has whole files, and the next run goes on.
 */
import { createHash } from 'node:crypto';
import pMap from 'p-map';
import { fold, type OnProgress } from '../../build/pipeline.ts';
import type { MirrorReport } from '../../contract/generated/reports.types.ts';
import type { ManifestFile } from '../../contract/generated/v1.types.ts';
import { PLAIN_FILES } from '../../contract/plain-files.ts';
import { BadManifestError, listedFiles, MIRROR_LIMITS, NoManifestError } from './listed-files.ts';

/** The response of a deployment, as far as a mirror reads it. */
export interface ServedFile {
  readonly status: number;
  /** The bytes of the body as they come. Whoever stops reading closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Requests a path of the deployment. @throws where there is no response */
export type FetchFile = (address: string) => Promise<ServedFile>;

/** A file that is being fetched, next to the mirror. */
export interface StagedFile {
  write(chunk: Uint8Array): void;
  /** Keeps it until it is moved in, also when the run is interrupted. */
  keep(): void;
  discard(): void;
}

/** The folder of a mirror. Paths have been checked; its methods throw the system's errors. */
export interface MirrorFolder {
  /** What earlier runs have written, or were about to. */
  readonly owned: ReadonlySet<string>;
  /** Whether the mirror has a file with this content. */
  has(file: ManifestFile): boolean;
  /** Whether a file with this content has been fetched and kept. */
  hasKept(file: ManifestFile): boolean;
  stage(file: ManifestFile): StagedFile;
  /**
   * Notes that these files are the mirror's from now on, before the first is written.
   *
   * @throws ForeignFileError where something else is in the place of one, which is left alone
   */
  own(paths: Iterable<string>): void;
  /**
   * Puts a file that was kept into its place, in one step.
   *
   * @param isLast whether no other file with this content will be moved in
   */
  moveIn(file: ManifestFile, isLast: boolean): void;
  /** Puts a file of these bytes into its place, in one step. */
  write(path: string, content: Uint8Array): void;
  remove(path: string): void;
  /** Notes that only these files are the mirror's, and forgets what was kept. */
  finish(paths: Iterable<string>): void;
}

/** There is something in the place of a file of the mirror that no mirror has written. */
export class ForeignFileError extends Error {
  readonly path: string;
  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/** What a run needs in addition to the deployment and the folder. */
export interface MirrorOptions {
  /** How many bytes all files together may have. */
  readonly maxBytes: number;
  /** Waits so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress;
}

/** What a run did, without the names that the person gave. */
export type MirrorOutcome = Omit<MirrorReport, 'version' | 'url' | 'folder'>;

/** Requests at the same time: few, because it is somebody's host. */
const PARALLEL = 4;

/** A file is requested so often, with these pauses in milliseconds. */
const PAUSES = [1_000, 4_000];

/** So often a manifest is read again because files are not what it says: the deployment may just be changing. */
const ROUNDS = 3;

/** After so many files that cannot be fetched, no more are requested. */
const MOST_PROBLEMS = 20;

const MANIFEST_PATH = PLAIN_FILES.manifest.path.slice(1);

/**
 * Brings a folder up to date with a deployment. Where a file is not what the manifest says, nothing in the folder changes.
 *
 * @throws BadManifestError, ForeignFileError, and the errors of its effects; the folder then has whole files
 */
export async function mirror(request: FetchFile, folder: MirrorFolder, options: MirrorOptions): Promise<MirrorOutcome> {
  const fetched = { files: 0, bytes: 0 };
  let last: Uint8Array | null = null;
  let problems: MirrorOutcome['problems'] = [];
  let files: readonly ManifestFile[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const manifest = await readManifest(request, options);
    // A deployment that says the same again is not changing.
    if (last && Buffer.compare(last, manifest) === 0) break;
    last = manifest;
    files = listedFiles(manifest, options.maxBytes);
    const missing = files.filter((file) => !folder.has(file));
    problems = await fetchAll(missing, request, folder, options, fetched);
    if (problems.length === 0) {
      const removed = bringIn(files, missing, manifest, folder);
      const isChanged = missing.length > 0 || removed > 0;
      return { did: isChanged ? 'updated' : 'nothing', ...sizesOf(files), fetched, removed, problems: [] };
    }
  }
  return { did: 'failed', ...sizesOf(files), fetched, removed: 0, problems };
}

function sizesOf(files: readonly ManifestFile[]): { files: number; bytes: number } {
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

/** @throws BadManifestError where the deployment has none */
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

/** Fetches what has not been kept by an earlier run. @returns what is not as the manifest says */
async function fetchAll(
  missing: readonly ManifestFile[],
  request: FetchFile,
  folder: MirrorFolder,
  { wait, signal, onProgress }: MirrorOptions,
  fetched: { files: number; bytes: number },
): Promise<MirrorOutcome['problems']> {
  const problems: { path: string; problem: string }[] = [];
  // Files with the same content are fetched once.
  const wanted = [...new Map(missing.map((file) => [file.sha256, file])).values()].filter(
    (file) => !folder.hasKept(file),
  );
  let done = 0;
  await pMap(
    wanted,
    async (file) => {
      if (problems.length >= MOST_PROBLEMS) return;
      signal.throwIfAborted();
      onProgress?.('Fetching', done++, wanted.length, file.path);
      const problem = await fetchFile(file, request, folder, wait, signal);
      if (problem !== null) problems.push({ path: file.path, problem });
      else {
        fetched.files++;
        fetched.bytes += file.size;
      }
    },
    { concurrency: PARALLEL },
  );
  return problems;
}

/** Fetches one file and keeps it. @returns what is not as the manifest says; null where all is */
async function fetchFile(
  file: ManifestFile,
  request: FetchFile,
  folder: MirrorFolder,
  wait: MirrorOptions['wait'],
  signal: AbortSignal,
): Promise<string | null> {
  let problem = '';
  // A host without the handler knows no format, but has the file under its own name.
  for (const address of new Set([file.url, `/${file.path}`])) {
    const found = await tried(address, file, request, folder, wait, signal);
    if (found === null) return null;
    problem ||= found;
  }
  return problem;
}

/** Requests an address until it answers. @returns why the answer is not the file; null where it is, and was kept */
async function tried(
  address: string,
  file: ManifestFile,
  request: FetchFile,
  folder: MirrorFolder,
  wait: MirrorOptions['wait'],
  signal: AbortSignal,
): Promise<string | null> {
  for (const pause of [...PAUSES, null]) {
    const response = await request(address).catch((error: unknown) => {
      if (signal.aborted || pause === null) throw error;
      return null;
    });
    const isBusy = response === null || response.status === 429 || response.status >= 500;
    if (isBusy && pause !== null) {
      if (response) await close(response);
      await wait(pause);
      continue;
    }
    if (response?.status === 200) return await received(response, file, folder);
    if (response) await close(response);
    return `the deployment answers ${response?.status}`;
  }
  return null;
}

async function close({ body }: ServedFile): Promise<void> {
  for await (const _ of body) break;
}

async function received({ body }: ServedFile, file: ManifestFile, folder: MirrorFolder): Promise<string | null> {
  const hash = createHash('sha256');
  const staged = folder.stage(file);
  let bytes = 0;
  let isKept = false;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > file.size) return `it has more than the ${file.size} bytes that the manifest states`;
      hash.update(chunk);
      staged.write(chunk);
    }
    if (bytes < file.size) return `it has ${bytes} bytes, and the manifest states ${file.size}`;
    const sha256 = hash.digest('hex');
    if (sha256 !== file.sha256) return `its SHA-256 is ${sha256}, and the manifest states ${file.sha256}`;
    staged.keep();
    isKept = true;
    return null;
  } finally {
    if (!isKept) staged.discard();
  }
}

/** Moves in what was fetched, removes what is gone. @returns how many files were removed */
function bringIn(
  files: readonly ManifestFile[],
  missing: readonly ManifestFile[],
  manifest: Uint8Array,
  folder: MirrorFolder,
): number {
  const paths = new Set([...files.map(({ path }) => path), MANIFEST_PATH]);
  const gone = [...folder.owned].filter((path) => !paths.has(path));
  const inTheWay = new Set(gone.filter(isInTheWayOf(paths)));
  const lasts = new Set(new Map(missing.map((file) => [file.sha256, file])).values());
  folder.own([...paths, ...gone]);
  for (const path of inTheWay) folder.remove(path);
  for (const file of missing) folder.moveIn(file, lasts.has(file));
  for (const path of gone) if (!inTheWay.has(path)) folder.remove(path);
  // Last, so that whoever copies the copy finds all that it lists.
  folder.write(MANIFEST_PATH, manifest);
  folder.finish(paths);
  return gone.length;
}

/**
 * Whether a path is that of a file where a folder is needed, or inside a folder where a file is to be; or differs from
 * the path of a file only in its case, so that some disk would take the one for the other.
 */
function isInTheWayOf(paths: ReadonlySet<string>): (path: string) => boolean {
  const files = new Set([...paths].map(fold));
  const folders = new Set([...files].flatMap(foldersOf));
  return (path) => {
    const folded = fold(path);
    return files.has(folded) || folders.has(folded) || foldersOf(folded).some((folder) => files.has(folder));
  };
}

/** The folders that a path is in. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
