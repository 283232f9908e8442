/** Addresses of maps in a document that no reader knows, and the commands that take them. */
import { mapOfAddress, readMapAddress } from '../../../../build/map-types/map-address.ts';
import { statesOverlay } from '../../../../build/programs/stated/stated-map.ts';
import { asTileTemplate, isTemplate, normalisedAddress } from '../../../../build/tile-url/template-pieces.ts';
import type { offeredCommand } from '../../../../cli/terminal/offered-command.ts';
import { asJsonMembers } from '../../../../contract/base/json-values.ts';
import { itemsByKey } from '../../../../contract/base/text.ts';
import { arcgisServiceIn } from '../../../../contract/maps/export-image.ts';
import { askedCapabilities, splitServiceRequest } from '../../../../contract/maps/get-map.ts';
import { capabilitiesOffer } from '../../../../contract/maps/import-offer.ts';
import { isMapAddress, mapTypeOfFile } from '../../../../contract/maps/map-formats.ts';
import { SERVICE_PROTOCOL } from '../../../../contract/maps/map-types.ts';

type Options = Readonly<Record<string, string>>;

/** Ends a sentence with a command for an address. */
export type Offer = (command: Parameters<typeof offeredCommand>[0], address: string, options?: Options) => string;

/** An address of tiles, wherever it is in a text. */
export const TEMPLATE = /https?:\/\/[^\s"'<>`\\]{1,300}?\{\$?z(?:oom)?\}[^\s"'<>`\\)]{0,300}/i;

/** In a configuration, the line below may name layers. */
const ADDRESS = /\b(https?:\\?\/\\?\/[^\s"'<>`]{1,1000})(?:["']?\s{1,200}layers: ?["'[]{0,2}([\w:., -]{1,200}))?/gi;
/** Names of schemas, which look like services. */
const NO_SERVER = /^https?:\/\/(?:www|schemas)\.opengis\.net\//i;
const MOST_TEXT = 100_000;
const MOST_STRINGS = 10_000;
const MOST_SHOWN = 3;

/** What is beside an address in its object. */
interface Beside {
  readonly service?: string | undefined;
  readonly layers?: string | undefined;
  /** Also of all that is in it. */
  readonly isOverlay?: boolean;
}

/** `with the address of a map`, and the command for it; null without any. @param value of JSON */
export function describeMapsInside(text: string, offer: Offer, value?: unknown): string | null {
  const found =
    value === undefined
      ? addressesIn(text.slice(0, MOST_TEXT)).flatMap(({ url, ...beside }) => mapAt(url, beside) ?? [])
      : mapsIn(value);
  const commands = [...itemsByKey(found, ({ address }) => address).values()].flatMap(([first]) => first ?? []);
  const [best] = commands.toSorted((a, b) => a.rank - b.rank);
  if (!best) return null;
  const alike = commands.filter(({ rank }) => rank === best.rank);
  const shown = alike.slice(0, MOST_SHOWN).map(({ command, address, layers }) => offer(command, address, { layers }));
  const count = alike.length > shown.length ? `${alike.length} addresses of maps, such as` : 'addresses of maps';
  return `with ${alike.length === 1 ? 'the address of a map' : count}: ${shown.join('; ')}`;
}

const addressesIn = (text: string): ({ readonly url: string } & Beside)[] =>
  Array.from(text.matchAll(ADDRESS), ([, found = '', layers]) => {
    // XML may have it in <![CDATA[…]]>, and a forum in [code]…[/code].
    const [address = ''] = found.split(/\]\]|\[\//, 1);
    const service = layers && SERVICE_PROTOCOL;
    return {
      url: normalisedAddress(address.replace(/[.,;:)]{1,5}$/, '')),
      service,
      layers: layers?.replace(/\s/g, ''),
    };
  });

function mapsIn(root: unknown): MapInside[] {
  const found: (MapInside | null)[] = [];
  const open: { readonly value: unknown; readonly beside: Beside }[] = [{ value: root, beside: {} }];
  for (let count = 0; open.length > 0 && count < MOST_STRINGS; count++) {
    const { value, beside } = open.pop() as (typeof open)[number];
    const addresses = typeof value === 'string' ? addressesIn(value) : [];
    for (const { url } of addresses) found.push(mapAt(url, beside));
    const inside = Array.isArray(value) ? value.map((item) => ({ value: item, beside })) : membersOf(value, beside);
    // Reversed, for a stack.
    for (const item of inside.slice(0, MOST_STRINGS).reverse()) open.push(item);
  }
  return found.filter((map) => map !== null);
}

/** A service is named in the key of its address, or beside that. */
function membersOf(value: unknown, { isOverlay: isWithin = false }: Beside) {
  const members = asJsonMembers(value) ?? {};
  const text = (names: RegExp): string =>
    Object.entries(members).find(([key, one]) => names.test(key) && typeof one === 'string')?.[1] as string;
  const type = text(/^(?:typ|type|service|servicetype|protocol)$/i);
  const layers = text(/^(?:wmt?s)?_?layers?(?:names?)?$/i);
  return Object.entries(members).map(([key, value]) => {
    const [service] = /wmt?s/i.exec(/^wmt?s/i.test(key) ? key : /^(?:url|href)$/i.test(key) ? (type ?? '') : '') ?? [];
    const isOverlay = isWithin || [key, type ?? ''].some(statesOverlay) || members['overlay'] === true;
    return { value, beside: { service, layers: service && layers, isOverlay } };
  });
}

interface MapInside {
  readonly command: Parameters<Offer>[0];
  readonly address: string;
  readonly layers: string;
  readonly rank: number;
}

function mapAt(url: string, { service, layers = '', isOverlay }: Beside): MapInside | null {
  if (NO_SERVER.test(url)) return null;
  const made = (command: MapInside['command'], address: string, rank: number, chosen = ''): MapInside => {
    const isServer = isOverlay && command === 'new mapserver --url';
    return { command: isServer ? 'new overlayserver --url' : command, address, layers: chosen, rank };
  };
  if (isTemplate(url)) {
    const read = readMapAddress({ url });
    if ('type' in read) return made(read.type === 'xyz' ? 'new mapserver --url' : 'new map --url', url, 0);
    return TEMPLATE.test(url) ? made(mapOfAddress({ url }) ? 'new map --url' : 'new mapserver --url', url, 1) : null;
  }
  if (service || askedCapabilities(url) !== null) {
    const { address } = capabilitiesOffer(url, /^wmts$/i.test(service ?? '') ? 'WMTS' : SERVICE_PROTOCOL);
    return made('import', address, 0, splitServiceRequest(url).given.get('layers') ?? layers);
  }
  if (
    arcgisServiceIn(url) ||
    /\/rest\/services\/.*\/VectorTileServer(?:\/|$)|\/resources\/styles\/root\.json/i.test(url)
  )
    return asTileTemplate(url) ? null : made('new map --url', url, 0);
  if (mapTypeOfFile(url) || (isMapAddress(url) && /\/styles?[/.]/i.test(url))) return made('new map --url', url, 2);
  const tile = /\.(?:png|jpe?g|webp)(?:[?#]|$)/i.test(url) && asTileTemplate(url);
  return tile ? made('new mapserver --url', tile.template, 3) : null;
}
