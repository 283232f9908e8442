/** Removes from a catalog what a service no longer publishes. */
import { ENTRY_KINDS, type FileKind, pathOfKind } from '../../build/pipeline.ts';
import type { CategoriesSource, RemovalsSource, TileServerSource } from '../../contract/generated/catalog.types.ts';
import { pathOf } from '../../contract/routes.ts';
import { type Target, targetKey } from '../../contract/targets.ts';
import type { CatalogFiles } from './catalog-files.ts';
import type { CatalogDraft } from './correct-catalog.ts';

/** The list in which the servers of each kind are published. */
export const LIST_OF = { mapserver: 'mapservers', overlayserver: 'overlayservers' } as const;

const KINDS = ['mapserver', 'overlayserver', 'datasource', 'edition'] as const satisfies readonly FileKind[];

/** Removes what is no longer published, and lists it in removals.yaml. Lists that could not be read are left alone. */
export function prune(files: CatalogFiles, { published }: CatalogDraft, reason: string): void {
  const targets: Target[] = [];
  for (const kind of KINDS) {
    const ids = published[kind];
    if (ids === null) continue;
    for (const { path, name, value } of files.of(kind)) {
      const id = kind === 'mapserver' || kind === 'overlayserver' ? (value as TileServerSource).id : (name as string);
      if (ids.has(id)) continue;
      files.remove(path);
      if (kind === 'datasource') for (const group of ENTRY_KINDS) files.remove(pathOfKind(group, id));
      targets.push(
        kind === 'mapserver' || kind === 'overlayserver'
          ? { url: pathOf(LIST_OF[kind]), id }
          : { url: pathOf(kind, id) },
      );
    }
  }
  for (const kind of ENTRY_KINDS) {
    for (const { name, value, old } of files.of(kind)) {
      const gone = Object.keys((old?.value ?? {}) as object).filter((path) => !Object.hasOwn(value as object, path));
      const isMoved = (path: string): boolean =>
        ENTRY_KINDS.some((group) => Object.hasOwn((files.valueOf(group, name as string) ?? {}) as object, path));
      for (const path of gone)
        if (!isMoved(path)) targets.push({ url: pathOf('datasource', name as string), file: path });
    }
  }
  const { category: numbers } = published;
  const categories = (files.valueOf('categories') ?? []) as CategoriesSource;
  const gone = numbers === null ? [] : categories.filter(({ id }) => !numbers.has(String(id)));
  if (gone.length > 0)
    files.set(
      pathOfKind('categories'),
      categories.filter((category) => !gone.includes(category)),
    );
  for (const { id } of gone) targets.push({ url: pathOf('category', id) });
  if (targets.length === 0) return;
  const listed = (files.valueOf('removals') ?? []) as RemovalsSource;
  const known = new Set(listed.map(targetKey));
  const added = targets.filter((target) => !known.has(targetKey(target))).map((target) => ({ ...target, reason }));
  files.set(pathOfKind('removals'), [...listed, ...added]);
}
