/** What is installed decides what an installation writes, says and refuses. Changes nothing. */
import {
  type ConfiguredSite,
  checkoutIn,
  installedAddress,
  isAsWritten,
  isRedirect,
  keptCopies,
  namesOf,
  portIn,
  readInstallation,
  type SitesFile,
  targetIn,
  usersOf,
} from './installed.ts';
import { installWords, lineAsRoot } from './printed-lines.ts';
import {
  configurationOf,
  type ServerFacts,
  serviceOf,
  siteAddress,
  startedTimer,
  unitStateFolder,
  WEB_SERVER_NAMES,
  WEB_SERVERS,
  type WebServerName,
} from './web-servers.ts';

type Texts = readonly (string | false | undefined)[];
const presentTexts = (texts: Texts): string[] => texts.filter((text) => typeof text === 'string');

/**
 * A kept configuration is not written. Others get the port and redirects of the last one, unless it was put aside.
 * Conflicts prevent installing.
 */
export function decideInstallation(facts: ServerFacts) {
  const found = readInstallation(facts);
  const isReplaced = found.isChanged && !found.isMoved && !!facts.replaceConfiguration;
  const decided = { ...found, ...namesFor(facts, found), isReplaced, isKept: found.isChanged && !isReplaced };
  const { configuration, text, isKept, port, former } = decided;
  const conflicts = conflictsOf(facts, decided);
  return {
    ...{ configuration, isKept, port, former },
    replaced: isReplaced ? text : null,
    // Replacing helps only if nothing else is in the way.
    conflicts: conflicts.length > 0 || !isKept ? conflicts : refusalOf(facts, decided),
    notes: presentTexts(notesOf(facts, decided)),
  };
}

type Installation = ReturnType<typeof readInstallation>;
type Decided = Installation & ReturnType<typeof namesFor> & { readonly isReplaced: boolean; readonly isKept: boolean };

/**
 * For a new configuration. `formerNames` led here; of these, `notEnded` are still to be redirected, and no other site
 * has the names in `former`.
 */
function namesFor(
  facts: ServerFacts,
  { text, sites, isChanged, isSent, names, known, beside, recorded }: Installation,
) {
  const { unit, target, serviceUrl, port: given, endRedirect = [] } = facts;
  const { hasAddresses } = WEB_SERVERS[target];
  const { hostname, protocol, port: portInUrl } = new URL(serviceUrl);
  const usual = Number((protocol === 'http:' && portInUrl) || 80);
  const lastPort = isChanged ? portIn(target, text) : sites.flatMap(({ ports }) => ports)[0];
  // The given port, or the last one. A first configuration also takes an unusual port from serviceUrl.
  const wanted =
    given ?? lastPort ?? (isSent ? undefined : recorded) ?? (text === null && usual !== 80 ? usual : undefined);
  const port = !hasAddresses && wanted === 80 ? undefined : wanted;
  const isElsewhere = (all: readonly string[]): boolean => all.length > 0 && !all.includes(hostname);
  const ended = endRedirect.map((name) => name.toLowerCase());
  const formerNames = [...known].filter((name) => name !== hostname);
  const foreign = beside.filter((file) => !file.sites.some((site) => site.text.includes(`${unitStateFolder(unit)}/`)));
  const takerOf = (name: string) => foreign.find((file) => namesOf(file.sites).includes(name))?.path;
  const notEnded = hasAddresses && port !== undefined ? [] : formerNames.filter((name) => !ended.includes(name));
  const former = notEnded.filter((name) => !takerOf(name));
  const all = { ended, formerNames, foreign, takerOf, notEnded, former };
  return {
    ...all,
    hostname,
    port,
    isUnusualPort: (port ?? 80) !== usual,
    isElsewhere,
    isNew: !names.includes(hostname),
  };
}

