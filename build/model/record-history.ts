/**
 * What the commits of a catalog did to its records: what they changed, which were taken out or switched off, and why.
 *
 * Subjects and former contents are untrusted: anybody may have written them, and they need not be valid.
 */
import { exampleHost } from '../../contract/example-address.ts';
import type { WithdrawnRecord } from '../../contract/generated/v2.types.ts';
import { RECORD_FOLDERS } from '../../contract/pages.ts';
import { isObject } from '../../contract/parse-json.ts';
import { resourceAt } from '../../contract/routes.ts';
import type { Target } from '../../contract/targets.ts';
import { grouped } from '../../contract/text.ts';
import { parse } from '../parse/parse.ts';
import { ENTRY_KINDS, matchLayout, pathOfKind } from '../read/layout.ts';
import type { Content } from '../validate/content.ts';
import type { Cause, CommittedChange, FormerRecord, LoggedCommit, RecordHistory } from './history.ts';
import { causeOf, objectsToTell, type ReadValue, tilesOf, toldChanges } from './told-changes.ts';

/** Whether a path is that of a file of one record. */
export function isRecordFile(path: string): boolean {
  return /^(?:(?:mapserver|overlayserver|edition)s\/[^/]+|datasources\/[^/]+\/datasource)\.yaml$|^removals\.yaml$/.test(
    path,
  );
}

/**
 * The names of the git objects that the history of records is made from: former records and reasons, then what the newest
 * changes are found in. The newest objects of each group are first.
 *
 * @param withChanges whether changes are told
 */
export function objectsOf(commits: readonly LoggedCommit[], withChanges = true): string[][] {
  const files = commits.flatMap((commit) => commit.files.filter(({ path }) => isRecordFile(path)));
  // Of other files, the content after a change is the one before the next.
  const former = files.flatMap(({ path, before, after }) => (path === REMOVALS ? [after, before] : [before]));
  return [former.filter((id) => id !== undefined), ...(withChanges ? objectsToTell(commits) : [])];
}

const REMOVALS = pathOfKind('removals');

/**
 * Finds out what commits did to records.
 *
 * @param commits newest first
 * @param contents the git objects that could be read, by their names
 */
export function recordHistoryOf(
  commits: readonly LoggedCommit[],
  contents: ReadonlyMap<string, Uint8Array>,
): RecordHistory {
  const readValue = memoizedValues(contents);
  const former: FormerRecord[] = [];
  const switchedOff = new Map<string, Cause>();
  const reasons = new Map<string, string>();
  const unknown = new Set<string>();
  for (const commit of commits) {
    const cause = causeOf(commit);
    for (const { path, change, before, after } of commit.files) {
      if (path === REMOVALS) for (const id of [after, before]) addReasons(reasons, readValue(path, id));
      const { kind, name } = matchLayout(path) ?? {};
      const isServer = kind === 'mapserver' || kind === 'overlayserver';
      if (name == null || !(isServer || kind === 'datasource' || kind === 'edition')) continue;
      const old = readValue(path, before);
      const wasOn = isObject(old) && old['active'] !== false;
      // Nobody says why one that was never on is off.
      const since = change === 'added' ? { ...cause, subject: '' } : cause;
      if (isServer && !switchedOff.has(path) && (change === 'added' || wasOn)) switchedOff.set(path, since);
      if (change === 'added' || (!isServer && change !== 'removed')) continue;
      // Without this content nobody knows whether the older ones had another id.
      if (!isObject(old)) unknown.add(path);
      if (!isObject(old) || unknown.has(path)) continue;
      const id = isServer ? old['id'] : name;
      if (typeof id !== 'string') continue;
      const tiles = isServer ? tilesOf(old) : '';
      const list = RECORD_FOLDERS[kind];
      former.push({ list, id, name: textIn(old['name']), file: name, tiles, cause });
    }
  }
  const told = toldChanges(commits, readValue, reasons);
  return { former, switchedOff, reasons, told, ofRecord: grouped(told, ({ kind, name }) => `${kind} ${name}`) };
}

