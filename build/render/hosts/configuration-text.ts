/** How the configuration of a server is written: its files, blocks and quotes, which most servers have alike. */
import type { CatalogOutline } from '../../model/catalog.ts';
import { type Asset, textAsset } from '../asset.ts';

/** The first lines of every file of a configuration. */
export function banner(...lines: string[]): string {
  return ['Written by "cartalog build": changes are lost with the next build.', ...lines]
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');
}

/** A file of a configuration. */
export function configurationFile(path: string, text: string): Asset {
  return textAsset(path, `${text}\n`, null);
}

/** Lines between two others, indented; each may be several. */
export function indented(first: string, lines: readonly string[], last: string, indent = '  '): string {
  return [first, ...lines.map((line) => indent + line.replaceAll('\n', `\n${indent}`)), last].join('\n');
}

/** Text in single quotes. @throws where it has characters that mean something there */
export function inQuotes(text: string): string {
  if (/['\n]|\\$/.test(text)) throw new Error(`${text} cannot be written into the configuration of a server`);
  return `'${text}'`;
}

/** Where a server that serves one catalog alone may write: a name of the catalog's own, so that two keep out of each other's way. */
export function scratchPath(server: string, { serviceUrl }: Pick<CatalogOutline, 'serviceUrl'>): string {
  const host = serviceUrl.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.-]/g, '_');
  return `/tmp/cartalog-${server}-${host.slice(0, 100)}`;
}
