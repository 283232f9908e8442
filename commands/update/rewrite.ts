/** Rewrites the catalog files that an update changes, with minimal differences. */
import { isDeepStrictEqual } from 'node:util';
import {
  ENTRY_KINDS,
  isSound,
  loadFile,
  oneFileFolder,
  pathOfKind,
  rewriteSource,
  type SourceFile,
  writeSource,
} from '../../build/pipeline.ts';
import type { FileEntrySource, RemovalSource } from '../../contract/generated/catalog.types.ts';
import { pathOf } from '../../contract/routes.ts';
import { targetKey } from '../../contract/targets.ts';
import { byCodePoint } from '../../contract/text.ts';
import type { EntryGroup, Groups } from './data-source.ts';

/** A file to write, and its old text; null for a new file. */
export interface Rewritten {
  readonly path: string;
  readonly before: string | null;
  readonly text: string;
}

/** A file cannot be written. The message contains the file and the reason. */
export class RewriteError extends Error {}

/** The rewritten entries of a data source. */
interface GroupsRewrite {
  readonly files: readonly Rewritten[];
  /** Paths of entries that were changed in the meantime. They stay as they are. */
  readonly conflicts: readonly string[];
}

/**
 * Rewrites the files with changed entries of a data source. Entries that were changed in the meantime stay.
 *
 * @param read returns the current text of a catalog file; null if it does not exist
 * @throws RewriteError if a file was deleted or now has errors, or the result would have errors
 */
export function rewriteGroups(
  id: string,
  before: Groups,
  after: Groups,
  read: (path: string) => string | null,
): GroupsRewrite {
  const files: Rewritten[] = [];
  const conflicts: string[] = [];
  for (const group of ENTRY_KINDS.filter((one) => before[one] !== after[one])) {
    const file = fileOf(id, group);
    const source = read(file.path);
    if (source === null && before[group] !== undefined)
      throw new RewriteError(`${file.path} was deleted in the meantime`);
    const merged = mergeEntries(entriesIn(file, source), before[group] ?? {}, after[group] ?? {});
    for (const path of merged.conflicts) conflicts.push(path);
    if (source === null && merged.entries.size === 0) continue;
    const rewritten = rewrite(file, source, Object.fromEntries(merged.entries));
    if (rewritten !== null) files.push(rewritten);
  }
  return { files, conflicts };
}

type Entries = Readonly<Record<string, FileEntrySource>>;

/** Reads the current entries of a file. @throws RewriteError if it has errors */
function entriesIn(file: SourceFile, source: string | null): Map<string, FileEntrySource> {
  if (source === null) return new Map();
  const { value, diagnostics } = loadFile(oneFileFolder(Buffer.from(source)), file);
  if (!isSound(diagnostics)) throw new RewriteError(`${file.path} now has errors`);
  return new Map(Object.entries((value ?? {}) as Entries));
}

/** Replaces changed entries, unless they were changed in the meantime. */
function mergeEntries(
  current: ReadonlyMap<string, FileEntrySource>,
  before: Entries,
  after: Entries,
): { readonly entries: ReadonlyMap<string, FileEntrySource>; readonly conflicts: readonly string[] } {
  const [old, next] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const entries = new Map(current);
  const conflicts: string[] = [];
  for (const path of new Set([...old.keys(), ...next.keys()])) {
    const entry = next.get(path);
    if (old.get(path) === entry || isDeepStrictEqual(current.get(path), entry)) continue;
    if (!isDeepStrictEqual(current.get(path), old.get(path))) conflicts.push(path);
    else if (entry === undefined) entries.delete(path);
    else entries.set(path, entry);
  }
  return { entries, conflicts };
}

/** The list of removals. */
export const REMOVALS_FILE: SourceFile = { path: 'removals.yaml', kind: 'removals', name: null };

/** The changes of an update to the list of removals. */
export interface RemovalNews {
  readonly gone: readonly string[];
  /** The reason for the removals: a sentence. */
  readonly reason: string;
  /** New files, whose removals are deleted from the list. */
  readonly added: readonly string[];
  /** The keys of removals that the published catalog lists. They have had their effect, and are deleted too. */
  readonly published?: ReadonlySet<string>;
}

/** The rewritten list of removals. */
export interface RemovalsRewrite extends Rewritten {
  /** The number of entries that were deleted. */
  readonly dropped: number;
}

/**
 * Adds removed files to the list of removals, and deletes those that exist again or had their effect; null if nothing
 * changes.
 *
 * @throws RewriteError if the list has or would have errors
 */
export function rewriteRemovals(
  id: string,
  { gone, reason, added, published = new Set() }: RemovalNews,
  read: (path: string) => string | null,
): RemovalsRewrite | null {
  if (gone.length + added.length + published.size === 0) return null;
  const file = REMOVALS_FILE;
  const source = read(file.path);
  const loaded = source === null ? null : loadFile(oneFileFolder(Buffer.from(source)), file);
  if (loaded && !isSound(loaded.diagnostics)) throw new RewriteError(`${file.path} has errors`);
  const url = pathOf('datasource', id);
  const isOf = (paths: ReadonlySet<string>, removal: RemovalSource): boolean =>
    removal.url === url && removal.field === undefined && removal.file !== undefined && paths.has(removal.file);
  const there = new Set(added);
  const isDone = (removal: RemovalSource): boolean => isOf(there, removal) || published.has(targetKey(removal));
  const all = (loaded?.value ?? []) as readonly RemovalSource[];
  const kept = all.filter((removal) => !isDone(removal));
  const nowGone = new Set(gone);
  const listed = new Set(kept.filter((removal) => isOf(nowGone, removal)).map((removal) => removal.file));
  const news = gone.filter((path) => !listed.has(path)).map((path): RemovalSource => ({ url, file: path, reason }));
  if (source === null && news.length === 0) return null;
  // In two steps, so that a new entry does not get the comment of a deleted one.
  const shortened = source === null ? null : rewriteSource(file, source, kept);
  const rewritten = rewrite(file, shortened, [...kept, ...news]) ?? { path: file.path, text: shortened ?? '' };
  return rewritten.text === source ? null : { ...rewritten, before: source, dropped: all.length - kept.length };
}

/** A file with a new value; null if the value is unchanged. @throws RewriteError if it would have errors */
function rewrite(file: SourceFile, before: string | null, value: unknown): Rewritten | null {
  const text = before === null ? writeSource(file, value) : rewriteSource(file, before, value);
  return text === before ? null : checked({ path: file.path, before, text }, file);
}

/** The file of a group. */
function fileOf(id: string, group: EntryGroup): SourceFile {
  return { path: pathOfKind(group, id), kind: group, name: id };
}

/** @throws RewriteError if the catalog would have errors */
function checked(rewritten: Rewritten, file: SourceFile): Rewritten {
  const { diagnostics } = loadFile(oneFileFolder(Buffer.from(rewritten.text)), file);
  if (isSound(diagnostics)) return rewritten;
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort(byCodePoint);
  throw new RewriteError(`${file.path} would have errors: ${codes.join(', ')}`);
}
