import { newFileText } from '../../build/format/printer.ts';
import { mapOfAddress } from '../../build/map-types/map-address.ts';
import { fileNameFor } from '../../build/read/file-names.ts';
import { pathOfRole } from '../../build/read/layout.ts';
import type { Ways } from '../../build/tile-url/explanations.ts';
import { commonTileHost, mapKeysWithin } from '../../build/tile-url/same-map.ts';
import { domainOf, isLeftOpen, tokensToReplace } from '../../build/tile-url/secrets.ts';
import { normalisedAddress } from '../../build/tile-url/template-pieces.ts';
import { countriesListed, countryNamed } from '../../build/validate/meant-values.ts';
import type { Review } from '../../commands/catalog/new/answer-review.ts';
import type { Answers } from '../../commands/catalog/new/answers.ts';
import { type MapAnswers, recordOfKnownMap } from '../../commands/catalog/new/new-map.ts';
import { DRAFT_QUESTIONS, fallbackAnswer } from '../../commands/catalog/new/questions.ts';
import { jsonItemsOf } from '../../contract/base/json-values.ts';
import { isWebAddress, withScheme } from '../../contract/base/text.ts';
import type { TileServerSource } from '../../contract/generated/catalog.types.ts';
import countryBoxes from '../../contract/generated/country-boxes.cjs';
import { type Box, edgesIn, joinedExtent, meansWorld } from '../../contract/maps/bounding-boxes.ts';
import { arcgisServiceIn } from '../../contract/maps/export-image.ts';
import {
  DEEPEST_OF_DATA,
  hasNeeded,
  isDrawnFromData,
  type MapType,
  mapAddresses,
  mapHosts,
  type NewType,
} from '../../contract/maps/map-types.ts';
import { tokenNames, USUAL_LAST_ZOOM } from '../../contract/maps/placeholders.ts';
import type { KnownCatalog, PageMap, PageSource } from '../../contract/pages/page-data.ts';
import type { PageTexts } from '../../contract/words/page-texts/page-texts.ts';
import { likelyLabel } from './likely-label.ts';

/** Where the form asks for values that a command takes as options. */
export const FORM_WAYS: Ways = {
  hosts: 'further down, like',
  subdomains: 'further down',
  file: 'further down',
  value: (_, example) => `in its place, such as ${example}`,
};

type FieldName = keyof PageTexts['addPage']['hints'];

export type FormValues = { readonly kind: PageMap['kind'] } & Readonly<Partial<Record<FieldName, string>>>;

export interface Assessment {
  /** Null for a missing, unknown or refused address. */
  readonly type: MapType | null;
  readonly review: Review;
  readonly fallbacks: Answers;
  /** Fields whose fallback nothing states. */
  readonly assumed: readonly string[];
  readonly required: readonly FieldName[];
  readonly missing: readonly FieldName[];
  /** Null if something is missing or wrong, or the catalog has the map. */
  readonly text: string | null;
  /** Null if the catalog has the provider, or if its name or a valid website is missing. */
  readonly provider: { readonly path: string; readonly text: string } | null;
  readonly existing: KnownMap | null;
  /** A map of the domain with nearly the same address, the same service, or a layer of the same name. */
  readonly similar: KnownMap | null;
  /** A map with the same label. */
  readonly namesake: KnownMap | null;
  /** A map of the same domain, if the catalog says why each map there is off. */
  readonly discouraged: KnownMap | null;
  readonly map: PageMap | null;
  /** What the catalog's maps of the same domain state alike, by field; and a label and a country made from the address. */
  readonly proposed: {
    readonly domain: string;
    readonly answers: Answers;
    readonly label: string;
    readonly country: string;
  };
}

type KnownMap = KnownCatalog['servers'][number];

type KnownMaps = Pick<KnownCatalog, 'servers' | 'offReasons' | 'domains'>;

type CodeOfCountry = (name: string) => string | null;

