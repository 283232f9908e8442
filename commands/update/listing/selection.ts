// Which files of a listing belong to the data source: `include` and `exclude` of its `source`.
//
// A pattern is compared with the whole path of a file, as the catalog has it, and case counts. `*` is any number of any
// characters, `/` too; no other character is special. A pattern that begins with `*` or `/` is compared with the path
// and a `/` before it, so that `*/old/*` also means a folder at the top, and `/old/*` only that one. Letters may be
// written as they are where the path spells them with `%`.
import { decodedPath } from './source-tree.ts';

/** The patterns of a data source, ready to be compared with paths. */
export class Selection {
  readonly #include: readonly string[];
  readonly #exclude: readonly string[];

  /** An empty list is the same as none. */
  constructor({ include = [], exclude = [] }: { include?: readonly string[]; exclude?: readonly string[] }) {
    this.#include = include;
    this.#exclude = exclude;
  }

  /** Whether a file belongs to the data source. */
  takes(path: string): boolean {
    const isIncluded = this.#include.length === 0 || this.#include.some((pattern) => matches(pattern, path));
    return isIncluded && !this.#exclude.some((pattern) => matches(pattern, path));
  }

  /** Whether a file belongs to the data source because a pattern asks for it, and not because none says otherwise. */
  asksFor(path: string): boolean {
    return this.#include.length > 0 && this.takes(path);
  }

  /** Whether a file in a folder, or below it, can belong to the data source. `''` is the folder of all files. */
  mayTakeBelow(folder: string): boolean {
    if (folder === '') return true;
    const path = `${folder}/`;
    if (this.#exclude.some((pattern) => pattern.endsWith('*') && matches(pattern, path))) return false;
    return this.#include.length === 0 || this.#include.some((pattern) => mayMatchBelow(pattern, path));
  }
}

function matches(pattern: string, path: string): boolean {
  return spellings(pattern, path).some((text) => matchesText(pattern, text));
}

/** The texts that a pattern is compared with, of which one has to match. */
function spellings(pattern: string, path: string): string[] {
  const slash = /^[*/]/.test(pattern) ? '/' : '';
  return [...new Set([slash + path, slash + decodedPath(path)])];
}

/** Finds the pieces between the `*` one after the other, which takes no longer for a nasty pattern. */
function matchesText(pattern: string, text: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces[0] as string;
  if (pieces.length === 1) return text === first;
  const last = pieces.at(-1) as string;
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= end;
}

/** Whether a longer path that begins with this one can match. */
function mayMatchBelow(pattern: string, path: string): boolean {
  if (!pattern.includes('*')) return spellings(pattern, path).some((text) => pattern.startsWith(text));
  const begin = pattern.split('*')[0] as string;
  return spellings(pattern, path).some((text) => text.startsWith(begin) || begin.startsWith(text));
}
