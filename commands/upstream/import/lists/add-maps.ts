import { type Handler, Parser } from 'htmlparser2';
import { TYPES } from '../../../../build/map-types/all-types.ts';
import { readMapAddress } from '../../../../build/map-types/map-address.ts';
import { joinedRemarks, type StatedMap } from '../../../../build/programs/stated/stated-map.ts';
import { fileNameFor } from '../../../../build/read/file-names.ts';
import { withVariables } from '../../../../build/tile-url/convert.ts';
import {
  describeNote,
  describeTemplateProblem,
  FLAG_WAYS,
  type Ways,
} from '../../../../build/tile-url/explanations.ts';
import { mapKeys, mapKeysWithin } from '../../../../build/tile-url/same-map.ts';
import { pastedKeysIn } from '../../../../build/tile-url/secrets.ts';
import { normalisedAddress, zoomPrefixIn } from '../../../../build/tile-url/template-pieces.ts';
import { type CalledWith, describeOffer } from '../../../../cli/terminal/offered-command.ts';
import { fold } from '../../../../contract/base/fold.ts';
import { withoutUndefined } from '../../../../contract/base/json-values.ts';
import { TEXT_LIMITS } from '../../../../contract/base/limits.ts';
import {
  firstNames,
  itemsByKey,
  joinedWith,
  parseUrl,
  plural,
  shellWord,
  visible,
} from '../../../../contract/base/text.ts';
import type { AttributionPart, NeededHeader, SiteSource } from '../../../../contract/generated/catalog.types.ts';
import { attributionParts, attributionText } from '../../../../contract/maps/credit.ts';
import { isOtherProjection } from '../../../../contract/maps/get-map.ts';
import { type ImportOffer, offerAt } from '../../../../contract/maps/import-offer.ts';
import { creditAndLicence } from '../../../../contract/maps/licences.ts';
import {
  isDrawnFromData,
  MAP_TYPES,
  type MapType,
  mapAddresses,
  mapHosts,
} from '../../../../contract/maps/map-types.ts';
import { unsignedText, withPartiesApart } from '../../../../contract/maps/pasted-credit.ts';
import { tokenNames, tokenVariables, usualLastZoom } from '../../../../contract/maps/placeholders.ts';
import type { CatalogFiles } from '../catalog-files.ts';
import type { Members } from '../correct-served-record.ts';
import { type LeftOutReason, type SourcePlace, withSourcePlace } from '../notes.ts';
import type { LayerChoice } from './chosen-layers.ts';
import { fittedArea } from './fitted-area.ts';
import {
  type Copyrights,
  hostOf,
  knownPlaces,
  type MapDraft,
  type UnfitMap,
  unfitMap,
  withCopyrights,
} from './map-credits.ts';
import { inheritedFromProvider, writtenArea } from './map-details.ts';

export interface ListOptions extends Copyrights, LayerChoice, CalledWith {
  readonly overlays?: boolean;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  /** The address of the service whose capabilities these are; undefined for a file. */
  readonly service?: string | undefined;
  readonly maxZoom?: number | undefined;
}

