/** `/manifest.json`: everything that a deployment publishes of its catalog, for mirrors. */
import { createHash } from 'node:crypto';
import { timestampOf } from '../../contract/checksum-history.ts';
import { servedAt } from '../../contract/plain-files.ts';
import { byCodePoint } from '../../contract/text.ts';
import type { Asset } from './asset.ts';

/**
 * Renders the manifest, in pieces.
 *
 * @param assets the files of the site; those that have no address of their own are left out, such as the page
 * @param timeOf when a file last changed, in seconds since 1970; null where that is not known
 */
export function* manifestJson(
  serviceUrl: string,
  assets: readonly Asset[],
  timeOf: (asset: Asset) => number | null,
): Generator<string, void, undefined> {
  yield `{"version":1,"serviceUrl":${JSON.stringify(serviceUrl)},"files":[`;
  let before = '\n';
  for (const asset of assets.toSorted((a, b) => byCodePoint(a.path, b.path))) {
    const { path, content } = asset;
    const url = servedAt(path);
    if (url === null) continue;
    const time = timeOf(asset);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const lastModified = time === null ? null : timestampOf(time * 1000);
    yield before + JSON.stringify({ path, url, size: content.length, sha256, lastModified });
    before = ',\n';
  }
  yield '\n]}\n';
}
