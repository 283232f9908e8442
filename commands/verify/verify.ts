/** Runs the contract against a deployment. */

import pMap from 'p-map';
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
    try {
      const requests = applies ? await check.requests(deployment) : [];
      verdicts.push(await runCheck(check, requests, deployment));
    } catch (error) {
      // What decides about the requests of a check is itself requested.
      verdicts.push({ check, result: 'fails', problems: [reasonOf(error)], requestCount: 0 });
    }
  }
  return verdicts;
}

async function runCheck(check: Check, requests: readonly HttpRequest[], deployment: Deployment): Promise<Verdict> {
  const problems = await pMap(requests, (request) => problemsOf(check, request, deployment), { concurrency: PARALLEL });
  const result = requests.length === 0 ? 'not applicable' : problems.flat().length === 0 ? 'holds' : 'fails';
  return { check, result, problems: problems.flat(), requestCount: requests.length };
}

async function problemsOf(check: Check, request: HttpRequest, deployment: Deployment): Promise<string[]> {
  const name = `${request.method ?? 'GET'} ${request.path}`;
  try {
    const response = await deployment.send(request);
    return [...(await check.expect(response, deployment))].map((problem) => `${name}: ${problem}`);
  } catch (error) {
    return [`${name}: ${reasonOf(error)}`];
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
    return [{ check, result: 'not applicable', problems: [], requestCount: 0 }];
  }
  // The XML reader is loaded only where it is needed.
  const { replay } = await import('./replay/replay.ts');
  const steps = await replay(options.url, options.fetch, options.schemas);
  return steps.map(({ name, result, detail, requestCount }, index) => ({
    check: { id: `replay-${index + 1}`, statement: `The desktop client: ${name}`, section: REPLAY_SECTION },
    result,
    problems: result === 'fails' ? [detail] : [],
    requestCount,
  }));
}
