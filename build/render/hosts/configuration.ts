/**
 * The configuration of a host: files in addition to the documents, so that it answers as the interface requires. Each
 * host with a configuration has a module in this folder.
 */
import type { WithdrawnRecord } from '../../../contract/generated/v2.types.ts';
import type { HostName } from '../../../contract/hosts.ts';
import type { Published } from '../../../contract/published.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import type { History } from '../../model/history.ts';
import { type Asset, textAsset } from '../asset.ts';
import type { HeaderRule } from '../headers.ts';
import type { SiteParts } from '../site-parts.ts';

/** The inputs of a configuration. */
export interface ConfigurationInput {
  readonly catalog: CatalogOutline;
  readonly history: History;
  readonly published: Published;
  readonly parts: SiteParts;
  readonly withdrawn: readonly WithdrawnRecord[];
  /** The headers of the XML Schemas and of single resources. */
  readonly headerRules: readonly HeaderRule[];
}

/** Makes the files of a configuration; their paths are beside the folder of the documents. */
export type Configuration = (input: ConfigurationInput) => Asset[];

/** The configurations by host. A program that serves one host needs no others. */
export type Configurations = Readonly<Partial<Record<HostName, Configuration>>>;

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

/** Where a server with its complete configuration listens and writes. */
interface ServerPlace {
  readonly listen: string;
  /** The beginning of the paths that it writes to. It contains the catalog's host, so that two don't collide. */
  readonly scratch: string;
  /** The comment at the beginning, with the command that starts the server in the folder above the built one. */
  readonly comment: string;
}

/** The place of a server; by default on port 8080, outside of the built folder. */
export function placeOf(
  { catalog, parts }: ConfigurationInput,
  server: string,
  command: string,
  ...notes: string[]
): ServerPlace {
  const listen = parts.listen ?? '8080';
  const host = catalog.serviceUrl.replace(/^https?:\/\//, '').replace(/[^A-Za-z0-9.-]/g, '_');
  const where = listen.replace(/^\d+$/, 'port $&');
  const comment = banner(
    `Serves the catalog as it is, on ${where}. In the folder above the one that was built, which is dist here:`,
    '',
    `  ${command}`,
    '',
    ...notes,
  );
  return { listen, comment, scratch: `/tmp/cartalog-${server}-${host.slice(0, 100)}` };
}

/** A note for servers that write files. */
export const NOTHING_WRITTEN = 'Nothing is written into that folder, so that the next build can replace it.';