export function addStatedMaps(
  files: CatalogFiles,
  stated: readonly StatedMap[],
  at: SourcePlace,
  options: ListOptions,
): void {
  at.notes.noun = 'map';
  const maps = stated.map(withLicence);
  const known = knownIn(files);
  const added: StatedMap[] = [];
  const others: StatedMap[] = [];
  const terms = new Set<string | undefined>();
  const common = new Map<string, number>();
  // Of ids that several maps of the list have.
  const lastNumbers = new Map<string, number>();
  const tried: Members[] = [];
  // Maps whose description became their name.
  const described = new Set<StatedMap>();
  const given = maps.length === 1 ? options.name : undefined;
  const isOverlayMap = (map: StatedMap): boolean => (map.isOverlay ?? options.overlays) === true;
  const drafts = maps.map((map) => draftOf({ ...map, name: given ?? map.name }, options, known, isOverlayMap(map)));
  const urls = maps.map(({ url }) => url);
  const results = withCopyrights(drafts, options, known.places, at, urls);
  const remarked = results.flatMap((result) => ('remarks' in result ? result.remarks : []));
  const repeated = itemsByKey(remarked, (remark) => remark);
  for (const [index, result] of results.entries()) {
    const map = maps[index] as StatedMap;
    const place = at.in(...map.path);
    const [same] = result.draft ? mapKeys(result.draft).flatMap((key) => known.addresses.get(key) ?? []) : [];
    const before = drafts[index] as MapDraft;
    if (!same && 'isWithoutZoom' in before && before.isWithoutZoom) at.notes.withoutZoom++;
    if ('problem' in result && same === undefined) {
      place.leftOut(result.problem, result.reason);
      others.push(map);
      if (!result.draft || result.reason !== 'nobody is credited') continue;
      at.notes.uncredited.add(hostOf(result.draft));
      // Nothing of it stays, so only its own faults are found.
      const named = { copyright: 'A', ['type' in result.draft ? 'name' : 'id']: `${index}` };
      const details = detailsOf(files, { ...map, area: null }, named, '', known, place);
      tried.push(withSourcePlace(place, withoutUndefined({ ...result.draft, ...named, ...details })));
      continue;
    }
    const { draft: stated = {}, remarks } = { remarks: [], ...result };
    const role = 'type' in stated ? 'map' : isOverlayMap(map) ? 'overlayserver' : 'mapserver';
    if (same) {
      const isGuess = !mapHosts(stated).some((host) => same.hosts.includes(host));
      const way = isGuess ? `; if it is another map, cartalog new ${role} takes it` : '';
      const reason = same.file === LISTED ? 'twice in the list' : 'in the catalog already';
      place.leftOut(`the same map is in ${same.file} already${way}`, reason);
      continue;
    }
    const idMember = 'id' in stated ? 'id' : 'name';
    const id = String(stated[idMember]);
    const key = idKey(role, id);
    const other = known.ids.get(key);
    if (other !== undefined && other !== LISTED) {
      const alone = map.layer === undefined ? 'in the list' : `with --layers ${shellWord(map.layer)} --name`;
      const way = `give it another name ${maps.length === 1 ? 'with --name' : alone}`;
      place.leftOut(`another map, in ${other}, has the id ${JSON.stringify(id)}; ${way}`, 'name is taken');
      continue;
    }
    let ownId = id;
    let number = lastNumbers.get(key) ?? 1;
    while (known.ids.has(idKey(role, ownId))) ownId = `${id}-${++number}`;
    lastNumbers.set(key, number);
    if (ownId !== id)
      place.corrected(
        `another map of the list has the id ${JSON.stringify(id)}, so this one has ${JSON.stringify(ownId)}`,
      );
    const draft: Members = { ...stated, [idMember]: ownId };
    const label = String(draft['name']);
    added.push(map);
    for (const remark of remarks)
      if ((repeated.get(remark)?.length ?? 0) <= MOST_PLACES) place.advice(remark);
      else common.set(remark, (common.get(remark) ?? 0) + 1);
    if (map.terms && !terms.has(map.terms)) at.advice(`its service states: ${visible(map.terms)}`);
    terms.add(map.terms);
    const texts = [map.name, map.description, map.credit, map.copyright];
    const lost = texts.find((text) => LOST_LETTERS.test(text ?? ''));
    if (lost)
      place.advice(
        `letters of ${JSON.stringify(shortened(lost))} are lost: the list is not in the encoding that it states`,
      );
    else if (texts.some((text) => CONTROLS.test(text ?? '')))
      place.corrected('control characters in its name or credit are left out');
    if (draft['name'] === plainText(map.description ?? '')) described.add(map);
    const addedMap = { file: LISTED, hosts: mapHosts(draft) };
    for (const address of mapKeysWithin(draft)) known.addresses.set(address, addedMap);
    known.ids.set(idKey(role, ownId), LISTED);
    const record = { ...draft, ...detailsOf(files, map, draft, label, known, place) };
    const path = files.newPath(role, map.fileName ?? label, record);
    if (fileNameFor(map.fileName ?? label) === '') place.advice(`no file can be named after it; its file is ${path}`);
    files.set(path, withSourcePlace(place, withoutUndefined(record)));
  }
  for (const record of tried) {
    const path = files.newPath('type' in record ? 'map' : 'mapserver', 'trial', record);
    files.set(path, record);
    files.trial.add(path);
  }
  for (const [remark, count] of common) at.advice(`${remark} (${plural(count, 'map')})`);
  // A person sees a single map anyway.
  if (added.length > 1 && options.overlays !== true && added.every(({ isOverlay }) => isOverlay === undefined))
    at.advice('it does not say which maps are overlays; import a list of overlays with --overlays');
  const unread = (added.length > 0 ? added : others).flatMap((map) =>
    (map.others ?? []).filter((name) => name !== 'description' || !described.has(map)),
  );
  const lost = [...itemsByKey(unread, (name) => name)];
  const names = lost.map(([name, { length }]) => `${shortened(name)} (${plural(length, 'map')})`);
  if (names.length > 0) at.valuesLeftOut(`the catalog has no place for ${firstNames(names, 20)}`, unread.length);
}

