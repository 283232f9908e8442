/** The paths of a data source become files on disks of every kind. */
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import { type Diagnostic, diagnostic, key, value } from '../diagnostics/diagnostic.ts';
import { pathProblem } from '../validate/explain.ts';
import { fold, repeated } from './ids.ts';
import type { Rule } from './rule.ts';

/** What Windows takes for a device, with any ending: `NUL`, `con.txt`, `sub/aux`. */
const DEVICE = /(?:^|\/)(con(?:in\$|out\$)?|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:[. ][^/]*)?(?:\/|$)/i;

/** Windows stores no file under the name of a device. */
export const deviceNames: Rule = {
  name: 'device-names',
  description: 'no part of a path is the name of a device on Windows',
  *check(content) {
    for (const { file, value: source } of content.of('datasource')) {
      yield* deviceProblem(source.directory ?? '', file.path, value('directory'));
    }
    for (const { path, key: name, entry } of content.entries()) {
      yield* deviceProblem(name, path, key(name));
      for (const fragment of Object.keys(entry.fragments ?? {})) {
        yield* deviceProblem(fragment, path, key(name, 'fragments', fragment));
      }
    }
  },
};

function* deviceProblem(found: string, file: string, place: Diagnostic['place']): Generator<Diagnostic> {
  const why = deviceIn(found);
  if (why !== null) yield diagnostic('bad-path', file, place, { found, why });
}

function deviceIn(path: string): string | null {
  const device = DEVICE.exec(path)?.[1];
  return device === undefined ? null : `Windows keeps the name ${device} for a device`;
}

const { maxLength, pattern } = common.$defs.relativePath;
const PATH = new RegExp(pattern, 'u');

/** Why a text cannot be the path of an entry or a fragment in the catalog; null where it can. */
export function pathObjection(path: string): string | null {
  // The schema counts code points, of which there are never more than units.
  if (path.length > maxLength && [...path].length > maxLength) return `it has more than ${maxLength} characters`;
  return PATH.test(path) ? deviceIn(path) : pathProblem(path);
}

/** Many disks take names for the same that differ by case or by the encoding of their letters. */
export const distinctPaths: Rule = {
  name: 'distinct-paths',
  description:
    'no two paths of a data source, or inside one of its archives, are one file on a disk that ignores case or normalises Unicode',
  *check(content, { changed }) {
    for (const { path: file, key: name, entry } of content.entries()) {
      const fragments = Object.keys(entry.fragments ?? {}).map((fragment) => ({ fragment, file }));
      for (const { item, first } of repeated(fragments, ({ fragment }) => fold(fragment))) {
        const details = { path: item.fragment, other: first.fragment };
        yield diagnostic('similar-path', file, key(name, 'fragments', item.fragment), details);
      }
    }
    const bySource = new Map<string, FoldedPath[]>();
    for (const { path: file, key: name } of content.entries()) {
      const source = file.slice(0, file.lastIndexOf('/'));
      const paths = bySource.get(source) ?? [];
      bySource.set(source, paths);
      paths.push({ name, file, folded: fold(decoded(name)) });
    }
    for (const paths of bySource.values()) {
      for (const { item, first } of repeated(paths, ({ folded }) => folded, changed)) {
        if (item.name === first.name) continue;
        yield diagnostic('similar-path', item.file, key(item.name), { path: item.name, other: first.name });
      }
      yield* insideFiles(paths);
    }
  },
};

/** Programs that fetch a file decode its path, or do not. */
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

/** What is a file on a disk cannot be a folder there, too. */
function* insideFiles(paths: readonly FoldedPath[]): Generator<Diagnostic> {
  // With the lowest character in place of the slash, what is below a path follows it directly.
  const sorted = paths
    .map(({ folded, ...path }) => ({ ...path, sorted: folded.replaceAll('/', '\0') }))
    .sort((a, b) => (a.sorted < b.sorted ? -1 : Number(a.sorted > b.sorted)));
  let above: (typeof sorted)[number] | undefined;
  for (const path of sorted) {
    const isBelow = above !== undefined && path.sorted.startsWith(`${above.sorted}\0`);
    // The pattern takes long, and only two of many paths are to be looked at with it.
    if (above === undefined || !isBelow || !PATH.test(above.name)) {
      above = path;
      continue;
    }
    if (!PATH.test(path.name)) continue;
    const why = `${JSON.stringify(above.name)} is a file of the same data source, and cannot be a folder, too`;
    yield diagnostic('bad-path', path.file, key(path.name), { found: path.name, why });
  }
}
