import { basename } from 'node:path';
import type { Diagnostic } from '../../../build/diagnostics/diagnostic.ts';
import type { StatedMap } from '../../../build/programs/stated/stated-map.ts';
import type { CatalogFolder } from '../../../build/read/folder.ts';
import { mapKeys, mapKeysWithin } from '../../../build/tile-url/same-map.ts';
import type { CalledWith } from '../../../cli/terminal/offered-command.ts';
import { asJsonMembers, isObject } from '../../../contract/base/json-values.ts';
import { dayOf } from '../../../contract/base/times.ts';
import type { SiteSource } from '../../../contract/generated/catalog.types.ts';
import { PLAIN_FILES } from '../../../contract/interface/plain-files.ts';
import type { Environment } from '../../../contract/maps/placeholders.ts';
import { CatalogFiles, type FileChange } from './catalog-files.ts';
import type { ListOptions } from './lists/add-maps.ts';
import { statedToken } from './lists/hide-tokens.ts';
import { mergeFile } from './merge/merge-file.ts';
import { mergeService } from './merge/merge-service.ts';
import { type ImportNote, Notes } from './notes.ts';
import { leaveOutFaults } from './review.ts';
import { readServedJson } from './service/read-served.ts';
import { type FetchServed, type OnDocument, type ServedCatalog, ServiceReader } from './service/service.ts';

export interface ImportPlan {
  readonly notes: readonly ImportNote[];
  readonly noun: Notes['noun'];
  /** The number of documents that could not be read. The next try may read them. */
  readonly unreadCount: number;
  /** Layers to choose from: nothing else is read. */
  readonly offered: readonly StatedMap[];
  /** Hosts of maps that are left out because they credit nobody. */
  readonly uncredited: readonly string[];
  /** The number of maps of tiles that state no highest zoom level. */
  readonly withoutZoom: number;
  /** Paths of records that service and catalog have alike. */
  readonly unchanged: readonly string[];
  /** New records of maps that have another id in the catalog. */
  readonly knownMaps: readonly string[];
  readonly errors: readonly Diagnostic[];
  readonly folder: CatalogFolder;
  /** By path; empty with errors. */
  changes(): Iterable<FileChange>;
}

export interface ServiceOptions extends CalledWith {
  /** Without a trailing slash. */
  readonly address: string;
  /** `title` and `repository` are for a new catalog. */
  readonly title?: string | null | undefined;
  readonly repository?: string | undefined;
  readonly prune?: boolean;
  readonly allowRemovals?: boolean;
  readonly environment?: Environment;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** @param folder without errors; empty for a new catalog */
export async function importService(
  folder: CatalogFolder,
  fetch: FetchServed,
  options: ServiceOptions,
  onDocument?: OnDocument,
): Promise<ImportPlan> {
  const notes = new Notes(options.now);
  const served = await new ServiceReader(options, fetch, notes, onDocument).run();
  const files = new CatalogFiles(folder);
  if (files.valueOf('site') === undefined) {
    const title = options.title ?? (await titleOf(options.address, fetch));
    files.set('site.yaml', siteFor(served, { ...options, title }, notes));
  }
  const { address, allowRemovals = false, now } = options;
  const reason = `No longer published by ${address} on ${dayOf(now)}.`;
  mergeService(files, served, { prune: options.prune ? reason : null, allowRemovals });
  return planOf(files, notes);
}

/** @param now milliseconds since 1970 */
export function importFile(
  folder: CatalogFolder,
  body: Uint8Array,
  name: string,
  options: ListOptions,
  now: number,
): ImportPlan {
  const notes = new Notes(now);
  const files = new CatalogFiles(folder);
  mergeFile(files, body, name, notes.place(basename(name)), options);
  return planOf(files, notes);
}

function planOf(files: CatalogFiles, notes: Notes): ImportPlan {
  const errors = leaveOutFaults(files);
  return {
    notes: notes.all,
    noun: notes.noun,
    unreadCount: notes.unreadCount,
    offered: notes.offered,
    uncredited: [...notes.uncredited],
    withoutZoom: notes.withoutZoom,
    unchanged: [...files.unchanged],
    knownMaps: knownMapsIn(files),
    errors,
    folder: files.asFolder(),
    changes: () => (errors.length > 0 ? [] : files.changes()),
  };
}

/** Paths of new records whose tiles the catalog has: a list leaves these out, a service has other ids for them. */
function knownMapsIn(files: CatalogFiles): string[] {
  const maps = [...files.v1Maps(), ...files.of('map')];
  const known = new Set(maps.flatMap(({ old, value }) => (old ? mapKeysWithin(value as object) : [])));
  const isKnown = (value: unknown): boolean => mapKeys(value as object).some((key) => known.has(key));
  return maps.filter(({ old, value }) => old === null && isKnown(value)).map(({ path }) => path);
}

async function titleOf(address: string, fetch: FetchServed): Promise<string | null> {
  const answer = await fetch(`${address}${PLAIN_FILES.openapi.path}`, PLAIN_FILES.openapi.contentType);
  if ('problem' in answer || answer.status !== 200) return null;
  const read = readServedJson(answer.body, isObject, 'an object');
  const title = 'value' in read ? String(asJsonMembers(read.value['info'])?.['title'] ?? '').trim() : '';
  return /^[^\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]{1,200}$/u.test(title) ? title : null;
}

function siteFor(served: ServedCatalog, options: ServiceOptions, notes: Notes): SiteSource {
  const { address, title, repository } = options;
  const place = notes.place('/v1/');
  const silent = 'the service does not say';
  if (!title) place.advice(`${silent} what the catalog is called; site.yaml has its host as the title`);
  if (repository === undefined)
    place.advice(`${silent} where people propose changes; site.yaml has its address as the repository`);
  if (served.providers !== null) place.advice(`only the repository of the service has ${UNPUBLISHED}`);
  const accessTokens = tokensOf(served, options.environment ?? {});
  const names = accessTokens.join(', ');
  if (names) place.advice(`a build publishes the values of ${names}: keep only keys of these maps in accessTokens`);
  const { link } = served;
  const stated = link?.slice(0, link.indexOf('/v1/')) ?? address;
  const { origin, pathname } = new URL(stated);
  if (pathname !== '/') place.corrected(`links begin with ${stated}; a catalog is at the root of its host: ${origin}`);
  const site = { title: title ?? new URL(address).host, serviceUrl: origin, repository: repository ?? address };
  return accessTokens.length > 0 ? { ...site, accessTokens } : site;
}

const UNPUBLISHED =
  'the history of records, removals.yaml, keys.yaml, settings of the pages, probe, picture and watermark of maps, SHA-256s of older versions, and group, download and downloadLimit of listings';

/** The most access tokens in `site.yaml`. */
const MAX_TOKENS = 100;

/** Variables with a value here may be secrets of something else. */
function tokensOf({ maps, providers }: ServedCatalog, environment: Environment): string[] {
  const stated = [
    ...[...(maps?.values() ?? [])].map(({ value }) => value['needsToken']),
    ...(providers ?? []).map(({ value }) => asJsonMembers(value)?.['token']),
  ];
  const names = stated.map(statedToken).filter((name) => name !== null && environment[name] === undefined);
  return [...new Set(names as string[])].sort().slice(0, MAX_TOKENS);
}
