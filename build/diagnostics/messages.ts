/**
 * Every diagnostic code with its severity and texts; problems are worded nowhere else.
 *
 * `message` says what is wrong and how to fix it, from the details of the diagnostic and the text at its place.
 */
import { INPUT_LIMITS, mebibytes } from '../../contract/limits.ts';
import { plural, shortened, visible, withThousands } from '../../contract/text.ts';
import { lookAlikeIn, nameOfCharacter } from './characters.ts';

interface Entry {
  readonly severity: 'error' | 'warning';
  // biome-ignore lint/suspicious/noExplicitAny: each entry's own parameter type is what `Details` reads back.
  readonly message: (details: any, written: string) => string;
}

const quoted = (text: string): string => JSON.stringify(shortened(text));
const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
const hint = (suggestion: string | null): string => (suggestion ? `; did you mean ${suggestion}?` : '');
const are = (count: number, noun: string): string => `${count === 1 ? 'is' : 'are'} ${plural(count, noun)}`;
const alsoIn = (others: number): string =>
  others === 0 ? '' : ` (here and in ${others} other ${others === 1 ? 'file' : 'files'})`;

/** The first of some names that one message is about. */
const first = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more, see --verbose` : names.join(', ');

/** The categories of a cycle; of a long one, the beginning and the end. */
const wayOf = (cycle: readonly number[]): readonly (number | string)[] =>
  cycle.length <= 12
    ? cycle
    : [...cycle.slice(0, 5), `… (${withThousands(cycle.length - 10)} more)`, ...cycle.slice(-5)];

interface ForeignPattern {
  readonly urlPattern: string;
  /** Null where the pattern has `#{host}` already. */
  readonly hosts: readonly string[] | null;
  /** A placeholder whose values the pattern does not list, with the usual ones. */
  readonly assumed: { readonly found: string; readonly among: readonly string[] } | null;
  /** Placeholders in `urlPattern` that only the author knows the value of, each with a usual one. */
  readonly left: readonly { readonly found: string; readonly example: string }[];
}

interface PastedKey {
  /** The query parameter whose value it is; null where it has none that is named like a key. */
  readonly parameter: string | null;
  readonly length: number;
  /** The environment variable to name instead; null in an address that has no placeholders. */
  readonly variable: string | null;
}

interface NestedBaseUrl {
  /** What the baseUrl at the place of the diagnostic is to the other one. */
  readonly relation: 'equal' | 'inner' | 'outer';
  /** The file of the other data source. */
  readonly other: string;
  /** The baseUrl of the other data source. */
  readonly url: string;
  /** How many more data sources begin with the shorter baseUrl. */
  readonly others: number;
}

interface UnknownTerms {
  /** The labels, at least one. */
  readonly names: readonly string[];
  /** How many tile servers have them. */
  readonly servers: number;
  /** A label that is known and looks like the only one; null where there is none. */
  readonly suggestion: string | null;
}

interface UnsetTokens {
  /** The environment variables, at least one. */
  readonly names: readonly string[];
  /** How many tile servers name them. */
  readonly servers: number;
  readonly isLeftOut: boolean;
}

interface TooManyFiles {
  readonly count: number;
  /** The file that most of them come from. */
  readonly largest: string;
  readonly limit: number;
  /** How many of them are made for pages. */
  readonly forPages: number;
}

