/** The names of countries in the languages of the pages, from the Unicode CLDR. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../contract/pages.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };

const CLDR = join(import.meta.dirname, '..', '..', 'node_modules', 'cldr-localenames-full', 'main');

/** The names of each country by its code, the usual one first. */
export type CountryNames = Readonly<Record<string, readonly [string, ...string[]]>>;

/** The names of all countries that a catalog may state, by language. */
export function countryNames(): Readonly<Record<Language, CountryNames>> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, namesIn(language)])) as Record<
    Language,
    CountryNames
  >;
}

function namesIn(language: Language): CountryNames {
  const { main } = JSON.parse(readFileSync(join(CLDR, language, 'territories.json'), 'utf8'));
  const names: Readonly<Record<string, string>> = main[language].localeDisplayNames.territories;
  const spellings = (code: string): string[] =>
    ['', '-alt-short', '-alt-variant'].flatMap((form) => names[code + form] ?? []);
  return Object.fromEntries(
    common.$defs.countryCode.enum.map((code) => [code, spellings(code) as [string, ...string[]]]),
  );
}
