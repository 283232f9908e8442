/**
 * Replaces the whole folder of a mirror, as a build replaces a site. Links unchanged files, and files that no mirror
 * wrote, into the new one. `.cartalog-mirror` lists the mirror's files and what was accepted of a signed catalog; until
 * all files have arrived, it also has the fetched ones, by SHA-256.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { distinctTimes } from '../../../build/render/core/file-times.ts';
import { createFolders, linkFile } from '../../../build/write/durable.ts';
import { FolderError } from '../../../build/write/lock.ts';
import { beginReplacingFolder, type FolderReplacement } from '../../../build/write/replace-folder.ts';
import type { Memory } from '../../../cli/site/published-site.ts';
import { isObject, jsonMembersOf } from '../../../contract/base/json-values.ts';
import { sha256Of } from '../../../contract/base/sha256.ts';
import { visible } from '../../../contract/base/text.ts';
import type { ManifestFile } from '../../../contract/generated/v1.types.ts';
import { mirrorPathObjection, parentFoldersOf } from './listed-files.ts';

const STATE_FOLDER = '.cartalog-mirror';
const FETCHED = `${STATE_FOLDER}/kept`;
const STATE = `${STATE_FOLDER}/files.json`;

/** Enough to detect that another mirror was killed. */
const PATIENCE_MS = 15_000;

export type MirrorFile = Omit<ManifestFile, 'url'>;

/**
 * @param hasKeys whether only signed content is accepted
 * @throws FolderError if the folder is not a mirror of this deployment; LockedError if another mirror writes it; the
 * system's errors
 */
export async function openMirror(root: string, url: string, hasKeys: boolean): Promise<OpenMirror> {
  const silent = { onWait: () => {}, onRecover: () => {} };
  const replacement = await beginReplacingFolder(root, { ...silent, patienceMs: PATIENCE_MS, fsync: true });
  try {
    const folder = new OpenMirror(replacement, url);
    if (folder.memory.size > 0 && !hasKeys)
      throw new FolderError('is a copy that was verified; name the keys again with --key, or another folder');
    return folder;
  } catch (error) {
    replacement.end();
    throw error;
  }
}

/** Methods throw the system's errors. */
export class OpenMirror {
  /** Empty if a signed catalog was copied without keys. `begin` and `close` store it. */
  readonly memory: Memory;
  readonly #replacement: FolderReplacement;
  readonly #root: string;
  /** Temporary; gone once another process has the lock. */
  readonly #work: string;
  readonly #url: string;
  /** Files that earlier runs wrote. */
  #owned: ReadonlySet<string>;
  /** Contents (`contentOf`) by path. */
  readonly #contents = new Map<string, string>();
  /** Absolute paths by content. */
  readonly #sources = new Map<string, string>();
  /** Seconds since 1970, by path; other files keep their time. */
  #times: ReadonlyMap<string, number> = new Map();
  readonly #wasThere: boolean;
  /** An earlier run has copied all files. */
  readonly #isComplete: boolean;

