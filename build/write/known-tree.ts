/**
 * What is known of the files of a folder from the time when they were written, so that they need not be read again.
 *
 * A file is taken for the one that was written where the system still has the same number, size and times for it: nothing
 * can write a file without a new time of its last change of state, which no program can set. Where that does not hold, or the
 * file was written so shortly before it was recorded that a later change could have the same time, its content is hashed.
 */
import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { systemCode } from '../../contract/system-errors.ts';
import { type FileRecord, sha256Of } from '../render/asset.ts';

/** What the system says of a file or folder: its number, and the times of its content and of its state, in milliseconds. */
export type Stamp = readonly [inode: number, modified: number, changed: number];

/** So many numbers are a stamp. */
export const STAMP_LENGTH = 3;

/** A file as it was written. */
export type KnownFile = Pick<FileRecord, 'path' | 'size' | 'sha256' | 'modified'>;

/** A folder with all that is in it, as it was written. In columns: there are thousands of files. */
export interface TreeRecord {
  /** When it was recorded, in milliseconds since 1970. */
  readonly recorded: number;
  readonly files: readonly KnownFile[];
  /** The numbers of the stamps of the files, one after the other. */
  readonly stamps: Float64Array;
  /** The paths of the folders below it. */
  readonly folders: readonly string[];
  /** The numbers of their stamps. */
  readonly folderStamps: Float64Array;
}

/** Systems count times in steps of up to a hundredth of a second, Windows of a sixtieth. */
const STEP_MS = 20;

/** What may be known of a file: nothing yet, that it is as it was recorded, or that it is something else. */
const [UNKNOWN, FOUND, ELSE] = [0, 1, 2];

/** What the system says of a file or folder. */
export function stampOf({ ino, mtimeMs, ctimeMs }: Stats): Stamp {
  return [ino, mtimeMs, ctimeMs];
}

/** A stamp from a column of them. */
export function stampAt(stamps: Float64Array, index: number): Stamp {
  const at = index * STAMP_LENGTH;
  return [stamps[at] as number, stamps[at + 1] as number, stamps[at + 2] as number];
}

/** A folder of which it may be known what was written into it. */
export class KnownTree {
  #root: string;
  readonly #record: TreeRecord | null;
  /** Where the files are in the record, once it is asked for. */
  #fileMap: ReadonlyMap<string, number> | null = null;
  /** What is known of each file of the record by now. */
  readonly #states: Uint8Array;
  /** The stamps of files that had another one, or one in doubt, and have the same content nevertheless. */
  readonly #freshFiles = new Map<string, Stamp>();
  /** Those of the record until a folder has another one, and the same names nevertheless. */
  #folderStamps: Float64Array | null;
  #folderPlaces: ReadonlyMap<string, number> | null = null;
  #hadDoubts = false;

  /** @param record null where nothing is known */
  constructor(root: string, record: TreeRecord | null) {
    this.#root = root;
    this.#record = record;
    this.#folderStamps = record?.folderStamps ?? null;
    this.#states = new Uint8Array(record?.files.length ?? 0);
  }

