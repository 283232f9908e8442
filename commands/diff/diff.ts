/** Compares two built sites: everything that clients will see, and nothing that they will not. */
import { RENDITIONS } from '../../contract/renditions.ts';
import { pathOf } from '../../contract/routes.ts';
import { type BuiltSite, documentPath, readDocument } from './built-site.ts';
import type { Change } from './change.ts';
import { compareLists } from './lists.ts';
import { compareHandlers, compareHeaders, comparePaths, compareRenditions } from './published-files.ts';
import { compareRecords } from './records.ts';

/** A size before and after, in bytes; 0 where there is nothing. */
export interface Sizes {
  readonly before: number;
  readonly after: number;
}

/** The difference between two sites. */
export interface SiteDiff {
  /** The addresses that links begin with; null where both sites have the same. */
  readonly serviceUrl: { readonly before: string; readonly after: string } | null;
  readonly changes: readonly Change[];
  readonly sizes: {
    /** Large documents whose size changed, by address, largest first. */
    readonly documents: readonly (Sizes & { readonly url: string })[];
    readonly total: Sizes;
  };
}

/** A document of so many bytes is large: its size is worth a look. */
const LARGE = 100_000;

/** Compares. Links are compared relative to each site's own address. */
export function compareSites(before: BuiltSite, after: BuiltSite): SiteDiff {
  const records = [...compareLists(before, after)];
  const comings = records.filter(({ what }) => what === 'record-added' || what === 'record-removed');
  const addresses = new Set(comings.filter(({ target }) => target.id === undefined).map(({ target }) => target.url));
  const changes = [
    ...records,
    ...compareServiceDocuments(before, after),
    ...comparePaths(before, after, addresses),
    ...compareHeaders(before, after),
    ...compareHandlers(before, after),
    ...compareRenditions(before, after),
  ];
  const isMoved = before.serviceUrl !== after.serviceUrl;
  return {
    serviceUrl: isMoved ? { before: before.serviceUrl, after: after.serviceUrl } : null,
    changes,
    sizes: { documents: largeDocuments(before, after), total: { before: total(before), after: total(after) } },
  };
}

/** Design, `/v1/`: the links to the lists. */
function compareServiceDocuments(before: BuiltSite, after: BuiltSite): Change[] {
  const [document, documentNow] = [before, after].map((site) => readDocument(site, documentPath('service')));
  return compareRecords({ section: 'site', id: null }, { url: pathOf('service') }, document, documentNow);
}

function largeDocuments(before: BuiltSite, after: BuiltSite): SiteDiff['sizes']['documents'] {
  const name = RENDITIONS.json.file;
  const files = new Set([...before.files.sizes.keys(), ...after.files.sizes.keys()]);
  return [...files]
    .filter((file) => file.endsWith(`/${name}`))
    .map((file) => ({
      url: `/${file.slice(0, -name.length)}`,
      before: before.files.sizes.get(file) ?? 0,
      after: after.files.sizes.get(file) ?? 0,
    }))
    .filter((sizes) => sizes.before !== sizes.after && Math.max(sizes.before, sizes.after) >= LARGE)
    .sort((a, b) => b.after - a.after || (a.url < b.url ? -1 : 1));
}

function total({ files }: BuiltSite): number {
  return [...files.sizes.values()].reduce((sum, size) => sum + size, 0);
}
