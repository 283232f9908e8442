/** Numbers and texts in the form of a schema, from what people write. The schema decides which are valid. */

import { parseUrl } from '../../contract/base/text.ts';
import { isDay, timestampOf } from '../../contract/base/times.ts';
import { FILE_FORMATS } from '../../contract/maps/map-formats.ts';
import { isReservedName } from '../../contract/maps/placeholders.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import map from '../../schemas/catalog/map.json' with { type: 'json' };
import removals from '../../schemas/catalog/removals.json' with { type: 'json' };
import site from '../../schemas/catalog/site.json' with { type: 'json' };
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import { hostAdvice } from '../diagnostics/wording.ts';
import { mayBeThousands, thousandsAdvice } from '../parse/scalars.ts';
import { withVariables } from '../tile-url/convert.ts';
import { fillPieces, pieceMeaning, SHORT_NAMES, withWholeScheme } from '../tile-url/template-pieces.ts';
import { beginsWithNothing, isLanguage, isMailAddress, languageMeant, meansAll, saysNothing } from './meant-values.ts';

const LANGUAGE = tileserver.properties.languages.items.pattern;
const TOKEN = site.properties.accessTokens.items.pattern;
const { day, host, label, id, slug, relativePath, licence, serviceUrl, baseUrl, shownDate } = common.$defs;

type Rewrite = (text: string) => readonly string[];

/** Open licences with spaces for hyphens. */
const LICENCE = /^(?:CC[ -]BY(?:-NC)?(?:-SA|-ND)?|CC0|ODbL|ODC-By|PDDL|NLOD) [1-4]\.[05](?: [A-Z]{2})?$/;

/** `formal` handles other patterns. */
const REWRITES: ReadonlyMap<string, Rewrite> = new Map([
  ...[label, id, map.$defs.layerName].map(({ pattern }): [string, Rewrite] => [pattern, cleaned]),
  ...[slug, site.properties.branch].map(({ pattern }): [string, Rewrite] => [pattern, () => []]),
  [
    relativePath.pattern,
    (text) => [
      text
        .replaceAll('\\', '/')
        .replace(/^(?:\.?\/)+|\/$/g, '')
        .replace(/\/{2,}/g, '/'),
    ],
  ],
  [licence.pattern, (text) => [LICENCE.test(text) ? text.replaceAll(' ', '-') : '', ...addresses(text)]],
  [serviceUrl.pattern, (text) => addresses(text).map((url) => url.replace(/\?.*/, '').replace(/\/v1\/?$/, ''))],
  [baseUrl.pattern, (text) => addresses(text.replace(/\/\*$/, '/')).flatMap((url) => [url, ...folderOf(url)])],
  [host.pattern, (text) => (text.includes('$') || hostAdvice(text) !== null ? [] : formal(text))],
  [LANGUAGE, languagesIn],
  [TOKEN, (text) => [...formal(text), text.toUpperCase().replace(/[\s-]+/g, '_')]],
  [map.$defs.address.pattern, (text) => [...mapAddresses(text), ...formal(text)]],
  [
    map.$defs.tiles.pattern,
    (text) => mapAddresses(fillPieces(text, ({ name }) => SHORT_NAMES[Object(pieceMeaning(name)).name])),
  ],
  [
    removals.items.properties.url.pattern,
    (text) => [...publishedPaths(text), ...addresses(text).map((url) => new URL(url).pathname)],
  ],
]);

/** Published paths for the path of a catalog file, or for a path without its beginning. */
export function publishedPaths(text: string): string[] {
  const path = text.replaceAll('\\', '/').replace(/^(?:\.?\/)?(?:catalog\/)?/, '');
  if (/^v[12]\/./.test(path)) return [`/${path.replace(/^v1\/(?:.*\/)?[^/.]+$/, '$&/')}`];
  const [, list = '', id = ''] =
    /^(datasources|editions|categories|maps)\/([^/]+?)(?:\/|\.yaml|\/datasource\.yaml)?$/.exec(path) ?? [];
  return list === '' ? [] : [list === 'maps' ? `/v2/maps/${id}.json` : `/v1/${list}/${id}/`];
}

/** Values that the text may mean, without what cannot be part of them. */
export function rewrittenForPattern(text: string, pattern: string): readonly string[] {
  return (REWRITES.get(pattern) ?? formal)(text.trim());
}

const NO_NAME = /^(?:and|or|und|oder|et|ou|e|o|y)$/i;

