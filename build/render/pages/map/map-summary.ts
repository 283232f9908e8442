/** What a map shows, where, whose it is, and its terms: for its row, and the search. */
import { LANGUAGES, type Language } from '../../../../contract/base/languages.ts';
import { byCodePoint, isWebAddress } from '../../../../contract/base/text.ts';
import countries from '../../../../contract/generated/countries.json' with { type: 'json' };
import languageNames from '../../../../contract/generated/languages.json' with { type: 'json' };
import { creditsOpenStreetMap, OPEN_STREET_MAP_LINK } from '../../../../contract/maps/credit.ts';
import {
  commercialUseOf,
  isOpenLicence,
  licenceAddress,
  licenceName,
  licenceOf,
} from '../../../../contract/maps/licences.ts';
import type { PageMap } from '../../../../contract/pages/page-data.ts';
import mapKinds from '../../../../contract/words/page-texts/map-kinds.json' with { type: 'json' };
import { type PageTexts, TEXTS } from '../../../../contract/words/page-texts/page-texts.ts';
import { searchableText } from '../../../../contract/words/search-text.ts';
import { type CatalogMap, type CatalogOutline, endOf } from '../../../model/catalog.ts';
import { memoizedByObject } from '../../../model/computed-once.ts';
import { breakableAddress, type Html, html } from '../layout/html.ts';
import type { PageContext } from '../layout/page-layout.ts';
import { continentAround, countriesAround, mapCoverage } from './map-coverage.ts';

const NAMES: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = countries;

const LANGUAGE_NAMES: Readonly<Record<Language, Readonly<Record<string, string>>>> = languageNames;

const NAMED_COUNTRIES = 3;

const SUMMARIZED = [
  ...(['kind', 'countries', 'minZoom', 'maxZoom', 'active', 'ends', 'unsetTokens', 'needsToken'] as const),
  ...(['licence', 'terms', 'copyright', 'attribution', 'commercialUse'] as const),
] as const;

export interface SummarizedMap extends Pick<CatalogMap, (typeof SUMMARIZED)[number] | 'area'> {
  readonly continent?: ReturnType<typeof continentAround>;
}

/** Leaves out polygons, which are long. */
export function summarizedMapOf(map: CatalogMap): SummarizedMap {
  const known = SUMMARIZED.flatMap((key) => (map[key] === undefined ? [] : [[key, map[key]]]));
  const area = map.area === 'world' ? map.area : null;
  return { ...Object.fromEntries(known), countries: countriesOf(map), continent: continentOf(map), area };
}

function continentOf({ continent, countries, area }: SummarizedMap) {
  return continent ?? (countries || area === null || area === 'world' ? null : continentAround(area));
}

/** The countries that the record states, or those of its area. */
function countriesOf({ countries, area }: SummarizedMap): readonly string[] {
  return countries ?? (area === null || area === 'world' ? [] : countriesAround(area));
}

/** `Topographic map · Switzerland, Liechtenstein · zoom 2–18 · CC BY 4.0 · no key`. */
export function mapSummary(context: PageContext, map: SummarizedMap): Html {
  const { texts, language } = context;
  const { kind, unsetTokens, needsToken, minZoom, maxZoom } = map;
  const [place, ...others] = placeNames(context, map);
  const zooms = minZoom !== undefined && maxZoom !== undefined && texts.index.zoom(minZoom, maxZoom);
  const token =
    unsetTokens.length > 0 ? html`<span class="key">${texts.index.unset}</span>` : !needsToken && texts.index.noToken;
  // A small screen has room for one country, and none for zoom levels.
  const extra = (text: string): Html => html`<span class="extra">${text}</span>`;
  const parts = [
    // A name says more than `Other map`.
    kind && kind !== 'other' && mapKinds[kind][language],
    place &&
      html`<bdi>${place}${others.length > 0 && extra(`, ${others.join(', ')}`)}</bdi>${zooms && extra(` · ${zooms}`)}`,
    !place && zooms && html`<span>${zooms}</span>`,
    // A map that ended promises nothing.
    ...(endOf(map) ? [] : [...permission(context, map), token]),
  ];
  return html`${parts.filter((part) => part).map((part, index) => html`${index > 0 && ' · '}${part}`)}`;
}

/** `Switzerland`, `Liechtenstein`; or `whole world`, `parts of Europe`. */
function placeNames({ texts, language }: PageContext, map: SummarizedMap): readonly string[] {
  if (map.area === 'world') return [texts.maps.world];
  const [continent, isWhole] = continentOf(map) ?? [];
  if (continent) return [isWhole ? continent[language] : texts.maps.partsOf(continent[language])];
  const codes = countriesOf(map);
  const named = codes.slice(0, NAMED_COUNTRIES).map((code) => countryName(code, language));
  return codes.length > NAMED_COUNTRIES ? [...named, '…'] : named;
}

/** Whether a reader may use the map, in a row's few words. */
function permission(context: PageContext, map: SummarizedMap): readonly (Html | null)[] {
  const commercial = commercialInWords(context, map);
  const [usage] = mapUsageOf(context, map);
  return [
    html`<bdi>${usage}</bdi>`,
    commercial === null || commercial === usage ? null : html`<span>${commercial}</span>`,
  ];
}

