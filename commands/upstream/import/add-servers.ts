/** Adds the tile servers of a list to a catalog, converted as `new` does, if it does not have them yet. */
import { Parser } from 'htmlparser2';
import { convert } from '../../../build/tile-url/convert.ts';
import type { Ways } from '../../../build/tile-url/explanations.ts';
import { describeNote, describeProblem } from '../../../build/tile-url/explanations.ts';
import { attributionParts } from '../../../contract/credit.ts';
import type { AttributionPart, SiteSource } from '../../../contract/generated/catalog.types.ts';
import { addressesIn, hostsIn } from '../../../contract/map-types.ts';
import { tokenNames, tokenVariables } from '../../../contract/placeholders.ts';
import { plural } from '../../../contract/text.ts';
import type { CatalogFiles, ServerKind } from './catalog-files.ts';
import type { Members } from './correct-record.ts';
import { inherited, writtenArea } from './map-details.ts';
import { mergeTileServers } from './merge-service.ts';
import { originOf, type SourcePlace, withOrigin } from './notes.ts';
import type { StatedServer } from './server-lists.ts';
import { fittedArea } from './stated-area.ts';
import { withVariables } from './typed-drafts.ts';

/** Defaults for values that lists may omit. */
export interface ListOptions {
  /** Whether servers of unknown kind are overlays. */
  readonly overlays?: boolean;
  /** The copyright of servers that state none. */
  readonly copyright?: string | undefined;
  /** The address that the file was fetched from. */
  readonly address?: string | undefined;
  /** Whether the server of that address answers ranges. */
  readonly hasRanges?: boolean;
  /** The highest zoom level of servers that state none. */
  readonly maxZoom?: number | undefined;
}

/** Adds the servers that the catalog can represent and does not have yet. Others are reported. */
export function addServers(
  files: CatalogFiles,
  listed: readonly StatedServer[],
  at: SourcePlace,
  options: ListOptions,
): void {
  const lost = new Map<string, number>();
  const known = knownIn(files);
  const added: Record<ServerKind, Members[]> = { mapserver: [], overlayserver: [] };
  const typed: Members[] = [];
  for (const server of listed) {
    const isOverlay = (server.isOverlay ?? options.overlays) === true;
    const result = draftOf(server, options, known, isOverlay);
    if ('problem' in result) {
      server.at.leftOut(result.problem);
      continue;
    }
    const { draft, label, remarks } = result;
    const kind = 'type' in draft ? 'map' : isOverlay ? 'overlayserver' : 'mapserver';
    const addresses = keysOf(draft);
    const id = `${kind} ${label}`;
    const same = addresses.find((address) => known.addresses.has(address));
    const other = same === undefined ? known.ids.get(id) : known.addresses.get(same);
    if (other !== undefined) {
      const what = same !== undefined ? 'the same tiles are' : `the id ${JSON.stringify(label)} is`;
      server.at.leftOut(`${what} in ${other} already`);
      continue;
    }
    for (const remark of remarks) server.at.advice(remark);
    for (const name of server.others) lost.set(name, (lost.get(name) ?? 0) + 1);
    for (const address of addresses) known.addresses.set(address, 'this list');
    known.ids.set(id, 'this list');
    const record = withOrigin(server.at, { ...draft, ...detailsOf(files, server, draft, label, known) });
    if (kind === 'map') typed.push(record);
    else added[kind].push(record);
  }
  // One map is looked at anyway.
  if (listed.length > 1 && options.overlays !== true && listed.every(({ isOverlay }) => isOverlay === undefined))
    at.advice('it does not say which maps are overlays; import a list of overlays with --overlays');
  const names = [...lost].map(([name, count]) => `${name} (${plural(count, 'map')})`);
  if (names.length > 0) at.leftOut(`the catalog has no place for ${names.join(', ')}`);
  for (const kind of ['mapserver', 'overlayserver'] as const) mergeTileServers(files, kind, added[kind]);
  for (const map of typed) {
    const stated = Object.entries(map).filter(([, value]) => value !== undefined);
    files.set(files.newPath('map', String(map['name'])), withOrigin(originOf(map), Object.fromEntries(stated)));
  }
}

type Known = ReturnType<typeof knownIn>;