function conflictsOf(facts: ServerFacts, decided: Decided): string[] {
  const { unit, target, serviceUrl, port: given, configurations, read } = facts;
  const { sites, hostname, port, isKept, ended, formerNames, former, foreign, beside, serving, isElsewhere } = decided;
  const { host, protocol } = new URL(serviceUrl);
  const ports = port !== undefined ? [port] : protocol === 'http:' ? [80] : [80, 443];
  const listens = isKept ? sites.flatMap((site) => site.ports) : ports;
  const answers = (site: ConfiguredSite): boolean =>
    WEB_SERVERS[target].hasAddresses
      ? site.addresses.includes(port === undefined ? host : `:${port}`)
      : site.names.includes(hostname) &&
        (site.ports.length === 0 || site.ports.some((number) => listens.includes(number)));
  const unknown = ended.filter((name) => name !== hostname && !formerNames.includes(name));
  // Certbot may write a copy with TLS: `cartalog-maps-le-ssl.conf`.
  const copyBeginning = configurationOf(target, unit).replace('.conf', '-');
  const elsewhere = beside.filter(({ path, sites: all }) => {
    const names = namesOf(all.filter(serving));
    return isElsewhere(names) && (path.startsWith(copyBeginning) || names.some((name) => former.includes(name)));
  });
  const installedWith = WEB_SERVER_NAMES.flatMap((name) => {
    const other = name === target ? null : read(configurationOf(name, unit));
    const users = usersOf(configurations, unit).filter(
      (path) => name !== target && WEB_SERVERS[name].reads.some(([folder]) => path.startsWith(`${folder}/`)),
    );
    if (other === null && users.length === 0) return [];
    const why = `This catalog is installed with ${name}. To change that, ${releasing(unit, users)}remove it, and install again:`;
    return [why, indentedLine(['remove']), indentedLine(installWords({ port: given ?? portIn(name, other) }))];
  });
  return presentTexts([
    ended.includes(hostname) &&
      `${hostname} is the name in serviceUrl, and leads to this catalog. Leave it out of --end-redirect, or change serviceUrl first.`,
    unknown.length > 0 && `Not redirected: ${unknown.join(', ')}. Redirected: ${formerNames.join(', ') || 'no name'}.`,
    ...installedWith,
    ...new Set(foreign.flatMap((file) => addressConflict(facts, decided, file, file.sites.filter(answers)))),
    ...beside.flatMap((file) => {
      const left = file.sites.filter(({ text }) => !foreign.includes(file) || text.includes(siteAddress(serviceUrl)));
      const names = namesOf(left).filter((name) => ended.includes(name));
      return names.length === 0
        ? []
        : `${file.path} still has the name ${names.join(', ')}: ${withoutNames(target, left, names)} there, and repeat this command.`;
    }),
    ...elsewhere.map(
      ({ path }) => `${path} has another name for the same site: write ${hostname} there, and install again.`,
    ),
  ]);
}

/** Why a changed configuration cannot stay, and what to do; empty if it can. */
function refusalOf(facts: ServerFacts, decided: Decided): string[] {
  const { unit, target, serviceUrl, port, replaceConfiguration } = facts;
  const { configuration, sites, names, hostname, isMoved, isSent, isElsewhere, serving, former, ended } = decided;
  const live = `${unitStateFolder(unit)}/live`;
  // Leftovers of a former name: certbot's site for port 80.
  const left = isElsewhere(names) ? sites.filter((site) => !serving(site)) : sites;
  const ending = namesOf(left).filter((name) => ended.includes(name));
  const misfits = presentTexts([
    !isSent && `has no site that sends ${live}/site and includes ${live}/${WEB_SERVERS[target].part}`,
    isElsewhere(names) && `is for ${names.join(', ')}, and serviceUrl in catalog/site.yaml is ${serviceUrl}`,
    port !== undefined && !sites.some(({ ports }) => ports.includes(port)) && `is not for port ${port}`,
  ]);
  const wrong = presentTexts([
    ...misfits,
    ending.length > 0 && `still has the name ${ending.join(', ')}`,
    isMoved && replaceConfiguration && `is not replaced, because install writes only ${configurationOf(target, unit)}`,
  ]);
  if (wrong.length === 0) return [];
  const where = port === undefined ? '' : ` on port ${port}`;
  const redirects = former.length === 0 ? '' : `, and redirects of ${former.join(', ')} to ${serviceUrl}`;
  const steps = presentTexts([
    misfits.length > 0 && `it needs a site with the name ${hostname}${where}${redirects}`,
    ending.length > 0 && withoutNames(target, left, ending),
  ]);
  const correct = steps.length === 0 ? 'It can stay as it is:' : `Correct that there: ${steps.join('; ')}. Then:`;
  return [
    `${configuration} ${wrong.join('; it ')}. Nothing new is installed.`,
    isMoved ? correct : `${lossNote(sites, ended, keptCopies(configuration, facts.read).next)}:`,
    indentedLine(installWords({ port, replaceConfiguration: !isMoved, endRedirect: ended })),
  ];
}

