import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { requireEnv, type TaskContext, WorkflowError } from '../workflow.ts';

/** Paths begin at one address of the API, such as the repository's. */
export interface Repository {
  get<T>(path: string): Promise<T>;
  send(method: 'POST' | 'PATCH', path: string, body: object): Promise<void>;
  post<T>(path: string, body: object): Promise<T>;
}

/** Requests throw a WorkflowError unless they succeed. */
export function workflowRepository(context: TaskContext, token = requireEnv(context, 'GITHUB_TOKEN')): Repository {
  return apiOf(context, token, `/repos/${requireEnv(context, 'GITHUB_REPOSITORY')}`);
}

function apiOf(context: TaskContext, token: string, below: string): Repository {
  const root = `${requireEnv(context, 'GITHUB_API_URL')}${below}`;
  const headers = {
    Accept: 'application/vnd.github+json',
    Authorization: `Bearer ${token}`,
    'X-GitHub-Api-Version': '2022-11-28',
  };
  const request = async (method: string, path: string, body: object | null): Promise<Response> => {
    const init = body === null ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await context.fetch(`${root}${path}`, init);
    if (!response.ok) throw new WorkflowError(`${method} ${path} was answered with ${response.status}.`);
    return response;
  };
  return {
    get: async <T>(path: string) => (await (await request('GET', path, null)).json()) as T,
    send: async (method, path, body) => void (await request(method, path, body)),
    post: async <T>(path: string, body: object) => (await (await request('POST', path, body)).json()) as T,
  };
}

/** Only GraphQL can switch auto-merge. */
export async function mutateOnGithub(
  context: TaskContext,
  token: string,
  { what, query, variables }: { what: string; query: string; variables: Readonly<Record<string, string>> },
): Promise<void> {
  const api = apiOf(context, token, '');
  const { errors } = await api.post<{ errors?: readonly { message: string }[] }>('/graphql', { query, variables });
  if (errors?.[0]) throw new WorkflowError(`${what} was refused: ${errors[0].message}`);
}

export interface PullRequest {
  readonly number: number;
  readonly head: { readonly sha: string; readonly ref: string; readonly repo: { readonly full_name: string } | null };
  readonly node_id: string;
  readonly title: string;
  readonly body: string | null;
  readonly merged_at?: string | null;
  readonly auto_merge?: object | null;
}

/** A repeated run may have an older commit. */
export async function isPullRequestAt(api: Repository, number: string, commit: string): Promise<boolean> {
  return (await api.get<PullRequest>(`/pulls/${number}`)).head.sha === commit;
}

export interface PullQuery {
  /** The full name, maybe of a fork. */
  readonly repository: string;
  readonly branch: string;
  readonly base: string;
  readonly state?: 'open' | 'closed';
}

export async function pullRequestsOf(
  api: Repository,
  { repository, branch, base, state = 'open' }: PullQuery,
): Promise<PullRequest[]> {
  const [owner = ''] = repository.split('/');
  const query = new URLSearchParams({ state, base, head: `${owner}:${branch}`, per_page: '100' });
  // The query cannot tell an owner's repositories apart, and one may be a fork of another.
  const isFromBranch = ({ head }: PullRequest): boolean => head.ref === branch && head.repo?.full_name === repository;
  return (await api.get<PullRequest[]>(`/pulls?${query}`)).filter(isFromBranch);
}

interface ProposalToken {
  readonly token: string;
  /** A workflow's token opens pull requests without checks. */
  readonly startsChecks: boolean;
}

const PERMISSIONS = { contents: 'write', pull_requests: 'write' };

/** In seconds from now. GitHub accepts at most ten minutes, and its clock may be slow. */
const VALID = { before: 60, after: 540 };

/**
 * A token for this repository and PERMISSIONS only; if PROPOSALS_APP_ID is not set, the workflow's token.
 * @param now seconds since 1970
 */
export async function proposalToken(
  context: TaskContext,
  now = Math.floor(Date.now() / 1_000),
): Promise<ProposalToken> {
  const app = context.io.env['PROPOSALS_APP_ID']?.trim();
  if (!app) return { token: requireEnv(context, 'GITHUB_TOKEN'), startsChecks: false };
  const jwt = signedToken(app, keyOfApp(context), now);
  const { id } = await workflowRepository(context, jwt).get<{ id: number }>('/installation');
  const [, name = ''] = requireEnv(context, 'GITHUB_REPOSITORY').split('/');
  const { token } = await apiOf(context, jwt, '/app').post<{ token: string }>(`/installations/${id}/access_tokens`, {
    repositories: [name],
    permissions: PERMISSIONS,
  });
  return { token, startsChecks: true };
}

/** As downloaded from GitHub. Errors show no part of it. */
function keyOfApp(context: TaskContext): KeyObject {
  const key = requireEnv(context, 'PROPOSALS_APP_KEY');
  try {
    return createPrivateKey(key);
  } catch {
    throw new WorkflowError('PROPOSALS_APP_KEY is not a private key in PEM.');
  }
}

/** A JSON Web Token (RS256). */
function signedToken(app: string, key: KeyObject, now: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: app, iat: now - VALID.before, exp: now + VALID.after };
  const content = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`;
}
