import { isDeepStrictEqual } from 'node:util';
import { pathObjection } from '../../../../build/diagnostics/portable-path.ts';
import { fold } from '../../../../contract/base/fold.ts';
import { byCodePoint, itemsByKey, plural } from '../../../../contract/base/text.ts';
import type { ListedFacts } from './listed-facts.ts';
import { isSelectedFile, type Selection } from './selection.ts';
import { decodedListingPath } from './source-tree.ts';

export interface ListedFile extends ListedFacts {
  /** The part of the address after `baseUrl`, encoded as listed. */
  readonly path: string;
  /** The address of the listing; empty for a list of names. */
  readonly listing: string;
}

export interface ListingProblem {
  readonly url: string;
  /** Follows the address: `it answers 404`. */
  readonly reason: string;
}

/** Spellings such as `a%28b` and `a(b` are one file. */
export class FoundFiles {
  readonly #files = new Map<string, ListedFile & { readonly url: string }>();
  readonly #leftOut = new Map<string, ListingProblem>();
  readonly #folders = new Set<string>();

  get size(): number {
    return this.#files.size + this.#leftOut.size;
  }

  add(file: ListedFile, url: string): void {
    const key = decodedListingPath(file.path);
    if (!this.#isUsable(file.path, url)) return;
    const { sha256, ...known } = this.#files.get(key) ?? { ...file, url };
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1))
      this.#folders.add(key.slice(0, end));
    const facts = { time: agreed(known.time, file.time), size: agreed(known.size, file.size) };
    this.#files.set(key, { ...known, ...facts, ...(sha256 && sha256 === file.sha256 && { sha256 }) });
  }

  /** @returns whether the catalog allows its files */
  addFolder(path: string, url: string): boolean {
    this.#folders.add(decodedListingPath(path));
    return this.#isUsable(path, url);
  }

  #isUsable(path: string, url: string): boolean {
    const key = decodedListingPath(path);
    const garbled = key.includes('\uFFFD') ? 'its name is not in the encoding that the listing has' : null;
    const refusal = garbled ?? pathObjection(path) ?? pathObjection(key);
    if (refusal !== null) this.#leftOut.set(key, { url, reason: `the catalog cannot have such a path: ${refusal}` });
    return refusal === null;
  }

  result(): { files: ListedFile[]; leftOut: ListingProblem[]; isLeftOut(path: string): boolean } {
    const leftOut = new Map(this.#leftOut);
    const names = itemsByKey(this.#files.keys(), fold);
    const files: ListedFile[] = [];
    for (const [key, { url, ...file }] of this.#files) {
      const others = (names.get(fold(key)) ?? []).length - 1;
      const same = `many disks take it for the same as ${plural(others, 'other file')} of the listing`;
      if (this.#folders.has(key)) leftOut.set(key, { url, reason: 'a listing has a folder of this name too' });
      else if (others > 0) leftOut.set(key, { url, reason: same });
      else files.push(file);
    }
    const unclear = new Set([...leftOut.keys()].map(fold));
    return {
      files: files.sort((a, b) => byCodePoint(a.path, b.path)),
      leftOut: [...leftOut.values()].sort((a, b) => byCodePoint(a.url, b.url)),
      isLeftOut: (path) => unclear.has(fold(decodedListingPath(path))),
    };
  }
}

/** Complete below `folders`; `''` is the folder of all files. */
export function listingOfNames(names: Iterable<string>, source: Selection, folders: Iterable<string> = ['']) {
  const found = new FoundFiles();
  for (const name of names) {
    const path = encodeURI(name);
    if (isSelectedFile(source, path)) found.add({ path, listing: '', time: null, size: null }, name);
  }
  const { isLeftOut, ...listed } = found.result();
  const covered = [...new Set(folders)];
  const isComplete = (path: string): boolean =>
    isSelectedFile(source, path) &&
    !isLeftOut(path) &&
    covered.some((folder) => decodedListingPath(path).startsWith(folder));
  return { ...listed, problems: [], hasRead: true, isComplete };
}

function agreed<T>(a: T | null, b: T | null): T | null {
  if (a === null || b === null) return a ?? b;
  return isDeepStrictEqual(a, b) ? a : null;
}
