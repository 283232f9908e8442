/**
 * The folder of a mirror on disk.
 *
 * `.cartalog-mirror` contains the list of the mirror's files with their hashes, a lock, and fetched files. Only listed
 * files are replaced or removed. A file is hashed again only if its size or times changed.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createFolders, flushTree } from '../../../build/write/durable.ts';
import { type Lock, takeLock } from '../../../build/write/lock.ts';
import { CannotRunError } from '../../../cli/io.ts';
import type { Memory } from '../../../cli/read-signed-manifest.ts';
import type { ManifestFile } from '../../../contract/generated/v1.types.ts';
import { isObject, membersOf } from '../../../contract/parse-json.ts';
import { sha256Of } from '../../../contract/sha256.ts';
import { systemCode } from '../../../contract/system-errors.ts';
import { shortened, visible } from '../../../contract/text.ts';
import { listedFiles, mirrorPathObjection } from './listed-files.ts';

/** The state folder inside a mirror. */
const OWN = '.cartalog-mirror';

/** How long to wait for another mirror in the same folder, longer than it takes to detect that it was killed. */
const TIMEOUT_MS = 15_000;

/** A foreign file is in the place of a file of the mirror. */
export class ForeignFileError extends Error {
  readonly path: string;
  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/**
 * Opens the folder of a mirror, and creates it if necessary.
 *
 * @param name the folder in messages
 * @param url the address of the deployment
 * @throws CannotRunError if the folder is something else; LockedError if another mirror writes it; system errors
 */
export async function openMirror(root: string, name: string, url: string): Promise<OpenMirror> {
  knownFiles(root, name, url);
  createFolders(join(root, OWN));
  const lock = await takeLock(join(root, LOCK), TIMEOUT_MS, () => {});
  try {
    // Another mirror may have changed it in the meantime.
    const known = knownFiles(root, name, url);
    for (const folder of lock.abandoned) rmSync(folder, { recursive: true, force: true });
    createFolders(join(root, OWN, KEPT));
    return new OpenMirror(root, url, lock, known);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The files that earlier runs wrote or were about to write. */
interface KnownFiles {
  readonly paths: ReadonlySet<string>;
  /** The stamp and SHA-256 of files by path, with a space between them. Not validated. */
  readonly hashes: ReadonlyMap<string, unknown>;
  /** What was accepted of a signed catalog; empty if it was copied without keys. */
  readonly memory: Memory;
}

/** A manifest, its signature, and what it lists. */
export interface Received {
  readonly manifest: Uint8Array;
  /** Null without one. */
  readonly signature: Uint8Array | null;
  readonly files: readonly ManifestFile[];
}

/** Whether a folder was opened as a mirror before. */
export const isMirror = (root: string): boolean => existsSync(join(root, OWN));

/** Reads what the state of a mirror lists. @throws CannotRunError if the folder is something else */
export function knownFiles(root: string, name: string, url: string): KnownFiles {
  const status = lstatSync(root, { throwIfNoEntry: false });
  if (status?.isFile()) throw new CannotRunError(`${name} is a file; name a folder for the mirror.`);
  for (const [path, isFolder] of OWN_PARTS) {
    const own = statusOf(join(root, path));
    if (own === null || (isFolder ? own.isDirectory() : own.isFile())) continue;
    const what = own.isSymbolicLink() ? 'a symbolic link' : `no ${isFolder ? 'folder' : 'file'}`;
    throw new CannotRunError(`${name}/${path} is ${what}, which no mirror writes; move it away.`);
  }
  const known = readState(root);
  if (known === null && existsSync(root) && readdirSync(root).some((entry) => entry !== OWN)) {
    throw new CannotRunError(`${name} has something in it that is not a mirror; name a new or empty folder.`);
  }
  if (known && known.url !== url) {
    throw new CannotRunError(`${name} is a mirror of ${visible(known.url)}; name another folder for ${url}.`);
  }
  const { files = [], hashes = {}, memory } = known ?? {};
  // Listed files may be removed, and the list may come from somebody else.
  const bad = files.find((path) => typeof path !== 'string' || mirrorPathObjection(path) !== null);
  if (bad === undefined) {
    const accepted = new Map(membersOf(memory).map(([about, text]) => [about, String(text)]));
    return { paths: new Set(files as string[]), hashes: new Map(Object.entries(hashes)), memory: accepted };
  }
  const shown = visible(shortened(String(bad)));
  throw new CannotRunError(
    `${name}/${OWN}/${STATE} lists "${shown}", which is not a file of a mirror; name a new folder.`,
  );
}

/** The folder of fetched files, named by SHA-256. */
const KEPT = 'kept';

const STATE = 'files.json';

/** The manifest whose files are being moved in, with its signature. */
const NEXT = 'next.json';

const LOCK = `${OWN}/lock`;

/** The mirror's own files and folders. */
const OWN_PARTS: readonly (readonly [path: string, isFolder: boolean])[] = [
  [OWN, true],
  [`${OWN}/${KEPT}`, true],
  [LOCK, true],
  [`${OWN}/${STATE}`, false],
  [`${OWN}/${NEXT}`, false],
];

interface State {
  readonly url: string;
  /** The paths of files. Not validated. */
  readonly files: readonly unknown[];
  readonly hashes?: object;
  /** Not validated. */
  readonly memory?: unknown;
}

/** Reads the state of a mirror; null if the folder is not a mirror. */
function readState(root: string): State | null {
  try {
    const state: unknown = JSON.parse(readFileSync(join(root, OWN, STATE), 'utf8'));
    const isState = isObject(state) && typeof state['url'] === 'string' && Array.isArray(state['files']);
    return isState ? (state as unknown as State) : null;
  } catch {
    return null;
  }
}

/** The locked folder of a mirror. Methods throw system errors. */
export class OpenMirror {
  readonly #root: string;
  readonly #url: string;
  readonly #lock: Lock;
  #owned: ReadonlySet<string>;
  /** As in the state. */
  readonly #hashes: Map<string, unknown>;
  /** What was accepted of a signed catalog. It is kept by `remember`, and when the folder is closed. */
  readonly memory: Memory;
  #count = 0;

  constructor(root: string, url: string, lock: Lock, { paths, hashes, memory }: KnownFiles) {
    this.#root = root;
    this.#url = url;
    this.#lock = lock;
    this.#owned = paths;
    this.#hashes = new Map(hashes);
    this.memory = memory;
  }

  /** The files that earlier runs wrote or were about to write. */
  get owned(): ReadonlySet<string> {
    return this.#owned;
  }

  /** Whether the mirror has this file with this content. */
  has(file: ManifestFile): boolean {
    if (!this.#owned.has(file.path)) return false;
    const path = join(this.#root, file.path);
    const status = statusOf(path);
    if (!status?.isFile() || status.size !== file.size) return false;
    const stamp = `${stampOf(status)} `;
    if (!String(this.#hashes.get(file.path)).startsWith(stamp)) this.#hashes.set(file.path, stamp + hashOf(path));
    return this.#hashes.get(file.path) === stamp + file.sha256;
  }

  /** Deletes kept files that no manifest lists any more, so that those of a changing deployment do not pile up. */
  keepOnly(files: readonly ManifestFile[]): void {
    const listed = new Set(files.map(({ sha256 }) => sha256));
    const kept = join(this.#root, OWN, KEPT);
    for (const name of readdirSync(kept)) if (!listed.has(name)) rmSync(join(kept, name), { recursive: true });
  }

  /** Whether a file with this content has been fetched and kept. */
  hasKept(file: ManifestFile): boolean {
    const path = this.#kept(file);
    return statusOf(path)?.isFile() === true && hashOf(path) === file.sha256;
  }

  /**
   * Receives a file, and keeps it for moving it in, even if the run is interrupted.
   *
   * @returns why it is not the file of the manifest; null if it is kept
   */
  async receive(file: ManifestFile, body: AsyncIterable<Uint8Array>): Promise<string | null> {
    const path = this.#temporary();
    const descriptor = openSync(path, 'wx');
    const hash = createHash('sha256');
    let bytes = 0;
    let sha256 = '';
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > file.size) return `it has more than the ${file.size} bytes that the manifest states`;
        hash.update(chunk);
        writeFileSync(descriptor, chunk);
      }
      if (bytes < file.size) return `it has ${bytes} bytes, and the manifest states ${file.size}`;
      sha256 = hash.digest('hex');
      if (sha256 !== file.sha256) return `its SHA-256 is ${sha256}, and the manifest states ${file.sha256}`;
      return null;
    } finally {
      closeSync(descriptor);
      if (sha256 === file.sha256) renameSync(path, this.#kept(file));
      else rmSync(path);
    }
  }

  /**
   * Adds files to the list, before the first is written.
   *
   * @throws ForeignFileError if a foreign file is in the place of one
   */
  own(paths: Iterable<string>): void {
    const all = new Set(paths);
    const ownFolders = new Set([...this.#owned].flatMap(foldersOf));
    for (const path of all) if (this.#isForeign(path, ownFolders)) throw new ForeignFileError(path);
    for (const folder of new Set([...all].flatMap(foldersOf))) {
      const status = statusOf(join(this.#root, folder));
      // A link could lead anywhere. A file of the mirror may be replaced by a folder.
      if (status && !status.isDirectory() && !(status.isFile() && this.#owned.has(folder)))
        throw new ForeignFileError(folder);
    }
    // A power cut must not leave empty files.
    if (readdirSync(join(this.#root, OWN, KEPT)).length > 0) flushTree(join(this.#root, OWN, KEPT));
    this.#note(all);
  }

  /**
   * Moves a kept file into its place atomically.
   *
   * @param isLast whether no other file has this content
   */
  moveIn(file: ManifestFile, isLast: boolean): void {
    const temporary = this.#temporary();
    if (isLast) renameSync(this.#kept(file), temporary);
    else copyFileSync(this.#kept(file), temporary);
    if (file.lastModified !== null) {
      const time = new Date(file.lastModified);
      utimesSync(temporary, time, time);
    }
    this.#place(temporary, file.path);
    this.#hashes.set(file.path, `${stampOf(lstatSync(join(this.#root, file.path)))} ${file.sha256}`);
  }

  /** Writes a file atomically. */
  write(path: string, content: Uint8Array): void {
    const temporary = this.#temporary();
    writeFileSync(temporary, content, { flush: true });
    this.#place(temporary, path);
  }

  remove(path: string): void {
    rmSync(join(this.#root, path), { force: true });
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) removeEmpty(join(this.#root, folder));
  }

  /** Notes the manifest whose files are moved in from now on. */
  announce({ manifest, signature }: Received): void {
    const texts = [manifest, signature].map((bytes) => bytes && Buffer.from(bytes).toString('base64'));
    this.write(join(OWN, NEXT), Buffer.from(JSON.stringify(texts)));
  }

  /** What a run announced that was stopped before all its files were in; null if there is none, or it is damaged. */
  announced(): Received | null {
    try {
      const [first, second] = JSON.parse(readFileSync(join(this.#root, OWN, NEXT), 'utf8'));
      const manifest = Buffer.from(first, 'base64');
      const signature = second === null ? null : Buffer.from(second, 'base64');
      return { manifest, signature, files: listedFiles(manifest, Infinity) };
    } catch {
      return null;
    }
  }

  /** Sets the list of files, and deletes kept files. */
  finish(paths: Iterable<string>): void {
    this.#note(new Set(paths));
    rmSync(join(this.#root, OWN, NEXT), { force: true });
    this.keepOnly([]);
  }

  /** Keeps what was accepted, even if the run is killed later. */
  remember(): void {
    if (this.memory.size > 0) this.#note(this.#owned);
  }

  /** Keeps what was accepted, and releases the lock. */
  close(): void {
    if (existsSync(join(this.#root, OWN, STATE))) this.#note(this.#owned);
    this.#lock.release();
    removeEmpty(join(this.#root, OWN, KEPT));
  }

  /** Whether a path is foreign. A folder with only files of the mirror is not. */
  #isForeign(path: string, ownFolders: ReadonlySet<string>): boolean {
    const status = statusOf(join(this.#root, path));
    if (!status?.isDirectory()) return status !== null && !this.#owned.has(path);
    const inside = readdirSync(join(this.#root, path));
    return !ownFolders.has(path) || inside.some((name) => this.#isForeign(`${path}/${name}`, ownFolders));
  }

  #note(files: ReadonlySet<string>): void {
    const temporary = this.#temporary();
    const hashes = Object.fromEntries([...this.#hashes].filter(([path]) => files.has(path)));
    const state: State = { url: this.#url, files: [...files].sort(), hashes, memory: Object.fromEntries(this.memory) };
    writeFileSync(temporary, `${JSON.stringify(state)}\n`, { flush: true });
    renameSync(temporary, join(this.#root, OWN, STATE));
    this.#owned = files;
  }

  #place(temporary: string, path: string): void {
    const target = join(this.#root, path);
    createFolders(dirname(target));
    renameSync(temporary, target);
  }

  #kept({ sha256 }: ManifestFile): string {
    return join(this.#root, OWN, KEPT, sha256);
  }

  /** Written inside the lock, so only its holder can write it. */
  #temporary(): string {
    return join(this.#lock.folder, String(this.#count++));
  }
}

/** The status of a path without following links; null if it does not exist. */
function statusOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Removes a folder, unless something is in it. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {}
}

/** The parent folders of a path, the outermost first. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The size and times of a file, which change when it is written. */
function stampOf({ size, mtimeMs, ctimeMs }: Stats): string {
  return `${size} ${mtimeMs} ${ctimeMs}`;
}

function hashOf(path: string): string {
  return sha256Of(readFileSync(path));
}
