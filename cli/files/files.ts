/** Reads what is on this machine: a built site, and single files. */
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isObject, type JsonObject, parseJson } from '../../contract/base/parse-json.ts';
import { describeSystemError, systemCode } from '../../contract/base/system-errors.ts';
import { CannotRunError, whileReading } from '../terminal/io.ts';

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
  return {
    paths: new Set(files.map((file) => relative(root, join(file.parentPath, file.name)).replaceAll(sep, '/'))),
    size: (path) => whileReading(join(name, path), () => statSync(`${root}/${path}`).size),
    read: (path) => whileReading(join(name, path), () => readFileSync(`${root}/${path}`)),
  };
}

/** Why a folder cannot be read. @param advice what to do if it does not exist */
export function folderError(error: unknown, name: string, subject: string, advice: string): CannotRunError {
  const code = systemCode(error);
  if (code === 'ENOENT') return new CannotRunError(`There is no folder ${name}${advice}.`);
  if (code === 'ENOTDIR') return new CannotRunError(`${name} is not a folder${advice}.`);
  return new CannotRunError(`${subject} cannot be read: ${describeSystemError(error)}.`);
}
