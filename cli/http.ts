/**
 * HTTP as the contract needs it: the path goes out exactly as it is written (`fetch` would tidy `..` and `%2E` away),
 * no redirect is followed, and every header is seen.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Answer, Ask, Send } from '../commands/verify/verify.ts';

const TIMEOUT_MS = 60_000;

/** Makes a function that sends requests to one deployment. It fails with the system's error where none answers. */
export function sender(base: string): Send {
  const url = new URL(base);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return (ask) =>
    new Promise((settle, fail) => {
      const { method = 'GET', path, headers = {}, body } = ask;
      const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
      const outgoing = request(
        {
          host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
          port: url.port || undefined,
          method,
          path,
          headers: { 'User-Agent': 'cartalog-verify', ...length, ...headers },
          agent: false,
          timeout: TIMEOUT_MS,
        },
        (incoming) => void receive(ask, incoming).then(settle, fail),
      );
      outgoing.once('timeout', () => outgoing.destroy(new Error('no answer within 60 seconds')));
      outgoing.once('error', fail);
      outgoing.end(body);
    });
}

async function receive(ask: Ask, incoming: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    ask,
    status: incoming.statusCode ?? 0,
    header(name) {
      const value = incoming.headers[name.toLowerCase()];
      return value === undefined ? null : [value].flat().join(', ');
    },
    text,
    json: () => JSON.parse(text),
  };
}
