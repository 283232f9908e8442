import common from '../../../schemas/catalog/common.json' with { type: 'json' };
import { valuesMeantBy } from '../../validate/meant-values.ts';

const COUNTRIES = common.$defs.countryCode.enum;

/** Codes of the countries that a text names, or the text. */
export function countriesIn(text: string): readonly string[] {
  const codes = text.toUpperCase().split(/\s+/);
  if (codes.every((code) => COUNTRIES.includes(code))) return codes;
  const meant = valuesMeantBy(text, COUNTRIES);
  // Two countries of the same name are a question to people.
  return meant.length === 1 ? meant : [text];
}

/** Undefined if an item is not a country. */
export function onlyCountriesIn(items: readonly string[]): readonly string[] | undefined {
  const found = new Set(items.flatMap(countriesIn));
  return found.size > 0 && [...found].every((code) => COUNTRIES.includes(code)) ? [...found] : undefined;
}
