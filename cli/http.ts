/**
 * HTTP as the contract needs it: the path is sent exactly as it is written (`fetch` would normalize `..` and `%2E`),
 * redirects are not followed, and no header is hidden.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { HttpRequest, HttpResponse, Send } from '../commands/verify/verify.ts';

const TIMEOUT_MS = 60_000;

/**
 * Makes a function that sends requests to one deployment. The function rejects with the system's error where there is
 * no response.
 *
 * @param base the address of the deployment; its path is not used
 */
export function sender(base: string): Send {
  const url = new URL(base);
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  return (request) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', path, headers = {}, body } = request;
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const outgoing = start(
        {
          host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
          port: url.port || undefined,
          method,
          path,
          headers: { 'User-Agent': 'cartalog-verify', ...length, ...headers },
          agent: false,
          timeout: TIMEOUT_MS,
        },
        (incoming) => void receive(request, incoming).then(resolve, reject),
      );
      outgoing.once('timeout', () => outgoing.destroy(new Error('no response within 60 seconds')));
      outgoing.once('error', reject);
      outgoing.end(body);
    });
}

async function receive(request: HttpRequest, incoming: IncomingMessage): Promise<HttpResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    request,
    status: incoming.statusCode ?? 0,
    header(name) {
      const value = incoming.headers[name.toLowerCase()];
      return value === undefined ? null : [value].flat().join(', ');
    },
    text,
    json: () => JSON.parse(text),
  };
}
