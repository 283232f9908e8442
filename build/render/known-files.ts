import { renditionsOf } from '../../contract/interface/v1-renditions.ts';
import type { RouteName } from '../../contract/interface/v1-routes.ts';
import { catalogMaps, mapId } from '../model/catalog.ts';
import { MAX_PROGRAM_FILES, programFilesOf } from '../programs/forms.ts';
import { sourceFileOf } from './core/document-sources.ts';
import type { CountedFile } from './hosts/host-limits.ts';
import type { SiteInput } from './publication.ts';

/** Fewer files are made quickly, and counted exactly. */
const FEW = 5_000;

/** The least files that records have. Empty if records are few, or if the host takes the most that they can have. */
export function filesOfRecords({ catalog, parts, host }: SiteInput): CountedFile[] {
  const { datasources, categories, editions, languages } = catalog;
  const maps = catalogMaps(catalog);
  const pages = parts.page ? Array<CountedFile>(languages.length).fill({ role: 'page', origin: null }) : [];
  const filesFrom = (origin: string, documents: number): CountedFile[] => [
    ...Array<CountedFile>(documents).fill({ role: 'document', origin }),
    ...pages,
  ];
  const documentsOf = (route: RouteName): number => renditionsOf(route).length;
  const most = Math.max(1 + MAX_PROGRAM_FILES, documentsOf('datasource')) + pages.length;
  const records = maps.length + datasources.length + categories.length + editions.length;
  if (records * most <= Math.max(FEW, host.limits.files ?? Number.POSITIVE_INFINITY)) return [];
  return [
    ...maps.flatMap((map) => filesFrom(`${mapId(map)}.yaml`, 1 + (parts.page ? [...programFilesOf(map)].length : 0))),
    // Without a source, there is one rendition less.
    ...datasources.flatMap(({ id }) => filesFrom(sourceFileOf('datasource', id), documentsOf('datasource') - 1)),
    ...categories.flatMap(({ id }) => filesFrom(sourceFileOf('category', id), documentsOf('category'))),
    ...editions.flatMap(({ id }) => filesFrom(sourceFileOf('edition', id), documentsOf('edition'))),
  ];
}
