/** What a step of a workflow hands on: outputs for the next steps, and text for the page of the run. */
import { appendFileSync } from 'node:fs';
import { requireEnv, type WorkflowContext } from '../../commands/ci/ci.ts';

/** Hands values on to the next steps. Each is one line. @throws WorkflowError where GITHUB_OUTPUT is not set */
export function setOutput(context: WorkflowContext, values: Readonly<Record<string, string>>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(requireEnv(context, 'GITHUB_OUTPUT'), lines.join(''));
}

/** Adds Markdown to the page of the run, where there is one. */
export function addToPage({ env }: WorkflowContext, markdown: string): void {
  const { GITHUB_STEP_SUMMARY: page } = env;
  if (page) appendFileSync(page, markdown);
}