/**
 * Commits without what they did to example records, which `init` writes and nobody is offered. An example that became a
 * record of its own was added then.
 *
 * @param commits newest first
 * @param contents the git objects that could be read, by their names
 * @param examples the paths of the files of examples that are in the catalog now
 */
export function withoutExamples(
  commits: readonly LoggedCommit[],
  contents: ReadonlyMap<string, Uint8Array>,
  examples: Iterable<string>,
): LoggedCommit[] {
  const readValue = memoizedValues(contents);
  const sources = new Set([...examples].filter((path) => matchLayout(path)?.kind === 'datasource'));
  for (const { files } of commits) {
    const old = files.filter(({ path, before }) => isExample(readValue(path, before), sources)).map(({ path }) => path);
    for (const path of old) if (matchLayout(path)?.kind === 'datasource') sources.add(path);
  }
  // The files that are examples after the commit that is looked at.
  const after = new Set(examples);
  return commits.map((commit) => {
    const files = commit.files.flatMap((file): CommittedChange[] => {
      const { kind, name } = matchLayout(file.path) ?? {};
      if (ENTRY_KINDS.some((entries) => entries === kind))
        return sources.has(pathOfKind('datasource', name ?? '')) ? [] : [file];
      const isOne = after.has(file.path);
      const wasOne = isExample(readValue(file.path, file.before), sources);
      if (wasOne) after.add(file.path);
      else after.delete(file.path);
      if (isOne || (wasOne && file.change === 'removed')) return [];
      return [wasOne ? { path: file.path, change: 'added', ...(file.after ? { after: file.after } : {}) } : file];
    });
    return { ...commit, files };
  });
}

/** The paths of the example records of a catalog without errors. */
export function examplesIn(content: Content): string[] {
  const sources = content.of('datasource').filter(({ value }) => isExample(value, new Set()));
  const paths = new Set(sources.map(({ file }) => file.path));
  const others = [...content.tileServers(), ...content.of('edition')].filter(({ value }) => isExample(value, paths));
  return [...paths, ...others.map(({ file }) => file.path)];
}

/** Whether a record has addresses in example domains only, or is an edition of such data sources. */
function isExample(record: unknown, sources: ReadonlySet<string>): boolean {
  if (!isObject(record)) return false;
  const { hosts, baseUrl, datasources } = record;
  if (Array.isArray(datasources))
    return datasources.length > 0 && datasources.every((id) => sources.has(pathOfKind('datasource', String(id))));
  const addresses = Array.isArray(hosts) ? hosts.map((host) => `https://${host}`) : [String(baseUrl)];
  return addresses.length > 0 && addresses.every((address) => exampleHost(address) !== null);
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Adds the reasons of a version of `removals.yaml` to those of newer ones. */
function addReasons(reasons: Map<string, string>, value: unknown): void {
  for (const entry of Array.isArray(value) ? value : []) {
    const { reason, ...target } = isObject(entry) ? entry : {};
    const isText = [reason, target['url'], ...Object.values(target)].every((text) => typeof text === 'string');
    const removed = isText ? removedRecord(target as unknown as Target) : null;
    const key = removed && `${removed.list} ${removed.id}`;
    if (key !== null && !reasons.has(key)) reasons.set(key, String(reason));
  }
}

/** The record that an entry of `removals.yaml` names; null for a part of one, or something else. */
export function removedRecord({ url, id, file, field }: Target): Pick<WithdrawnRecord, 'list' | 'id'> | null {
  const resource = file === undefined && field === undefined ? resourceAt(url) : null;
  const route = resource?.route;
  if (route === 'mapservers' || route === 'overlayservers') return id === undefined ? null : { list: route, id };
  if (route !== 'datasource' && route !== 'edition') return null;
  return { list: RECORD_FOLDERS[route], id: String(resource?.id) };
}

/** Reads contents as values, each once. */
function memoizedValues(contents: ReadonlyMap<string, Uint8Array>): ReadValue {
  const known = new Map<string | undefined, unknown>([[undefined, undefined]]);
  return (path, id) => {
    const bytes = id === undefined ? undefined : contents.get(id);
    if (!known.has(id)) known.set(id, (bytes && parse(path, bytes).value) ?? null);
    return known.get(id);
  };
}
