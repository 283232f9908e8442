/**
 * Why a text does not match a pattern of the schemas. Tests ensure that each pattern has a function here, and that only
 * refused texts have a reason.
 */
import { closestWordTo, shortenedText } from '../../contract/base/text.ts';
import { FILE_FORMATS } from '../../contract/maps/map-formats.ts';
import { isTokenVariable, PLACEHOLDERS, REQUIRED_PLACEHOLDERS } from '../../contract/maps/placeholders.ts';
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import map from '../../schemas/catalog/map.json' with { type: 'json' };
import removals from '../../schemas/catalog/removals.json' with { type: 'json' };
import site from '../../schemas/catalog/site.json' with { type: 'json' };
import themes from '../../schemas/catalog/themes.json' with { type: 'json' };
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import type { StageCode, StageDetails } from '../diagnostics/messages.ts';
import { pathProblem, unwritableCharacterObjection } from '../diagnostics/portable-path.ts';
import { hostAdvice, lookAlikeIn, nameOfCharacter } from '../diagnostics/wording.ts';
import { describeTemplateProblem, placeholderFix } from '../tile-url/explanations.ts';
import { looksSecret, pastedKeysIn, withoutPastedKeys, withTokenVariables } from '../tile-url/secrets.ts';
import {
  namesSeveral,
  type Placeholder,
  pieceMeaning,
  SHORT_NAMES,
  templatePieces,
  withWholeScheme,
} from '../tile-url/template-pieces.ts';
import { isMailAddress } from './meant-values.ts';
import { isFile } from './rewritten-values.ts';

export type Reason = { [C in StageCode]: { readonly code: C; readonly details: StageDetails<C> } }[StageCode];

type Explain = (text: string) => Reason[];

const { $defs } = common;

const BRANCH = 'the name of a branch has letters, digits, and . _ - / between them';

const because =
  (code: 'bad-host' | 'bad-url' | 'bad-path' | 'bad-timestamp', problemOf: (text: string) => string): Explain =>
  (found) => [{ code, details: { found, why: problemOf(found) } }];

const { languages, updates } = tileserver.properties;
const { address, tiles, layerName, ...types } = map.$defs;
const TYPE_ITEMS = Object.values(types).flatMap(({ properties }) =>
  Object.values(properties).flatMap((member) => ('items' in member && 'pattern' in member.items ? [member.items] : [])),
);

const BY_PATTERN: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  [$defs.label.pattern, explainLabel],
  [$defs.id.pattern, explainLabel],
  [$defs.slug.pattern, (found) => [{ code: 'bad-id', details: { found } }]],
  [$defs.host.pattern, because('bad-host', hostProblem)],
  [$defs.webUrl.pattern, because('bad-url', urlProblem)],
  [$defs.serviceUrl.pattern, because('bad-url', serviceUrlProblem)],
  [$defs.baseUrl.pattern, because('bad-url', urlProblem)],
  [themes.$defs.entry.properties.imageurl.pattern, because('bad-url', urlProblem)],
  [$defs.relativePath.pattern, because('bad-path', pathProblem)],
  [$defs.timestamp.pattern, because('bad-timestamp', timestampProblem)],
  [$defs.sha1.pattern, (found) => [{ code: 'bad-sha1', details: { why: hashProblem(found, 40) } }]],
  [$defs.sha256.pattern, (found) => [{ code: 'bad-sha256', details: { why: hashProblem(found, 64) } }]],
  [removals.items.properties.url.pattern, because('bad-url', publishedPathProblem)],
  [site.properties.branch.pattern, () => [{ code: 'bad-text', details: { why: BRANCH } }]],
  [site.properties.accessTokens.items.pattern, explainTokenName],
  [tileserver.properties.urlPattern.pattern, explainUrlPattern],
  [address.pattern, because('bad-url', (found) => mapAddressProblem(found, null))],
  [tiles.pattern, because('bad-url', (found) => mapAddressProblem(found, /\{[xyz]\}/g))],
  [$defs.licence.pattern, explainLicence],
  [layerName.pattern, (found) => [{ code: 'bad-value', details: { found, fix: layerNameFix(found) } }]],
  ...[...TYPE_ITEMS, $defs.shownDate, $defs.day, $defs.publicKey, languages.items, updates].map(
    ({ pattern, patternErrorMessage: fix }): [string, Explain] => [
      pattern,
      (found) => [{ code: 'bad-value', details: { found, fix } }],
    ],
  ),
]);

