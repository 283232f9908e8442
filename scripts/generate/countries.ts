/** Countries and languages, in the languages of pages, from the Unicode CLDR. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type Language } from '../../contract/base/languages.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };

const CLDR = join(import.meta.dirname, '..', '..', 'node_modules', 'cldr-localenames-full', 'main');

/** The folder of files with languages of each country, and other codes. */
const SUPPLEMENT = join(CLDR, '..', '..', 'cldr-core', 'supplemental');

interface Spoken {
  readonly _officialStatus?: string;
}

export type CountryNames = Readonly<Record<string, readonly [string, ...string[]]>>;

export function countryNames(): Readonly<Record<Language, CountryNames>> {
  return byLanguage((language) => {
    const names = displayNames(language, 'territories');
    const spellings = (code: string): string[] =>
      ['', '-alt-short', '-alt-variant'].flatMap((form) => names[code + form] ?? []);
    return Object.fromEntries(
      common.$defs.countryCode.enum.map((code) => [code, spellings(code) as [string, ...string[]]]),
    );
  });
}

/** Names of countries in their official languages, as far as the CLDR has them. */
export function ownNames(): Readonly<Record<string, readonly string[]>> {
  const { supplemental } = JSON.parse(readFileSync(join(SUPPLEMENT, 'territoryInfo.json'), 'utf8'));
  const territories: Readonly<Record<string, { readonly languagePopulation?: Readonly<Record<string, Spoken>> }>> =
    supplemental.territoryInfo;
  const namesIn = (code: string): string[] =>
    Object.entries(territories[code]?.languagePopulation ?? {})
      .filter(([, { _officialStatus: status }]) => status === 'official' || status === 'de_facto_official')
      .map(([language]) => language.replace('_', '-'))
      .filter((language) => existsSync(join(CLDR, language, 'territories.json')))
      .flatMap((language) => displayNames(language, 'territories')[code] ?? []);
  return Object.fromEntries(common.$defs.countryCode.enum.map((code) => [code, namesIn(code)]));
}

/** ISO 3166-1 alpha-3, in the order of the schema. */
export function threeLetters(): string {
  const { supplemental } = JSON.parse(readFileSync(join(SUPPLEMENT, 'codeMappings.json'), 'utf8'));
  return common.$defs.countryCode.enum.map((code) => supplemental.codeMappings[code]['_alpha3']).join('');
}

/** Names by codes of two letters, or with a country or script, such as `pt-BR`. */
export function languageNames(): Readonly<Record<Language, Readonly<Record<string, string>>>> {
  return byLanguage((language) => {
    const names = Object.entries(displayNames(language, 'languages'));
    return Object.fromEntries(names.filter(([code]) => /^[a-z]{2}(?:-[A-Z][A-Za-z]+)?$/.test(code)));
  });
}

function byLanguage<T>(namesIn: (language: Language) => T): Readonly<Record<Language, T>> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, namesIn(language)])) as Record<Language, T>;
}

function displayNames(language: string, subject: 'territories' | 'languages'): Readonly<Record<string, string>> {
  const { main } = JSON.parse(readFileSync(join(CLDR, language, `${subject}.json`), 'utf8'));
  return main[language].localeDisplayNames[subject];
}
