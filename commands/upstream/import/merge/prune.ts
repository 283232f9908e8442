import { pathOfRole } from '../../../../build/read/layout.ts';
import { CannotRunError } from '../../../../cli/terminal/io.ts';
import { isDoubtfulRemoval } from '../../../../contract/base/limits.ts';
import { plural, withThousands } from '../../../../contract/base/text.ts';
import { SECTIONS } from '../../../../contract/data-sources/sections.ts';
import type {
  CategoriesSource,
  RemovalsSource,
  TileServerSource,
} from '../../../../contract/generated/catalog.types.ts';
import { type Target, targetKey } from '../../../../contract/interface/removal-targets.ts';
import { v1Path } from '../../../../contract/interface/v1-routes.ts';
import { v2Path } from '../../../../contract/interface/v2-files.ts';
import { RECORD_FOLDERS } from '../../../../contract/pages/pages.ts';
import type { CatalogFiles } from '../catalog-files.ts';

const NAMES = {
  mapserver: 'map server',
  overlayserver: 'overlay server',
  map: 'map of another type',
  datasource: 'data source',
  edition: 'edition',
} as const;

const ROLES = Object.keys(NAMES) as (keyof typeof NAMES)[];

/** Ids of all records, even of those that were not imported; null if unknown. */
export type Ids = ReadonlySet<string> | null;

type Published = Readonly<Record<keyof typeof NAMES | 'category' | 'provider', Ids>>;

function refuseMany(gone: number, all: number, what: string): void {
  if (!isDoubtfulRemoval(gone, all)) return;
  const count = `${withThousands(gone)} of ${plural(all, what)} would be removed`;
  throw new CannotRunError(`${count}; nothing is written. With --allow-removals they are removed.`);
}

export function pruneRecords(files: CatalogFiles, published: Published, reason: string, allowRemovals: boolean): void {
  const check = allowRemovals ? () => {} : refuseMany;
  const targets: Target[] = [];
  for (const role of ROLES) {
    const ids = published[role];
    if (ids === null) continue;
    const isOfV1 = role === 'mapserver' || role === 'overlayserver';
    const all = files.of(role).map(({ path, name, value }) => {
      const { id, name: mapName } = value as TileServerSource;
      return { path, file: String(name), id: isOfV1 ? id : role === 'map' ? mapName : String(name) };
    });
    const gone = all.filter(({ id }) => !ids.has(id));
    check(gone.length, all.length, NAMES[role]);
    for (const { path, file, id } of gone) {
      files.remove(path);
      if (role === 'datasource') for (const section of SECTIONS) files.remove(pathOfRole(section, id));
      if (role === 'map') targets.push({ url: v2Path('typed', { id: file }) });
      else targets.push(isOfV1 ? { url: v1Path(RECORD_FOLDERS[role]), id } : { url: v1Path(role, id) });
    }
  }
  for (const section of SECTIONS) {
    for (const { name, value, old } of files.of(section)) {
      const paths = Object.keys((old?.value ?? {}) as object);
      const gone = paths.filter((path) => !Object.hasOwn(value as object, path));
      const isMoved = (path: string): boolean =>
        SECTIONS.some((other) => Object.hasOwn((files.valueOf(other, name as string) ?? {}) as object, path));
      const lost = gone.filter((path) => !isMoved(path));
      check(lost.length, paths.length, `file of ${name}`);
      for (const path of lost) targets.push({ url: v1Path('datasource', name as string), file: path });
    }
  }
  const { category: numbers, provider: providers } = published;
  const maps = [...files.v1Maps(), ...files.of('map')];
  const used = new Set(maps.map(({ value }) => (value as Partial<TileServerSource>).provider));
  for (const { path, name } of files.of('provider'))
    if (providers && !providers.has(String(name)) && !used.has(String(name))) files.remove(path);
  const categories = (files.valueOf('categories') ?? []) as CategoriesSource;
  const kept = categories.filter(({ id }) => numbers?.has(String(id)) ?? true);
  const gone = categories.filter((category) => !kept.includes(category));
  check(gone.length, categories.length, 'category');
  if (gone.length > 0) files.set(pathOfRole('categories'), kept);
  for (const { id } of gone) targets.push({ url: v1Path('category', id) });
  const listed = (files.valueOf('removals') ?? []) as RemovalsSource;
  const known = new Set(listed.map(targetKey));
  const added = targets.filter((target) => !known.has(targetKey(target))).map((target) => ({ ...target, reason }));
  if (added.length > 0) files.set(pathOfRole('removals'), [...listed, ...added]);
}
