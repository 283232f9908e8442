/** Runs the contract against a deployment. */

import pMap from 'p-map';
import type { OnProgress } from '../../build/pipeline.ts';
import type { Fetch, HttpRequest, Send } from '../../cli/http.ts';
import { describeSystemError, systemCode } from '../../contract/system-errors.ts';
import { plural, shortened } from '../../contract/text.ts';
import { contentStatements } from './checks/document-content.ts';
import { fileStatements } from './checks/file-content.ts';
import { formatStatements } from './checks/formats.ts';
import { methodStatements } from './checks/methods.ts';
import { headerStatements } from './checks/response-headers.ts';
import { type Deployment, discover } from './deployment.ts';
import { INTERFACE_SECTIONS, type InterfaceSection, type Layer, problemsIn, type Statement } from './expectations.ts';
import type { XmlSchemas } from './replay/xml-reader.ts';
import { MAX_PROBLEMS, type Verdict } from './verdict.ts';

interface VerifyOptions {
  /** The service URL in links, without a trailing slash. */
  readonly serviceUrl: string;
  readonly layer: Layer;
  readonly onProgress?: OnProgress;
  /** Shows progress. */
  readonly onNote?: (sentence: string) => void;
}

/** One statement of the interface, with its id and its section. */
export interface Check extends Omit<Statement, 'says' | 'layer'> {
  readonly id: string;
  readonly statement: string;
  readonly section: InterfaceSection;
  readonly layer: Layer | 'both';
}

const TABLES = [contentStatements, formatStatements, headerStatements, methodStatements, fileStatements];

/** The contract: every statement of the interface, by section. */
export const CONTRACT: readonly Check[] = (Object.keys(INTERFACE_SECTIONS) as InterfaceSection[]).flatMap((section) =>
  TABLES.flatMap((table) =>
    Object.entries(table[section] ?? {}).map(([id, { says: statement, layer, ...rest }]): Check => {
      return { id, statement, section, layer: layer ?? 'both', ...rest };
    }),
  ),
);

/** The number of requests sent at the same time. */
const PARALLEL = 6;

/** Checks every statement. Without a response, a statement fails; nothing is thrown. */
export async function runContract(send: Send, options: VerifyOptions): Promise<Verdict[]> {
  const { serviceUrl, layer, onProgress, onNote } = options;
  const deployment = await discover(serviceUrl, send);
  if (deployment.unseen > 0) {
    onNote?.(
      `${plural(deployment.unseen, 'link')} of the lists are not followed: only the first 1,000 of each kind are.`,
    );
  }
  const verdicts: Verdict[] = [];
  for (const check of CONTRACT) {
    onProgress?.('Checked', verdicts.length, CONTRACT.length, check.id);
    const applies = check.layer === 'both' || check.layer === layer;
    verdicts.push(applies ? await runCheck(check, deployment) : verdictOf(check, [], 0));
  }
  return verdicts;
}

async function runCheck(check: Check, deployment: Deployment): Promise<Verdict> {
  let requests: readonly HttpRequest[];
  try {
    const { asks = ({ paths }) => paths } = check;
    requests = (await asks(deployment)).map((one) => (typeof one === 'string' ? { path: one } : one));
  } catch (error) {
    // Some statements read a list to know what to request.
    return verdictOf(check, [firstOf([`What to request cannot be read: ${sentenceOf(error)}`])], 0);
  }
  const found = await pMap(requests, (request) => problemsOf(check, request, deployment), { concurrency: PARALLEL });
  return verdictOf(check, found, requests.length);
}

/** The first problems of a response, and their number. */
type Found = Pick<Verdict, 'problems' | 'problemCount'>;

function firstOf(all: Iterable<string>, name = ''): Found {
  const problems: string[] = [];
  let problemCount = 0;
  for (const problem of all) {
    problemCount++;
    if (problems.length < MAX_PROBLEMS) problems.push(name + shortened(problem, LONGEST_PROBLEM));
  }
  return { problems, problemCount };
}

/** A problem can quote what a server sent. */
const LONGEST_PROBLEM = 500;

function verdictOf(check: Check, found: readonly Found[], requestCount: number): Verdict {
  const problemCount = found.reduce((sum, one) => sum + one.problemCount, 0);
  const result = problemCount > 0 ? 'fails' : requestCount === 0 ? 'not applicable' : 'holds';
  const problems = found.flatMap((one) => one.problems).slice(0, MAX_PROBLEMS);
  return { check, result, problems, problemCount, remarks: [], requestCount };
}

/** Why a response is missing or unusable. */
function sentenceOf(error: unknown): string {
  if (systemCode(error) !== null) return `there was no response: ${describeSystemError(error)}`;
  return error instanceof Error ? error.message : String(error);
}

async function problemsOf(check: Check, request: HttpRequest, deployment: Deployment): Promise<Found> {
  const name = `${request.method ?? 'GET'} ${shortened(request.path, LONGEST_PROBLEM)}: `;
  try {
    const response = await deployment.send(request);
    return firstOf(await problemsIn(check.expect, response, deployment), name);
  } catch (error) {
    return firstOf([sentenceOf(error)], name);
  }
}

/** The section of the steps of the replay. */
const REPLAY_SECTION: InterfaceSection = 'desktop-client';

interface ReplayOptions {
  /** The address of the deployment, without a trailing slash. */
  readonly url: string;
  readonly fetch: Fetch;
  readonly schemas: XmlSchemas;
}

/** A verdict for each step of a replay; one verdict, "not applicable", if the options are null. */
export async function replayVerdicts(options: ReplayOptions | null): Promise<Verdict[]> {
  if (!options) {
    const check = { id: 'replay', statement: 'The desktop client finds what it needs', section: REPLAY_SECTION };
    return [{ check, result: 'not applicable', problems: [], problemCount: 0, remarks: [], requestCount: 0 }];
  }
  // Loads libxml2.
  const { replay } = await import('./replay/replay.ts');
  const steps = await replay(options.url, options.fetch, options.schemas);
  return steps.map(({ name, result, detail, remarks, requestCount }, index) => ({
    check: { id: `replay-${index + 1}`, statement: `The desktop client: ${name}`, section: REPLAY_SECTION },
    result,
    problems: result === 'fails' ? [detail] : [],
    problemCount: result === 'fails' ? 1 : 0,
    remarks,
    requestCount,
  }));
}