function notesOf(facts: ServerFacts, decided: Decided): Texts {
  const { target, serviceUrl, port: given, replaceConfiguration } = facts;
  const { configuration, text, sites, isSent, service, isChanged, isReplaced, isKept, port, isUnusualPort } = decided;
  const { beside, redirected, ended, notEnded, former, takerOf, hostname } = decided;
  const { copies, next } = keptCopies(configuration, facts.read);
  const unsent = former.filter((name) => !redirected.includes(name));
  const isNew = !isKept && former.length > 0 && decided.isNew;
  const secure = securedNames([...(isKept ? sites : []), ...beside.flatMap((file) => file.sites)]);
  const plain = [hostname, ...former].filter((name) => ![...secure, ...(isKept ? unsent : [])].includes(name));
  const isGone = !isKept && !isSent && service !== undefined && targetIn(service) === target;
  return [
    ...(isKept ? [] : notEnded).map(
      (name) => takerOf(name) && `${name} is not redirected any more: ${takerOf(name)} has it.`,
    ),
    isKept &&
      unsent.length > 0 &&
      `Not redirected in ${configuration}: ${unsent.join(', ')}. Let each lead to ${serviceUrl} there; or to end the redirect:\n${indentedLine(installWords({ port, endRedirect: unsent }))}`,
    isNew && !isGone && `Requests for ${former.join(', ')} are redirected to ${serviceUrl} from now on.`,
    isGone &&
      `${configuration} ${text === null ? 'was gone' : 'did not send the site'}, and is written anew for ${hostname}${former.length === 0 ? '' : `, with redirects of ${former.join(', ')}`}: see whether its names and port are right.`,
    isReplaced && `The configuration as it was is ${next}; copy back what you have added yourself.`,
    (isReplaced || text === null) && copies.length > 0 && `No server reads earlier ones: ${copies.join(', ')}.`,
    ...(isNew || port === undefined ? tlsNotes(facts, plain, port) : []),
    given === undefined &&
      text !== null &&
      isUnusualPort &&
      `It stays on port ${port ?? 80}; --port is for another one.`,
    replaceConfiguration &&
      !isChanged &&
      !isGone &&
      `Nobody has changed ${configuration}: there is nothing to replace.`,
    ended.length > 0 && `Redirects that have ended: ${ended.join(', ')}.`,
  ];
}

const indentedLine = (words: readonly string[], checkout?: string): string => `  ${lineAsRoot(words, checkout)}`;

/** What to do first if other configurations use the unit. */
const releasing = (unit: string, users: readonly string[]): string =>
  users.length === 0 ? '' : `delete what uses ${unitStateFolder(unit)}/ in ${users.join(', ')}, then `;

