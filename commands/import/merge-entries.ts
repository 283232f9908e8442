/** Merges the files of a data source, and their checksums, into a catalog. */
import { ENTRY_KINDS, pathOfKind } from '../../build/pipeline.ts';
import { joinHistories, KEPT, oldestFirst, withObservation } from '../../contract/checksum-history.ts';
import type { Checksum, DataSourceSource } from '../../contract/generated/catalog.types.ts';
import { fragmentsByKey, sameKeys } from '../../contract/members.ts';
import type { CatalogFiles } from './catalog-files.ts';
import type { EntryDraft, EntryDrafts, EntryKind } from './correct-record.ts';
import { originOf, withOrigin } from './notes.ts';

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

/** Merges entries into the groups of a data source. A file moves to the group that lists it. */
export function mergeGroups(files: CatalogFiles, id: string, groups: EntryGroups, options: EntryOptions): void {
  const { isWantedFile = () => true } = options;
  const wanted = ENTRY_KINDS.map((kind) => {
    return [kind, Object.entries(groups[kind]).filter(([path, entry]) => isWantedFile(path, entry))] as const;
  });
  const { action } = (files.value(pathOfKind('datasource', id)) ?? {}) as Partial<DataSourceSource>;
  const listed = new Set(wanted.flatMap(([, entries]) => entries.map(([path]) => path)));
  for (const [kind, added] of wanted) {
    const path = pathOfKind(kind, id);
    const old = (files.value(path) ?? {}) as EntryDrafts;
    const kept = options.isComplete ? [] : Object.entries(old).filter(([name]) => !listed.has(name));
    const merged = added.map(([name, entry]) => {
      const [known, added] = [own(old, name), withKeys(action, entry)];
      const isWhole = known === undefined && !options.isObserved;
      return [name, isWhole ? added : mergeEntry(withKeys(action, known ?? {}), added, options)] as const;
    });
    const isChanged = merged.length > 0 || kept.length < Object.keys(old).length;
    if (isChanged) files.change(path, Object.fromEntries([...kept, ...merged]));
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
    isObserved ? after.reduce(withNewer, before).slice(-KEPT) : joinHistories(before, after);
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