/** @param isUnfit its service has said that it draws nothing in Web Mercator */
export function assessMapForm(
  { kind: role, ...fields }: FormValues,
  review: (given: MapAnswers) => Review,
  known: KnownMaps = { servers: [] },
  codeOf: CodeOfCountry = () => null,
  providers: readonly string[] = [],
  isUnfit = false,
): Assessment {
  const answers: Record<string, string> = {};
  const fallbacks: Record<string, string> = {};
  const required: FieldName[] = ['website'];
  const missing: FieldName[] = [];
  const assumed: string[] = [];
  const found = mapOfAddress({ url: fields.url ?? '', allowsOtherProjection: true });
  const { service } = arcgisServiceIn(normalisedAddress(fields.url ?? '')) ?? {};
  const assumedLabel = service && !isUnfit ? likelyLabel({ type: 'arcgis', service }) : '';
  const draftRole = found === null ? role : 'map';
  if (draftRole === 'map' && role === 'overlayserver') answers['overlay'] = 'yes';
  for (const question of DRAFT_QUESTIONS[draftRole]) {
    // What was typed for another type stays in its hidden field.
    if (question.applies?.(answers) === false) continue;
    const given = fields[question.name as FieldName]?.trim() ?? '';
    if (given !== '') answers[question.name] = question.name === 'covers' ? withCodes(given, codeOf) : given;
    if (question.otherwise === undefined) continue;
    const stated = fallbackAnswer(question, { ...fallbacks, ...answers });
    const isLabel = question.name === 'id' && assumedLabel && !namesakeIn(known.servers, assumedLabel);
    const fallback = stated ?? (isUnfit ? null : isLabel ? assumedLabel : (question.likely?.(answers) ?? null));
    if (stated === null || question.guess?.(answers)) assumed.push(question.name);
    if (fallback === null) required.push(question.name as FieldName);
    if (given !== '') continue;
    // A fallback is empty until the answers exist from which it is made.
    if (fallback !== null && fallback !== '') fallbacks[question.name] = fallback;
    else if (fallback === null) missing.push(question.name as FieldName);
  }
  const name = fields.provider?.trim() ?? '';
  const providerId = fileNameFor(name);
  const homepage = withScheme(fields.website?.trim() ?? '');
  const isNewProvider = providerId !== '' && !providers.includes(name) && !providers.includes(providerId);
  if (providerId !== '') answers['provider'] = providerId;
  if (isNewProvider && !isWebAddress(homepage)) missing.push('website');
  const fileName = fields.file?.trim() || null;
  const isEmpty = Object.keys(answers).length === 0;
  const reviewed = review({ role: draftRole, fileName, answers: isEmpty ? {} : { ...fallbacks, ...answers } });
  // Leaves out problems of fields that are in `missing` already.
  const problems = reviewed.problems.filter(({ flag }) => flag === null || !missing.includes(flag as FieldName));
  const refused = new Set(problems.map(({ flag }) => flag));
  const cannotPreview = problems.some(({ flag, isOnlyPrivate }) => flag === 'url' && !isOnlyPrivate);
  const isAccepted = 'url' in answers && !refused.has('url');
  const existing = isAccepted ? sameMap(known.servers, reviewed.draft.record) : null;
  const [host = ''] = mapHosts(reviewed.draft.record);
  const domain = known.domains?.[host] ? host : domainOf(host);
  const isComplete = missing.length === 0 && problems.length === 0 && existing === null;
  return {
    type: found && 'type' in found ? found.type : isAccepted ? 'xyz' : null,
    review: { ...reviewed, problems },
    fallbacks,
    assumed,
    required,
    missing,
    text: isComplete ? newFileText(reviewed.draft, reviewed.draft.record) : null,
    provider: isNewProvider && isWebAddress(homepage) ? newProvider(providerId, { name, homepage }) : null,
    existing,
    similar: isAccepted && existing === null ? similarMap(known.servers, reviewed.draft.record) : null,
    namesake: namesakeIn(known.servers, answers['id'] ?? ''),
    proposed: isAccepted
      ? {
          domain,
          answers: known.domains?.[domain] ?? {},
          label: likelyLabel(reviewed.draft.record),
          country: countryOf(host),
        }
      : { domain, answers: {}, label: '', country: '' },
    discouraged: isAccepted ? discouragedMap(known, reviewed.draft.record) : null,
    map: cannotPreview ? null : withTypedKeys(pageMapOf(role, reviewed.draft.record, refused), answers['url']),
  };
}