const LISTED = 'this list';

/** Ids that differ only by case are the same. */
const idKey = (role: string, id: string): string => `${role} ${fold(id)}`;

/** Advice for more maps is said once. */
const MOST_PLACES = 10;

/** What a decoder makes of bytes that are no letter. */
const LOST_LETTERS = /[\x80-\x9f\ufffd]/;
const CONTROLS = /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/u;

/** People write names of licences, some in place of the credit. */
function withLicence(map: StatedMap): StatedMap {
  const { licence: written, ...known } = map.known ?? {};
  const stated = (map.credit ?? '').slice(0, TEXT_LIMITS.credit);
  const { credit, licence } = creditAndLicence(plainText(stated), String(written ?? ''));
  return { ...map, credit: credit && stated, known: { ...known, licence: licence ?? written } };
}

/** Headers that a map may state: programs send their own values. */
const NEEDED_HEADERS: readonly NeededHeader[] = ['referer', 'user-agent'];
const isNeeded = (header: string): boolean => NEEDED_HEADERS.some((name) => name === header.trim().toLowerCase());

/** Every program sets these itself; no access depends on them. */
const OWN_HEADERS =
  /^(?:|accept(?:-(?:charset|encoding|language))?|cache-control|connection|dnt|keep-alive|pragma|te|upgrade-insecure-requests|sec-(?:ch|fetch)-\S*)$/i;

type Known = ReturnType<typeof knownIn>;

function knownIn(files: CatalogFiles) {
  const addresses = new Map<string, { readonly file: string; readonly hosts: readonly string[] }>();
  const ids = new Map<string, string>();
  for (const { role, path, value } of [...files.v1Maps(), ...files.of('map')]) {
    const map = value as Members;
    for (const address of mapKeysWithin(map)) addresses.set(address, { file: path, hosts: mapHosts(map) });
    ids.set(idKey(role, String(map['id'] ?? map['name'])), path);
  }
  const { accessTokens = [] } = (files.valueOf('site') ?? {}) as Partial<SiteSource>;
  const variables = tokenVariables(files.v1Maps().map(({ value }) => value));
  return { addresses, ids, variables, accessTokens: new Set(accessTokens), places: knownPlaces(files) };
}

const NEEDY = 'needs a header or an access token';

