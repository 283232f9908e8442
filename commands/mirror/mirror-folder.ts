/**
 * The folder of a mirror on disk.
 *
 * Its folder `.cartalog-mirror` has the list of the files that are the mirror's, a lock, and what has been fetched and not
 * yet moved in. Nothing but the files on that list is ever replaced or removed.
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
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createFolders, flushTree, type Lock, takeLock } from '../../build/pipeline.ts';
import { CannotRunError } from '../../cli/io.ts';
import type { ManifestFile } from '../../contract/generated/v1.types.ts';
import { isObject } from '../../contract/parse-json.ts';
import { systemCode } from '../../contract/system-errors.ts';
import { shortened, visible } from '../../contract/text.ts';
import { ForeignFileError, type MirrorFolder, mirrorPathObjection, type StagedFile } from './mirror.ts';

/** A mirror's own folder inside its folder. */
const OWN = '.cartalog-mirror';

/** How long one mirror waits for another that writes the same folder: longer than it takes to see that it was killed. */
const PATIENCE_MS = 15_000;

/** A folder that is written by no other mirror until it is closed. */
export interface OpenMirror extends MirrorFolder {
  close(): void;
}

/**
 * Opens the folder of a mirror, and creates it where there is none.
 *
 * @param name what the person called it
 * @param url the deployment that it is a copy of
 * @throws CannotRunError where it is anything else; LockedError where another mirror writes it; the system's error
 */