type Permitting = Pick<CatalogMap, 'licence' | 'terms' | 'copyright' | 'attribution' | 'commercialUse'>;

/** An open licence allows commercial use; a server may still forbid it. */
export function commercialInWords(
  { texts: { status: words } }: Pick<PageContext, 'texts'>,
  map: Permitting,
): string | null {
  const { state } = commercialUseOf(map) ?? {};
  const licence = licenceOf(map);
  const isOfOpenStreetMap = !licence && creditsOpenStreetMap(map);
  if (state === undefined) return map.terms && !licence && !isOfOpenStreetMap ? words.commercial.unknown : null;
  const isOpen = isOfOpenStreetMap || isOpenLicence(licence);
  return state === 'forbidden' && isOpen ? words.serverForbids : words.commercial[state];
}

export const kindNames = memoizedByObject((texts: PageTexts) => wordsInLanguage<string>(mapKinds, texts));

export function wordsInLanguage<Key extends string>(
  table: Readonly<Record<Key, Readonly<Record<Language, string>>>>,
  { code }: PageTexts,
): Readonly<Record<Key, string>> {
  const rows = Object.entries<Readonly<Record<Language, string>>>(table);
  return Object.fromEntries(rows.map(([key, words]) => [key, words[code]])) as Readonly<Record<Key, string>>;
}

export function webPageLink(address: string, text: string): Html {
  return isWebAddress(address)
    ? html`<a href="${address}"><bdi>${isWebAddress(text) ? breakableAddress(text) : text}</bdi></a>`
    : html`<bdi>${text}</bdi>`;
}

type Usage = NonNullable<PageMap['usage']>;

/** The map's or its data's licence, or what is known in its place; then the address that states it, or empty. */
export function mapUsageOf(context: Pick<PageContext, 'texts'>, map: Permitting): Usage {
  const { maps, status } = context.texts;
  const licence = licenceOf(map);
  const { terms = '', commercialUse } = map;
  if (licence) return [licenceName(licence) ?? maps.ownLicence, licenceAddress(licence) || terms];
  if (creditsOpenStreetMap(map)) return [maps.openStreetMapData, OPEN_STREET_MAP_LINK];
  if (terms) return [maps.ownTerms, terms];
  return commercialUse ? [status.commercial[commercialUse.state], commercialUse.source] : [maps.unknownLicence, ''];
}

/** Anybody may use it: it is on, its licence is open, and its server needs no token and no contract. */
export function isFreeToUse(map: CatalogMap): boolean {
  const { active, needsToken } = map;
  return active && isOpenLicence(licenceOf(map)) && needsToken === null && commercialUseOf(map)?.state === 'allowed';
}

/** In every language, for readers of other languages. */
export function mapSearchWords(catalog: CatalogOutline, map: CatalogMap) {
  const { kind, countries: codes = [], languages = [] } = map;
  const words = kind && mapKinds[kind];
  const kinds =
    words === undefined ? [] : LANGUAGES.map((language) => `${words[language]} ${words.searched[language]}`);
  const places = codes.flatMap((code) => Object.values(NAMES).flatMap((names) => names[code] ?? []));
  const ofLabels = LANGUAGES.flatMap((language) => languages.map((code) => languageName(code, language)));
  const free = isFreeToUse(map) ? Object.values(TEXTS).map(({ maps }) => maps.freeWords) : [];
  const { name = '', otherNames = [] } = mapProviderOf(catalog, map) ?? {};
  return {
    kinds: kinds.join(' '),
    provider: [name, ...otherNames].join(' '),
    others: [...new Set([...places, ...ofLabels]), licenceName(licenceOf(map) ?? '') ?? '', ...free].join(' '),
  };
}

export function mapProviderOf({ providers }: Pick<CatalogOutline, 'providers'>, { provider }: CatalogMap) {
  return providers.find(({ id }) => id === provider);
}

export function countryName(code: string, language: Language): string {
  return NAMES[language][code]?.[0] ?? code;
}

/** Adds the rest of the code if only its first part has a name. */
export function languageName(code: string, language: Language): string {
  const names = LANGUAGE_NAMES[language];
  const [first = '', ...rest] = code.split('-');
  if (names[code] !== undefined) return names[code];
  return names[first] === undefined ? code : `${names[first]} (${rest.join('-')})`;
}

export function mapCountriesOf(maps: readonly CatalogMap[], language: Language): [code: string, name: string][] {
  return countriesByName(
    maps.flatMap(({ area }) => (area ? [...mapCoverage(area).countries.keys()] : [])),
    language,
  );
}

export function countriesByName(codes: readonly string[], language: Language): [code: string, name: string][] {
  return [...new Set(codes)]
    .flatMap((code): [string, string][] => (NAMES[language][code] ? [[code, countryName(code, language)]] : []))
    .sort(([, a], [, b]) => byCodePoint(searchableText(a), searchableText(b)));
}
