/** The few requests to GitHub that the tasks of workflows make. */

/** What a task of a workflow is given by the process it runs in. */
export interface WorkflowContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** A request failed, or an environment variable is missing; the message is one line. */
export class WorkflowError extends Error {}

/** A task cannot do its work where a variable is missing that its step must set. */
export class MissingVariableError extends WorkflowError {}

/** Requests to the API of one repository; paths are relative to its address. */
export interface Repository {
  get<T>(path: string): Promise<T>;
  send(method: 'POST' | 'PATCH' | 'PUT', path: string, body: object): Promise<void>;
  /** Sends, and gives what is answered. */
  post<T>(path: string, body: object): Promise<T>;
}

/** An environment variable that GitHub or the step sets. @throws MissingVariableError where it is missing or empty */
export function requireEnv({ env }: WorkflowContext, name: string): string {
  const value = env[name];
  if (!value) throw new MissingVariableError(`${name} is not set.`);
  return value;
}

/** The number of the pull request, in the variable PULL_REQUEST. @throws WorkflowError where it is not one */
export function requireNumber(context: WorkflowContext): string {
  const number = requireEnv(context, 'PULL_REQUEST');
  if (!/^[1-9]\d{0,9}$/.test(number)) throw new WorkflowError('PULL_REQUEST is not the number of a pull request.');
  return number;
}

/** The address of the page of this run. @throws WorkflowError where a variable is missing */
export function runUrl(context: WorkflowContext): string {
  const get = (name: string): string => requireEnv(context, name);
  return `${get('GITHUB_SERVER_URL')}/${get('GITHUB_REPOSITORY')}/actions/runs/${get('GITHUB_RUN_ID')}`;
}

/**
 * The repository that the workflow runs in. Requests throw a WorkflowError unless the response is successful.
 *
 * @param token the token to use; that of the workflow where it is left out
 */
export function repositoryOf(context: WorkflowContext, token = requireEnv(context, 'GITHUB_TOKEN')): Repository {
  return apiOf(context, token, `/repos/${requireEnv(context, 'GITHUB_REPOSITORY')}`);
}

/**
 * Sends a query to the other API of GitHub, which alone knows of auto-merge.
 *
 * @param what is begun with it, for the message
 * @throws WorkflowError where GitHub refuses
 */
export async function mutate(
  context: WorkflowContext,
  token: string,
  { what, query, variables }: { what: string; query: string; variables: Readonly<Record<string, string>> },
): Promise<void> {
  const { errors } = await apiOf(context, token, '').post<{ errors?: readonly { message: string }[] }>('/graphql', {
    query,
    variables,
  });
  if (errors?.[0]) throw new WorkflowError(`${what} was refused: ${errors[0].message}`);
}

/** The API below a path, as a repository's. */
export function apiOf(context: WorkflowContext, token: string, below: string): Repository {
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
