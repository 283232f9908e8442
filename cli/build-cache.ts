/**
 * What builds keep for the next one, in a file: which units were made from what, and which files came of them.
 *
 * The file counts only where all of it holds: it begins with a hash of the rest, and names the program that wrote it. A cache
 * that is damaged, of another program or of another user is one that is not there.
 *
 * It is in the folder that the system has for caches, and not in the repository: whoever proposes a change could put one
 * there, with files that no catalog has.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import {
  createFolders,
  type FileRecord,
  type KeptUnit,
  type KeptValue,
  type KnownFile,
  type KnownSite,
  type Stamp,
  type TreeRecord,
  UnitCache,
} from '../build/pipeline.ts';
import type { Io } from './io.ts';
import { PACKAGE_ROOT } from './package.ts';

/** What a cache is about. */
export interface CacheContent {
  readonly units: ReadonlyMap<string, KeptUnit>;
  readonly values: ReadonlyMap<string, KeptValue>;
  /** Null where no files were written. */
  readonly site: KnownSite | null;
}

/** A tree, or what it has in another way than the one before. Lists are flat, which is read faster than lists of lists. */
interface TreeRows {
  readonly recorded: number;
  /** Of each file its number in the table, and its stamp. */
  readonly files: readonly number[];
  /** The files of the tree before that are not in this one, by their numbers. */
  readonly without: readonly number[];
  readonly folders: readonly string[];
  /** The stamps of the folders. */
  readonly stamps: readonly number[];
}

/** The form in which it is kept. */
interface CacheDocument {
  readonly program: string;
  /** Every file once: path, size, SHA-256 and time. */
  readonly files: readonly (string | number | null)[];
  /** The catalog files that files come from. */
  readonly origins: readonly (string | null)[];
  /** Of each unit, for each of its files, its number in the table and that of its origin. */
  readonly units: readonly (readonly [
    name: string,
    key: string,
    entries: KeptUnit['entries'],
    files: readonly number[],
  ])[];
  /** What catalog files were read as. */
  readonly values: readonly (readonly [path: string, digest: string, value: unknown])[];
  readonly site: TreeRows | null;
  readonly previous: TreeRows | null;
}

/** Numbers files in the order in which it first meets them. */
class FileTable {
  readonly rows: (string | number | null)[] = [];
  /** Nearly every path has only one content. */
  readonly #numbers = new Map<string, number[]>();

  numberOf(path: string, { size, sha256, modified }: Pick<FileRecord, 'size' | 'sha256' | 'modified'>): number {
    const numbers = this.#numbers.get(path) ?? [];
    for (const number of numbers) {
      if (this.rows[number * 4 + 2] === sha256 && this.rows[number * 4 + 3] === modified) return number;
    }
    if (numbers.length === 0) this.#numbers.set(path, numbers);
    const number = this.rows.length / 4;
    numbers.push(number);
    this.rows.push(path, size, sha256, modified);
    return number;
  }
}

/**
 * Where a cache is kept: in the folder of the user's caches. Null where the system does not say which that is.
 *
 * @param kind what keeps it
 * @param path the folder that it is about
 */
export function cacheFile({ env }: Pick<Io, 'env'>, kind: 'build' | 'check', path: string): string | null {
  const folder = env['XDG_CACHE_HOME'] || platformFolder(env);
  if (!folder || !isAbsolute(folder)) return null;
  const name = createHash('sha256').update(path).digest('hex').slice(0, 32);
  return join(folder, 'cartalog', `${kind}-${name}`);
}

function platformFolder({ HOME = homedir(), LOCALAPPDATA }: Io['env']): string | undefined {
  if (process.platform === 'win32') return LOCALAPPDATA;
  return process.platform === 'darwin' ? join(HOME, 'Library', 'Caches') : join(HOME, '.cache');
}

