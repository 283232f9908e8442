import { itemsByKey } from '../../contract/base/text.ts';
import { SECTIONS } from '../../contract/data-sources/sections.ts';
import type { RecordChange } from '../../contract/generated/v1.types.ts';
import { matchCatalogLayout } from '../read/layout.ts';
import type { CommittedChange, LoggedCommit } from './history.ts';

/** In the order of a feed. */
export const RECORD_ROLES = [
  'site',
  'mapserver',
  'overlayserver',
  'map',
  'datasource',
  'categories',
  'edition',
  'provider',
  'area',
] as const satisfies readonly RecordChange['kind'][];

export interface ChangedRecord extends Pick<RecordChange, 'change'> {
  readonly role: RecordChange['kind'];
  readonly name: string | null;
  /** The file that every record has; undefined if only lists changed. */
  readonly main: CommittedChange | undefined;
  readonly lists: readonly CommittedChange[];
}

export interface RecordCommit extends LoggedCommit {
  readonly records: readonly ChangedRecord[];
}

const MAX_COMMITS = 200;

export function recordCommits(log: readonly LoggedCommit[]): RecordCommit[] {
  const found: RecordCommit[] = [];
  // Clocks differ and people set dates, so a commit may be older than its parent. The sort is stable.
  for (const commit of log.toSorted((a, b) => b.time - a.time)) {
    if (found.length === MAX_COMMITS) break;
    const records = recordsOf(commit.files);
    if (records.length > 0) found.push({ ...commit, records });
  }
  return found;
}

/** `datasource.yaml` decides if a data source was added or removed; its other files are lists. */
function recordsOf(files: readonly CommittedChange[]): ChangedRecord[] {
  const parts = files.flatMap((file) => {
    const { role: fileRole, name = null } = matchCatalogLayout(file.path) ?? {};
    const isList = SECTIONS.some((section) => section === fileRole);
    const role = RECORD_ROLES.find((known) => known === (isList ? 'datasource' : fileRole));
    return role ? [{ file, role, name, isList }] : [];
  });
  return [...itemsByKey(parts, ({ role, name }) => `${role} ${name}`).values()].map((sameRecord) => {
    const [{ role, name }] = sameRecord as [(typeof sameRecord)[number]];
    const main = sameRecord.find(({ isList }) => !isList)?.file;
    const lists = sameRecord.filter(({ isList }) => isList).map(({ file }) => file);
    return { role, name, change: main?.change ?? 'changed', main, lists };
  });
}
