/** Runs the contract against a deployment. */

import { conditionalChecks } from './checks/conditional-requests.ts';
import { contentChecks, endpointChecks } from './checks/document-content.ts';
import { formatChecks, xmlChecks } from './checks/formats.ts';
import { methodChecks } from './checks/methods.ts';
import { pathChecks } from './checks/paths.ts';
import { headerChecks } from './checks/response-headers.ts';
import { type Deployment, discover } from './deployment.ts';
import type { Check, Layer } from './expectations.ts';
import type { Ask, Send } from './http.ts';
import { inParallel } from './in-parallel.ts';
import type { Outcome } from './replay/replay.ts';

/** What became of one check. */
export interface Verdict {
  readonly check: Pick<Check, 'id' | 'statement' | 'clause'>;
  readonly result: 'holds' | 'fails' | 'not applicable';
  /** What is wrong, each with the request that showed it. */
  readonly problems: readonly string[];
  /** How many requests it was tried with. */
  readonly requests: number;
}

export interface VerifyOptions {
  /** What the links of the deployment begin with, without a trailing slash. */
  readonly serviceUrl: string;
  readonly layer: Layer;
}

/** A deployment is asked this many things at a time. */
const PARALLEL = 6;

/** Runs every check. @throws the system's error where the deployment cannot be reached */
export async function runContract(send: Send, { serviceUrl, layer }: VerifyOptions): Promise<Verdict[]> {
  const deployment = await discover(serviceUrl, send);
  const verdicts: Verdict[] = [];
  for (const check of CONTRACT) {
    const applies = check.layer === 'both' || check.layer === layer;
    const asks = applies ? await check.asks(deployment) : [];
    verdicts.push(await tryOut(check, asks, deployment));
  }
  return verdicts;
}

async function tryOut(check: Check, asks: readonly Ask[], deployment: Deployment): Promise<Verdict> {
  const problems = (await inParallel(PARALLEL, asks, (ask) => problemsOf(check, ask, deployment))).flat();
  const result = asks.length === 0 ? 'not applicable' : problems.length === 0 ? 'holds' : 'fails';
  return { check, result, problems, requests: asks.length };
}

async function problemsOf(check: Check, ask: Ask, deployment: Deployment): Promise<string[]> {
  const request = `${ask.method ?? 'GET'} ${ask.path}`;
  try {
    const answer = await deployment.send(ask);
    return [...(await check.expect(answer, deployment))].map((problem) => `${request}: ${problem}`);
  } catch (error) {
    return [`${request}: ${error instanceof Error ? error.message : error}`];
  }
}

/* MERGED:  The contract: every statement of the interface, as one list. */

export const CONTRACT: readonly Check[] = [
  ...endpointChecks,
  ...contentChecks,
  ...headerChecks,
  ...formatChecks,
  ...conditionalChecks,
  ...methodChecks,
  ...pathChecks,
  ...xmlChecks,
];

/* MERGED:  The outcome of a run of the contract, as a table for people. */

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

/* MERGED:  The replay of the desktop client, as part of a run of the contract. */

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
