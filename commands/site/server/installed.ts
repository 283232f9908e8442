/** What an earlier installation has left, and what follows from it. Pure. */
import { sha256Of } from '../../../contract/base/sha256.ts';
import { installWords, lineAsRoot } from './printed-lines.ts';
import {
  type ServerFacts,
  UNITS_FOLDER,
  unitStateFolder,
  WEB_SERVER_NAMES,
  WEB_SERVERS,
  type WebServerName,
} from './web-servers.ts';

/** The sites in a configuration, which is null if there is none. Names that are patterns, or stand for all, are left out. */
export function sitesInConfiguration(server: WebServerName, configuration: string | null) {
  const { site, names, ports } = WEB_SERVERS[server];
  const all = (text: string, pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].flatMap(([, found = '']) => found.split(/[\s,]+/)).filter(Boolean);
  const uncommented = withoutComments(configuration ?? '');
  return uncommented.split(site).map((text) => ({
    text,
    addresses: all(text, names).map((name) => name.replace(/^https?:\/\//, '').toLowerCase()),
    names: all(text, names)
      .map((name) => name.replace(/^https?:\/\/|:\d+$/g, '').toLowerCase())
      .filter((name) => /^[a-z0-9-][a-z0-9.-]*$/.test(name)),
    ports: all(text, ports).map(Number),
  }));
}

const withoutComments = (text: string): string => text.replace(/(^|[\s;{}])#.*$/gm, '$1');

type ConfiguredSite = ReturnType<typeof sitesInConfiguration>[number];

/** A configuration with a first line that tells later whether it has been changed. */
export const markedConfiguration = (text: string): string =>
  `# Written by "cartalog server install", which writes it anew unless you change it (${sha256Of(Buffer.from(text)).slice(0, 16)}).\n${text}`;

/** Whether a configuration is as it was written. */
export function isAsWritten(configuration: string): boolean {
  const text = configuration.slice(configuration.indexOf('\n') + 1);
  return (
    configuration === markedConfiguration(text) ||
    Object.values(WEB_SERVERS).some(({ unmarked }) => unmarked?.test(configuration))
  );
}

const namesOf = (sites: readonly ConfiguredSite[]): string[] => [...new Set(sites.flatMap(({ names }) => names))];

const isRedirect = ({ text }: ConfiguredSite): boolean => / 308\b/.test(text);

/** The names that a configuration redirects. */
export const redirectedNamesIn = (server: WebServerName, configuration: string | null): string[] =>
  namesOf(sitesInConfiguration(server, configuration).filter(isRedirect));

/** The port of a configuration, which installing again must name once that is deleted; undefined if it is the usual one. */
export const portIn = (server: WebServerName, configuration: string | null): number | undefined =>
  sitesInConfiguration(server, configuration)
    .flatMap(({ ports }) => ports)
    .find((port) => ![80, 443].includes(port));

/** Whether a site sends what is published of a unit, with its rules; what it includes counts. */
function isSending(server: WebServerName, unit: string, { text }: ConfiguredSite, read: ServerFacts['read']): boolean {
  const { part, service } = WEB_SERVERS[server];
  const pathsAfter = (word: RegExp, all: string): string[] =>
    [...all.matchAll(word)].map(([, path = '']) => (path.startsWith('/') ? path : `/etc/${service}/${path}`));
  // What begins a line is not in a site: it includes other sites.
  const included = pathsAfter(INCLUDE, text.replace(/^\S.*$/gm, ''));
  const all = [text, ...included.map((path) => withoutComments(read(path) ?? ''))].join('\n');
  const has = (word: RegExp, path: string): boolean =>
    pathsAfter(word, all).includes(`${unitStateFolder(unit)}/live/${path}`);
  return has(SITE_FOLDER, 'site') && has(INCLUDE, part);
}

/** What names another part of a configuration, and the folder of a site; in the words of all servers. */
const INCLUDE = /\b(?:include|includeoptional|import)[ \t]+["']?([\w./-]+)/gi;
const SITE_FOLDER = /\b(?:document)?root[ \t]+(?:\*[ \t]+)?["']?([\w./-]*[\w.-])/gi;

/** Whether a configuration of any server sends what is published of a unit. */
export const isSentBy = (configuration: string, unit: string, read: ServerFacts['read']): boolean =>
  WEB_SERVER_NAMES.some((server) =>
    sitesInConfiguration(server, configuration).some((site) => isSending(server, unit, site, read)),
  );

/** The address that a service publishes at; an earlier version has not written it. */
export const installedAddress = (service: string | null): string | undefined =>
  /^Description=.* at (\S+)$/m.exec(service ?? '')?.[1];

/**
 * Compares what is there with what the catalog says. A configuration that is kept is not written; any other is, with the
 * port and redirects of the last one, and not of one that was put aside. If there are conflicts, nothing can be installed.
 */
export function earlierInstallation(facts: ServerFacts) {
  const { unit, target, serviceUrl, port: given, configurations, read, replaceConfiguration } = facts;
  const { folder, part, hasAddresses } = WEB_SERVERS[target];
  const { hostname, host, protocol, port: portInUrl } = new URL(serviceUrl);
  const serving = (site: ConfiguredSite): boolean => isSending(target, unit, site, read);
  const own = `${folder}/${unit}.conf`;
  const others = [...configurations]
    .filter(([path]) => path !== own)
    .map(([path, other]) => ({ path, text: other, sites: sitesInConfiguration(target, other) }));
  const there = { path: own, text: read(own) };
  // The owner may have moved it. What certbot makes of ours, beside it, is not that.
  const isOther = ({ path, sites }: (typeof others)[number]): boolean =>
    !path.startsWith(`${folder}/${unit}-`) && sites.some(serving);
  const moved = sitesInConfiguration(target, there.text).some(serving) ? undefined : others.find(isOther);
  const { path: configuration, text } = moved ?? there;
  const isChanged = text !== null && (moved !== undefined || !isAsWritten(text));
  const isReplaced = isChanged && moved === undefined && !!replaceConfiguration;
  const isKept = isChanged && !isReplaced;
  const sites = sitesInConfiguration(target, text);
  const isElsewhere = (names: readonly string[]): boolean => names.length > 0 && !names.includes(hostname);
  const ports = sites.flatMap((site) => site.ports);

  const lastPort = isChanged ? portIn(target, text) : ports[0];
  const usual = Number((protocol === 'http:' && portInUrl) || 80);
  const wanted = given ?? lastPort ?? (text === null && usual !== 80 ? usual : undefined);
  const port = !hasAddresses && wanted === 80 ? undefined : wanted;
  const names = namesOf(sites.filter(serving));
  const service = read(`${UNITS_FOLDER}/${unit}.service`);
  const [, installed] = /^https?:\/\/([^/:]+)/.exec(installedAddress(service)?.toLowerCase() ?? '') ?? [];
  const [, recorded = ''] = /^X-FormerNames=(.*)$/m.exec(service ?? '') ?? [];
  const known = new Set([
    ...namesOf(sites.filter((site) => serving(site) || isRedirect(site))),
    ...recorded.split(' ').filter(Boolean),
    installed ?? hostname,
  ]);
  const ended = (facts.endRedirect ?? []).map((name) => name.toLowerCase());
  const redirected = redirectedNamesIn(target, text).filter((name) => name !== hostname && ended.includes(name));
  const ending = ended.filter((name) => name !== hostname && known.has(name));
  const unknown = ended.filter((name) => !ending.includes(name));

  const listens = isKept ? ports : port !== undefined ? [port] : protocol === 'http:' ? [80] : [80, 443];
  const beside = others.filter(({ path }) => path !== configuration);
  const foreign = beside.filter((file) => !file.sites.some((site) => site.text.includes(`${unitStateFolder(unit)}/`)));
  const answers = (site: ConfiguredSite): boolean =>
    hasAddresses
      ? site.addresses.includes(port === undefined ? host : `:${port}`)
      : site.names.includes(hostname) && (site.ports.length === 0 || site.ports.some((one) => listens.includes(one)));
  const takerOf = (name: string) => foreign.find((file) => namesOf(file.sites).includes(name));
  const wished = [...(hasAddresses && port !== undefined ? [] : known)].filter(
    (name) => name !== hostname && !ended.includes(name),
  );
  const former = wished.filter((name) => !takerOf(name));
  const unsent = former.filter((name) => !redirectedNamesIn(target, text).includes(name));

  const live = `${unitStateFolder(unit)}/live`;
  const wrong = [
    ...(sites.some(serving) ? [] : [`has no site that sends ${live}/site and includes ${live}/${part}`]),
    ...(isElsewhere(names) ? [`is for ${names.join(', ')}, and serviceUrl in catalog/site.yaml is ${serviceUrl}`] : []),
    ...(given === undefined || ports.includes(given) ? [] : [`is not for port ${given}`]),
    ...(redirected.length > 0 ? [`redirects ${redirected.join(', ')}`] : []),
    ...(moved && replaceConfiguration ? ['is not what install has written'] : []),
  ];
  const elsewhere = beside.filter(({ path, sites: all }) => {
    const found = namesOf(all.filter(serving));
    return isElsewhere(found) && (path.startsWith(`${folder}/${unit}-`) || found.some((name) => former.includes(name)));
  });
  const conflicts = [
    ...(ended.includes(hostname)
      ? [
          `${hostname} is the name in the serviceUrl of the newest commit. It leads to this catalog as long as that is so.`,
        ]
      : []),
    ...WEB_SERVER_NAMES.flatMap((name) => {
      const other = name === target ? null : read(`${WEB_SERVERS[name].folder}/${unit}.conf`);
      const again = [indentedLine(['remove']), indentedLine(installWords({ port: given ?? portIn(name, other) }))];
      return other === null ? [] : [`This is installed with ${name}. Remove that, and install again:`, ...again];
    }),
    ...new Set(foreign.flatMap((file) => (file.sites.some(answers) ? taken(facts, file) : []))),
    ...elsewhere.map(
      ({ path }) => `${path} has another name for the same site: write ${hostname} there, and install again.`,
    ),
  ];
  // To replace the configuration helps only if nothing else is in the way.
  const refused = conflicts.length === 0 && isKept && wrong.length > 0;
  const isMoved = !isKept && former.length > 0 && !names.includes(hostname);
  const isGone = text === null && service?.includes(` --target ${target} `);
  const stays = given === undefined && text !== null && (port ?? 80) !== usual;
  const notes = [
    ...(isKept ? [] : wished).map((name) => {
      const taker = takerOf(name);
      return taker && `${name} is not redirected any more: ${taker.path} has it.`;
    }),
    isKept &&
      unsent.length > 0 &&
      `Not redirected in ${configuration}: ${unsent.join(', ')}. Let each lead to ${serviceUrl} there.`,
    isMoved && `Requests for ${former.join(', ')} are redirected to ${serviceUrl} from now on.`,
    isReplaced && `${configuration}.before is what it was; copy back what you have added yourself.`,
    ...(isMoved || (port === undefined && (isReplaced || text === null)) ? forTls(facts, former, port) : []),
    isGone && `${configuration} was gone, and is written anew: see whether its names and port are right.`,
    stays && `It stays on port ${port ?? 80}; --port is for another one.`,
    replaceConfiguration && !isChanged && `Nobody else has written ${configuration}: there is nothing to replace.`,
    ending.length > 0 && `Redirects that have ended: ${ending.join(', ')}.`,
    unknown.length > 0 && `Not redirected before: ${unknown.join(', ')}. Former names: ${former.join(', ') || 'none'}.`,
  ];
  const redirects = former.length === 0 ? '' : `, and redirects of ${former.join(', ')} to ${serviceUrl}`;
  const instead = moved
    ? [`Correct that there, and install again. It needs a site with the name ${hostname}${redirects}.`]
    : [
        `${changed(sites)}:`,
        indentedLine(installWords({ port: given, replaceConfiguration: true, endRedirect: ended })),
      ];
  return {
    ...{ configuration, isKept, port, former },
    replaced: isReplaced ? text : null,
    conflicts: refused ? [`${configuration} ${wrong.join('; it ')}. Nothing new is installed.`, ...instead] : conflicts,
    notes: notes.filter((note) => typeof note === 'string'),
  };
}

const indentedLine = (words: readonly string[], checkout?: string): string => `  ${lineAsRoot(words, checkout)}`;

/** What is wrong with the configuration of another site, which would answer in place of this catalog. */
function taken({ checkout, target, serviceUrl, read }: ServerFacts, { path, text }: { path: string; text: string }) {
  const { hostname } = new URL(serviceUrl);
  const [, other, name = ''] = /\/var\/lib\/(cartalog-([a-z0-9-]{1,214}))\/live\//.exec(text) ?? [];
  const has = `${path} has the address of ${serviceUrl}`;
  if (other === undefined)
    return [`${has} for another site. Choose another serviceUrl, or give that site another name.`];
  const [, place = ''] = /^WorkingDirectory=(.+)$/m.exec(read(`${UNITS_FOLDER}/${other}.service`) ?? '') ?? [];
  const there = place === checkout || read(`${place}/package.json`) === null ? undefined : place;
  const choose = `for the catalog ${other}. Choose another serviceUrl, or`;
  if (there === undefined || !redirectedNamesIn(target, text).includes(hostname))
    return [`${has} ${choose} remove that catalog from this server:`, indentedLine(['remove', name], there)];
  const redirects = `${has}: it redirects it, ${choose}`;
  if (path !== `${WEB_SERVERS[target].folder}/${other}.conf`) return [`${redirects} take that name out of it.`];
  const words = installWords({ replaceConfiguration: !isAsWritten(text), endRedirect: [hostname] });
  const isBack = read(`${UNITS_FOLDER}/timers.target.wants/${other}.timer`) === null;
  const publishes = isBack ? `, which publishes the newest commit of ${other} (its timer is stopped)` : '';
  if (isAsWritten(text)) return [`${redirects} end that redirect${publishes}:`, indentedLine(words, there)];
  const all = changed(sitesInConfiguration(target, text));
  return [
    `${redirects} take that name out of it, or end that redirect${publishes}. ${all}:`,
    indentedLine(words, there),
  ];
}

/** What it means to write a changed configuration with these sites anew. */
function changed(sites: readonly ConfiguredSite[]): string {
  const secure = namesOf(sites.filter(({ ports }) => ports.includes(443))).map((name) => `https://${name}`);
  const fails =
    secure.length === 0 ? '' : `, without which these fail until certbot has run again: ${secure.join(', ')}`;
  return `You, or certbot, have changed that file. This puts it aside as .before, and writes it without what was added, such as TLS${fails}`;
}

/** What TLS needs for new names. With a port that the address does not have, another server is in front. */
function forTls({ target, serviceUrl }: ServerFacts, former: readonly string[], port: number | undefined): string[] {
  const { hostname, protocol, port: portInUrl } = new URL(serviceUrl);
  const { certificate } = WEB_SERVERS[target];
  const needs = protocol === 'https:' ? `, and needs ${hostname} and its certificate` : '';
  if (port !== undefined && String(port) !== portInUrl) return [`What is in front must pass on each name${needs}.`];
  if (needs === '' || certificate === null) return [];
  const commands = [hostname, ...former].map((name) => `  sudo ${certificate} ${name}`);
  return ['For https, as soon as each name leads to this server:', ...commands];
}
