/** Reads the manifest, the signature and the keys of a site in a folder. */
import { V2_FILES } from '../../contract/interface/v2-files.ts';
import { parseKeysJson } from '../../contract/signing/key-list.ts';
import { CatalogError } from '../../contract/signing/signed-manifest.ts';
import type { PublishedSite } from './published-site.ts';
import { type SiteFiles, siteTextAt } from './read-site.ts';

/** A site in a folder. */
export const siteInFolder = (site: SiteFiles): PublishedSite => ({
  async read(path, maxBytes) {
    const name = path.slice(1);
    if (!site.paths.has(name)) throw new CatalogError('not-found', `there is no ${path}`);
    if (site.size(name) > maxBytes) throw new CatalogError('malformed', `${path} has more than ${maxBytes} bytes`);
    return site.read(name);
  },
  placesOf: ({ path }) => [`/${path}`],
});

/** The keys that may sign the manifest of a site; null if it has no list of keys. */
export const signingKeysIn = (site: SiteFiles): readonly string[] | null =>
  parseKeysJson(siteTextAt(site, V2_FILES.keys.path.slice(1)))?.signing.map(({ text }) => text) ?? null;
