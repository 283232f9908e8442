/**
 * The responses that are not documents, all of them JSON: the edge handler makes them, and servers that run no handler
 * are configured with them. Their wording is only here.
 */

import type { PlainFile } from './plain-files.ts';
import { FORMATS, RENDITIONS } from './renditions.ts';
import type { Route } from './routes.ts';

/** What is published at an address. */
export type Addressed = Route | PlainFile;

/** Headers of every response below `/v1/`. */
export const EVERY_RESPONSE = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Allow, ETag',
  Vary: 'Accept',
  'X-Content-Type-Options': 'nosniff',
} as const satisfies Readonly<Record<string, string>>;

/** The `Cache-Control` of errors, which are never cached. */
export const NEVER_CACHED = 'no-store';

/** For how many seconds a browser may remember the response to a CORS preflight. */
export const PREFLIGHT_SECONDS = 86_400;

/** A response that is not a document: its status, its additional headers, and the JSON to send. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Without their parameters. */
const MEDIA_TYPES = [...new Set(Object.values(RENDITIONS).map(({ contentType }) => contentType.replace(/;.*/, '')))];

/** 404 for a path or id that is not published; without the path where it cannot be written as JSON. */
export function unknownPath(path = 'this address'): JsonResponse {
  return error(404, `Nothing is published at ${path}.`);
}

/** 404 for a `format` that does not exist; without its name where that cannot be written as JSON. */
export function unknownFormat(format?: string): JsonResponse {
  const which = format === undefined ? 'such format' : `format "${format}"`;
  return error(404, `There is no ${which}; use one of: ${FORMATS.join(', ')}.`);
}

/** 405, with the methods that are allowed. */
export function methodNotAllowed(method: string, subject: Pick<Addressed, 'methods'>): JsonResponse {
  return error(405, `${method} is not allowed here; use ${allowOf(subject)}.`, { Allow: allowOf(subject) });
}

/** 403 for POST and DELETE on a data source. */
export function writesForbidden(repository: string): JsonResponse {
  return error(403, `The catalog cannot be changed here, only by a pull request: ${repository}`);
}

/** 202 for PUT on a data source: clients report downloads with it, and show a warning on any status but 2xx. */
export function reportAcknowledged(): JsonResponse {
  return error(202, 'Thank you for the report. It is not stored.');
}

/** 502 where the static files lack a document of the published catalog. */
export function documentMissing(path: string): JsonResponse {
  return error(502, `The document at ${path} could not be read; try again later.`);
}

/** What servers say of a request that they refuse themselves, by status. */
const NOT_UNDERSTOOD = {
  400: 'The request is malformed.',
  408: 'The request took too long.',
  412: 'The document has changed since, or is another one.',
  413: 'The body of the request is too large.',
  414: 'The address is too long.',
  416: 'The file has no such range.',
  417: 'The server cannot do what Expect asks for.',
  431: 'The headers of the request are too large.',
  501: 'The server does not know this transfer coding.',
  505: 'The server does not know this version of HTTP.',
} as const;

/** The response to each kind of request that servers refuse themselves. */
export function requestsRefused(): JsonResponse[] {
  return Object.entries(NOT_UNDERSTOOD).map(([status, detail]) => error(Number(status), detail));
}

/** 308 to the path with its trailing slash. */
export function redirect(location: string): JsonResponse {
  return error(308, `The address needs a slash at the end of its path: ${location}`, { Location: location });
}

/**
 * 200 for OPTIONS: a description of the resource or plain file; for a CORS preflight also the methods and headers it may send.
 *
 * @param request the headers of the request
 */
export function description(subject: Addressed, request: Headers): JsonResponse {
  const { name, description: text } = subject;
  const isPreflight = request.has('Origin') && request.has('Access-Control-Request-Method');
  return {
    status: 200,
    headers: { Allow: allowOf(subject), ...(isPreflight ? preflight(subject, request) : {}) },
    body: { name, description: text, renders: mediaTypesOf(subject), parses: [] },
  };
}

function preflight(subject: Addressed, request: Headers): Record<string, string> {
  const requestHeaders = request.get('Access-Control-Request-Headers');
  return {
    'Access-Control-Allow-Methods': allowOf(subject),
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    ...(requestHeaders ? { 'Access-Control-Allow-Headers': requestHeaders } : {}),
  };
}

function mediaTypesOf(subject: Addressed): readonly string[] {
  return 'contentType' in subject ? [subject.contentType] : MEDIA_TYPES;
}

/** The `Allow` of a resource or plain file. */
export function allowOf({ methods }: Pick<Addressed, 'methods'>): string {
  return methods.join(', ');
}

function error(status: number, detail: string, headers: Record<string, string> = {}): JsonResponse {
  return { status, headers: { 'Cache-Control': NEVER_CACHED, ...headers }, body: { detail } };
}
