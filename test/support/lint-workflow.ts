/**
 * Checks workflow files against the rules that keep untrusted code away from secrets, and finds calls of scripts,
 * commands and options that do not exist. Pure: the text and everything that can be called are passed in.
 */
import { type Document, isMap, isScalar, parseDocument, visit } from 'yaml';

/** One thing that is wrong with a workflow. */
export interface WorkflowProblem {
  /** Where in the document, with dots. */
  readonly at: string;
  readonly problem: string;
}

/** The parts of a step that are checked. */
export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: unknown;
  readonly 'timeout-minutes'?: unknown;
  readonly env?: Readonly<Record<string, unknown>>;
  readonly environment?: unknown;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on?: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly env?: unknown;
  readonly jobs?: Readonly<Record<string, Job>>;
}

const SECRET = /\bsecrets\b|\bgithub\.token\b/;

/** What npm would publish with in place of the identity of the workflow. */
const NPM_TOKEN = /\b(?:NPM_TOKEN|NODE_AUTH_TOKEN|_authToken)\b/;

/** Everything that is wrong with one workflow. */
export function lintWorkflow(text: string, callable: Callable): WorkflowProblem[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) return document.errors.map(({ message }) => ({ at: '', problem: message }));
  const workflow: Workflow = document.toJS() ?? {};
  const problems = [...lintTop(workflow), ...unpinned(document)];
  if (NPM_TOKEN.test(text)) problems.push({ at: '', problem: 'npm needs no token: it knows the workflow (id-token)' });
  const isUntrusted = 'pull_request' in (workflow.on ?? {});
  const isAfterUntrusted = 'workflow_run' in (workflow.on ?? {});
  for (const [name, job] of Object.entries(workflow.jobs ?? {})) {
    const at = `jobs.${name}`;
    problems.push(...lintJob(at, job, isUntrusted), ...lintIdentity(at, job));
    if (isAfterUntrusted) problems.push(...lintPermissionsAfter(at, job));
    for (const [index, step] of (job.steps ?? []).entries()) {
      const place = `${at}.steps.${index}`;
      problems.push(...lintStep(place, step, isUntrusted));
      problems.push(...lintHandover(place, step, isUntrusted));
      if (isAfterUntrusted) problems.push(...lintCheckouts(place, step));
      problems.push(...callProblems(step.run ?? '', callable).map((problem) => ({ at: place, problem })));
    }
  }
  return problems;
}

function* lintTop({ on, permissions, concurrency, env }: Workflow): Generator<WorkflowProblem> {
  if (on === undefined || typeof on !== 'object') yield { at: 'on', problem: 'write the events as a mapping' };
  else if ('pull_request_target' in on) {
    yield { at: 'on', problem: 'pull_request_target gives secrets to a run that anybody can start; use workflow_run' };
  }
  if (!isReadOnly(permissions)) yield { at: 'permissions', problem: 'permissions must be {} or read only at the top' };
  if (concurrency === undefined) yield { at: 'concurrency', problem: 'name the group of runs that must not overlap' };
  if (SECRET.test(JSON.stringify(env ?? null)))
    yield { at: 'env', problem: 'a secret belongs to the one step that needs it' };
}

function isReadOnly(permissions: unknown): boolean {
  if (permissions === null || typeof permissions !== 'object') return false;
  return Object.values(permissions).every((access) => access === 'read' || access === 'none');
}

function* lintJob(at: string, job: Job, isUntrusted: boolean): Generator<WorkflowProblem> {
  const { permissions, env } = job;
  if (permissions === undefined || typeof permissions !== 'object') {
    yield { at, problem: 'list the permissions of the job one by one' };
  } else if (isUntrusted && !isReadOnly(permissions)) {
    yield { at, problem: 'untrusted code runs here; nothing may be written' };
  }
  if (typeof job['timeout-minutes'] !== 'number') yield { at, problem: 'limit how long the job may take' };
  const variables = JSON.stringify(env ?? null);
  if (SECRET.test(variables)) yield { at: `${at}.env`, problem: 'a secret belongs to the one step that needs it' };
  if (/\bsteps\./.test(variables)) yield { at: `${at}.env`, problem: 'the output of a step is not known yet here' };
}

