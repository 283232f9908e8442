/** A fake GitHub: its API on this machine, which keeps what it was asked. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TaskContext } from '../../commands/repository/ci/workflow.ts';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly body: { readonly body: string } | null;
  readonly authorization: string;
}

/**
 * Starts a server that responds as it is told, and keeps the requests.
 *
 * @param responseTo what it responds with; undefined for 404
 * @param isKnown whether somebody may ask
 */
export async function fakeGitHub(
  responseTo: (path: string, method: string) => unknown,
  isKnown: (authorization: string) => boolean = (authorization) => authorization === 'Bearer token',
): Promise<{ env: TaskContext['io']['env']; received: Received[] }> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const { method = '', headers } = request;
      const { authorization = '' } = headers;
      received.push({ method, path, body: text === '' ? null : JSON.parse(text), authorization });
      const value = isKnown(authorization) ? responseTo(path, method) : undefined;
      response.writeHead(value === undefined ? 404 : 200).end(JSON.stringify(value ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    GITHUB_REPOSITORY: 'us/catalog',
    GITHUB_RUN_ID: '5',
    GITHUB_SERVER_URL: 'https://host.example',
    GITHUB_TOKEN: 'token',
  };
  return { env, received };
}

export function taskContext(
  env: TaskContext['io']['env'],
  cwd = '/nowhere',
  signal = new AbortController().signal,
): TaskContext {
  const silent = { write: () => {}, isTTY: false };
  return { fetch, io: { cwd, env, stdout: silent, stderr: silent, terminal: null, signal } };
}
