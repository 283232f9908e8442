/** Access tokens in a tile URL: finds those that are written out, so that none gets into the catalog or a report. */
import { ACCESS_TOKEN, isReserved } from '../../contract/placeholders.ts';
import { looksLikeTokenName } from './template.ts';

/** Second-level names that are part of a country's ending, as in `example.co.uk`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'edu', 'go', 'gov', 'gv', 'ne', 'net', 'or', 'org']);

/**
 * The environment variable for the token of a host: `THUNDERFOREST_API_KEY` for api.thunderforest.com.
 *
 * @param name of the placeholder or query parameter, which decides between `_API_KEY` and `_ACCESS_TOKEN`
 */
export function variableFor(host: string, name: string): string {
  const labels = host.split('.');
  labels.pop();
  if (labels.length > 1 && SECOND_LEVEL.has(labels.at(-1) ?? '')) labels.pop();
  const word = (labels.at(-1) ?? '').toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const variable = `${word}_${/token/i.test(name) ? 'ACCESS_TOKEN' : 'API_KEY'}`;
  return /^[A-Z]/.test(variable) && !isReserved(variable) ? variable : `TILES_${variable}`;
}

/** A part of an address that is, or looks like, an access token written out. */
export interface PastedKey {
  /** The query parameter whose value it is, where its name is one that tokens have; else null. */
  readonly parameter: string | null;
  readonly start: number;
  readonly end: number;
}

/** The values of query parameters that are named like access tokens, unless they are our own placeholders. */
export function tokenParameters(address: string): (PastedKey & { readonly parameter: string })[] {
  const found: (PastedKey & { readonly parameter: string })[] = [];
  for (const { 0: whole, 1: parameter = '', 2: value = '', index } of address.matchAll(PARAMETER)) {
    if (!looksLikeTokenName(parameter) || /^[#$]\{/.test(value)) continue;
    found.push({ parameter, start: index + whole.length - value.length, end: index + whole.length });
  }
  return found;
}

const PARAMETER = /[?&]([^?=&]+)=([^&]*)/g;

/** The parts of an address that have the form of a key, wherever they are. */
export function secretParts(address: string): PastedKey[] {
  return [...address.matchAll(/[^/?&=;,{}<>\s"']+/g)]
    .filter(([part]) => looksSecret(part))
    .map(({ 0: part, index }) => ({ parameter: null, start: index, end: index + part.length }));
}

/** The first access token that is written out in an address; null where there is none. */
export function pastedKey(address: string): PastedKey | null {
  return tokenParameters(address).find(({ start, end }) => end > start) ?? secretParts(address)[0] ?? null;
}

/**
 * A text with an asterisk for each character of a key in an address, so that columns stay. Reports are kept in the logs
 * of continuous integration, where a key would be seen by more people than in the catalog. What is published in place of
 * a key stays.
 */
export function withoutKeys(text: string): string {
  return text.replace(/https?:\/\/[^\s"]+/gi, (address) => {
    const pieces: string[] = [];
    let done = 0;
    // What is in braces is the placeholder of another program, unless it has the form of a key itself.
    const values = tokenParameters(address).filter(
      ({ start, end }) => !/[{<$]/.test(address[start] ?? '') && address.slice(start, end) !== ACCESS_TOKEN,
    );
    for (const { start, end } of [...values, ...secretParts(address)].sort((a, b) => a.start - b.start)) {
      const from = Math.max(start, done);
      if (end <= from) continue;
      pieces.push(address.slice(done, from), '*'.repeat(end - from));
      done = end;
    }
    return pieces.join('') + address.slice(done);
  });
}

/** Whether a text has the form of a key: a JSON Web Token, a long hexadecimal number, or letters and digits mixed. */
export function looksSecret(part: string): boolean {
  if (/eyJ[A-Za-z0-9_-]{10,}/.test(part)) return true;
  if (/^[0-9a-f]{24,}$/i.test(part) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(part)) return true;
  // Long words do not mix capitals, small letters and digits throughout.
  return /^[A-Za-z0-9]{20,}$/.test(part) && [/[A-Z]/g, /[a-z]/g, /\d/g].every((kind) => count(part, kind) >= 3);
}

const count = (text: string, kind: RegExp): number => text.match(kind)?.length ?? 0;
