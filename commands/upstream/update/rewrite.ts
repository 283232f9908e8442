import { isDeepStrictEqual } from 'node:util';
import { rewriteYaml, writeYaml } from '../../../build/format/standard-text.ts';
import { oneFileFolder } from '../../../build/read/folder.ts';
import { pathOfRole, type SourceFile } from '../../../build/read/layout.ts';
import { readAgainstSchema } from '../../../build/run/valid-file.ts';
import { byCodePoint } from '../../../contract/base/text.ts';
import { SECTIONS } from '../../../contract/data-sources/sections.ts';
import type { FileEntrySource, RemovalSource } from '../../../contract/generated/catalog.types.ts';
import { targetKey } from '../../../contract/interface/removal-targets.ts';
import type { EntryChanges } from './data-source.ts';

export interface Rewritten {
  readonly path: string;
  readonly before: string | null;
  readonly text: string;
}

export class RewriteError extends Error {}

type Read = (path: string) => string | null;

/** @returns files to write, and as `conflicts` paths that somebody changed meanwhile, which stay */
export function rewriteEntries(id: string, changes: EntryChanges, read: Read) {
  const files: Rewritten[] = [];
  const conflicts = new Set<string>();
  for (const section of SECTIONS) {
    const sectionChanges = [...changes].filter(([, change]) => change.section === section);
    if (sectionChanges.length === 0) continue;
    const file: SourceFile = { path: pathOfRole(section, id), role: section, name: id };
    const source = read(file.path);
    if (source === null && sectionChanges.some(([, { before }]) => before !== null))
      throw new RewriteError(`${file.path} was deleted in the meantime`);
    const known = readValue<Readonly<Record<string, FileEntrySource>>>(file, source);
    const entries = new Map(Object.entries(known ?? {}));
    const renamed = new Map<string, string>();
    for (const [path, { from = path, before, after }] of sectionChanges) {
      const [current, target] = [entries.get(from) ?? null, entries.get(path) ?? null];
      // Only the new name exists if the respelling is written.
      if (isDeepStrictEqual(target, after) && (from === path || current === null)) continue;
      if (!isDeepStrictEqual(current, before) || (from !== path && target !== null)) {
        conflicts.add(path);
        continue;
      }
      entries.delete(from);
      if (after !== null) entries.set(path, after);
      if (from !== path) renamed.set(path, from);
    }
    const rewritten = rewrite(file, source, Object.fromEntries(entries), known, renamed);
    if (rewritten.text !== source) files.push(rewritten);
  }
  return { files, conflicts };
}

export const REMOVALS_FILE: SourceFile = { path: 'removals.yaml', role: 'removals', name: null };

/** @param done keys of removals that took effect, or whose files exist again */
export function rewriteRemovals(
  news: readonly RemovalSource[],
  done: ReadonlySet<string>,
  read: Read,
): (Rewritten & { readonly dropped: number }) | null {
  if (news.length + done.size === 0) return null;
  const file = REMOVALS_FILE;
  const source = read(file.path);
  const known = readValue<readonly RemovalSource[]>(file, source);
  const all = known ?? [];
  const kept = all.filter((removal) => !done.has(targetKey(removal)));
  const listed = new Set(kept.map(targetKey));
  const added = news.filter((removal) => !listed.has(targetKey(removal)));
  const dropped = all.length - kept.length;
  if (added.length + dropped === 0) return null;
  // Two steps: a new entry must not get a deleted one's comment.
  const shortened = source === null ? null : rewriteYaml(file, source, kept, undefined, known);
  return { ...rewrite(file, shortened, [...kept, ...added], kept), before: source, dropped };
}

function readValue<T>(file: SourceFile, source: string | null): T | null {
  if (source === null) return null;
  const { value, problems } = readAgainstSchema(oneFileFolder(Buffer.from(source)), file);
  if (problems.length > 0) throw new RewriteError(`${file.path} now has errors`);
  return value as T;
}

function rewrite(
  file: SourceFile,
  before: string | null,
  value: unknown,
  known: unknown,
  renamed?: Map<string, string>,
): Rewritten {
  const text = before === null ? writeYaml(file, value) : rewriteYaml(file, before, value, renamed, known);
  const { problems } = readAgainstSchema(oneFileFolder(Buffer.from(text)), file, value);
  if (problems.length === 0) return { path: file.path, before, text };
  throw new RewriteError(`${file.path} would have errors: ${[...new Set(problems)].sort(byCodePoint).join(', ')}`);
}
