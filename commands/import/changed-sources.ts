/** Imports the document with which desktop tools add or update files of data sources: adds its checksums. */
import { ENTRY_KINDS, nameProblem } from '../../build/pipeline.ts';
import { childrenOf, type XmlNodeElement } from '../../cli/read-xml.ts';
import type { DataSourceSource } from '../../contract/generated/catalog.types.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { correctEntries, type EntryDrafts, type EntryKind, type Members } from './correct-record.ts';
import { type EntryGroups, mergeGroups } from './merge-entries.ts';
import { mergeDataSource } from './merge-service.ts';
import type { SourcePlace } from './notes.ts';
import { dataSource } from './read-served.ts';

const STATED = ['name', 'baseUrl', 'directory', 'action'] as const;

/** Applies the changes of a document to a catalog. @param root the root of a datasource-catalog */
export function mergeChanges(files: CatalogFiles, root: XmlNodeElement, at: SourcePlace): void {
  const elements = [...childrenOf(root)].filter(({ name }) => name === 'datasource');
  for (const [index, element] of elements.entries()) {
    const place = at.in('datasource', index);
    mergeChange(files, dataSource(element, place), place);
  }
  if (elements.length === 0) at.leftOut('there is no data source in it');
}

function mergeChange(files: CatalogFiles, members: Members, at: SourcePlace): void {
  const id = String(members['id'] ?? '');
  if (nameProblem(id) !== null) {
    at.in('id').leftOut(`${JSON.stringify(id)} cannot be the id of a data source`);
    return;
  }
  const old = files.valueOf('datasource', id) as DataSourceSource | undefined;
  if (!old && STATED.some((key) => !members[key])) {
    at.leftOut(`the catalog has no data source ${JSON.stringify(id)}, and the document does not describe it`);
    return;
  }
  if (!old) {
    mergeDataSource(files, id, { value: members, at }, null, { isObserved: true });
    return;
  }
  for (const key of STATED) {
    if (members[key] === undefined || members[key] === '' || members[key] === old[key]) continue;
    at.in(key).advice(`differs from the ${key} of the catalog, which stays`);
  }
  const groups = ENTRY_KINDS.map((kind) => [kind, correctEntries(members[kind], kind, at.in(kind))] as const);
  mergeGroups(files, id, inKnownGroups(files, id, groups), { isObserved: true });
}

/** Moves entries to the groups of the catalog, because a document may list a map as a plain file. */
function inKnownGroups(
  files: CatalogFiles,
  id: string,
  groups: readonly (readonly [EntryKind, EntryDrafts])[],
): EntryGroups {
  const groupOf = (path: string): EntryKind | undefined =>
    ENTRY_KINDS.find((kind) => Object.hasOwn((files.valueOf(kind, id) ?? {}) as object, path));
  const all = groups.flatMap(([kind, entries]) =>
    Object.entries(entries).map(([path, entry]) => ({ kind: groupOf(path) ?? kind, item: [path, entry] as const })),
  );
  const itemsOf = (kind: EntryKind): EntryDrafts =>
    Object.fromEntries(all.filter((one) => one.kind === kind).map(({ item }) => item));
  return { files: itemsOf('files'), maps: itemsOf('maps'), themes: itemsOf('themes') };
}
