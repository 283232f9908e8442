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
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import {
  createFolders,
  type FileRecord,
  type KeptSite,
  type KeptUnit,
  type KeptValue,
  type KnownFile,
  type KnownSite,
  type Site,
  type TreeRecord,
  UnitCache,
} from '../build/pipeline.ts';
import type { Io } from './io.ts';
import { PACKAGE_ROOT } from './package.ts';

/** What a cache is about. */
export interface CacheContent {
  readonly units: ReadonlyMap<string, KeptUnit>;
  readonly values: ReadonlyMap<string, KeptValue>;
  /** Null where something was found in the catalog. */
  readonly made: KeptSite | null;
  /** Null where no files were written. */
  readonly site: KnownSite | null;
}

/** A tree, in the form in which it is kept. */
interface TreeRows {
  readonly recorded: number;
  /** Of each file its number in the table. */
  readonly files: readonly number[];
  /** In base64, as stamps below. */
  readonly stamps: string;
  readonly folders: readonly string[];
  readonly folderStamps: string;
}

/** Every file once, in columns: reading one long text is faster than thousands of short ones. */
interface FileColumns {
  readonly paths: readonly string[];
  readonly sizes: readonly number[];
  /** The SHA-256 of all, one after the other. */
  readonly digests: string;
  readonly times: readonly (number | null)[];
  /** Of each file the number of the catalog file that it comes from. */
  readonly origins: readonly number[];
}

/** The form in which it is kept. */
interface CacheDocument {
  readonly program: string;
  readonly files: FileColumns;
  /** The catalog files that files come from. */
  readonly origins: readonly (string | null)[];
  /** Of each unit the numbers of its files. */
  readonly units: readonly (readonly [
    name: string,
    key: string,
    entries: KeptUnit['entries'],
    files: readonly number[],
  ])[];
  /** What catalog files were read as. */
  readonly values: readonly (readonly [path: string, digest: string, value: unknown])[];
  readonly made:
    | (Omit<KeptSite, 'site'> & { readonly site: Omit<Site, 'files'>; readonly files: readonly number[] })
    | null;
  readonly site: TreeRows | null;
  readonly previous: TreeRows | null;
}

const DIGEST_LENGTH = 64;

/** A file of a site or of a unit. */
type Kept = KnownFile & Partial<Pick<FileRecord, 'origin'>>;

/** Numbers files in the order in which it first meets them. */
class FileTable {
  readonly #files: Kept[] = [];
  readonly #numbers = new Map<string, number>();

