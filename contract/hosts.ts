import { MEBIBYTE } from './base/limits.ts';

export type HostName = 'pages' | 'workers' | 'nginx' | 'caddy' | 'apache' | 'generic';

/**
 * Files of a site, bytes of a file, rules of `_headers`, characters of a line there, bytes of a text in a server's
 * configuration. Null is no limit.
 */
export type HostLimits = Readonly<
  Record<'files' | 'fileBytes' | 'headerRules' | 'headerLine' | 'configurationText', number | null>
>;

export interface Host {
  readonly name: HostName;
  readonly title: string;
  readonly limits: HostLimits;
  /** Also reads `_headers` and `_redirects`. */
  readonly runsHandler: boolean;
  /** The folder of the documents in the site folder, with a trailing slash; may be empty. */
  readonly root: string;
  /** Sends compressed copies of a build. */
  readonly sendsCopies: boolean;
  /** Checks of `verify` that always fail there; docs/hosts.md explains why. A generic host may fail any check. */
  readonly exceptions: readonly string[];
  /** To send `index.json` for a folder without `index.html`. */
  readonly indexSetting?: string;
  /** Redirects of other hosts name only a path. */
  readonly redirectsToAddress?: boolean;
  /** Lists folders as XML and JSON: `autoindex_format` of nginx. */
  readonly hasAutoindex?: boolean;
}

const NO_LIMITS: HostLimits = {
  files: null,
  fileBytes: null,
  headerRules: null,
  headerLine: null,
  configurationText: null,
};

/** Limits of the free plan. */
const ON_CLOUDFLARE = {
  limits: { ...NO_LIMITS, files: 20_000, fileBytes: 25 * MEBIBYTE, headerRules: 100, headerLine: 2_000 },
  ...{ runsHandler: true, root: '', sendsCopies: false, exceptions: [] },
};

/** Cloudflare reads these, and sends none. */
export const HIDDEN_FILES = ['_headers', '_redirects', '_routes.json', '_worker.js', '.assetsignore'];

/** The configuration is beside the documents, never among them. */
const OWN_SERVER = { limits: NO_LIMITS, runsHandler: false, root: 'site/', sendsCopies: true };

const DESCRIPTIONS: Readonly<Record<HostName, Omit<Host, 'name'>>> = {
  pages: { ...ON_CLOUDFLARE, title: 'Cloudflare Pages' },
  workers: { ...ON_CLOUDFLARE, title: 'Cloudflare Workers' },
  nginx: {
    ...OWN_SERVER,
    title: 'nginx',
    // nginx reads its configuration in pieces of 4 KiB; a text and its quotes must fit into one.
    limits: { ...NO_LIMITS, configurationText: 4_093 },
    exceptions: ['etag-gzip', 'xml-not-modified'],
    indexSetting: 'index index.html index.json;',
    hasAutoindex: true,
  },
  caddy: { ...OWN_SERVER, title: 'Caddy', exceptions: ['expires', 'odd-paths'] },
  apache: {
    ...OWN_SERVER,
    title: 'Apache',
    limits: { ...NO_LIMITS, configurationText: 8_190 },
    exceptions: ['odd-paths'],
    indexSetting: 'DirectoryIndex index.html index.json',
    redirectsToAddress: true,
  },
  generic: { ...OWN_SERVER, title: 'Any static host', root: '', sendsCopies: false, exceptions: [] },
};

export const HOST_NAMES = Object.keys(DESCRIPTIONS) as HostName[];

export const HOSTS = Object.fromEntries(
  HOST_NAMES.map((name) => [name, { name, ...DESCRIPTIONS[name] }]),
) as unknown as Readonly<Record<HostName, Host>>;

export const hostsWith = (member: keyof Host, named: 'name' | 'title' = 'name'): string[] =>
  Object.values(HOSTS).flatMap((host) => (host[member] ? host[named] : []));

/** Undefined if no folder of a built site has the document. */
export const siteRootIn = (has: (path: string) => boolean, document: string): string | undefined =>
  Object.values(HOSTS).find(({ root }) => has(root + document))?.root;

export const DEFAULT_HOST: HostName = 'pages';

export const withMaxFiles = (host: Host, files: number | undefined): Host =>
  files === undefined ? host : { ...host, limits: { ...host.limits, files } };

/** For a host that does not run our handler, `serve` answers as Cloudflare Pages does. */
export const localHostFor = (host: Host): Host =>
  host.runsHandler ? host : { ...HOSTS.pages, title: host.title, limits: host.limits };
