import { type Diagnostic, diagnostic, valueAt } from '../../../build/diagnostics/diagnostic.ts';
import { pathOfRole } from '../../../build/read/layout.ts';
import { type BuiltSite, builtDocumentPath, readDocument } from '../../../cli/site/built-site.ts';
import { nameOfTarget } from '../../../contract/interface/removal-targets.ts';
import { v1Path } from '../../../contract/interface/v1-routes.ts';
import type { Change, SiteDiff } from './change.ts';
import { withChangedIds } from './changed-ids.ts';
import { compareHandlers, compareHeaders, comparePaths, compareRenditions } from './published-files.ts';
import { compareRecords } from './records.ts';
import type { UnusedRemoval } from './removals.ts';
import { compareV1Lists } from './v1-lists.ts';
import { compareV2Maps } from './v2-maps.ts';

/** All that clients see. Links are compared relative to their site. */
export function compareSites(before: BuiltSite, after: BuiltSite): SiteDiff {
  const records = [...compareV1Lists(before, after), ...compareV2Maps(before, after)];
  const reported = records.filter(
    ({ what, target: { id } }) => (what.startsWith('record-') && id === undefined) || what === 'id-changed',
  );
  const addresses = new Set(reported.map(({ target }) => target.url));
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
    changes: withChangedIds(changes, before, after),
    sizes: { total: { before: total(before), after: total(after) } },
  };
}

function compareServiceDocuments(before: BuiltSite, after: BuiltSite): Change[] {
  const [document, documentNow] = [before, after].map((site) => readDocument(site, builtDocumentPath('service')));
  const place = { subject: { section: 'site', id: null }, target: { url: v1Path('service') } } as const;
  return compareRecords(place, document, documentNow);
}

function total(site: BuiltSite): number {
  let sum = 0;
  for (const path of site.paths) sum += site.size(path);
  return sum;
}

export function unusedRemoval({ index, target, isPublished }: UnusedRemoval): Diagnostic {
  const code = isPublished ? 'removal-not-done' : 'removal-without-effect';
  return diagnostic(code, pathOfRole('removals'), valueAt(index), { target: nameOfTarget(target) });
}
