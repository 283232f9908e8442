/** Updates a folder that is being served, file by file, writing only what changed. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Asset, type FileRecord, fileRecordOf, type JoinedAsset, type SiteSink } from '../render/asset.ts';
import { bytesOf, writeLong } from './long-files.ts';
import { pathInside, SMALL_BYTES } from './site-folder.ts';

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

/** What is known of a file that has been written. */
interface WrittenFile {
  readonly sha256: string;
  /** What a small file has: opening thousands of them for each change would take long. Null for any other. */
  readonly small: Uint8Array | null;
}

/** A folder that one process alone writes, and that others only read. */
export class ServedFolder {
  readonly #folder: string;
  /** The files that have been moved in. */
  readonly #known = new Map<string, WrittenFile>();

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
  readonly #known: Map<string, WrittenFile>;
  readonly #staged = new Map<string, WrittenFile>();

  constructor(folder: string, known: Map<string, WrittenFile>) {
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
    return 'pieces' in asset ? this.#join(asset) : this.#write(asset);
  }

  joined({ pieces, size, ...asset }: JoinedAsset): Asset {
    const content = Buffer.allocUnsafeSlow(size);
    let at = 0;
    for (const bytes of bytesOf(pieces, (piece) => this.#sourceOf(piece))) {
      content.set(bytes, at);
      at += bytes.length;
    }
    return { ...asset, content };
  }

  reuse(files: readonly FileRecord[]): boolean {
    return files.every(({ path, sha256 }) => this.#known.get(path)?.sha256 === sha256);
  }

  moveIn(paths: readonly string[]): void {
    for (const path of paths) {
      renameSync(join(this.#staging, path), join(this.#folder, path));
      this.#known.set(path, this.#staged.get(path) as WrittenFile);
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
    const file = fileRecordOf(asset);
    const { path } = file;
    const staged = pathInside(this.#staging, path);
    if (this.#known.get(path)?.sha256 === file.sha256) {
      // Another version may have been staged before.
      if (this.#staged.delete(path)) rmSync(staged);
      return file;
    }
    writeFileSync(this.#targetFor(path), asset.content);
    const small = file.size <= SMALL_BYTES ? Buffer.from(asset.content) : null;
    this.#staged.set(path, { sha256: file.sha256, small });
    return file;
  }

  /** Puts a file together on the disk: it may be as large as all that is in it. */
  #join({ pieces, size, path, origin, modified = null }: JoinedAsset): FileRecord {
    const staged = this.#targetFor(path);
    const parts = bytesOf(pieces, (piece) => this.#sourceOf(piece));
    const file = { path, ...writeLong(staged, parts, size), modified, origin };
    if (this.#known.get(path)?.sha256 !== file.sha256) this.#staged.set(path, { sha256: file.sha256, small: null });
    else {
      this.#staged.delete(path);
      rmSync(staged);
    }
    return file;
  }

  /** Where a file is written, whose folders are there afterwards. */
  #targetFor(path: string): string {
    const staged = pathInside(this.#staging, path);
    for (const target of [pathInside(this.#folder, path), staged]) mkdirSync(dirname(target), { recursive: true });
    return staged;
  }

  /** What a file of the site has, or where it is. */
  #sourceOf(path: string): Uint8Array | string {
    const staged = this.#staged.get(path);
    const { small } = (staged ?? this.#known.get(path)) as WrittenFile;
    return small ?? join(staged ? this.#staging : this.#folder, path);
  }
}
