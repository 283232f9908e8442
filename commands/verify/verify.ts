/** Runs the contract against a deployment. */

import pMap from 'p-map';
import { conditionalChecks } from './checks/conditional-requests.ts';
import { contentChecks, endpointChecks } from './checks/document-content.ts';
import { formatChecks, xmlChecks } from './checks/formats.ts';
import { methodChecks } from './checks/methods.ts';
import { pathChecks } from './checks/paths.ts';
import { headerChecks } from './checks/response-headers.ts';
import { type Ask, type Deployment, discover, type Send } from './deployment.ts';
import type { Check, Layer } from './expectations.ts';
import type { Fetch } from './replay/client.ts';
import type { XmlSchemas } from './replay/xml-reader.ts';

export type { Answer, Ask, Send } from './deployment.ts';

/** What became of one check. */
export interface Verdict {
  readonly check: Pick<Check, 'id' | 'statement' | 'clause'>;
  readonly result: 'holds' | 'fails' | 'not applicable';
  /** What is wrong, each with the request that showed it. */
  readonly problems: readonly string[];
  /** How many requests it was tried with. */
  readonly requests: number;
}

/** What a run of the contract is told. */
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
  const problems = (await pMap(asks, (ask) => problemsOf(check, ask, deployment), { concurrency: PARALLEL })).flat();
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

/** The contract: every statement of the interface, as one list. */
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

const CLAUSE = 'Facts, desktop client';

/** What the replay of the desktop client needs. */
export interface ReplayOptions {
  /** The address of the deployment, without a trailing slash. */
  readonly url: string;
  readonly fetch: Fetch;
  readonly schemas: XmlSchemas;
}

/** A verdict for each step of a replay; one that says so where a replay does not apply (null). */
export async function replayVerdicts(options: ReplayOptions | null): Promise<Verdict[]> {
  if (!options) {
    const check = { id: 'replay', statement: 'The desktop client finds what it needs', clause: CLAUSE };
    return [{ check, result: 'not applicable', problems: [], requests: 0 }];
  }
  // The XML reader is loaded only where it is needed.
  const { replay } = await import('./replay/replay.ts');
  const outcomes = await replay(options.url, options.fetch, options.schemas);
  return outcomes.map(({ name, ok, detail, requests }, index) => ({
    check: { id: `replay-${index + 1}`, statement: `The desktop client, ${name}`, clause: CLAUSE },
    result: ok === null ? 'not applicable' : ok ? 'holds' : 'fails',
    problems: ok === false ? [detail] : [],
    requests,
  }));
}
