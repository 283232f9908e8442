/** Runs the contract against a deployment. */

import pMap from 'p-map';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';
import { conditionalChecks } from './checks/conditional-requests.ts';
import { contentChecks, endpointChecks } from './checks/document-content.ts';
import { formatChecks, xmlChecks } from './checks/formats.ts';
import { methodChecks } from './checks/methods.ts';
import { pathChecks } from './checks/paths.ts';
import { headerChecks } from './checks/response-headers.ts';
import { type Deployment, discover, type HttpRequest, type Send } from './deployment.ts';
import type { Check, InterfaceSection, Layer } from './expectations.ts';
import type { Fetch } from './replay/client.ts';
import type { XmlSchemas } from './replay/xml-reader.ts';
import type { Verdict } from './verdict.ts';

export { commonCause } from './common-cause.ts';
export type { HttpRequest, HttpResponse, Send } from './deployment.ts';
export { INTERFACE_SECTIONS } from './expectations.ts';
export type { Fetch } from './replay/client.ts';
export { formatReport, type Verdict } from './verdict.ts';

/** What a run of the contract needs to know. */
export interface VerifyOptions {
  /** What the links of the deployment begin with, without a trailing slash. */
  readonly serviceUrl: string;
  readonly layer: Layer;
}

/** How many requests are sent at the same time. */
const PARALLEL = 6;

/** Runs every check. One whose requests get no response fails, and nothing is thrown. */
export async function runContract(send: Send, { serviceUrl, layer }: VerifyOptions): Promise<Verdict[]> {
  const deployment = await discover(serviceUrl, send);
  const verdicts: Verdict[] = [];
  for (const check of CONTRACT) {
    const applies = check.layer === 'both' || check.layer === layer;
    verdicts.push(applies ? await runCheck(check, deployment) : verdictOf(check, [], 0));
  }
  return verdicts;
}

async function runCheck(check: Check, deployment: Deployment): Promise<Verdict> {
  let requests: readonly HttpRequest[];
  try {
    requests = await check.requests(deployment);
  } catch (error) {
    // Some checks read a list to know what to request.
    return verdictOf(check, [`What to request cannot be read: ${sentenceOf(error)}`], 0);
  }
  const problems = await pMap(requests, (request) => problemsOf(check, request, deployment), { concurrency: PARALLEL });
  return verdictOf(check, problems.flat(), requests.length);
}

function verdictOf(check: Check, problems: readonly string[], requestCount: number): Verdict {
  const result = problems.length > 0 ? 'fails' : requestCount === 0 ? 'not applicable' : 'holds';
  return { check, result, problems, remarks: [], requestCount };
}

/** Why there is no response, or why it cannot be used. */
function sentenceOf(error: unknown): string {
  if (systemCode(error) !== null) return `there was no response: ${describeSystemError(error)}`;
  return error instanceof Error ? error.message : String(error);
}

async function problemsOf(check: Check, request: HttpRequest, deployment: Deployment): Promise<string[]> {
  const name = `${request.method ?? 'GET'} ${request.path}`;
  try {
    const response = await deployment.send(request);
    return [...(await check.expect(response, deployment))].map((problem) => `${name}: ${problem}`);
  } catch (error) {
    return [`${name}: ${sentenceOf(error)}`];
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

/** The section of the steps of the replay. */
const REPLAY_SECTION: InterfaceSection = 'desktop-client';

/** What the replay of the desktop client needs. */
export interface ReplayOptions {
  /** The address of the deployment, without a trailing slash. */
  readonly url: string;
  readonly fetch: Fetch;
  readonly schemas: XmlSchemas;
}

/** A verdict for each step of a replay; one verdict, "not applicable", where the options are null. */
export async function replayVerdicts(options: ReplayOptions | null): Promise<Verdict[]> {
  if (!options) {
    const check = { id: 'replay', statement: 'The desktop client finds what it needs', section: REPLAY_SECTION };
    return [{ check, result: 'not applicable', problems: [], remarks: [], requestCount: 0 }];
  }
  // The XML reader is loaded only where it is needed.
  const { replay } = await import('./replay/replay.ts');
  const steps = await replay(options.url, options.fetch, options.schemas);
  return steps.map(({ name, result, detail, remarks, requestCount }, index) => ({
    check: { id: `replay-${index + 1}`, statement: `The desktop client: ${name}`, section: REPLAY_SECTION },
    result,
    problems: result === 'fails' ? [detail] : [],
    remarks,
    requestCount,
  }));
}
