/** A tile server of a service as the catalog writes it. */
import { keysIn, replaceParts, variableFor } from '../../build/pipeline.ts';
import { ACCESS_TOKEN, fillTokens, tokenNames } from '../../contract/placeholders.ts';
import { addressIn, asMembers, type Field, labelIn, numberIn, recordOf, reportUnknown } from './correct-text.ts';
import type { Notes } from './notes.ts';
import type { Served } from './service.ts';

/** A tile server as it would be written; the schema has not seen it. */
export type TileServerDraft = Readonly<Record<string, unknown>>;

/** What is known of a tile server from the catalog. */
export interface KnownServers {
  /** The `urlPattern` of the tile server with an id, as the catalog has it. */
  readonly patternOf: (id: unknown) => string | undefined;
  /** The environment variables from which the catalog reads the access tokens of hosts. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The keys of a tile server that services publish. */
export const SERVER_KEYS: ReadonlySet<string> = new Set([
  'id',
  'name',
  'minZoom',
  'maxZoom',
  'active',
  'hosts',
  'urlPattern',
  'copyright',
]);

/** Corrects a tile server; null where it is none. */
export function correctTileServer({ value, at }: Served, notes: Notes, known: KnownServers): TileServerDraft | null {
  const members = recordOf(value, 'the tile server', { at, notes });
  if (!members) return null;
  reportUnknown(members, SERVER_KEYS, { at, notes });
  const part = (key: string): Field => ({ at: at.in(key), notes });
  const id = labelIn(members['id'], part('id'));
  const name = nameOr(id, labelIn(members['name'], part('name')), part('name'));
  const { hosts, urlPattern } = addressOf(members, { at, notes });
  const active = activeOf(members['active'], part('active'));
  const draft = {
    id,
    name,
    minZoom: numberIn(members['minZoom'], part('minZoom')),
    maxZoom: numberIn(members['maxZoom'], part('maxZoom')),
    ...(active === true ? {} : { active }),
    hosts,
    urlPattern:
      typeof urlPattern === 'string' ? tokensIn(urlPattern, hosts, id, known, part('urlPattern')) : urlPattern,
    copyright: labelIn(members['copyright'], part('copyright')),
  };
  return notes.from(Object.fromEntries(Object.entries(draft).filter(([, member]) => member !== undefined)), at);
}

/** A name, or the id where there is none. */
export function nameOr(id: unknown, name: unknown, { at, notes }: Field): unknown {
  if ((name !== undefined && name !== null && name !== '') || typeof id !== 'string' || id === '') return name;
  notes.corrected(at, 'there is none; the id takes its place');
  return id;
}

function activeOf(value: unknown, { at, notes }: Field): unknown {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'string' || !/^\s*(?:true|false)\s*$/i.test(value)) return value;
  notes.corrected(at, 'the text is a truth value now');
  return /true/i.test(value);
}