export const withNew = (role: 'mapserver' | 'overlayserver'): Ways => ({
  ...FLAG_WAYS,
  hosts: `with cartalog new ${role} --hosts`,
  subdomains: 'in its hosts',
  value: (name, example) => `with cartalog new ${role} --set ${name}=${example}`,
});

function draftOf(map: StatedMap, options: ListOptions, known: Known, isOverlay: boolean): MapDraft {
  const { url, remark, headers = [] } = map;
  const level = (text: string | null): number | null => (text === null ? null : Number(text));
  const lowest = map.minZoom ?? level(zoomPrefixIn(map, 'lowest'));
  const deepest = map.maxZoom ?? level(zoomPrefixIn(map, 'highest'));
  const first = lowest && Math.ceil(lowest);
  const last = deepest && Math.floor(deepest);
  const name = plainText(map.name.replaceAll('<', '&lt;'));
  const missing = [...(name === '' ? ['no name'] : []), ...(url === '' ? ['no address'] : [])];
  const lacks = missing.length > 0 && `it has ${joinedWith('and', missing)}`;
  const unfit = (problem: string | null, reason?: LeftOutReason): UnfitMap =>
    unfitMap(joinedRemarks(lacks, problem) ?? '', lacks ? 'no name, or no address' : reason);
  if (map.problem || url === '') return unfit((name !== '' || url !== '') && map.problem ? map.problem : null);
  const { credit, isShortened } = creditIn(map);
  const offering = (offer: ImportOffer): UnfitMap => {
    const given = options.copyrights?.get(parseUrl(offer.address)?.hostname ?? '');
    const copyright = credit || options.copyright || given;
    return unfitMap(describeOffer(offer, options, { name, copyright, isOverlay }));
  };
  if (map.offer) return lacks ? unfit(null) : offering(map.offer);
  const other = headers.find((header) => !OWN_HEADERS.test(header.trim()) && !isNeeded(header));
  if (other !== undefined)
    return unfit(`it needs the HTTP header ${JSON.stringify(shortened(other))}, which the catalog cannot say`, NEEDY);
  const converted = membersOf(map, known, isOverlay);
  if ('why' in converted) return lacks ? unfit(null) : offering(converted);
  if ('problem' in converted) return { ...converted, ...unfit(converted.problem, converted.reason) };
  if (lacks) return unfit(null);
  const { type } = converted;
  // Styles and archives state zooms.
  const needsZooms = !isDrawnFromData(type);
  const highest = last ?? options.maxZoom;
  const isAssumed = needsZooms && highest === undefined;
  const { drawsAnyZoom } = TYPES[type];
  const maxZoom = isAssumed ? Math.max(first ?? 0, usualLastZoom(!drawsAnyZoom && map.known?.tileSize)) : highest;
  const minZoom = first ?? (needsZooms ? 0 : undefined);
  const longName = shortened(plainText(map.description ?? '')) || name;
  const named = type === 'xyz' ? { id: name, name: longName } : { type, name, ...(isOverlay ? { overlay: true } : {}) };
  const draft = { ...named, minZoom, maxZoom, ...converted.members, copyright: credit || undefined };
  const remarks = [
    map.isOff && 'it does not work, says the list, so it is off (active: false)',
    ...converted.notes,
    isOtherProjection({ type, ...converted.members }) &&
      `it is drawn in ${firstNames(converted.members['crs'] as string[])}, and not in Web Mercator (EPSG:3857), which web maps need`,
    isAssumed && `it states no highest zoom level; ${maxZoom} is taken (--max-zoom names another)`,
    lowest !== first && `its lowest zoom level is ${lowest}, no whole number; ${first} is taken`,
    deepest !== last && `its highest zoom level is ${deepest}, no whole number; ${last} is taken`,
    isShortened && `its credit is shortened to ${LONGEST} characters`,
    remark,
  ];
  const operator = shortened(plainText(map.operator ?? ''));
  const isWithoutZoom = isAssumed && !drawsAnyZoom;
  return { draft, remarks: remarks.filter((one) => typeof one === 'string'), operator, isWithoutZoom };
}

