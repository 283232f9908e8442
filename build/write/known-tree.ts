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

/** A file as it was written. */
export interface KnownFile extends Pick<FileRecord, 'size' | 'sha256' | 'modified'> {
  readonly stamp: Stamp;
}

/** A folder with all that is in it, as it was written. */
export interface TreeRecord {
  /** When it was recorded, in milliseconds since 1970. */
  readonly recorded: number;
  /** By path. */
  readonly files: ReadonlyMap<string, KnownFile>;
  /** The folders below it, by path. */
  readonly folders: ReadonlyMap<string, Stamp>;
}

/** Systems count times in steps of up to a hundredth of a second. */
const STEP_MS = 100;

/** What the system says of a file or folder. */
export function stampOf({ ino, mtimeMs, ctimeMs }: Stats): Stamp {
  return [ino, mtimeMs, ctimeMs];
}

/** A folder of which it may be known what was written into it. */
export class KnownTree {
  readonly #root: string;
  readonly #record: TreeRecord | null;
  /** Files that have been compared with the record, and are as they were written. */
  readonly #checked = new Map<string, Stamp | null>();

  /** @param record null where nothing is known */
  constructor(root: string, record: TreeRecord | null) {
    this.#root = root;
    this.#record = record;
  }

  /** Whether nothing has been added to the folder, removed from it or renamed in it since it was recorded. */
  get hasSameNames(): boolean {
    if (!this.#record || !statusOf(this.#root)?.isDirectory()) return false;
    const { folders, recorded } = this.#record;
    // The folder itself may have been renamed, which changes its times.
    const inDoubt = [''];
    for (const [path, stamp] of folders) {
      const status = statusOf(`${this.#root}/${path}`);
      if (!status?.isDirectory()) return false;
      if (!isSame(stampOf(status), stamp, recorded)) inDoubt.push(path);
    }
    const names = this.#namesIn(new Set(inDoubt));
    return inDoubt.every((folder) => {
      const found = readdirSync(`${this.#root}/${folder}`);
      const known = names.get(folder);
      return found.length === (known?.size ?? 0) && found.every((name) => known?.has(name));
    });
  }

  /** The names of the files and folders that were recorded in each of some folders. */
  #namesIn(wanted: ReadonlySet<string>): Map<string, Set<string>> {
    const names = new Map<string, Set<string>>();
    for (const paths of [this.#record?.files.keys() ?? [], this.#record?.folders.keys() ?? []]) {
      for (const path of paths) {
        const end = path.lastIndexOf('/');
        const folder = path.slice(0, Math.max(0, end));
        if (!wanted.has(folder)) continue;
        const group = names.get(folder) ?? new Set();
        names.set(folder, group.add(path.slice(end + 1)));
      }
    }
    return names;
  }

  /** Whether a file was recorded. */
  has(path: string): boolean {
    return this.#record?.files.has(path) === true;
  }

  /**
   * What the system says of a file that has this content, and this time where it has one; null where there is no such
   * file.
   */
  find(path: string, { size, sha256, modified }: Pick<FileRecord, 'size' | 'sha256' | 'modified'>): Stamp | null {
    const known = this.#record?.files.get(path);
    // What is known to have been something else need not be looked at.
    if (known && (known.size !== size || known.sha256 !== sha256)) return null;
    if (known && modified !== null && known.modified !== modified) return null;
    const checked = this.#checked.get(path);
    if (known && checked !== undefined) return checked;
    const file = `${this.#root}/${path}`;
    const status = statusOf(file);
    const isAlike =
      status?.isFile() && status.size === size && (modified === null || status.mtimeMs === modified * 1000);
    const stamp = status && isAlike ? stampOf(status) : null;
    const isWritten = stamp && known && isSame(stamp, known.stamp, this.#record?.recorded ?? 0);
    const found = stamp && (isWritten || sha256Of(readFileSync(file)) === sha256) ? stamp : null;
    if (known) this.#checked.set(path, found);
    return found;
  }

  /** Takes another tree's word for a file that both have, under two names. */
  vouch(path: string, stamp: Stamp): void {
    const known = this.#record?.files.get(path);
    if (known && isSame(stamp, known.stamp, this.#record?.recorded ?? 0)) this.#checked.set(path, stamp);
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

/** Whether a stamp is the one that was recorded, and shows every change since. */
function isSame([inode, modified, changed]: Stamp, known: Stamp, recorded: number): boolean {
  if (inode !== known[0] || modified !== known[1] || changed !== known[2]) return false;
  // Some file systems count seconds.
  const isCoarse = changed % 1000 === 0;
  return !isCoarse && changed < recorded - STEP_MS;
}
