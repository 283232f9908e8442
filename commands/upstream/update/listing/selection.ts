// Patterns match whole paths, with their case. Only `*` is special: any number of any characters, also `/`. If a
// pattern begins with `*` or `/`, the path gets a leading `/`: `*/old/*` includes a folder at the top, `/old/*` is only
// that one. A pattern may have letters that the path encodes with `%`.
import { decodedListingPath } from './source-tree.ts';

export interface Selection {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export function isSelectedFile({ include = [], exclude = [] }: Selection, path: string): boolean {
  const isIncluded = include.length === 0 || include.some((pattern) => matches(pattern, path));
  return isIncluded && !exclude.some((pattern) => matches(pattern, path));
}

/** `''` is the folder of all files. */
export function maySelectBelow({ include = [], exclude = [] }: Selection, folder: string): boolean {
  if (folder === '') return true;
  const path = `${folder}/`;
  if (exclude.some((pattern) => pattern.endsWith('*') && matches(pattern, path))) return false;
  return include.length === 0 || include.some((pattern) => mayMatchBelow(pattern, path));
}

function spellings(pattern: string, path: string): string[] {
  const slash = /^[*/]/.test(pattern) ? '/' : '';
  return [slash + path, slash + decodedListingPath(path)];
}

/** Seeks the pieces between `*` in turn, which is always fast. */
function matches(pattern: string, path: string): boolean {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  return spellings(pattern, path).some((text) => {
    if (last === undefined) return text === first;
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const piece of pieces) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return at <= text.length - last.length;
  });
}

function mayMatchBelow(pattern: string, path: string): boolean {
  const begin = pattern.split('*')[0] as string;
  const hasStar = begin.length < pattern.length;
  return spellings(pattern, path).some((text) => begin.startsWith(text) || (hasStar && text.startsWith(begin)));
}
