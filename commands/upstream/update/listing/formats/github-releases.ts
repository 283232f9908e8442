/** Releases of GitHub (docs.github.com/rest/releases) and Forgejo. */
import { isObject, type JsonObject, jsonItemsOf } from '../../../../../contract/base/json-values.ts';
import { parseUrl } from '../../../../../contract/base/text.ts';
import { WebError } from '../../../web/request.ts';
import { statedFacts } from '../listed-facts.ts';
import { type ListingFormat, withQueryParameters } from '../listing-format.ts';
import { plainAddress } from '../source-tree.ts';

export const GITHUB_RELEASES_FORMAT: ListingFormat<'json'> = {
  name: 'the releases of GitHub in JSON',
  syntax: 'json',
  read(value, { address, header }) {
    const releases: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (!releases.every(isRelease)) return null;
    const assets = releases
      .flatMap(({ assets, draft }) => (draft === true ? [] : jsonItemsOf(assets)))
      .filter(isObject);
    const targets = assets.flatMap(({ browser_download_url, size, updated_at, digest, state = 'uploaded' }) => {
      const url = parseUrl(String(browser_download_url));
      if (!url || state !== 'uploaded') return [];
      const sha256 = /^sha256:([0-9a-f]{64})$/i.exec(String(digest))?.[1]?.toUpperCase();
      const facts = { ...statedFacts(updated_at, size), ...(sha256 && { sha256 }) };
      const assetAddress = plainAddress(url);
      // The second address, of the latest release, stays the same.
      const latest = assetAddress.replace(/\/releases\/download\/[^/]*\//, '/releases/latest/download/');
      const isLatest = /\/releases\/latest$/.test(new URL(address).pathname);
      return [assetAddress, ...(isLatest ? [latest] : [])].map((one) => ({ address: one, facts }));
    });
    // Takes only `page` from the link, which has the repository's number, not its name.
    const link = /<([^<>]*)>; *rel="next"/.exec(header('Link') ?? '')?.[1];
    const page = parseUrl(link ?? '')?.searchParams.get('page') ?? null;
    return {
      targets,
      covers: { folder: '', isDeep: true },
      next: page === null ? null : withQueryParameters(address, { page }),
      problem: link && page === null ? new WebError('body', 'it continues, but does not say where') : null,
    };
  },
};

function isRelease(value: unknown): value is JsonObject {
  return isObject(value) && Array.isArray(value['assets']);
}
