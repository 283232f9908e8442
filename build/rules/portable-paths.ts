/** The paths of a data source become files on disks of every kind. */
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import { type Diagnostic, diagnosing, diagnostic, key, value } from '../diagnostics/diagnostic.ts';
import type { Problems } from '../diagnostics/messages.ts';
import { quoted } from '../diagnostics/wording.ts';
import type { Content, ListedEntry } from '../validate/content.ts';
import { pathProblem } from '../validate/explain.ts';
import { fold, grouped, repeated } from './ids.ts';
import type { RuleOptions } from './rule.ts';

/** The problems of paths that no stage but a rule finds. */
export const PATH_PROBLEMS = {
  'similar-path': {
    severity: 'error',
    meaning: 'On disks that ignore such differences, as on Windows and macOS, the two would be one file.',
    message: ({ path, other }: { path: string; other: string }) =>
      `${quoted(path)} differs from ${quoted(other)} only by case, invisible characters or the encoding of its letters`,
  },
} as const satisfies Problems;

const similar = diagnosing(PATH_PROBLEMS);

/** The name of a device on Windows, with any ending: `NUL`, `con.txt`, `sub/aux`. */
const DEVICE = /(?:^|\/)(con(?:in\$|out\$)?|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:[. ][^/]*)?(?:\/|$)/i;

/** Windows cannot store a file under the name of a device. */
export function* deviceNames(content: Content): Generator<Diagnostic> {
  for (const { file, value: source } of content.of('datasource')) {
    const found = source.directory ?? '';
    const why = deviceIn(found);
    if (why !== null) yield diagnostic('bad-path', file.path, value('directory'), { found, why });
  }
  for (const { path: file, key: name, entry } of content.entries()) {
    const why = deviceIn(name);
    if (why !== null) yield diagnostic('bad-path', file, key(name), { found: name, why });
    for (const found in entry.fragments) {
      const why = deviceIn(found);
      if (why !== null) yield diagnostic('bad-path', file, key(name, 'fragments', found), { found, why });
    }
  }
}

function deviceIn(path: string): string | null {
  const device = DEVICE.exec(path)?.[1];
  return device === undefined ? null : `${device} is the name of a device on Windows`;
}

const { maxLength, pattern } = common.$defs.relativePath;
const PATH = new RegExp(pattern, 'u');

/** Why a text cannot be the path of an entry or a fragment in the catalog; null if it can. */
export function pathObjection(path: string): string | null {
  // The schema counts code points, and a text never has more code points than UTF-16 units.
  if (path.length > maxLength && [...path].length > maxLength) return `it is longer than ${maxLength} characters`;
  return PATH.test(path) ? deviceIn(path) : pathProblem(path);
}

/**
 * No two paths of a data source, or of one of its archives, are one file on a disk that ignores case or the encoding of
 * letters.
 */
export function* distinctPaths(content: Content, { changed }: RuleOptions): Generator<Diagnostic> {
  const listed = content.entries();
  for (const one of listed) if (one.entry.fragments) yield* similarFragments(one, one.entry.fragments);
  for (const entries of grouped(listed, ({ datasource }) => datasource).values()) {
    const folded = entries.map(({ key: name }) => fold(decoded(name)));
    if (areApart(folded)) continue;
    const paths = entries.map(({ path: file, key: name }, index) => ({
      name,
      file,
      folded: folded[index] as string,
    }));
    for (const { item, first } of repeated(paths, ({ folded }) => folded, changed)) {
      if (item.name === first.name) continue;
      yield similar('similar-path', item.file, key(item.name), { path: item.name, other: first.name });
    }
    yield* insideFiles(paths);
  }
}

function* similarFragments({ path: file, key: name }: ListedEntry, listed: object): Generator<Diagnostic> {
  const names = Object.keys(listed);
  if (names.length < 2 || new Set(names.map(fold)).size === names.length) return;
  const fragments = names.map((fragment) => ({ fragment, file }));
  for (const { item, first } of repeated(fragments, ({ fragment }) => fold(fragment))) {
    const details = { path: item.fragment, other: first.fragment };
    yield similar('similar-path', file, key(name, 'fragments', item.fragment), details);
  }
}

/** Folders to look up for each path, on average: with more, sorting all paths is faster. */
const MAX_FOLDERS = 10;

/** Whether no path of a list is equal to another one or a folder above it. May be false although it is true. */
function areApart(paths: readonly string[]): boolean {
  const all = new Set(paths);
  if (all.size < paths.length) return false;
  let last = '';
  let left = MAX_FOLDERS * paths.length;
  for (const path of paths) {
    // Files of one folder mostly follow each other.
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (folder === last) continue;
    last = folder;
    for (let at = folder.indexOf('/'); at >= 0; at = folder.indexOf('/', at + 1)) {
      if (left-- === 0 || all.has(folder.slice(0, at))) return false;
    }
  }
  return true;
}

/** A path with its percent-encoded bytes decoded: programs that fetch a file may do so. */
function decoded(path: string): string {
  try {
    return path.includes('%') && PATH.test(path) ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

interface FoldedPath {
  readonly name: string;
  readonly file: string;
  readonly folded: string;
}

/** A file on a disk cannot also be a folder. */
function* insideFiles(paths: readonly FoldedPath[]): Generator<Diagnostic> {
  // With the lowest character in place of the slash, what is below a path follows it directly.
  const sorted = paths
    .map(({ folded, ...path }) => ({ ...path, sorted: folded.replaceAll('/', '\0') }))
    .sort((a, b) => (a.sorted < b.sorted ? -1 : Number(a.sorted > b.sorted)));
  let above: (typeof sorted)[number] | undefined;
  for (const path of sorted) {
    const isBelow = above !== undefined && path.sorted.startsWith(`${above.sorted}\0`);
    // The pattern is slow, so only these two paths are tested.
    if (above === undefined || !isBelow || !PATH.test(above.name)) {
      above = path;
      continue;
    }
    if (!PATH.test(path.name)) continue;
    const why = `${JSON.stringify(above.name)} is a file of the same data source, so it cannot be a folder`;
    yield diagnostic('bad-path', path.file, key(path.name), { found: path.name, why });
  }
}
