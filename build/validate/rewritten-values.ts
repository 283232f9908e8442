/** Numbers and texts in the form that a schema wants, made from what people write. The schema says which are valid. */
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import map from '../../schemas/catalog/map.json' with { type: 'json' };
import removals from '../../schemas/catalog/removals.json' with { type: 'json' };
import site from '../../schemas/catalog/site.json' with { type: 'json' };
import { withoutSeparators } from '../parse/scalars.ts';

const { label, id, slug, relativePath, licence, serviceUrl, baseUrl } = common.$defs;

type Rewrite = (text: string) => readonly string[];

/** The patterns that accept so much that other forms of a text could have another meaning. */
const REWRITES: ReadonlyMap<string, Rewrite> = new Map([
  ...[label, id, map.$defs.layerName].map(({ pattern }): [string, Rewrite] => [pattern, cleaned]),
  ...[slug, site.properties.branch].map(({ pattern }): [string, Rewrite] => [pattern, () => []]),
  [relativePath.pattern, (text) => [text.replaceAll('\\', '/').replace(/^(?:\.?\/)+|\/$/g, '')]],
  [licence.pattern, (text) => [text.replace(/\s+/g, '-'), ...addresses(text)]],
  [serviceUrl.pattern, (text) => addresses(text).map((url) => url.replace(/\?.*/, '').replace(/\/v1\/?$/, ''))],
  [baseUrl.pattern, (text) => addresses(text).flatMap((url) => [url, folderOf(url)])],
  [removals.items.properties.url.pattern, (text) => [text.replaceAll(' ', '%20'), `${urlOf(text)?.pathname}`]],
]);

/** Other forms of a text, for the pattern that it has to match. */
export function rewritten(text: string, pattern: string): readonly string[] {
  return (REWRITES.get(pattern) ?? formal)(text.trim());
}

function cleaned(text: string): string[] {
  const plain = text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\p{Cs}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]/gu, '');
  return [plain.trim()];
}

/** Hosts, addresses, hashes, dates, names of languages and access tokens: each pattern accepts only its own. */
function formal(text: string): string[] {
  const bare = text.replace(/^(?:\$\{|["'\u2018-\u201F])|["'\u2018-\u201F}]$/g, '');
  const [lower, upper] = [bare.toLowerCase(), bare.toUpperCase()];
  const cases = [bare, lower, lower.replaceAll('_', '-'), upper.replace(/[\s:]/g, ''), upper.replaceAll('-', '_')];
  const pattern = bare.replace(/^(https?:\/\/)[\w-]+(?:\.[\w-]+)+/, '$1#{host}');
  return [...cases, `EPSG:${bare}`, ...datesIn(bare), ...hosts(bare), ...addresses(bare), pattern];
}

/** What is no host, although it has a dot. */
const FILE = /^[^/]*\.(?:png|jpe?g|gif|svg|webp|html?|json|ya?ml|zip|map|pdf|txt|pmtiles|mbtiles)$/i;

/** An address that is parsed as browsers do; null if it is not one. */
function urlOf(text: string): URL | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
  return URL.canParse(address) && !FILE.test(text) ? new URL(address) : null;
}

function hosts(text: string): string[] {
  const hostname = urlOf(text)?.hostname.replace(/\.$/, '') ?? '';
  // A number becomes an IPv4 address, a name in another script its ASCII form, and so does what is no name.
  const isName = /^(?:\w+:\/\/)?[\p{L}\p{M}\p{N}.-]+(?:[/:?#]|$)/u.test(text) && hostname.includes('xn--');
  return hostname.includes('.') && (isName || text.toLowerCase().includes(hostname)) ? [hostname] : [];
}

function addresses(text: string): string[] {
  const url = urlOf(text);
  if (url === null || hosts(text).length === 0) return [];
  url.hash = url.username = url.password = '';
  // A placeholder stays as it is.
  return [url.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}')];
}

/** The folder of an address: without the name of a file, which has an ending. */
function folderOf(url: string): string {
  if (url.includes('?')) return url;
  return new URL(url).pathname.split('/').at(-1)?.includes('.') ? new URL('.', url).href : `${url}/`;
}

function datesIn(text: string): string[] {
  const [, first = '', mark, second = '', year] = /^(\d{1,2})([./])\s?(\d{1,2})[./]\s?(\d{4})$/.exec(text) ?? [];
  const [day, month] = mark === '/' && Number(second) > 12 ? [second, first] : [first, second];
  // Of 3/4/2026 nobody knows the month.
  if (year !== undefined && (mark === '.' || Number(day) > 12 || day === month))
    return [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`];
  const isMoment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = isMoment ? Date.parse(text.toUpperCase().replace(' ', 'T').replace(' ', '')) : Number.NaN;
  if (Number.isNaN(time)) return [];
  const utc = new Date(time).toISOString();
  return [`${utc.slice(0, 19)}Z`, utc.slice(0, 10)];
}

/** The number that a text means, also with a unit that the field has anyway; null if there is no number, or it is not clear. */
export function numberIn(text: string): number | null {
  const [, digits = text] = /^(-?\d+(?:\.\d+)?)\s?(?:px|pixels?|°|(?:tiles\s?)?(?:\/|per\s).*)$/i.exec(text) ?? [];
  // With one comma or point it may be a fraction.
  const isGrouped = withoutSeparators(text) !== null && text.match(/[,.]/g)?.length !== 1;
  const written = isGrouped ? text.replace(/[^\d-]/g, '') : digits;
  const number = /^\s*$|^[-+]?0\d/.test(written) ? Number.NaN : Number(written);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null;
}
