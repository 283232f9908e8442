import { closestTo } from '../../contract/text.ts';
/**
 * Says why a text does not match one of the schemas' patterns.
 *
 * A pattern can only say no. For each pattern there is one function here that finds the reason; the tests hold the
 * two together: a text has a reason exactly when the pattern refuses it.
 */
import common from '../../schemas/catalog/common.json' with { type: 'json' };
import removals from '../../schemas/catalog/removals.json' with { type: 'json' };
import themes from '../../schemas/catalog/themes.json' with { type: 'json' };
import tileserver from '../../schemas/catalog/tileserver.json' with { type: 'json' };
import type { Code, Details } from '../diagnostics/messages.ts';

/** A code and what goes with it: a diagnostic that does not know yet where it stands. */
export type Reason = { [C in Code]: { readonly code: C; readonly details: Details<C> } }[Code];

type Explain = (text: string) => Reason[];

const { $defs } = common;

const BY_PATTERN: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  [$defs.label.pattern, explainLabel],
  [$defs.slug.pattern, (found) => [{ code: 'bad-id', details: { found } }]],
  [$defs.host.pattern, (found) => [{ code: 'bad-host', details: { found, why: hostProblem(found) } }]],
  [$defs.webUrl.pattern, (found) => [{ code: 'bad-url', details: { found, why: urlProblem(found) } }]],
  [$defs.serviceUrl.pattern, (found) => [{ code: 'bad-url', details: { found, why: serviceUrlProblem(found) } }]],
  [$defs.baseUrl.pattern, (found) => [{ code: 'bad-url', details: { found, why: urlProblem(found) } }]],
  [
    themes.$defs.entry.properties.imageurl.pattern,
    (found) => [{ code: 'bad-url', details: { found, why: urlProblem(found) } }],
  ],
  [$defs.relativePath.pattern, (found) => [{ code: 'bad-path', details: { found, why: pathProblem(found) } }]],
  [$defs.timestamp.pattern, (found) => [{ code: 'bad-timestamp', details: { found, why: timestampProblem(found) } }]],
  [$defs.sha1.pattern, (found) => [{ code: 'bad-sha1', details: { why: sha1Problem(found) } }]],
  [
    removals.items.properties.url.pattern,
    (found) => [{ code: 'bad-url', details: { found, why: publishedPathProblem(found) } }],
  ],
  [tileserver.properties.urlPattern.pattern, explainUrlPattern],
]);

/** The reasons why a text does not match a pattern of the catalog schemas. At least one. */
export function explain(pattern: string, text: string): Reason[] {
  return (BY_PATTERN.get(pattern) ?? explainLabel)(text);
}

/** The patterns that have a function of their own. */
export const EXPLAINED: readonly string[] = [...BY_PATTERN.keys()];

function explainLabel(text: string): Reason[] {
  const why = unwritable(text) ?? 'it begins or ends with a space';
  return [{ code: 'bad-text', details: { why } }];
}

