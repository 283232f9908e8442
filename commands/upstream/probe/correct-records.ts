/** Which records get another `maxZoom`, because their servers have no pictures up to it, or another `tileSize`. */
import type { ProbeHistory, SizeHistory, ZoomSearch } from '../../../contract/generated/reports.types.ts';
import { dayOf, daysFrom } from '../../../contract/times.ts';
import type { ProbeRun } from './listed-servers.ts';
import { byServer, keyOf } from './observations.ts';
import type { ProbedRecord } from './probed-record.ts';
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
  const isOpen = ({ proposed }: { readonly proposed?: string }): boolean => !proposed || mode === 'all';
  const corrected = answers.map((answer) => {
    const key = keyOf(answer.kind, answer.id);
    const [server, record] = [observed.get(key), records.get(key)];
    if (!server || !record || answer.switched !== null) return answer;
    const zooms = server.zooms && isOpen(server.zooms) && isLower(server.zooms, record) ? server.zooms : null;
    const size =
      server.tileSize && isOpen(server.tileSize) && isLasting(server.tileSize, today) ? server.tileSize : null;
    observed.set(key, {
      ...server,
      ...(zooms && { zooms: { ...zooms, proposed: zooms.proposed ?? today } }),
      ...(size && { tileSize: { ...size, proposed: size.proposed ?? today } }),
    });
    return { ...answer, ...(zooms?.found && { maxZoom: zooms.found.to }), ...(size && { tileSize: size.pixels }) };
  });
  return { history: { ...history, servers: [...observed.values()] } as ProbeHistory, answers: corrected };
}

/** Whether all places agree on a zoom below that of the record. */
function isLower({ found, maxZoom }: ZoomSearch, record: ProbedRecord): boolean {
  if (!found) return false;
  const isAgreed = found.weeks >= WEEKS && found.from === found.to && found.to < record.maxZoom;
  // A record whose own place is deeper needs a person.
  return isAgreed && maxZoom === record.maxZoom && (record.probe?.zoom ?? 0) <= found.to;
}

const isLasting = ({ since }: SizeHistory, today: string): boolean => daysFrom(since, today) >= SIZE_DAYS;
