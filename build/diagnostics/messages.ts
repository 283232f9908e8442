/**
 * The problems that stages other than the rules, or several stages, find: code, severity, meaning and message. Each
 * rule defines its own in its file; `rules/rules.ts` lists all.
 */
import { INPUT_LIMITS, mebibytes } from '../../contract/limits.ts';
import { plural, shortened, withThousands } from '../../contract/text.ts';
import { alternatives, hint, lookAlikeIn, quoted } from './wording.ts';

/** The definition of a diagnostic code. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** For the documents: why it is a problem, and what to do about it. */
  readonly meaning: string;
  /** What is wrong and how to fix it, from the details of the diagnostic and the text at its place. */
  // biome-ignore lint/suspicious/noExplicitAny: each entry has its own type of details, which `Details` reads back.
  readonly message: (details: any, written: string) => string;
}

/** Problems by code. */
export type Problems = Readonly<Record<string, Problem>>;

/** The details of a diagnostic with the code. */
export type Details<T extends Problems, C extends keyof T> =
  Parameters<T[C]['message']> extends [infer D, ...unknown[]] ? D : null;

interface UnexpectedFile {
  readonly suggestion: string | null;
  readonly places: readonly string[];
  readonly isBackup: boolean;
  readonly others: number;
}

interface ForeignPattern {
  readonly urlPattern: string;
  /** Null if the pattern already has `#{host}`. */
  readonly hosts: readonly string[] | null;
  /** A placeholder whose values the pattern does not list, with the usual ones. */
  readonly assumed: { readonly found: string; readonly among: readonly string[] } | null;
  /** Placeholders in `urlPattern` whose values only the author knows, each with a usual one. */
  readonly left: readonly { readonly found: string; readonly example: string }[];
}

/** A problem that prevents publishing. */
export const error = <M extends Problem['message']>(meaning: string, message: M) =>
  ({ severity: 'error', meaning, message }) as const;

/** A problem with which a catalog can still be published. */
export const warning = <M extends Problem['message']>(meaning: string, message: M) =>
  ({ severity: 'warning', meaning, message }) as const;

/** The maximum number of possible values in a message. */
const MAX_LISTED = 20;