function hostProblem(host: string): string {
  if (/[#$]?\{/.test(host)) return 'placeholders belong in urlPattern';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(host)) return 'leave out the scheme';
  if (/\s/.test(host)) return 'it holds a space';
  if (/@/.test(host)) return 'leave out the user name';
  if (/[/?#]/.test(host)) return 'leave out the path';
  if (/:/.test(host)) return 'leave out the port';
  if (/[A-Z]/.test(host)) return 'write it in lower case';
  if (/[^\p{ASCII}]/u.test(host)) return 'write it in its ASCII form (xn--…)';
  if (!host.includes('.')) return 'it has no dot';
  return 'use letters, digits, hyphens and single dots';
}

function serviceUrlProblem(url: string): string {
  return /^https?:/.test(url) && url.includes('?') ? 'leave out the ? and what follows' : urlProblem(url);
}

function urlProblem(url: string): string {
  const scheme = schemeProblem(url);
  if (scheme) return scheme;
  const odd = oddCharacter(url, /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF`"<>\\^{|}]/u);
  if (odd) return odd;
  if (/#/.test(url)) return 'leave out what begins with #';
  const [, authority = ''] = /^https?:\/\/([^/?]*)/.exec(url) ?? [];
  if (authority.includes('@')) return 'leave out the user name and password';
  if (/[^\p{ASCII}]/u.test(authority)) return 'write the host name in its ASCII form (xn--…)';
  if (!/^[a-zA-Z0-9_.-]+(?::[0-9]{1,5})?$/.test(authority)) return 'no host name, or none that is one, follows the //';
  return 'it must end in / (or =), because the path of a file is put right behind it';
}

function publishedPathProblem(url: string): string {
  if (/^https?:/i.test(url)) return 'write the path alone, from the first / behind the host on';
  if (!url.startsWith('/')) return 'it must begin with /, like /v1/datasources/old/';
  if (/\s/.test(url)) return 'it holds a space; write %20';
  if (/[?#]/.test(url)) return 'leave out what begins with ? or #';
  const odd = /[\p{Cc}\p{Cs}\uFFFE\uFFFF"<>\\^`{|}]/u.exec(url);
  return `${JSON.stringify(odd?.[0] ?? '')} cannot stand in an address`;
}

function pathProblem(path: string): string {
  const odd = unwritable(path);
  if (odd) return odd;
  if (path.includes('\\')) return 'write / instead of \\';
  if (path.startsWith('/')) return 'it is absolute; leave out the leading /';
  if (/^[A-Za-z]:/.test(path)) return 'it names a drive; write a relative path';
  const segments = path.split('/');
  if (segments.includes('..')) return 'it must not lead upwards with ..';
  if (path.endsWith('/')) return 'leave out the trailing /';
  if (segments.includes('')) return 'it has an empty part (//)';
  if (segments.includes('.')) return 'leave out the . part';
  return 'a part of it ends in a dot or a space, which Windows drops';
}

function timestampProblem(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return 'the time of day is missing';
  if (/[+-]00:?00$/.test(text)) return 'write Z, for UTC, instead of +00:00';
  if (/[+-]\d\d:?\d\d$/.test(text)) return 'it is not in UTC; convert it and end it in Z';
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d$/.test(text)) return 'it does not say Z, for UTC';
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\dZ?$/.test(text)) return 'the seconds are missing';
  if (/\.\d+Z?$/.test(text)) return 'leave out the fraction of the second';
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d[Zz]$/.test(text)) {
    return /[tz ]/.test(text) ? 'write a capital T and Z' : 'there is no such month, day or hour';
  }
  return 'it is written in another form';
}

function sha1Problem(text: string): string {
  if (/^[0-9a-fA-F]{40}$/.test(text)) return 'write its letters in upper case';
  if (/^[0-9a-fA-F]{64}$/.test(text)) return 'this is a SHA-256, with 64 digits';
  if (/^[0-9a-fA-F]{32}$/.test(text)) return 'this is an MD5, with 32 digits';
  if (/^[0-9a-fA-F]*$/.test(text)) return `it has ${text.length} digits instead of 40`;
  return 'it holds characters other than 0-9 and A-F';
}

const REQUIRED = ['host', 'zoom', 'tilex', 'tiley'];
const KNOWN = [...REQUIRED, 'language'];

/** What map programs and libraries elsewhere call the same things. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  s: 'host',
  server: 'host',
  switch: 'host',
  subdomain: 'host',
  z: 'zoom',
  x: 'tilex',
  y: 'tiley',
  lang: 'language',
};

/** What is found elsewhere and cannot be written here, with what it stands for, where it stands for one of ours. */
const IMPOSSIBLE: readonly { readonly name: RegExp; readonly mend: string; readonly stead: readonly string[] }[] = [
  { name: /^-y$/, mend: 'rows counted from the south (TMS) cannot be asked for', stead: ['tiley'] },
  { name: /^r$|^ratio$|^@2x$/i, mend: 'leave it out, or write @2x', stead: [] },
  { name: /^bbox/i, mend: 'a WMS cannot be asked for tiles', stead: ['zoom', 'tilex', 'tiley'] },
  { name: /^q(?:uadkey)?$/i, mend: 'tiles named by a quadkey cannot be asked for', stead: ['zoom', 'tilex', 'tiley'] },
  { name: /key|token/i, mend: `an access token is written like \${EXAMPLE_API_KEY}`, stead: [] },
];

/** The pieces between `#{`, `${` or `{` and the next `}`; and `$z`, as some programs write it. */
const PIECE = /([#$]?)\{([^{}]*)\}|\$([sxyz])(?![A-Za-z0-9_])/g;

/** A piece that is opened and not closed, up to where it might have ended. */
const UNCLOSED = /[#$]?\{([A-Za-z]*)/;

/** The reasons why a text is not usable as a urlPattern. */
export function explainUrlPattern(text: string): Reason[] {
  const reasons: Reason[] = [];
  const meant = new Set<string>();
  for (const [piece, sign, inside, letter] of text.matchAll(PIECE)) {
    const name = inside ?? letter ?? '';
    if (sign === '#' && KNOWN.includes(name)) meant.add(name);
    else if (sign === '$' && /^[A-Z0-9_]{3,}$/.test(name)) {
      if (!/^[A-Z][A-Z0-9_]*_(?:KEY|TOKEN)$/.test(name)) {
        reasons.push({ code: 'bad-token-name', details: { found: piece } });
      }
    } else {
      const { mend, stead } = instead(name);
      for (const placeholder of stead) meant.add(placeholder);
      reasons.push({ code: 'unknown-placeholder', details: { found: piece, mend } });
    }
  }
  const rest = text.replaceAll(PIECE, '0');
  const why = addressProblem(rest);
  if (why) reasons.push({ code: 'bad-pattern', details: { why } });
  // What is opened and not closed is not missing as well.
  const opened = placeholderFor(UNCLOSED.exec(rest)?.[1] ?? '');
  if (opened) meant.add(opened);
  const missing = REQUIRED.filter((name) => !meant.has(name)).map((name) => `#{${name}}`);
  if (missing.length > 0) reasons.push({ code: 'missing-placeholder', details: { missing } });
  return reasons;
}

/** What to write in place of an unknown name, and which placeholders it stands for. */
function instead(name: string): { mend: string | null; stead: readonly string[] } {
  const impossible = IMPOSSIBLE.find((entry) => entry.name.test(name));
  if (impossible) return impossible;
  const placeholder = placeholderFor(name);
  return placeholder ? { mend: `write #{${placeholder}}`, stead: [placeholder] } : { mend: null, stead: [] };
}

function placeholderFor(name: string): string | null {
  const word = name.split(':')[0] as string;
  const key = word.toLowerCase();
  return Object.hasOwn(ELSEWHERE, key) ? (ELSEWHERE[key] as string) : closestTo(word, KNOWN);
}

function addressProblem(text: string): string | null {
  const scheme = schemeProblem(text);
  if (scheme) return scheme;
  if (/^https?:\/\/[^/?]*@/.test(text)) return 'leave out the user name and password';
  if (text.includes('`')) return 'a backtick (`) is dropped by map programs';
  if (text.includes('<ACCESS_TOKEN>')) {
    return `in place of <ACCESS_TOKEN>, name the variable that holds the token, like \${EXAMPLE_API_KEY}`;
  }
  const unclosed = UNCLOSED.exec(text);
  if (unclosed) return `${unclosed[0]} is opened and not closed with }`;
  const odd = oddCharacter(text, /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF"<>\\^{|}#$]/u);
  return odd ?? (/^https?:\/\/$/.test(text) ? 'nothing stands behind the //' : null);
}

/** Control characters, halves of surrogate pairs and the like: what JSON or XML readers do not take as text. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

/** What stands in a text that is none; null where there is nothing of the kind. */
export function unwritable(text: string): string | null {
  const character = UNWRITABLE.exec(text)?.[0];
  if (character === undefined) return null;
  if (/[\r\n]/.test(character)) return 'it holds a line break';
  if (character === '\t') return 'it holds a tab';
  const code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /\p{Cc}/u.test(character)
    ? `it holds the control character ${code}`
    : `it holds ${code}, which is no character`;
}

/** What is wrong with the beginning of an address; null where it is https:// or http://. */
export function schemeProblem(url: string): string | null {
  if (/^https?:\/\//.test(url)) return null;
  if (/^https?:\/\//i.test(url)) return 'write https:// or http:// in lower case';
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return 'only https:// and http:// are fetched by map programs';
  return 'it is relative; begin with https:// or http://';
}

/** Which character cannot stand in an address, of those an expression names; null where there is none. */
export function oddCharacter(url: string, refused: RegExp): string | null {
  const character = refused.exec(url)?.[0];
  if (character === undefined) return null;
  if (character === '\\') return 'write / instead of \\';
  return (
    unwritable(character) ??
    (/\s/.test(character) ? 'it holds a space; write %20' : `${character} cannot stand in an address`)
  );
}
