/** `/manifest.json`: everything that a deployment publishes of its catalog, for mirrors. */
import { timestampOf } from '../../contract/checksum-history.ts';
import { type ServedPlace, servedAt } from '../../contract/plain-files.ts';
import type { Resource } from '../../contract/routes.ts';
import { sortedByCodePoint } from '../../contract/text.ts';
import type { FileRecord } from './asset.ts';

/**
 * Renders the manifest, in pieces.
 *
 * @param files the files of the site by path; those without an address of their own are left out, such as the pages
 * @param timeOf the time of a file's last change, given its path and resource, in seconds since 1970; null if unknown
 */
export function* manifestJson(
  serviceUrl: string,
  files: readonly FileRecord[],
  timeOf: (path: string, resource: Resource | null) => number | null,
): Generator<string, void, undefined> {
  yield `{"version":1,"serviceUrl":${JSON.stringify(serviceUrl)},"files":[`;
  const served: { readonly file: FileRecord; readonly place: ServedPlace }[] = [];
  for (const file of files) {
    const place = servedAt(file.path);
    if (place) served.push({ file, place });
  }
  let before = '\n';
  for (const { file, place } of sortedByCodePoint(served, (one) => one.file.path)) {
    const { path, size, sha256 } = file;
    const time = timeOf(path, place.resource);
    const lastModified = time === null ? 'null' : `"${timestampOf(time * 1000)}"`;
    const names = `"path":${JSON.stringify(path)},"url":${JSON.stringify(place.url)}`;
    yield `${before}{${names},"size":${size},"sha256":"${sha256}","lastModified":${lastModified}}`;
    before = ',\n';
  }
  yield '\n]}\n';
}
