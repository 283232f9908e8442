/** Updates a folder that is being served, file by file, writing only what changed. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Asset, type FileRecord, fileRecordOf, type SiteSink } from '../render/asset.ts';
import { partsOfFile, pathInside, writeAsset } from './asset-files.ts';

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
  readonly #staged = new Map<string, string>();

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
    const staged = pathInside(this.#staging, asset.path);
    // Content in memory can be compared without writing it.
    const known = asset.blocks ? null : fileRecordOf(asset);
    const file = known && this.has(known) ? known : this.#write(staged, asset);
    if (!this.has(file)) this.#staged.set(file.path, file.sha256);
    else if (this.#staged.delete(file.path) || asset.blocks) rmSync(staged);
    return file;
  }

  #write(staged: string, asset: Asset): FileRecord {
    for (const target of [pathInside(this.#folder, asset.path), staged])
      mkdirSync(dirname(target), { recursive: true });
    return writeAsset(staged, asset);
  }

  read(path: string): Iterable<Uint8Array> {
    return partsOfFile(join(this.#staged.has(path) ? this.#staging : this.#folder, path));
  }

  has({ path, sha256 }: FileRecord): boolean {
    return this.#known.get(path) === sha256;
  }

  moveIn(paths: readonly string[]): void {
    for (const path of paths) {
      renameSync(join(this.#staging, path), join(this.#folder, path));
      this.#known.set(path, this.#staged.get(path) as string);
      this.#staged.delete(path);
    }
  }

  discard(): void {
    rmSync(this.#staging, { recursive: true, force: true });
    this.#staged.clear();
  }
}
