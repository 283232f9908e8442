import { renditionsOf } from '../../contract/interface/v1-renditions.ts';
import { catalogMaps, mapId } from '../model/catalog.ts';
import { MAX_PROGRAM_FILES, programFilesOf } from '../programs/forms.ts';
import { sourceFileOf } from './core/document-sources.ts';
import type { CountedFile } from './hosts/host-limits.ts';
import type { SiteInput } from './publication.ts';

/** A site of so few files is made quickly, and its files are counted exactly. */
const FEW = 5_000;

/** The files that the records of a site have at least; none if they are few, or its host takes as many as they can have. */
export function filesOfRecords({ catalog, parts, host }: SiteInput): CountedFile[] {
  const { datasources, categories, editions, languages } = catalog;
  const maps = catalogMaps(catalog);
  const pages = parts.page ? languages.map((): CountedFile => ({ role: 'page', origin: null })) : [];
  const filesFrom = (origin: string, documents: number): CountedFile[] => [
    ...Array.from({ length: documents }, (): CountedFile => ({ role: 'document', origin })),
    ...pages,
  ];
  const most = Math.max(1 + MAX_PROGRAM_FILES, renditionsOf('datasource').length) + pages.length;
  const records = maps.length + datasources.length + categories.length + editions.length;
  if (records * most <= Math.max(FEW, host.limits.files ?? Number.POSITIVE_INFINITY)) return [];
  return [
    ...maps.flatMap((map) => filesFrom(`${mapId(map)}.yaml`, 1 + (parts.page ? [...programFilesOf(map)].length : 0))),
    ...datasources.flatMap(({ id, source }) =>
      filesFrom(sourceFileOf('datasource', id), renditionsOf('datasource').length - (source === null ? 1 : 0)),
    ),
    ...categories.flatMap(({ id }) => filesFrom(sourceFileOf('category', id), renditionsOf('category').length)),
    ...editions.flatMap(({ id }) => filesFrom(sourceFileOf('edition', id), renditionsOf('edition').length)),
  ];
}
