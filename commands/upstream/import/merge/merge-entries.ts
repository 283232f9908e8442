import { pathOfRole } from '../../../../build/read/layout.ts';
import {
  joinHistories,
  oldestFirst,
  withObservation,
  withoutOldestVersions,
} from '../../../../contract/data-sources/checksum-history.ts';
import { describeLostFragments, fragmentsByKey } from '../../../../contract/data-sources/fragment-keys.ts';
import { SECTIONS, type Section } from '../../../../contract/data-sources/sections.ts';
import type { Checksum, DataSourceSource } from '../../../../contract/generated/catalog.types.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import type { EntryDraft, EntryDrafts } from '../correct-served-record.ts';
import { sourcePlaceOf, withSourcePlace } from '../notes.ts';

export type SectionDrafts = Readonly<Record<Section, EntryDrafts>>;

export interface EntryOptions {
  /** The newest checksum becomes current. */
  readonly isObserved?: boolean;
  /** Removes other entries and checksums. */
  readonly replacesAll?: boolean;
  readonly isWantedFile?: (path: string, entry: EntryDraft) => boolean;
}

/**
 * A file moves to the section that lists it. If the file was observed, it stays: lists of checksums may have a map as a
 * plain file.
 */
export function mergeSections(files: CatalogFiles, id: string, sections: SectionDrafts, options: EntryOptions): void {
  const { replacesAll, isObserved, isWantedFile = () => true } = options;
  const sectionOf = (path: string): Section | undefined =>
    SECTIONS.find((section) => Object.hasOwn((files.valueOf(section, id) ?? {}) as object, path));
  const wanted = SECTIONS.flatMap((section) =>
    Object.entries(sections[section]).map(([path, entry]) => {
      return { section: (isObserved && sectionOf(path)) || section, path, entry };
    }),
  ).filter(({ path, entry }) => isWantedFile(path, entry));
  const listed = new Map(wanted.map(({ path, section }) => [path, section]));
  for (const { path, section, entry } of wanted) {
    const last = listed.get(path);
    if (last !== section) sourcePlaceOf(entry)?.advice(`${path} is listed among the ${last} too`);
  }
  const { action } = (files.value(pathOfRole('datasource', id)) ?? {}) as Partial<DataSourceSource>;
  for (const section of SECTIONS) {
    const added = wanted.filter((one) => one.section === section);
    const old = (files.valueOf(section, id) ?? {}) as EntryDrafts;
    const kept = replacesAll ? [] : Object.entries(old).filter(([path]) => !listed.has(path));
    const merged = added.map(({ path, entry }) => {
      const [known, stated] = [memberOf(old, path), withKeys(action, entry)];
      const isWhole = known === undefined && !isObserved;
      return [path, isWhole ? stated : mergeEntry(withKeys(action, known ?? {}), stated, options)] as const;
    });
    const isChanged = merged.length > 0 || kept.length < Object.keys(old).length;
    if (isChanged) files.change(pathOfRole(section, id), Object.fromEntries([...kept, ...merged]));
  }
}

function withKeys(action: unknown, entry: EntryDraft): EntryDraft {
  const fragments = fragmentsByKey(action, entry.fragments ?? {});
  if (fragments === entry.fragments || entry.fragments === undefined) return entry;
  const problem = describeLostFragments(action, Object.keys(entry.fragments));
  if (problem !== null) sourcePlaceOf(entry, ['fragments'])?.corrected(problem);
  return withSourcePlace(sourcePlaceOf(entry), { ...entry, fragments });
}

function mergeEntry(old: EntryDraft, entry: EntryDraft, options: EntryOptions): EntryDraft {
  const { replacesAll, isObserved } = options;
  const join = (before: readonly Checksum[] = [], after: readonly Checksum[] = []): readonly Checksum[] =>
    isObserved ? withoutOldestVersions(after.reduce(withNewer, before)) : joinHistories(before, after);
  const checksums = replacesAll ? (entry.checksums ?? []) : join(old.checksums, entry.checksums);
  const keys = new Set([...Object.keys((!replacesAll && old.fragments) || {}), ...Object.keys(entry.fragments ?? {})]);
  const fragments = [...keys].map((key) => {
    const [before, after = []] = [memberOf(old.fragments, key), memberOf(entry.fragments, key)];
    return [key, replacesAll ? after : join(before, after)] as const;
  });
  const { boundingbox } = old;
  const kept: EntryDraft = replacesAll ? (boundingbox === undefined ? {} : { boundingbox }) : old;
  return withSourcePlace(sourcePlaceOf(entry), {
    ...kept,
    ...entry,
    ...(checksums.length > 0 || kept.checksums ? { checksums } : {}),
    ...(fragments.length > 0 || kept.fragments ? { fragments: Object.fromEntries(fragments) } : {}),
  });
}

function withNewer(history: readonly Checksum[], checksum: Checksum): readonly Checksum[] {
  const isNewest = history.every((other) => oldestFirst(other, checksum) < 0);
  return isNewest ? withObservation(history, checksum) : joinHistories(history, [checksum]);
}

function memberOf<T>(members: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return members && Object.hasOwn(members, key) ? members[key] : undefined;
}