  constructor(replacement: FolderReplacement, url: string) {
    this.#replacement = replacement;
    this.#root = replacement.folder;
    this.#work = dirname(replacement.next);
    this.#url = url;
    this.#wasThere = existsSync(this.#root);
    const { files = [], memory } = this.#wasThere ? readState(this.#root, url) : {};
    // Somebody else may have written the list: no path may lead out of the folder.
    this.#owned = new Set(files.filter((path) => typeof path === 'string' && mirrorPathObjection(path) === null));
    this.#isComplete = this.#owned.size > 0;
    this.memory = new Map(jsonMembersOf(memory).map(([about, text]) => [about, String(text)]));
    if (!this.#wasThere) return;
    const copied = entriesBelow(this.#root).filter((path) => this.#owned.has(path));
    for (const path of [...copied, ...this.#fetched()]) {
      const file = join(this.#root, path);
      if (lstatSync(file).isFile()) this.#index(path, file, readFileSync(file));
    }
  }

  get isLost(): boolean {
    return !existsSync(this.#work);
  }

  /**
   * Stores what was accepted, in case the run is killed. Deletes fetched files that are no longer wanted: those of a
   * changing deployment would pile up. Chooses times as a build does: servers make ETags from time and size, so
   * renditions of one size need different times.
   */
  begin(files: readonly MirrorFile[]): void {
    if (existsSync(this.#root)) refuseTaken(this.#foreignIn(this.#root), files);
    if (this.memory.size > 0) this.#remember();
    const distinct = distinctTimes();
    const now = Math.floor(Date.now() / 1000);
    this.#times = new Map(
      files.flatMap((file) => {
        const { path, lastModified } = file;
        if (lastModified === null && this.#contents.get(path) === contentOf(file)) return [];
        return [[path, distinct(file, lastModified === null ? now : Date.parse(lastModified) / 1000)]];
      }),
    );
    const wanted = new Set(files.map(({ sha256 }) => `${FETCHED}/${sha256}`));
    for (const path of this.#fetched()) if (!wanted.has(path)) rmSync(join(this.#root, path), { recursive: true });
  }

  has(file: MirrorFile): boolean {
    return this.#contents.get(file.path) === contentOf(file) && this.#hasTime(join(this.#root, file.path), file);
  }

  hasContent(file: MirrorFile): boolean {
    return this.#sources.has(contentOf(file));
  }

  /** Keeps the file, even if the run is interrupted. @returns why it is not the manifest's file */
  async receive(file: MirrorFile, body: AsyncIterable<Uint8Array>): Promise<string | null> {
    const path = join(this.#work, file.sha256);
    const descriptor = openSync(path, 'w');
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > file.size) return `it has more than the ${file.size} bytes that the manifest states`;
        hash.update(chunk);
        writeFileSync(descriptor, chunk);
      }
    } finally {
      closeSync(descriptor);
    }
    if (bytes < file.size) return `it has ${bytes} bytes, and the manifest states ${file.size}`;
    const sha256 = hash.digest('hex');
    if (sha256 !== file.sha256) return `its SHA-256 is ${sha256}, and the manifest states ${file.sha256}`;
    this.#setTime(path, file);
    this.#sources.set(contentOf(file), this.#moveIn(path, `${FETCHED}/${sha256}`));
    return null;
  }

  hasForeign(path: string): boolean {
    return !this.#owned.has(path) && existsSync(join(this.#root, path));
  }

  read(file: MirrorFile): Uint8Array {
    return readFileSync(this.#sources.get(contentOf(file)) as string);
  }

  /** For files that the manifest does not list: itself, its signature, a configuration. */
  add(path: string, bytes: Uint8Array): MirrorFile {
    const file = join(this.#work, sha256Of(bytes));
    writeFileSync(file, bytes);
    // The file has no path in the folder yet.
    return { path, lastModified: null, ...this.#index('', file, bytes) };
  }

  /**
   * @returns how many files were removed; null if the folder has these files already
   * @throws FolderError if something that no mirror wrote is in a file's place; then the folder is unchanged
   */
  replace(files: readonly MirrorFile[]): number | null {
    const paths = new Set(files.map(({ path }) => path));
    const removed = [...this.#owned].filter((path) => !paths.has(path)).length;
    const inPlace = new Set(files.filter((file) => this.has(file)));
    if (removed === 0 && inPlace.size === files.length) return null;
    for (const file of inPlace) this.#place(file, join(this.#root, file.path));
    for (const file of files) if (!inPlace.has(file)) this.#place(file, this.#sources.get(contentOf(file)) as string);
    this.#replacement.makeFolder(STATE_FOLDER);
    writeFileSync(join(this.#replacement.next, STATE), this.#state(paths));
    this.#replacement.commit((old) => {
      const foreign = this.#foreignIn(old);
      refuseTaken(foreign, files);
      for (const path of foreign) this.#carry(old, path);
    });
    this.#owned = paths;
    return removed;
  }

  /** Frees the folder if a first copy cannot be completed. */
  abandon(): void {
    if (this.#isComplete || this.isLost || !existsSync(this.#root)) return;
    rmSync(join(this.#root, STATE_FOLDER), { recursive: true, force: true });
    if (!this.#wasThere && readdirSync(this.#root).length === 0) rmdirSync(this.#root);
  }

  /** Stores what was accepted, even if the manifest was refused. */
  close(): void {
    if (this.memory.size > 0 && existsSync(join(this.#root, STATE)) && !this.isLost) this.#remember();
    this.#replacement.end();
  }

  #fetched(): string[] {
    return existsSync(join(this.#root, FETCHED))
      ? readdirSync(join(this.#root, FETCHED)).map((name) => `${FETCHED}/${name}`)
      : [];
  }

  #index(path: string, file: string, bytes: Uint8Array): { sha256: string; size: number } {
    const found = { sha256: sha256Of(bytes), size: bytes.length };
    this.#contents.set(path, contentOf(found));
    this.#sources.set(contentOf(found), file);
    return found;
  }

  #state(paths: Iterable<string>): string {
    return `${JSON.stringify({ url: this.#url, files: [...paths].sort(), memory: Object.fromEntries(this.memory) })}\n`;
  }

  #remember(): void {
    const temporary = join(this.#work, 'state');
    writeFileSync(temporary, this.#state(this.#owned), { flush: true });
    this.#moveIn(temporary, STATE);
  }

  #moveIn(temporary: string, path: string): string {
    const target = join(this.#root, path);
    createFolders(dirname(target));
    renameSync(temporary, target);
    return target;
  }

  /** Copies a file that gets another time, or shares its content. */
  #place(file: MirrorFile, source: string): void {
    const target = join(this.#replacement.next, file.path);
    this.#replacement.makeFolder(dirname(file.path));
    const isShared = source !== join(this.#root, file.path) && lstatSync(source).nlink > 1;
    if (!isShared && this.#hasTime(source, file) && linkFile(source, target)) return;
    cpSync(source, target, { preserveTimestamps: true });
    this.#setTime(target, file);
  }

  #hasTime(file: string, { path }: MirrorFile): boolean {
    const time = this.#times.get(path);
    return time === undefined || lstatSync(file).mtimeMs === time * 1000;
  }

  #setTime(file: string, { path }: MirrorFile): void {
    const time = this.#times.get(path);
    if (time !== undefined) utimesSync(file, time, time);
  }

  #carry(old: string, path: string): void {
    const [source, target] = [join(old, path), join(this.#replacement.next, path)];
    this.#replacement.makeFolder(path.endsWith('/') ? path.slice(0, -1) : dirname(path));
    if (path.endsWith('/')) return;
    // Some systems would link to a symbolic link's target.
    if (lstatSync(source).isSymbolicLink() || !linkFile(source, target))
      cpSync(source, target, { preserveTimestamps: true, verbatimSymlinks: true });
  }

  #foreignIn(root: string): string[] {
    const ours = new Set(
      [...this.#owned].flatMap((path) => [path, ...parentFoldersOf(path).map((folder) => `${folder}/`)]),
    );
    return entriesBelow(root).filter((path) => !ours.has(path));
  }
}

/** @throws FolderError if something that no mirror wrote is in a file's place */
function refuseTaken(foreign: readonly string[], files: readonly MirrorFile[]): void {
  const paths = new Set(files.map(({ path }) => path));
  const folders = new Set([...paths].flatMap(parentFoldersOf));
  for (const path of foreign) {
    const taken = [...parentFoldersOf(path), path].find((part) => paths.has(part)) ?? (folders.has(path) ? path : null);
    if (taken !== null)
      throw new FolderError(`has a file of yours in the place of a file of the mirror: ${taken}; move it away`);
  }
}

/** Unchecked members. @throws FolderError if the folder is not a mirror of the deployment */
function readState(root: string, url: string): { readonly files?: readonly string[]; readonly memory?: unknown } {
  if (!statSync(root).isDirectory()) throw new FolderError('is a file; name a folder for the mirror');
  const isLink = (path: string): boolean =>
    lstatSync(join(root, path), { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const link = [STATE_FOLDER, FETCHED, STATE].find(isLink);
  if (link !== undefined) throw new FolderError(`has a symbolic link as ${link}, which no mirror writes; move it away`);
  const state = parseState(root);
  if (state === null && readdirSync(root).some((name) => name !== STATE_FOLDER))
    throw new FolderError('has files, but is not a mirror; name a new or empty folder');
  if (state !== null && state['url'] !== url)
    throw new FolderError(`is a mirror of ${visible(String(state['url']))}; name another folder for ${url}`);
  return state ?? {};
}

function parseState(root: string): Readonly<Record<string, unknown>> | null {
  try {
    const state: unknown = JSON.parse(readFileSync(join(root, STATE), 'utf8'));
    return isObject(state) && typeof state['url'] === 'string' && Array.isArray(state['files']) ? state : null;
  } catch {
    return null;
  }
}

const contentOf = ({ sha256, size }: Pick<MirrorFile, 'sha256' | 'size'>): string => `${sha256} ${size}`;

/** Empty folders end in a slash. @throws FolderError at a mounted folder */
function entriesBelow(root: string, below = ''): string[] {
  if (statSync(join(root, below)).dev !== statSync(dirname(root)).dev) {
    const what = below === '' ? 'is mounted' : `contains the mounted folder ${below}`;
    throw new FolderError(`${what}, so it cannot be replaced as a whole; name a folder inside it, or another one`);
  }
  const entries = readdirSync(join(root, below), { withFileTypes: true });
  if (entries.length === 0 && below !== '') return [below];
  return entries
    .filter(({ name }) => below !== '' || name !== STATE_FOLDER)
    .flatMap((entry) => (entry.isDirectory() ? entriesBelow(root, `${below}${entry.name}/`) : [below + entry.name]));
}
