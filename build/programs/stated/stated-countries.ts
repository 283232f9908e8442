import common from '../../../schemas/catalog/common.json' with { type: 'json' };
import { valuesMeantBy } from '../../validate/meant-values.ts';

const COUNTRIES = common.$defs.countryCode.enum;

/** Lists have thousands of rows, and few countries. */
const READ = new Map<string, readonly string[]>();
const MAX_READ = 1_000;

/** Codes of the countries in a text, or the text. */
export function countriesIn(text: string): readonly string[] {
  const read = READ.get(text) ?? countriesNamedIn(text);
  if (READ.size < MAX_READ) READ.set(text, read);
  return read;
}

function countriesNamedIn(text: string): readonly string[] {
  const codes = text.toUpperCase().split(/\s+/);
  if (codes.every((code) => COUNTRIES.includes(code))) return codes;
  const meant = valuesMeantBy(text, COUNTRIES);
  if (meant.length === 1) return meant;
  const parts = text.split(/\s(?:und|and|et|&|\+)\s/i);
  const each = parts.length > 1 ? parts.flatMap(countriesIn) : [];
  // People decide between countries of the same name.
  return each.length > 0 && each.every((code) => COUNTRIES.includes(code)) ? each : [text];
}

/** Undefined if an item is no country. */
export function onlyCountriesIn(items: readonly string[]): readonly string[] | undefined {
  const found = new Set(items.flatMap(countriesIn));
  return found.size > 0 && [...found].every((code) => COUNTRIES.includes(code)) ? [...found] : undefined;
}