/** Reads a cache; null where there is none of this program. */
export function readCache(file: string): CacheContent | null {
  try {
    if (process.getuid && statSync(file).uid !== process.getuid()) return null;
    const text = readFileSync(file);
    const end = text.indexOf('\n');
    const rest = text.subarray(end + 1);
    if (text.subarray(0, end).toString('latin1') !== hashOf(rest)) return null;
    const { program, files, origins, units, values, site, previous }: CacheDocument = JSON.parse(rest.toString());
    if (program !== programId()) return null;
    const recordAt = (number: number, origin: string | null): FileRecord => {
      const at = number * 4;
      const [path, size] = [files[at] as string, files[at + 1] as number];
      return { path, size, sha256: files[at + 2] as string, modified: files[at + 3] as number | null, origin };
    };
    const recordsOf = (rows: readonly number[]): FileRecord[] => {
      const records: FileRecord[] = [];
      for (let at = 0; at < rows.length; at += 2) {
        records.push(recordAt(rows[at] as number, origins[rows[at + 1] as number] ?? null));
      }
      return records;
    };
    const treeOf = (rows: TreeRows, before: TreeRecord | null): TreeRecord => {
      const tree = new Map<string, KnownFile>(before?.files);
      for (const number of rows.without) tree.delete(files[number * 4] as string);
      for (let at = 0; at < rows.files.length; at += 4) {
        const { path, size, sha256, modified } = recordAt(rows.files[at] as number, null);
        tree.set(path, { size, sha256, modified, stamp: stampAt(rows.files, at + 1) });
      }
      const folders = new Map(rows.folders.map((path, index) => [path, stampAt(rows.stamps, index * 3)]));
      return { recorded: rows.recorded, files: tree, folders };
    };
    const siteTree = site && treeOf(site, null);
    return {
      units: new Map(units.map(([name, key, entries, rows]) => [name, { key, entries, files: recordsOf(rows) }])),
      values: new Map(values.map(([path, digest, value]) => [path, { digest, value }])),
      site: siteTree && { site: siteTree, previous: previous && treeOf(previous, siteTree) },
    };
  } catch {
    // Not there, or not as this program writes it: everything is made anew.
    return null;
  }
}

/** Keeps a cache, in one step; not at all where the system refuses: it is not needed. */
export function writeCache(file: string, content: CacheContent): void {
  const temporary = `${file}.${process.pid}.new`;
  try {
    const rest = Buffer.from(textOf(content));
    // A recursive mkdir of Node never ends where the system can create no folder.
    createFolders(dirname(dirname(file)));
    if (!existsSync(dirname(file))) mkdirSync(dirname(file), { mode: 0o700 });
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${hashOf(rest)}\n`), rest]));
    renameSync(temporary, file);
  } catch {
    forget(temporary);
  }
}

function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Its folder is a file, or the disk has failed.
  }
}

function textOf({ units, values, site }: CacheContent): string {
  const table = new FileTable();
  const origins = new Map<string | null, number>();
  const originOf = (origin: string | null): number => {
    const number = origins.get(origin) ?? origins.size;
    origins.set(origin, number);
    return number;
  };
  const document: CacheDocument = {
    program: programId(),
    units: Array.from(units, ([name, { key, entries, files }]) => {
      const rows: number[] = [];
      for (const file of files) rows.push(table.numberOf(file.path, file), originOf(file.origin));
      return [name, key, entries, rows];
    }),
    values: Array.from(values, ([path, { digest, value }]) => [path, digest, value]),
    site: site && rowsOf(site.site, null, table),
    previous: site?.previous ? rowsOf(site.previous, site.site, table) : null,
    files: table.rows,
    origins: [...origins.keys()],
  };
  return JSON.stringify(document);
}

/** @param before the tree that this one is told by, where it has nearly the same files */
function rowsOf({ recorded, files, folders }: TreeRecord, before: TreeRecord | null, table: FileTable): TreeRows {
  const rows: number[] = [];
  for (const [path, file] of files) {
    const same = before?.files.get(path);
    if (same && same.sha256 === file.sha256 && same.modified === file.modified && isSame(same.stamp, file.stamp))
      continue;
    rows.push(table.numberOf(path, file), file.stamp[0], file.stamp[1], file.stamp[2]);
  }
  const gone = [...(before?.files ?? [])].filter(([path]) => !files.has(path));
  const stamps: number[] = [];
  for (const stamp of folders.values()) stamps.push(stamp[0], stamp[1], stamp[2]);
  const without = gone.map(([path, file]) => table.numberOf(path, file));
  return { recorded, files: rows, without, folders: [...folders.keys()], stamps };
}

const isSame = (one: Stamp, two: Stamp): boolean => one.every((number, index) => number === two[index]);

function stampAt(numbers: readonly number[], at: number): Stamp {
  return [numbers[at] as number, numbers[at + 1] as number, numbers[at + 2] as number];
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** Tells this program, its schemas and texts, and the Node.js that runs it, from any other. */
function programId(): string {
  const id = readFileSync(join(PACKAGE_ROOT, 'lib', 'build-id'), 'utf8').trim();
  return `${id} ${process.version}`;
}

/** The units of a cache, for a build. */
export function unitsOf(content: CacheContent | null): UnitCache {
  return new UnitCache(content?.units, content?.values);
}
