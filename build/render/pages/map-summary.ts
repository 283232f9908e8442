/** What a map shows, where it is, and whose it is: in words for its row, and for the search. */
import countries from '../../../contract/generated/countries.json' with { type: 'json' };
import { TEXTS } from '../../../contract/page-texts/page-texts.ts';
import type { Language } from '../../../contract/pages.ts';
import { searchable } from '../../../contract/search-text.ts';
import { byCodePoint } from '../../../contract/text.ts';
import type { CatalogOutline, TileServer } from '../../model/catalog.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './page-layout.ts';

const NAMES: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = countries;

/** As many countries are named in a row; of more, the first ones. */
const NAMED_COUNTRIES = 3;

/** What is known of a map as one line: `Topographic map · Switzerland, Liechtenstein · by swisstopo`. */
export function mapSummary({ texts, language, catalog }: PageContext, server: TileServer): Html | null {
  const { kind, countries: codes = [], area } = server;
  const named = codes.slice(0, NAMED_COUNTRIES).map((code) => countryName(code, language));
  const where = area === 'world' ? [texts.maps.world] : codes.length > NAMED_COUNTRIES ? [...named, '…'] : named;
  const provider = providerName(catalog, server);
  const parts = [kind && texts.maps.kinds[kind], where.join(', '), provider && texts.maps.by(provider)];
  const known = parts.filter((part) => part);
  return known.length === 0 ? null : html`<p class="summary"><bdi>${known.join(' · ')}</bdi></p>\n`;
}

/** The words for it that people search for, in every language of the pages: not all speak that of the page. */
export function summaryWords(catalog: CatalogOutline, server: TileServer): readonly string[] {
  const { kind, countries: codes = [] } = server;
  const kinds =
    kind === undefined ? [] : Object.values(TEXTS).map(({ maps }) => `${maps.kinds[kind]} ${maps.words[kind]}`);
  const places = codes.flatMap((code) => Object.values(NAMES).flatMap((names) => names[code] ?? []));
  return [...kinds, ...new Set(places), providerName(catalog, server) ?? ''];
}

function providerName({ providers }: CatalogOutline, { provider }: TileServer): string | undefined {
  return provider === undefined ? undefined : providers.find(({ id }) => id === provider)?.name;
}

function countryName(code: string, language: Language): string {
  return NAMES[language][code]?.[0] ?? code;
}

/** The countries of tile servers with their names, by name. */
export function countriesOf(servers: readonly TileServer[], language: Language): [code: string, name: string][] {
  const codes = new Set(servers.flatMap(({ countries: its = [] }) => its));
  return [...codes]
    .map((code): [string, string] => [code, countryName(code, language)])
    .sort(([, a], [, b]) => byCodePoint(searchable(a), searchable(b)));
}
