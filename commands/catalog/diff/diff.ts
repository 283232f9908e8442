/** Compares two built sites: everything that clients see, and nothing else. */

import { type Diagnostic, diagnostic, value } from '../../../build/diagnostics/diagnostic.ts';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import type { SourceFile } from '../../../build/read/layout.ts';
import { pathOfKind } from '../../../build/read/layout.ts';
import { listFiles } from '../../../build/read/read.ts';
import { loadFile } from '../../../build/run/load-file.ts';
import type { RemovalsSource, SiteSource } from '../../../contract/generated/catalog.types.ts';
import { type Environment, listedVariables } from '../../../contract/placeholders.ts';
import { RENDITIONS } from '../../../contract/renditions.ts';
import { pathOf } from '../../../contract/routes.ts';
import { nameOfTarget } from '../../../contract/targets.ts';
import { type BuiltSite, documentPath, readDocument } from './built-site.ts';
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

/** The catalog file that lists what is removed on purpose. */
const REMOVALS: SourceFile = { path: pathOfKind('removals'), kind: 'removals', name: null };

/** What a catalog lists as removed, and what is wrong with the list. */
export interface ListedRemovals {
  readonly removals: RemovalsSource;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads `removals.yaml`. If it has an error, no entry is used. */
export function readRemovals(folder: CatalogFolder): ListedRemovals {
  if (!listFiles(folder).files.some(({ kind }) => kind === 'removals')) return { removals: [], diagnostics: [] };
  const { value: list, diagnostics } = loadFile(folder, REMOVALS);
  return { removals: diagnostics.length === 0 ? (list as RemovalsSource) : [], diagnostics };
}

/** The catalog file that lists the access tokens. */
const SITE: SourceFile = { path: pathOfKind('site'), kind: 'site', name: null };

/** The variables whose values the sites of a catalog contain, and a report must not show. */
export function readTokens(folder: CatalogFolder, environment: Environment): Environment {
  const site = loadFile(folder, SITE).value as Partial<SiteSource> | undefined;
  return listedVariables(environment, site?.accessTokens ?? []);
}

/** The diagnostic of an entry of `removals.yaml` that no breaking change matches. */
export function unusedRemoval({ index, target, isPublished }: UnusedRemoval): Diagnostic {
  const code = isPublished ? 'removal-not-done' : 'removal-without-effect';
  return diagnostic(code, REMOVALS.path, value(index), { target: nameOfTarget(target) });
}
