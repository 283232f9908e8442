/** Reads the source files of the project: what each imports and exports. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { sourcePaths } from '../../scripts/docs/rooms.ts';
import { ROOT } from './cli.ts';

export type SourceText = { readonly path: string; readonly text: string };

export const sourceFiles = (): SourceText[] =>
  sourcePaths(ROOT)
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** One import, type-only and dynamic ones included. */
export interface Import {
  readonly from: string;
  /** A path inside the project; for anything else the specifier as it is written. */
  readonly to: string;
}

const SPECIFIER = /(?:^(?:import|export)\b[^;'"]*?\bfrom |^import |\bimport\()'([^']+)'/gm;

export const importsOf = ({ path, text }: SourceText): Import[] =>
  [...text.matchAll(SPECIFIER)].map(([, specifier = '']) => ({
    from: path,
    to: specifier.startsWith('.') ? normalize(join(dirname(path), specifier)).replaceAll('\\', '/') : specifier,
  }));

export type Export = { readonly name: string; readonly path: string };

export function exportsOf({ path, text }: SourceText): Export[] {
  const declared = /^export (?:async )?(?:abstract )?(?:function\*?|const|class|interface|type) (\w+)/gm;
  return [...text.matchAll(declared)].map(({ 1: name = '' }) => ({ name, path }));
}

export function cyclesIn(imports: readonly Import[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const cycles = new Map<string, string[]>();
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at !== -1) {
      const cycle = way.slice(at);
      cycles.set([...cycle].sort().join(), [...cycle, file]);
      return;
    }
    if (done.has(file)) return;
    for (const target of next.get(file) ?? []) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return [...cycles.values()];
}
