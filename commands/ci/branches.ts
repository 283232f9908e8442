/** Branches that workflows keep: commits made of files, and pushed with a token that no other process can read. */

import { type GitOptions, gitProblem, runGit } from '../../cli/git-process.ts';
import { requireEnv, type WorkflowContext, WorkflowError } from './ci.ts';

/** The person that commits of workflows name: the account under which workflows act. */
const IDENTITY = { name: 'github-actions[bot]', email: '41898282+github-actions[bot]@users.noreply.github.com' };

/** How the server of a repository is reached: also without TLS in a network of one's own, and as a folder. */
const PROTOCOLS = ['https', 'http', 'file'];

/** A commit as it is in a repository. */
export interface KnownCommit {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** Whether a workflow has made it. */
  readonly isOurs: boolean;
}

/** A checkout whose `origin` is the repository that the workflow runs in. */
export class Checkout {
  readonly #folder: string;
  readonly #access: Readonly<Record<string, string>>;

  /** @param token what `origin` is asked with, over https */
  constructor(context: WorkflowContext, folder: string, token: string) {
    this.#folder = folder;
    const secret = Buffer.from(`x-access-token:${token}`).toString('base64');
    this.#access = {
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: `http.${requireEnv(context, 'GITHUB_SERVER_URL')}/.extraheader`,
      GIT_CONFIG_VALUE_0: `Authorization: basic ${secret}`,
    };
  }

  /** Runs git. @throws WorkflowError with the reason that git gives */
  async git(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.bytes(args, options)).toString('utf8').trim();
  }

  /** The same, for output that is not text. */
  async bytes(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    try {
      // Only with the token does it talk to a server.
      const protocols = options.env === this.#access ? PROTOCOLS : [];
      return await runGit(this.#folder, args, { ...options, protocols });
    } catch (error) {
      throw new WorkflowError(`git ${args[0]}: ${gitProblem(error as Error)}`);
    }
  }

  /** The newest commit of a branch of `origin`, fetched; null where there is no such branch. */
  async fetchBranch(branch: string): Promise<KnownCommit | null> {
    const ref = refOfBranch(branch);
    const env = this.#access;
    if ((await this.git(['ls-remote', 'origin', ref], { env })) === '') return null;
    const own = `refs/kept/${branch}`;
    await this.git(['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', 'origin', `+${ref}:${own}`], { env });
    return this.commit(own);
  }

  /** Fetches the commits of a pull request to where GitHub has them. Odd objects are refused when they arrive. */
  async fetchPullRequest(number: number): Promise<void> {
    const ref = refOfPullRequest(String(number));
    await this.git([...FETCH_PULL_REQUEST, `+${ref}:${ref}`], { env: this.#access });
  }

  /** What a commit is made of. */
  async commit(name: string): Promise<KnownCommit> {
    const shown = await this.git(['log', '-1', '--format=%H%n%T%n%P%n%ce', name, '--']);
    const [id = '', tree = '', parents = '', email] = shown.split('\n');
    return { id, tree, parents: parents.split(' ').filter(Boolean), isOurs: email === IDENTITY.email };
  }

  /** Makes a commit that no branch has yet. @returns its id */
  commitTree(tree: string, parents: readonly string[], message: string): Promise<string> {
    const { name, email } = IDENTITY;
    const identity = ['-c', `user.name=${name}`, '-c', `user.email=${email}`, '-c', 'commit.gpgSign=false'];
    const before = parents.flatMap((parent) => ['-p', parent]);
    return this.git([...identity, 'commit-tree', tree, ...before, '-F', '-'], { input: message });
  }

  /** Lets a branch of `origin` be at a commit; null deletes it. Fails where it is not at the one before any more. */
  async push(branch: string, commit: string | null, before: KnownCommit | null): Promise<void> {
    const ref = refOfBranch(branch);
    const lease = `--force-with-lease=${ref}:${before?.id ?? ''}`;
    await this.git(['push', '--quiet', lease, 'origin', `${commit ?? ''}:${ref}`], { env: this.#access });
  }
}

/** Fetches what is named after it. Objects that git would not check out, such as a path with `..` in it, are refused. */
export const FETCH_PULL_REQUEST = [
  ...['-c', 'fetch.fsckObjects=true', 'fetch', '--quiet', '--no-tags', '--no-write-fetch-head'],
  ...['--no-recurse-submodules', '--no-auto-maintenance', 'origin'],
];

/** Where GitHub has the commits of a pull request. */
export const refOfPullRequest = (number: string): string => `refs/pull/${number}/head`;

/** The full name of a branch. @throws WorkflowError where it is none that a workflow should keep */
function refOfBranch(branch: string): string {
  if (/^(?!main$|refs\/)[a-z0-9]+(?:[-/][a-z0-9]+)*$/.test(branch)) return `refs/heads/${branch}`;
  throw new WorkflowError(`${JSON.stringify(branch)} is not the name of a branch that a workflow keeps.`);
}
