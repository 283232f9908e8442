import type { Rendition } from '../../interface/renditions.ts';
import { pathOf, type RouteName } from '../../interface/routes.ts';

/** Gives the absolute address of a resource. */
export type Link = (route: RouteName, id?: string | number) => string;

/** Makes the links of one rendition; `format=api` puts itself behind every link. */
export function linksFor(serviceUrl: string, { linkSuffix }: Rendition): Link {
  return (route, id) => `${serviceUrl}${pathOf(route, id)}${linkSuffix}`;
}
