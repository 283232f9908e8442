/** The files of the catalog that an update changes, as a careful editor would write them. */
import {
  type CatalogFolder,
  ENTRY_KINDS,
  isSound,
  loadFile,
  pathOfKind,
  type SourceFile,
} from '../../build/pipeline.ts';
import type { FileEntrySource, RemovalSource } from '../../contract/generated/catalog.types.ts';
import { pathOf } from '../../contract/routes.ts';
import { byCodePoint } from '../../contract/text.ts';
import { rewriteSource, writeSource } from '../format/format.ts';
import type { Group, Groups } from './data-source.ts';

/** A file to write, and what it replaces; null where there is no such file yet. */
export interface Rewritten {
  readonly path: string;
  readonly before: string | null;
  readonly text: string;
}

/** What cannot be written; the message says which file and why. */
export class RewriteError extends Error {}

/**
 * The files in which the entries of a data source differ from those before.
 *
 * @param read gives the text of a file of the catalog as it is now; null where there is none
 * @throws RewriteError where a file has been changed since the entries were read
 */
export function rewriteGroups(
  id: string,
  before: Groups,
  after: Groups,
  read: (path: string) => string | null,
): Rewritten[] {
  return ENTRY_KINDS.filter((group) => before[group] !== after[group]).flatMap((group) => {
    const rewritten = rewriteGroup(fileOf(id, group), before[group], after[group] ?? {}, read);
    return rewritten ?? [];
  });
}

type Entries = Readonly<Record<string, FileEntrySource>>;

function rewriteGroup(
  file: SourceFile,
  before: Entries | undefined,
  after: Entries,
  read: (path: string) => string | null,
): Rewritten | null {
  const source = read(file.path);
  if ((source === null) !== (before === undefined)) throw new RewriteError(`${file.path} has come or gone meanwhile`);
  if (source === null) return checked({ path: file.path, before: null, text: writeSource(file, after) }, file);
  // What somebody has changed meanwhile stays; only the entries that the update has changed are replaced.
  const { value, diagnostics } = loadFile(textFolder(source), file);
  if (!isSound(diagnostics)) throw new RewriteError(`${file.path} has errors by now`);
  const current = new Map(Object.entries((value ?? {}) as Entries));
  for (const path of new Set([...Object.keys(before ?? {}), ...Object.keys(after)])) {
    if (before?.[path] === after[path]) continue;
    if (JSON.stringify(current.get(path)) !== JSON.stringify(before?.[path])) {
      throw new RewriteError(`${file.path} was changed while it was updated`);
    }
    const entry = after[path];
    if (entry === undefined) current.delete(path);
    else current.set(path, entry);
  }
  const text = rewriteSource(file, source, Object.fromEntries(current));
  return text === source ? null : checked({ path: file.path, before: source, text }, file);
}

/** The list of removals with those of files that are gone; null where there are none. */
export function rewriteRemovals(
  id: string,
  gone: readonly { readonly path: string; readonly reason: string }[],
  read: (path: string) => string | null,
): Rewritten | null {
  if (gone.length === 0) return null;
  const file: SourceFile = { path: 'removals.yaml', kind: 'removals', name: null };
  const source = read(file.path);
  const url = pathOf('datasource', id);
  const removals = gone.map(({ path, reason }): RemovalSource => ({ url, file: path, reason }));
  if (source === null) return checked({ path: file.path, before: null, text: writeSource(file, removals) }, file);
  const { value, diagnostics } = loadFile(textFolder(source), file);
  if (!isSound(diagnostics)) throw new RewriteError(`${file.path} has errors`);
  const known = (value ?? []) as readonly RemovalSource[];
  const others = known.filter((removal) => removal.url !== url || !gone.some(({ path }) => path === removal.file));
  return checked(
    { path: file.path, before: source, text: rewriteSource(file, source, [...others, ...removals]) },
    file,
  );
}

/** The file of a group. */
function fileOf(id: string, group: Group): SourceFile {
  return { path: pathOfKind(group, id), kind: group, name: id };
}

/** @throws RewriteError where the catalog would have errors */
function checked(rewritten: Rewritten, file: SourceFile): Rewritten {
  const { diagnostics } = loadFile(textFolder(rewritten.text), file);
  if (isSound(diagnostics)) return rewritten;
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort(byCodePoint);
  throw new RewriteError(`${file.path} would have errors: ${codes.join(', ')}`);
}

/** A folder in which every file has one text. */
function textFolder(text: string): CatalogFolder {
  const bytes = Buffer.from(text);
  return { entries: () => [], size: () => bytes.length, read: () => bytes };
}
