/** Decides which records are switched off and on again, and rewrites them. */
import { type FileKind, rewriteSource } from '../../build/pipeline.ts';
import type { ObservedServer, ProbedServer, ProbeHistory } from '../../contract/generated/reports.types.ts';
import { byServer, dayOf, keyOf } from './observations.ts';

/** Which switches are made: `new` ones, or `all`, including those of earlier runs that are not merged yet. */
export type SwitchMode = 'new' | 'all';

/** The result of switching. */
export interface Switched {
  readonly history: ProbeHistory;
  /** The answers, with the new value of `active` if it changes. */
  readonly answers: readonly ProbedServer[];
}

/** Switches off dead servers, and switches on servers that probe switched off and that are not dead any more. */
export function switchServers(
  history: ProbeHistory,
  answers: readonly ProbedServer[],
  { mode, now }: { readonly mode: SwitchMode; readonly now: number },
): Switched {
  const today = dayOf(now);
  const observed = byServer(history);
  const switched = answers.map((answer) => {
    const key = keyOf(answer.kind, answer.id);
    const before = observed.get(key);
    if (!before || answer.verdict === 'not-probed') return answer;
    const after = answer.isActive ? whileActive(before, answer, today) : whileInactive(before, today);
    observed.set(key, after.server);
    const isSwitched = after.isSwitched && (mode === 'all' || after.isNew);
    return isSwitched ? { ...answer, switched: !answer.isActive } : answer;
  });
  return { history: { ...history, servers: [...observed.values()] }, answers: switched };
}

/** The decision about one record. */
interface Step {
  readonly server: ObservedServer;
  /** Whether to change `active`. */
  readonly isSwitched: boolean;
  /** Whether this run is the first to decide so. */
  readonly isNew: boolean;
}

/** An active record: never switched off, switched off in an unmerged proposal, or switched on again. */
function whileActive(server: ObservedServer, { verdict }: ProbedServer, today: string): Step {
  const isOver = server.switchedOn !== null || verdict === 'good';
  const switchedOff = isOver ? null : server.switchedOff;
  const isDead = server.deadSince !== null;
  return {
    server: { ...server, switchedOff: isDead ? (switchedOff ?? today) : switchedOff, switchedOn: null },
    isSwitched: isDead,
    isNew: switchedOff === null,
  };
}

/** An inactive record. The history shows whether probe switched it off. */
function whileInactive(server: ObservedServer, today: string): Step {
  const isBack = server.switchedOff !== null && server.deadSince === null;
  return {
    server: { ...server, switchedOn: isBack ? (server.switchedOn ?? today) : null },
    isSwitched: isBack,
    isNew: server.switchedOn === null,
  };
}

/**
 * Rewrites a record that is switched off or on. Switching on removes the line `active`, unless it has a comment.
 *
 * @throws FormatError if its comments would be lost
 */
export function switchedSource(
  file: { readonly path: string; readonly kind: FileKind },
  source: string,
  value: object,
  isActive: boolean,
): string {
  const { active: _, ...rest } = value as { readonly active?: boolean };
  const written = rewriteSource(file, source, { ...rest, active: isActive });
  if (!isActive) return written;
  const bare = rewriteSource(file, source, rest);
  return written.replace(/^active: true\n/m, '') === bare ? bare : written;
}
