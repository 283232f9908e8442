/** What an earlier installation has left, and what follows from it. Pure. */
import { sha256Of } from '../../../contract/base/sha256.ts';
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

/** The names that a configuration redirects. */
export const redirectedNamesIn = (server: WebServerName, configuration: string | null): string[] =>
  namesOf(sitesInConfiguration(server, configuration).filter((site) => / 308\b/.test(site.text)));

/** The port of a configuration, which installing again must name once that is deleted; undefined if it is the usual one. */
export const portIn = (server: WebServerName, configuration: string | null): number | undefined =>
  sitesInConfiguration(server, configuration)
    .flatMap(({ ports }) => ports)
    .find((port) => ![80, 443].includes(port));

/** The command that installs, with a port that is not that of the server. */
export const installCommand = (port: number | undefined): string =>
  `sudo npx --no -- cartalog server install${port === undefined ? '' : ` --port ${port}`}`;

/**
 * Compares what is there with what the catalog says. A configuration that is kept is not written; any other is, with the
 * port of before, and with the former names leading to the new one. If there are conflicts, nothing can be installed.
 */
export function earlierInstallation(facts: ServerFacts) {
  const { unit, target, serviceUrl, port: given, configurations, read } = facts;
  const { folder, part, hasAddresses } = WEB_SERVERS[target];
  const { hostname, host, protocol } = new URL(serviceUrl);
  const configuration = `${folder}/${unit}.conf`;
  const text = read(configuration);
  const isKept = text !== null && !isAsWritten(text);
  const sites = sitesInConfiguration(target, text);
  const serving = (site: ConfiguredSite): boolean => site.text.includes(`${unitStateFolder(unit)}/live/${part}`);
  const isElsewhere = (names: readonly string[]): boolean => names.length > 0 && !names.includes(hostname);
  const ports = sites.flatMap((site) => site.ports);

  const before = read(`${configuration}.before`);
  const wanted = given ?? (isKept ? portIn(target, text) : text === null ? portIn(target, before) : ports[0]);
  const port = !hasAddresses && wanted === 80 ? undefined : wanted;
  const names = namesOf(sites.filter(serving));
  const earlier = [...sites, ...sitesInConfiguration(target, before)];
  const known = namesOf(earlier.filter((site) => serving(site) || / 308\b/.test(site.text)));

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
  ];
  const others = beside.filter(({ path, sites: all }) => {
    const found = namesOf(all.filter(serving));
    return isElsewhere(found) && (path.startsWith(`${folder}/${unit}-`) || found.some((name) => former.includes(name)));
  });
  const conflicts = [
    ...WEB_SERVER_NAMES.flatMap((name) => {
      const other = name === target ? null : read(`${WEB_SERVERS[name].folder}/${unit}.conf`);
      const again = ['  sudo npx --no -- cartalog server remove', `  ${installCommand(given ?? portIn(name, other))}`];
      return other === null ? [] : [`This is installed with ${name}. Remove that, and install again:`, ...again];
    }),
    ...new Set(foreign.flatMap((file) => taken(facts, file, file.sites.filter(answers)))),
    ...others.map(
      ({ path }) => `${path} has another name for the same site: write ${hostname} there, and install again.`,
    ),
  ];
  // To take the configuration away helps only if nothing else is in the way.
  const refused = conflicts.length === 0 && isKept && wrong.length > 0;
  return {
    ...{ configuration, isKept, port, former },
    conflicts: refused ? refusal(configuration, wrong, given ?? portIn(target, text)) : conflicts,
    notes: [
      ...(!isKept && former.length > 0 && !names.includes(hostname) ? move(facts, former, port !== undefined) : []),
      ...(given === undefined && port !== undefined ? [`It stays on port ${port}; --port is for another one.`] : []),
    ],
  };
}

/** What is wrong with the configuration of another site, of which these parts would answer in place of this catalog. */
function taken(facts: ServerFacts, { path, text }: { path: string; text: string }, parts: readonly ConfiguredSite[]) {
  const { unit, checkout, target, serviceUrl, read } = facts;
  const [, other, name] = /\/var\/lib\/(cartalog-([a-z0-9-]{1,214}))\/live\//.exec(text) ?? [];
  const [, place = ''] = /^WorkingDirectory=(.+)$/m.exec(read(`${UNITS_FOLDER}/${other}.service`) ?? '') ?? [];
  const there = place === checkout || read(`${place}/package.json`) === null ? '' : `cd ${place} && `;
  const remove = `  ${there}sudo npx --no -- cartalog server remove ${name}`;
  if (place === checkout)
    return [
      `This checkout is installed as ${other}, and its package is now ${unit}. Remove what is no longer used, and install again:`,
      remove,
      `  ${installCommand(facts.port ?? portIn(target, text))}`,
    ];
  if (parts.length === 0) return [];
  const has = `${path} has the address of ${serviceUrl}`;
  if (other === undefined) return [`${has} for another site. Choose another serviceUrl, or delete that site.`];
  if (parts.some((part) => part.text.includes(`${unitStateFolder(other)}/live/`)))
    return [
      `${has} for the catalog ${other}. Choose another serviceUrl, or remove that catalog from this server:`,
      remove,
    ];
  const keep = read(`${path}.before`) === null ? '' : `sudo mv --backup=numbered ${path}.before ${path}.old && `;
  const end = isAsWritten(text)
    ? `  sudo rm -f ${path} && ${keep}${there}${installCommand(portIn(target, text))}`
    : `  sudo editor ${path} ${path}.before   # delete that name, and the whole redirect if it has no other, then: sudo sh -c '${WEB_SERVERS[target].reload}'`;
  return [`${has}: it redirects it, for the catalog ${other}. Choose another serviceUrl, or end its redirects:`, end];
}

function refusal(path: string, wrong: readonly string[], port: number | undefined): string[] {
  return [
    `${path} ${wrong.join('; it ')}. Nothing was changed.`,
    'You, or certbot, have changed that file, so it is not written anew. Take it away, install, and then copy back what you have added yourself:',
    `  sudo mv --backup=numbered ${path} ${path}.before`,
    `  ${installCommand(port)}`,
  ];
}

function move({ target, serviceUrl }: ServerFacts, former: readonly string[], isBehind: boolean): string[] {
  const { hostname, protocol } = new URL(serviceUrl);
  const { certificate } = WEB_SERVERS[target];
  const moved = `Requests for ${former.join(', ')} are redirected to ${serviceUrl} from now on.`;
  if (isBehind) return [`${moved} What is in front needs ${hostname} and its certificate, and must pass on each name.`];
  if (protocol === 'http:' || certificate === null) return [moved];
  const commands = [hostname, ...former].map((name) => `  sudo ${certificate} ${name}`);
  return [`${moved} For https, as soon as each name leads to this server:`, ...commands];
}
