/** Runs the contract against a deployment. */
import { inParallel } from '../replay/in-parallel.ts';
import type { Check, Layer } from './check.ts';
import { CONTRACT } from './contract.ts';
import { type Deployment, discover } from './deployment.ts';
import type { Ask, Send } from './http.ts';

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
