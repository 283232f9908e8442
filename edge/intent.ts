/**
 * What to do with a request, decided only from its method, address and `Accept`. `handler.ts` does it.
 */

import { type PlainFile, plainFileAt } from '../contract/plain-files.ts';
import type { Lookup } from '../contract/published.ts';
import { type RenditionName, renditionFor } from '../contract/renditions.ts';
import type { Addressed } from '../contract/responses.ts';
import { decodedSegments, type Resource, ROUTES, type Route, resourceAt } from '../contract/routes.ts';
import { prefersXml } from './accept.ts';

/** What to do with a request. */
export type Intent =
  /** Send the document. */
  | { readonly do: 'read'; readonly resource: Resource; readonly rendition: RenditionName }
  /** Send the plain file. */
  | { readonly do: 'read-file'; readonly file: string }
  /** Describe the resource or plain file, and the methods that it answers. */
  | { readonly do: 'describe'; readonly subject: Addressed }
  /** Redirect to the path that ends in a slash. */
  | { readonly do: 'redirect'; readonly location: string }
  /** Acknowledge the report of a download, and store nothing. */
  | { readonly do: 'acknowledge' }
  /** Refuse a write method that the `Allow` of the resource lists. */
  | { readonly do: 'forbid' }
  /** Refuse a method that the `Allow` of the resource or plain file does not list. */
  | { readonly do: 'refuse-method'; readonly subject: Addressed; readonly method: string }
  /** There is no such path, id or format. */
  | { readonly do: 'not-found'; readonly what: 'path' | 'format'; readonly name: string };

/** The parts of a request that decide. */
export interface RequestParts {
  readonly method: string;
  readonly url: URL;
  /** The `Accept` header; null where it is missing. */
  readonly accept: string | null;
}

/**
 * Decides what to do with a request.
 *
 * The address is checked before the method (a POST to an unknown id is a 404). A missing slash is a redirect for every
 * method, since a 308 keeps the method.
 */
export function intentOf({ method, url, accept }: RequestParts, lookup: Lookup): Intent {
  const { isPublished, hasSource } = lookup;
  const resource = resourceAt(url.pathname);
  if (!resource || !isPublished(resource)) {
    const file = publishedFile(url.pathname, lookup);
    if (file) return intentOfFile(method, ...file);
    const withSlash = url.pathname.endsWith('/') ? null : resourceAt(`${url.pathname}/`);
    if (withSlash && isPublished(withSlash)) {
      return { do: 'redirect', location: `${url.pathname}/${url.search}` };
    }
    return { do: 'not-found', what: 'path', name: url.pathname };
  }
  if (method === 'GET' || method === 'HEAD') {
    const format = url.searchParams.get('format') ?? (prefersXml(accept) ? 'xml' : null);
    const rendition = renditionFor(format);
    if (!rendition) return { do: 'not-found', what: 'format', name: format ?? '' };
    const withSource = url.searchParams.get('includeSource') === 'true' && hasSource(resource);
    return { do: 'read', resource, rendition: rendition === 'xml' && withSource ? 'xml-source' : rendition };
  }
  const subject: Route = ROUTES[resource.route];
  if (!subject.methods.includes(method)) return { do: 'refuse-method', subject, method };
  if (method === 'OPTIONS') return { do: 'describe', subject };
  return { do: method === 'PUT' ? 'acknowledge' : 'forbid' };
}

/** The path of the plain file that is published at a request path, and what it is; null where there is none. */
function publishedFile(requestPath: string, { hasFile }: Lookup): [path: string, file: PlainFile] | null {
  const segments = decodedSegments(requestPath);
  // An encoded slash is not a separator.
  if (!segments || segments.some((segment) => segment.includes('/'))) return null;
  const path = segments.join('/');
  const file = hasFile(path) ? plainFileAt(path) : null;
  return file && [path, file];
}

function intentOfFile(method: string, path: string, subject: PlainFile): Intent {
  if (method === 'GET' || method === 'HEAD') return { do: 'read-file', file: path };
  return method === 'OPTIONS' ? { do: 'describe', subject } : { do: 'refuse-method', subject, method };
}