function creditIn(map: StatedMap) {
  const credit = unsignedText(plainText(map.copyright || (map.credit ?? '')));
  return { credit: shortened(credit), isShortened: credit.length > LONGEST };
}

type ConvertedMembers =
  | { readonly type: MapType; readonly members: Members; readonly notes: readonly string[] }
  | UnfitMap
  | ImportOffer;

function membersOf(map: StatedMap, { variables, accessTokens }: Known, isOverlay: boolean): ConvertedMembers {
  const role = isOverlay ? 'overlayserver' : 'mapserver';
  const { type: stated, url, typeMembers = {} } = map;
  // Type and members are stated: the address need not be read.
  const isWhole = mapAddresses({ type: stated, ...typeMembers }).some(([, address]) => address === url);
  const hints = { isVector: map.isVector || stated === 'vector', variables };
  const read = stated && isWhole ? { type: stated, members: {}, notes: [] } : readMapAddress({ ...map, ...hints });
  const address = normalisedAddress(url);
  const { unread } = TYPES[stated ?? 'xyz'].listed ?? {};
  if (unread && (!('type' in read) || read.type !== stated)) {
    const why = unread(address);
    return offerAt(address) ?? (typeof why === 'string' ? unfitMap(why) : why);
  }
  if ('reason' in read) {
    const { reason } = read;
    const isOther = reason.code === 'other-projection';
    const way = isOther && !reason.isNamed ? `; if it only looks so, cartalog new ${role} takes it` : '';
    const problem = `its address cannot be converted: ${describeTemplateProblem(reason, withNew(role))}${way}`;
    return (isOther ? null : offerAt(address)) ?? unfitMap(problem);
  }
  const { type } = read;
  const { listed, drafted = (members) => members } = TYPES[type];
  const names: readonly string[] = MAP_TYPES[type].members;
  const known = Object.fromEntries(Object.entries(typeMembers).filter(([key]) => names.includes(key)));
  const members: Record<string, unknown> = { ...drafted({ ...listed?.usual, ...read.members, ...known }, isOverlay) };
  const problem = listed?.problem(members, stated !== undefined) ?? null;
  if (problem !== null) return typeof problem === 'string' ? unfitMap(problem) : problem;
  const unlisted = new Set<string>();
  for (const [key, address] of mapAddresses({ type, ...members })) {
    const { text } = key === 'urlPattern' ? { text: address } : withVariables(address, variables);
    const [placeholder] = text.match(/\{(?![xyz]\})[^{}]*\}(?<!\$\{[A-Z0-9_]+\})/) ?? [];
    const verb = key === 'tiles' ? 'have' : 'has';
    if (placeholder && key !== 'urlPattern')
      return unfitMap(`its ${key} ${verb} the placeholder ${placeholder}, which the catalog cannot fill in`);
    if (pastedKeysIn(text).some(({ parameter, isDoubtful }) => parameter === null && !isDoubtful))
      return unfitMap(`its ${key} ${verb} what looks like an access key, outside of a parameter`, NEEDY);
    for (const token of tokenNames(text)) if (!accessTokens.has(token)) unlisted.add(token);
    members[key] = text;
  }
  if (unlisted.size > 0) {
    const needed = `${unlisted.size === 1 ? 'an access token' : 'access tokens'}: list ${joinedWith('and', [...unlisted])}`;
    const problem = `it needs ${needed} in accessTokens of site.yaml, and import it again`;
    return { ...unfitMap(problem, NEEDY), draft: { type, ...members } };
  }
  return { type, members, notes: read.notes.map((note) => describeNote(note, withNew(role))) };
}