export function explainPatternMismatch(pattern: string, text: string): Reason[] {
  const why = remarkProblem(text, pattern);
  const reasons = (BY_PATTERN.get(pattern) ?? explainLabel)(text);
  const isSpaced = ({ details }: Reason): boolean =>
    details !== null && 'why' in details && / (?:contains a|follows the) space/.test(details.why);
  return reasons.map((one) => (why && isSpaced(one) ? ({ ...one, details: { ...one.details, why } } as Reason) : one));
}

/** What follows the space looks like an address, not a remark. */
export const goesOnAfterSpace = (rest: string): boolean =>
  /^\/\S|^\.\w/.test(rest) || /\{\w|[&?]\w|\w=/.test(rest.split(/[:()]/, 1).join(''));

/** The problem if one word is meant and the rest is a remark. Null if no word is valid. */
function remarkProblem(text: string, pattern: string): string | null {
  const words = text.trim().split(/[,;]?\s+/);
  const wholePattern = new RegExp(pattern, 'u');
  const wholes = words.filter((word) => wholePattern.test(word));
  const [whole] = wholes;
  const at = words.indexOf(whole ?? '');
  const [before = '', next = ''] = [words[at - 1], words[at + 1]];
  const isHost = pattern === $defs.host.pattern;
  // The space may have broken an address.
  if (words.length < 2 || whole === undefined || /[./:]$/.test(before) || /^[/?&=%.:]/.test(next)) return null;
  if (!isHost && goesOnAfterSpace(words.slice(at + 1).join(' '))) return null;
  if (!isHost && (/^\w$/.test(before) || /^\w$/.test(next))) return null;
  if (isHost && wholes.length > 1) return SEVERAL_HOSTS;
  if (/^https?:\/\/[^/]*$/.test(whole) && /[./]/.test(next)) return null;
  const dotted = words.join('.');
  // Words around a name may belong to it: "tile x.net", "tile.x net".
  const isPart = words.at(-1) === whole || /^[a-z]{2,3}$/.test(words.at(-1) ?? '');
  if (isHost && isPart && !/[,;:]/.test(text) && wholePattern.test(dotted) && dotted.length < 200)
    return `it contains a space: write ${dotted} if it is in place of a dot, or ${whole} if the rest is a remark, which belongs in a comment`;
  const isShown = whole.length < 200 && withoutPastedKeys(whole) === whole;
  const only = `write only ${isShown ? whole : 'what is before the space'}`;
  const isFileName = /\/[^/?]*\.[a-z]\w{1,4}$/i.test(whole.replace(/^https?:\/\/[^/]*/, ''));
  if (isHost || isFileName || !/^[\p{L}\p{N}]/u.test(next) || /[,;]\s/.test(text))
    return `leave out what is not the address, and ${only}; a remark belongs in a comment, on a line of its own that begins with #`;
  return `it contains a space: ${only} if what follows is a remark, which belongs in a comment; otherwise remove the space, or write %20 if the name of the file has it`;
}

export const EXPLAINED_PATTERNS: readonly string[] = [...BY_PATTERN.keys()];

function explainLabel(text: string): Reason[] {
  const [edge = ' '] = /^[^\S ]|[^\S ]$/u.exec(text) ?? [];
  const space = edge === ' ' ? 'a space' : `${nameOfCharacter(edge)}; delete it`;
  const why = unwritableCharacterObjection(text) ?? `it begins or ends with ${space}`;
  return [{ code: 'bad-text', details: { why } }];
}

/** Somebody may have written the key instead of its variable. */
function explainTokenName(found: string): Reason[] {
  if (pastedKeysIn(`?x=${found}`).length === 0) return [{ code: 'bad-token-name', details: { found } }];
  const fix = 'write the name of its variable, such as MAPS_API_KEY';
  return [{ code: 'pasted-key', details: { parameter: null, length: found.length, variable: null, fix } }];
}

function explainLicence(found: string): Reason[] {
  const why = found.includes('://') ? addressProblem(found) : null;
  if (why !== null) return [{ code: 'bad-url', details: { found, why } }];
  return [{ code: 'bad-value', details: { found, fix: $defs.licence.patternErrorMessage } }];
}

function layerNameFix(name: string): string {
  const why = unwritableCharacterObjection(name);
  if (why !== null) return `It is plain text, and ${why}.`;
  const [odd] = /[,&#?]/.exec(name) ?? [];
  if (odd === ',') return 'Write each layer or style as an item of its own, without commas.';
  if (odd === undefined) return name === '' ? layerName.patternErrorMessage : 'Leave out the space at its edge.';
  return `The name of a layer or style cannot have ${JSON.stringify(odd)}.`;
}

const IPV6 = /^\[[0-9a-f]*:|^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/i;
const NO_IPV6 = 'IPv6 addresses are not supported; write a host name or an IPv4 address';

const SEVERAL_HOSTS = 'it names several hosts; write each that serves the same tiles as an item of its own';

function hostProblem(found: string): string {
  const host = withWholeScheme(found);
  const choices = hostAdvice(host);
  if (choices !== null || host.includes('{')) return choices ?? 'placeholders belong in urlPattern';
  const [, name = '', rest = ''] =
    /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^\s/:?#@,;|[]+)((?::\d+)?(?:[/?][^\s#,;|]*)?)(?:#\S*)?$/i.exec(host) ?? [];
  const scheme = /^http:/i.test(host) ? 'http' : 'https';
  const shown = withTokenVariables(`${scheme}://${name}${rest}`).replace(name, '#{host}');
  if (rest.length > 1) return `what follows the name belongs in urlPattern, like ${shortenedText(shown, 80)}`;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host)) return 'leave out the scheme';
  const lookAlike = lookAlikeIn(host);
  if (lookAlike) return lookAlike;
  if (/\s/.test(host)) return spaceProblem(host);
  if (isMailAddress(host)) return 'it is an e-mail address';
  if (/@/.test(host)) return 'leave out the user name';
  if (IPV6.test(host)) return NO_IPV6;
  if (/[/:?#]/.test(host)) return 'leave out what follows the name';
  if (/[,;|]./.test(host)) return SEVERAL_HOSTS;
  if (/[A-Z]/.test(host)) return 'write it in lower case';
  if (/[^\p{ASCII}]/u.test(host)) return 'write it in its ASCII form (xn--…)';
  if (!host.includes('.')) return 'it has no dot';
  return 'use letters, digits, hyphens and single dots';
}

/** Handlers, rules and server configurations assume the root of a host. */
function serviceUrlProblem(url: string): string {
  if (/^https?:/.test(url) && url.includes('?')) return 'leave out the ? and what follows';
  const path = /^https?:\/\/[^/#]+\/([^#]+)/.exec(url)?.[1];
  if (path === undefined) return urlProblem(url);
  return /(?:^|\/)v1\/?$/.test(path)
    ? `leave out /${path}: every link adds /v1/ by itself`
    : 'leave out the path: a catalog is at the root of its host, so it needs the name of a host for itself';
}

const HOST_OF_URL = /^[a-zA-Z0-9_](?:[a-zA-Z0-9_-]*[a-zA-Z0-9_])?(?:\.[a-zA-Z0-9_](?:[a-zA-Z0-9_-]*[a-zA-Z0-9_])?)*$/;

function urlProblem(url: string): string {
  const scheme = schemeProblem(url);
  if (scheme) return scheme;
  if (/^https?:\/\/https?:/.test(url)) return 'https:// is there twice';
  if (/\shttps?:\/\//.test(url)) return 'it is more than one address; write one';
  const odd = oddCharacter(url, /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF\u2028-\u202E\u2066-\u2069`"<>\\^{|}]/u);
  if (odd) return odd;
  const [, authority = ''] = /^https?:\/\/([^/?]*)/.exec(url) ?? [];
  if (authority.includes('@')) return 'leave out the user name and password';
  if (/#/.test(url)) return 'leave out what begins with #';
  if (IPV6.test(authority)) return NO_IPV6;
  if (/[^\p{ASCII}]/u.test(authority)) return 'write the host name in its ASCII form (xn--…)';
  const [, host = '', port = ''] = /^([^:]*)(?::(.*))?$/.exec(authority) ?? [];
  if (!HOST_OF_URL.test(host)) return 'no valid host name follows the //';
  if (port !== '' || authority.endsWith(':')) {
    if (!/^[1-9][0-9]{0,4}$/.test(port) || Number(port) > 65_535) return 'a port is a number from 1 to 65535';
  }
  if (/%(?![0-9A-Fa-f]{2})/.test(url)) return 'after % come two digits of a character; write %25 for % itself';
  return 'it must end in / (or =), because the path of a file is added to it';
}

/** @param placeholders allowed beside access tokens; null if none */
function mapAddressProblem(text: string, placeholders: RegExp | null): string {
  if (/^mapbox:/i.test(text)) return 'only programs of Mapbox read mapbox:; write the https:// address of the style';
  const protocol = FILE_FORMATS.find(({ ending }) => text.toLowerCase().startsWith(`${ending}:`))?.ending;
  if (protocol) return `leave out ${protocol}://; the address of the archive begins after it`;
  // `$^` matches only an empty text.
  const rest = text.replace(placeholders ?? /$^/, '0').replaceAll(/\$\{[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)\}/g, '0');
  const piece = templatePieces(rest).find((each): each is Placeholder => 'name' in each && each.found !== '%d');
  if (piece === undefined) return addressProblem(rest) ?? 'it is not a whole address';
  const placeholder = piece.found;
  const meaning = pieceMeaning(piece.name);
  const shortName = placeholders !== null && meaning.is === 'known' ? SHORT_NAMES[meaning.name] : undefined;
  if (shortName !== undefined) return `write ${shortName} in place of ${placeholder}`;
  if (meaning.is === 'token' && /^[^$]/.test(placeholder)) return placeholderFix(piece.name) ?? '';
  if (/^\$/.test(placeholder)) return 'write a key like ${MAPS_API_KEY}: capitals, and _KEY or _TOKEN at the end';
  if (/bbox|width|height|proj/i.test(placeholder)) return 'leave out the parameters of a request, which programs add';
  if (meaning.is === 'impossible' && meaning.why === 'rows-from-below')
    return describeTemplateProblem({ code: 'flipped-vector' });
  if (meaning.is === 'choice') return describeTemplateProblem({ code: 'one-host' });
  return placeholders === null
    ? `${shown(piece)} makes it the address of a tile, and this is one address for the whole map`
    : `only {z}, {x} and {y} are filled in; write in place of ${shown(piece)} what it stands for`;
}

function publishedPathProblem(url: string): string {
  if (/^https?:/i.test(url)) return 'write the path alone, from the first / after the host on';
  if (!url.startsWith('/'))
    return 'write the path where it was published, like /v1/datasources/old/; cartalog diff prints it';
  if (/\s/.test(url)) return spaceProblem(url);
  if (/[?#]/.test(url)) return 'leave out what begins with ? or #';
  const odd = /[\p{Cc}\p{Cs}\uFFFE\uFFFF\u2028-\u202E\u2066-\u2069"<>\\^`{|}]/u.exec(url);
  return `${JSON.stringify(odd?.[0] ?? '')} is not allowed in an address`;
}

function timestampProblem(text: string): string {
  if (/^0000-/.test(text)) return 'there is no year 0000';
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'the time of day is missing';
  if (/[+-]00:?00$/.test(text)) return 'write Z, for UTC, instead of +00:00';
  if (/[+-]\d\d:?\d\d$/.test(text)) return 'it is not in UTC; convert it and end it in Z';
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d$/.test(text)) return 'the Z at its end, for UTC, is missing';
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\dZ?$/.test(text)) return 'the seconds are missing';
  if (/:\d\d\.\d+Z?$/.test(text)) return 'leave out the fraction of the second';
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{4}/.test(text)) return 'the year comes first, and the time of day is in UTC';
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d[Zz]$/.test(text)) {
    return /[tz ]/.test(text) ? 'write a capital T and Z' : 'there is no such month, day or hour';
  }
  return lookAlikeIn(text) ?? 'it is written in another form';
}

/** What people mistake for one another, by number of digits. */
const HASHES: ReadonlyMap<number, string> = new Map([
  [32, 'an MD5'],
  [40, 'a SHA-1'],
  [64, 'a SHA-256'],
]);

function hashProblem(text: string, digits: number): string {
  if (/^[0-9a-fA-F]*$/.test(text)) {
    if (text.length === digits) return 'write its letters in upper case';
    const other = HASHES.get(text.length);
    return other ? `this is ${other}, with ${text.length} digits` : `it has ${text.length} digits instead of ${digits}`;
  }
  return lookAlikeIn(text) ?? 'it contains characters other than 0-9 and A-F';
}

const HOST_IN_PATTERN = /^https?:\/\/([\w-]+(?:\.[\w-]+)+)(?:[:/?]|$)/;

const UNCLOSED = /(?:[#$]?\{|#\[)([A-Za-z]*)/;

const URL_PATTERN = new RegExp(tileserver.properties.urlPattern.pattern, 'u');

/**
 * None if the schema accepts the text. A wrong placeholder has its own reason; `rules/foreign-patterns.ts` offers the
 * whole pattern in our form. A placeholder without an equivalent is the only reason: no other fix helps.
 */
export function explainUrlPattern(found: string): Reason[] {
  if (URL_PATTERN.test(found)) return [];
  if (namesSeveral(found))
    return [{ code: 'bad-pattern', details: { why: describeTemplateProblem({ code: 'several' }) } }];
  // Programs do not fill in encoded braces.
  const text = found.replace(/%7b(\w+)%7d/gi, '{$1}');
  for (const piece of templatePieces(text)) {
    if ('name' in piece && pieceMeaning(piece.name).is === 'impossible') return [unknownPlaceholder(piece, null)];
  }
  const reasons: Reason[] = [];
  const meant = new Set<string>();
  let rest = '';
  for (const piece of templatePieces(text)) {
    // `%d` also occurs in percent-encoded bytes.
    if ('text' in piece || piece.found === '%d') {
      rest += 'text' in piece ? piece.text : piece.found;
      continue;
    }
    const { found, name } = piece;
    rest += '0';
    for (const placeholder of placeholdersFor(name)) meant.add(placeholder);
    if (found === `#{${name}}` && PLACEHOLDERS.includes(name)) continue;
    if (found === `\${${name}}` && isTokenVariable(name)) continue;
    const isTokenName = found.startsWith('${') && /^[A-Z0-9_]{3,}$/.test(name);
    reasons.push(
      isTokenName ? { code: 'bad-token-name', details: { found: shown(piece) } } : unknownPlaceholder(piece, text),
    );
  }
  const why = addressProblem(rest);
  // An unclosed placeholder is not also missing.
  for (const placeholder of placeholdersFor(UNCLOSED.exec(rest)?.[1] ?? '')) meant.add(placeholder);
  const missing = REQUIRED_PLACEHOLDERS.filter((name) => !meant.has(name)).map((name) => `#{${name}}`);
  // A text that is no address of a tile has one problem.
  const isNotTile = missing.length === REQUIRED_PLACEHOLDERS.length || schemeProblem(rest) !== null;
  if (why !== null && missing.length > 0 && isNotTile)
    return [{ code: 'bad-pattern', details: { why: `${why}; it also needs ${missing.join(', ')}`, urlPattern: text } }];
  if (why) reasons.push({ code: 'bad-pattern', details: { why } });
  if (missing.length > 0) {
    const host = missing.includes('#{host}') ? HOST_IN_PATTERN.exec(text)?.[1] : undefined;
    reasons.push({ code: 'missing-placeholder', details: { missing, host: host ?? null } });
  }
  return reasons;
}

function unknownPlaceholder(piece: Placeholder, urlPattern: string | null): Reason {
  const closest = closestWordTo(piece.name, PLACEHOLDERS);
  const fix = placeholderFix(piece.name) ?? (closest && `write #{${closest}}`);
  return { code: 'unknown-placeholder', details: { found: shown(piece), fix, urlPattern } };
}

/** Shortened and masked: a key may be in the braces. */
const shown = ({ found, name }: Placeholder): string =>
  shortenedText(looksSecret(name) ? found.replace(name, '…') : found, 40);

/** Our placeholders that the name certainly or probably means. */
function placeholdersFor(name: string): readonly string[] {
  const meaning = pieceMeaning(name);
  if (meaning.is === 'known') return [meaning.name];
  if (meaning.is === 'choice') return ['host'];
  const closest = meaning.is === 'unknown' ? closestWordTo(name, PLACEHOLDERS) : null;
  return closest ? [closest] : [];
}

function addressProblem(text: string): string | null {
  const scheme = schemeProblem(text);
  if (scheme) return scheme;
  if (/^https?:\/\/[^/?]*@/.test(text)) return 'leave out the user name and password';
  if (text.includes('`')) return 'a backtick (`) is dropped by map programs';
  const unclosed = UNCLOSED.exec(text);
  if (unclosed?.[0].startsWith('#[')) return `write #{${unclosed[1]}}, with braces`;
  if (unclosed) return `${unclosed[0]} is opened and not closed with }`;
  const odd = oddCharacter(text, /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF\u2028-\u202E\u2066-\u2069"<>\\^{|}#$]/u);
  return odd ?? (/^https?:\/\/$/.test(text) ? 'nothing follows the //' : null);
}

/** Null after https:// or http://. */
function schemeProblem(url: string): string | null {
  if (/^https?:\/\//.test(url)) return null;
  if (/^https?:\/\//i.test(url)) return 'write https:// or http:// in lower case';
  if (/https?(?::|%3a)(?:\/|%2f){2}/i.test(url))
    return lookAlikeIn(url.slice(0, 1)) ?? 'it is more than an address; leave out what is around it';
  if (isMailAddress(url)) return 'it is an e-mail address; write the address of a page';
  const [scheme, rest] = withWholeScheme(url).split('//', 2);
  if (rest && !url.startsWith(`${scheme}//`)) return `write ${scheme}// at its beginning, with a colon and two slashes`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return 'only https:// and http:// are fetched by map programs';
  // Each placeholder is now 0.
  const isWhole = /^(?:\/\/|0\/|[^\s/.]+\.[^\s/])/.test(url) && !isFile(url);
  const fix = isWhole ? 'begin with https:// or http://' : 'write the whole address, with https:// and its host';
  return lookAlikeIn(url.slice(0, 1)) ?? `it is relative; ${fix}`;
}

/** A name has a space only between letters or digits of a path. */
function spaceProblem(url: string): string {
  const at = url.search(/\s/);
  const isInPath = /^(?:https?:\/\/[^/]*)?\//i.test(url.slice(0, at));
  if (isInPath && /^[\p{L}\p{N}]\s[\p{L}\p{N}]/u.test(url.slice(at - 1)))
    return 'it contains a space; remove it, or write %20 if the name of the file has it';
  if (/^[\p{L}\p{N}]\s[\p{L}\p{N}]/u.test(url.slice(at - 1)))
    return 'it contains a space; remove it, or write a dot in its place if one is missing';
  return /^\s+\(/.test(url.slice(at)) ? 'leave out what follows the space' : 'it contains a space; remove it';
}

function oddCharacter(url: string, refused: RegExp): string | null {
  const character = refused.exec(url)?.[0];
  if (character === undefined) return null;
  if (character === '\\') return 'write / instead of \\';
  return (
    unwritableCharacterObjection(character) ??
    lookAlikeIn(character) ??
    (/\s/.test(character) ? spaceProblem(url) : `${character} is not allowed in an address`)
  );
}
