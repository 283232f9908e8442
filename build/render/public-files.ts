/** The files of `public/`, and which other files of a site they are in the way of. */
import { fold } from '../../contract/base/fold.ts';
import { itemsByKey } from '../../contract/base/text.ts';
import { resourceAt } from '../../contract/interface/v1-routes.ts';
import { isBelowV2, V2_SCHEMAS_PATH } from '../../contract/interface/v2-files.ts';
import { foldersAbove } from './core/asset.ts';
import type { Publication } from './publication.ts';
import type { PublicFile } from './site-parts.ts';

/** Files that are published unchanged. Only their paths may collide with others. */
export const PUBLIC_FILES: Publication = {
  files: ({ parts }) => parts.publicFiles.map((file) => ({ ...file, role: 'document' as const, origin: null })),
};

export class PublicPaths {
  /** Public files with the path of a rendered file, or of a folder of a rendered file. */
  readonly collisions = new Set<string>();
  readonly #root: string;
  /** The paths by their folded form, because some disks ignore case. */
  readonly #paths: ReadonlyMap<string, string>;
  /** By the folded path of a folder: the files in it, each with the folder as it is written there. */
  readonly #folders: ReadonlyMap<string, readonly { readonly folder: string; readonly file: string }[]>;

  /** @param root the folder that all paths of documents begin with */
  constructor(files: readonly PublicFile[], root: string) {
    this.#root = root;
    const paths = files.map(({ path }) => root + path);
    // Of two files that some disks take for one, the later is in the way.
    this.#paths = new Map(paths.toReversed().map((path) => [fold(path), path]));
    const folders = paths.flatMap((file) => [...foldersAbove(file)].map((folder) => ({ folder, file })));
    this.#folders = itemsByKey(folders, ({ folder }) => fold(folder));
    for (const path of paths) if (this.#paths.get(fold(path)) !== path) this.#collide(path);
  }

  has(path: string): boolean {
    return this.#paths.has(fold(path));
  }

  /** Whether a rendered file can have a path. If not, the public file in its way becomes a collision. */
  claim(path: string): boolean {
    const folders = [...foldersAbove(path)];
    // A folder in another spelling is the same folder on some disks.
    const inFolder = [path, ...folders].flatMap((place) => this.#folders.get(fold(place)) ?? []);
    const inPlace = [...otherSpellings(path), ...folders].flatMap((place) => this.#paths.get(fold(place)) ?? []);
    const [found] = [...inPlace, ...inFolder.flatMap(({ folder, file }) => (folders.includes(folder) ? [] : file))];
    return this.#collide(found);
  }

  /** Whether a public file can have a path: no other one is its folder, and no host takes it for a document. */
  claimForOwner(path: string): boolean {
    const above = [...foldersAbove(path)].find((folder) => this.has(folder));
    return this.#collide(isLikeDocument(path.slice(this.#root.length)) ? path : above);
  }

  /** Notes a collision, if there is one. @returns whether there is none */
  #collide(path: string | undefined): boolean {
    if (path !== undefined) this.collisions.add(path.slice(this.#root.length));
    return path === undefined;
  }
}

/** Whether a host would answer with a public file as if it were a document of the interface. */
function isLikeDocument(path: string): boolean {
  const [, folder] = /^(.*[/])index[.][^/]*$/.exec(path) ?? [];
  const isOfMaps = isBelowV2(`/${path}`) && !`/${path}`.startsWith(`${V2_SCHEMAS_PATH}/`);
  return isOfMaps || (folder !== undefined && resourceAt(`/${folder}`) !== null);
}

/** The paths that a host could send in place of a file: itself, a compressed copy, and `x.html` for the page in `x/`. */
function otherSpellings(path: string): readonly string[] {
  const page = path.replace(/[/]index[.]html$/, '.html');
  return [path, `${path}.gz`, `${path}.br`, ...(page === path ? [] : [page, `${page}.gz`, `${page}.br`])];
}
