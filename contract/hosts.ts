/** The hosts that a site is built for: what each is called, takes, sends, and how it differs from the others. */
import { MEBIBYTE } from './base/limits.ts';

/** The name of a host, as in `--target` and in `target` of `site.yaml`. */
export type HostName = 'pages' | 'workers' | 'nginx' | 'caddy' | 'apache' | 'generic';

/** Limits: files of a site, bytes of a file, rules of `_headers`, characters of a line there, bytes of a text; null for none. */
export type HostLimits = Readonly<
  Record<'files' | 'fileBytes' | 'headerRules' | 'headerLine' | 'configurationText', number | null>
>;

/** A host that a site can be built for. */
export interface Host {
  readonly name: HostName;
  /** Its name for people. */
  readonly title: string;
  readonly limits: HostLimits;
  /** Whether it runs our handler and reads `_headers` and `_redirects`, as Cloudflare's hosts do. */
  readonly runsHandler: boolean;
  /** The folder of the documents inside the site folder, with a trailing slash; empty for the site folder itself. */
  readonly root: string;
  /** Whether it can serve compressed copies that the build made. */
  readonly sendsCopies: boolean;
  /** The checks of `verify` that always fail there; docs/hosts.md explains why. A generic host may fail any check. */
  readonly exceptions: readonly string[];
  /** The setting with which it sends `index.json` for a folder without `index.html`, which is the page at the root. */
  readonly indexSetting?: string;
  /** Whether its redirects name the service URL. */
  readonly redirectsToAddress?: boolean;
  /** Whether it can list a folder as XML and JSON, in the forms of `autoindex_format`. */
  readonly hasAutoindex?: boolean;
}

const NONE: HostLimits = { files: null, fileBytes: null, headerRules: null, headerLine: null, configurationText: null };

/** The limits are those of the free plan. */
const ON_CLOUDFLARE = {
  limits: { ...NONE, files: 20_000, fileBytes: 25 * MEBIBYTE, headerRules: 100, headerLine: 2_000 },
  ...{ runsHandler: true, root: '', sendsCopies: false, exceptions: [] },
};

/** What Cloudflare's hosts read, and never send. */
export const HIDDEN_FILES = ['_headers', '_redirects', '_routes.json', '_worker.js', '.assetsignore'];

/** A server of one's own. Its configuration is beside the documents, never among them. */
const OWN_SERVER = { limits: NONE, runsHandler: false, root: 'site/', sendsCopies: true };

const DESCRIPTIONS: Readonly<Record<HostName, Omit<Host, 'name'>>> = {
  pages: { ...ON_CLOUDFLARE, title: 'Cloudflare Pages' },
  workers: { ...ON_CLOUDFLARE, title: 'Cloudflare Workers' },
  nginx: {
    ...OWN_SERVER,
    title: 'nginx',
    // It reads its configuration in pieces of 4 KiB, in which a text fits with its quotes.
    limits: { ...NONE, configurationText: 4_093 },
    exceptions: ['etag-gzip', 'xml-not-modified'],
    indexSetting: 'index index.html index.json;',
    hasAutoindex: true,
  },
  caddy: { ...OWN_SERVER, title: 'Caddy', exceptions: ['expires', 'odd-paths'] },
  apache: {
    ...OWN_SERVER,
    title: 'Apache',
    limits: { ...NONE, configurationText: 8_190 },
    exceptions: ['odd-paths'],
    indexSetting: 'DirectoryIndex index.html index.json',
    redirectsToAddress: true,
  },
  generic: { ...OWN_SERVER, title: 'Any static host', root: '', sendsCopies: false, exceptions: [] },
};

/** Every name, in the order of help texts. */
export const HOST_NAMES = Object.keys(DESCRIPTIONS) as HostName[];

/** Every host, by name. */
export const HOSTS = Object.fromEntries(
  HOST_NAMES.map((name) => [name, { name, ...DESCRIPTIONS[name] }]),
) as unknown as Readonly<Record<HostName, Host>>;

/** The names, or titles, of the hosts that have something. */
export const hostsWith = (member: keyof Host, named: 'name' | 'title' = 'name'): string[] =>
  Object.values(HOSTS).flatMap((host) => (host[member] ? host[named] : []));

/** The folder of the documents in what a build has written, with this one of them; undefined if `has` finds it nowhere. */
export const siteRootIn = (has: (path: string) => boolean, document: string): string | undefined =>
  Object.values(HOSTS).find(({ root }) => has(root + document))?.root;

/** The host of a catalog that sets none. */
export const DEFAULT_HOST: HostName = 'pages';

/** A copy of a host with another limit on the number of files. */
export const withMaxFiles = (host: Host, files: number | undefined): Host =>
  files === undefined ? host : { ...host, limits: { ...host.limits, files } };

/** The host that stands for any other on this machine: `serve` answers as Cloudflare Pages does. */
export const localHostFor = (host: Host): Host =>
  host.runsHandler ? host : { ...HOSTS.pages, title: host.title, limits: host.limits };
