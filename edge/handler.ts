/**
 * The request handler in front of the static files.
 *
 * The static files alone are enough for a plain GET or HEAD; the handler adds what they cannot do: OPTIONS, `format`,
 * `Accept`, `Expires`, every form of conditional request, and errors in JSON. It reads only `env.ASSETS`, and never the
 * body of a request.
 */

import { DESCRIPTION_LINK } from '../contract/plain-files.ts';
import { lookUpIn, type OwnHeaders, type Published } from '../contract/published.ts';
import { fileOf } from '../contract/renditions.ts';
import * as responses from '../contract/responses.ts';
import { pathOf } from '../contract/routes.ts';
import { isNotModified } from './conditional.ts';
import { type Intent, intentOf } from './intent.ts';

/** What the host passes to the handler: the static files, with redirects and header rules applied. */
export interface HandlerEnvironment {
  readonly ASSETS: { fetch(request: Request): Promise<Response> };
}

/** A handler as the host calls it. */
export interface Handler {
  fetch(request: Request, env: HandlerEnvironment): Promise<Response>;
}

const ALWAYS: Readonly<Record<string, string>> = responses.EVERY_RESPONSE;

/** Headers of a 200 that a 304 repeats (RFC 9110, section 15.4.5). */
const REPEATED = ['Cache-Control', 'ETag', 'Expires', 'Last-Modified'];

/** Headers of a request that make it conditional. */
const CONDITIONAL = ['If-None-Match', 'If-Modified-Since'];

/**
 * Makes the handler for one published catalog.
 *
 * @param now the time in milliseconds since 1970; tests pass a fixed one
 */
export function createHandler(published: Published, now: () => number = Date.now): Handler {
  const lookup = lookUpIn(published);
  return {
    async fetch(request, env) {
      const url = new URL(request.url);
      const parts = { method: request.method, url, accept: request.headers.get('Accept') };
      const intent = intentOf(parts, lookup);
      if (intent.do === 'read' || intent.do === 'read-file') {
        const own = intent.do === 'read' ? lookup.headersOf(intent.resource) : undefined;
        return read(intent, own, url, request, env, now);
      }
      return respond(responseTo(intent, request.headers, published), request.method);
    },
  };
}

/** Sends a file of the site. */
type Reading = Extract<Intent, { do: 'read' | 'read-file' }>;

function responseTo(
  intent: Exclude<Intent, Reading>,
  request: Headers,
  { repository }: Published,
): responses.JsonResponse {
  switch (intent.do) {
    case 'describe':
      return responses.description(intent.subject, request);
    case 'redirect':
      return responses.redirect(intent.location);
    case 'acknowledge':
      return responses.reportAcknowledged();
    case 'forbid':
      return responses.writesForbidden(repository);
    case 'refuse-method':
      return responses.methodNotAllowed(intent.method, intent.subject);
    case 'not-found':
      return intent.what === 'path' ? responses.unknownPath(intent.name) : responses.unknownFormat(intent.name);
  }
}

async function read(
  intent: Reading,
  own: OwnHeaders | undefined,
  url: URL,
  request: Request,
  env: HandlerEnvironment,
  now: () => number,
): Promise<Response> {
  const path = intent.do === 'read' ? pathOf(intent.resource.route, intent.resource.id) : intent.file;
  const name = intent.do === 'read' ? fileOf(intent.resource.route, intent.rendition) : '';
  const file = new URL(path + name, url);
  // Conditional headers are evaluated here and not passed on: the 304 of the static layer lacks the ETag.
  const fetchAsset = (method: string): Promise<Response> => env.ASSETS.fetch(new Request(file, { method }));
  // Most clients that have a copy have the current one, and need no document.
  const isConditional = CONDITIONAL.some((name) => request.headers.has(name));
  let asset = await fetchAsset(isConditional ? 'HEAD' : request.method);
  let headers = headersOf(asset, own, now);
  if (asset.status === 200 && isConditional && !isNotModified(request.headers, headers) && request.method === 'GET') {
    asset = await fetchAsset('GET');
    headers = headersOf(asset, own, now);
  }
  if (asset.status !== 200) {
    await asset.body?.cancel();
    return respond(responses.documentMissing(path), request.method);
  }
  if (!isConditional || !isNotModified(request.headers, headers)) {
    if (intent.do === 'read' && intent.resource.route === 'service') headers.set('Link', DESCRIPTION_LINK);
    return new Response(asset.body, { status: 200, headers });
  }
  await asset.body?.cancel();
  const kept = new Headers(ALWAYS);
  for (const name of REPEATED) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return new Response(null, { status: 304, headers: kept });
}

/** The headers of a 200 with a document. */
function headersOf(asset: Response, own: OwnHeaders | undefined, now: () => number): Headers {
  const headers = new Headers(asset.headers);
  for (const [name, value] of Object.entries(ALWAYS)) headers.set(name, value);
  const [, modified = null, maxAge = null] = own ?? [];
  if (modified !== null) headers.set('Last-Modified', dateOf(modified * 1000));
  if (maxAge !== null) headers.set('Cache-Control', `max-age=${maxAge}`);
  const lifetime = /^max-age=(\d+)$/.exec(headers.get('Cache-Control') ?? '')?.[1];
  if (lifetime) headers.set('Expires', dateOf(now() + Number(lifetime) * 1000));
  return headers;
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

function respond({ status, headers, body }: responses.JsonResponse, method: string): Response {
  const text = method === 'HEAD' ? null : `${JSON.stringify(body)}\n`;
  return new Response(text, { status, headers: { ...ALWAYS, 'Content-Type': 'application/json', ...headers } });
}
