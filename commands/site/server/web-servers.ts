/** The web servers that a catalog is published with, and what is known of the one here. */

/**
 * The web servers that are set up. `part` is what a site includes of the built configuration, and `between` is between its names.
 * A site begins at `site`; the first group of `names` and `ports` has its names or a port.
 */
export const WEB_SERVERS = {
  nginx: {
    folder: '/etc/nginx/conf.d',
    service: 'nginx',
    part: 'nginx/server.conf',
    certificate: 'certbot --nginx -d',
    between: ' ',
    site: /^(?=[ \t]*server[ \t]*\{)/m,
    names: /\bserver_name[ \t]+([^;]{0,1000});/g,
    ports: /\blisten[ \t]+(?:[^;\s]*:)?(\d+)\b/g,
    test: 'nginx -t -q',
    reload: 'nginx -t -q && nginx -s reload',
  },
  caddy: {
    folder: '/etc/caddy',
    service: 'caddy',
    part: 'caddy/cartalog.caddy',
    certificate: null,
    between: ', ',
    site: /^(?=\S.*\{$)/m,
    names: /^(\S.*)\{$/gm,
    ports: /^http:\/\/:(\d+)[ ,]/gm,
    test: 'caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile',
    reload: 'caddy reload --config /etc/caddy/Caddyfile --adapter caddyfile',
  },
  apache: {
    folder: '/etc/apache2/sites-enabled',
    service: 'apache2',
    part: 'apache/cartalog.conf',
    certificate: 'certbot --apache -d',
    between: '\n  ServerAlias ',
    site: /^(?=[ \t]*<VirtualHost\b)/im,
    names: /^[ \t]*Server(?:Name|Alias)[ \t]+(.*)$/gim,
    ports: /<VirtualHost[ \t]+\S*:(\d+)/gi,
    test: 'a2enmod -q alias dir expires headers mime rewrite && apache2ctl configtest',
    reload: 'apache2ctl graceful',
  },
} as const;

/** The name of one of them, which is a host of `site.yaml`. */
export type WebServerName = keyof typeof WEB_SERVERS;

/** Whether a host is one of them. */
export const isWebServer = (target: string): target is WebServerName => Object.hasOwn(WEB_SERVERS, target);

/** The folder of the units of systemd. */
export const UNITS = '/etc/systemd/system';

/** The file of Caddy that imports ours. */
export const CADDYFILE = '/etc/caddy/Caddyfile';

/** The line in the Caddyfile. */
export const importLine = (unit: string): string => `import ${WEB_SERVERS.caddy.folder}/${unit}.conf\n`;

/** What is known of the checkout and the machine. */
export interface ServerFacts {
  /** The name of the units, of the configuration, and of the folder of the site. */
  readonly unit: string;
  readonly checkout: string;
  /** The owner of the checkout. */
  readonly user: string;
  /** The folders of programs, with that of Node. */
  readonly path: string;
  readonly target: WebServerName;
  readonly serviceUrl: string;
  /** The public keys of a signed catalog, as options of `verify`; empty if it is not signed. */
  readonly keys: string;
  /** Undefined for that of the server. */
  readonly port: number | undefined;
  readonly hasIpv6: boolean;
  /** Whether systemd runs: it does not in a container or while an image is made. */
  readonly hasSystemd: boolean;
  /** The configurations that servers read, by path. */
  readonly configurations: ReadonlyMap<string, string>;
  /** The text of a file; null if it does not exist. */
  readonly read: (path: string) => string | null;
}

/** The folder of the site of a unit. */
export const stateFolder = (unit: string): string => `/var/lib/${unit}`;

/** The file with the commit that is published. */
export const publishedFile = (unit: string): string => `${stateFolder(unit)}/published`;

/** The file that says since when runs fail. */
export const failedFile = (unit: string): string => `/run/${unit}.failed`;

/** The address of a site without the slashes at its end. */
export const siteAddress = (serviceUrl: string): string => serviceUrl.replace(/\/+$/, '');

/** The files that are written for a unit, whatever the server. */
export const filesOf = (unit: string): string[] => [
  `${UNITS}/timers.target.wants/${unit}.timer`,
  `${UNITS}/${unit}.timer`,
  `${UNITS}/${unit}.service`,
  `${UNITS}/${unit}-failed.service`,
  ...Object.values(WEB_SERVERS).map(({ folder }) => `${folder}/${unit}.conf`),
];
