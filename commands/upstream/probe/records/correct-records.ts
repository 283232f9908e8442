/** Which records get another `maxZoom`, because their servers have no pictures up to it, or another `tileSize`. */

import { withoutMissing } from '../../../../contract/base/parse-json.ts';
import { dayOf, daysFrom } from '../../../../contract/base/times.ts';
import type { ZoomSearch } from '../../../../contract/generated/reports.types.ts';
import { byServer, keyOf } from '../history/observations.ts';
import type { ProbeRun } from './listed-servers.ts';
import { type ProbedRecord, tileSizeOf } from './probed-record.ts';
import type { Switched, SwitchMode } from './switching.ts';

/** After so many weeks in a row with the same zoom in all places, it is proposed. */
const WEEKS = 3;

/** After so many days in which all tiles had another size, it is proposed. */
const SIZE_DAYS = 14;

/**
 * Adds the new `maxZoom` and `tileSize` to the answers of servers that are not switched. Each is decided once: if a person
 * turned it down, only another value is proposed.
 */
export function correctRecords(
  { history, answers }: Switched,
  { listed, mode, now }: ProbeRun & { readonly mode: SwitchMode },
): Switched {
  const observed = byServer(history);
  const records = new Map(listed.map(({ kind, record }) => [keyOf(kind, record.id), record]));
  const today = dayOf(now);
  /** A correction as it is proposed today; undefined if it is not. */
  const proposed = <T extends { readonly proposed?: string }>(one: T | undefined, isSure: (one: T) => boolean) =>
    one && isSure(one) && (!one.proposed || mode === 'all') ? { ...one, proposed: one.proposed ?? today } : undefined;
  const corrected = answers.map((answer) => {
    const key = keyOf(answer.kind, answer.id);
    const [server, record] = [observed.get(key), records.get(key)];
    if (!server || !record || answer.switched !== null) return answer;
    const zooms = proposed(server.zooms, (search) => isLower(search, record));
    const tileSize = proposed(
      server.tileSize,
      ({ pixels, since }) => pixels !== tileSizeOf(record) && daysFrom(since, today) >= SIZE_DAYS,
    );
    observed.set(key, { ...server, ...withoutMissing({ zooms, tileSize }) });
    return { ...answer, ...withoutMissing({ maxZoom: zooms?.found?.to, tileSize: tileSize?.pixels }) };
  });
  return { history: { ...history, servers: [...observed.values()] }, answers: corrected };
}

/** Whether all places agree on a zoom below that of the record. */
function isLower({ found, maxZoom }: ZoomSearch, record: ProbedRecord): boolean {
  const isAgreed = found && found.weeks >= WEEKS && found.from === found.to && found.to < record.maxZoom;
  // A record whose own place is deeper needs a person.
  return Boolean(isAgreed) && maxZoom === record.maxZoom && (record.probe?.zoom ?? 0) <= (found?.to ?? 0);
}
