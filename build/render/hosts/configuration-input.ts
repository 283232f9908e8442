import { shortenedText } from '../../../contract/base/text.ts';
import type { ManifestFile } from '../../../contract/generated/v1.types.ts';
import type { WithdrawnRecord } from '../../../contract/generated/v2.types.ts';
import { HOSTS, type HostName } from '../../../contract/hosts.ts';
import type { Published } from '../../../contract/interface/published.ts';
import { LIST_ROUTES, ROUTES, v1Path } from '../../../contract/interface/v1-routes.ts';
import { type Asset, textAsset } from '../core/asset.ts';

/** What the configuration of one's own server needs. A site publishes all but `listen`, for mirrors. */
export interface ServedSite {
  readonly serviceUrl: string;
  /** Named by answers to requests that write. */
  readonly repository: string;
  readonly files: readonly ManifestFile[];
  /** In seconds, by data source. */
  readonly maxAges: ReadonlyMap<string, number>;
  readonly withdrawn: readonly Pick<WithdrawnRecord, 'list' | 'file' | 'withdrawn'>[];
  /** Where the complete configuration listens: a port, or an address and a port. */
  readonly listen?: string | undefined;
}

export interface ConfigurationInput extends ServedSite {
  readonly published: Published;
  readonly handler: string;
  readonly headersFile: string;
}

/** Paths are beside the folder of documents. */
export type Configuration<Input = ConfigurationInput> = (input: Input) => Asset[];

/** A server would misread the text, or it is too long. */
export class ConfigurationError extends Error {
  constructor(text: string, why = '') {
    super(`${shortenedText(text)} cannot be written into the configuration of a server${why}`);
  }
}

export type Configurations = Readonly<Partial<Record<HostName, Configuration>>>;

export function fileBanner(...lines: string[]): string {
  return ['Written by Cartalog: changes are lost with the next build, or update of a mirror.', ...lines]
    .map((line) => `# ${line}`.trimEnd())
    .join('\n');
}

export function configurationFile(path: string, text: string): Asset {
  return textAsset('configuration', path, `${text}\n`);
}

export function indentedBlock(first: string, lines: readonly string[], last: string, indent = '  '): string {
  return [first, ...lines.map((line) => indent + line.replaceAll('\n', `\n${indent}`)), last].join('\n');
}

/** @throws ConfigurationError if the text is too long, or has characters with a meaning in single quotes */
export function configQuoted(text: string, host: HostName): string {
  if (/['\n]|\\$/.test(text)) throw new ConfigurationError(text);
  const [bytes, { title, limits }] = [Buffer.byteLength(text), HOSTS[host]];
  if (bytes > (limits.configurationText ?? bytes))
    throw new ConfigurationError(text, `: ${title} reads ${limits.configurationText} bytes, and it has ${bytes}`);
  return `'${text}'`;
}

/**
 * `listen` is 8080 by default; `comment` has the command that starts the server; `scratch` begins the paths that it
 * writes to. They are outside of the built folder, and differ by port.
 */
export function listenPlaceOf(
  { serviceUrl, listen = '8080' }: ServedSite,
  server: string,
  command: string,
  ...notes: string[]
) {
  const names = [server, serviceUrl.replace(/^https?:\/\//, ''), listen];
  const scratch = names.map((name) => name.replace(/[^A-Za-z0-9.-]/g, '_').slice(0, 100)).join('-');
  const where = listen.replace(/^\d+$/, 'port $&');
  const comment = fileBanner(
    `Serves the catalog as it is, on ${where}. In the folder above the one that was built, which is dist here:`,
    '',
    `  ${command}`,
    '',
    ...notes,
  );
  return { listen, comment, scratch: `/tmp/cartalog-${scratch}` };
}

export const WRITES_NOTHING_NOTE = 'Nothing is written into that folder, so that the next build can replace it.';

/** For a site without pages, in place of the host's own: one with the lists, one for unknown addresses. */
export function barePages(): Asset[] {
  const lists = LIST_ROUTES.map((list) => `<a href="${v1Path(list)}">${ROUTES[list].name}</a>`).join(', ');
  const page = (path: string, title: string, text: string): Asset => {
    const head = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">';
    const body = `<title>${title}</title>\n<h1>${title}</h1>\n<p>${text}</p>`;
    return textAsset('page', path, `<!doctype html>\n<html lang="en">\n${head}\n${body}\n</html>\n`);
  };
  return [
    page('index.html', 'Map catalog', `The lists of <a href="${v1Path('service')}">this catalog</a>: ${lists}.`),
    page('404.html', 'Not found', 'Nothing is published here. The catalog begins at <a href="/">/</a>.'),
  ];
}