/** A value that matches, but probably means something else: an address as a name, a word as a language. */
export function isDoubtfulValue(text: string, pattern: string): boolean {
  if (pattern === LANGUAGE) return !isLanguage(text) || isTwoLanguages(text) || languageMeant(text) === 'es-419';
  if (pattern === host.pattern) return /^\d+\.\d+$/.test(text) || hostAdvice(text) !== null;
  if (pattern === day.pattern || pattern === shownDate.pattern) return text.length === 10 && !isDay(text);
  if (pattern === TOKEN) return isReservedName(text);
  const isLayer = pattern === map.$defs.layerName.pattern;
  if (isLayer && (/^[!~]|=/.test(text) || beginsWithNothing(text))) return true;
  if (pattern === slug.pattern || isLayer) return saysNothing(text) || meansAll(text) || NO_NAME.test(text);
  if (pattern !== label.pattern) return false;
  // Several patterns are several items.
  if (text.includes('*') && /[,;|{]|\s\*\./.test(text)) return true;
  // A variable of a program, or HTML.
  if (/^\{.*\}$|&#?\w{1,8};/s.test(text)) return true;
  return /^\/|:\/\/|^[^\s/]+\/[^\s/]+\/\S*$|<[a-z!/]/i.test(text) || beginsWithNothing(text) || isMailAddress(text);
}

function cleaned(text: string): string[] {
  const plain = text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\p{Cs}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]/gu, '');
  return [plain.trim()];
}

/**
 * Empty if capitals leave it open: CH may be Switzerland or Chamorro, UK the United Kingdom or Ukrainian. DE is clear.
 */
function languagesIn(found: string): readonly string[] {
  if (isTwoLanguages(found)) return [];
  // Only codes have a usual form.
  const isCode = /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_][a-z]{2})?$/i.test(found) && !/^[A-Z]{2}$/.test(found);
  const text = isCode ? new Intl.Locale(found.replaceAll('_', '-')).toString() : found;
  const meant = languageMeant(text) ?? [];
  const isUnclear = /^[A-Z]{2}$/.test(text) && meant !== text.toLowerCase() && isLanguage(text);
  return (isUnclear && meant.length > 0) || /^(?:UK|EU)$/.test(text) ? [] : [...formal(text), meant].flat();
}

/** "de-fr" may be German in France. */
const isTwoLanguages = (text: string): boolean => /^[a-z]{2}[-_][a-z]{2}$/.test(text) && isLanguage(text.slice(3));

