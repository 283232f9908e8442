/** What is known of a map beside its tiles, as rows of its page: what it shows, whose it is, and on what terms it may be used. */
import languages from '../../../../contract/generated/languages.json' with { type: 'json' };
import { attributionParts } from '../../../../contract/maps/credit.ts';
import type { CatalogMap } from '../../../model/catalog.ts';
import { boxesOf } from '../../../programs/map-bounds.ts';
import { fieldLabel } from '../../changes/headlines.ts';
import { type Html, type HtmlPiece, html } from '../layout/html.ts';
import type { PageContext } from '../layout/page-layout.ts';
import { licenceAddress, licenceName } from './licences.ts';
import { countryName, kindNames, mapProviderOf, webPageLink } from './map-summary.ts';

/** A row of the facts of a page; false for a fact that the map does not have. */
export type FactRow = readonly [term: string, what: HtmlPiece];

/** The rows of a map. What people look for has a row also if nobody has stated it. */
export function mapFacts(context: PageContext, map: CatalogMap): readonly FactRow[] {
  const { texts, catalog } = context;
  const { mapPage: words } = texts;
  const { kind, licence, terms, privacy, forbids, attribution, since, until, languages: its } = map;
  const { needs, ends, quota, updates } = map;
  const provider = mapProviderOf(catalog, map);
  const shown = since ?? until;
  const unstated = html`<span class="soft">${words.unstated}</span>`;
  const row = (term: string, what: HtmlPiece | undefined): FactRow => [term, what || false];
  /** What people look for. */
  const field = (name: string, what: HtmlPiece | undefined): FactRow => row(fieldLabel(texts, name), what || unstated);
  return [
    field(
      'ends',
      ends ? webPageLink(ends.source, texts.data.date(ends.date)) : html`<span class="soft">${words.noEnd}</span>`,
    ),
    row(words.needs, needs?.map((header) => words.neededHeaders[header]).join(', ') ?? unstated),
    row(words.quota, quota && webPageLink(quota.source, words.quotaOf(quota.tiles, quota.per))),
    row(words.forbids, forbids?.map((use) => words.forbidden[use]).join(', ')),
    field('kind', kind && kindNames(texts)[kind]),
    field('area', areaOf(context, map)),
    row(words.shown, shown !== undefined && period(context, since, until)),
    row(words.updates, updates && (words.updateRates[updates] ?? words.shownYear(updates))),
    row(fieldLabel(texts, 'languages'), its?.map((code) => languageName(context, code)).join(', ')),
    field('provider', provider && webPageLink(provider.homepage, provider.name)),
    field('licence', licence && webPageLink(licenceAddress(licence), licenceName(licence) ?? licence)),
    field('terms', terms && webPageLink(terms, terms)),
    field('privacy', privacy && webPageLink(privacy, privacy)),
    row(words.attribution, attribution && mapCredits(map)),
  ];
}

/** What must be shown on the map, with its links. */
export function mapCredits(map: CatalogMap): readonly Html[] {
  return attributionParts(map).map(({ text, href }) => (href === null ? html`${text}` : webPageLink(href, text)));
}

/** The maximum number of boxes that are written out. */
const WRITTEN_BOXES = 3;

function areaOf({ texts, language }: PageContext, { area, countries }: CatalogMap): string | null {
  if (area === 'world') return texts.maps.world;
  if (countries) return countries.map((code) => countryName(code, language)).join(', ');
  const boxes = boxesOf(area).map(({ west, south, east, north }) =>
    texts.data.file.edges(...([west, south, east, north].map((edge) => Math.round(edge * 100) / 100) as Edges)),
  );
  return boxes.length > WRITTEN_BOXES ? `${boxes.slice(0, WRITTEN_BOXES).join('; ')}; …` : boxes.join('; ');
}

type Edges = [west: number, south: number, east: number, north: number];

/** When a map shows the world: `since 2020`, `2020 to 31 Dec 2021`. */
function period({ texts }: PageContext, since: string | undefined, until: string | undefined): string {
  const { mapPage: words, data } = texts;
  // A year, a month or a day.
  const written = (date: string): string =>
    date.length === 4 ? date : date.length === 7 ? data.month(date) : data.date(date);
  if (until === undefined) return words.since(written(since ?? ''));
  if (since === undefined) return words.until(written(until));
  return since === until ? written(since) : words.period(written(since), written(until));
}

const LANGUAGE_NAMES: Readonly<Record<PageContext['language'], Readonly<Record<string, string>>>> = languages;

/** The name of a language by its code; with the rest of the code if only the first part has a name. */
function languageName({ language }: PageContext, code: string): string {
  const names = LANGUAGE_NAMES[language];
  const [first = '', ...rest] = code.split('-');
  if (names[code] !== undefined) return names[code];
  return names[first] === undefined ? code : `${names[first]} (${rest.join('-')})`;
}
