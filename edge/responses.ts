/** The answers that the handler makes itself; all are JSON, and their wording stands here alone. */
import { FORMATS, RENDITIONS } from '../contract/renditions.ts';
import { type Resource, ROUTES } from '../contract/routes.ts';

/** An answer without a document: status, headers of its own, and the JSON to send. */
export interface JsonResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

const MEDIA_TYPES = [...new Set(Object.values(RENDITIONS).map((rendition) => rendition.contentType))];

/** 404 for a path or id that is not published. */
export function unknownPath(path: string): JsonResponse {
  return error(404, `Nothing is published at ${path}.`);
}

/** 404 for a `format` that does not exist. */
export function unknownFormat(format: string): JsonResponse {
  return error(404, `There is no format "${format}"; there are: ${FORMATS.join(', ')}.`);
}

/** 405, with the methods that would be answered. */
export function methodNotAllowed(method: string, resource: Resource): JsonResponse {
  return error(405, `Method ${method} is not allowed here.`, { Allow: allow(resource) });
}

/** 403 for POST and DELETE on a data source. */
export function writesForbidden(repository: string): JsonResponse {
  return error(403, `The catalog is changed by pull request: ${repository}`);
}

/** 202 for PUT on a data source: clients report what they downloaded and warn people about anything but success. */
export function reportAcknowledged(): JsonResponse {
  return error(202, 'Thank you for the report. Nothing of it is stored.');
}

/** 502 where the static layer did not give the document that the catalog says is there. */
export function documentMissing(path: string): JsonResponse {
  return error(502, `The document at ${path} could not be read; try again later.`);
}

/** 308 to the path with its trailing slash. */
export function redirect(location: string): JsonResponse {
  return error(308, `The address ends in a slash: ${location}`, { Location: location });
}

/**
 * 200 for OPTIONS: what the resource is; to a browser's preflight also what it may send.
 *
 * @param request the headers of the request
 */
export function description(resource: Resource, request: Headers): JsonResponse {
  const { name, description: text } = ROUTES[resource.route];
  const isPreflight = request.has('Origin') && request.has('Access-Control-Request-Method');
  return {
    status: 200,
    headers: { Allow: allow(resource), ...(isPreflight ? preflight(resource, request) : {}) },
    body: { name, description: text, renders: MEDIA_TYPES, parses: [] },
  };
}

function preflight(resource: Resource, request: Headers): Record<string, string> {
  const asked = request.get('Access-Control-Request-Headers');
  return {
    'Access-Control-Allow-Methods': allow(resource),
    'Access-Control-Max-Age': '86400',
    ...(asked ? { 'Access-Control-Allow-Headers': asked } : {}),
  };
}

function allow(resource: Resource): string {
  return ROUTES[resource.route].methods.join(', ');
}

function error(status: number, detail: string, headers: Record<string, string> = {}): JsonResponse {
  return { status, headers: { 'Cache-Control': 'no-store', ...headers }, body: { detail } };
}
