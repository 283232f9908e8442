/** Which records get another `maxZoom`, because their servers have no pictures up to it. */
import type { ProbeHistory } from '../../../contract/generated/reports.types.ts';
import { dayOf } from '../../../contract/times.ts';
import type { ProbeRun } from './listed-servers.ts';
import { byServer, keyOf } from './observations.ts';
import type { Switched, SwitchMode } from './switching.ts';

/** After so many weeks in a row with the same zoom in all places, it is proposed. */
const WEEKS = 3;

/**
 * Adds the new `maxZoom` to the answers of servers that are not switched. Each is decided once: if a person turned it down,
 * only another zoom is proposed.
 */
export function correctZooms(
  { history, answers }: Switched,
  { listed, mode, now }: ProbeRun & { readonly mode: SwitchMode },
): Switched {
  const observed = byServer(history);
  const records = new Map(listed.map(({ kind, record }) => [keyOf(kind, record.id), record]));
  const corrected = answers.map((answer) => {
    const key = keyOf(answer.kind, answer.id);
    const [server, record] = [observed.get(key), records.get(key)];
    const { found, maxZoom, proposed } = server?.zooms ?? {};
    if (!server?.zooms || !found || !record || answer.switched !== null) return answer;
    const isAgreed = found.weeks >= WEEKS && found.from === found.to && found.to < record.maxZoom;
    // A record whose own place is deeper needs a person.
    const isWritable = maxZoom === record.maxZoom && (record.probe?.zoom ?? 0) <= found.to;
    if (!isAgreed || !isWritable || (proposed && mode === 'new')) return answer;
    observed.set(key, { ...server, zooms: { ...server.zooms, proposed: proposed ?? dayOf(now) } });
    return { ...answer, maxZoom: found.to };
  });
  return { history: { ...history, servers: [...observed.values()] } as ProbeHistory, answers: corrected };
}
