/** The hosts that a site is built for: the limits of each, and the folder of its documents. */
import { MEBIBYTE } from './base/limits.ts';

/** The name of a host, as in `--target` and in `target` of `site.yaml`. */
export type HostName = 'pages' | 'workers' | 'nginx' | 'caddy' | 'apache' | 'generic';

/** The limits of a host; null for no limit. */
export interface HostLimits {
  /** Files of a site. */
  readonly files: number | null;
  /** Bytes of one file. */
  readonly fileBytes: number | null;
  /** Rules in `_headers`. */
  readonly headerRules: number | null;
  /** Characters of one line of `_headers`. */
  readonly headerLine: number | null;
  /** Bytes of one text in its configuration. */
  readonly configurationText: number | null;
}

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
}

const NONE: HostLimits = { files: null, fileBytes: null, headerRules: null, headerLine: null, configurationText: null };

/** The limits of Cloudflare's free plan. */
const CLOUDFLARE = { ...NONE, files: 20_000, fileBytes: 25 * MEBIBYTE, headerRules: 100, headerLine: 2_000 };

const ON_CLOUDFLARE = { limits: CLOUDFLARE, runsHandler: true, root: '', sendsCopies: false, exceptions: [] } as const;

/** What Cloudflare's hosts read, and never send. */
export const HIDDEN_FILES = ['_headers', '_redirects', '_routes.json', '_worker.js', '.assetsignore'];

/** A server of one's own. Its configuration is beside the documents, never among them. */
const ownServer = (configurationText: number | null) =>
  ({ limits: { ...NONE, configurationText }, runsHandler: false, root: 'site/', sendsCopies: true }) as const;

/** Every host, by name. */
export const HOSTS: Readonly<Record<HostName, Host>> = {
  pages: { ...ON_CLOUDFLARE, name: 'pages', title: 'Cloudflare Pages' },
  workers: { ...ON_CLOUDFLARE, name: 'workers', title: 'Cloudflare Workers' },
  // nginx reads its configuration in pieces of 4 KiB, in which a text fits with its quotes; Apache texts of 8 KiB.
  nginx: { ...ownServer(4_093), name: 'nginx', title: 'nginx', exceptions: ['etag-gzip', 'xml-not-modified'] },
  caddy: { ...ownServer(null), name: 'caddy', title: 'Caddy', exceptions: ['expires', 'odd-paths'] },
  apache: { ...ownServer(8_190), name: 'apache', title: 'Apache', exceptions: ['odd-paths'] },
  generic: {
    name: 'generic',
    title: 'Any static host',
    limits: NONE,
    runsHandler: false,
    root: '',
    sendsCopies: false,
    exceptions: [],
  },
};

/** Every name, in the order of help texts. */
export const HOST_NAMES = Object.keys(HOSTS) as HostName[];

const ROOTS = [...new Set(Object.values(HOSTS).map(({ root }) => root))];

/**
 * The folder of the documents in what a build has written for some host; undefined if it is not such a folder.
 *
 * @param has whether there is a file
 * @param document one of the documents, such as `manifest.json`
 */
export function rootOf(has: (path: string) => boolean, document: string): string | undefined {
  return ROOTS.find((root) => has(root + document));
}

/** The host of a catalog that sets none. */
export const DEFAULT_HOST: HostName = 'pages';

/** The names of this machine, as a URL has them: what `serve` answers as. */
export const LOCAL_NAMES: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** A copy of a host with another limit on the number of files. */
export function withMaxFiles(host: Host, files: number | undefined): Host {
  return files === undefined ? host : { ...host, limits: { ...host.limits, files } };
}

/** The host that stands for any other on this machine: `serve` answers as Cloudflare Pages does. */
export function servedLike(host: Host): Host {
  return host.runsHandler ? host : { ...HOSTS.pages, title: host.title, limits: host.limits };
}
