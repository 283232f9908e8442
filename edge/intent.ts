/**
 * What to do with a request, decided only from its method, address and `Accept`. `handler.ts` does it.
 */

import type { Lookup } from '../contract/published.ts';
import { type RenditionName, renditionFor } from '../contract/renditions.ts';
import { type Resource, ROUTES, resourceAt } from '../contract/routes.ts';
import { prefersXml } from './accept.ts';

/** What to do with a request. */
export type Intent =
  /** Send the document. */
  | { readonly do: 'read'; readonly resource: Resource; readonly rendition: RenditionName }
  /** Describe the resource and the methods that it answers. */
  | { readonly do: 'describe'; readonly resource: Resource }
  /** Redirect to the path that ends in a slash. */
  | { readonly do: 'redirect'; readonly location: string }
  /** Acknowledge the report of a download, and store nothing. */
  | { readonly do: 'acknowledge' }
  /** Refuse a write method that the `Allow` of the resource lists. */
  | { readonly do: 'forbid' }
  /** Refuse a method that the `Allow` of the resource does not list. */
  | { readonly do: 'refuse-method'; readonly resource: Resource; readonly method: string }
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
export function intentOf({ method, url, accept }: RequestParts, { isPublished, hasSource }: Lookup): Intent {
  const resource = resourceAt(url.pathname);
  if (!resource || !isPublished(resource)) {
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
  const methods: readonly string[] = ROUTES[resource.route].methods;
  if (!methods.includes(method)) return { do: 'refuse-method', resource, method };
  if (method === 'OPTIONS') return { do: 'describe', resource };
  return { do: method === 'PUT' ? 'acknowledge' : 'forbid' };
}
