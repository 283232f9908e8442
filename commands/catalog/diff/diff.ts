/** Compares two built sites: everything that clients see, and nothing else. */

import { type Diagnostic, diagnostic, value } from '../../../build/diagnostics/diagnostic.ts';
import { pathOfKind } from '../../../build/read/layout.ts';
import { type BuiltSite, documentPath, readDocument } from '../../../cli/built-site.ts';
import { RENDITIONS } from '../../../contract/renditions.ts';
import { pathOf } from '../../../contract/routes.ts';
import { nameOfTarget } from '../../../contract/targets.ts';
import type { Change, SiteDiff } from './change.ts';
import { compareLists } from './lists.ts';
import { compareMaps } from './maps.ts';
import { compareHandlers, compareHeaders, comparePaths, compareRenditions } from './published-files.ts';
import { compareRecords } from './records.ts';
import type { UnusedRemoval } from './removals.ts';

/** From this many bytes on, the size of a document is reported. */
const LARGE = 100_000;

/** Compares two sites. Links are compared relative to the address of their site. */
export function compareSites(before: BuiltSite, after: BuiltSite): SiteDiff {
  const records = [...compareLists(before, after)];
  const addedOrRemoved = records.filter(({ what }) => what === 'record-added' || what === 'record-removed');
  const addresses = new Set(
    addedOrRemoved.filter(({ target }) => target.id === undefined).map(({ target }) => target.url),
  );
  const changes = [
    ...records,
    ...compareMaps(before, after),
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
  const place = { subject: { section: 'site', id: null }, target: { url: pathOf('service') } } as const;
  return compareRecords(place, document, documentNow);
}

function largeDocuments(before: BuiltSite, after: BuiltSite): SiteDiff['sizes']['documents'] {
  const name = RENDITIONS.json.file;
  const files = new Set([...before.files.paths, ...after.files.paths]);
  return [...files]
    .filter((file) => file.endsWith(`/${name}`))
    .map((file) => ({
      url: `/${file.slice(0, -name.length)}`,
      before: sizeIn(before, file),
      after: sizeIn(after, file),
    }))
    .filter((sizes) => sizes.before !== sizes.after && Math.max(sizes.before, sizes.after) >= LARGE)
    .sort((a, b) => b.after - a.after || (a.url < b.url ? -1 : 1));
}

function total({ files }: BuiltSite): number {
  let sum = 0;
  for (const path of files.paths) sum += files.size(path);
  return sum;
}

const sizeIn = ({ files }: BuiltSite, path: string): number => (files.paths.has(path) ? files.size(path) : 0);

/** The diagnostic of an entry of `removals.yaml` that no breaking change matches. */
export function unusedRemoval({ index, target, isPublished }: UnusedRemoval): Diagnostic {
  const code = isPublished ? 'removal-not-done' : 'removal-without-effect';
  return diagnostic(code, pathOfKind('removals'), value(index), { target: nameOfTarget(target) });
}
