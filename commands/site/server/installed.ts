/** Reads texts of installed services and of web servers' configurations. */
import { sha256Of } from '../../../contract/base/sha256.ts';
import { parseUrl } from '../../../contract/base/text.ts';
import {
  configurationOf,
  type ServerFacts,
  serviceOf,
  unitFilesOf,
  unitStateFolder,
  WEB_SERVER_NAMES,
  WEB_SERVERS,
  type WebServerName,
} from './web-servers.ts';

/** `names` has no patterns such as `*.example.org`, nor signs for all names. */
export function sitesInConfiguration(server: WebServerName, configuration: string | null) {
  const { siteBeginning, names, ports } = WEB_SERVERS[server];
  const all = (text: string, pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].flatMap(([, found = '']) => found.split(/[\s,]+/)).filter(Boolean);
  const uncommented = withoutComments(configuration ?? '');
  return uncommented.split(siteBeginning).map((text) => ({
    text,
    addresses: all(text, names).map((name) => name.replace(/^https?:\/\//, '').toLowerCase()),
    names: all(text, names)
      .map((name) => name.replace(/^https?:\/\/|:\d+$/g, '').toLowerCase())
      .filter((name) => /^[a-z0-9-][a-z0-9.-]*$/.test(name)),
    ports: all(text, ports).map(Number),
  }));
}

const withoutComments = (text: string): string => text.replace(/(^|[\s;{}])#.*$/gm, '$1');

export type ConfiguredSite = ReturnType<typeof sitesInConfiguration>[number];

/** The first line shows later whether the text was changed. */
export const markedConfiguration = (text: string): string =>
  `# Written by "cartalog server install", which writes it anew unless you change it (${sha256Of(Buffer.from(text)).slice(0, 16)}).\n${text}`;

export function isAsWritten(configuration: string): boolean {
  const text = configuration.slice(configuration.indexOf('\n') + 1);
  return (
    configuration === markedConfiguration(text) ||
    Object.values(WEB_SERVERS).some(({ unmarked }) => unmarked?.test(configuration))
  );
}

export const namesOf = (sites: readonly ConfiguredSite[]): string[] => [
  ...new Set(sites.flatMap(({ names }) => names)),
];

export const isRedirect = ({ text }: ConfiguredSite): boolean => / 308\b/.test(text);

export const redirectedNamesIn = (server: WebServerName, configuration: string | null): string[] =>
  namesOf(sitesInConfiguration(server, configuration).filter(isRedirect));

/** Undefined for 80 and 443. The owner must name the port of a deleted configuration again. */
export const portIn = (server: WebServerName, configuration: string | null): number | undefined =>
  sitesInConfiguration(server, configuration)
    .flatMap(({ ports }) => ports)
    .find((port) => ![80, 443].includes(port));

/** Whether the site serves the unit's folder and includes its rules, also in included files. */
function isSending(server: WebServerName, unit: string, { text }: ConfiguredSite, read: ServerFacts['read']): boolean {
  const { part, service } = WEB_SERVERS[server];
  const pathsAfter = (word: RegExp, all: string): string[] =>
    [...all.matchAll(word)].map(([, path = '']) => (path.startsWith('/') ? path : `/etc/${service}/${path}`));
  // An unindented directive is outside of the site.
  const included = pathsAfter(INCLUDE, text.replace(/^\S.*$/gm, ''));
  const all = [text, ...included.map((path) => withoutComments(read(path) ?? ''))].join('\n');
  const has = (word: RegExp, path: string): boolean =>
    pathsAfter(word, all).includes(`${unitStateFolder(unit)}/live/${path}`);
  return has(SITE_FOLDER, 'site') && has(INCLUDE, part);
}

/** All servers' words for including a part, and for a site's folder. */
const INCLUDE = /\b(?:include|includeoptional|import)[ \t]+["']?([\w./-]+)/gi;
const SITE_FOLDER = /\b(?:document)?root[ \t]+(?:\*[ \t]+)?["']?([\w./-]*[\w.-])/gi;

export const isSentBy = (configuration: string, unit: string, read: ServerFacts['read']): boolean =>
  WEB_SERVER_NAMES.some((server) =>
    sitesInConfiguration(server, configuration).some((site) => isSending(server, unit, site, read)),
  );

/** Undefined for a service of an earlier version. */
export function installedAddress(service: string | undefined): string | undefined {
  const [, address = ''] = /^Description=.* at (https?:\S+)$/m.exec(service ?? '') ?? [];
  return parseUrl(address) ? address : undefined;
}

export const checkoutIn = (service: string | undefined): string | undefined =>
  /^WorkingDirectory=(.+)$/m.exec(service ?? '')?.[1];

export const targetIn = (service: string): WebServerName | undefined =>
  WEB_SERVER_NAMES.find((name) => service.includes(` --target ${name} `));

export const formersIn = (service: string | undefined): string[] =>
  (/^X-FormerNames=(.*)$/m.exec(service ?? '')?.[1] ?? '').split(' ').filter(Boolean);

/** A configuration, or a catalog's service without one. */
export type SitesFile = { readonly path: string; readonly text: string; readonly sites: readonly ConfiguredSite[] };

export const recordedPort = (service: string | undefined): number | undefined =>
  Number(/^X-Port=(\d{1,5})$/m.exec(service ?? '')?.[1]) || undefined;

/** The recorded names; on any port, unless one was chosen. */
function sitesOfService(service: string): ConfiguredSite[] {
  // `file:` has an empty host.
  const { host, hostname } = new URL(installedAddress(service) ?? 'file:');
  const ports = [recordedPort(service) ?? []].flat();
  const addresses = ports.length === 0 ? [host] : ports.map((port) => `:${port}`);
  // The text makes these redirects.
  const formers = formersIn(service).map((name) => ({ text: ' 308 ', addresses: [name], names: [name], ports }));
  return host === '' ? formers : [{ text: '', addresses, names: [hostname], ports }, ...formers];
}

export function readInstallation({ unit, target, serviceUrl, configurations, units, read }: ServerFacts) {
  const ownPath = configurationOf(target, unit);
  const fileOf = (path: string, text: string): SitesFile => ({
    path,
    text,
    sites: sitesInConfiguration(target, text),
  });
  const isServing = (servedUnit: string) => (site: ConfiguredSite) => isSending(target, servedUnit, site, read);
  const [serving, text] = [isServing(unit), read(ownPath)];
  const ownFile = fileOf(ownPath, text ?? '');
  const others = [...configurations].flatMap(([path, other]) => (path === ownPath ? [] : fileOf(path, other)));
  // The owner may have moved our site into another file. Certbot's file beside ours does not count.
  const isOther = ({ path, sites }: SitesFile): boolean =>
    !path.startsWith(ownPath.replace('.conf', '-')) && sites.some(serving);
  const moved = ownFile.sites.some(serving) ? undefined : others.find(isOther);
  const { path: configuration, sites } = moved ?? ownFile;
  const service = units.get(unit);
  const all = [ownFile, ...others].flatMap((file) => file.sites);
  const configured = new Set(namesOf(all));
  const isNotConfigured = ({ names: [name = ''] }: ConfiguredSite): boolean => !configured.has(name);
  const lost = [...units].flatMap(([other, record]) =>
    other === unit || targetIn(record) !== target || all.some(isServing(other))
      ? []
      : { path: serviceOf(other), text: record, sites: sitesOfService(record).filter(isNotConfigured) },
  );
  return {
    ...{ configuration, sites, service, serving, isServing },
    text: moved?.text ?? text,
    recorded: recordedPort(service),
    isMoved: moved !== undefined,
    isSent: sites.some(serving),
    isChanged: moved !== undefined || (text !== null && !isAsWritten(text)),
    names: namesOf(sites.filter(serving)),
    redirected: namesOf(sites.filter(isRedirect)),
    /** Names that lead here, or did. */
    known: new Set([
      ...namesOf(sites.filter((site) => serving(site) || isRedirect(site))),
      ...formersIn(service),
      new URL(installedAddress(service) ?? serviceUrl).hostname,
    ]),
    beside: [...others.filter(({ path }) => path !== configuration), ...lost],
  };
}

/** No server reads them. The next one's name is always new, so that printed names stay right. */
export function keptCopies(
  configuration: string,
  read: ServerFacts['read'],
  copies: readonly string[] = [],
): { readonly copies: readonly string[]; readonly next: string } {
  const next = `${configuration}.before${copies.length === 0 ? '' : `.${copies.length + 1}`}`;
  return read(next) === null ? { copies, next } : keptCopies(configuration, read, [...copies, next]);
}

/** Configurations that use the unit's folder, except its own files. */
export const usersOf = (configurations: ServerFacts['configurations'], unit: string): string[] =>
  [...configurations].flatMap(([path, text]) =>
    text.includes(`${unitStateFolder(unit)}/`) && !unitFilesOf(unit).includes(path) ? path : [],
  );