function detailsOf(
  files: CatalogFiles,
  map: StatedMap,
  draft: Members,
  label: string,
  { places }: Known,
  at: SourcePlace,
): Members {
  const [provider, ...others] = [...new Set(places(draft).map((place) => place?.provider))];
  const area = writtenArea(files, map.area ? fittedArea(map.area) : null, label, at);
  const { probe, ...known } = map.known ?? {};
  const needs = NEEDED_HEADERS.filter((name) => map.headers?.some((header) => header.trim().toLowerCase() === name));
  const copyright = String(draft['copyright']);
  const stated = attributionOf(map) ?? plainAttributionOf(map, copyright);
  const attribution = stated && isImplied(stated, copyright) ? undefined : stated;
  const details = {
    ...known,
    needs: needs.length > 0 ? needs : undefined,
    active: map.isOff ? false : undefined,
    attribution,
    area: area ?? known.area,
    provider: known.provider ?? (others.length === 0 ? provider : undefined),
    probe: area === 'world' ? undefined : probe,
  };
  return { ...details, ...inheritedFromProvider(files, details) };
}

/** True if a map with only this copyright shows the same. */
function isImplied(attribution: readonly AttributionPart[], copyright: string): boolean {
  const implied = attributionParts({ copyright });
  const links = attribution.flatMap(({ url }) => url ?? []);
  const same = implied.flatMap(({ href }) => href ?? []);
  const text = implied.map((part) => part.text).join('');
  return attribution.map((part) => part.text).join(', ') === text && links.join(' ') === same.join(' ');
}

/**
 * A credit without links, if the copyright would show another text. That is so if © is between words, or if cartalog
 * wrote the list without ©.
 */
function plainAttributionOf({ credit, fileName }: StatedMap, copyright: string): AttributionPart[] | undefined {
  const text = shortened(plainText(credit ?? ''));
  const isKept = text !== '' && (fileName !== undefined || /.(?:©|\(c\))/i.test(text));
  return isKept && text !== attributionText({ copyright }) ? [{ text }] : undefined;
}

/** Undefined for a credit without links. A part ends at a separator, before ©, and before a second link. */
function attributionOf({ credit, creditUrl }: StatedMap): readonly AttributionPart[] | undefined {
  if (!credit) return undefined;
  if (creditUrl) return [{ text: plainText(credit), url: creditUrl }];
  const parts: { text: string; url?: string }[] = [];
  let text = '';
  let url: string | undefined;
  const endText = (): void => {
    const [first = '', ...others] = url ? [text] : text.split(SEPARATOR);
    const last = parts.at(-1);
    if (last && !(url && last.url)) Object.assign(last, { text: last.text + first }, url ? { url } : null);
    else parts.push(url ? { text: first, url } : { text: first });
    for (const other of others) parts.push({ text: other });
    text = '';
  };
  readHtml(credit.replace(BRACKETED_LINK, '$1'), {
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
  const shown = parts.map((part) => ({ ...part, text: onOneLine(part.text) })).filter(({ text }) => text !== '');
  return shown.some(({ url }) => url) ? shown : undefined;
}

/** Separates the parts of a credit, but not in brackets, nor between `Data:` and ©. */
const SEPARATOR = /(?<!\([^()]*)[|,;]|[|,;](?![^()]*\))|\s[–—-]\s|(?<!:\s{0,9})(?=©)/;

/** A link in brackets. The parts beside the link would get the brackets. */
const BRACKETED_LINK = /[([](<a\s[^<>]*>[^<>]*<\/a>)[)\]]/gi;

function plainText(html: string): string {
  const parts: string[] = [];
  readHtml(html, { ontext: (part) => parts.push(part) });
  return onOneLine(parts.join(''));
}

const readHtml = (html: string, handler: Partial<Handler>): void =>
  new Parser(handler).end(withPartiesApart(html).replaceAll('&mdash;', '–'));

const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zs}\u2028-\u202E\u2066-\u2069]+/gu, ' ').trim();

const LONGEST = 200;

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/\s\S*$/, '')}…`;
}
