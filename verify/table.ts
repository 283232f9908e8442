/** The outcome of a run of the contract, as a table for people. */
import type { Verdict } from './run.ts';

const MARKS = { holds: 'ok', fails: 'FAILS', 'not applicable': 'n/a' } as const;

/** How many problems of one check are spelled out. */
const SHOWN = 5;

/** One line a check, with what is wrong below it. */
export function formatVerdicts(verdicts: readonly Verdict[]): string {
  const width = Math.max(...verdicts.map(({ check }) => check.id.length));
  return verdicts.map((verdict) => `${row(verdict, width)}${details(verdict)}`).join('');
}

/** How many checks hold, fail and do not apply, in one line. */
export function formatCounts(verdicts: readonly Verdict[]): string {
  const count = (result: Verdict['result']): number => verdicts.filter((verdict) => verdict.result === result).length;
  const requests = verdicts.reduce((sum, verdict) => sum + verdict.requests, 0);
  return `${count('holds')} hold, ${count('fails')} fail, ${count('not applicable')} not applicable (${requests} requests)`;
}

function row({ check, result }: Verdict, width: number): string {
  return `${MARKS[result].padEnd(5)}  ${check.id.padEnd(width)}  ${check.statement} (${check.clause})\n`;
}

function details({ problems }: Verdict): string {
  const shown = problems.slice(0, SHOWN).map((problem) => `         ${problem}\n`);
  const more = problems.length - shown.length;
  return shown.join('') + (more > 0 ? `         … and ${more} more\n` : '');
}
