/**
 * Static files answer a plain GET or HEAD. The handler adds OPTIONS, `format`, `Accept`, `Expires`, every form of
 * conditional request, and errors in JSON. It reads only `env.ASSETS`, never a request's body.
 */
import { httpDate } from '../contract/base/http-dates.ts';
import {
  ANSWERS,
  type AnswerName,
  allowOf,
  answerBody,
  EVERY_ANSWER,
  type Named,
  preflightHeaders,
} from '../contract/interface/http-answers.ts';
import { DESCRIPTION_LINK } from '../contract/interface/plain-files.ts';
import { type OwnHeaders, type Published, publishedLookup } from '../contract/interface/published.ts';
import { RENDITIONS } from '../contract/interface/v1-renditions.ts';
import { isNotModified } from './conditional.ts';
import { type FoundSubject, intentOf } from './intent.ts';

/** Static files, with redirects and header rules applied. */
export interface HandlerEnvironment {
  readonly ASSETS: { fetch(request: Request): Promise<Response> };
}

export interface Handler {
  fetch(request: Request, env: HandlerEnvironment): Promise<Response>;
}

/** Headers that a 304 repeats from a 200 (RFC 9110, section 15.4.5). */
const REPEATED = ['Cache-Control', 'ETag', 'Expires', 'Last-Modified'];

const CONDITIONAL = ['If-None-Match', 'If-Modified-Since'];

/** @param now in milliseconds since 1970 */
export function createHandler(published: Published, now: () => number = Date.now): Handler {
  const lookup = publishedLookup(published);
  const { repository, headers: ownHeaders = {} } = published;
  return {
    async fetch(request, env) {
      const { method, headers } = request;
      const url = new URL(request.url);
      const { pathname, search } = url;
      const intent = intentOf({ method, url, accept: headers.get('Accept') }, lookup);
      const answer = (name: AnswerName): Response =>
        jsonResponse(name, request, { location: `${pathname}/${search}`, method, repository }, intent.found);
      if ('answer' in intent) return answer(intent.answer);
      const file = new URL(intent.send, url);
      const response = await read(file, request, env, (asset) =>
        documentHeaders(asset, ownHeaders[intent.found.path], now()),
      );
      if (!response) return answer('missing');
      const isService = intent.found.resource?.route === 'service';
      if (isService && response.status === 200) response.headers.set('Link', DESCRIPTION_LINK);
      return response;
    },
  };
}

/** A 304 if the client's copy is current; null if the file cannot be read. */
async function read(
  file: URL,
  request: Request,
  env: HandlerEnvironment,
  headersOf: (asset: Response) => Headers,
): Promise<Response | null> {
  // Without conditional headers: the host's own 304 lacks the ETag.
  const fetchAsset = (method: string): Promise<Response> => env.ASSETS.fetch(new Request(file, { method }));
  const isConditional = CONDITIONAL.some((name) => request.headers.has(name));
  const isCurrent = (headers: Headers): boolean => isConditional && isNotModified(request.headers, headers);
  // Most copies are current, and need no body.
  let asset = await fetchAsset(isConditional ? 'HEAD' : request.method);
  if (isConditional && request.method === 'GET' && asset.status === 200 && !isCurrent(headersOf(asset))) {
    asset = await fetchAsset('GET');
  }
  const headers = headersOf(asset);
  if (asset.status === 200 && !isCurrent(headers)) return new Response(asset.body, { status: 200, headers });
  await asset.body?.cancel();
  if (asset.status !== 200) return null;
  const repeated = REPEATED.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return new Response(null, { status: 304, headers: { ...EVERY_ANSWER, ...Object.fromEntries(repeated) } });
}

function documentHeaders(asset: Response, [modified, maxAge]: OwnHeaders = [null, null], now: number): Headers {
  const headers = new Headers(asset.headers);
  for (const [name, value] of Object.entries(EVERY_ANSWER)) headers.set(name, value);
  if (modified !== null) headers.set('Last-Modified', httpDate(modified * 1000));
  if (maxAge !== null) headers.set('Cache-Control', `max-age=${maxAge}`);
  const lifetime = /^max-age=(\d+)$/.exec(headers.get('Cache-Control') ?? '')?.[1];
  if (lifetime) headers.set('Expires', httpDate(now + Number(lifetime) * 1000));
  return headers;
}

function jsonResponse(name: AnswerName, request: Request, named: Named, found: FoundSubject | null): Response {
  const { status, cache, hasAllow } = ANSWERS[name];
  const allow = found ? allowOf(found.subject) : '';
  const body = `${JSON.stringify(answerBody(name, { ...named, allow }, found?.subject))}\n`;
  const headers = {
    ...EVERY_ANSWER,
    'Content-Type': RENDITIONS.json.contentType,
    ...(cache === null ? {} : { 'Cache-Control': cache }),
    ...(hasAllow ? { Allow: allow } : {}),
    ...(name === 'redirect' ? { Location: String(named.location) } : {}),
    ...(name === 'describe' ? preflightHeaders(request.headers, allow) : {}),
  };
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}
