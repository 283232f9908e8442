/**
 * The forms in which a document is published, and which of them a request gets.
 *
 * A rendition is rendered ahead of time into a file of its own beside the others: `v1/editions/index.json`,
 * `v1/editions/index.api.json`. A further rendition is one more row here and one more renderer in `build/render/`.
 */
import { ROUTES, type RouteName } from './routes.ts';

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
} as const satisfies Record<string, Rendition>;

/** The name of a rendition. */
export type RenditionName = keyof typeof RENDITIONS;

/**
 * The rendition that a request asks for: the value of its `format` parameter, null where it has none.
 * Gives null for a format that does not exist.
 */
export function renditionFor(format: string | null): RenditionName | null {
  if (format === null) return 'json';
  return Object.hasOwn(RENDITIONS, format) ? (format as RenditionName) : null;
}

/**
 * The file that holds a rendition of a kind of resource. Where a document has no links, `json` and `api` are the same
 * bytes, and one file serves both.
 */
export function fileOf(route: RouteName, rendition: RenditionName): string {
  if (rendition === 'api' && !ROUTES[route].links) return RENDITIONS.json.file;
  return RENDITIONS[rendition].file;
}

/** The renditions of a kind of resource that have a file of their own. */
export function renditionsOf(route: RouteName): RenditionName[] {
  const names = Object.keys(RENDITIONS) as RenditionName[];
  return names.filter((name) => fileOf(route, name) === RENDITIONS[name].file);
}
