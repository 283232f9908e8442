/** `/manifest.json`: everything that a deployment publishes of its catalog, for mirrors. */
import { timestampOf } from '../../contract/checksum-history.ts';
import { servedAt } from '../../contract/plain-files.ts';
import type { Resource } from '../../contract/routes.ts';
import { sortedByCodePoint } from '../../contract/text.ts';
import type { FileRecord } from './asset.ts';

/**
 * Renders the manifest.
 *
 * @param files the files of the site by path; those without an address of their own are left out, such as the pages
 * @param timeOf the time of a file's last change, given its path and resource, in seconds since 1970; null if unknown
 */
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