/** What the catalog has: the file of each address and each id, variables and providers by host, and access tokens. */
function knownIn(files: CatalogFiles) {
  const addresses = new Map<string, string>();
  const ids = new Map<string, string>();
  const providers = new Map<string, string>();
  for (const { kind, path, value } of files.tileServers()) {
    const { id, hosts, urlPattern, provider } = value;
    for (const host of provider ? hosts : []) providers.set(host, provider as string);
    for (const address of addressKeys(hosts, urlPattern)) addresses.set(address, path);
    ids.set(`${kind} ${id}`, path);
  }
  for (const { path, value } of files.of('map')) {
    const map = value as Members;
    for (const host of map['provider'] ? hostsIn(map) : []) providers.set(host, String(map['provider']));
    for (const address of keysOf(map)) addresses.set(address, path);
    ids.set(`map ${map['name']}`, path);
  }
  const { accessTokens = [] } = (files.valueOf('site') ?? {}) as Partial<SiteSource>;
  const variables = tokenVariables(files.tileServers().map(({ value }) => value));
  return { addresses, ids, variables, accessTokens: new Set(accessTokens), providers };
}

const TOKENS = /\$\{[A-Z][A-Z0-9_]*\}|ACCESS_TOKEN/g;

/** One key for each host. Servers that share a key have the same tiles, apart from protocols and names of tokens. */
function addressKeys(hosts: readonly string[], urlPattern: string): string[] {
  const path = urlPattern.replace(/^https?:\/\/#\{host\}(?::(?:80|443)(?!\d))?/, '').replace(TOKENS, '$');
  return hosts.map((host) => `${host} ${path}`);
}

/** The keys of a record of any type: maps with the same key show the same. */
function keysOf(record: Members): string[] {
  const { type = '', hosts, urlPattern, layers = [] } = record;
  if (Array.isArray(hosts)) return addressKeys(hosts, String(urlPattern)).map((key) => `${type} ${key}`.trim());
  const addresses = addressesIn(record).map(([, address]) => address.replace(/^https?:/, '').replace(TOKENS, '$'));
  return [JSON.stringify([type, addresses, layers])];
}

/** People answer questions about an address with `new`, or in the record. */
const WITH_NEW: Ways = {
  hosts: 'with cartalog new --hosts',
  subdomains: 'in its hosts',
  file: 'with --file',
  value: (name, example) => `with cartalog new --set ${name}=${example}`,
};

/** The highest zoom level of a WMS that states none. */
const WMS_MAX_ZOOM = 19;

/** The record of a server with its remarks, or why there is none. */
function draftOf(
  server: StatedServer,
  options: ListOptions,
  known: Known,
  isOverlay: boolean,
): { problem: string } | { draft: Members; label: string; remarks: string[] } {
  const { url, remark } = server;
  const name = plainText(server.name.replaceAll('<', '&lt;'));
  if (server.problem !== null) return { problem: server.problem };
  if (name === '') return { problem: 'it has no name' };
  if (url === '') return { problem: 'it has no address' };
  const { stated } = server;
  if (stated && 'problem' in stated) return stated;
  const own = stated && 'members' in stated ? typedMembers(stated, known) : tiledMembers(server, known);
  if ('problem' in own) return own;
  const { members, notes } = own;
  // A WMS has no zoom levels, and draws at any scale.
  const isAssumed = stated?.type === 'wms' && server.maxZoom === null && options.maxZoom === undefined;
  const maxZoom = isAssumed ? WMS_MAX_ZOOM : (server.maxZoom ?? options.maxZoom);
  // What a style or an archive has, it says itself.
  const needsZooms = !('style' in members || 'tiles' in members || 'url' in members);
  if (maxZoom === undefined && needsZooms)
    return { problem: 'it states no highest zoom level; give one with --max-zoom' };
  const credit = plainCredit(server.credit ?? '');
  const copyright = shortened(credit) || options.copyright;
  if (!copyright) return { problem: 'it does not say who is credited; name them with --copyright' };
  const minZoom = server.minZoom ?? (needsZooms ? 0 : undefined);
  const named = stated
    ? { type: members['type'] ?? stated.type, name, ...(isOverlay ? { overlay: true } : {}) }
    : { id: name, name };
  const draft = { ...named, minZoom, maxZoom, ...members, copyright };
  const remarks = [...notes];
  if (isAssumed) remarks.push(`it states no highest zoom level; ${WMS_MAX_ZOOM} is taken`);
  if (credit.length > LONGEST) remarks.push(`who is credited is shortened to ${LONGEST} characters`);
  return { draft, label: name, remarks: remark ? [...remarks, remark] : remarks };
}

type OwnMembers = { readonly members: Members; readonly notes: readonly string[] } | { readonly problem: string };

/** The hosts and the pattern of tiles. */
function tiledMembers(server: StatedServer, { variables, accessTokens }: Known): OwnMembers {
  const { subdomains = null, hosts = null, values = new Map() } = server;
  const url = server.stated ? server.url.replace('{-y}', '{y}') : server.url;
  const converted = convert({ url, subdomains, hosts, values, variables });
  if ('reason' in converted)
    return { problem: `its address cannot be turned: ${describeProblem(converted.reason, WITH_NEW)}` };
  const token = tokenNames(converted.urlPattern).find((variable) => !accessTokens.has(variable));
  if (token)
    return { problem: `it needs an access token: list ${token} in accessTokens of site.yaml, and import it again` };
  const members = { hosts: converted.hosts, urlPattern: converted.urlPattern };
  return { members, notes: converted.notes.map((note) => describeNote(note, WITH_NEW)) };
}

/** The members of another type, without access tokens. */
function typedMembers(stated: { readonly type: string; readonly members: Members }, known: Known): OwnMembers {
  const own = withVariables({ type: stated.type, ...stated.members }, known);
  return 'problem' in own ? own : { ...own, notes: [] };
}

/** What a list says of the map. What the provider of its hosts says too is left out. */
function detailsOf(
  files: CatalogFiles,
  server: StatedServer,
  draft: Members,
  label: string,
  { providers }: Known,
): Members {
  const [provider, ...others] = [...new Set(hostsIn(draft).map((host) => providers.get(host)))];
  const ofProvider = others.length === 0 && provider ? provider : undefined;
  const area = writtenArea(files, server.area ? fittedArea(server.area) : null, label, server.at);
  const { probe, ...known } = server.known ?? {};
  const stated = attributionOf(server);
  const attribution = stated && isImplied(stated, String(draft['copyright'])) ? undefined : stated;
  const details = { ...known, attribution, area, provider: ofProvider, probe: area === 'world' ? undefined : probe };
  return { ...details, ...inherited(files, details) };
}

/** Whether an attribution is what a map shows that states only its copyright. */
function isImplied(attribution: readonly AttributionPart[], copyright: string): boolean {
  const implied = attributionParts({ copyright });
  const links = attribution.flatMap(({ url }) => url ?? []);
  const same = implied.flatMap(({ href }) => href ?? []);
  const text = implied.map((part) => part.text).join('');
  return attribution.map((part) => part.text).join(', ') === text && links.join(' ') === same.join(' ');
}

/** What must be shown, if it has links: a part ends at a separator, before ©, and before a second link. */
function attributionOf({ credit, creditUrl }: StatedServer): readonly AttributionPart[] | undefined {
  if (!credit) return undefined;
  if (creditUrl) return [{ text: plainText(credit), url: creditUrl }];
  const parts: { text: string; url?: string }[] = [];
  let text = '';
  let url: string | undefined;
  const endText = (): void => {
    const [first = '', ...others] = url ? [text] : text.split(/[|,;]|\s[–—-]\s|(?=©)/);
    const last = parts.at(-1);
    if (last && !(url && last.url)) Object.assign(last, { text: last.text + first }, url ? { url } : null);
    else parts.push(url ? { text: first, url } : { text: first });
    for (const other of others) parts.push({ text: other });
    text = '';
  };
  const parser = new Parser({
    ontext: (part) => {
      text += part;
    },
    onopentag: (name, { href }) => {
      if (name !== 'a') return;
      endText();
      url = /^https?:[^#]*/i.exec(href ?? '')?.[0];
    },
    onclosetag: (name) => {
      if (name !== 'a') return;
      endText();
      url = undefined;
    },
    onend: endText,
  });
  parser.end(credit.replaceAll('&mdash;', '–'));
  const shown = parts.map((part) => ({ ...part, text: onOneLine(part.text) })).filter(({ text }) => text !== '');
  return shown.some(({ url }) => url) ? shown : undefined;
}

/** Text on one line. @param html text with entities, and with tags, which are left out */
function plainText(html: string): string {
  const parts: string[] = [];
  const parser = new Parser({ ontext: (part) => parts.push(part) });
  parser.end(html.replaceAll('&mdash;', '–'));
  return onOneLine(parts.join(''));
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zs}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
}

/** The maximum length of a label, in characters. */
const LONGEST = 200;

/** The attribution without markup and copyright signs. */
function plainCredit(credit: string): string {
  const text = plainText(credit).replace(/©|\(c\)/gi, ' ');
  return text.replace(/\s+/g, ' ').trim();
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/\s\S*$/, '')}…`;
}
