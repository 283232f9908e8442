import { plainFileAt } from '../../../contract/interface/served-files.ts';
import { V1_PREFIX } from '../../../contract/interface/v1-routes.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import type { Publication, SiteView } from '../publication.ts';
import { manifestEntries } from '../published-manifest.ts';
import { withdrawnIn } from '../v2/withdrawn.ts';
import { publishedForHandler } from './cloudflare.ts';
import { ASSETS_RULE, headerRules, headersFile, programRules, splitRules } from './headers.ts';

/** The files that configure a host. They are beside the documents, not among them. */
export const CONFIGURATION: Publication = {
  isLast: true,
  files(site) {
    const { catalog, parts, host, configurations } = site;
    const { serviceUrl, repository, datasources } = catalog;
    const { published, headersText } = hostSettingsOf(site);
    const maxAges = new Map(datasources.flatMap(({ id, maxAge }) => (maxAge === null ? [] : [[id, maxAge]])));
    const served = { serviceUrl, repository, files: manifestEntries(site), maxAges, withdrawn: withdrawnIn(site) };
    const { listen, handler } = parts;
    return configurations[host.name]?.({ ...served, listen, published, handler, headersFile: headersText }) ?? [];
  },
};

export const hostSettingsOf = memoizedByObject((site: SiteView) => {
  const early = earlySettingsOf(site);
  const files = manifestEntries(site)
    .map(({ path }) => `/${path}`)
    .filter((path) => path.startsWith(`${V1_PREFIX}/`) && plainFileAt(path) !== null);
  return { ...early, published: { ...early.published, files } };
});

/** All but `published.files`, before any file is made. */
export const earlySettingsOf = memoizedByObject(({ catalog, history, parts, host }: SiteView) => {
  const rules = [...headerRules(catalog, history), ...programRules(catalog), ...(parts.page ? [ASSETS_RULE] : [])];
  const { inFile, inHandler } = splitRules(rules, parts.headers, host.runsHandler ? host.limits.headerRules : 0);
  return {
    headerRules: inFile,
    handlerRules: inHandler,
    published: publishedForHandler(catalog, [], inHandler),
    headersText: headersFile(parts.headers, inFile),
  };
});