export async function openMirror(root: string, name: string, url: string): Promise<OpenMirror> {
  look(root, name, url);
  const isNew = !existsSync(root);
  const lock = await lockFolder(root);
  try {
    // Another mirror may have changed it while this one waited.
    const owned = look(root, name, url);
    for (const folder of lock.abandoned) rmSync(folder, { recursive: true, force: true });
    createFolders(join(root, OWN, KEPT));
    return new DiskMirror(root, url, lock, isNew, owned);
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Looks at a folder before anything is done in it. @returns the files that are the mirror's @throws CannotRunError */
function look(root: string, name: string, url: string): ReadonlySet<string> {
  const status = lstatSync(root, { throwIfNoEntry: false });
  if (status?.isFile()) throw new CannotRunError(`${name} is a file; name a folder for the mirror.`);
  refuseForeignParts(root, name);
  const known = readState(root);
  if (known === null && existsSync(root) && readdirSync(root).some((entry) => entry !== OWN)) {
    throw new CannotRunError(`${name} has something in it that is no mirror; name a new folder, or an empty one.`);
  }
  if (known && known.url !== url) {
    throw new CannotRunError(`${name} is a mirror of ${visible(known.url)}; name another folder for ${url}.`);
  }
  const files = known?.files ?? [];
  // Whatever is on the list may be removed. Others may have written it, where the folder was copied from somewhere.
  const bad = files.find((path) => typeof path !== 'string' || mirrorPathObjection(path) !== null);
  if (bad !== undefined) {
    const shown = visible(shortened(String(bad)));
    throw new CannotRunError(
      `${name}/${OWN}/${STATE} lists "${shown}", which is no file of a mirror; name a new folder.`,
    );
  }
  return new Set(files as readonly string[]);
}

/** Refuses links in the mirror's own folder: what is in another folder is not the mirror's. @throws CannotRunError */
function refuseForeignParts(root: string, name: string): void {
  for (const [path, isFolder] of OWN_PARTS) {
    const status = statusOf(join(root, path));
    if (status === null || (isFolder ? status.isDirectory() : status.isFile())) continue;
    const what = status.isSymbolicLink() ? 'a symbolic link' : `no ${isFolder ? 'folder' : 'file'}`;
    throw new CannotRunError(`${name}/${path} is ${what}, which no mirror writes; move it away.`);
  }
}

/** So often the folder of the lock is created again where another mirror, which wrote nothing, has just removed it. */
const ATTEMPTS = 5;

async function lockFolder(root: string): Promise<Lock> {
  for (let left = ATTEMPTS; ; left--) {
    try {
      createFolders(join(root, OWN));
      return await takeLock(join(root, LOCK), PATIENCE_MS, () => {});
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' || left === 1) throw error;
    }
  }
}

/** What was fetched, each file under its SHA-256. */
const KEPT = 'kept';

const STATE = 'files.json';

const LOCK = `${OWN}/lock`;

/** What is in the folder of a mirror but its files, and whether it is a folder. */
const OWN_PARTS: readonly (readonly [path: string, isFolder: boolean])[] = [
  [OWN, true],
  [`${OWN}/${KEPT}`, true],
  [LOCK, true],
  [`${OWN}/${STATE}`, false],
];

interface State {
  readonly url: string;
  /** Paths, as long as nobody else has written them. */
  readonly files: readonly unknown[];
}

/** What a folder says of itself; null where it is no mirror. */
function readState(root: string): State | null {
  try {
    const state: unknown = JSON.parse(readFileSync(join(root, OWN, STATE), 'utf8'));
    return isObject(state) && typeof state['url'] === 'string' && Array.isArray(state['files'])
      ? (state as unknown as State)
      : null;
  } catch {
    return null;
  }
}

class DiskMirror implements OpenMirror {
  readonly #root: string;
  readonly #url: string;
  readonly #lock: Lock;
  readonly #isNew: boolean;
  #owned: ReadonlySet<string>;
  #count = 0;

  constructor(root: string, url: string, lock: Lock, isNew: boolean, owned: ReadonlySet<string>) {
    this.#root = root;
    this.#url = url;
    this.#lock = lock;
    this.#isNew = isNew;
    this.#owned = owned;
  }

  get owned(): ReadonlySet<string> {
    return this.#owned;
  }

  has(file: ManifestFile): boolean {
    return this.#owned.has(file.path) && hasContent(join(this.#root, file.path), file);
  }

  hasKept(file: ManifestFile): boolean {
    return hasContent(this.#kept(file), file);
  }

  stage(file: ManifestFile): StagedFile {
    const path = this.#temporary();
    const descriptor = openSync(path, 'wx');
    return {
      write(chunk) {
        let written = 0;
        while (written < chunk.length) written += writeSync(descriptor, chunk, written);
      },
      keep: () => {
        closeSync(descriptor);
        renameSync(path, this.#kept(file));
      },
      discard() {
        closeSync(descriptor);
        rmSync(path, { force: true });
      },
    };
  }

  own(paths: Iterable<string>): void {
    const all = new Set(paths);
    const ownFolders = foldersOf(this.#owned);
    for (const path of all) if (this.#isForeign(path, ownFolders)) throw new ForeignFileError(path);
    for (const folder of foldersOf(all)) {
      const status = statusOf(join(this.#root, folder));
      // A link could lead anywhere. A file of the mirror is removed before its name becomes that of a folder.
      if (status && !status.isDirectory() && !(status.isFile() && this.#owned.has(folder)))
        throw new ForeignFileError(folder);
    }
    // A power cut must not leave names without their content.
    if (readdirSync(join(this.#root, OWN, KEPT)).length > 0) flushTree(join(this.#root, OWN, KEPT));
    this.#note(all);
  }

  moveIn(file: ManifestFile, isLast: boolean): void {
    const temporary = this.#temporary();
    if (isLast) renameSync(this.#kept(file), temporary);
    else copyFileSync(this.#kept(file), temporary);
    if (file.lastModified !== null) {
      const time = new Date(file.lastModified);
      utimesSync(temporary, time, time);
    }
    this.#place(temporary, file.path);
  }

  write(path: string, content: Uint8Array): void {
    const temporary = this.#temporary();
    writeFileSync(temporary, content, { flush: true });
    this.#place(temporary, path);
  }

  remove(path: string): void {
    rmSync(join(this.#root, path), { force: true });
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (!removeEmpty(join(this.#root, folder))) return;
    }
  }

  finish(paths: Iterable<string>): void {
    this.#note(new Set(paths));
    rmSync(join(this.#root, OWN, KEPT), { recursive: true, force: true });
  }

  close(): void {
    // Where nothing came of it, nothing is left of it. Once the lock is released, what was kept may be another mirror's.
    if (this.#isHeld()) removeEmpty(join(this.#root, OWN, KEPT));
    this.#lock.release();
    if (removeEmpty(join(this.#root, OWN)) && this.#isNew) removeEmpty(this.#root);
  }

  #isHeld(): boolean {
    return existsSync(this.#lock.folder);
  }

  /** Whether there is something that no mirror has written; a folder of the mirror with nothing but its files is not. */
  #isForeign(path: string, ownFolders: ReadonlySet<string>): boolean {
    const status = statusOf(join(this.#root, path));
    if (!status?.isDirectory()) return status !== null && !this.#owned.has(path);
    const inside = readdirSync(join(this.#root, path));
    return !ownFolders.has(path) || inside.some((name) => this.#isForeign(`${path}/${name}`, ownFolders));
  }

  #note(files: ReadonlySet<string>): void {
    const temporary = this.#temporary();
    const state: State = { url: this.#url, files: [...files].sort() };
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

  /** Inside the lock, so that it cannot be written once another mirror has taken over. */
  #temporary(): string {
    return join(this.#lock.folder, String(this.#count++));
  }
}

/** What is at a path, links not followed; null where nothing is, or where a part of the path is a file. */
function statusOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** Removes a folder. Returns false where something is in it, or where there is none. */
function removeEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** The folders that files are in. */
function foldersOf(paths: ReadonlySet<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.' && !folders.has(folder); folder = dirname(folder))
      folders.add(folder);
  }
  return folders;
}

function hasContent(path: string, { size, sha256 }: ManifestFile): boolean {
  const status = statusOf(path);
  if (!status?.isFile() || status.size !== size) return false;
  return createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;
}
