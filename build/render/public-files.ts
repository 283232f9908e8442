import { fold } from '../../contract/base/fold.ts';
import { itemsByKey } from '../../contract/base/text.ts';
import { resourceAt } from '../../contract/interface/v1-routes.ts';
import { isBelowV2, V2_SCHEMAS_PATH } from '../../contract/interface/v2-files.ts';
import { foldersAbove } from './core/asset.ts';
import type { Publication } from './publication.ts';
import type { PublicFile } from './site-parts.ts';

/** Public files are published unchanged. Only their paths may collide with others. */
export const PUBLIC_FILES: Publication = {
  files: ({ parts }) => parts.publicFiles.map((file) => ({ ...file, role: 'document' as const, origin: null })),
};

export class PublicPaths {
  /** Public files with the path of a rendered file, or of its folder. */
  readonly collisions = new Set<string>();
  readonly #root: string;
  /** Folded: some disks ignore case. */
  readonly #paths: ReadonlyMap<string, string>;
  /** By folded folder: its files, each with the folder as written. */
  readonly #folders: ReadonlyMap<string, readonly { readonly folder: string; readonly file: string }[]>;

  /** @param root begins all paths of documents */
  constructor(files: readonly PublicFile[], root: string) {
    this.#root = root;
    const paths = files.map(({ path }) => root + path);
    // Of two files that may be one on a disk, the later is in the way.
    this.#paths = new Map(paths.toReversed().map((path) => [fold(path), path]));
    const folders = paths.flatMap((file) => [...foldersAbove(file)].map((folder) => ({ folder, file })));
    this.#folders = itemsByKey(folders, ({ folder }) => fold(folder));
    for (const path of paths) if (this.#paths.get(fold(path)) !== path) this.#collide(path);
  }

  has(path: string): boolean {
    return this.#paths.has(fold(path));
  }

  /** If a rendered file cannot have the path, the public file there becomes a collision. */
  claim(path: string): boolean {
    const folders = [...foldersAbove(path)];
    // In another spelling, a folder is the same on some disks.
    const inFolder = [path, ...folders].flatMap((place) => this.#folders.get(fold(place)) ?? []);
    const inPlace = [...otherSpellings(path), ...folders].flatMap((place) => this.#paths.get(fold(place)) ?? []);
    const [found] = [...inPlace, ...inFolder.flatMap(({ folder, file }) => (folders.includes(folder) ? [] : file))];
    return this.#collide(found);
  }

  /**
   * A public file collides if another one has the path of its folder, or if a host would answer with it as a document.
   * @returns if the path is free
   */
  claimForOwner(path: string): boolean {
    const above = [...foldersAbove(path)].find((folder) => this.has(folder));
    return this.#collide(isLikeDocument(path.slice(this.#root.length)) ? path : above);
  }

  /** @returns if nothing collides */
  #collide(path: string | undefined): boolean {
    if (path !== undefined) this.collisions.add(path.slice(this.#root.length));
    return path === undefined;
  }
}

/** A host would answer with the file as a document of the interface. */
function isLikeDocument(path: string): boolean {
  const [, folder] = /^(.*[/])index[.][^/]*$/.exec(path) ?? [];
  const isOfMaps = isBelowV2(`/${path}`) && !`/${path}`.startsWith(`${V2_SCHEMAS_PATH}/`);
  return isOfMaps || (folder !== undefined && resourceAt(`/${folder}`) !== null);
}

/** A host could send these instead: the file, a compressed copy, and `x.html` for `x/`. */
function otherSpellings(path: string): readonly string[] {
  const page = path.replace(/[/]index[.]html$/, '.html');
  return [path, `${path}.gz`, `${path}.br`, ...(page === path ? [] : [page, `${page}.gz`, `${page}.br`])];
}
