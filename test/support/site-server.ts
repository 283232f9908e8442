/** A site in memory with the edge handler in front of it: fast, and easy to break on purpose. */

import { type HttpResponse, memoizedJsonOf, type Send } from '../../cli/network/http.ts';
import type { HttpRequest } from '../../cli/network/transport.ts';
import type { createHandler, HandlerEnvironment } from '../../edge/handler.ts';

/** The static files of a site by path, and the headers of each path. */
export interface MemorySite {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly headersOf: (path: string) => Readonly<Record<string, string>>;
}

export const assetsOf = ({ files, headersOf }: MemorySite): HandlerEnvironment => ({
  ASSETS: {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const content = files.get(pathname.slice(1));
      if (content === undefined) return new Response('not found', { status: 404 });
      const text = Buffer.from(content).toString();
      const type = /\.x(?:ml|sd)$/.test(pathname) ? 'application/xml; charset=utf-8' : 'application/json';
      const headers = { 'Content-Type': type, ETag: `"${hash(text)}"`, ...headersOf(pathname) };
      return new Response(request.method === 'HEAD' ? null : text, { headers });
    },
  },
});

/** Makes a function that sends the requests of the contract to a handler. */
export function sendTo(handler: ReturnType<typeof createHandler>, env: HandlerEnvironment, base: string): Send {
  return async (request) => {
    const { path, method = 'GET', headers = {}, body = null } = request;
    const init = { method, headers, ...(body === null ? {} : { body }) };
    const response = await handler.fetch(new Request(base + path, init), env);
    return responseOf(request, response.status, response.headers, await response.text());
  };
}

export function responseOf(request: HttpRequest, status: number, headers: Headers, text: string): HttpResponse {
  return { request, status, header: (name) => headers.get(name), text, json: memoizedJsonOf(request.path, text) };
}

function hash(text: string): string {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  return (sum >>> 0).toString(16);
}