/** Forms of hosts, addresses, hashes, dates, languages and access tokens. */
function formal(text: string): string[] {
  const bare = text.replace(/^<(.*)>$/, '$1').replace(/^(?:\$\{?|["'\u2018-\u201F])|["'\u2018-\u201F}]$/g, '');
  const [lower, upper] = [bare.toLowerCase(), bare.toUpperCase()];
  // Case counts in paths, and only a hash has spaces between its digits.
  const words = /[/\s]/.test(bare) ? [] : [lower, lower.replaceAll('_', '-'), upper.replaceAll('-', '_')];
  const hash = /^[\s:0-9a-f]{40,}$/i.test(bare) ? [upper.replace(/[\s:]/g, '')] : [];
  const epsg = bare.replace(/^(?:EPSG)?[\s:_-]?(?=\d{4,6}$)/i, 'EPSG:');
  const scheme = bare.replace(/^https?:/i, (found) => found.toLowerCase());
  return [bare, scheme, ...words, ...hash, epsg, ...datesIn(bare), ...hosts(bare), ...addresses(bare)];
}

/** A file's name has a dot like a host. */
const FILE = /^[^/]*\.(?:png|jpe?g|gif|svg|webp|html?|json|ya?ml|zip|map|pdf|txt|mbtiles)$/i;
export const isFile = (text: string): boolean =>
  FILE.test(text.replace(/^\.{0,2}\//, '')) ||
  (!text.includes('/') && FILE_FORMATS.some(({ ending }) => text.toLowerCase().endsWith(`.${ending}`)));

/** Reads addresses as browsers do. Null for a file name, a sentence, several addresses, or one for mail. */
function urlOf(text: string): URL | null {
  const [scheme = ''] = /^[a-z][a-z0-9+.-]*:\/\/|^\/\//i.exec(text) ?? [];
  const rest = text.slice(scheme.length);
  if (/\s|:\/\/|^\/(?!\/)/.test(rest) || isFile(text) || (scheme === '' && rest.includes('@'))) return null;
  return parseUrl(scheme.length > 2 ? text : `https://${rest}`);
}

/** Null if the parser made the host from something else, such as a number. */
function hostIn(text: string, { hostname }: URL): string | null {
  const host = hostname.replace(/\.$/, '');
  const isName = /^(?:\w+:\/\/)?[\p{L}\p{M}\p{N}.-]+(?:[/:?#]|$)/u.test(text) && host.includes('xn--');
  return host.includes('.') && (isName || text.toLowerCase().includes(host)) ? host : null;
}

function hosts(written: string): string[] {
  const text = withWholeScheme(written).replace(/[,;]$/, '');
  const url = urlOf(text);
  // After a comma there may be another host.
  return url === null || /[,;|]/.test(text) ? [] : [hostIn(text, url) ?? []].flat();
}

function addresses(text: string): string[] {
  // Git writes an SSH address as `git@host:path`.
  const url = urlOf(withWholeScheme(text).replace(/^git@([\w.-]+):/, 'https://$1/'));
  // A # before a bracket or brace begins a placeholder, before / or ! the name of a page.
  if (url === null || /[<>]/.test(text) || hostIn(text, url) === null || /^#[[{/!]/.test(url.hash)) return [];
  url.hash = url.username = url.password = '';
  return [url.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}')];
}

function mapAddresses(text: string): string[] {
  const named = (url: string): string => withVariables(url, undefined).text;
  return addresses(/^https?:\/\//i.test(text) ? named(text) : text).map(named);
}

/** The address without the page's name; empty if the last name may be another file. */
function folderOf(url: string): string[] {
  if (/\/[^/?]*\.html?$/i.test(url)) return [new URL('.', url).href];
  return /\?|\.[a-z]\w*$/i.test(url) ? [] : [`${url}/`];
}

function datesIn(text: string): string[] {
  const [, first = '', mark, second = '', last] = /^(\d{1,2})([./-])\s?(\d{1,2})[./-]\s?(\d{4})$/.exec(text) ?? [];
  const [day, month] = mark !== '.' && Number(second) > 12 ? [second, first] : [first, second];
  // 3/4/2026 has no clear month.
  const isClear = last !== undefined && (mark === '.' || Number(day) > 12 || day === month);
  // YAML drops the zero at the end of 12.2020.
  const whole = /^\d{1,2}\.\d{3}$/.test(text) ? `${text}0` : text;
  const written = isClear ? `${last}-${month}-${day}` : whole.replace(/^(\d{1,2})[./-](\d{4})$/, '$2-$1');
  const [, year, ...rest] = /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?$/.exec(written) ?? [];
  if (year !== undefined) {
    const date = [year, ...rest.filter(Boolean).map((part) => part.padStart(2, '0'))].join('-');
    return isDay(`${date}-01`.slice(0, 10)) ? [date] : [];
  }
  const isMoment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d)$/i.test(text);
  const time = isMoment ? Date.parse(text.toUpperCase().replace(' ', 'T').replace(' ', '')) : Number.NaN;
  if (Number.isNaN(time) || !isDay(text.slice(0, 10))) return [];
  const utc = timestampOf(time);
  return /Z$/i.test(text) ? [utc, utc.slice(0, 10)] : [utc];
}

/**
 * Degrees from a number with a direction or a degree sign. Null if unclear; a text that says why, if the direction is
 * wrong. Undefined for other texts.
 */
export function angleMeantIn(text: string, key: string | number): number | string | null | undefined {
  const [, first, number = '', sign, last] =
    /^([NSEWO])?\s?(-?\d{1,3}(?:\.\d{1,20})?)\s?(°)?\s?([NSEWO])?$/i.exec(text.trim()) ?? [];
  const mark = (first ?? last ?? '').toUpperCase();
  if (!(mark || sign) || !/^$|itude$|^(?:north|south|east|west)$/i.test(String(key))) return undefined;
  const axis = /[NS]/.test(mark) ? 'latitude' : 'longitude';
  // `north` and `south` end in `th`.
  const isOther = /latitude$|th$/i.test(String(key)) !== (axis === 'latitude');
  if (mark && isOther) return `${mark} is a direction of a ${axis}: latitude and longitude seem to be exchanged`;
  // O is east in German, and west in French.
  if ((first && last) || mark === 'O' || (mark && number.startsWith('-'))) return null;
  return /[SW]/.test(mark) ? -Number(number) : Number(number);
}

/** The number without the unit of its key; null if unclear. */
export function numberMeantIn(text: string, key: string | number = ''): number | null {
  const digits = text.replace(/^(\d+)\s?(?:px|pixels?)$/i, (_, size) => (key === 'tileSize' ? size : text));
  const angle = angleMeantIn(text, key);
  if (angle !== undefined) return typeof angle === 'number' ? angle : null;
  // Leaves out `m`, which may be a month.
  const [, count, second, minute, hour] =
    /^(\d{1,6})\s?(?:(s|se[ck][a-z]{0,6})|(min[a-z]{0,4})|(h|hours?|std|stunden?)|d|days?|tage?)$/i.exec(text) ?? [];
  if (key === 'maxAge' && count) return Number(count) * (second ? 1 : minute ? 60 : hour ? 3_600 : 86_400);
  // One comma or point may mark a fraction.
  const isGrouped = thousandsAdvice(text) !== null && text.match(/[,.]/g)?.length !== 1;
  const written = isGrouped ? text.replace(/[^\d-]/g, '') : digits;
  const number = /^\s*$|^[-+]?0\d/.test(written) || mayBeThousands(written) ? Number.NaN : Number(written);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null;
}
