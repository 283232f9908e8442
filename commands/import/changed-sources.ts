/** Imports the document with which desktop tools add or update files of data sources: adds its checksums. */
import { ENTRY_KINDS, nameProblem, pathOfKind } from '../../build/pipeline.ts';
import { childrenOf, type XmlNodeElement } from '../../cli/read-xml.ts';
import { KEPT } from '../../contract/checksum-history.ts';
import type { DataSourceSource } from '../../contract/generated/catalog.types.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { correctDataSource } from './correct-catalog.ts';
import { correctEntries, type EntryDraft, type EntryDrafts } from './correct-record.ts';
import { mergeGroups } from './merge-catalog.ts';
import type { Notes, SourcePlace } from './notes.ts';
import { dataSource } from './read-served.ts';

const STATED = ['name', 'baseUrl', 'directory', 'action'] as const;

/** Applies the changes of a document to a catalog. @param root the root of a datasource-catalog */
export function mergeChanges(files: CatalogFiles, root: XmlNodeElement, at: SourcePlace, notes: Notes): void {
  const elements = [...childrenOf(root)].filter(({ name }) => name === 'datasource');
  for (const [index, element] of elements.entries()) {
    const place = at.in('datasource', index);
    mergeChange(files, dataSource(element, { at: place, notes }), place, notes);
  }
  if (elements.length === 0) notes.leftOut(at, 'there is no data source in it');
}

type Members = Readonly<Record<string, unknown>>;

function mergeChange(files: CatalogFiles, members: Members, at: SourcePlace, notes: Notes): void {
  const id = String(members['id'] ?? '');
  if (nameProblem(id) !== null) {
    notes.leftOut(at.in('id'), `${JSON.stringify(id)} cannot be the id of a data source`);
    return;
  }
  const old = files.valueOf('datasource', id) as DataSourceSource | undefined;
  if (!old) {
    if (STATED.some((key) => !members[key])) {
      notes.leftOut(at, `the catalog has no data source ${JSON.stringify(id)}, and the document does not describe it`);
      return;
    }
    const draft = correctDataSource({ value: members, at }, id, null, notes);
    if (!draft) return;
    files.set(pathOfKind('datasource', id), draft.record);
    mergeGroups(files, id, draft.groups, { limit: KEPT, isComplete: false }, notes);
    return;
  }
  for (const key of STATED) {
    if (members[key] === undefined || members[key] === '' || members[key] === old[key]) continue;
    notes.advice(at.in(key), `differs from the ${key} of the catalog, which stays`);
  }
  const groups = ENTRY_KINDS.map(
    (kind) => [kind, correctEntries(members[kind], kind, { at: at.in(kind), notes })] as const,
  );
  const known = inKnownGroups(files, id, groups);
  mergeGroups(files, id, known, { limit: KEPT, isComplete: false }, notes);
}

/** Moves entries to the groups of the catalog, because a document may list a map as a plain file. */
function inKnownGroups(
  files: CatalogFiles,
  id: string,
  groups: readonly (readonly [(typeof ENTRY_KINDS)[number], EntryDrafts])[],
): Record<(typeof ENTRY_KINDS)[number], EntryDrafts> {
  const found = new Map<string, [string, EntryDraft][]>(ENTRY_KINDS.map((kind) => [kind, []]));
  for (const [kind, entries] of groups) {
    for (const [path, entry] of Object.entries(entries)) {
      const group =
        ENTRY_KINDS.find((other) => Object.hasOwn((files.valueOf(other, id) ?? {}) as object, path)) ?? kind;
      found.get(group)?.push([path, entry]);
    }
  }
  const made = [...found].map(([kind, entries]) => [kind, Object.fromEntries(entries)]);
  return Object.fromEntries(made);
}
