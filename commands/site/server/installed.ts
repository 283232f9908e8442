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
  const lines = (configuration ?? '').replace(/^[ \t]*#.*$/gm, '');
  return lines.split(site).map((text) => ({
    text,
    addresses: all(text, names).map((name) => name.replace(/^https?:\/\//, '').toLowerCase()),
    names: all(text, names)
      .map((name) => name.replace(/^https?:\/\/|:\d+$/g, '').toLowerCase())
      .filter((name) => /^[a-z0-9-][a-z0-9.-]*$/.test(name)),
    ports: all(text, ports).map(Number),
  }));
}

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

/**
 * Compares what is there with what the catalog says. A configuration that is kept is not written; any other is, with the
 * port and redirects of the last one, or of one that was put aside. If there are conflicts, nothing can be installed.
 */
export function earlierInstallation(facts: ServerFacts) {
  const { unit, target, serviceUrl, port: given, configurations, read, replaceConfiguration, endRedirects } = facts;
  const { folder, part, hasAddresses } = WEB_SERVERS[target];
  const { hostname, host, protocol, port: portInUrl } = new URL(serviceUrl);
  const configuration = `${folder}/${unit}.conf`;
  const text = read(configuration);
  const isChanged = text !== null && !isAsWritten(text);
  const [isReplaced, isKept] = [isChanged && !!replaceConfiguration, isChanged && !replaceConfiguration];
  const sites = sitesInConfiguration(target, text);
  const serving = (site: ConfiguredSite): boolean => site.text.includes(`${unitStateFolder(unit)}/live/${part}`);
  const isElsewhere = (names: readonly string[]): boolean => names.length > 0 && !names.includes(hostname);
  const ports = sites.flatMap((site) => site.ports);

  const last = text ?? read(`${configuration}.before`);
  const lastSites = sitesInConfiguration(target, last);
  const lastPort = text === null || isChanged ? portIn(target, last) : ports[0];
  const usual = Number((protocol === 'http:' && portInUrl) || 80);
  const wanted = given ?? lastPort ?? (text === null && usual !== 80 ? usual : undefined);
  const port = !hasAddresses && wanted === 80 ? undefined : wanted;
  const names = namesOf(sites.filter(serving));
  const redirected = redirectedNamesIn(target, last).filter((name) => name !== hostname);
  const known = namesOf(lastSites.filter((site) => serving(site) || (isRedirect(site) && !endRedirects)));

  const listens = isKept ? ports : port !== undefined ? [port] : protocol === 'http:' ? [80] : [80, 443];
  const beside = [...configurations]
    .filter(([path]) => path !== configuration)
    .map(([path, other]) => ({ path, text: other, sites: sitesInConfiguration(target, other) }));
  const foreign = beside.filter((file) => !file.sites.some((site) => site.text.includes(`${unitStateFolder(unit)}/`)));
  const answers = (site: ConfiguredSite): boolean =>
    hasAddresses
      ? site.addresses.includes(port === undefined ? host : `:${port}`)
      : site.names.includes(hostname) && (site.ports.length === 0 || site.ports.some((one) => listens.includes(one)));
  const isTaken = (name: string): boolean => foreign.some((file) => namesOf(file.sites).includes(name));
  const former = hasAddresses && port !== undefined ? [] : known.filter((name) => name !== hostname && !isTaken(name));

  const wrong = [
    ...(isElsewhere(names) ? [`is for ${names.join(', ')}, and serviceUrl in catalog/site.yaml is ${serviceUrl}`] : []),
    ...(given === undefined || ports.includes(given) ? [] : [`is not for port ${given}`]),
    ...(endRedirects && redirected.length > 0 ? [`redirects ${redirected.join(', ')}`] : []),
  ];
  const others = beside.filter(({ path, sites: all }) => {
    const found = namesOf(all.filter(serving));
    return isElsewhere(found) && (path.startsWith(`${folder}/${unit}-`) || found.some((name) => former.includes(name)));
  });
  const conflicts = [
    ...WEB_SERVER_NAMES.flatMap((name) => {
      const other = name === target ? null : read(`${WEB_SERVERS[name].folder}/${unit}.conf`);
      const again = [indentedLine(['remove']), indentedLine(installWords({ port: given ?? portIn(name, other) }))];
      return other === null ? [] : [`This is installed with ${name}. Remove that, and install again:`, ...again];
    }),
    ...new Set(foreign.flatMap((file) => taken(facts, file, file.sites.filter(answers)))),
    ...others.map(
      ({ path }) => `${path} has another name for the same site: write ${hostname} there, and install again.`,
    ),
  ];
  // To replace the configuration helps only if nothing else is in the way.
  const refused = conflicts.length === 0 && isKept && wrong.length > 0;
  const isMoved = !isKept && former.length > 0 && !names.includes(hostname);
  const isGone = text === null && read(`${UNITS_FOLDER}/${unit}.service`)?.includes(` --target ${target} `);
  const stays = given === undefined && (lastPort ?? text) !== null && (port ?? 80) !== usual;
  const notes = [
    isMoved && `Requests for ${former.join(', ')} are redirected to ${serviceUrl} from now on.`,
    isReplaced && `${configuration}.before is what it was; copy back what you have added yourself.`,
    ...(isMoved || (port === undefined && (isReplaced || text === null)) ? forTls(facts, former, port) : []),
    isGone && `${configuration} was gone, and is written anew: see whether its names and port are right.`,
    stays && `It stays on port ${port ?? 80}; --port is for another one.`,
    replaceConfiguration && !isReplaced && `Nobody else has written ${configuration}: there is nothing to replace.`,
    endRedirects && `Redirects that have ended: ${redirected.join(', ') || 'none'}.`,
  ];
  return {
    ...{ configuration, isKept, port, former },
    replaced: isReplaced ? text : null,
    conflicts: refused ? refusal(facts, configuration, wrong) : conflicts,
    notes: notes.filter((note) => typeof note === 'string'),
  };
}

const indentedLine = (words: readonly string[], checkout?: string): string => `  ${lineAsRoot(words, checkout)}`;

/** What is wrong with the configuration of another site, of which these parts would answer in place of this catalog. */
function taken(facts: ServerFacts, { path, text }: { path: string; text: string }, parts: readonly ConfiguredSite[]) {
  const { checkout, serviceUrl, read } = facts;
  if (parts.length === 0) return [];
  const [, other, name = ''] = /\/var\/lib\/(cartalog-([a-z0-9-]{1,214}))\/live\//.exec(text) ?? [];
  const has = `${path} has the address of ${serviceUrl}`;
  if (other === undefined) return [`${has} for another site. Choose another serviceUrl, or delete that site.`];
  const [, place = ''] = /^WorkingDirectory=(.+)$/m.exec(read(`${UNITS_FOLDER}/${other}.service`) ?? '') ?? [];
  const there = place === checkout || read(`${place}/package.json`) === null ? undefined : place;
  const choose = `for the catalog ${other}. Choose another serviceUrl, or`;
  if (there === undefined || parts.some((part) => part.text.includes(`${unitStateFolder(other)}/live/`)))
    return [`${has} ${choose} remove that catalog from this server:`, indentedLine(['remove', name], there)];
  const words = installWords({ replaceConfiguration: !isAsWritten(text), endRedirects: true });
  const line = indentedLine(words, there);
  return [`${has}: it redirects it, ${choose} end its redirects${isAsWritten(text) ? '' : `. ${CHANGED}`}:`, line];
}

const CHANGED =
  'You, or certbot, have changed that file. This puts it aside as .before, and writes it without what was added, such as TLS';

function refusal({ port, endRedirects = false }: ServerFacts, path: string, wrong: readonly string[]): string[] {
  const line = indentedLine(installWords({ port, replaceConfiguration: true, endRedirects }));
  return [`${path} ${wrong.join('; it ')}. Nothing was changed.`, `${CHANGED}:`, line];
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
