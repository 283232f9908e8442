/** `/manifest.json`, for mirrors: all that is published of a catalog. */
import { sortedByCodePoint } from '../../contract/base/text.ts';
import { timestampOf } from '../../contract/base/times.ts';
import type { ManifestFile } from '../../contract/generated/v1.types.ts';
import { PLAIN_FILES } from '../../contract/interface/plain-files.ts';
import { isCatalogPart, servedAddressOf } from '../../contract/interface/served-files.ts';
import type { Resource } from '../../contract/interface/v1-routes.ts';
import type { History } from '../history/history.ts';
import type { CatalogOutline } from '../model/catalog.ts';
import { memoizedByObject } from '../model/computed-once.ts';
import { type FileRecord, interfaceAsset } from './core/asset.ts';
import { catalogChangeTime, documentChangeTimes } from './core/document-sources.ts';
import { filesInRoot, type Publication, type SiteView } from './publication.ts';

export const MANIFEST: Publication = {
  isLast: true,
  files: (site) => [interfaceAsset(PLAIN_FILES.manifest, manifestJson(site.catalog.serviceUrl, manifestEntries(site)))],
};

export const manifestEntries = memoizedByObject((site: SiteView) =>
  manifestFiles(filesInRoot(site), timeInManifest(site.catalog, site.history)),
);

/** @param timeOf in seconds since 1970, if known */
function manifestFiles(
  files: readonly FileRecord[],
  timeOf: (path: string, resource: Resource | null) => number | null,
): ManifestFile[] {
  return sortedByCodePoint(files, (file) => file.path).flatMap(({ path, size, sha256 }) => {
    const served = servedAddressOf(path);
    if (!served) return [];
    const time = timeOf(path, served.resource);
    const lastModified = time === null ? null : timestampOf(time * 1000);
    return [{ path, url: served.url, size, sha256, lastModified }];
  });
}

function manifestJson(serviceUrl: string, files: readonly ManifestFile[]): string {
  const lines = files.map((file) => `\n${JSON.stringify(file)}`);
  return `{"version":1,"serviceUrl":${JSON.stringify(serviceUrl)},"files":[${lines.join(',')}\n]}\n`;
}

function timeInManifest(
  catalog: CatalogOutline,
  history: History,
): (path: string, resource: Resource | null) => number | null {
  const timeOf = documentChangeTimes(catalog, history);
  const ofCatalog = catalogChangeTime(catalog, history);
  const followsCatalog = new Set([PLAIN_FILES.changes.path, PLAIN_FILES.changesAtom.path].map((path) => path.slice(1)));
  return (path, resource) => {
    if (resource) return timeOf(resource.route, resource.id);
    // Others also change with the program, so their time is unknown.
    return followsCatalog.has(path) || isCatalogPart(`/${path}`) ? ofCatalog : null;
  };
}
