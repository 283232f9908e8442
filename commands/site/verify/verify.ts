import pMap from 'p-map';
import type { OnProgress } from '../../../build/read/folder.ts';
import type { Send } from '../../../cli/network/http.ts';
import type { HttpRequest } from '../../../cli/network/transport.ts';
import { plural, shortenedText } from '../../../contract/base/text.ts';
import { fileChecks } from './checks/file-content.ts';
import { formatChecks } from './checks/formats.ts';
import { methodChecks } from './checks/methods.ts';
import { headerChecks } from './checks/response-headers.ts';
import { contentChecks } from './checks/v1-content.ts';
import { mapChecks } from './checks/v2-content.ts';
import { type Deployment, discoverDeployment } from './deployment.ts';
import { type Check, failureSentence, problemsOfResponse } from './expectations.ts';
import { INTERFACE_SECTIONS, type InterfaceSection, type Layer, STATEMENTS, type StatementId } from './statements.ts';
import { type Found, firstProblems, LONGEST_PROBLEM, statementVerdict, type Verdict } from './verdict.ts';

interface VerifyOptions {
  /** Without a trailing slash. */
  readonly serviceUrl: string;
  readonly layer: Layer;
  readonly onProgress?: OnProgress;
  readonly onNote?: (sentence: string) => void;
  readonly checksXml?: boolean;
}

interface Statement extends Check {
  readonly id: string;
  readonly says: string;
  readonly section: InterfaceSection;
  readonly layer: Layer | undefined;
}

const CHECKS: Readonly<Record<StatementId, Check>> = {
  ...contentChecks,
  ...formatChecks,
  ...fileChecks,
  ...mapChecks,
  ...headerChecks,
  ...methodChecks,
};

export const CONTRACT: readonly Statement[] = INTERFACE_SECTIONS.flatMap((section) =>
  Object.entries(STATEMENTS[section]).map(([id, stated]) => {
    const { says, layer = undefined } = typeof stated === 'string' ? { says: stated } : stated;
    return { id, says, section, layer, ...CHECKS[id as StatementId] };
  }),
);

const CONCURRENT = { concurrency: 6 };

/** Without a response, a statement fails; nothing throws. */
export async function runContract(send: Send, options: VerifyOptions): Promise<Verdict[]> {
  const { serviceUrl, layer, onProgress, onNote, checksXml } = options;
  const deployment = await discoverDeployment(serviceUrl, send);
  if (deployment.unseen > 0) {
    onNote?.(
      `${plural(deployment.unseen, 'link')} of the lists are not followed: only the first 1,000 of each list are.`,
    );
  }
  const verdicts: Verdict[] = [];
  for (const check of CONTRACT) {
    onProgress?.('Checked', verdicts.length, CONTRACT.length, check.id);
    // A statement without a layer applies to both.
    const applies = (check.layer ?? layer) === layer;
    verdicts.push(applies ? await checkStatement(check, deployment) : statementVerdict(check, [], 0));
  }
  return checksXml ? [...verdicts, await xmlVerdictOf(deployment, layer)] : verdicts;
}

async function xmlVerdictOf(deployment: Deployment, layer: Layer): Promise<Verdict> {
  // Late, because it loads libxml2.
  const { XML_VALID, xmlVerdict } = await import('./v1-xml.ts');
  return layer === 'edge' ? xmlVerdict(deployment) : statementVerdict(XML_VALID, [], 0);
}

async function checkStatement(check: Statement, deployment: Deployment): Promise<Verdict> {
  const { asks, expect } = check;
  try {
    const requests = (await asks(deployment)).map((one) => (typeof one === 'string' ? { path: one } : one));
    const found = await pMap(requests, (request) => problemsOf(expect, request, deployment), CONCURRENT);
    return statementVerdict(check, found, requests.length);
  } catch (error) {
    // Some checks read a document to know their requests.
    return statementVerdict(check, [firstProblems([`What to request cannot be read: ${failureSentence(error)}`])], 0);
  }
}

async function problemsOf(expect: Statement['expect'], request: HttpRequest, deployment: Deployment): Promise<Found> {
  const name = `${request.method ?? 'GET'} ${shortenedText(request.path, LONGEST_PROBLEM)}: `;
  try {
    return firstProblems(await problemsOfResponse(expect, await deployment.send(request), deployment), name);
  } catch (error) {
    return firstProblems([failureSentence(error)], name);
  }
}
