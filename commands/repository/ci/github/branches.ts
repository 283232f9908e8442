import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { refuseLinks } from '../../../../cli/files/refuse-links.ts';
import { type GitOptions, gitFieldsOf, gitProblem, PLAIN_DIFF, runGit } from '../../../../cli/git/git-process.ts';
import { requireEnv, setStepOutput, type TaskContext, WorkflowError } from '../workflow.ts';
import { type PullQuery, pullRequestsOf, workflowRepository } from './github.ts';

/** The account of GitHub workflows. */
const IDENTITY = { name: 'github-actions[bot]', email: '41898282+github-actions[bot]@users.noreply.github.com' };

/** `http` for private networks, `file` for local folders. */
const PROTOCOLS = ['https', 'http', 'file'];

export interface KnownCommit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** A workflow committed it. */
  readonly isOurs: boolean;
}

/** Its `origin` is the repository at GitHub. Git gets the token in variables, which other users cannot read. */
export class Checkout {
  readonly #folder: string;
  readonly #access: () => Readonly<Record<string, string>>;

  /** @param token by default, the workflow's token */
  constructor(context: TaskContext, token = requireEnv(context, 'GITHUB_TOKEN')) {
    this.#folder = context.io.cwd;
    const secret = Buffer.from(`x-access-token:${token}`).toString('base64');
    this.#access = () => ({
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `http.${requireEnv(context, 'GITHUB_SERVER_URL')}/.extraheader`,
      GIT_CONFIG_VALUE_0: `Authorization: basic ${secret}`,
    });
  }

  /** A local command, without the token. @throws WorkflowError with git's reason */
  async git(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.bytes(args, options)).toString('utf8').trim();
  }

  async bytes(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    try {
      return await runGit(this.#folder, args, options);
    } catch (error) {
      throw new WorkflowError(`git ${args[0]}: ${gitProblem(error as Error)}`);
    }
  }

  #gitOnServer(args: readonly string[]): Promise<string> {
    return this.git(args, { env: this.#access(), protocols: PROTOCOLS });
  }

  async fetchBranch(branch: string): Promise<KnownCommit | null> {
    const ref = refOfBranch(branch);
    if ((await this.#gitOnServer(['ls-remote', 'origin', ref])) === '') return null;
    const kept = `refs/kept/${branch}`;
    await this.#gitOnServer(['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', 'origin', `+${ref}:${kept}`]);
    return this.commit(kept);
  }

  async fetchPullRequest(number: number): Promise<void> {
    const ref = refOfPullRequest(String(number));
    await this.#gitOnServer([...FETCH_PULL_REQUEST, `+${ref}:${ref}`]);
  }

  async commit(name: string): Promise<KnownCommit> {
    const shown = await this.git(['log', '-1', '--format=%H%n%T%n%P%n%ce', name, '--']);
    const [id = '', tree = '', parents = '', email] = shown.split('\n');
    return { id, tree, parents: parents.split(' ').filter(Boolean), isOurs: email === IDENTITY.email };
  }

  /** @param base a commit: the tree keeps its other files */
  treeOf(files: ReadonlyMap<string, string | Uint8Array>, base = '--empty'): Promise<string> {
    return this.#treeWith(base, async (env) => {
      const lines: string[] = [];
      for (const [path, input] of files) {
        const blob = await this.git(['hash-object', '-w', '--no-filters', '--stdin'], { input });
        lines.push(`100644 ${blob}\t${path}\n`);
      }
      await this.git(['update-index', '--add', '--index-info'], { env, input: lines.join('') });
    });
  }

  async changedFiles(before: string, after: string): Promise<string> {
    const listed = await this.git(['diff-tree', '-r', '--name-status', ...PLAIN_DIFF, before, after]);
    return listed.replaceAll('\t', ' ');
  }

  changedTree(paths: readonly string[]): Promise<string> {
    return this.#treeWith('HEAD', (env) => this.git(['add', '--all', '--', ...paths], { env }));
  }

  /** The index of the checkout does not change. */
  async #treeWith(base: string, change: (env: Record<string, string>) => Promise<unknown>): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'index-'));
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    try {
      await this.git(['read-tree', base], { env });
      await change(env);
      return await this.git(['write-tree'], { env });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  commitTree(tree: string, parents: readonly string[], message: string): Promise<string> {
    const { name, email } = IDENTITY;
    const identity = ['-c', `user.name=${name}`, '-c', `user.email=${email}`, '-c', 'commit.gpgSign=false'];
    const before = parents.flatMap((parent) => ['-p', parent]);
    return this.git([...identity, 'commit-tree', tree, ...before, '-F', '-'], { input: message });
  }

  /**
   * @param commit null deletes the branch @param before null if there must be no branch yet @throws WorkflowError if
   * the branch is not at `before`
   */
  async push(branch: string, commit: string | null, before: KnownCommit | null): Promise<void> {
    const ref = refOfBranch(branch);
    const lease = `--force-with-lease=${ref}:${before?.id ?? ''}`;
    await this.#gitOnServer(['push', '--quiet', lease, 'origin', `${commit ?? ''}:${ref}`]);
  }
}

/** Refuses objects that git would not check out, such as a path with `..`. */
export const FETCH_PULL_REQUEST = [
  ...['-c', 'fetch.fsckObjects=true', 'fetch', '--quiet', '--no-tags', '--no-write-fetch-head'],
  ...['--no-recurse-submodules', '--no-auto-maintenance', 'origin'],
];

export const refOfPullRequest = (number: string): string => `refs/pull/${number}/head`;

export function refOfBranch(branch: string): string {
  if (/^(?!main$|refs\/)[a-z0-9]+(?:[-/][a-z0-9]+)*$/.test(branch)) return `refs/heads/${branch}`;
  throw new WorkflowError(`${JSON.stringify(branch)} is not the name of a branch that a workflow keeps.`);
}

interface FinishedRun {
  readonly head_sha: string;
  readonly head_branch: string;
  readonly head_repository: { readonly full_name: string };
}

/**
 * GitHub's API has the number, because the finished run executed untrusted code. If fetching fails, the task that
 * merges says why.
 */
export async function findPullRequest(context: TaskContext): Promise<string> {
  const event = JSON.parse(readFileSync(requireEnv(context, 'GITHUB_EVENT_PATH'), 'utf8'));
  const { head_sha, head_branch, head_repository }: FinishedRun = event.workflow_run;
  const { default_branch: base } = event.repository;
  const query: PullQuery = { repository: head_repository.full_name, branch: head_branch, base };
  // Newer commits have another run.
  const found = (await pullRequestsOf(workflowRepository(context), query)).find(({ head }) => head.sha === head_sha);
  if (!found) return `No open pull request is at ${head_sha}; there is nothing to do.`;
  await new Checkout(context).fetchPullRequest(found.number).catch((error: unknown) => {
    if (!(error instanceof WorkflowError)) throw error;
    context.io.stderr.write(`${error.message}\n`);
  });
  setStepOutput(context, { number: String(found.number) });
  return `Pull request ${found.number} is at ${head_sha}.`;
}

/** A branch with one commit keeps them. */
interface Kept {
  readonly branch: string;
  readonly file: string;
  /** Folders of pictures, beside the file and on the branch. */
  readonly folders: readonly string[];
}

const PICTURE_PATH = /^[a-z]+\/[a-z0-9]+(?:-[a-z0-9]+)*\.(?:png|jpg|webp|gif)$/;

function isKept({ file, folders }: Kept, path: string): boolean {
  const [, folder = '', rest = ''] = /^([^/]+)\/(.*)$/.exec(path) ?? [];
  return path === basename(file) || (folders.includes(folder) && PICTURE_PATH.test(rest));
}

/** @throws WorkflowError if git fails: without the kept files, a run would start anew */
export async function fetchKeptFiles(context: TaskContext, kept: Kept): Promise<string> {
  const { branch, file } = kept;
  const checkout = new Checkout(context);
  const commit = await checkout.fetchBranch(branch);
  const root = dirname(file);
  mkdirSync(root, { recursive: true });
  if (!commit) return `There is no branch ${branch} yet.`;
  const listed = gitFieldsOf(await checkout.bytes(['ls-tree', '-r', '-z', '--name-only', commit.id]));
  for (const path of listed.filter((one) => isKept(kept, one))) {
    refuseLinks(join(root, path), root);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), await checkout.bytes(['cat-file', 'blob', `${commit.id}:${path}`]));
  }
  return `Got ${namesOf(kept)} from ${branch}.`;
}

/** Without a parent, so that the branch does not grow. */
export async function keepOnBranch(context: TaskContext, kept: Kept): Promise<string> {
  const { branch, file, folders } = kept;
  if (!existsSync(file)) return `There is no ${basename(file)} to keep.`;
  const checkout = new Checkout(context);
  const before = await checkout.fetchBranch(branch);
  const root = dirname(file);
  const paths = [basename(file), ...folders.flatMap((name) => filesBelow(root, name))].filter((path) =>
    isKept(kept, path),
  );
  const tree = await checkout.treeOf(new Map(paths.map((path) => [path, readFileSync(join(root, path))])));
  if (before?.tree === tree) return `${namesOf(kept)} has not changed.`;
  await checkout.push(branch, await checkout.commitTree(tree, [], `Keep ${basename(file)}\n`), before);
  return `Kept ${namesOf(kept)} on ${branch}.`;
}

function namesOf({ file, folders }: Kept): string {
  return [basename(file), ...folders].join(', ');
}

function filesBelow(root: string, name: string): string[] {
  const folder = join(root, name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}
