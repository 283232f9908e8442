/** Updates a folder that is being served, file by file, writing only what changed. */
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Asset, type FileRecord, fileRecordOf, type SiteSink } from '../render/asset.ts';
import { pathInside, writeAsset } from './asset-files.ts';

/** Files that differ from those of a folder, written beside it and not yet moved in. */
export interface StagedFiles extends SiteSink {
  /** The paths of new files. */
  readonly added: readonly string[];
  /** The paths of changed files. */
  readonly changed: readonly string[];
  /** Moves staged files into the folder. Each is replaced atomically, so that readers get the old or the new one. */
  moveIn(paths: readonly string[]): void;
  /** Removes the files that have not been moved in. */
  discard(): void;
}

/** A folder that only one process writes, while others read it. */
export class ServedFolder {
  readonly #folder: string;
  /** The SHA-256 of the files that have been moved in, by path. */
  readonly #known = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Begins to write new content beside the folder. If the disk is full, that fails before anything in the folder
   * changes.
   *
   * @throws the system's error, as staging does; the files of the folder are then unchanged
   */
  stage(): StagedFiles {
    return new Staging(this.#folder, this.#known);
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

class Staging implements StagedFiles {
  readonly #folder: string;
  readonly #staging: string;
  readonly #known: Map<string, string>;
  /** The staged files by path: all are in one folder, because creating and removing folders takes longer. */
  readonly #staged = new Map<string, { readonly file: string; readonly sha256: string }>();
  #count = 0;

  constructor(folder: string, known: Map<string, string>) {
    this.#folder = folder;
    this.#staging = `${folder}.next`;
    this.#known = known;
    this.discard();
  }

  get added(): string[] {
    return [...this.#staged.keys()].filter((path) => !this.#known.has(path));
  }

  get changed(): string[] {
    return [...this.#staged.keys()].filter((path) => this.#known.has(path));
  }

  take(asset: Asset): FileRecord {
    const file = fileRecordOf(asset);
    if (this.has(file)) {
      const former = this.#staged.get(asset.path);
      this.#staged.delete(asset.path);
      if (former) rmSync(former.file);
      return file;
    }
    const staged = join(this.#staging, String(this.#count++));
    const target = pathInside(this.#folder, asset.path);
    mkdirSync(dirname(target), { recursive: true });
    // Throws now if the disk cannot have such a name.
    lstatSync(target, { throwIfNoEntry: false });
    mkdirSync(this.#staging, { recursive: true });
    writeAsset(staged, asset);
    this.#staged.set(file.path, { file: staged, sha256: file.sha256 });
    return file;
  }

  read(path: string): Uint8Array {
    return readFileSync(this.#staged.get(path)?.file ?? join(this.#folder, path));
  }

  has({ path, sha256 }: FileRecord): boolean {
    return this.#known.get(path) === sha256;
  }

  moveIn(paths: readonly string[]): void {
    for (const path of paths) {
      const { file, sha256 } = this.#staged.get(path) as { file: string; sha256: string };
      renameSync(file, join(this.#folder, path));
      this.#known.set(path, sha256);
      this.#staged.delete(path);
    }
  }

  discard(): void {
    rmSync(this.#staging, { recursive: true, force: true });
    this.#staged.clear();
  }
}
