/** `/manifest.json`: everything that a deployment publishes of its catalog, for mirrors. */

import { isPart, PLAIN_FILES, servedAt } from '../../contract/plain-files.ts';
import type { Resource } from '../../contract/routes.ts';
import { sortedByCodePoint } from '../../contract/text.ts';
import { timestampOf } from '../../contract/times.ts';
import type { CatalogOutline } from '../model/catalog.ts';
import type { History } from '../model/history.ts';
import type { FileRecord } from './asset.ts';
import { changeOfAll, changeTimes } from './sources.ts';

/** Renders the manifest of the files with an address of their own. @param timeOf in seconds since 1970, if known */
export function manifestJson(
  serviceUrl: string,
  files: readonly FileRecord[],
  timeOf: (path: string, resource: Resource | null) => number | null,
): string {
  const lines = sortedByCodePoint(files, (file) => file.path).flatMap(({ path, size, sha256 }) => {
    const place = servedAt(path);
    if (!place) return [];
    const time = timeOf(path, place.resource);
    const lastModified = time === null ? null : timestampOf(time * 1000);
    return `\n${JSON.stringify({ path, url: place.url, size, sha256, lastModified })}`;
  });
  return `{"version":1,"serviceUrl":${JSON.stringify(serviceUrl)},"files":[${lines.join(',')}\n]}\n`;
}

/** The known times of the files of the manifest. */
export function timeInManifest(
  catalog: CatalogOutline,
  history: History,
): (path: string, resource: Resource | null) => number | null {
  const timeOf = changeTimes(catalog, history);
  const ofAll = changeOfAll(catalog, history);
  const followsFromAll = new Set([PLAIN_FILES.changes.path, PLAIN_FILES.changesAtom.path].map((path) => path.slice(1)));
  return (path, resource) => {
    if (resource) return timeOf(resource.route, resource.id);
    // Others change with the program.
    return followsFromAll.has(path) || isPart(`/${path}`) ? ofAll : null;
  };
}
