import { appendFileSync } from 'node:fs';
import { openWrittenCatalog } from '../../../cli/site/catalog-of-sites.ts';
import { CannotRunError, type ExitStatus, type Io, type Output } from '../../../cli/terminal/io.ts';
import { type BuildOptions, runBuild } from '../../catalog/build/command.ts';
import { runDiff } from '../../catalog/diff/command.ts';

/** The working folder has the workflow's branch. */
export interface TaskContext {
  readonly io: Io;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** The message is one line. */
export class WorkflowError extends Error {}

export class MissingVariableError extends WorkflowError {}

export const CATALOG_FOLDER = 'catalog';

export function requireEnv({ io }: TaskContext, name: string): string {
  const value = io.env[name];
  if (!value) throw new MissingVariableError(`${name} is not set.`);
  return value;
}

export function requirePullRequestNumber(context: TaskContext): string {
  const number = requireEnv(context, 'PULL_REQUEST');
  if (!/^[1-9]\d{0,9}$/.test(number)) throw new WorkflowError('PULL_REQUEST is not the number of a pull request.');
  return number;
}

export function repositoryAddress(context: TaskContext): string {
  return `${requireEnv(context, 'GITHUB_SERVER_URL')}/${requireEnv(context, 'GITHUB_REPOSITORY')}`;
}

export function workflowRunUrl(context: TaskContext): string {
  return `${repositoryAddress(context)}/actions/runs/${requireEnv(context, 'GITHUB_RUN_ID')}`;
}

/** Values have one line. */
export function setStepOutput(context: TaskContext, values: Readonly<Record<string, string>>): void {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  appendFileSync(requireEnv(context, 'GITHUB_OUTPUT'), lines.join(''));
}

interface Captured {
  readonly stdout: string;
  readonly stderr: string;
  /** 2 if it could not run; then `stderr` ends with the reason. */
  readonly status: ExitStatus | 2;
}

/** Also prints what the command writes to stderr. */
export async function captureCommand(io: Io, run: (io: Io) => Promise<ExitStatus>): Promise<Captured> {
  const text = { stdout: '', stderr: '' };
  const keep = (name: 'stdout' | 'stderr'): Output => ({
    write: (part, form) => {
      text[name] += part;
      if (name === 'stderr') io.stderr.write(part, form);
    },
    isTTY: false,
  });
  const captured: Io = { ...io, stdout: keep('stdout'), stderr: keep('stderr'), terminal: null };
  try {
    return { status: await run(captured), ...text };
  } catch (error) {
    if (!(error instanceof CannotRunError)) throw error;
    captured.stderr.write(`cartalog: ${error.message}\n`);
    return { status: 2, ...text };
  }
}

type SiteToBuild = Pick<BuildOptions, 'out'> &
  Partial<Pick<BuildOptions, 'at' | 'target' | 'requireHistory' | 'serviceUrl'>>;

export async function buildSite(io: Io, site: SiteToBuild, problem: string): Promise<void> {
  const usual = {
    catalog: CATALOG_FOLDER,
    serviceUrl: null,
    requireTokens: false,
    requireHistory: false,
    verbose: false,
  };
  const { status } = await captureCommand(io, (captured) => runBuild(captured, { ...usual, fsync: false, ...site }));
  if (status !== 0) throw new WorkflowError(problem);
}

/** @param at the commit with the removals.yaml; by default, the file on disk */
export async function diffSites(
  io: Io,
  base: string,
  next: string,
  at?: string,
): Promise<{ report: string; isBreaking: boolean }> {
  const options = { base, next, format: 'markdown', failOnBreaking: true } as const;
  const { status, stdout } = await captureCommand(io, async (captured) =>
    runDiff(captured, options, await openWrittenCatalog(captured, { catalog: null, at })),
  );
  if (status === 2) throw new WorkflowError('The sites could not be compared.');
  return { report: stdout, isBreaking: status === 1 };
}