/** Also used without regard to the country. */
const FREE_DOMAINS = /^(?:AI|CC|CO|FM|GG|IM|IO|LA|LY|ME|NU|SH|SO|ST|TO|TV|WS)$/;

function countryOf(host: string): string {
  const code = host.split('.').at(-1)?.toUpperCase().replace('UK', 'GB') ?? '';
  return countryBoxes[code] && !FREE_DOMAINS.test(code) ? code : '';
}

function newProvider(id: string, record: object): Assessment['provider'] {
  const path = pathOfRole('provider', id);
  return { path, text: newFileText({ role: 'provider', path }, record) };
}

/** Null without the address or something else that the type needs. Replaces invalid zoom levels. */
function pageMapOf(
  role: PageMap['kind'],
  record: Readonly<Record<string, unknown>>,
  refused: ReadonlySet<string | null>,
): PageMap | null {
  const { id, minZoom, maxZoom, copyright = '', countries = [], area } = record as Partial<TileServerSource>;
  const stated = typeof area === 'object' ? area : countries.flatMap((code) => countryBoxes[code] ?? []);
  const boxes = refused.has('covers') ? [] : stated;
  const { type } = record as { readonly type?: NewType };
  const addresses = mapAddresses(record);
  const [, address] = addresses[0] ?? [];
  if (address === undefined || !hasNeeded(record)) return null;
  const usable = (name: FieldName, level: number | undefined): number | null =>
    level === undefined || refused.has(name) ? null : level;
  const first = usable('min-zoom', minZoom) ?? 0;
  const last =
    usable('max-zoom', maxZoom) ?? Math.max(first, isDrawnFromData(type) ? DEEPEST_OF_DATA : USUAL_LAST_ZOOM);
  return {
    key: 'new',
    kind: role,
    id: id ?? String(record['name'] ?? ''),
    minZoom: first,
    maxZoom: last,
    hosts: mapHosts(record),
    urlPattern: address,
    ...(type === undefined ? {} : { source: record as unknown as PageSource }),
    copyright,
    unset: addresses.flatMap(([, template]) => tokenNames(template)),
    page: '',
    ...(boxes.length > 0 ? { bounds: edgesOf(joinedExtent(boxes)) } : {}),
  };
}

/** The preview uses the keys in the typed address; the record has variables instead. */
function withTypedKeys(map: PageMap | null, url = ''): PageMap | null {
  const address = normalisedAddress(url);
  const keys = tokensToReplace(address).map(({ start, end }) => address.slice(start, end));
  if (map === null || keys.length === 0 || keys.length !== map.unset.length || keys.some(isLeftOpen)) return map;
  const filled = (text: string): string =>
    map.unset.reduce((one, name, at) => one.replaceAll(`\${${name}}`, () => keys[at] as string), text);
  const members = Object.entries(map.source ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? filled(value) : value,
  ]);
  const source = map.source && { source: Object.fromEntries(members) as unknown as PageSource };
  return { ...map, unset: [], hasOwnToken: true, urlPattern: filled(map.urlPattern), ...source };
}

const edgesOf = ({ west, south, east, north }: Box) => [west, south, east, north] as const;

function withCodes(typed: string, codeOf: CodeOfCountry): string {
  if (edgesIn(typed)) return typed;
  return countriesListed(typed, (name) => codeOf(name) ?? countryNamed(name)).join(', ');
}

export function hasCountryNames(typed: string): boolean {
  return /[\p{L}.]{3}/u.test(typed) && !edgesIn(typed) && !meansWorld(typed);
}

/**
 * Finds the known map with the same address. Hosts are compared by `hostOf`, queries only with `comparesQuery`.
 * `alsoAs` gives other forms of a record.
 */
