import { currentVersionOf } from '../../../contract/data-sources/current-version.ts';
import type { FileHash, FileHashes } from '../../../contract/generated/v2.types.ts';
import {
  linksFor,
  RENDITIONS,
  type RenditionName,
  renditionFileOf,
  renditionsOf,
} from '../../../contract/interface/v1-renditions.ts';
import { LIST_ROUTES, type RouteName, v1Path } from '../../../contract/interface/v1-routes.ts';
import { DATA_SOURCE_MEMBERS, V2_FILES, v2Path } from '../../../contract/interface/v2-files.ts';
import type { CatalogOutline, DataSource } from '../../model/catalog.ts';
import { type Asset, textAsset } from '../core/asset.ts';
import { sourceFileOf, type TimeOf } from '../core/document-sources.ts';
import type { Publication, SiteView } from '../publication.ts';
import { JSON_RENDERER, type Renderer, type Subjects } from './json.ts';
import { dataSourceXmlWithSource, XML_RENDERER } from './xml.ts';

const RENDERERS: Readonly<Record<RenditionName, Renderer>> = {
  json: JSON_RENDERER,
  api: JSON_RENDERER,
  xml: XML_RENDERER,
  'xml-source': { ...XML_RENDERER, datasource: dataSourceXmlWithSource },
};

export const DATA_SOURCE_DOCUMENTS: Publication = {
  ofEntries: (source, site) => routeDocuments('datasource', [source], site),
};

export const HASHES: Publication = { ofEntries: (source, { timeOf }) => hashDocuments(source, timeOf) };

export const LISTS: Publication = {
  *files(site) {
    for (const route of ['service', ...LIST_ROUTES] as const) yield* routeDocuments(route, [site.catalog], site);
  },
};

export const CATEGORY_DOCUMENTS: Publication = {
  inputs: ({ catalog, timeOf }) => [categoryInputs(catalog), timeOf('category')],
  files: (site) => routeDocuments('category', site.catalog.categories, site),
};

export const EDITION_DOCUMENTS: Publication = {
  files: (site) => routeDocuments('edition', site.catalog.editions, site),
};

/** Categories refer to each other: JSON cannot compare them. */
export function categoryInputs({ categories }: CatalogOutline) {
  return categories.map(({ id, name, parent }) => [id, name, parent?.id]);
}

function* routeDocuments<Route extends RouteName>(
  route: Route,
  subjects: readonly Subjects[Route][],
  { catalog: { serviceUrl }, timeOf }: SiteView,
): Generator<Asset> {
  for (const subject of subjects) {
    const id = 'id' in subject ? subject.id : undefined;
    for (const rendition of renditionsOf(route)) {
      if (rendition === 'xml-source' && 'source' in subject && subject.source === null) continue;
      const link = linksFor(serviceUrl, RENDITIONS[rendition]);
      const path = `${v1Path(route, id).slice(1)}${renditionFileOf(route, rendition)}`;
      const text = RENDERERS[rendition][route](subject, link);
      yield textAsset('document', path, text, sourceFileOf(route, id), timeOf(route, id));
    }
  }
}

/** Makes the document only if more is known than `/v1/` states. */
function hashDocuments(datasource: DataSource, timeOf: TimeOf): Asset[] {
  const { id, files, maps, themes } = datasource;
  const hashed = [...files, ...maps, ...themes].flatMap(({ path, checksums }): FileHash[] => {
    const { lastModified, contentLength, sha256 } = currentVersionOf(checksums) ?? {};
    if (lastModified === undefined || contentLength === undefined || sha256 === undefined) return [];
    return [{ path, lastModified, contentLength, sha256 }];
  });
  const known = DATA_SOURCE_MEMBERS.filter((key) => datasource[key] != null);
  if (known.length + hashed.length === 0) return [];
  const members: Omit<FileHashes, 'files'> = Object.fromEntries(known.map((key) => [key, datasource[key]]));
  const text = `${JSON.stringify({ ...members, files: hashed } satisfies FileHashes)}\n`;
  const path = v2Path('hashes', { id }).slice(1);
  return [textAsset(V2_FILES.hashes.role, path, text, sourceFileOf('datasource', id), timeOf('datasource', id))];
}