/** A host name as it may be served: with a scheme, a port or a path, or in capitals. */
const HOST = /^(?:https?:)?(?:\/\/)?([^/:?#@\s]+)((?::\d+)?)((?:\/[^?#\s]*)?)$/i;

interface Address {
  readonly hosts: unknown;
  readonly urlPattern: unknown;
}

function addressOf(members: Readonly<Record<string, unknown>>, { at, notes }: Field): Address {
  const urlPattern = addressIn(members['urlPattern'], { at: at.in('urlPattern'), notes });
  const list = members['hosts'];
  if (!Array.isArray(list)) return { hosts: list, urlPattern };
  const read = list.map((item, index) => hostIn(item, { at: at.in('hosts', index), notes }));
  // What comes after each host belongs to the pattern, if it is the same for all.
  const ends = new Set(read.map(({ end }) => end));
  const [end = ''] = ends;
  const isMoved =
    ends.size === 1 && end !== '' && typeof urlPattern === 'string' && /#\{host\}(?!:\d)/.test(urlPattern);
  if (isMoved) notes.corrected(at.in('hosts'), `${end} after each host is part of the urlPattern now`);
  const hosts = read.map(({ name, end }) => (isMoved ? name : typeof name === 'string' ? name + end : name));
  const unique = [...new Set(hosts)];
  if (unique.length < hosts.length) notes.corrected(at.in('hosts'), 'a host that is listed twice is listed once');
  return { hosts: unique, urlPattern: isMoved ? urlPattern.replaceAll('#{host}', () => `#{host}${end}`) : urlPattern };
}

/** A host, and what comes after it. */
function hostIn(item: unknown, { at, notes }: Field): { name: unknown; end: string } {
  const host = asMembers(item)?.['host'];
  if (typeof item === 'string') notes.corrected(at, 'a text is a host now');
  else reportUnknown(asMembers(item) ?? {}, new Set(['host']), { at, notes });
  const text = typeof item === 'string' ? item : host;
  if (typeof text !== 'string') return { name: text ?? null, end: '' };
  const [, name, port = '', path = ''] = HOST.exec(text.trim()) ?? [];
  if (name === undefined) return { name: text, end: '' };
  const plain = name.toLowerCase().replace(/\.$/, '');
  const end = `${port}${path.replace(/\/+$/, '')}`;
  if (`${plain}${end}` !== text)
    notes.corrected(at.in('host'), `written as the host name alone, ${JSON.stringify(plain)}`);
  return { name: plain, end };
}

/** The specification's way to write a token that is not told; in an address the brackets may be encoded. */
const BRACKETED = /(?:<|%3C)ACCESS_TOKEN(?:>|%3E)/gi;

/** A pattern in which no access token is written out. Keys are named in no message. */
function tokensIn(served: string, hosts: unknown, id: unknown, catalog: KnownServers, { at, notes }: Field): string {
  const old = catalog.patternOf(id);
  if (old !== undefined && isFilledIn(old, served)) return old;
  let pattern = served.replace(BRACKETED, ACCESS_TOKEN);
  if (pattern !== served)
    notes.corrected(at, `<ACCESS_TOKEN> is written ${ACCESS_TOKEN}, which is legal in an address`);
  const variables = tokenNames(pattern);
  if (variables.length > 0) {
    // What a service publishes does not decide which variable of a maintainer is read.
    notes.corrected(at, `\${${variables[0]}} is not taken from a service; ${ACCESS_TOKEN} is in its place`);
    pattern = fillTokens(pattern, {});
  }
  const keys = keysIn(pattern).filter(({ parameter, isDoubtful }) => parameter !== null && !isDoubtful);
  for (const { parameter } of keys) {
    notes.corrected(
      at,
      `the value of ${parameter} looks like an access key and is not taken; ${ACCESS_TOKEN} is in its place`,
    );
  }
  pattern = replaceParts(pattern, keys, () => ACCESS_TOKEN);
  if (!pattern.includes(ACCESS_TOKEN)) return pattern;
  const host = Array.isArray(hosts) && typeof hosts[0] === 'string' ? hosts[0] : '';
  const [, parameter = ''] = /([^?&=]*)=ACCESS_TOKEN/.exec(pattern) ?? [];
  const known = catalog.variables.get(host);
  // One variable is not both a name and a password.
  if (known !== undefined && pattern.split(ACCESS_TOKEN).length === 2) {
    notes.advice(at, `\${${known}} is written for the access token, as in the other servers of ${host}`);
    return pattern.replaceAll(ACCESS_TOKEN, () => `\${${known}}`);
  }
  const variable = variableFor(host, parameter);
  notes.advice(
    at,
    `needs an access token: list ${variable} in accessTokens of site.yaml, and write \${${variable}} for ${ACCESS_TOKEN}`,
  );
  return pattern;
}

/** Whether a pattern is that of the catalog with something in place of its access tokens. */
function isFilledIn(old: string, served: string): boolean {
  if (tokenNames(old).length === 0) return false;
  const parts = old.split(/\$\{[A-Z][A-Z0-9_]*\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/&]+')}$`).test(served);
}