  get #places(): ReadonlyMap<string, number> {
    if (this.#fileMap) return this.#fileMap;
    const places = new Map<string, number>();
    for (const [index, { path }] of this.#record?.files.entries() ?? []) places.set(path, index);
    this.#fileMap = places;
    return places;
  }

  /** Says that the folder has been renamed. What is known of it stays. */
  movedTo(root: string): void {
    this.#root = root;
  }

  /** Whether nothing has been added to the folder, removed from it or renamed in it since it was recorded. */
  get hasSameNames(): boolean {
    if (!this.#record || !statusOf(this.#root)?.isDirectory()) return false;
    const { folders, folderStamps, recorded } = this.#record;
    // The folder itself may have been renamed, which changes its times.
    const inDoubt = new Map<string, { readonly index: number; readonly stamp: Stamp } | null>([['', null]]);
    for (const [index, path] of folders.entries()) {
      const status = statusOf(`${this.#root}/${path}`);
      if (!status?.isDirectory()) return false;
      if (!isSame(status, folderStamps, index, recorded)) inDoubt.set(path, { index, stamp: stampOf(status) });
    }
    const names = this.#namesIn(inDoubt);
    for (const [folder, doubt] of inDoubt) {
      const found = readdirSync(`${this.#root}/${folder}`);
      const known = names.get(folder);
      if (found.length !== (known?.size ?? 0) || !found.every((name) => known?.has(name))) return false;
      if (!doubt) continue;
      if (this.#folderStamps === folderStamps) this.#folderStamps = folderStamps.slice();
      this.#folderStamps?.set(doubt.stamp, doubt.index * STAMP_LENGTH);
      this.#hadDoubts = true;
    }
    return true;
  }

  /** The names of the files and folders that were recorded in each of some folders. */
  #namesIn(wanted: ReadonlyMap<string, unknown>): Map<string, Set<string>> {
    const names = new Map<string, Set<string>>();
    const note = (path: string): void => {
      const end = path.lastIndexOf('/');
      const folder = path.slice(0, Math.max(0, end));
      if (!wanted.has(folder)) return;
      const group = names.get(folder) ?? new Set();
      names.set(folder, group.add(path.slice(end + 1)));
    };
    for (const { path } of this.#record?.files ?? []) note(path);
    for (const path of this.#record?.folders ?? []) note(path);
    return names;
  }

  /** Whether a stamp was met that says too little: what is recorded anew says more. */
  get hadDoubts(): boolean {
    return this.#hadDoubts;
  }

  /** Whether a file was recorded. */
  has(path: string): boolean {
    return this.#places.has(path);
  }

  /** What the system says of a file that has been found; null where that is not known. */
  stampOf(path: string): Stamp | null {
    const place = this.#places.get(path);
    if (!this.#record || place === undefined || this.#states[place] !== FOUND) return null;
    return this.#freshFiles.get(path) ?? stampAt(this.#record.stamps, place);
  }

  /** What the system said of a folder when it had the names that were recorded; null where that is not known. */
  stampOfFolder(path: string): Stamp | null {
    if (!this.#record || !this.#folderStamps) return null;
    this.#folderPlaces ??= new Map(this.#record.folders.map((folder, index) => [folder, index]));
    const place = this.#folderPlaces.get(path);
    return place === undefined ? null : stampAt(this.#folderStamps, place);
  }

  /** The same of all folders, in the order of the record; null where there is none. */
  get folderStamps(): Float64Array | null {
    return this.#folderStamps;
  }

  /** Whether there is a file that has this content, and this time where it has one. */
  find(path: string, wanted: Omit<KnownFile, 'path'>): boolean {
    const { size, sha256, modified } = wanted;
    const place = this.#places.get(path);
    const known = place === undefined ? undefined : this.#record?.files[place];
    if (place === undefined || !known) return this.#look(path, wanted);
    // What is known to have been something else need not be looked at.
    if (known.size !== size || known.sha256 !== sha256) return false;
    if (modified !== null && known.modified !== modified) return false;
    if (this.#states[place] === UNKNOWN) this.#states[place] = this.#look(path, wanted, place) ? FOUND : ELSE;
    return this.#states[place] === FOUND;
  }

  /** Whether a file is as it is wanted. @param place where it is in the record */
  #look(path: string, { size, sha256, modified }: Omit<KnownFile, 'path'>, place?: number): boolean {
    const file = `${this.#root}/${path}`;
    const status = statusOf(file);
    if (!status?.isFile() || status.size !== size) return false;
    if (modified !== null && status.mtimeMs !== modified * 1000) return false;
    const { stamps, recorded } = this.#record ?? {};
    if (stamps && recorded !== undefined && place !== undefined && isSame(status, stamps, place, recorded)) return true;
    this.#hadDoubts = true;
    if (sha256InFile(file) !== sha256) return false;
    this.#freshFiles.set(path, stampOf(status));
    return true;
  }

  /** Takes another tree's word for a file that both have, under two names. */
  vouch(path: string, stamp: Stamp): void {
    const place = this.#places.get(path);
    if (place === undefined || !this.#record) return;
    const [ino, mtimeMs, ctimeMs] = stamp;
    const { stamps, recorded } = this.#record;
    if (isSame({ ino, mtimeMs, ctimeMs }, stamps, place, recorded)) this.#states[place] = FOUND;
  }
}

/** The SHA-256 of a file; null where it cannot be read, so that it is written anew. */
function sha256InFile(file: string): string | null {
  try {
    return sha256Of(readFileSync(file));
  } catch {
    return null;
  }
}

/** What the system says of a path; undefined where there is nothing, also because a part of it is a file. */
function statusOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (systemCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Whether a stamp is one that was recorded, and shows every change since. */
function isSame(
  { ino, mtimeMs, ctimeMs }: Pick<Stats, 'ino' | 'mtimeMs' | 'ctimeMs'>,
  stamps: Float64Array,
  index: number,
  recorded: number,
): boolean {
  const at = index * STAMP_LENGTH;
  if (ino !== stamps[at] || mtimeMs !== stamps[at + 1] || ctimeMs !== stamps[at + 2]) return false;
  // Some file systems count seconds.
  const isCoarse = ctimeMs % 1000 === 0;
  return !isCoarse && ctimeMs < recorded - STEP_MS;
}
