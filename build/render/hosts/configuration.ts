/**
 * The configuration of a host: files in addition to the documents, so that it answers as the interface requires. Each
 * host with a configuration has a module in this folder.
 */
import type { Published } from '../../../contract/published.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import type { History } from '../../model/history.ts';
import { type Asset, type SiteParts, textAsset } from '../asset.ts';
import type { HeaderRule } from '../headers.ts';

/** The inputs of a configuration. */
export interface ConfigurationInput {
  readonly catalog: CatalogOutline;
  readonly history: History;
  readonly published: Published;
  readonly parts: SiteParts;
  /** The headers of the XML Schemas and of single resources. */
  readonly headerRules: readonly HeaderRule[];
  /** Whether there are compressed copies beside the files. */
  readonly isCompressed: boolean;
}

/** Makes the files of a configuration; their paths are beside the folder of the documents. */
export type Configuration = (input: ConfigurationInput) => Asset[];

/** The header comment of every configuration file. */
export function banner(...lines: string[]): string {
  return ['Written by "cartalog build": changes are lost with the next build.', ...lines]
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');
}

/** A file of a configuration. */
export function configurationFile(path: string, text: string): Asset {
  return textAsset(path, `${text}\n`, null);
}

/** A block: indented lines between two others. */
export function indented(first: string, lines: readonly string[], last: string, indent = '  '): string {
  return [first, ...lines.map((line) => indent + line.replaceAll('\n', `\n${indent}`)), last].join('\n');
}

/** Text in single quotes. @throws if it has characters with a meaning there */
export function inQuotes(text: string): string {
  if (/['\n]|\\$/.test(text)) throw new Error(`${text} cannot be written into the configuration of a server`);
  return `'${text}'`;
}

/** A writable folder for a server of one catalog. The name contains the catalog's, so that two don't collide. */
export function scratchPath(server: string, { serviceUrl }: Pick<CatalogOutline, 'serviceUrl'>): string {
  const host = serviceUrl.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.-]/g, '_');
  return `/tmp/cartalog-${server}-${host.slice(0, 100)}`;
}

/** The media types of pages and of files in `public/` by extension, for servers without such a table. Text is UTF-8. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  geojson: 'application/geo+json',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
  zip: 'application/zip',
};
