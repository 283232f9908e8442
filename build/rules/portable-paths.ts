/** The paths of a data source become files on disks of every kind. */
import { withThousands } from '../../contract/text.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import { type Diagnostic, diagnostic, key, value } from '../diagnostics/diagnostic.ts';
import { explain } from '../validate/explain.ts';
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
  const why = deviceReason(found);
  if (why !== null) yield diagnostic('bad-path', file, place, { found, why });
}

function deviceReason(path: string): string | null {
  const device = DEVICE.exec(path)?.[1];
  return device === undefined ? null : `Windows keeps the name ${device} for a device`;
}

const { pattern, maxLength } = common.$defs.relativePath;
const PATH = new RegExp(pattern, 'u');

/** Why no entry of the catalog may have a path; null where one may. */
export function refusalOfPath(path: string): string | null {
  if (path === '') return 'it is empty';
  if (path.length > maxLength) return `it has more than ${withThousands(maxLength)} characters`;
  if (PATH.test(path)) return deviceReason(path);
  const [reason] = explain(pattern, path);
  return reason?.code === 'bad-path' ? reason.details.why : 'it is no path';
}

/** Many disks take names for the same that differ by case or by the encoding of their letters. */
export const distinctPaths: Rule = {
  name: 'distinct-paths',
  description: 'no two paths of a data source are one file on a disk that ignores case or normalises Unicode',
  *check(content, { changed }) {
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
