/** A site in memory with the edge handler in front of it: fast, and easily broken on purpose. */

import type { Answer, Ask, Send } from '../../commands/verify/deployment.ts';
import type { createHandler, HandlerEnvironment } from '../../edge/handler.ts';

/** The static files of a site, by path; header rules are given as a function. */
export interface MemorySite {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly headersOf: (path: string) => Readonly<Record<string, string>>;
}

/** What the host hands to the handler. */
export function assetsOf({ files, headersOf }: MemorySite): HandlerEnvironment {
  return {
    ASSETS: {
      async fetch(request) {
        const { pathname } = new URL(request.url);
        const content = files.get(pathname.slice(1));
        if (content === undefined) return new Response('not found', { status: 404 });
        const text = Buffer.from(content).toString();
        const type = pathname.endsWith('.xml') ? 'application/xml' : 'application/json';
        const headers = { 'Content-Type': type, ETag: `"${hash(text)}"`, ...headersOf(pathname) };
        return new Response(request.method === 'HEAD' ? null : text, { headers });
      },
    },
  };
}

/** Sends the requests of the contract to a handler. */
export function sendTo(handler: ReturnType<typeof createHandler>, env: HandlerEnvironment, base: string): Send {
  return async (ask) => {
    const { path, method = 'GET', headers = {}, body = null } = ask;
    const init = { method, headers, ...(body === null ? {} : { body }) };
    const response = await handler.fetch(new Request(base + path, init), env);
    return answerOf(ask, response.status, response.headers, await response.text());
  };
}

/** An answer as checks see it. */
export function answerOf(ask: Ask, status: number, headers: Headers, text: string): Answer {
  return { ask, status, header: (name) => headers.get(name), text, json: () => JSON.parse(text) };
}

function hash(text: string): string {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  return (sum >>> 0).toString(16);
}
