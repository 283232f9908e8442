/** Files on this machine: a catalog folder, a built site, and writing single files in one step. */
import {
  chmodSync,
  chownSync,
  type Dirent,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { CatalogEntry, CatalogFolder } from '../build/read/folder.ts';
import { createFolders, flushFolder } from '../build/write/durable.ts';
import { isRunning } from '../build/write/lock.ts';
import { isObject, type JsonObject, parseJson } from '../contract/parse-json.ts';
import { describeSystemError, LinkInPathError, systemCode } from '../contract/system-errors.ts';
import { CannotRunError, type Io } from './io.ts';

/**
 * Opens a catalog folder on disk.
 *
 * @param name relative to the working folder
 * @param advice what to do if it does not exist
 * @throws CannotRunError if it does not exist
 */
export function openCatalogFolder(
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
  return {
    entries: () => entriesBelow(root, ''),
    size: (file) => statSync(`${root}/${file}`).size,
    read: (file) => readFileSync(`${root}/${file}`),
  };
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

/**
 * Reads a text file; null if there is none.
 *
 * @throws CannotRunError if it cannot be read, or is neither a file nor a folder: reading a pipe may never end
 */
export function readTextIfThere(file: string): string | null {
  try {
    const status = statSync(file);
    if (status.isDirectory()) return null;
    if (!status.isFile()) throw new CannotRunError(`${file} is not a regular file.`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof CannotRunError) throw error;
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null;
    throw new CannotRunError(`${file} cannot be read: ${describeSystemError(error)}.`);
  }
}

/**
 * Reads a file with a JSON object; null if there is none.
 *
 * @throws CannotRunError if it has none, and as `readTextIfThere` does
 */
export function readJsonIfThere(file: string): JsonObject | null {
  const text = readTextIfThere(file);
  if (text === null) return null;
  try {
    const value = parseJson(text);
    if (isObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CannotRunError(`${file} is not a JSON object; correct it.`);
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
  let files: Dirent[];
  try {
    files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
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
    paths: new Set(files.map((file) => relative(root, join(file.parentPath, file.name)).replaceAll(sep, '/'))),
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
 * Refuses a path that leads through a symbolic link below the root of its repository: the author of the checkout chose
 * where it leads. Links above the root, such as a home on another disk, are fine.
 *
 * @param root everything below it is checked; by default the root of the repository, without which nothing is
 * @throws LinkInPathError
 */
export function refuseLinks(path: string, root: string | null = repositoryOf(dirname(path))): void {
  let place = root;
  for (const part of root === null ? [] : relative(root, path).split(sep)) {
    place = join(place as string, part);
    const status = lstatSync(place, { throwIfNoEntry: false });
    if (!status) return;
    if (status.isSymbolicLink()) {
      const link = relative(root as string, place);
      throw new LinkInPathError(`${link} is a symbolic link, which may lead out of the repository; remove it`);
    }
  }
}

/** The nearest folder with a `.git` that is not itself a link; null if there is none. */
function repositoryOf(folder: string): string | null {
  const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isLink && existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? null : repositoryOf(dirname(folder));
}

/** The folder for temporary files of ours, which git ignores. */
const OWN_FOLDER = '.cartalog';

/**
 * Creates the folder for temporary files in a working folder.
 *
 * @param names what the caller uses in it
 * @throws LinkInPathError if the folder, or one of the names, is a symbolic link; the system's error
 */
export function openOwnFolder(cwd: string, ...names: readonly string[]): string {
  const folder = join(cwd, OWN_FOLDER);
  for (const name of ['', '.gitignore', ...names]) refuseLinks(join(folder, name), cwd);
  mkdirSync(folder, { recursive: true });
  const ignored = join(folder, '.gitignore');
  if (!existsSync(ignored)) writeFileSync(ignored, '*\n', { flag: 'wx' });
  return folder;
}

/** Removes the folder for temporary files if nothing is in it. */
export function leaveOwnFolder(cwd: string): void {
  const folder = join(cwd, OWN_FOLDER);
  try {
    refuseLinks(folder, cwd);
    if (readdirSync(folder).every((name) => name === '.gitignore')) rmSync(folder, { recursive: true });
  } catch {
    // It does not exist, or another process has just used it.
  }
}

/**
 * Replaces a file atomically, keeping its permissions and its owner. After a power cut it has the old or the new
 * content.
 *
 * @throws the system's error; the file is then unchanged
 */
export function replaceFile(file: string, content: string | Uint8Array): void {
  refuseLinks(file);
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
  refuseLinks(file);
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

/**
 * Writes a file atomically, whether it exists or not.
 *
 * @throws the system's error; an old file is then unchanged
 */
export function writeWhole(file: string, content: string | Uint8Array): void {
  if (existsSync(file)) replaceFile(file, content);
  else createFile(file, content);
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
