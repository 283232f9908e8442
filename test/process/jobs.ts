/** Runs the shell steps of a job of a workflow, as a runner of GitHub does. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';
import { temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, PROGRAM, run } from '../support/cli.ts';
import { git } from '../support/git.ts';
import { fakeGitHub } from '../support/github.ts';
import type { Step } from '../support/lint-workflow.ts';

export interface Job {
  readonly env?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps: readonly RunStep[];
}

interface RunStep extends Step {
  readonly id?: string;
  readonly if?: string;
  readonly name?: string;
  readonly 'continue-on-error'?: boolean;
}

export type Contexts = Readonly<Record<string, unknown>>;

export interface StepResult {
  readonly outcome: 'success' | 'failure' | 'skipped';
  readonly outputs: Readonly<Record<string, string>>;
  /** What it printed, for people who look for a fault. */
  readonly log: string;
}

export interface JobResult {
  readonly outputs: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, StepResult>>;
}

/**
 * Runs the steps of a job that are shell scripts, in order, with their conditions. Actions are passed over, and so are
 * the steps that `isDone` names: the test has done their work.
 *
 * @param env the environment of the runner
 */
export async function runJob(
  job: Job,
  cwd: string,
  contexts: Contexts,
  env: Readonly<Record<string, string>>,
  isDone: (name: string) => boolean,
): Promise<JobResult> {
  const byId: Record<string, StepResult> = {};
  const byName: Record<string, StepResult> = {};
  let hasFailed = false;
  for (const [index, step] of job.steps.entries()) {
    const known = { ...contexts, steps: byId };
    if (step.run === undefined || isDone(step.name ?? '')) continue;
    const condition = step.if ?? 'true';
    const isWanted = (!hasFailed || condition.includes('always()')) && Boolean(evaluate(condition, known));
    const variables = { ...job.env, ...(step.env as Record<string, string>) };
    const filled = Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, fill(text, known)]));
    const result = isWanted ? await runStep(step.run, cwd, { ...env, ...filled }) : SKIPPED;
    if (result.outcome === 'failure' && !step['continue-on-error']) hasFailed = true;
    if (step.id) byId[step.id] = result;
    byName[step.name ?? String(index)] = result;
  }
  const known = { ...contexts, steps: byId };
  const outputs = Object.entries(job.outputs ?? {}).map(([name, text]) => [name, fill(text, known)]);
  return { outputs: Object.fromEntries(outputs), steps: byName };
}

const SKIPPED: StepResult = { outcome: 'skipped', outputs: {}, log: '' };

async function runStep(script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<StepResult> {
  const folder = temporaryFolder();
  const files = { script: join(folder, 'script.sh'), output: join(folder, 'output') };
  writeFileSync(files.script, script);
  writeFileSync(files.output, '');
  const { status, stdout, stderr } = await run('bash', ['-e', files.script], {
    cwd,
    env: { ...env, GITHUB_OUTPUT: files.output },
  });
  const lines = readFileSync(files.output, 'utf8').split('\n').filter(Boolean);
  const outputs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  return {
    outcome: status === 0 ? 'success' : 'failure',
    outputs: Object.fromEntries(outputs),
    log: `${stdout}${stderr}`,
  };
}

const fill = (text: string, known: Contexts): string =>
  String(text).replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(evaluate(expression, known) ?? ''));

/** The value of an expression, of which those in our workflows are valid in JavaScript too; what is not known is empty. */
function evaluate(expression: string, known: Contexts): unknown {
  const chained = expression.replace(/(?<=[\w)])\.(?=\w)/g, '?.');
  return runInNewContext(chained, { ...known, always: () => true });
}

/** Runs Check and Publish in the committed repository of a catalog, but for what deploys: how it ends, and logs of what fails. */
export async function checkAndPublish(folder: string) {
  const origin = temporaryFolder();
  git('.', ['clone', '--quiet', '--bare', folder, origin]);
  git(folder, ['remote', 'add', 'origin', `file://${origin}`]);
  writeFiles(folder, { 'node_modules/.bin/cartalog': `#!/bin/sh\nexec node '${PROGRAM}' "$@"\n` });
  chmodSync(join(folder, 'node_modules/.bin/cartalog'), 0o755);
  const { env } = await fakeGitHub(() => []);
  const { GITHUB_TOKEN: token, ...rest } = env as Record<string, string>;
  const variables = environment({ ...rest, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' });
  const contexts = { github: { token, run_attempt: 1, ref: 'refs/heads/main' }, vars: {} };
  const stepsOf = async (workflow: string, job: string) => {
    const { jobs } = parse(readFileSync(join(folder, '.github/workflows', workflow), 'utf8'));
    const isDone = (name: string): boolean => /^(?:Install|Deploy|Verify|Explain)/.test(name);
    return Object.entries((await runJob(jobs[job], folder, contexts, variables, isDone)).steps);
  };
  const steps = [...(await stepsOf('check.yml', 'site')), ...(await stepsOf('publish.yml', 'publish'))];
  const logs = steps.filter(([, { outcome }]) => outcome === 'failure').map(([, { log }]) => log);
  return { ended: Object.fromEntries(steps.map(([name, { outcome }]) => [name, outcome])), logs };
}
