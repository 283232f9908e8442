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
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import {
  type FileRecord,
  type KeptUnit,
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
  /** Null where no files were written. */
  readonly site: KnownSite | null;
}

type FileRow = readonly [path: string, size: number, sha256: string, modified: number | null];
type TreeRows = {
  readonly recorded: number;
  readonly files: readonly (readonly [...FileRow, ...Stamp])[];
  readonly folders: readonly (readonly [path: string, ...Stamp])[];
};

/** The form in which it is kept. */
interface CacheDocument {
  readonly program: string;
  readonly units: readonly (readonly [
    name: string,
    key: string,
    entries: KeptUnit['entries'],
    files: readonly (readonly [...FileRow, origin: string | null])[],
  ])[];
  readonly site: TreeRows | null;
  readonly previous: TreeRows | null;
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
    const { program, units, site, previous }: CacheDocument = JSON.parse(rest.toString());
    if (program !== programId()) return null;
    return {
      units: new Map(
        units.map(([name, key, entries, files]) => {
          const records = files.map(
            ([path, size, sha256, modified, origin]): FileRecord => ({ path, size, sha256, modified, origin }),
          );
          return [name, { key, entries, files: records }];
        }),
      ),
      site: site && { site: treeOf(site), previous: previous && treeOf(previous) },
    };
  } catch {
    // Not there, or not as this program writes it: everything is made anew.
    return null;
  }
}

/** Keeps a cache, in one step; not at all where the system refuses: it is not needed. */
export function writeCache(file: string, { units, site }: CacheContent): void {
  const document: CacheDocument = {
    program: programId(),
    units: Array.from(units, ([name, { key, entries, files }]) => [
      name,
      key,
      entries,
      files.map(({ path, size, sha256, modified, origin }) => [path, size, sha256, modified, origin] as const),
    ]),
    site: site && rowsOf(site.site),
    previous: site?.previous ? rowsOf(site.previous) : null,
  };
  const rest = Buffer.from(JSON.stringify(document));
  const temporary = `${file}.${process.pid}.new`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${hashOf(rest)}\n`), rest]));
    renameSync(temporary, file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

function treeOf({ recorded, files, folders }: TreeRows): TreeRecord {
  return {
    recorded,
    files: new Map(
      files.map(([path, size, sha256, modified, ...stamp]): [string, KnownFile] => [
        path,
        { size, sha256, modified, stamp },
      ]),
    ),
    folders: new Map(folders.map(([path, ...stamp]) => [path, stamp])),
  };
}

function rowsOf({ recorded, files, folders }: TreeRecord): TreeRows {
  return {
    recorded,
    files: Array.from(files, ([path, { size, sha256, modified, stamp }]) => [path, size, sha256, modified, ...stamp]),
    folders: Array.from(folders, ([path, stamp]) => [path, ...stamp]),
  };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** Tells this program, its schemas and texts, and the Node.js that runs it, from any other. */
function programId(): string {
  const id = readFileSync(join(PACKAGE_ROOT, 'lib', 'build-id'), 'utf8').trim();
  return `${id} ${process.version}`;
}

/** The units of a cache, for a build. */
export function unitsOf(content: CacheContent | null): UnitCache {
  return new UnitCache(content?.units);
}