/** Whoever runs code in a job with the identity of the workflow can publish anything in its name. */
function* lintIdentity(at: string, { permissions, steps = [], ...job }: Job): Generator<WorkflowProblem> {
  if (permissions === null || typeof permissions !== 'object' || !('id-token' in permissions)) return;
  if (Object.keys(permissions).length > 1)
    yield { at, problem: 'a job with the identity of the workflow has no other right' };
  if (job.environment === undefined) yield { at, problem: 'name the environment that says who may publish, and when' };
  for (const [index, { uses = '', run }] of steps.entries()) {
    const isHarmless =
      run === undefined ? /^actions\/(?:setup-node|download-artifact)@/.test(uses) : PUBLISHES.test(run);
    if (!isHarmless)
      yield { at: `${at}.steps.${index}`, problem: 'the identity of the workflow is for npm publish alone' };
  }
}

/** One command, of a file that is there, without the scripts in it. */
const PUBLISHES = /^npm publish "\.\/[^\n;&|`()]*\.tgz"(?= .*--provenance\b)(?= .*--ignore-scripts\b)[\w -]*$/;

function* lintStep(at: string, step: Step, isUntrusted: boolean): Generator<WorkflowProblem> {
  const { uses, run, with: inputs = {}, env = {} } = step;
  if (/\$\{\{/.test(run ?? '')) {
    yield { at, problem: 'an expression becomes part of the shell script; pass it through env' };
  }
  const hasSecret = SECRET.test(JSON.stringify(step));
  if (hasSecret && isUntrusted) yield { at, problem: 'untrusted code runs here; no secret and no token may reach it' };
  if (Object.values(env).some((value) => SECRET.test(String(value))) && !isOneCommand(run)) {
    yield { at, problem: 'a step with a secret runs one command of ours and nothing else' };
  }
  if (/toJSON\(\s*secrets/i.test(JSON.stringify(step))) yield { at, problem: 'name the secrets one by one' };
  if (!/^actions\/checkout@/.test(uses ?? '')) return;
  if (inputs['persist-credentials'] !== false) {
    yield { at, problem: 'persist-credentials: false keeps the token out of the checkout' };
  }
  if ('ref' in inputs || 'repository' in inputs)
    yield { at, problem: 'only the commit that the event is about is checked out' };
}

/** Nothing that a run of untrusted code has made goes to another run. */
function* lintHandover(
  at: string,
  { uses, with: inputs = {} }: Step,
  isUntrusted: boolean,
): Generator<WorkflowProblem> {
  if (isUntrusted && /^actions\/(?:upload-artifact|cache)\b/.test(uses ?? '')) {
    yield { at, problem: 'untrusted code runs here; nothing that it makes is handed on' };
  }
  if (!/^actions\/download-artifact@/.test(uses ?? '')) return;
  const others = Object.keys(inputs).filter((name) => name !== 'name' && name !== 'path');
  if (others.length > 0)
    yield { at, problem: 'only an artifact of the same run is used; anybody may have made another' };
}

/** Reading artifacts of other runs needs a permission. */
function* lintPermissionsAfter(at: string, { permissions }: Job): Generator<WorkflowProblem> {
  if (permissions !== null && typeof permissions === 'object' && 'actions' in permissions) {
    yield { at, problem: 'artifacts and caches of untrusted runs are out of reach without the permission actions' };
  }
}

/** What writes files of a commit that git has fetched, or gets them or artifacts from GitHub in another way. */
const CHECKS_OUT =
  /\bgit\b[^\n]*\b(?:am|apply|archive|checkout|checkout-index|cherry-pick|clone|fetch|merge|pull|read-tree|rebase|reset|restore|stash|switch|worktree)\b|\bgh\b|\bcurl\b|\bwget\b/;

/** The files of a pull request are read by our own program, as data. */
function* lintCheckouts(at: string, { uses, run }: Step): Generator<WorkflowProblem> {
  if (CHECKS_OUT.test(run ?? ''))
    yield { at, problem: 'nothing of a pull request is fetched or checked out by a script' };
  if (uses !== undefined && !/^actions\/(?:checkout|setup-node|upload-artifact|download-artifact)@/.test(uses)) {
    yield { at, problem: 'this action is not known to leave pull requests alone' };
  }
}

/** How a step starts our program: as it is installed, and no other where it is not; in a checkout of it; as a script. */
const OURS = String.raw`(?:npx --no -- cartalog|node bin/cartalog\.js|npm run)`;

function isOneCommand(run: string | undefined): boolean {
  return run !== undefined && new RegExp(`^${OURS} [^\\n;&|\`]*$`).test(run.trim()) && !run.includes('$(');
}

/** Actions that are not pinned by their commit, or have no comment with the version of that commit. */
function unpinned(document: Document): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  visit(document, {
    Pair(_, { key, value }, path) {
      if (!isScalar(key) || key.value !== 'uses' || !isScalar(value) || !path.some(isMap)) return;
      const action = String(value.value);
      if (action.startsWith('./')) return;
      if (!/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(action)) {
        problems.push({ at: action, problem: 'pin the action by the 40 digits of its commit' });
      } else if (!/^\s*v\d+(?:\.\d+){0,2}\s*$/.test(value.comment ?? '')) {
        problems.push({ at: action, problem: 'add a comment that says which version the commit is, like # v7.0.1' });
      }
    },
  });
  return problems;
}

/** Everything that can be called from a workflow. */
export interface Callable {
  /** The scripts of package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** The options of each command of `cartalog`, as `--name`; those of a task of `ci` by `ci <task>`. */
  readonly commands: Readonly<Record<string, readonly string[]>>;
}

/** The calls in a shell script of something that does not exist, or with options that do not exist. */
export function callProblems(run: string, callable: Callable): string[] {
  // A line that ends in a backslash continues on the next.
  const lines = run.replaceAll(/\\\n\s*/g, ' ').split('\n');
  return lines.flatMap((line) => [
    ...(/\bnpx (?!--no -- cartalog\b)/.test(line)
      ? ['npx gets what is not installed; write npx --no -- cartalog']
      : []),
    ...[...line.matchAll(new RegExp(`(${OURS}) (.*?)(?=[|;&)]|>|$)`, 'g'))].flatMap(([, start = '', call = '']) =>
      start === 'npm run' ? scriptProblems(call, callable) : commandProblems(wordsIn(call), callable.commands),
    ),
  ]);
}

/** Words, of which those in quotes may have spaces. */
const wordsIn = (call: string): string[] => call.match(/"[^"]*"|\S+/g) ?? [];

function scriptProblems(call: string, { scripts, commands }: Callable): string[] {
  const [before = '', after = ''] = call.split(/\s--\s/, 2);
  const name =
    before
      .split(/\s+/)
      .filter((word, index, words) => word !== '' && !word.startsWith('--') && words[index - 1] !== '--prefix')[0] ??
    '';
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (script === undefined) return [`there is no npm script ${JSON.stringify(name)}`];
  const [, command] = /^(?:node bin\/cartalog\.js|cartalog) (.*)$/.exec(`${script} ${after}`.trim()) ?? [];
  return command === undefined ? [] : commandProblems(wordsIn(command), commands);
}

function commandProblems([first = '', ...rest]: readonly string[], commands: Callable['commands']): string[] {
  const name = first === 'ci' ? `ci ${rest[0] ?? ''}` : first;
  const options = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!options) return [`there is no command cartalog ${name}`];
  const given = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] as string);
  return given
    .filter((option) => !options.includes(option))
    .map((option) => `cartalog ${name} has no option ${option}`);
}
