/** Which records are switched off and on again, and how they are then written. */
import { type FileKind, rewriteSource } from '../../build/pipeline.ts';
import type { ObservedServer, ProbedServer, ProbeHistory } from '../../contract/generated/reports.types.ts';
import { byServer, dayOf, keyOf } from './observations.ts';

/** Which switches are made: each only once, or also those that an earlier run has made and nobody has merged yet. */
export type SwitchMode = 'new' | 'all';

/** What switching gives. */
export interface Switched {
  readonly history: ProbeHistory;
  /** The answers, with the new value of `active` if it changes. */
  readonly answers: readonly ProbedServer[];
}

/**
 * Switches off active servers that are dead, and on again those that probe itself has switched off and that are no
 * longer dead.
 */
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

/** What to do about one record. */
interface Step {
  readonly server: ObservedServer;
  /** Whether `active` is to be the other value. */
  readonly isSwitched: boolean;
  /** Whether no earlier run has decided it. */
  readonly isNew: boolean;
}

/** A record that is active: it never was switched off, or is so only in what nobody has merged, or is on again. */
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

/** A record that is not active: probe has switched it off only if the history has noted that. */
function whileInactive(server: ObservedServer, today: string): Step {
  const isBack = server.switchedOff !== null && server.deadSince === null;
  return {
    server: { ...server, switchedOn: isBack ? (server.switchedOn ?? today) : null },
    isSwitched: isBack,
    isNew: server.switchedOn === null,
  };
}

/**
 * The text of a record that is switched off or on. A record without `active` is active, so that line is removed, unless
 * it has a comment.
 *
 * @throws FormatError if it cannot be written with its comments
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
