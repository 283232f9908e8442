/** Subjects of commits and former contents are untrusted, and may be invalid. */

import { isObject } from '../../contract/base/json-values.ts';
import { itemsByKey } from '../../contract/base/text.ts';
import type { WithdrawnRecord } from '../../contract/generated/v2.types.ts';
import { type Target, typedMapAt } from '../../contract/interface/removal-targets.ts';
import { resourceAt } from '../../contract/interface/v1-routes.ts';
import { RECORD_FOLDERS } from '../../contract/pages/pages.ts';
import { parseCatalogFile } from '../parse/parse.ts';
import { matchCatalogLayout, pathOfRole } from '../read/layout.ts';
import { changeCauseOf, describedChanges, objectsToRead, type ReadValue, tileIdentityOf } from './field-changes.ts';
import type { Cause, FormerRecord, LoggedCommit, RecordHistory } from './history.ts';

export function isRecordFile(path: string): boolean {
  return /^(?:(?:mapserver|overlayserver|map|edition)s\/[^/]+|datasources\/[^/]+\/datasource)\.yaml$|^removals\.yaml$/.test(
    path,
  );
}

/** Git objects to read, newest first: of former records and reasons, changed records, changed entries. */
export function historyObjectsOf(commits: readonly LoggedCommit[]): string[][] {
  const files = commits.flatMap((commit) => commit.files.filter(({ path }) => isRecordFile(path)));
  // In other files, the content after a change is the content before the next.
  const former = files.flatMap(({ path, before, after }) => (path === REMOVALS ? [after, before] : [before]));
  return [former.filter((id) => id !== undefined), ...objectsToRead(commits)];
}

const REMOVALS = pathOfRole('removals');

/** @param commits newest first */
export function recordHistoryOf(commits: readonly LoggedCommit[], readValue: ReadValue): RecordHistory {
  const former: FormerRecord[] = [];
  const switchedOff = new Map<string, Cause>();
  const reasons = new Map<string, string>();
  const unknown = new Set<string>();
  for (const commit of commits) {
    const cause = changeCauseOf(commit);
    for (const { path, change, before, after } of commit.files) {
      if (path === REMOVALS) for (const id of [after, before]) addReasons(reasons, readValue(path, id));
      const { role, name } = matchCatalogLayout(path) ?? {};
      const isMapFile = role === 'mapserver' || role === 'overlayserver' || role === 'map';
      if (name == null || !(isMapFile || role === 'datasource' || role === 'edition')) continue;
      const old = readValue(path, before);
      const wasOn = isObject(old) && old['active'] !== false;
      // The commit that added a map does not say why it is off.
      const since = change === 'added' ? { ...cause, subject: '' } : cause;
      if (isMapFile && !switchedOff.has(path) && (change === 'added' || wasOn)) switchedOff.set(path, since);
      if (change === 'added' || (!isMapFile && change !== 'removed')) continue;
      // Ids older than unreadable content are not trusted.
      if (!isObject(old)) unknown.add(path);
      if (!isObject(old) || unknown.has(path)) continue;
      const id = role === 'map' ? old['name'] : isMapFile ? old['id'] : name;
      if (typeof id !== 'string') continue;
      const tiles = isMapFile ? tileIdentityOf(old) : '';
      const list = RECORD_FOLDERS[role];
      former.push({ list, id, name: textIn(old['name']), file: name, tiles, cause });
    }
  }
  const changes = describedChanges(commits, readValue, reasons);
  return {
    former,
    switchedOff,
    reasons,
    changes,
    ofRecord: itemsByKey(changes, ({ role, name }) => `${role} ${name}`),
  };
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Newer versions came first, and their reasons stay. */
function addReasons(reasons: Map<string, string>, value: unknown): void {
  for (const entry of Array.isArray(value) ? value : []) {
    const { reason, ...target } = isObject(entry) ? entry : {};
    const isText = [reason, target['url'], ...Object.values(target)].every((text) => typeof text === 'string');
    const removed = isText ? removedRecord(target as unknown as Target) : null;
    const key = removed && `${removed.list} ${removed.id}`;
    if (key !== null && !reasons.has(key)) reasons.set(key, String(reason));
  }
}

/** In `maps/`, the file name is the id. Null if the target is not a whole record. */
export function removedRecord({ url, id, file, field }: Target): Pick<WithdrawnRecord, 'list' | 'id'> | null {
  if (file !== undefined || field !== undefined) return null;
  const map = typedMapAt(url);
  if (map !== null) return { list: 'maps', id: map };
  const resource = resourceAt(url);
  const route = resource?.route;
  if (route === 'mapservers' || route === 'overlayservers') return id === undefined ? null : { list: route, id };
  if (route !== 'datasource' && route !== 'edition') return null;
  return { list: RECORD_FOLDERS[route], id: String(resource?.id) };
}

/** @param contents by git object, if readable */
export function memoizedValues(contents: ReadonlyMap<string, Uint8Array>): ReadValue {
  const known = new Map<string | undefined, unknown>([[undefined, undefined]]);
  return (path, id) => {
    const bytes = id === undefined ? undefined : contents.get(id);
    if (!known.has(id)) known.set(id, (bytes && parseCatalogFile(path, bytes).value) ?? null);
    return known.get(id);
  };
}
