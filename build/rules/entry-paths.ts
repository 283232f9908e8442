/** Paths of data sources become files on disks of every system; each belongs to one data source. */

import { fold } from '../../contract/base/fold.ts';
import { itemsByKey, itemsByPrefix, percentDecoded, plural } from '../../contract/base/text.ts';
import { type Diagnostic, diagnosing, diagnostic, keyAt, valueAt } from '../diagnostics/diagnostic.ts';
import { error, type Problems, warning } from '../diagnostics/messages.ts';
import { hasPathForm, windowsDeviceObjection } from '../diagnostics/portable-path.ts';
import { quoted } from '../diagnostics/wording.ts';
import type { Content } from '../validate/content.ts';
import { itemsWithSameKey } from './ids.ts';
import { type RuleOptions, ruleSet } from './run-rules.ts';

interface NestedBaseUrl {
  /** How the baseUrl at the diagnostic relates to the other one. */
  readonly relation: 'equal' | 'inner' | 'outer';
  readonly other: string;
  readonly url: string;
  /** Further data sources whose baseUrl begins with the shorter one. */
  readonly others: number;
}

const PATH_PROBLEMS = {
  'repeated-path': error(
    ({ path, other }: { path: string; other: string }) =>
      `${quoted(path)} is in ${other}, too; keep it in one of the two files`,
  ),
  'similar-path': error(
    ({ path, other }: { path: string; other: string }) =>
      `${quoted(path)} differs from ${quoted(other)} only by case, invisible characters or the encoding of its letters`,
  ),
  'nested-base-url': warning(({ relation, other, url, others }: NestedBaseUrl) => {
    const how = {
      equal: `${other} has the same baseUrl`,
      inner: `This begins with the baseUrl of ${other}, ${quoted(url)}`,
      outer: `The baseUrl of ${other}, ${quoted(url)}, begins with this one`,
    }[relation];
    const more = others === 0 ? '' : ` (and ${plural(others, 'other data source')} like it)`;
    return `${how}${more}; map programs may assign a file of one to the other. If all files of one are in one folder, move that folder from their paths into its baseUrl`;
  }),
} as const satisfies Problems;

const pathDiagnostic = diagnosing(PATH_PROBLEMS);

function* deviceNames(content: Content): Generator<Diagnostic> {
  for (const { file, value: source } of content.of('datasource')) {
    const found = source.directory ?? '';
    const why = windowsDeviceObjection(found);
    if (why !== null) yield diagnostic('bad-path', file.path, valueAt('directory'), { found, why });
  }
  for (const { path, key, entry } of content.entries()) {
    const why = windowsDeviceObjection(key);
    if (why !== null) yield diagnostic('bad-path', path, keyAt(key), { found: key, why });
    for (const found in entry.fragments) {
      const why = windowsDeviceObjection(found);
      if (why !== null) yield diagnostic('bad-path', path, keyAt(key, 'fragments', found), { found, why });
    }
  }
}

/** No two paths of a data source or archive are one file where disks ignore case or encoding. */
function* distinctPaths(content: Content, { changed }: RuleOptions): Generator<Diagnostic> {
  const listed = content.entries();
  for (const { path: file, key, entry } of listed) {
    const names = Object.keys(entry.fragments ?? {});
    // Nearly all archives have distinct names.
    if (names.length < 2 || new Set(names.map(fold)).size === names.length) continue;
    const fragments = names.map((fragment) => ({ name: fragment, file }));
    for (const { item, first } of itemsWithSameKey(fragments, (fragment) => fold(fragment.name))) {
      const details = { path: item.name, other: first.name };
      yield pathDiagnostic('similar-path', file, keyAt(key, 'fragments', item.name), details);
    }
  }
  for (const entries of itemsByKey(listed, ({ datasource }) => datasource).values()) {
    const paths = entries.map(({ path: file, key }) => ({ path: key, file, folded: fold(decoded(key)) }));
    for (const { item, first } of itemsWithSameKey(paths, ({ folded }) => folded, changed)) {
      if (item.path === first.path)
        yield pathDiagnostic('repeated-path', item.file, keyAt(item.path), { path: item.path, other: first.file });
      else yield pathDiagnostic('similar-path', item.file, keyAt(item.path), { path: item.path, other: first.path });
    }
    yield* insideFiles(paths);
  }
}

/** Programs may decode percent-encoded bytes. */
function decoded(path: string): string {
  return path.includes('%') && hasPathForm(path) ? percentDecoded(path) : path;
}

interface FoldedPath {
  readonly path: string;
  readonly file: string;
  readonly folded: string;
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** A file on a disk cannot also be a folder. */
function* insideFiles(paths: readonly FoldedPath[]): Generator<Diagnostic> {
  const folders = new Set(paths.map(({ folded }) => folderOf(folded)));
  // The loop also visits what it adds.
  for (const folder of folders) folders.add(folderOf(folder));
  if (!paths.some(({ folded }) => folders.has(folded))) return;
  // With the lowest character for the slash, paths below a path follow it directly.
  const bySortKey = new Map(paths.map((path) => [path.folded.replaceAll('/', '\0'), path]));
  let above: string | null = null;
  for (const sortKey of [...bySortKey.keys()].sort()) {
    const [outer, inner] =
      above !== null && sortKey.startsWith(`${above}\0`) ? [bySortKey.get(above), bySortKey.get(sortKey)] : [];
    // `hasPathForm` is slow: it tests only these.
    if (!outer || !inner || !hasPathForm(outer.path)) {
      above = sortKey;
      continue;
    }
    if (!hasPathForm(inner.path)) continue;
    const why = `${JSON.stringify(outer.path)} is a file of the same data source, so it cannot be a folder`;
    yield diagnostic('bad-path', inner.file, keyAt(inner.path), { found: inner.path, why });
  }
}

/** No baseUrl may begin with another data source's. */
function* separateBaseUrls(content: Content, { changed = new Set() }: RuleOptions): Generator<Diagnostic> {
  const sources = content.of('datasource').flatMap(({ file, value: { baseUrl } }) => {
    return baseUrl === undefined ? [] : [{ file: file.path, baseUrl }];
  });
  for (const [outer, inside] of itemsByPrefix(sources, ({ baseUrl }) => baseUrl)) {
    const inner = inside.find(({ file }) => changed.has(file)) ?? (inside[0] as (typeof inside)[number]);
    const isAboutOuter = changed.has(outer.file) && !changed.has(inner.file);
    const [place, other] = isAboutOuter ? [outer, inner] : [inner, outer];
    const relation = outer.baseUrl === inner.baseUrl ? 'equal' : isAboutOuter ? 'outer' : 'inner';
    const details = { relation, other: other.file, url: other.baseUrl, others: inside.length - 1 } as const;
    yield pathDiagnostic('nested-base-url', place.file, valueAt('baseUrl'), details);
  }
}

export const PATH_RULES = ruleSet(PATH_PROBLEMS, {
  catalog: [separateBaseUrls, deviceNames, distinctPaths],
  entry: [deviceNames, distinctPaths],
});
