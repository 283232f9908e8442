/**
 * Every diagnostic code with its severity and texts; problems are worded nowhere else.
 *
 * `message` says what is wrong and how to fix it, from the details of the diagnostic and the text at its place. `about`
 * explains the code in the documentation.
 */
import { COPYRIGHT_KEYS } from '../../contract/copyright-keys.ts';
import { HOSTS } from '../../contract/hosts.ts';
import { INPUT_LIMITS, mebibytes } from '../../contract/limits.ts';
import { plural, shortened, visible, withThousands } from '../../contract/text.ts';
import { lookAlikeIn, nameOfCharacter } from './characters.ts';

interface Entry {
  readonly severity: 'error' | 'warning';
  // biome-ignore lint/suspicious/noExplicitAny: each entry's own parameter type is what `Details` reads back.
  readonly message: (details: any, written: string) => string;
  readonly about: string;
}

const quoted = (text: string): string => JSON.stringify(shortened(text));
const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
const CLOUDFLARE = HOSTS.pages.limits;
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

/** The table of codes. */
export const MESSAGES = {
  // Reading the folder
  'missing-file': {
    severity: 'error',
    message: ({ why }: { why: string }) => `This file is missing; ${why}`,
    about: 'A required file is not there.',
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
    about:
      'The file is where no catalog file belongs. Nothing in the catalog folder is ignored, so that a misspelt name never loses a record. Only names that begin with a dot are ignored.',
  },
  'bad-file-name': {
    severity: 'error',
    message: ({ name, why }: { name: string; why: string }) => `${quoted(name)} cannot be a name here: ${why}`,
    about: `Names of files and folders become addresses and must work on every system that checks the catalog out: lower-case letters, digits and single hyphens, at most ${INPUT_LIMITS.nameLength}.`,
  },
  'symbolic-link': {
    severity: 'error',
    message: () => 'A symbolic link is not followed; put the file itself here',
    about: 'A link could lead out of the catalog, and not every system supports links.',
  },
  'special-file': {
    severity: 'error',
    message: () => 'This is neither a file nor a folder (a pipe, a socket or a device); remove it',
    about: 'Only ordinary files and folders belong in a catalog.',
  },
  'unreadable-file': {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `Cannot be read: ${reason}`,
    about: 'The system refused to read the file or folder.',
  },
  'file-too-large': {
    severity: 'error',
    message: ({ size }: { size: number }) =>
      `The file has ${size} MiB; more than ${mebibytes(INPUT_LIMITS.fileBytes)} MiB is not read. Split the data source`,
    about: 'A file of this size could never be published.',
  },
  'too-many-values': {
    severity: 'error',
    message: () =>
      `The file holds more than ${withThousands(INPUT_LIMITS.values)} values and brackets, and is not read further. Split the data source`,
    about: 'A file with so much in it could never be published.',
  },

  // YAML
  'not-utf8': {
    severity: 'error',
    message: ({ encoding }: { encoding: string | null }) =>
      encoding
        ? `The file is written in ${encoding}; save it as UTF-8`
        : 'These bytes are not UTF-8; save the file as UTF-8',
    about: 'Catalog files are UTF-8 text. In most editors the encoding is chosen in "Save as".',
  },
  'empty-file': {
    severity: 'error',
    message: ({ hasComments }: { hasComments: boolean }) =>
      `The file ${hasComments ? 'has only comments' : 'is empty'}; fill it in or delete it`,
    about: 'A catalog file cannot be empty. For a list without entries write {} or [].',
  },
  'yaml-syntax': {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `Not valid YAML: ${reason}`,
    about: 'The file cannot be read as YAML; often the indentation or a quote is wrong.',
  },
  'too-deep': {
    severity: 'error',
    message: () => `Nested more than ${INPUT_LIMITS.depth} levels deep; no catalog file needs more than six`,
    about: 'Very deep nesting is refused because it is always an accident or an attack.',
  },
  'several-documents': {
    severity: 'error',
    message: () => 'A second document begins here; put it in a separate file',
    about: 'A catalog file holds one YAML document.',
  },
  'yaml-directive': {
    severity: 'error',
    message: () => 'Lines that begin with % are not part of the format; remove the line',
    about: 'Directives change how YAML is read: under %YAML 1.1, for example, yes means true.',
  },
  'yaml-anchor': {
    severity: 'error',
    message: ({ text }: { text: string }) =>
      `${shortened(text)} is an anchor or alias; write the value out, or put it in quotes`,
    about:
      'Anchors (&name), aliases (*name) and merge keys (<<) hide the content of a record and are not part of the format. Aliases of a reported anchor are not reported again.',
  },
  'yaml-tag': {
    severity: 'error',
    message: ({ text }: { text: string }) => `${shortened(text)} is a tag; remove it, or put the value in quotes`,
    about: 'Tags (!name) are not part of the format.',
  },
  'duplicate-key': {
    severity: 'error',
    message: ({ key }: { key: string }) => `${quoted(key)} is already given above; keep one of the two`,
    about: 'With the same key twice, one of the values would be lost silently.',
  },
  'key-not-text': {
    severity: 'error',
    message: ({ isScalar }: { isScalar: boolean }, written) => {
      if (!isScalar) return 'A list or mapping cannot be a key; put the key in quotes';
      return written === ''
        ? 'The key is missing before the colon'
        : `${written} is not text to YAML; write ${quoted(written)}`;
    },
    about: 'A key that YAML reads as a number, a truth value or null needs quotes.',
  },
  'lost-to-comment': {
    severity: 'error',
    message: ({ text }: { text: string }) =>
      `${quoted(text)} is lost: a # after a space begins a comment. Put the value in quotes, or write "# " to begin a comment`,
    about:
      'After a space, # begins a comment, so the value of "name: Map #1" is just "Map". A real comment has a space after its #.',
  },

  // Shape
  'unknown-key': {
    severity: 'error',
    message: ({ key, suggestion, known }: { key: string; suggestion: string | null; known: readonly string[] }) => {
      const lookAlike = lookAlikeIn(key);
      const advice = suggestion ? hint(suggestion) : `; there are ${list(known).replace(' or ', ' and ')}`;
      return `${quoted(key)} is not known here${lookAlike ? `: ${lookAlike}` : ''}${advice}`;
    },
    about: 'The key is not part of the format here; often it is misspelt.',
  },
  'missing-key': {
    severity: 'error',
    message: ({ key }: { key: string }) => `${quoted(key)} is missing`,
    about: 'A value that every such record needs is missing.',
  },
  'wrong-type': {
    severity: 'error',
    message: ({ expected, found, fix }: { expected: string; found: string | null; fix: string | null }) =>
      `Must be ${expected}, ${found === null ? 'but nothing is given' : `not ${shortened(found)}`}${fix ? `; ${fix}` : ''}`,
    about: 'A value of another kind is needed here.',
  },
  'not-text': {
    severity: 'error',
    message: ({ reading }: { reading: string }, written) =>
      `Must be text, but ${shortened(written)} without quotes is ${reading} to YAML readers; ${written.length > 100 ? 'put it in quotes' : `write ${quoted(written)}`}`,
    about:
      'Text that looks like a number, a date or a truth value must be in quotes. Otherwise 0123 loses its zero, 1e3 becomes 1000, and NO becomes false in some programs.',
  },
  'bad-number': {
    severity: 'error',
    message: ({ raw, why }: { raw: string; why: string }) => `${shortened(raw)} is not usable as a number: ${why}`,
    about: 'Numbers are written in plain decimal digits and stay within what every JSON reader can hold (2^53 - 1).',
  },
  'not-allowed': {
    severity: 'error',
    message: ({ allowed, suggestion }: { allowed: readonly string[]; suggestion: string | null }) =>
      `Must be one of ${allowed.join(', ')}${hint(suggestion)}`,
    about: 'Only certain values are possible here.',
  },
  'out-of-range': {
    severity: 'error',
    message: ({ found, limit }: { found: number; limit: string }) => `Must be ${limit}, not ${found}`,
    about: 'The number is outside the range that makes sense here.',
  },
  'empty-value': {
    severity: 'error',
    message: () => 'Must not be empty',
    about: 'A text or list that must have content is empty.',
  },
  'too-long': {
    severity: 'error',
    message: ({ limit }: { limit: number }) => `Must not be longer than ${limit} characters`,
    about: 'The text is longer than map programs can be expected to show or store.',
  },
  'too-many': {
    severity: 'error',
    message: ({ count, limit }: { count: number; limit: number }) =>
      `${withThousands(count)} are too many here; there can be ${withThousands(limit)}`,
    about: 'A list or mapping has more in it than any real catalog needs; it is always an accident or an attack.',
  },
  'repeated-item': {
    severity: 'error',
    message: ({ item }: { item: string }) => `${quoted(item)} is listed twice`,
    about: 'A list has the same item twice.',
  },
  'bad-text': {
    severity: 'error',
    message: ({ why }: { why: string }) => `Not usable as text: ${why}`,
    about: 'Names and labels have no space at either end and no control characters.',
  },
  'bad-id': {
    severity: 'error',
    message: ({ found }: { found: string }) =>
      `${quoted(found)} cannot be an id; use lower-case letters, digits and single hyphens`,
    about: 'Ids of data sources and editions are part of their address.',
  },
  'bad-host': {
    severity: 'error',
    message: ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not a host name: ${why}`,
    about: 'A host name is written alone, in lower case: no https://, no port, no path, no space.',
  },
  'bad-url': {
    severity: 'error',
    message: ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not usable as an address: ${why}`,
    about:
      'Addresses are absolute and begin with https:// or http://. A baseUrl also ends in / (or =), because the path of a file is added to it.',
  },
  'bad-path': {
    severity: 'error',
    message: ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not usable as a path: ${why}`,
    about:
      'Paths are relative, with / between their parts. Map programs store files under them, so a path that could lead out of their folder (.., a leading /, a drive letter, a backslash) is refused, and so is one that an address or a disk changes (#, ?, :, %2F, NUL), and one below another file of the data source.',
  },
  'bad-timestamp': {
    severity: 'error',
    message: ({ found, why }: { found: string; why: string }) =>
      `${quoted(found)} is not usable as a time: ${why}. Write it like 2026-09-19T01:03:00Z`,
    about: 'Times are in UTC, to the second, and exist in the calendar.',
  },
  'bad-sha1': {
    severity: 'error',
    message: ({ why }: { why: string }) => `Not a SHA-1: ${why}`,
    about: 'A SHA-1 is 40 upper-case hexadecimal digits in quotes, or null.',
  },
  'bad-pattern': {
    severity: 'error',
    message: ({ why }: { why: string }) => `Not usable as a urlPattern: ${why}`,
    about: 'A urlPattern is the address of a tile, from http:// or https:// to its end.',
  },
  'unknown-placeholder': {
    severity: 'error',
    message: ({ found, fix }: { found: string; fix: string | null }) =>
      `${quoted(found)} is not a placeholder; ${fix ?? 'there are #{host}, #{zoom}, #{tilex}, #{tiley} and #{language}'}`,
    about: 'Only #{host}, #{zoom}, #{tilex}, #{tiley} and #{language} are filled in by map programs.',
  },
  'foreign-pattern': {
    severity: 'error',
    message: ({ urlPattern, hosts, assumed, left }: ForeignPattern) => {
      const andHosts = hosts ? ` and hosts: [${shortened(hosts.join(', '), 120)}]` : '';
      const condition = assumed ? `, if ${assumed.found} is ${list(assumed.among)}` : '';
      const values = left.map(({ found, example }) => `; in place of ${found} write its value, such as ${example}`);
      return `This is written for another program; write urlPattern: ${shortened(urlPattern, 200)}${andHosts}${condition}${values.join('')}`;
    },
    about:
      'Leaflet, JOSM and other programs write {s}, {z}, {x} and {y}; the catalog writes #{host}, #{zoom}, #{tilex} and #{tiley}, and lists the hosts separately. The message offers the address in that form; cartalog new does the same for a new file.',
  },
  'missing-placeholder': {
    severity: 'error',
    message: ({ missing }: { missing: readonly string[] }) => `The urlPattern lacks ${missing.join(', ')}`,
    about: 'Without #{host}, #{zoom}, #{tilex} and #{tiley} every tile would have the same address.',
  },
  'bad-token-name': {
    severity: 'error',
    message: ({ found }: { found: string }) =>
      `${quoted(found)} cannot name an access token; use capitals, digits and _, ending in _KEY or _TOKEN, and not the name of a variable of a build system`,
    about:
      'A urlPattern may name an environment variable that holds an access token. Its value is published, so only names that end in _KEY or _TOKEN are read, but not those that hosts and build systems use for their own secrets (CLOUDFLARE_…, GITHUB_…).',
  },

  'unlisted-token': {
    severity: 'error',
    message: ({ name, others }: { name: string; others: number }) =>
      `\${${name}} is not listed, so its value is never read; add ${name} to accessTokens in site.yaml${alsoIn(others)}`,
    about:
      'Only the environment variables that accessTokens in site.yaml lists are read, because their values are published: whoever reviews a change of that list decides which of them the catalog gives away.',
  },

  // Meaning
  'duplicate-id': {
    severity: 'error',
    message: ({ id, other }: { id: string; other: string }) =>
      `The id ${quoted(id)} is also used by ${other}; give one of the two another id`,
    about: 'Ids are unique in their list.',
  },
  'similar-id': {
    severity: 'error',
    message: ({ id, otherId, other }: { id: string; otherId: string; other: string }) =>
      `The id ${quoted(id)} differs from ${quoted(otherId)} of ${other} only by case, by invisible characters or by the way its letters are encoded`,
    about: 'People, and some systems, cannot distinguish two ids that look alike.',
  },
  'similar-path': {
    severity: 'error',
    message: ({ path, other }: { path: string; other: string }) =>
      `${quoted(path)} differs from ${quoted(other)} only by case, by invisible characters or by the way its letters are encoded`,
    about: 'On disks that ignore such differences, as those of Windows and macOS do, the two would be one file.',
  },
  'zoom-range': {
    severity: 'error',
    message: ({ minZoom, maxZoom }: { minZoom: number; maxZoom: number }) =>
      `minZoom ${minZoom} is above maxZoom ${maxZoom}`,
    about: 'The lowest zoom level cannot be above the highest.',
  },
  'probe-zoom': {
    severity: 'error',
    message: ({ zoom, minZoom, maxZoom }: { zoom: number; minZoom: number; maxZoom: number }) =>
      `The server has no tiles at zoom ${zoom}: its range is ${minZoom} to ${maxZoom}`,
    about: 'A place to probe can be asked for only at a zoom level that the server has tiles for.',
  },
  'same-server': {
    severity: 'warning',
    message: ({ other }: { other: string }) => `${other} has the same hosts and urlPattern; keep one of the two`,
    about: 'Two tile servers of one list with different ids have the same tiles. People would see the same map twice.',
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
    about:
      'An access key that is written into the catalog can be read by everybody, also in the history of the repository. In a urlPattern, write the name of an environment variable instead; a maintainer adds the key to the secrets of the repository. Other addresses have no such placeholders and must work without a key. If the key has been pushed already, have its provider replace it.',
  },
  'private-address': {
    severity: 'warning',
    message: ({ host }: { host: string }) =>
      `${quoted(host)} is an address inside a private network or of one machine; others cannot reach it`,
    about: 'Map programs everywhere use the catalog, so its servers need public addresses.',
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
    about:
      'Map programs report a download by its address, and take the first data source whose baseUrl it begins with for the one that it belongs to. If one baseUrl begins with another, that may be the wrong one.',
  },
  'odd-character': {
    severity: 'warning',
    message: ({ character, instead }: { character: string; instead: string | null }) =>
      `Contains ${nameOfCharacter(character)}; ${instead === null ? 'leave it out' : `write ${instead}`}`,
    about:
      'Typographic quotes, no-break spaces and invisible characters usually come from copying text. They look like plain ones, but searching and comparing treats them as different.',
  },
  'copyright-sign': {
    severity: 'warning',
    message: ({ sign }: { sign: string }) => `Leave out ${quoted(sign)}; copyright is only the name of who is credited`,
    about: 'The field is a short label, such as OpenStreetMap, without a copyright sign.',
  },
  'unknown-terms': {
    severity: 'warning',
    message: ({ names, servers, suggestion }: UnknownTerms) => {
      const labels =
        names.length === 1 ? quoted(names[0] as string) : `${names.length} labels (${first(names.map(quoted))})`;
      return `RouteConverter knows no terms of use for ${labels} and shows "Missing terms", in ${plural(servers, 'tile server')}${hint(suggestion)}`;
    },
    about: `The field is free text, so this may be right. The best-known map program, RouteConverter, finds terms of use only for these labels, in any case: ${COPYRIGHT_KEYS.join(', ')}. Write one of them if the tiles are under the terms of that provider, and nothing else in the field; otherwise leave it as it is. One warning covers all labels; with --verbose each is listed.`,
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
    about:
      'Without the access token, tiles of this server cannot be fetched. Fine for trying things out, and in a pull request: before a new one is published, a maintainer adds it to the secrets of the repository and to .github/workflows/publish.yml. One warning covers all of them; with --verbose each is listed.',
  },
  'required-token': {
    severity: 'error',
    message: ({ name, others }: { name: string; others: number }) =>
      `The environment variable ${name} is not set, and --require-tokens asks for every access token${alsoIn(others)}`,
    about: 'Publishing needs every access token that a urlPattern names.',
  },
  'checksum-order': {
    severity: 'error',
    message: ({ time, before, others }: { time: string; before: string; others: number }) =>
      `${time} comes after ${before}; the oldest must be first${others === 0 ? '' : ` (${others} more of this history ${others === 1 ? 'is' : 'are'} out of order)`}`,
    about:
      'A checksum history is ordered by lastModified, oldest first: map programs show the last one. Of each history only the first checksum that is out of order is reported.',
  },
  'repeated-checksum': {
    severity: 'error',
    message: ({ time }: { time: string }) => `This checksum of ${time} is listed twice; remove one`,
    about: 'The same lastModified, contentLength and sha1 twice in one history.',
  },
  'box-upside-down': {
    severity: 'error',
    message: ({ north, south }: { north: number; south: number }) =>
      `northEastLatitude ${north} is below southWestLatitude ${south}`,
    about: 'The northern edge of a bounding box cannot be south of its southern edge.',
  },
  'box-swapped': {
    severity: 'warning',
    message: ({ west, east }: { west: number; east: number }) =>
      `southWestLongitude ${west} is east of northEastLongitude ${east}; if the area does not cross the 180th meridian, swap them`,
    about:
      'A bounding box whose western edge is east of its eastern one crosses the 180th meridian, which is allowed. It is reported where it would then cover more than half of the globe.',
  },
  'unknown-parent': {
    severity: 'error',
    message: ({ parent }: { parent: number }) => `There is no category ${parent}`,
    about: 'The parent of a category must be in the list.',
  },
  'parent-cycle': {
    severity: 'error',
    message: ({ cycle }: { cycle: readonly number[] }) =>
      `The category would be below itself: ${wayOf(cycle).join(' below ')}`,
    about: 'Following the parents of a category must end at a root.',
  },
  'unknown-datasource': {
    severity: 'error',
    message: ({ id, suggestion }: { id: string; suggestion: string | null }) =>
      `There is no data source ${quoted(id)}${hint(suggestion)}`,
    about: 'An edition names data sources by the names of their folders below datasources/.',
  },
  'removal-not-done': {
    severity: 'error',
    message: ({ target }: { target: string }) =>
      `${target} is listed as removed, but it is still published; delete this entry, or what it names`,
    about:
      'removals.yaml lists what is removed. If an entry names something that is in the catalog, that could later be removed without anybody noticing.',
  },
  'removal-without-effect': {
    severity: 'warning',
    message: ({ target }: { target: string }) =>
      `${target} is not removed by this change: it was removed earlier, and the entry can be deleted, or it is misspelt`,
    about:
      'An entry of removals.yaml has an effect only in the change that removes something. Afterwards it can be deleted.',
  },

  // Too many to list
  'more-errors': {
    severity: 'error',
    message: ({ count }: { count: number }) => `There ${are(count, 'more error')} in this file`,
    about: `Of one file ${withThousands(INPUT_LIMITS.reported)} errors are reported, and how many more there are. So many usually have one cause.`,
  },
  'more-warnings': {
    severity: 'warning',
    message: ({ count }: { count: number }) => `There ${are(count, 'more warning')} in this file`,
    about: `Of one file ${withThousands(INPUT_LIMITS.reported)} warnings are reported, and how many more there are.`,
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
    about:
      'Every catalog file has a standard form: order of keys and paths, quotes, one checksum per line. So a pull request shows only what it changes. "cartalog format" writes it and keeps comments; "cartalog format --check" reports this error at the first line that differs.',
  },

  // The host's limits
  'document-too-large': {
    severity: 'error',
    message: ({ document, size, limit }: { document: string; size: string; limit: number }) =>
      `The published ${document} would have ${size} MiB, and the host takes ${limit} MiB a file. Split the data source or shorten its histories`,
    about: `Cloudflare takes no file over ${mebibytes(CLOUDFLARE.fileBytes ?? 0)} MiB.`,
  },
  'too-many-files': {
    severity: 'error',
    message: ({ count, largest, limit }: { count: number; largest: string; limit: number }) =>
      `The site would have ${withThousands(count)} files, and the host takes ${withThousands(limit)}; most of them come from ${largest}`,
    about: `Cloudflare takes at most ${withThousands(CLOUDFLARE.files ?? 0)} files on its free plan. Where yours takes more, say how many with "maxFiles" in site.yaml; where it does not, "build --no-pages" leaves out the web pages; a server of your own, and buckets like S3, have no such limit: "target" names the kind of host.`,
  },
  'too-many-header-rules': {
    severity: 'error',
    message: ({ count, limit }: { count: number; limit: number }) =>
      `The site would need ${count} header rules, without those of single data sources and editions, and the host takes ${limit}; _headers has too many`,
    about: `Cloudflare takes at most ${CLOUDFLARE.headerRules} rules in _headers. Those of single data sources and editions that do not fit are kept in the edge handler, so only the file _headers of the program itself can have too many.`,
  },
  'header-line-too-long': {
    severity: 'error',
    message: ({ length, limit }: { length: number; limit: number }) =>
      `A line of _headers would have ${withThousands(length)} characters, and the host takes ${withThousands(limit)}`,
    about: `Cloudflare takes no line over ${withThousands(CLOUDFLARE.headerLine ?? 0)} characters in _headers.`,
  },
} as const satisfies Record<string, Entry>;

/** A diagnostic code. Codes are stable: tools may rely on them. */
export type Code = keyof typeof MESSAGES;

/** The details of a diagnostic with the code. */
export type Details<C extends Code> =
  Parameters<(typeof MESSAGES)[C]['message']> extends [infer D, ...unknown[]] ? D : null;

/** The severity of a diagnostic with the code. */
export function severityOf(code: Code): 'error' | 'warning' {
  return MESSAGES[code].severity;
}

/**
 * The message of a diagnostic, in one line.
 *
 * @param written the text at its place; empty if it is about the whole file
 */
export function messageOf({ code, details }: { code: Code; details: unknown }, written: string): string {
  return visible((MESSAGES[code] as Entry).message(details, written));
}
