/** Built sites in memory, from catalogs or from documents written by hand. */

import { isSound } from '../../build/diagnostics/diagnostic.ts';
import { catalogHistoryOf } from '../../build/history/history.ts';
import { catalogModelOf } from '../../build/model/model.ts';
import type { SiteParts } from '../../build/render/site-parts.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { type BuiltSite, openBuiltSite } from '../../cli/site/built-site.ts';
import type { SiteFiles } from '../../cli/site/read-site.ts';
import type { ObservedStatus } from '../../contract/generated/reports.types.ts';
import { HOSTS, type Host } from '../../contract/hosts.ts';
import { SITE_MANIFEST, siteManifest } from '../../contract/interface/site-manifest.ts';
import { LIST_ROUTES, v1Path } from '../../contract/interface/v1-routes.ts';
import { type Files, memoryFolder } from './catalogs.ts';
import { statusesOfAll } from './observed.ts';
import { renderSite } from './whole-site.ts';

export function siteFiles(files: Readonly<Record<string, string | Uint8Array>>): SiteFiles {
  const bytes = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));
  const read = (path: string): Buffer => bytes.get(path) as Buffer;
  return { root: '', paths: new Set(bytes.keys()), size: (path) => read(path).length, read };
}

export function siteOf(catalog: Files, status?: Partial<ObservedStatus>, more: Partial<SiteChoice> = {}): BuiltSite {
  const options = { environment: {}, requireTokens: false };
  const { content, diagnostics } = checkCatalog(memoryFolder(catalog), options);
  if (!isSound(diagnostics)) throw new Error(JSON.stringify(diagnostics));
  const model = catalogModelOf(content, { serviceUrl: null, environment: {} });
  const statuses = status === undefined ? null : statusesOfAll(model, status);
  const { host = HOSTS.pages, page = null, isCompressed = false } = more;
  const parts = { headers: '', handler: '', publicFiles: [], page, statuses };
  const { assets } = renderSite(model, catalogHistoryOf(null), parts, host, isCompressed);
  const manifest = siteManifest(assets.map(({ content, ...file }) => ({ ...file, size: content.length })));
  const files = Object.fromEntries(assets.map(({ path, content }) => [path, content]));
  return openBuiltSite('site', siteFiles({ ...files, [SITE_MANIFEST]: manifest }));
}

interface SiteChoice extends Pick<SiteParts, 'page'> {
  readonly host: Host;
  readonly isCompressed: boolean;
}

/** A site of documents written by hand, for sites that no catalog can produce. Lists that are not given are empty. */
export function siteWith(
  documents: Readonly<Record<string, unknown>>,
  serviceUrl = 'https://a.example.org',
): BuiltSite {
  const links = Object.fromEntries(LIST_ROUTES.map((list) => [list, `${serviceUrl}${v1Path(list)}`]));
  const lists = Object.fromEntries(LIST_ROUTES.map((list) => [`${v1Path(list).slice(1)}index.json`, '[]']));
  const written = Object.entries(documents).map(([path, value]) => {
    return [path, typeof value === 'string' && !path.endsWith('.json') ? value : JSON.stringify(value)];
  });
  const files: Record<string, string> = {
    'v1/index.json': JSON.stringify(links),
    ...lists,
    ...Object.fromEntries(written),
  };
  return openBuiltSite('site', siteFiles(files));
}
