import { joinedWith } from '../../../contract/base/text.ts';
import { HOSTS } from '../../../contract/hosts.ts';
import type { InstallChoices } from './printed-lines.ts';
import { APACHE } from './web-servers/apache.ts';
import { CADDY } from './web-servers/caddy.ts';
import { NGINX } from './web-servers/nginx.ts';
import type { WebServer } from './web-servers/web-server.ts';

/** Each is a host of `contract/hosts.ts`. */
export const WEB_SERVERS = { nginx: NGINX, caddy: CADDY, apache: APACHE };

export type WebServerName = keyof typeof WEB_SERVERS;
export const isWebServer = (target: string): target is WebServerName => Object.hasOwn(WEB_SERVERS, target);
export const WEB_SERVER_NAMES = Object.keys(WEB_SERVERS).filter(isWebServer);

export function titlesOf(has: (server: WebServer) => boolean): string {
  return joinedWith(
    'or',
    WEB_SERVER_NAMES.flatMap((name) => (has(WEB_SERVERS[name]) ? HOSTS[name].title : [])),
  );
}

export interface ServerFacts extends InstallChoices {
  /** Names units, configuration, and the site's folder. */
  readonly unit: string;
  readonly checkout: string;
  readonly user: string;
  /** Folders of programs and of Node. */
  readonly path: string;
  readonly target: WebServerName;
  readonly serviceUrl: string;
  /** Public keys of a signed catalog, as options of `verify`; or empty. */
  readonly keys: string;
  readonly hasIpv6: boolean;
  /** False in a container, and while an image is made. */
  readonly hasSystemd: boolean;
  readonly configurations: ReadonlyMap<string, string>;
  /** Services of all catalogs: texts by unit. */
  readonly units: ReadonlyMap<string, string>;
  readonly read: (path: string) => string | null;
  /** In another checkout's newest fetched commit, if readable. */
  readonly newestAddress: (checkout: string) => string | undefined;
}

export const UNITS_FOLDER = '/etc/systemd/system';
export const serviceOf = (unit: string): string => `${UNITS_FOLDER}/${unit}.service`;
export const configurationOf = (server: WebServerName, unit: string): string =>
  `${WEB_SERVERS[server].folder}/${unit}.conf`;
export const unitStateFolder = (unit: string): string => `/var/lib/${unit}`;
export const publishedCommitFile = (unit: string): string => `${unitStateFolder(unit)}/published`;
/** A file that says since when runs fail. */
export const failedRunsFile = (unit: string): string => `/run/${unit}.failed`;

export const siteAddress = (serviceUrl: string): string => serviceUrl.replace(/\/+$/, '');

export const startedTimer = (unit: string): string => `${UNITS_FOLDER}/timers.target.wants/${unit}.timer`;

export const unitFilesOf = (unit: string): string[] => [
  startedTimer(unit),
  `${UNITS_FOLDER}/${unit}.timer`,
  serviceOf(unit),
  `${UNITS_FOLDER}/${unit}-failed.service`,
  ...WEB_SERVER_NAMES.map((server) => configurationOf(server, unit)),
];

/** Each file that imports the unit's configuration, with its text without that line. */
export const importersOf = (unit: string, read: ServerFacts['read']): (readonly [path: string, text: string])[] =>
  Object.values(WEB_SERVERS).flatMap(({ importing }) => {
    if (!importing) return [];
    const [text, line] = [read(importing.path) ?? '', importing.line(unit)];
    return text.includes(line) ? [[importing.path, text.replace(line, '')]] : [];
  });