/** The conflict if another site would answer at the address; empty otherwise. */
function addressConflict(
  facts: ServerFacts,
  decided: Decided,
  file: SitesFile,
  answering: readonly ConfiguredSite[],
): string[] {
  const { checkout, target, serviceUrl, configurations, units, read, newestAddress } = facts;
  const [{ beside, isServing, hostname }, { path, sites }] = [decided, file];
  if (answering.length === 0) return [];
  const named = [...units.keys()].find((unit) => [serviceOf(unit), configurationOf(target, unit)].includes(path));
  const texts = [...answering, file].map(({ text }) => text).join('\n');
  const [, sent] = /\/var\/lib\/(cartalog-[a-z0-9-]{1,214})\/live\//.exec(texts) ?? [];
  const other = named ?? sent;
  const has = `${path} has the address of ${serviceUrl}`;
  if (other === undefined)
    return [`${has} for another site. Choose another serviceUrl, or give that site another name.`];
  const isRead = configurations.has(path);
  const lost = isRead ? '' : ', which no configuration here sends';
  const place = checkoutIn(units.get(other)) ?? '';
  const there = place === checkout || read(`${place}/package.json`) === null ? undefined : place;
  const choose = `for the catalog ${other}${lost}. Choose another serviceUrl, or`;
  const how = releasing(other, usersOf(configurations, other));
  const remove = indentedLine(['remove', other.replace('cartalog-', '')], there);
  const isRedirected = namesOf(sites.filter(isRedirect)).includes(hostname);
  const installed = installedAddress(units.get(other));
  const served = namesOf(beside.flatMap((all) => all.sites).filter(isServing(other)));
  // Removing that catalog would take it offline under its present name.
  const isFormer = served.some((name) => name !== hostname) && (!installed || new URL(installed).hostname !== hostname);
  if (!isFormer && (there === undefined || !isRedirected))
    return [`${has} ${choose} ${how}remove that catalog from this server:`, remove];
  const redirects = `${path} ${isRedirected ? 'redirects' : 'has the name'} ${hostname} ${choose}`;
  const newest = there && newestAddress(there);
  if (newest !== undefined && new URL(newest).hostname === hostname)
    return [`${redirects} change serviceUrl of that catalog first: in its newest commit, it is ${newest}.`];
  const otherConfiguration = configurationOf(target, other);
  const written = read(otherConfiguration);
  const replaceConfiguration = written !== null && !isAsWritten(written);
  if (isRead && (path !== otherConfiguration || replaceConfiguration || there === undefined))
    return [`${redirects} ${withoutNames(target, sites, [hostname])} there.`];
  const stoppedNote = read(startedTimer(other)) === null ? ' (its timer is stopped)' : '';
  const isOther = newest !== undefined && siteAddress(newest) !== installed;
  const publishes = `end that redirect, which publishes the newest commit of ${other}${isOther ? `, at ${newest}` : ''}${stoppedNote}`;
  const line = indentedLine(installWords({ replaceConfiguration, endRedirect: [hostname] }), there);
  return [`${redirects} ${publishes}:`, line];
}

/** How the owner removes names from a configuration. */
function withoutNames(target: WebServerName, sites: readonly ConfiguredSite[], names: readonly string[]): string {
  const { blockName } = WEB_SERVERS[target];
  const othersOf = ({ addresses }: ConfiguredSite): string[] =>
    addresses.map((address) => address.replace(/:\d+$/, '')).filter((name) => !names.includes(name));
  const found = sites.filter((site) => site.names.some((name) => names.includes(name)));
  const others = [...new Set(found.flatMap(othersOf))].join(', ');
  const plain = found.length > 1 && found.some(({ ports }) => ports.includes(80)) ? ' (also on port 80)' : '';
  return presentTexts([
    others !== '' && `take ${names.join(' and ')} out of the ${blockName} of ${others}`,
    found.some((site) => othersOf(site).length === 0) &&
      `delete every ${others && 'other '}${blockName} with the name ${names.join(' or ')}${plain}`,
  ]).join(', and ');
}

const securedNames = (sites: readonly ConfiguredSite[]): string[] =>
  namesOf(sites.filter(({ ports }) => ports.includes(443)));

/** What a new configuration would lose. */
function lossNote(sites: readonly ConfiguredSite[], ended: readonly string[], copy: string): string {
  const kept = securedNames(sites).filter((name) => !ended.includes(name));
  const fails = kept.length === 0 ? '' : `; until certbot has run again, there is no https for ${kept.join(', ')}`;
  return `You, or certbot, have changed that file. This keeps it as ${copy}, and writes it without what was added, such as TLS${fails}`;
}

/** If the address lacks this port, another server is in front. */
function tlsNotes({ target, serviceUrl }: ServerFacts, names: readonly string[], port: number | undefined): string[] {
  const { hostname, protocol, port: portInUrl } = new URL(serviceUrl);
  const { certificate } = WEB_SERVERS[target];
  const needs = protocol === 'https:' ? `, and needs ${hostname} and its certificate` : '';
  if (port !== undefined && String(port) !== portInUrl) return [`The server in front must pass on each name${needs}.`];
  if (needs === '' || certificate === null || names.length === 0) return [];
  const commands = names.map((name) => `  sudo ${certificate} ${name}`);
  return ['For https, as soon as each name leads to this server:', ...commands];
}
