/** Files on this machine: a catalog folder, a built site, and writing single files in one step. */
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type CatalogEntry, type CatalogFolder, createFolders, flushFolder, isRunning } from '../build/pipeline.ts';
import { describeSystemError, systemCode } from '../contract/system-errors.ts';
import { CannotRunError, type Io } from './io.ts';

/**
 * Opens a catalog folder on disk.
 *
 * @param name relative to the working folder
 * @param advice what to do if it does not exist
 * @throws CannotRunError if it does not exist
 */
export function openCatalog(
  { cwd }: Pick<Io, 'cwd'>,
  name: string,
  advice = '; name the catalog with --catalog DIR',
): CatalogFolder {
  try {
    return catalogFolder(resolve(cwd, name));
  } catch (error) {
    throw folderError(error, name, `The catalog folder ${name}`, advice);
  }
}

/** A catalog folder on disk. @throws the system's error if it does not exist, or cannot be listed */
export function catalogFolder(path: string): CatalogFolder {
  const root = realpathSync(path);
  readdirSync(root);
  // Most callers read or hash a file after its size.
  let last: { readonly file: string; readonly bytes: Uint8Array } | null = null;
  return {
    entries: () => entriesBelow(root, ''),
    size(file) {
      const bytes = readSmall(`${root}/${file}`);
      last = bytes && { file, bytes };
      return bytes?.length ?? statSync(`${root}/${file}`).size;
    },
    read(file) {
      const known = last?.file === file ? last.bytes : null;
      last = null;
      return known ?? readFileSync(`${root}/${file}`);
    },
  };
}

/** The block size for reading files. Blocks share one buffer, because a catalog has megabytes. */
const BLOCK_BYTES = 512 * 1024;

let memory: Buffer | null = null;

/** Files below this size are read at once. */
const SMALL_BYTES = 32 * 1024;

/** Reads a small file; null for a larger one. This takes half as long as stat and read. */
function readSmall(path: string): Uint8Array | null {
  return withOpened(path, (descriptor, block) => {
    const length = readSync(descriptor, block, 0, SMALL_BYTES, null);
    return length < SMALL_BYTES ? Buffer.from(block.subarray(0, length)) : null;
  });
}

/** Opens a file while a function works with it. */
function withOpened<T>(path: string, work: (descriptor: number, block: Buffer) => T): T {
  memory ??= Buffer.allocUnsafeSlow(BLOCK_BYTES);
  const descriptor = openSync(path, 'r');
  try {
    return work(descriptor, memory);
  } finally {
    closeSync(descriptor);
  }
}

function* entriesBelow(root: string, folder: string): Generator<CatalogEntry> {
  let listed: ReturnType<typeof list>;
  try {
    listed = list(join(root, folder));
  } catch (error) {
    yield { path: folder, type: 'unreadable', error };
    return;
  }
  for (const entry of listed) {
    // Names that begin with a dot are not part of a catalog, and may be large (.git).
    if (entry.name.startsWith('.')) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* entriesBelow(root, path);
    else yield { path, type: entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other' };
  }
}

const list = (folder: string) => readdirSync(folder, { withFileTypes: true });

/** Searches a folder and its parents for one that contains any of some names; null if none does. */
export function nearestWith(folder: string, names: readonly string[]): string | null {
  if (names.some((name) => existsSync(join(folder, name)))) return folder;
  return dirname(folder) === folder ? null : nearestWith(dirname(folder), names);
}

/** Access to the files of a site. Paths are relative to the site, with `/`. */
export interface SiteFiles {
  /** Every file. */
  readonly paths: ReadonlySet<string>;
  /** The size of a file in bytes. */
  size(path: string): number;
  /** The bytes of a file. */
  read(path: string): Uint8Array;
}

/**
 * The files of a site folder on disk. Links are not followed: the build makes none, and others could lead anywhere.
 *
 * @param name the folder as the user wrote it
 * @throws CannotRunError if the folder, or later a file, cannot be read
 */
export function readSiteFolder(root: string, name: string): SiteFiles {
  const paths = new Set<string>();
  try {
    const folders = [''];
    for (const folder of folders) {
      for (const entry of list(`${root}/${folder}`)) {
        const path = folder + entry.name;
        if (entry.isDirectory()) folders.push(`${path}/`);
        else if (entry.isFile()) paths.add(path);
      }
    }
  } catch (error) {
    throw folderError(error, name, `The folder ${name}`, '; name one that "cartalog build --out DIR" has written');
  }
  const orError = <T>(path: string, action: (file: string) => T): T => {
    try {
      return action(`${root}/${path}`);
    } catch (error) {
      throw new CannotRunError(`${join(name, path)} cannot be read: ${describeSystemError(error)}.`);
    }
  };
  return {
    paths,
    size: (path) => orError(path, (file) => statSync(file).size),
    read: (path) => orError(path, (file) => readFileSync(file)),
  };
}

function folderError(error: unknown, name: string, subject: string, advice: string): CannotRunError {
  const code = systemCode(error);
  if (code === 'ENOENT') return new CannotRunError(`There is no folder ${name}${advice}.`);
  if (code === 'ENOTDIR') return new CannotRunError(`${name} is not a folder${advice}.`);
  return new CannotRunError(`${subject} cannot be read: ${describeSystemError(error)}.`);
}

/**
 * Replaces a file atomically, keeping its permissions and its owner. After a power cut it has the old or the new
 * content.
 *
 * @throws the system's error; the file is then unchanged
 */
export function replaceFile(file: string, content: string | Uint8Array): void {
  const { mode, uid, gid } = statSync(file);
  const temporary = temporaryFor(file);
  try {
    writeFileSync(temporary, content, { flag: 'wx', flush: true });
    // Only root can change the owner, and it matters only if root formats another user's files.
    if (process.getuid?.() === 0) chownSync(temporary, uid, gid);
    chmodSync(temporary, mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Writes a new file atomically, with the folders that it needs.
 *
 * @throws the system's error: EEXIST if the file exists; it is then unchanged
 */
export function createFile(file: string, content: string | Uint8Array): void {
  createFolders(dirname(file));
  const temporary = temporaryFor(file);
  try {
    writeFileSync(temporary, content, { flag: 'wx', flush: true });
    nameAnew(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  try {
    flushFolder(dirname(file));
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Explains why a folder, or something in it, could not be created. */
export function describeCreation(error: unknown): string {
  // The parent folder exists.
  return systemCode(error) === 'ENOENT' ? 'no folder can be created there' : describeSystemError(error);
}

/** Error codes of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'];

/** Gives a file a name that no other file has. */
function nameAnew(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(systemCode(error) ?? '')) throw error;
    if (existsSync(to)) throw Object.assign(new Error(`${to} exists`), { code: 'EEXIST' });
    renameSync(from, to);
  }
}

/**
 * The temporary name of new content. It begins with a dot: if a crash leaves the file, no catalog contains it. The next
 * run that writes into the folder removes it.
 */
function temporaryFor(file: string): string {
  removeLitter(dirname(file), '.', '.new');
  return join(dirname(file), `.${basename(file)}.${process.pid}.new`);
}

/** Removes temporary files of processes that no longer run. Their names contain the process id. */
export function removeLitter(folder: string, begin: string, end: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(begin) || !name.endsWith(end)) continue;
    const [, id] = /(?:^|\.)(\d+)$/.exec(name.slice(begin.length, name.length - end.length)) ?? [];
    if (id === undefined || (Number(id) !== process.pid && isRunning(Number(id)))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
