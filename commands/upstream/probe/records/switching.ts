import { rewriteYaml } from '../../../../build/format/standard-text.ts';
import type { FileRole } from '../../../../build/read/layout.ts';
import { dayOf } from '../../../../contract/base/times.ts';
import type { ProbedMap, ProbeHistory } from '../../../../contract/generated/reports.types.ts';
import { observedByKey, observedKeyOf } from '../history/observations.ts';

/** `all` repeats unmerged switches of earlier runs. */
export type SwitchMode = 'new' | 'all';

export interface Switched {
  readonly history: ProbeHistory;
  readonly answers: readonly ProbedMap[];
}

/** A map that is off stays off with these verdicts. */
const NO_MAP: readonly unknown[] = ['notice', 'blank'];

export function switchMaps(
  history: ProbeHistory,
  answers: readonly ProbedMap[],
  { mode, now }: { readonly mode: SwitchMode; readonly now: number },
): Switched {
  const observed = observedByKey(history);
  const switched = answers.map((answer) => {
    const { kind, id, isActive } = answer;
    const before = observed.get(observedKeyOf(kind, id));
    if (!before) return answer;
    const { deadSince, status, switchedOff: off, switchedOn: on } = before;
    const isGood = deadSince === null && (isActive || !NO_MAP.includes(status?.verdict));
    const step = nextSwitchStep(
      { off, on },
      { isActive, isGood, isBad: !isGood, repeats: mode === 'all', today: dayOf(now) },
    );
    observed.set(observedKeyOf(kind, id), { ...before, switchedOff: step.off, switchedOn: step.on });
    return step.isSwitched ? { ...answer, switched: !isActive } : answer;
  });
  return { history: { ...history, servers: [...observed.values()] }, answers: switched };
}

/** First days of decisions to switch a record off, and on again. */
interface Steps {
  readonly off: string | null;
  readonly on: string | null;
}

/**
 * Off if bad; on again if switched off here and good. Repeats no decision before the opposite one: a person may have
 * turned it down.
 * @param facts `isGood` and `isBad` are false if unknown; `repeats` makes earlier decisions again
 */
export function nextSwitchStep(
  { off, on }: Steps,
  facts: {
    readonly isActive: boolean;
    readonly isGood: boolean;
    readonly isBad: boolean;
    readonly repeats: boolean;
    readonly today: string;
  },
): Steps & { readonly isSwitched: boolean } {
  const { isActive, isGood, isBad, repeats, today } = facts;
  if (isActive) {
    // Being good or switched on ends a decision.
    const decided = on !== null || isGood ? null : off;
    return { off: isBad ? (decided ?? today) : decided, on: null, isSwitched: isBad && (repeats || decided === null) };
  }
  const isBack = off !== null && isGood;
  return { off, on: isBack ? (on ?? today) : isBad ? null : on, isSwitched: isBack && (repeats || on === null) };
}

/** The last day's decisions could not be proposed: the next run makes them again. */
export function withoutNewSwitches({ servers: maps, ...rest }: ProbeHistory): ProbeHistory {
  const newest = maps.flatMap(({ asked }) => asked?.day ?? []).reduce((a, b) => (a > b ? a : b), '');
  const earlier = (day: string | null): string | null => (day === newest ? null : day);
  return {
    ...rest,
    servers: maps.map((map) => ({
      ...map,
      switchedOff: earlier(map.switchedOff),
      switchedOn: earlier(map.switchedOn),
      ...(map.zooms ? { zooms: withoutProposal(map.zooms, newest) } : {}),
      ...(map.tileSize ? { tileSize: withoutProposal(map.tileSize, newest) } : {}),
    })),
  };
}

function withoutProposal<T extends { readonly proposed?: string }>(correction: T, day: string): T {
  const { proposed, ...rest } = correction;
  return proposed === day ? (rest as T) : correction;
}

/**
 * Switching on removes `offReason` with its comments, and `active` unless its line has a comment.
 * @throws FormatError if comments would be lost
 */
export function rewriteSwitched(
  file: { readonly path: string; readonly role: FileRole },
  source: string,
  value: object,
  isActive: boolean,
): string {
  const { active: _, ...kept } = value as { readonly active?: boolean; readonly offReason?: object };
  if (!isActive) return rewriteYaml(file, source, { ...kept, active: isActive });
  const { offReason: __, ...rest } = kept;
  const written = rewriteYaml(file, source, { ...rest, active: isActive });
  const bare = rewriteYaml(file, source, rest);
  return written.replace(/^active: true\n/m, '') === bare ? bare : written;
}