/** The table of problems. */
export const STAGE_PROBLEMS = {
  // Reading the folder
  'missing-file': error('A required file is missing.', ({ why }: { why: string }) => `This file is missing; ${why}`),
  'unexpected-file': error(
    'The catalog has no files of this name or in this folder. Only names that begin with a dot are ignored.',
    ({ suggestion, places, isBackup, others }: UnexpectedFile) => {
      const subject = others === 0 ? 'it' : `it and ${others} more in its folder`;
      const depending = places.length > 2 ? ', depending on its content' : '';
      const belongs = places.length > 0 && `; it belongs in ${alternatives(places)}${depending}`;
      const copy = isBackup && '; it looks like a backup copy: delete it, or rename it if it is not';
      const advice = hint(suggestion) || belongs || copy || '; move it out of the catalog folder';
      return `No catalog file belongs here, so ${subject} would not be published${advice}`;
    },
  ),
  'bad-file-name': error(
    `Names of files and folders become addresses and must work on every system: lower-case letters, digits and single hyphens, at most ${INPUT_LIMITS.nameLength}.`,
    ({ name, why }: { name: string; why: string }) => `${quoted(name)} is not a valid name here: ${why}`,
  ),
  'symbolic-link': error(
    'A link could lead out of the catalog, and not every system supports links.',
    () => 'Symbolic links are not followed; put the file itself here',
  ),
  'special-file': error(
    'Only ordinary files and folders belong in a catalog.',
    () => 'This is not a file or folder (but a pipe, a socket or a device); remove it',
  ),
  'unreadable-file': error(
    'The system refused to read the file or folder.',
    ({ reason }: { reason: string }) => `Cannot be read: ${reason}`,
  ),
  'file-too-large': error(
    'A file of this size could never be published.',
    ({ size }: { size: number }) =>
      `The file is too large: ${size} MiB (at most ${mebibytes(INPUT_LIMITS.fileBytes)} MiB). Split the data source`,
  ),
  'not-divided': error(
    'A large file is read entry by entry, so each entry must begin on a line of its own, in the first column.',
    ({ more: [limit, unit] }: { more: readonly [limit: number, unit: 'characters' | 'values'] }) =>
      `The file is too large to be read at once: more than ${withThousands(limit)} ${unit}. Begin each entry on a line of its own, in the first column`,
  ),
  'too-many-values': error(
    'A file with this many values could never be published.',
    () =>
      `The file has more than ${withThousands(INPUT_LIMITS.values)} values and brackets, so reading stopped. Split the data source`,
  ),

  // YAML
  'not-utf8': error(
    'Catalog files are UTF-8 text. Most editors let you choose the encoding in "Save as".',
    ({ encoding }: { encoding: string | null }) =>
      encoding
        ? `The file is encoded in ${encoding}; save it as UTF-8`
        : 'These bytes are not UTF-8; save the file as UTF-8',
  ),
  'empty-file': error(
    'A catalog file cannot be empty. For a list without entries write {} or [].',
    ({ hasComments }: { hasComments: boolean }) =>
      `The file ${hasComments ? 'has only comments' : 'is empty'}; fill it in or delete it`,
  ),
  'yaml-syntax': error(
    'The file is not valid YAML; often the indentation or a quote is wrong.',
    ({ reason }: { reason: string }) => `Not valid YAML: ${reason}`,
  ),
  'too-deep': error(
    'Very deep nesting is always an accident or an attack.',
    () => `Nested more than ${INPUT_LIMITS.depth} levels deep; no catalog file needs more than six`,
  ),
  'several-documents': error(
    'A catalog file is one YAML document.',
    () => 'A second document begins here; put it in a separate file',
  ),
  'yaml-directive': error(
    'Directives change how YAML is read: under %YAML 1.1, for example, yes means true.',
    () => 'Lines that begin with % are not part of the format; remove the line',
  ),
  'yaml-anchor': error(
    'Anchors (&name), aliases (*name) and merge keys (<<) are not part of the format: they hide the content of a record.',
    ({ text }: { text: string }) =>
      `${shortened(text)} is an anchor or alias; write the value out, or put it in quotes`,
  ),
  'yaml-tag': error(
    'Tags (!name) are not part of the format.',
    ({ text }: { text: string }) => `${shortened(text)} is a tag; remove it, or put the value in quotes`,
  ),
  'duplicate-key': error(
    'If a key appears twice, one of the values would be lost silently.',
    ({ key }: { key: string }) => `${quoted(key)} appears twice in this mapping; keep one of the two`,
  ),
  'key-not-text': error(
    'A key that YAML reads as a number, a truth value or null needs quotes.',
    ({ isScalar }: { isScalar: boolean }, written) => {
      if (!isScalar) return 'A list or mapping cannot be a key; put the key in quotes';
      return written === ''
        ? 'The key before the colon is missing'
        : `YAML does not read ${written} as text; write ${quoted(written)}`;
    },
  ),
  'lost-to-comment': error(
    'After a space, # begins a comment, so the value of "name: Map #1" is just "Map".',
    ({ text }: { text: string }) =>
      `${quoted(text)} is lost: a # after a space begins a comment. Put the value in quotes, or write "# " to begin a comment`,
  ),
  'unused-allowance': warning(
    'A comment # cartalog: allow <code>, at the end of a line or above a field, acknowledges the warnings with that code there. This one acknowledges nothing. Errors cannot be allowed.',
    ({ allowed }: { allowed: string }) =>
      `No warning ${quoted(allowed)} is left to allow here; remove it from the comment`,
  ),

  // Shape
  'unknown-key': error(
    'The key is not part of the format here; often it is misspelt.',
    ({ key, suggestion, known }: { key: string; suggestion: string | null; known: readonly string[] }) => {
      const lookAlike = lookAlikeIn(key);
      const advice = suggestion
        ? hint(suggestion)
        : `; the keys here are ${alternatives(known).replace(' or ', ' and ')}`;
      return `Unknown key ${quoted(key)}${lookAlike ? `: ${lookAlike}` : ''}${advice}`;
    },
  ),
  'missing-key': error('A required value is missing.', ({ key }: { key: string }) => `${quoted(key)} is missing`),
  'wrong-type': error(
    'A value of another type is needed here.',
    ({ expected, found, fix }: { expected: string; found: string | null; fix: string | null }) =>
      `Must be ${expected}, ${found === null ? 'but the value is missing' : `not ${shortened(found)}`}${fix ? `; ${fix}` : ''}`,
  ),
  'not-text': error(
    'Text that looks like a number, a date or a truth value must be in quotes. Otherwise 0123 loses its zero, 1e3 becomes 1000, and NO becomes false in some programs.',
    ({ reading }: { reading: string }, written) =>
      `Must be text, but YAML reads ${shortened(written)} without quotes as ${reading}; ${written.length > 100 ? 'put it in quotes' : `write ${quoted(written)}`}`,
  ),
  'bad-number': error(
    'Numbers are written in plain decimal digits and stay within what every JSON reader can hold (2^53 - 1).',
    ({ raw, why }: { raw: string; why: string }) => `${shortened(raw)} is not a valid number: ${why}`,
  ),
  'not-allowed': error(
    'Only certain values are possible here.',
    ({ allowed, suggestion }: { allowed: readonly string[]; suggestion: string | null }) =>
      allowed.length > MAX_LISTED
        ? `This is none of the ${allowed.length} possible values, such as ${allowed[0]}${hint(suggestion)}`
        : `Must be one of ${allowed.join(', ')}${hint(suggestion)}`,
  ),
  'out-of-range': error(
    'The number is outside the range that makes sense here.',
    ({ found, limit }: { found: number; limit: string }) => `Must be ${limit}, not ${found}`,
  ),
  'empty-value': error('A text or list that must have content is empty.', () => 'Must not be empty'),
  'too-long': error(
    'The text is longer than map programs can be expected to show or store.',
    ({ limit }: { limit: number }) => `Must not be longer than ${withThousands(limit)} characters`,
  ),
  'too-many': error(
    'A list or mapping has more items than any real catalog needs; this is always an accident or an attack.',
    ({ count, limit }: { count: number; limit: number }) =>
      `Too many items: ${withThousands(count)} (at most ${withThousands(limit)})`,
  ),
  'repeated-item': error(
    'A list has the same item twice.',
    ({ item }: { item: string }) => `${quoted(item)} is listed twice`,
  ),
  'bad-text': error(
    'Names and labels must not begin or end with a space or contain control characters.',
    ({ why }: { why: string }) => `Not valid text: ${why}`,
  ),
  'bad-value': error(
    'The text has another form than the field needs.',
    ({ found, fix }: { found: string; fix: string }) => `${quoted(found)} is not valid here. ${fix}`,
  ),
  'bad-id': error(
    'Ids of data sources and editions are part of their address.',
    ({ found }: { found: string }) =>
      `${quoted(found)} is not a valid id; use lower-case letters, digits and single hyphens`,
  ),
  'bad-host': error(
    'A host name is written alone and in lower case: without https://, port, path or spaces.',
    ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not a valid host name: ${why}`,
  ),
  'bad-url': error(
    'Addresses are absolute and begin with https:// or http://. A baseUrl also ends in / (or =), because the path of a file is appended to it.',
    ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not a valid address: ${why}`,
  ),
  'bad-path': error(
    'Paths are relative, with / between their parts. Map programs store files under them. So these are refused: what leads out of a folder (.., a leading /, a drive letter, a backslash), what an address or a disk changes (#, ?, :, %2F, NUL), and paths below another file of the data source.',
    ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not a valid path: ${why}`,
  ),
  'bad-timestamp': error(
    'Times are in UTC, to the second, and exist in the calendar.',
    ({ found, why }: { found: string; why: string }) =>
      `${quoted(found)} is not a valid timestamp: ${why}. Write it like 2026-09-19T01:03:00Z`,
  ),
  'bad-sha1': error(
    'A SHA-1 is 40 upper-case hexadecimal digits in quotes, or null.',
    ({ why }: { why: string }) => `Not a valid SHA-1: ${why}`,
  ),
  'bad-pattern': error(
    'A urlPattern is the address of a tile, from http:// or https:// to its end.',
    ({ why }: { why: string }) => `Not a valid urlPattern: ${why}`,
  ),
  'unknown-placeholder': error(
    'Map programs replace only #{host}, #{zoom}, #{tilex}, #{tiley} and #{language}.',
    ({ found, fix }: { found: string; fix: string | null }) =>
      `${quoted(found)} is not a placeholder; ${fix ?? 'use #{host}, #{zoom}, #{tilex}, #{tiley} or #{language}'}`,
  ),
  'foreign-pattern': error(
    'Leaflet, JOSM and other programs write {s}, {z}, {x} and {y}; the catalog writes #{host}, #{zoom}, #{tilex} and #{tiley}, and lists the hosts separately. The message offers the address in that form.',
    ({ urlPattern, hosts, assumed, left }: ForeignPattern) => {
      const andHosts = hosts ? ` and hosts: [${shortened(hosts.join(', '), 120)}]` : '';
      const condition = assumed ? `, if ${assumed.found} is ${alternatives(assumed.among)}` : '';
      const values = left.map(({ found, example }) => `; replace ${found} by its value, such as ${example}`);
      return `This address is for another program; write urlPattern: ${shortened(urlPattern, 200)}${andHosts}${condition}${values.join('')}`;
    },
  ),
  'missing-placeholder': error(
    'Without #{host}, #{zoom}, #{tilex} and #{tiley} every tile would have the same address.',
    ({ missing }: { missing: readonly string[] }) => `The urlPattern lacks ${missing.join(', ')}`,
  ),
  'bad-token-name': error(
    'A urlPattern may name an environment variable with an access token. Its value is published. So only names that end in _KEY or _TOKEN are read, but not those of hosts and build systems (CLOUDFLARE_…, GITHUB_…).',
    ({ found }: { found: string }) =>
      `${quoted(found)} cannot name an access token; use capitals, digits and _, ending in _KEY or _TOKEN, and not the name of a variable of a build system`,
  ),

  // Removals
  'removal-not-done': error(
    'removals.yaml lists what a change removes. What is still in the catalog could later be removed without anybody noticing.',
    ({ target }: { target: string }) =>
      `${target} is listed as removed, but it is still published; delete this entry, or what it names`,
  ),
  'removal-without-effect': warning(
    'An entry of removals.yaml has an effect only in the change that removes something. Afterwards it can be deleted.',
    ({ target }: { target: string }) =>
      `This change does not remove ${target}; if it was removed earlier, delete this entry, otherwise check the spelling`,
  ),

  // Too many to list
  'more-errors': error(
    `At most ${withThousands(INPUT_LIMITS.reported)} errors of one file are reported, then the number of others. They usually have one cause.`,
    ({ count }: { count: number }) => `This file has ${plural(count, 'more error')}`,
  ),
  'more-warnings': warning(
    `At most ${withThousands(INPUT_LIMITS.reported)} warnings of one file are reported, then the number of others.`,
    ({ count }: { count: number }) => `This file has ${plural(count, 'more warning')}`,
  ),

  // Form
  'not-in-form': error(
    'Every catalog file has a standard form: order of keys and paths, quotes, one checksum per line. So a pull request shows only what it changes. "cartalog format" writes this form and keeps comments.',
    ({ differs, wanted }: { differs: 'line' | 'order' | 'surplus' | 'bytes'; wanted: string }) => {
      if (differs === 'bytes') return 'Not in standard form; line ends, or bytes before the first line, differ';
      if (differs === 'surplus') return 'Not in standard form; the file ends before this line';
      const what = differs === 'order' ? ': order of keys' : '';
      return `Not in standard form${what}; ${wanted === '' ? 'an empty line belongs here' : `write here: ${shortened(wanted)}`}`;
    },
  ),
} as const satisfies Problems;

/** A code of this table. Codes are stable: tools may rely on them. */
export type StageCode = keyof typeof STAGE_PROBLEMS;

/** The details of a diagnostic with a code of this table. */
export type StageDetails<C extends StageCode> = Details<typeof STAGE_PROBLEMS, C>;
