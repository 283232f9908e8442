import { attributionParts, creditsOpenStreetMap } from '../../../contract/maps/credit.ts';
import {
  COMMERCIAL_FLAGS,
  commercialUseOf,
  licenceAddress,
  licenceName,
  licenceOf,
} from '../../../contract/maps/licences.ts';
import { type CatalogMap, isOverlay } from '../../model/catalog.ts';
import { boxesOf } from '../../programs/map-bounds.ts';
import { fieldLabel } from '../changes/headlines.ts';
import { breakableAddress, type Html, type HtmlPiece, html } from '../pages/layout/html.ts';
import type { PageContext } from '../pages/layout/page-layout.ts';
import {
  commercialInWords,
  countryName,
  isFreeToUse,
  kindNames,
  languageName,
  mapProviderOf,
  mapUsageOf,
  webPageLink,
} from '../pages/map/map-summary.ts';
import { isHttpsOnly, isInAnyLanguage } from '../pages/map/shown-maps.ts';
import { typeFacts } from '../pages/map/type-facts.ts';
import type { FactRow, MapAspect } from './map-aspect.ts';

/** `of` is null: every hook gets the record as `map`. */
export const RECORD = {
  of: (): null => null,
  flags(_, map): Record<string, boolean> {
    const { active, needsToken, updates } = map;
    const commercial = commercialUseOf(map)?.state;
    return {
      [isOverlay(map) ? 'overlay' : 'base']: true,
      free: isFreeToUse(map),
      [active ? 'active' : 'inactive']: true,
      [isHttpsOnly(map) ? 'https' : 'http']: true,
      // Filters for commercial use and for maps without a token leave out maps that are off.
      ...(commercial && { [COMMERCIAL_FLAGS[commercial]]: active || commercial !== 'allowed' }),
      [needsToken ? 'token' : 'no-token']: active || !!needsToken,
      language: isInAnyLanguage(map),
      ...(updates !== undefined && { fresh: /^(?:minutely|daily|weekly|monthly)$/.test(updates) }),
    };
  },
  attributes(_, map, { catalog }): Record<string, string> {
    const licence = licenceOf(map) ?? '';
    const provider = mapProviderOf(catalog, map)?.name;
    return { ...(provider && { provider }), ...(licence !== '' && licenceName(licence) !== null && { licence }) };
  },
  filters: ['commercial', 'fresh'],
  tags: (_, map, { texts: { index } }) => [
    [!map.active, map.ends ? index.ended(map.ends.date.slice(0, 4)) : index.inactive, ''],
    [!isHttpsOnly(map), index.http, ''],
    [isInAnyLanguage(map), index.language, 'good'],
  ],
  verdict(_, map, context) {
    const { status: words, index } = context.texts;
    const { needsToken, unsetTokens } = map;
    const [usage, stated] = mapUsageOf(context, map);
    const commercial = commercialInWords(context, map);
    return [
      webPageLink(stated, usage),
      commercial !== usage && commercial,
      words.key[needsToken === null ? 'none' : unsetTokens.length > 0 ? 'own' : 'included'],
      !isHttpsOnly(map) && index.http,
      isInAnyLanguage(map) && index.language,
    ];
  },
  // Shows `user-agent` as `User-Agent`.
  conditions: (_, { needs, quota }, { texts: { mapPage: words } }) => [
    [words.needs, needs ? needs.join(', ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) : false],
    [words.quota, quota ? words.quotaOf(quota.tiles, quota.per) : false],
  ],
  facts(_, map, context) {
    const { texts, catalog } = context;
    const { mapPage: words } = texts;
    const { kind, terms, privacy, forbids, attribution, since, until, languages: codes } = map;
    const { needs, ends, quota, updates, copyright, hosts } = map;
    const provider = mapProviderOf(catalog, map);
    const commercial = commercialUseOf(map);
    const row = (term: string, what: HtmlPiece | undefined): FactRow => [term, what || false];
    const field = (key: string, what: HtmlPiece | undefined): FactRow => row(fieldLabel(texts, key), what);
    return [
      row(words.name, namedDescription(context, map)),
      ...typeFacts(context, map),
      field('ends', map.active && ends && webPageLink(ends.source, texts.data.date(ends.date))),
      row(words.needs, needs?.map((header) => words.neededHeaders[header]).join(', ')),
      row(words.quota, quota && webPageLink(quota.source, words.quotaOf(quota.tiles, quota.per))),
      row(words.forbids, forbids?.map((use) => words.forbidden[use]).join(', ')),
      field('kind', kind && kindNames(texts)[kind]),
      field('area', areaOf(context, map)),
      row(words.shown, (since ?? until) !== undefined && period(context, since, until)),
      row(words.updates, updates && (words.updateRates[updates] ?? words.shownYear(updates))),
      row(fieldLabel(texts, 'languages'), codes?.map((code) => languageName(code, context.language)).join(', ')),
      field('provider', provider && webPageLink(provider.homepage, provider.name)),
      field('licence', licenceIn(context, map)),
      field('commercialUse', commercial && webPageLink(commercial.source, words.commercialUse[commercial.state])),
      field('terms', terms && webPageLink(terms, terms)),
      field('privacy', privacy && webPageLink(privacy, privacy)),
      row(words.attribution, attribution && mapCredits(map)),
      field('copyright', html`<bdi>${copyright}</bdi>`),
      field('hosts', hosts.length > 0 && hosts.map((host) => html`<code>${breakableAddress(host)}</code> `)),
    ];
  },
} satisfies MapAspect<null>;

/** The catalog's first language, in which names are, if the page is in another. */
export function foreignLanguageOf({ language, catalog }: PageContext) {
  const [written = language] = catalog.languages;
  return written === language ? null : { code: written, name: languageName(written, language) };
}

/** Null if the name is the label. */
export function descriptionIn(context: PageContext, { id, name }: Pick<CatalogMap, 'id' | 'name'>): Html | null {
  if (name === '' || name === id) return null;
  const foreign = foreignLanguageOf(context);
  return html`<bdi${foreign && html` lang="${foreign.code}"`}>${name}</bdi>`;
}

function namedDescription(context: PageContext, map: CatalogMap): Html | null {
  const [description, foreign] = [descriptionIn(context, map), foreignLanguageOf(context)];
  return description && foreign ? html`${description} <span class="soft">(${foreign.name})</span>` : description;
}

function licenceIn(context: PageContext, map: CatalogMap): HtmlPiece {
  const licence = licenceOf(map);
  if (licence) return webPageLink(licenceAddress(licence), licenceName(licence) ?? licence);
  const terms = map.terms && webPageLink(map.terms, fieldLabel(context.texts, 'terms'));
  if (!creditsOpenStreetMap(map)) return terms || context.texts.maps.noLicence;
  const [usage, stated] = mapUsageOf(context, map);
  const ofData = webPageLink(stated, usage);
  return terms ? html`${ofData} · ${terms}` : ofData;
}

export function mapCredits(map: CatalogMap): readonly Html[] {
  return attributionParts(map).map(({ text, href }) => (href === null ? html`${text}` : webPageLink(href, text)));
}

const WRITTEN_BOXES = 3;

function areaOf({ texts, language }: PageContext, { area, countries }: CatalogMap): string | null {
  if (area === 'world') return texts.maps.world;
  if (countries) return countries.map((code) => countryName(code, language)).join(', ');
  const round = (edge: number): number => Math.round(edge * 100) / 100;
  const boxes = boxesOf(area).map(({ west, south, east, north }) =>
    texts.data.file.edges(round(west), round(south), round(east), round(north)),
  );
  return boxes.length > WRITTEN_BOXES ? `${boxes.slice(0, WRITTEN_BOXES).join('; ')}; …` : boxes.join('; ');
}

/** `since 2020`, `2020 to 31 Dec 2021`. */
function period({ texts }: PageContext, since: string | undefined, until: string | undefined): string {
  const { mapPage: words, data } = texts;
  // The length tells a year, a month or a day.
  const written = (date: string): string =>
    date.length === 4 ? date : date.length === 7 ? data.month(date) : data.date(date);
  if (until === undefined) return words.since(written(since ?? ''));
  if (since === undefined) return words.until(written(until));
  return since === until ? written(since) : words.period(written(since), written(until));
}