function finderOfMap(
  hostOf: (host: string) => string,
  comparesQuery: boolean,
  alsoAs: (record: object) => object[] = () => [],
) {
  const keysOf = (record: object): string[] => [record, ...alsoAs(record)].flatMap(keysOfOne);
  const keysOfOne = (record: object): string[] => {
    const hosts = mapHosts(record).map(hostOf);
    const addresses = mapAddresses(record).map(([key, address]) => {
      const onHost = address.replace(/^(https?:\/\/)([^/:?#]+)/i, (_, scheme, host) => scheme + hostOf(host));
      return [key, comparesQuery || !address.includes('{') ? onHost : onHost.replace(/\?[^?{]*$/, '')] as const;
    });
    return mapKeysWithin({ ...record, ...('hosts' in record ? { hosts } : {}), ...Object.fromEntries(addresses) });
  };
  const knownMaps = new WeakMap<KnownCatalog['servers'], ReadonlyMap<string, KnownMap>>();
  return (known: KnownCatalog['servers'], record: object): KnownMap | null => {
    const byKey =
      knownMaps.get(known) ??
      new Map(known.flatMap((map) => keysOf(recordOfKnownMap(map)).map((key) => [key, map] as const)));
    knownMaps.set(known, byKey);
    const key = keysOf(record).find((candidate) => byKey.has(candidate));
    return key === undefined ? null : (byKey.get(key) ?? null);
  };
}

/** `tiles.example.org` has the tiles of `tile.example.org` and `www.example.org`. */
const sameMap = finderOfMap((host) => {
  const common = commonTileHost(host);
  return common === domainOf(common) ? common : common.replace(/^(?:o?tiles?|www)\./, '');
}, true);

/** ArcGIS: a service's tiles and the picture that it draws show the same, in paths of any case. */
function ofService(record: object): object[] {
  const [[, address = ''] = []] = mapAddresses(record);
  const { service = '' } = arcgisServiceIn(address.replace('#{host}', mapHosts(record)[0] ?? '')) ?? {};
  return service === ''
    ? []
    : [
        {
          layers: undefined,
          ...record,
          type: 'arcgis',
          service: service.toLowerCase(),
          hosts: undefined,
          urlPattern: undefined,
        },
      ];
}

/** Longer names of layers mean the same on all servers of a domain. */
const LAYER_NAME = /^(?=.{8})[a-z]\w*[.:-][\w.:-]*[a-z]/i;

/** The only layer of a service, or what may be the layer in the address of tiles; made up as a service of the domain. */
function ofLayer(record: object): object[] {
  const { layers, hosts } = record as { readonly layers?: unknown; readonly hosts?: unknown };
  const [host = ''] = mapHosts(record);
  const pieces = hosts ? mapAddresses(record).flatMap(([, address]) => address.split(/\/|[?&][^=]*=/).slice(3)) : [];
  const names = pieces.length > 0 ? pieces : jsonItemsOf(layers).map(String);
  return (pieces.length > 0 || names.length === 1 ? names : [])
    .filter((name) => LAYER_NAME.test(name))
    .map((name) => ({ type: 'arcgis', service: `https://${domainOf(host)}/`, layers: [name.toLowerCase()] }));
}

/** What may follow the numbers of a tile. */
const OF_PICTURE = /(?<=#\{tile[xy]\})(?:@\dx)?(?:\.\w+)?\/?(?:\?[^?]*)?$/;

/** The same tiles of a host in another format or size, or with rows from the south; made up as a path of the domain. */
function ofTiles(record: object): object[] {
  const { hosts = [], urlPattern = '' } = record as Partial<TileServerSource>;
  const path = urlPattern.replace(OF_PICTURE, '');
  return hosts.map((host) => ({ hosts: [host], urlPattern: `${path} ${commonTileHost(host)}` }));
}

const similarMap = finderOfMap(domainOf, false, (record) =>
  [ofService, ofLayer, ofTiles].flatMap((others) => others(record)),
);

function namesakeIn(servers: KnownCatalog['servers'], label: string): KnownMap | null {
  const file = fileNameFor(label);
  return servers.find(([, fileName, id]) => file !== '' && (fileName === file || id === label)) ?? null;
}

function discouragedMap({ servers, offReasons = {} }: KnownMaps, record: object): KnownMap | null {
  const domainsOf = (map: object): string[] => mapHosts(map).map(domainOf);
  const domains = new Set(domainsOf(record));
  const maps = servers.filter((map) => domainsOf(recordOfKnownMap(map)).some((domain) => domains.has(domain)));
  return maps.every(([kind, fileName]) => offReasons[`${kind}/${fileName}`]) ? (maps[0] ?? null) : null;
}
