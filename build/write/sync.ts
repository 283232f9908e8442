/** Updates a folder that is being served, file by file, writing only what changed. */
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Asset, type FileRecord, fileRecordOf } from '../render/asset.ts';
import { pathInside, writeAsset } from './site-folder.ts';

/** A folder that only one process writes, while others read it. */
export class ServedFolder {
  readonly #folder: string;
  /** The SHA-256 of the files that have been moved in, by path. */
  readonly #known = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Begins to write beside the folder, which stays unchanged if the disk is full. @throws the system's error */
  stage(): StagedFiles {
    return stagedBeside(this.#folder, this.#known);
  }

  /** Removes all files that have been moved in except these. @returns the number of removed files */
  removeBut(paths: ReadonlySet<string>): number {
    const unwanted = [...this.#known.keys()].filter((path) => !paths.has(path));
    for (const path of unwanted) {
      rmSync(join(this.#folder, path), { force: true });
      this.#known.delete(path);
    }
    return unwanted.length;
  }

  /** Forgets what has been written, because somebody has removed it. */
  forget(): void {
    this.#known.clear();
  }
}

/** Files that differ from those of a folder, written beside it and not yet moved in. */
export type StagedFiles = ReturnType<typeof stagedBeside>;

/** @param known the SHA-256 of the files of the folder, by path; updated */
function stagedBeside(folder: string, known: Map<string, string>) {
  const staging = `${folder}.next`;
  /** By path. All are in one folder, because creating and removing folders takes longer. */
  const staged = new Map<string, { readonly file: string; readonly sha256: string }>();
  let count = 0;
  /** Removes the files that have not been moved in. */
  const discard = (): void => {
    rmSync(staging, { recursive: true, force: true });
    staged.clear();
  };
  const has = ({ path, sha256 }: FileRecord): boolean => known.get(path) === sha256;
  discard();
  return {
    /** The paths of new files. */
    get added(): readonly string[] {
      return [...staged.keys()].filter((path) => !known.has(path));
    },
    /** The paths of changed files. */
    get changed(): readonly string[] {
      return [...staged.keys()].filter((path) => known.has(path));
    },
    take(asset: Asset): FileRecord {
      const record = fileRecordOf(asset);
      if (has(record)) {
        const former = staged.get(asset.path);
        staged.delete(asset.path);
        if (former) rmSync(former.file);
        return record;
      }
      const file = join(staging, String(count++));
      const target = pathInside(folder, asset.path);
      mkdirSync(dirname(target), { recursive: true });
      // Throws now if the disk cannot have such a name.
      lstatSync(target, { throwIfNoEntry: false });
      mkdirSync(staging, { recursive: true });
      writeAsset(file, asset);
      staged.set(record.path, { file, sha256: record.sha256 });
      return record;
    },
    read: (path: string): Uint8Array => readFileSync(staged.get(path)?.file ?? join(folder, path)),
    has,
    /** Moves staged files into the folder. Each is replaced atomically, so that readers get the old or the new one. */
    moveIn(paths: readonly string[]): void {
      for (const path of paths) {
        const { file, sha256 } = staged.get(path) as { file: string; sha256: string };
        renameSync(file, join(folder, path));
        known.set(path, sha256);
        staged.delete(path);
      }
    },
    discard,
  };
}