  /** The numbers of files. Lists that are nearly the same as the first are numbered fastest. */
  numbersOf(files: readonly Kept[]): number[] {
    return files.map((file, index) => (this.#files[index] === file ? index : this.#numberOf(file)));
  }

  #numberOf(file: Kept): number {
    // Nearly every path has only one content.
    for (let key = file.path; ; key += '\0') {
      const number = this.#numbers.get(key);
      if (number === undefined) {
        this.#numbers.set(key, this.#files.length);
        return this.#files.push(file) - 1;
      }
      const known = this.#files[number] as Kept;
      if (known.sha256 === file.sha256 && known.modified === file.modified) return number;
    }
  }

  get columns(): Pick<CacheDocument, 'files' | 'origins'> {
    const files = this.#files;
    const origins = new Map<string | null, number>();
    const originOf = ({ origin = null }: Kept): number => {
      const number = origins.get(origin) ?? origins.size;
      if (number === origins.size) origins.set(origin, number);
      return number;
    };
    return {
      files: {
        paths: files.map(({ path }) => path),
        sizes: files.map(({ size }) => size),
        digests: files.map(({ sha256 }) => sha256).join(''),
        times: files.map(({ modified }) => modified),
        origins: files.map(originOf),
      },
      origins: [...origins.keys()],
    };
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
    const status = statSync(file);
    // What is no file may never end.
    if (!status.isFile() || (process.getuid && status.uid !== process.getuid())) return null;
    const text = readFileSync(file);
    const end = text.indexOf('\n');
    const rest = text.subarray(end + 1);
    if (text.subarray(0, end).toString('latin1') !== hashOf(rest)) return null;
    const { program, files, origins, units, values, made, site, previous }: CacheDocument = JSON.parse(rest.toString());
    if (program !== programId()) return null;
    const records = files.paths.map(
      (path, index): FileRecord => ({
        path,
        size: files.sizes[index] as number,
        sha256: files.digests.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH),
        modified: files.times[index] as number | null,
        origin: origins[files.origins[index] as number] as string | null,
      }),
    );
    const recordsOf = (numbers: readonly number[]): FileRecord[] =>
      numbers.map((number) => records[number] as FileRecord);
    const treeOf = ({ recorded, files, stamps, folders, folderStamps }: TreeRows): TreeRecord => ({
      recorded,
      files: recordsOf(files),
      stamps: numbersIn(stamps),
      folders,
      folderStamps: numbersIn(folderStamps),
    });
    return {
      units: new Map(units.map(([name, key, entries, numbers]) => [name, { key, entries, files: recordsOf(numbers) }])),
      values: new Map(values.map(([path, digest, value]) => [path, { digest, value }])),
      made: made && keptSiteOf(made, recordsOf),
      site: site && { site: treeOf(site), previous: previous && treeOf(previous) },
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
    if (!existsSync(file)) forgetOld(dirname(file));
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${hashOf(rest)}\n`), rest]));
    renameSync(temporary, file);
  } catch {
    forget(temporary);
  }
}

/** So long is kept what no command has needed: builds into folders for once would fill the disk. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Removes what has not been written for long. What somebody still needs is written again with the next change. */
function forgetOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^(?:build|check)-/.test(name)) continue;
    const file = join(folder, name);
    const status = lstatSync(file, { throwIfNoEntry: false });
    if (status && Date.now() - status.mtimeMs > KEPT_MS) forget(file);
  }
}

function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Its folder is a file, or the disk has failed.
  }
}

function textOf({ units, values, made, site }: CacheContent): string {
  const table = new FileTable();
  const rowsOf = ({ recorded, files, stamps, folders, folderStamps }: TreeRecord): TreeRows => ({
    recorded,
    files: table.numbersOf(files),
    stamps: textOfNumbers(stamps),
    folders,
    folderStamps: textOfNumbers(folderStamps),
  });
  const ofSite = site && rowsOf(site.site);
  const document: Omit<CacheDocument, 'files' | 'origins'> = {
    program: programId(),
    units: Array.from(units, ([name, { key, entries, files }]) => [name, key, entries, table.numbersOf(files)]),
    values: Array.from(values, ([path, { digest, value }]) => [path, digest, value]),
    made: made && keptRowsOf(made, table),
    site: ofSite,
    previous: site?.previous ? rowsOf(site.previous) : null,
  };
  return JSON.stringify({ ...document, ...table.columns });
}

function keptRowsOf({ site: { files, ...site }, ...kept }: KeptSite, table: FileTable): CacheDocument['made'] {
  return { ...kept, site, files: table.numbersOf(files) };
}

function keptSiteOf(
  { site, files, ...kept }: NonNullable<CacheDocument['made']>,
  recordsOf: (numbers: readonly number[]) => FileRecord[],
): KeptSite {
  return { ...kept, site: { ...site, files: recordsOf(files) } };
}

function textOfNumbers({ buffer, byteOffset, byteLength }: Float64Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}

function numbersIn(text: string): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  // Those of a small buffer are anywhere in a larger one.
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** Tells this program, its schemas and texts, and the Node.js that runs it, from any other. */
function programId(): string {
  const id = readFileSync(join(PACKAGE_ROOT, 'lib', 'build-id'), 'utf8').trim();
  return `${id} ${process.version}`;
}

/** The units of a cache, for a build. */
export function unitsOf(content: CacheContent | null): UnitCache {
  return new UnitCache(content?.units, content?.values, content?.made);
}
