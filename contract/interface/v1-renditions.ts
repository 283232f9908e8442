/** Renditions of a document. Each has a file: `v1/editions/index.json`, `index.api.json`, `index.xml`. */
import { ROUTES, type RouteName, v1Path } from './v1-routes.ts';

export interface Rendition {
  readonly format: string;
  /** Must also be `true`, besides `format`. */
  readonly parameter: string | null;
  /** Media types in `Accept`. A wildcard matches only the first. */
  readonly accept: readonly string[];
  readonly file: string;
  /** Otherwise `otherwise` is the same document. */
  readonly isOf: (route: RouteName) => boolean;
  readonly otherwise: string;
  readonly contentType: string;
  /** Appended to each link. */
  readonly linkSuffix: string;
}

const JSON_FORM = {
  format: 'json',
  parameter: null,
  accept: ['application/json'],
  file: 'index.json',
  isOf: () => true,
  otherwise: 'index.json',
  contentType: 'application/json',
  linkSuffix: '',
} as const satisfies Rendition;

const XML_FORM = {
  format: 'xml',
  parameter: null,
  // text/xml is its older name.
  accept: ['application/xml', 'text/xml'],
  file: 'index.xml',
  isOf: () => true,
  otherwise: 'index.xml',
  // Without a charset, clients with older HTTP libraries read XML as ISO-8859-1, whatever its declaration names.
  contentType: 'application/xml; charset=utf-8',
  // Readers of the XML append the query.
  linkSuffix: '',
} as const satisfies Rendition;

/**
 * The first answers a request without `format`, also on a static host. Of several with the requested format, the last
 * whose parameter is set is sent.
 */
export const RENDITIONS = {
  json: JSON_FORM,
  // Without links, `json` is the same.
  api: {
    ...JSON_FORM,
    format: 'api',
    accept: [],
    file: 'index.api.json',
    isOf: (route: RouteName) => ROUTES[route].links,
    linkSuffix: '?format=api',
  },
  xml: XML_FORM,
  // Repeats most of the other XML, with its own ETag; the handler never reads a document.
  'xml-source': {
    ...XML_FORM,
    parameter: 'includeSource',
    accept: [],
    file: 'index.source.xml',
    isOf: (route: RouteName) => route === 'datasource',
  },
} as const satisfies Record<string, Rendition>;

export type RenditionName = keyof typeof RENDITIONS;

export const RENDITION_NAMES = Object.keys(RENDITIONS) as RenditionName[];

export const V1_FORMATS: readonly string[] = [...new Set(RENDITION_NAMES.map((name) => RENDITIONS[name].format))];

export function renditionFor(format: string | null, isSet: (parameter: string) => boolean): RenditionName | null {
  if (format === null) return 'json';
  const fits = ({ format: own, parameter }: Rendition): boolean =>
    own === format && (parameter === null || isSet(parameter));
  return RENDITION_NAMES.findLast((name) => fits(RENDITIONS[name])) ?? null;
}

export function renditionFileOf(route: RouteName, rendition: RenditionName): string {
  const { isOf, file, otherwise }: Rendition = RENDITIONS[rendition];
  return isOf(route) ? file : otherwise;
}

export function renditionQuery(rendition: RenditionName): string {
  const { format, parameter }: Rendition = RENDITIONS[rendition];
  if (rendition === 'json') return '';
  return `?format=${format}${parameter === null ? '' : `&${parameter}=true`}`;
}

export function renditionsOf(route: RouteName): RenditionName[] {
  return RENDITION_NAMES.filter((name) => RENDITIONS[name].isOf(route));
}

export type Link = (route: RouteName, id?: string | number) => string;

export function linksFor(serviceUrl: string, { linkSuffix }: Rendition): Link {
  return (route, id) => `${serviceUrl}${v1Path(route, id)}${linkSuffix}`;
}
