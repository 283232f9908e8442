/** `/v2/withdrawn.json`: records removed or switched off, for programs with a copy. */
import { byCodePoint, shortenedText, visible } from '../../../contract/base/text.ts';
import { timestampOf } from '../../../contract/base/times.ts';
import type { WithdrawnList, WithdrawnRecord } from '../../../contract/generated/v2.types.ts';
import { V2_FILES, V2_SCHEMAS_PATH } from '../../../contract/interface/v2-files.ts';
import { RECORD_FOLDERS } from '../../../contract/pages/pages.ts';
import type { Cause, History } from '../../history/history.ts';
import { removedRecord } from '../../history/record-history.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import { withoutPastedKeys } from '../../tile-url/secrets.ts';
import { interfaceAsset } from '../core/asset.ts';
import type { Publication, SiteView } from '../publication.ts';

/** Longer names and reasons are shortened. A longer id is a mistake: its record is left out. */
const MAX_LENGTH = 1_000;

/** A commit's subject is the reason if no other is known. */
const MAX_SUBJECT_LENGTH = 200;

type Catalog = Pick<
  CatalogOutline,
  'mapservers' | 'overlayservers' | 'maps' | 'datasources' | 'editions' | 'removals' | 'known'
>;

export const WITHDRAWN: Publication = {
  files(site) {
    const $schema = `${site.catalog.serviceUrl}${V2_SCHEMAS_PATH}/${V2_FILES.withdrawn.schema}.json`;
    const document: WithdrawnList = { $schema, withdrawn: withdrawnIn(site) };
    return [interfaceAsset(V2_FILES.withdrawn, `${JSON.stringify(document)}\n`, site.modified)];
  },
};

export const withdrawnIn = memoizedByObject(({ catalog, history }: SiteView) => withdrawnRecords(catalog, history));

function withdrawnRecords(catalog: Catalog, history: History): WithdrawnRecord[] {
  const { former = [], switchedOff } = history.records ?? {};
  const reasonOf = reasonsOf(catalog, history);
  const since = ({ time }: Cause) => ({ when: timestampOf(time * 1000) });
  const because = (reason: string) => (reason === '' ? {} : { reason: visible(shortenedText(reason, MAX_LENGTH)) });
  // Includes maps that are not published because their access token is not set.
  const maps = catalog.known.servers.map(([kind, file, id, hosts, urlPattern]) => {
    return { list: RECORD_FOLDERS[kind], file, id, tiles: JSON.stringify([hosts, urlPattern]) };
  });
  const others = (['datasources', 'editions'] as const).flatMap((list) =>
    catalog[list].map(({ id }) => ({ list, id })),
  );
  const current = new Set([...maps, ...others].map(keyOf));
  const named = new Set([...maps, ...others].map(removedAs));
  const found = new Map<string, WithdrawnRecord>();
  const add = (record: WithdrawnRecord): void => {
    if (!found.has(removedAs(record))) found.set(removedAs(record), record);
  };
  for (const list of ['mapservers', 'overlayservers', 'maps'] as const) {
    for (const { id, name, fileName, active } of catalog[list]) {
      const path = `${list}/${fileName}.yaml`;
      const cause = history.lastChange([path]) === null ? undefined : switchedOff?.get(path);
      const known = cause ? { ...since(cause), ...because(shownCommitSubject(cause.subject)) } : {};
      if (!active) add({ list, id, name, file: fileName, withdrawn: 'inactive', ...known });
    }
  }
  for (const { list, id, name, file, tiles, cause } of former) {
    // A renamed map of another type is still at its address.
    const isThere = current.has(keyOf({ list, id })) || named.has(removedAs({ list, id, file }));
    if (isThere || id === '' || id.length > MAX_LENGTH) continue;
    const ofList = maps.filter((map) => map.list === list);
    const replacedBy = (ofList.find((map) => map.file === file) ?? ofList.find((map) => map.tiles === tiles))?.id;
    const shown = { id, file, ...(name === null ? {} : { name: shortenedText(name, MAX_LENGTH) }) };
    const known = { ...since(cause), ...because(reasonOf({ list, id, file }) ?? shownCommitSubject(cause.subject)) };
    add({ list, ...shown, withdrawn: 'removed', ...known, ...(replacedBy ? { replacedBy } : {}) });
  }
  const known = new Set([...named, ...found.keys()]);
  for (const removed of catalog.removals.flatMap((removal) => removedRecord(removal) ?? [])) {
    const file = removed.list === 'maps' ? { file: removed.id } : {};
    if (!known.has(keyOf(removed)))
      add({ ...removed, ...file, withdrawn: 'removed', ...because(reasonOf(removed) ?? '') });
  }
  return [...found.values()].sort((a, b) => LISTS.indexOf(a.list) - LISTS.indexOf(b.list) || byCodePoint(a.id, b.id));
}

/** `removals.yaml` names a map in `maps/` by its address, which has the file name. */
const removedAs = ({ list, id, file }: Pick<WithdrawnRecord, 'list' | 'id' | 'file'>): string =>
  `${list} ${(list === 'maps' && file) || id}`;

/** Reasons also come from entries that were deleted later from `removals.yaml`. */
function reasonsOf({ removals }: Pick<Catalog, 'removals'>, { records }: History) {
  const listed = removals.flatMap((removal) => {
    const removed = removedRecord(removal);
    return removed ? [[keyOf(removed), removal.reason] as const] : [];
  });
  const reasons = new Map([...(records?.reasons ?? []), ...listed]);
  return (record: Parameters<typeof removedAs>[0]): string | undefined => reasons.get(removedAs(record));
}

const LISTS: readonly string[] = Object.values(RECORD_FOLDERS);

const keyOf = ({ list, id }: Pick<WithdrawnRecord, 'list' | 'id'>): string => `${list} ${id}`;

/** Leaves out invisible characters and e-mail addresses. */
export function shownCommitSubject(subject: string): string {
  const words = withoutPastedKeys(subject.trim()).replace(/[^\s<>()]+/g, (word) =>
    /^.[^@]*@.[^.]*\../.test(word) ? '…' : word,
  );
  return visible(shortenedText(words, MAX_SUBJECT_LENGTH));
}
