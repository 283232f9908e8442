/**
 * What a request asks for, decided from its method, address, `Accept` and nothing else. Carrying it out is `handler.ts`.
 */

import type { Lookup } from '../contract/published.ts';
import { type RenditionName, renditionFor } from '../contract/renditions.ts';
import { type Resource, ROUTES, resourceAt } from '../contract/routes.ts';
import { prefersXml } from './accept.ts';

/** What to do with a request. */
export type Intent =
  /** Send the document. */
  | { readonly do: 'read'; readonly resource: Resource; readonly rendition: RenditionName }
  /** Say what the resource is and which methods it responses. */
  | { readonly do: 'describe'; readonly resource: Resource }
  /** Send the client to the path that ends in a slash. */
  | { readonly do: 'redirect'; readonly location: string }
  /** Thank for a report of a download, and store nothing. */
  | { readonly do: 'acknowledge' }
  /** Refuse a write that the resource lists. */
  | { readonly do: 'forbid' }
  /** Refuse a method that the resource does not list. */
  | { readonly do: 'refuse-method'; readonly resource: Resource; readonly method: string }
  /** There is no such path, id or format. */
  | { readonly do: 'not-found'; readonly what: 'path' | 'format'; readonly name: string };

/** What of a request decides. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  /** The `Accept` header; null where there is none. */
  readonly accept: string | null;
}

/**
 * Decides.
 *
 * An address comes before a method (a POST to an unknown id is a 404), and a missing slash before both, since the
 * redirect keeps the method.
 */
export function intentOf({ method, url, accept }: Asked, { isPublished, hasSource }: Lookup): Intent {
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
