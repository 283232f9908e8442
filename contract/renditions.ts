/**
 * The forms in which a document is published, and which of them a request gets.
 *
 * A rendition is rendered ahead of time into a file of its own beside the others: `v1/editions/index.json`,
 * `v1/editions/index.api.json`, `v1/editions/index.xml`. A further rendition is one more row here and one more renderer
 * in `build/render/`.
 */
import { pathOf, ROUTES, type RouteName } from './routes.ts';

/** One form of the documents. */
export interface Rendition {
  /** The value of `format` that asks for it. */
  readonly format: string;
  /** The file it is stored in, inside the folder of the resource. */
  readonly file: string;
  /** The media type it is served with, exactly as sent. */
  readonly contentType: string;
  /** What the links inside it end in. */
  readonly linkSuffix: string;
}

/** Every rendition. The first is what a request without `format` gets, and what the static layer serves. */
export const RENDITIONS = {
  json: { format: 'json', file: 'index.json', contentType: 'application/json', linkSuffix: '' },
  api: { format: 'api', file: 'index.api.json', contentType: 'application/json', linkSuffix: '?format=api' },
  // Readers of the XML put the query behind a link themselves, so that links carry none.
  xml: { format: 'xml', file: 'index.xml', contentType: 'application/xml', linkSuffix: '' },
  // The XML of a data source with where its files are found upstream. A file of its own, although most of it stands in
  // the other, so that it has an entity tag of its own and the handler never has to look into a document.
  'xml-source': { format: 'xml', file: 'index.source.xml', contentType: 'application/xml', linkSuffix: '' },
} as const satisfies Record<string, Rendition>;

/** The name of a rendition. */
export type RenditionName = keyof typeof RENDITIONS;

const NAMES = Object.keys(RENDITIONS) as RenditionName[];

/** Every value of `format` that there is. */
export const FORMATS: readonly string[] = [...new Set(NAMES.map((name) => RENDITIONS[name].format))];

/**
 * The rendition that a request asks for: the value of its `format` parameter, null where it has none.
 * Gives null for a format that does not exist.
 */
export function renditionFor(format: string | null): RenditionName | null {
  if (format === null) return 'json';
  return NAMES.find((name) => RENDITIONS[name].format === format) ?? null;
}

/**
 * The file that holds a rendition of a kind of resource. Where a document has no links, `json` and `api` are the same
 * bytes, and one file serves both; nothing but a data source has an upstream source.
 */
export function fileOf(route: RouteName, rendition: RenditionName): string {
  if (rendition === 'api' && !ROUTES[route].links) return RENDITIONS.json.file;
  if (rendition === 'xml-source' && route !== 'datasource') return RENDITIONS.xml.file;
  return RENDITIONS[rendition].file;
}

/** The renditions of a kind of resource that have a file of their own. */
export function renditionsOf(route: RouteName): RenditionName[] {
  return NAMES.filter((name) => fileOf(route, name) === RENDITIONS[name].file);
}

/** Gives the absolute address of a resource. */
export type Link = (route: RouteName, id?: string | number) => string;

/** Makes the links of one rendition; `format=api` puts itself behind every link. */
export function linksFor(serviceUrl: string, { linkSuffix }: Rendition): Link {
  return (route, id) => `${serviceUrl}${pathOf(route, id)}${linkSuffix}`;
}
