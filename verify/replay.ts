/** The replay of the desktop client, as part of a run of the contract. */
import type { Outcome } from '../replay/replay.ts';
import type { Verdict } from './run.ts';

const CLAUSE = 'Facts, desktop client';

/** A verdict for each step of a replay; one that says so where a replay does not apply (null). */
export function replayVerdicts(outcomes: readonly Outcome[] | null): Verdict[] {
  if (!outcomes) {
    const check = { id: 'replay', statement: 'The desktop client finds what it needs', clause: CLAUSE };
    return [{ check, result: 'not applicable', problems: [], requests: 0 }];
  }
  return outcomes.map(({ name, ok, detail, requests }, index) => ({
    check: { id: `replay-${index + 1}`, statement: `The desktop client, ${name}`, clause: CLAUSE },
    result: ok === null ? 'not applicable' : ok ? 'holds' : 'fails',
    problems: ok === false ? [detail] : [],
    requests,
  }));
}
