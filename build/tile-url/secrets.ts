/** Access tokens in a tile URL: no secret gets into the catalog. */
import { isReserved } from '../../contract/placeholders.ts';
import { looksLikeTokenName } from './template.ts';

/** Second-level names that are part of a country's ending, as in `example.co.uk`. */
const SECOND_LEVEL = new Set(['ac', 'co', 'com', 'edu', 'go', 'gov', 'gv', 'ne', 'net', 'or', 'org']);

/** The environment variable for the token of a host: `THUNDERFOREST_API_KEY` for api.thunderforest.com. */
export function variableFor(host: string, placeholder: string): string {
  const labels = host.split('.');
  labels.pop();
  if (labels.length > 1 && SECOND_LEVEL.has(labels.at(-1) ?? '')) labels.pop();
  const word = (labels.at(-1) ?? '').toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  const variable = `${word}_${/token/i.test(placeholder) ? 'ACCESS_TOKEN' : 'API_KEY'}`;
  return /^[A-Z]/.test(variable) && !isReserved(variable) ? variable : `TILES_${variable}`;
}

/** A query parameter whose value is an access token written out. */
export interface WrittenOut {
  readonly parameter: string;
  readonly start: number;
  readonly end: number;
}

/** The access tokens that stand in a query as they are, by the names of their parameters. */
export function writtenOutTokens(address: string): WrittenOut[] {
  const found: WrittenOut[] = [];
  for (const { 0: whole, 1: parameter = '', 2: value = '', index } of address.matchAll(/[?&]([^=&]+)=([^&]*)/g)) {
    if (!looksLikeTokenName(parameter) || /^[#$]\{/.test(value)) continue;
    found.push({ parameter, start: index + whole.length - value.length, end: index + whole.length });
  }
  return found;
}

/** The first part of an address that looks like a secret where none is expected; null where there is none. */
export function suspect(address: string): string | null {
  const parts = address.replace(/[#$]\{[^}]*\}/g, '/').split(/[/?&=;,]/);
  return parts.find(looksSecret) ?? null;
}

function looksSecret(part: string): boolean {
  if (/eyJ[A-Za-z0-9_-]{10,}/.test(part)) return true;
  if (/^[0-9a-f]{24,}$/i.test(part) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(part)) return true;
  // Words are long, too, but do not mix capitals, small letters and digits all through.
  return /^[A-Za-z0-9]{20,}$/.test(part) && [/[A-Z]/g, /[a-z]/g, /\d/g].every((kind) => count(part, kind) >= 3);
}

const count = (text: string, kind: RegExp): number => text.match(kind)?.length ?? 0;
