/** The paths of a data source become files on disks of every kind. */
import { type Diagnostic, diagnostic, key, value } from '../diagnostics/diagnostic.ts';
import { fold, repeated } from './ids.ts';
import type { Rule } from './rule.ts';

/** What Windows takes for a device, with any ending: `NUL`, `con.txt`, `sub/aux`. */
const DEVICE = /(?:^|\/)(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:[. ][^/]*)?(?:\/|$)/i;

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
  const device = DEVICE.exec(found)?.[1];
  if (device === undefined) return;
  yield diagnostic('bad-path', file, place, { found, why: `Windows keeps the name ${device} for a device` });
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
    const bySource = new Map<string, { readonly name: string; readonly file: string }[]>();
    for (const { path: file, key: name } of content.entries()) {
      const source = file.slice(0, file.lastIndexOf('/'));
      const paths = bySource.get(source) ?? [];
      bySource.set(source, paths);
      paths.push({ name, file });
    }
    for (const paths of bySource.values()) {
      for (const { item, first } of repeated(paths, ({ name }) => fold(name), changed)) {
        if (item.name === first.name) continue;
        yield diagnostic('similar-path', item.file, key(item.name), { path: item.name, other: first.name });
      }
    }
  },
};
