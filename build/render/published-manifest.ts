/** `/manifest.json`: everything that a deployment publishes of its catalog, for mirrors. */
import { timestampOf } from '../../contract/checksum-history.ts';
import { servedAt } from '../../contract/plain-files.ts';
import { byCodePoint } from '../../contract/text.ts';
import type { FileRecord } from './asset.ts';

/**
 * Renders the manifest, in pieces.
 *
 * @param files the files of the site by their paths below its root; those that have no address of their own are left out, such as the page
 * @param timeOf when a file last changed, in seconds since 1970; null where that is not known
 */
export function* manifestJson(
  serviceUrl: string,
  files: readonly FileRecord[],
  timeOf: (file: FileRecord) => number | null,
): Generator<string, void, undefined> {
  yield `{"version":1,"serviceUrl":${JSON.stringify(serviceUrl)},"files":[`;
  const served = files.flatMap((file) => {
    const url = servedAt(file.path);
    return url === null ? [] : [{ file, url }];
  });
  let before = '\n';
  for (const { file, url } of served.sort((a, b) => byCodePoint(a.file.path, b.file.path))) {
    const { path, size } = file;
    const time = timeOf(file);
    const sha256 = Buffer.from(file.sha256, 'base64').toString('hex');
    const lastModified = time === null ? null : timestampOf(time * 1000);
    yield before + JSON.stringify({ path, url, size, sha256, lastModified });
    before = ',\n';
  }
  yield '\n]}\n';
}
