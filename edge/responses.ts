/** The responses that the handler makes itself, all of them JSON. Their wording is only here. */
import { FORMATS, RENDITIONS } from '../contract/renditions.ts';
import type { Addressed } from './intent.ts';

/** A response that is not a document: its status, its additional headers, and the JSON to send. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Without their parameters. */
const MEDIA_TYPES = [...new Set(Object.values(RENDITIONS).map(({ contentType }) => contentType.replace(/;.*/, '')))];

/** 404 for a path or id that is not published. */
export function unknownPath(path: string): JsonResponse {
  return error(404, `Nothing is published at ${path}.`);
}

/** 404 for a `format` that does not exist. */
export function unknownFormat(format: string): JsonResponse {
  return error(404, `There is no format "${format}"; use one of: ${FORMATS.join(', ')}.`);
}

/** 405, with the methods that are allowed. */
export function methodNotAllowed(method: string, subject: Addressed): JsonResponse {
  return error(405, `${method} is not allowed here; use ${allow(subject)}.`, { Allow: allow(subject) });
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
    headers: { Allow: allow(subject), ...(isPreflight ? preflight(subject, request) : {}) },
    body: { name, description: text, renders: mediaTypesOf(subject), parses: [] },
  };
}

function preflight(subject: Addressed, request: Headers): Record<string, string> {
  const requestHeaders = request.get('Access-Control-Request-Headers');
  return {
    'Access-Control-Allow-Methods': allow(subject),
    'Access-Control-Max-Age': '86400',
    ...(requestHeaders ? { 'Access-Control-Allow-Headers': requestHeaders } : {}),
  };
}

function mediaTypesOf(subject: Addressed): readonly string[] {
  return 'contentType' in subject ? [subject.contentType] : MEDIA_TYPES;
}

function allow({ methods }: Addressed): string {
  return methods.join(', ');
}

function error(status: number, detail: string, headers: Record<string, string> = {}): JsonResponse {
  return { status, headers: { 'Cache-Control': 'no-store', ...headers }, body: { detail } };
}
