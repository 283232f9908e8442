/** Adds the tile servers of a list to a catalog, converted as `new` does, if it does not have them yet. */
import { Parser } from 'htmlparser2';
import { convert, describeNote, describeProblem } from '../../build/pipeline.ts';
import type { ProbePlace, SiteSource, TileServerSource } from '../../contract/generated/catalog.types.ts';
import { tokenNames, tokenVariables } from '../../contract/placeholders.ts';
import type { CatalogFiles } from './catalog-files.ts';
import type { TileServerDraft } from './correct-catalog.ts';
import { mergeTileServers } from './merge-catalog.ts';
import type { Notes } from './notes.ts';
import type { StatedServer } from './server-lists.ts';

/** Defaults for values that lists may omit. */
export interface ListOptions {
  /** Whether servers of unknown kind are overlays. */
  readonly overlays: boolean;
  /** The copyright of servers that state none; null for no copyright. */
  readonly copyright: string | null;
  /** The highest zoom level of servers that state none; null if it is not known. */
  readonly maxZoom: number | null;
}

type ServerKind = 'mapserver' | 'overlayserver';

/** Adds the servers that the catalog can represent and does not have yet. Others are reported. */
export function addServers(
  files: CatalogFiles,
  listed: readonly StatedServer[],
  options: ListOptions,
  notes: Notes,
): void {
  const known = knownIn(files);
  const added: Record<ServerKind, TileServerDraft[]> = { mapserver: [], overlayserver: [] };
  for (const server of listed) {
    const kind = (server.isOverlay ?? options.overlays) ? 'overlayserver' : 'mapserver';
    const result = draftOf(server, options, known);
    if ('problem' in result) {
      notes.leftOut(server.at, result.problem);
      continue;
    }
    const { draft, remarks } = result;
    const addresses = addressKeys(draft.hosts, draft.urlPattern);
    const id = `${kind} ${draft.id}`;
    const same = addresses.find((address) => known.addresses.has(address));
    const other = same === undefined ? known.ids.get(id) : known.addresses.get(same);
    if (other !== undefined) {
      const what = same !== undefined ? 'the same tiles are' : `the id ${JSON.stringify(draft.id)} is`;
      notes.leftOut(server.at, `${what} in ${other} already`);
      continue;
    }
    for (const remark of remarks) notes.advice(server.at, remark);
    for (const address of addresses) known.addresses.set(address, 'this list');
    known.ids.set(id, 'this list');
    added[kind].push(notes.from(draft, server.at));
  }
  for (const kind of ['mapserver', 'overlayserver'] as const) mergeTileServers(files, kind, added[kind], notes);
}

/** The tile servers of a catalog. */
export function serversOf(files: CatalogFiles): TileServerSource[] {
  return [...files.of('mapserver'), ...files.of('overlayserver')].map(({ value }) => value as TileServerSource);
}

interface Known {
  /** The file of each address and each id. */
  readonly addresses: Map<string, string>;
  readonly ids: Map<string, string>;
  /** The environment variables that hold the access tokens of hosts. */
  readonly variables: ReadonlyMap<string, string>;
  readonly accessTokens: ReadonlySet<string>;
}

function knownIn(files: CatalogFiles): Known {
  const addresses = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const { kind, path, value } of [...files.of('mapserver'), ...files.of('overlayserver')]) {
    const { id, hosts, urlPattern } = value as TileServerSource;
    for (const address of addressKeys(hosts, urlPattern)) addresses.set(address, path);
    ids.set(`${kind} ${id}`, path);
  }
  const { accessTokens = [] } = (files.valueOf('site') ?? {}) as Partial<SiteSource>;
  return { addresses, ids, variables: tokenVariables(serversOf(files)), accessTokens: new Set(accessTokens) };
}

/** One key for each host. Servers that share a key have the same tiles, apart from protocols and names of tokens. */
function addressKeys(hosts: readonly string[], urlPattern: string): string[] {
  const path = urlPattern
    .replace(/^https?:\/\/#\{host\}(?::(?:80|443)(?!\d))?/, '')
    .replace(/\$\{[A-Z][A-Z0-9_]*\}|ACCESS_TOKEN/g, '$');
  return hosts.map((host) => `${host} ${path}`);
}

/** A tile server with all members that the schema requires. */
type WholeDraft = {
  readonly id: string;
  readonly name: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly hosts: readonly string[];
  readonly urlPattern: string;
  readonly copyright: string;
  readonly probe?: ProbePlace;
};

type Drafted = { readonly draft: WholeDraft; readonly remarks: readonly string[] } | { readonly problem: string };

function draftOf(server: StatedServer, options: ListOptions, { variables, accessTokens }: Known): Drafted {
  const { url, subdomains, hosts, values } = server;
  const name = plainText(server.name.replaceAll('<', '&lt;'));
  if (server.problem !== null) return { problem: server.problem };
  if (name === '') return { problem: 'it has no name' };
  if (url === '') return { problem: 'it has no address' };
  const converted = convert({ url, subdomains, hosts, values, variables });
  if ('reason' in converted) {
    const { code } = converted.reason;
    // A person can answer these questions with `new`.
    const isForPeople =
      code === 'unknown-placeholder' || code === 'hosts-needed' || code === 'suspect' || code === 'too-many-hosts';
    const way = isForPeople ? ', with cartalog new' : '';
    return { problem: `its address cannot be turned: ${describeProblem(converted.reason)}${way}` };
  }
  const token = tokenNames(converted.urlPattern).find((variable) => !accessTokens.has(variable));
  if (token)
    return { problem: `it needs an access token: list ${token} in accessTokens of site.yaml, and import it again` };
  const maxZoom = server.maxZoom ?? options.maxZoom;
  if (maxZoom === null) return { problem: 'it states no highest zoom level; give one with --max-zoom' };
  const credit = plainCredit(server.credit);
  const copyright = shortened(credit) || options.copyright;
  if (!copyright) return { problem: 'it does not say who is credited; name them with --copyright' };
  const { urlPattern } = converted;
  const draft = {
    id: name,
    name,
    minZoom: server.minZoom ?? 0,
    maxZoom,
    hosts: converted.hosts,
    urlPattern,
    copyright,
    ...(server.place === null ? {} : { probe: server.place }),
  };
  const remarks = converted.notes.map((note) =>
    note.code === 'subdomains-assumed'
      ? `${note.found} is read as ${note.among.join(', ')}, the usual ones; if the server has others, list its hosts`
      : describeNote(note),
  );
  if (credit.length > LONGEST) remarks.push(`who is credited is shortened to ${LONGEST} characters`);
  return { draft, remarks: server.remark === null ? remarks : [...remarks, server.remark] };
}

/** Text on one line. @param html text with entities, and with tags, which are left out */
function plainText(html: string): string {
  const parts: string[] = [];
  const parser = new Parser({ ontext: (part) => parts.push(part) });
  parser.end(html.replaceAll('&mdash;', '–'));
  const text = parts.join('');
  return text.replace(/[\p{Cc}\p{Zs}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
}

/** The maximum length of a label, in characters. */
const LONGEST = 200;

/** The attribution without markup and copyright signs. */
function plainCredit(credit: string | null): string {
  const text = plainText(credit ?? '').replace(/©|\(c\)/gi, ' ');
  return text.replace(/\s+/g, ' ').trim();
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/\s\S*$/, '')}…`;
}
