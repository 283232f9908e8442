/** Merges the files of a data source, and their checksums, into a catalog. */
import { ENTRY_KINDS, pathOfKind } from '../../../../build/read/layout.ts';
import {
  joinHistories,
  oldestFirst,
  withObservation,
  withoutOldest,
} from '../../../../contract/data-sources/checksum-history.ts';
import { fragmentsByKey, sameKeys } from '../../../../contract/data-sources/fragment-keys.ts';
import type { Checksum, DataSourceSource } from '../../../../contract/generated/catalog.types.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import type { EntryDraft, EntryDrafts, EntryKind } from '../correct-record.ts';
import { originOf, withOrigin } from '../notes.ts';

/** The files of a data source by kind. */
export type EntryGroups = Readonly<Record<EntryKind, EntryDrafts>>;

/** How files are merged. */
export interface EntryOptions {
  /** The new checksums are observations: only the newest of a history are kept. */
  readonly isObserved?: boolean;
  /** Remove entries and checksums that are not among the new ones. */
  readonly isComplete?: boolean;
  readonly isWantedFile?: (path: string, entry: EntryDraft) => boolean;
}

/**
 * Merges entries into the groups of a data source. A file moves to the group that lists it; an observed one stays where
 * it is, because such a document may list a map as a plain file.
 */
export function mergeGroups(files: CatalogFiles, id: string, groups: EntryGroups, options: EntryOptions): void {
  const { isComplete, isObserved, isWantedFile = () => true } = options;
  const groupOf = (path: string): EntryKind | undefined =>
    ENTRY_KINDS.find((kind) => Object.hasOwn((files.valueOf(kind, id) ?? {}) as object, path));
  const wanted = ENTRY_KINDS.flatMap((kind) =>
    Object.entries(groups[kind]).map(([path, entry]) => {
      return { kind: (isObserved && groupOf(path)) || kind, path, entry };
    }),
  ).filter(({ path, entry }) => isWantedFile(path, entry));
  const listed = new Map(wanted.map(({ path, kind }) => [path, kind]));
  for (const { path, kind, entry } of wanted) {
    const last = listed.get(path);
    if (last !== kind) originOf(entry)?.advice(`${path} is listed among the ${last} too`);
  }
  const { action } = (files.value(pathOfKind('datasource', id)) ?? {}) as Partial<DataSourceSource>;
  for (const kind of ENTRY_KINDS) {
    const added = wanted.filter((one) => one.kind === kind);
    const old = (files.valueOf(kind, id) ?? {}) as EntryDrafts;
    const kept = isComplete ? [] : Object.entries(old).filter(([path]) => !listed.has(path));
    const merged = added.map(({ path, entry }) => {
      const [known, stated] = [own(old, path), withKeys(action, entry)];
      const isWhole = known === undefined && !isObserved;
      return [path, isWhole ? stated : mergeEntry(withKeys(action, known ?? {}), stated, options)] as const;
    });
    const isChanged = merged.length > 0 || kept.length < Object.keys(old).length;
    if (isChanged) files.change(pathOfKind(kind, id), Object.fromEntries([...kept, ...merged]));
  }
}

/** An entry whose fragments have the keys that an action gives them. */
function withKeys(action: unknown, entry: EntryDraft): EntryDraft {
  const fragments = fragmentsByKey(action, entry.fragments ?? {});
  if (fragments === entry.fragments || entry.fragments === undefined) return entry;
  const problem = sameKeys(action, Object.keys(entry.fragments));
  if (problem !== null) originOf(entry, ['fragments'])?.corrected(problem);
  return withOrigin(originOf(entry), { ...entry, fragments });
}

function mergeEntry(old: EntryDraft, entry: EntryDraft, options: EntryOptions): EntryDraft {
  const { isComplete, isObserved } = options;
  const join = (before: readonly Checksum[] = [], after: readonly Checksum[] = []): readonly Checksum[] =>
    isObserved ? withoutOldest(after.reduce(withNewer, before)) : joinHistories(before, after);
  const checksums = isComplete ? (entry.checksums ?? []) : join(old.checksums, entry.checksums);
  const keys = new Set([...Object.keys((!isComplete && old.fragments) || {}), ...Object.keys(entry.fragments ?? {})]);
  const fragments = [...keys].map((key) => {
    const [before, after = []] = [own(old.fragments, key), own(entry.fragments, key)];
    return [key, isComplete ? after : join(before, after)] as const;
  });
  const { boundingbox } = old;
  const kept: EntryDraft = isComplete ? (boundingbox === undefined ? {} : { boundingbox }) : old;
  return withOrigin(originOf(entry), {
    ...kept,
    ...entry,
    ...(checksums.length > 0 || kept.checksums ? { checksums } : {}),
    ...(fragments.length > 0 || kept.fragments ? { fragments: Object.fromEntries(fragments) } : {}),
  });
}

/** Adds a checksum to a history: the newest one as an observation, others in order of time. */
function withNewer(history: readonly Checksum[], checksum: Checksum): readonly Checksum[] {
  const isNewest = history.every((other) => oldestFirst(other, checksum) < 0);
  return isNewest ? withObservation(history, checksum) : joinHistories(history, [checksum]);
}

function own<T>(members: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return members && Object.hasOwn(members, key) ? members[key] : undefined;
}