/** The table of codes. */
export const MESSAGES = {
  // Reading the folder
  'missing-file': {
    severity: 'error',
    message: ({ why }: { why: string }) => `This file is missing; ${why}`,
  },
  'unexpected-file': {
    severity: 'error',
    message: ({
      suggestion,
      places,
      isBackup,
      others,
    }: {
      suggestion: string | null;
      places: readonly string[];
      isBackup: boolean;
      others: number;
    }) => {
      const subject = others === 0 ? 'it' : `it and ${others} more in its folder`;
      const depending = places.length > 2 ? ', depending on what it holds' : '';
      const belongs = places.length > 0 && `; it belongs in ${list(places)}${depending}`;
      const copy = isBackup && '; it looks like a backup copy: delete it, or rename it if it is not';
      const advice = hint(suggestion) || belongs || copy || '; move it out of the catalog folder';
      return `No catalog file belongs here, so ${subject} would not be published${advice}`;
    },
  },
  'bad-file-name': {
    severity: 'error',
    message: ({ name, why }: { name: string; why: string }) => `${quoted(name)} cannot be a name here: ${why}`,
  },
  'symbolic-link': {
    severity: 'error',
    message: () => 'A symbolic link is not followed; put the file itself here',
  },
  'special-file': {
    severity: 'error',
    message: () => 'This is neither a file nor a folder (a pipe, a socket or a device); remove it',
  },
  'unreadable-file': {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `Cannot be read: ${reason}`,
  },
  'file-too-large': {
    severity: 'error',
    message: ({ size }: { size: number }) =>
      `The file has ${size} MiB; more than ${mebibytes(INPUT_LIMITS.fileBytes)} MiB is not read. Split the data source`,
  },
  'too-many-values': {
    severity: 'error',
    message: () =>
      `The file holds more than ${withThousands(INPUT_LIMITS.values)} values and brackets, and is not read further. Split the data source`,
  },

  // YAML
  'not-utf8': {
    severity: 'error',
    message: ({ encoding }: { encoding: string | null }) =>
      encoding
        ? `The file is written in ${encoding}; save it as UTF-8`
        : 'These bytes are not UTF-8; save the file as UTF-8',
  },
  'empty-file': {
    severity: 'error',
    message: ({ hasComments }: { hasComments: boolean }) =>
      `The file ${hasComments ? 'has only comments' : 'is empty'}; fill it in or delete it`,
  },
  'yaml-syntax': {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `Not valid YAML: ${reason}`,
  },
  'too-deep': {
    severity: 'error',
    message: () => `Nested more than ${INPUT_LIMITS.depth} levels deep; no catalog file needs more than six`,
  },
  'several-documents': {
    severity: 'error',
    message: () => 'A second document begins here; put it in a separate file',
  },
  'yaml-directive': {
    severity: 'error',
    message: () => 'Lines that begin with % are not part of the format; remove the line',
  },
  'yaml-anchor': {
    severity: 'error',
    message: ({ text }: { text: string }) =>
      `${shortened(text)} is an anchor or alias; write the value out, or put it in quotes`,
  },
  'yaml-tag': {
    severity: 'error',
    message: ({ text }: { text: string }) => `${shortened(text)} is a tag; remove it, or put the value in quotes`,
  },
  'duplicate-key': {
    severity: 'error',
    message: ({ key }: { key: string }) => `${quoted(key)} is already given above; keep one of the two`,
  },
  'key-not-text': {
    severity: 'error',
    message: ({ isScalar }: { isScalar: boolean }, written) => {
      if (!isScalar) return 'A list or mapping cannot be a key; put the key in quotes';
      return written === ''
        ? 'The key is missing before the colon'
        : `${written} is not text to YAML; write ${quoted(written)}`;
    },
  },
  'lost-to-comment': {
    severity: 'error',
    message: ({ text }: { text: string }) =>
      `${quoted(text)} is lost: a # after a space begins a comment. Put the value in quotes, or write "# " to begin a comment`,
  },

  // Shape
  'unknown-key': {
    severity: 'error',
    message: ({ key, suggestion, known }: { key: string; suggestion: string | null; known: readonly string[] }) => {
      const lookAlike = lookAlikeIn(key);
      const advice = suggestion ? hint(suggestion) : `; there are ${list(known).replace(' or ', ' and ')}`;
      return `${quoted(key)} is not known here${lookAlike ? `: ${lookAlike}` : ''}${advice}`;
    },
  },
  'missing-key': {
    severity: 'error',
    message: ({ key }: { key: string }) => `${quoted(key)} is missing`,
  },
  'wrong-type': {
    severity: 'error',
    message: ({ expected, found, fix }: { expected: string; found: string | null; fix: string | null }) =>
      `Must be ${expected}, ${found === null ? 'but nothing is given' : `not ${shortened(found)}`}${fix ? `; ${fix}` : ''}`,
  },
  'not-text': {
    severity: 'error',
    message: ({ reading }: { reading: string }, written) =>
      `Must be text, but ${shortened(written)} without quotes is ${reading} to YAML readers; ${written.length > 100 ? 'put it in quotes' : `write ${quoted(written)}`}`,
  },
  'bad-number': {
    severity: 'error',
    message: ({ raw, why }: { raw: string; why: string }) => `${shortened(raw)} is not usable as a number: ${why}`,
  },
  'not-allowed': {
    severity: 'error',
    message: ({ allowed, suggestion }: { allowed: readonly string[]; suggestion: string | null }) =>
      `Must be one of ${allowed.join(', ')}${hint(suggestion)}`,
  },
  'out-of-range': {
    severity: 'error',
    message: ({ found, limit }: { found: number; limit: string }) => `Must be ${limit}, not ${found}`,
  },
  'empty-value': {
    severity: 'error',
    message: () => 'Must not be empty',
  },
  'too-long': {
    severity: 'error',
    message: ({ limit }: { limit: number }) => `Must not be longer than ${withThousands(limit)} characters`,
  },
  'too-many': {
    severity: 'error',
    message: ({ count, limit }: { count: number; limit: number }) =>
      `${withThousands(count)} are too many here; there can be ${withThousands(limit)}`,
  },
  'repeated-item': {
    severity: 'error',
    message: ({ item }: { item: string }) => `${quoted(item)} is listed twice`,
  },
  'bad-text': {
    severity: 'error',
    message: ({ why }: { why: string }) => `Not usable as text: ${why}`,
  },
  'bad-id': {
    severity: 'error',
    message: ({ found }: { found: string }) =>
      `${quoted(found)} cannot be an id; use lower-case letters, digits and single hyphens`,
  },
  'bad-host': {
    severity: 'error',
    message: ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not a host name: ${why}`,
  },
  'bad-url': {
    severity: 'error',
    message: ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not usable as an address: ${why}`,
  },
  'bad-path': {
    severity: 'error',
    message: ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not usable as a path: ${why}`,
  },
  'bad-timestamp': {
    severity: 'error',
    message: ({ found, why }: { found: string; why: string }) =>
      `${quoted(found)} is not usable as a time: ${why}. Write it like 2026-09-19T01:03:00Z`,
  },
  'bad-sha1': {
    severity: 'error',
    message: ({ why }: { why: string }) => `Not a SHA-1: ${why}`,
  },
  'bad-pattern': {
    severity: 'error',
    message: ({ why }: { why: string }) => `Not usable as a urlPattern: ${why}`,
  },
  'unknown-placeholder': {
    severity: 'error',
    message: ({ found, fix }: { found: string; fix: string | null }) =>
      `${quoted(found)} is not a placeholder; ${fix ?? 'there are #{host}, #{zoom}, #{tilex}, #{tiley} and #{language}'}`,
  },
  'foreign-pattern': {
    severity: 'error',
    message: ({ urlPattern, hosts, assumed, left }: ForeignPattern) => {
      const andHosts = hosts ? ` and hosts: [${shortened(hosts.join(', '), 120)}]` : '';
      const condition = assumed ? `, if ${assumed.found} is ${list(assumed.among)}` : '';
      const values = left.map(({ found, example }) => `; in place of ${found} write its value, such as ${example}`);
      return `This is written for another program; write urlPattern: ${shortened(urlPattern, 200)}${andHosts}${condition}${values.join('')}`;
    },
  },
  'missing-placeholder': {
    severity: 'error',
    message: ({ missing }: { missing: readonly string[] }) => `The urlPattern lacks ${missing.join(', ')}`,
  },
  'bad-token-name': {
    severity: 'error',
    message: ({ found }: { found: string }) =>
      `${quoted(found)} cannot name an access token; use capitals, digits and _, ending in _KEY or _TOKEN, and not the name of a variable of a build system`,
  },

  'unlisted-token': {
    severity: 'error',
    message: ({ name, others }: { name: string; others: number }) =>
      `\${${name}} is not listed, so its value is never read; add ${name} to accessTokens in site.yaml${alsoIn(others)}`,
  },

  // Meaning
  'duplicate-id': {
    severity: 'error',
    message: ({ id, other }: { id: string; other: string }) =>
      `The id ${quoted(id)} is also used by ${other}; give one of the two another id`,
  },
  'similar-id': {
    severity: 'error',
    message: ({ id, otherId, other }: { id: string; otherId: string; other: string }) =>
      `The id ${quoted(id)} differs from ${quoted(otherId)} of ${other} only by case, by invisible characters or by the way its letters are encoded`,
  },
  'similar-path': {
    severity: 'error',
    message: ({ path, other }: { path: string; other: string }) =>
      `${quoted(path)} differs from ${quoted(other)} only by case, by invisible characters or by the way its letters are encoded`,
  },
  'zoom-range': {
    severity: 'error',
    message: ({ minZoom, maxZoom }: { minZoom: number; maxZoom: number }) =>
      `minZoom ${minZoom} is above maxZoom ${maxZoom}`,
  },
  'probe-zoom': {
    severity: 'error',
    message: ({ zoom, minZoom, maxZoom }: { zoom: number; minZoom: number; maxZoom: number }) =>
      `The server has no tiles at zoom ${zoom}: its range is ${minZoom} to ${maxZoom}`,
  },
  'same-server': {
    severity: 'warning',
    message: ({ other }: { other: string }) => `${other} has the same hosts and urlPattern; keep one of the two`,
  },
  'pasted-key': {
    severity: 'error',
    message: ({ parameter, length, variable }: PastedKey) => {
      const subject = parameter === null ? `A part of ${length} characters` : `The value of ${parameter}`;
      const written = parameter === null ? `\${${variable}} in its place` : `${parameter}=\${${variable}}`;
      const fix =
        variable === null ? 'remove it; only a urlPattern can have a placeholder in its place' : `write ${written}`;
      return `${subject} looks like an access key; ${fix}`;
    },
  },
  'private-address': {
    severity: 'warning',
    message: ({ host }: { host: string }) =>
      `${quoted(host)} is an address inside a private network or of one machine; others cannot reach it`,
  },
  'nested-base-url': {
    severity: 'warning',
    message: ({ relation, other, url, others }: NestedBaseUrl) => {
      const how = {
        equal: `${other} has the same baseUrl`,
        inner: `This begins with the baseUrl of ${other}, ${quoted(url)}`,
        outer: `The baseUrl of ${other}, ${quoted(url)}, begins with this one`,
      }[relation];
      const more = others === 0 ? '' : ` (and ${plural(others, 'other data source')} like it)`;
      return `${how}${more}; map programs may take a file of one for one of the other. If all files of one are in one folder, move that from their paths into its baseUrl`;
    },
  },
  'odd-character': {
    severity: 'warning',
    message: ({ character, instead }: { character: string; instead: string | null }) =>
      `Contains ${nameOfCharacter(character)}; ${instead === null ? 'leave it out' : `write ${instead}`}`,
  },
  'copyright-sign': {
    severity: 'warning',
    message: ({ sign }: { sign: string }) => `Leave out ${quoted(sign)}; copyright is only the name of who is credited`,
  },
  'unknown-terms': {
    severity: 'warning',
    message: ({ names, servers, suggestion }: UnknownTerms) => {
      const labels =
        names.length === 1 ? quoted(names[0] as string) : `${names.length} labels (${first(names.map(quoted))})`;
      return `RouteConverter knows no terms of use for ${labels} and shows "Missing terms", in ${plural(servers, 'tile server')}${hint(suggestion)}`;
    },
  },
  'unset-token': {
    severity: 'warning',
    message: ({ names, servers, isLeftOut }: UnsetTokens) => {
      const [name, ...others] = names;
      const what =
        others.length === 0
          ? `The environment variable ${name} is`
          : `${names.length} access tokens (${first(names)}) are`;
      const effect = isLeftOut
        ? `${plural(servers, 'tile server')} ${servers === 1 ? 'is' : 'are'} left out`
        : `ACCESS_TOKEN is published in ${others.length === 0 ? 'its' : 'their'} place, in ${plural(servers, 'tile server')}`;
      return `${what} not set; ${effect}`;
    },
  },
  'required-token': {
    severity: 'error',
    message: ({ name, others }: { name: string; others: number }) =>
      `The environment variable ${name} is not set, and --require-tokens asks for every access token${alsoIn(others)}`,
  },
  'checksum-order': {
    severity: 'error',
    message: ({ time, before, others }: { time: string; before: string; others: number }) =>
      `${time} comes after ${before}; the oldest must be first${others === 0 ? '' : ` (${others} more of this history ${others === 1 ? 'is' : 'are'} out of order)`}`,
  },
  'repeated-checksum': {
    severity: 'error',
    message: ({ time }: { time: string }) => `This checksum of ${time} is listed twice; remove one`,
  },
  'box-upside-down': {
    severity: 'error',
    message: ({ north, south }: { north: number; south: number }) =>
      `northEastLatitude ${north} is below southWestLatitude ${south}`,
  },
  'box-swapped': {
    severity: 'warning',
    message: ({ west, east }: { west: number; east: number }) =>
      `southWestLongitude ${west} is east of northEastLongitude ${east}; if the area does not cross the 180th meridian, swap them`,
  },
  'unknown-parent': {
    severity: 'error',
    message: ({ parent }: { parent: number }) => `There is no category ${parent}`,
  },
  'parent-cycle': {
    severity: 'error',
    message: ({ cycle }: { cycle: readonly number[] }) =>
      `The category would be below itself: ${wayOf(cycle).join(' below ')}`,
  },
  'unknown-datasource': {
    severity: 'error',
    message: ({ id, suggestion }: { id: string; suggestion: string | null }) =>
      `There is no data source ${quoted(id)}${hint(suggestion)}`,
  },
  'removal-not-done': {
    severity: 'error',
    message: ({ target }: { target: string }) =>
      `${target} is listed as removed, but it is still published; delete this entry, or what it names`,
  },
  'removal-without-effect': {
    severity: 'warning',
    message: ({ target }: { target: string }) =>
      `${target} is not removed by this change: it was removed earlier, and the entry can be deleted, or it is misspelt`,
  },

  // Too many to list
  'more-errors': {
    severity: 'error',
    message: ({ count }: { count: number }) => `There ${are(count, 'more error')} in this file`,
  },
  'more-warnings': {
    severity: 'warning',
    message: ({ count }: { count: number }) => `There ${are(count, 'more warning')} in this file`,
  },

  // Form
  'not-in-form': {
    severity: 'error',
    message: ({ differs, wanted }: { differs: 'line' | 'surplus' | 'bytes'; wanted: string }) => {
      if (differs === 'bytes')
        return 'Not in the form of the catalog: line ends, or bytes before the first line, differ';
      if (differs === 'surplus') return 'Not in the form of the catalog; the file ends before this line';
      return `Not in the form of the catalog; ${wanted === '' ? 'an empty line belongs here' : `write here: ${shortened(wanted)}`}`;
    },
  },

  // The host's limits
  'document-too-large': {
    severity: 'error',
    message: ({ document, size, limit }: { document: string; size: string; limit: number }) =>
      `The published ${document} would have ${size} MiB, and the host takes ${limit} MiB a file. Split the data source or shorten its histories`,
  },
  'too-many-files': {
    severity: 'error',
    message: ({ count, largest, limit, forPages }: TooManyFiles) => {
      // A site without pages has one of its own for what is not found.
      const without =
        forPages > 1
          ? `; ${withThousands(forPages)} are web pages and what belongs to them, which --no-pages, or "pages: false" in site.yaml, leaves out`
          : '';
      return `The site would have ${withThousands(count)} files, and the host takes ${withThousands(limit)}; the largest part comes from ${largest}${without}`;
    },
  },
  'too-many-header-rules': {
    severity: 'error',
    message: ({ count, limit }: { count: number; limit: number }) =>
      `The site would need ${count} header rules, without those of single data sources and editions, and the host takes ${limit}; _headers has too many`,
  },
  'header-line-too-long': {
    severity: 'error',
    message: ({ length, limit }: { length: number; limit: number }) =>
      `A line of _headers would have ${withThousands(length)} characters, and the host takes ${withThousands(limit)}`,
  },
} as const satisfies Record<string, Entry>;

/** A diagnostic code. Codes are stable: tools may rely on them. */
export type Code = keyof typeof MESSAGES;

/** The details of a diagnostic with the code. */
export type Details<C extends Code> =
  Parameters<(typeof MESSAGES)[C]['message']> extends [infer D, ...unknown[]] ? D : null;

/** Scripts of pages have only the messages that the compiler leaves them. */
const KNOWN: Readonly<Partial<Record<Code, Entry>>> = MESSAGES;

/** The severity of a diagnostic with the code. */
export function severityOf(code: Code): 'error' | 'warning' {
  return KNOWN[code]?.severity ?? 'error';
}

/**
 * The message of a diagnostic, in one line.
 *
 * @param written the text at its place; empty if it is about the whole file
 */
export function messageOf({ code, details }: { code: Code; details: unknown }, written: string): string {
  return visible(KNOWN[code]?.message(details, written) ?? code);
}
