/** Updates a folder that is being served, file by file, writing only what changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Asset, type FileRecord, type JoinedAsset, recordOf, type SiteSink } from '../render/asset.ts';
import { pathInside } from './site-folder.ts';

/** Files that differ from those of a folder, written next to it and not yet moved in. */
export interface StagedFiles extends SiteSink {
  /** The paths of those that the folder does not have. */
  readonly added: readonly string[];
  /** The paths of those of which the folder has another version. */
  readonly changed: readonly string[];
  /** Moves staged files into the folder. Each changes in one step, so that a reader sees the old or the new one. */
  moveIn(paths: readonly string[]): void;
  /** Removes what has not been moved in. */
  discard(): void;
}

/** A folder that one process alone writes, and that others only read. */
export class ServedFolder {
  readonly #folder: string;
  /** The SHA-256 of each file that has been moved in. */
  readonly #known = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Begins to write what is new next to the folder. A disk that is full shows there, before anything in the folder has
   * changed.
   *
   * @throws the system's error, as all that is staged does; the files of the folder are then as they were
   */
  stage(): StagedFiles {
    return new Staging(this.#folder, this.#known);
  }

  /** Removes all files that have been moved in but these. @returns how many there were */
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
  readonly #known: Map<string, string>;
  /** The SHA-256 of each staged file. */
  readonly #staged = new Map<string, string>();

  constructor(folder: string, known: Map<string, string>) {
    this.#folder = folder;
    this.#known = known;
    this.discard();
  }

  get added(): string[] {
    return [...this.#staged.keys()].filter((path) => !this.#known.has(path));
  }

  get changed(): string[] {
    return [...this.#staged.keys()].filter((path) => this.#known.has(path));
  }

  take(asset: Asset | JoinedAsset): FileRecord {
    if (!('pieces' in asset)) return this.#write(asset);
    const hash = createHash('sha256');
    for (const piece of asset.pieces) hash.update(this.#bytesOf(piece));
    const { path, size, origin, modified = null } = asset;
    const sha256 = hash.digest('base64');
    if (this.#known.get(path) === sha256) return { path, size, sha256, origin, modified };
    return this.#write(this.joined(asset));
  }

  joined({ pieces, size: _, ...asset }: JoinedAsset): Asset {
    return { ...asset, content: Buffer.concat(pieces.map((piece) => this.#bytesOf(piece))) };
  }

  reuse(files: readonly FileRecord[]): boolean {
    return files.every(({ path, sha256 }) => this.#known.get(path) === sha256);
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

  get #staging(): string {
    return `${this.#folder}.next`;
  }

  #write(asset: Asset): FileRecord {
    const file = recordOf(asset);
    const { path } = file;
    const staged = pathInside(this.#staging, path);
    if (this.#known.get(path) === file.sha256) {
      // Another version may have been staged before.
      if (this.#staged.delete(path)) rmSync(staged);
      return file;
    }
    for (const target of [pathInside(this.#folder, path), staged]) mkdirSync(dirname(target), { recursive: true });
    writeFileSync(staged, asset.content);
    this.#staged.set(path, file.sha256);
    return file;
  }

  #bytesOf(piece: Uint8Array | string): Uint8Array {
    if (typeof piece !== 'string') return piece;
    const staged = join(this.#staging, piece);
    return readFileSync(this.#staged.has(piece) && existsSync(staged) ? staged : join(this.#folder, piece));
  }
}
