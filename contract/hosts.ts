/** The kinds of host that a site is built for: what each accepts, and where it finds the documents. */
import { MEBIBYTE } from './limits.ts';

/** The name of a kind of host, as `--target` and `target` of `site.yaml` say it. */
export type HostName = 'pages' | 'workers' | 'nginx' | 'caddy' | 'apache' | 'generic';

/** What a host accepts; null if it has no such limit. */
export interface HostLimits {
  /** Files of a site. */
  readonly files: number | null;
  /** Bytes of one file. */
  readonly fileBytes: number | null;
  /** Rules in `_headers`. */
  readonly headerRules: number | null;
  /** Characters of one line of `_headers`. */
  readonly headerLine: number | null;
}

/** A kind of host. */
export interface Host {
  readonly name: HostName;
  /** What people call it. */
  readonly title: string;
  readonly limits: HostLimits;
  /** Whether it runs our handler, and reads `_headers` and `_redirects`: it is one of Cloudflare's. */
  readonly runsHandler: boolean;
  /** The folder of the documents inside what is built, with a slash at its end; empty if that is everything. */
  readonly root: string;
  /** Whether it can send copies of files that were compressed by the build. */
  readonly sendsCopies: boolean;
  /** The checks of `verify` that fail there whatever is built; docs/hosts.md says why. Any other host may fail any. */
  readonly exceptions: readonly string[];
}

/** What Cloudflare accepts on its free plan. */
const CLOUDFLARE: HostLimits = { files: 20_000, fileBytes: 25 * MEBIBYTE, headerRules: 100, headerLine: 2_000 };

const NONE: HostLimits = { files: null, fileBytes: null, headerRules: null, headerLine: null };

const ON_CLOUDFLARE = { limits: CLOUDFLARE, runsHandler: true, root: '', sendsCopies: false, exceptions: [] } as const;

/** A server of one's own: its configuration is beside the documents, and never among them. */
const OWN_SERVER = { limits: NONE, runsHandler: false, root: 'site/', sendsCopies: true } as const;

/** Every kind of host, by name. */
export const HOSTS: Readonly<Record<HostName, Host>> = {
  pages: { ...ON_CLOUDFLARE, name: 'pages', title: 'Cloudflare Pages' },
  workers: { ...ON_CLOUDFLARE, name: 'workers', title: 'Cloudflare Workers' },
  nginx: { ...OWN_SERVER, name: 'nginx', title: 'nginx', exceptions: ['etag-gzip', 'xml-not-modified'] },
  caddy: { ...OWN_SERVER, name: 'caddy', title: 'Caddy', exceptions: ['expires', 'odd-paths'] },
  apache: { ...OWN_SERVER, name: 'apache', title: 'Apache', exceptions: ['odd-paths'] },
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

/** Every name, in the order in which people see them. */
export const HOST_NAMES = Object.keys(HOSTS) as HostName[];

/** The host of a catalog that names none. */
export const DEFAULT_HOST: HostName = 'pages';

/** The host for a plan, or a server, that accepts another number of files. */
export function withMaxFiles(host: Host, files: number | undefined): Host {
  return files === undefined ? host : { ...host, limits: { ...host.limits, files } };
}

/**
 * The host that replaces another on this machine, which has only the Cloudflare runtime: it serves the whole
 * interface, and accepts as many and as large files as the other.
 */
export function servedLike(host: Host): Host {
  if (host.runsHandler) return host;
  const { files, fileBytes } = host.limits;
  return { ...HOSTS[DEFAULT_HOST], limits: { ...CLOUDFLARE, files, fileBytes } };
}
