import common from '../../../schemas/catalog/common.json' with { type: 'json' };
import { countriesListed, valuesMeantBy } from '../../validate/meant-values.ts';

const COUNTRIES = common.$defs.countryCode.enum;

/** Lists have thousands of rows, and few countries. */
const READ = new Map<string, readonly string[]>();
const MAX_READ = 1_000;

/** Codes of the countries in a text; names that are none stay. */
export function countriesIn(text: string): readonly string[] {
  const read = READ.get(text) ?? countriesListed(text, codesOf);
  if (READ.size < MAX_READ) READ.set(text, read);
  return read;
}

function codesOf(name: string): readonly string[] | null {
  const codes = name.toUpperCase().split(/\s+/);
  if (codes.every((code) => COUNTRIES.includes(code))) return codes;
  const meant = valuesMeantBy(name, COUNTRIES);
  // People decide between countries of the same name.
  return meant.length === 1 ? meant : null;
}

/** Undefined if one is no country. */
export function onlyCountriesIn(text: string): readonly string[] | undefined {
  const found = countriesIn(text);
  return found.length > 0 && found.every((code) => COUNTRIES.includes(code)) ? found : undefined;
}
