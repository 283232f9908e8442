/** Problems found outside of the rules, or in several stages. Each file of rules defines its own. */
import { asMebibytes, INPUT_LIMITS } from '../../contract/base/limits.ts';
import { joinedWith, plural, shortenedText, withThousands } from '../../contract/base/text.ts';
import { didYouMean, lookAlikeIn, quoted } from './wording.ts';

/** docs/messages.md explains the codes. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** `validate/advice.ts` can replace a last clause that begins with "write", "begin with" or "convert". */
  // biome-ignore lint/suspicious/noExplicitAny: each entry has its own type of details, which `Details` reads back.
  readonly message: (details: any, written: string) => string;
}

export type Problems = Readonly<Record<string, Problem>>;

export type Details<T extends Problems, C extends keyof T> =
  Parameters<T[C]['message']> extends [infer D, ...unknown[]] ? D : null;

interface UnexpectedFile {
  readonly suggestion: string | null;
  /** Where a file with this name may belong. */
  readonly places: readonly string[];
  readonly isBackup: boolean;
  /** Further such files in the folder. */
  readonly others: number;
}

interface UnknownPlaceholder {
  readonly found: string;
  readonly fix: string | null;
  /** The whole pattern, if it may be in another program's form. */
  readonly urlPattern: string | null;
}

interface UnknownKey {
  readonly key: string;
  readonly suggestion: string | null;
  readonly known: readonly string[];
  readonly fix: string | null;
}

interface NotAllowed {
  readonly allowed: readonly string[];
  readonly suggestion: string | null;
  readonly fix?: string | null;
}

interface UselessRemoval {
  readonly target: string;
  /** The path probably meant, or null; missing if the target can be published. */
  readonly meant?: string | null;
}

interface FoundKey {
  /** The name of the key's parameter; null if the key is in a path, or if its name does not look like a key's. */
  readonly parameter: string | null;
  readonly length: number;
  /** The variable to write instead; null in addresses without placeholders. */
  readonly variable: string | null;
  /** What to write for a key that is not in an address. */
  readonly fix?: string;
}

export const error = <M extends Problem['message']>(message: M) => ({ severity: 'error', message }) as const;

export const warning = <M extends Problem['message']>(message: M) => ({ severity: 'warning', message }) as const;

const MAX_LISTED = 20;

const keySubject = ({ parameter, length }: FoundKey): string =>
  parameter === null ? `A part of ${length} characters` : `The value of ${parameter}`;

const keyFix = ({ parameter, variable, fix }: FoundKey): string => {
  if (fix !== undefined) return fix;
  if (variable === null)
    return "remove it; only the address of a map's tiles, service, style or archive can have a placeholder in its place";
  return parameter === null ? `write \${${variable}} in its place` : `write ${parameter}=\${${variable}}`;
};

export const STAGE_PROBLEMS = {
  'missing-file': error(({ why }: { why: string }) => `This file is missing; ${why}`),
  'unexpected-file': error(({ suggestion, places, isBackup, others }: UnexpectedFile) => {
    const subject = others === 0 ? 'it' : `it and ${others} more in its folder`;
    const depending = places.length > 2 ? ', depending on its content' : '';
    const belongs = places.length > 0 && `; it belongs in ${joinedWith('or', places)}${depending}`;
    const copy = isBackup && '; it looks like a backup copy: move it out of the catalog, or rename it if it is not';
    const advice = didYouMean(suggestion) || belongs || copy || '; move it out of the catalog folder';
    return `No catalog file belongs here, so ${subject} would not be published${advice}`;
  }),
  'bad-file-name': error(
    ({ name, why }: { name: string; why: string }) => `${quoted(name)} is not a valid name here: ${why}`,
  ),
  'symbolic-link': error(() => 'Symbolic links are not followed; put the file itself here'),
  'special-file': error(
    () => 'This is a pipe, a socket or a device, and not a file or folder; move it out of the catalog',
  ),
  'unreadable-file': error(({ reason }: { reason: string }) => `Cannot be read: ${reason}`),
  'file-too-large': error(
    ({ size }: { size: number }) =>
      `The file is too large: ${size} MiB (at most ${asMebibytes(INPUT_LIMITS.fileBytes)} MiB). Split the data source`,
  ),
  'not-divided': error(
    ({ more: [limit, unit] }: { more: readonly [limit: number, unit: 'characters' | 'values'] }) =>
      `The file is too large to be read at once: more than ${withThousands(limit)} ${unit}. Begin each entry on a line of its own, in the first column`,
  ),
  'too-many-values': error(
    () =>
      `The file has more than ${withThousands(INPUT_LIMITS.values)} values and brackets, so reading stopped. Split the data source`,
  ),

  'not-utf8': error(({ encoding }: { encoding: string | null }) =>
    encoding
      ? `The file is encoded in ${encoding}; save it as UTF-8`
      : 'These bytes are not UTF-8; save the file as UTF-8',
  ),
  'empty-file': error(
    ({ hasComments }: { hasComments: boolean }) =>
      `The file ${hasComments ? 'has only comments' : 'is empty'}; fill it in or delete it`,
  ),
  'yaml-syntax': error(({ reason }: { reason: string }) => `Not valid YAML: ${reason}`),
  'too-deep': error(() => `Nested more than ${INPUT_LIMITS.depth} levels deep; no catalog file needs more than six`),
  'several-documents': error(() => 'A second document begins here; put it in a separate file'),
  'yaml-directive': error(() => 'Lines that begin with % are not part of the format; remove the line'),
  'yaml-anchor': error(({ text }: { text: string }) =>
    /^.[\w-]+$/.test(text)
      ? `${shortenedText(text)} is an anchor or alias; write the value out, or put it in quotes`
      : `A value that begins with ${text.charAt(0)} needs quotes; put the whole value in quotes`,
  ),
  'yaml-tag': error(
    ({ text }: { text: string }) => `${shortenedText(text)} is a tag; remove it, or put the value in quotes`,
  ),
  'duplicate-key': error(
    ({ key }: { key: string }) => `${quoted(key)} appears twice in this mapping; keep one of the two`,
  ),
  'key-not-text': error(({ isScalar }: { isScalar: boolean }, written) => {
    if (!isScalar) return 'A list or mapping cannot be a key; put the key in quotes';
    return written === ''
      ? 'The key before the colon is missing'
      : `YAML does not read ${written} as text; write ${quoted(written)}`;
  }),
  'lost-to-comment': error(
    ({ text }: { text: string }) =>
      `${quoted(text)} is lost: a # after a space begins a comment. Put the value in quotes, or write "# " to begin a comment`,
  ),
  'grouped-number': warning(
    ({ raw }: { raw: string }) =>
      `${raw} is the number ${Number(raw)}; write ${Number(raw)}, or ${raw.replace('.', '')} if these are thousands`,
  ),
  'unused-allowance': warning(
    ({ allowed }: { allowed: string }) =>
      `No warning ${quoted(allowed)} is left to allow here; remove it from the comment`,
  ),

  'unknown-key': error(({ key, suggestion, known, fix }: UnknownKey) => {
    const lookAlike = lookAlikeIn(key);
    const others = (): string => `; the keys here are ${joinedWith('and', known)}`;
    const advice = suggestion ? didYouMean(suggestion) : fix ? `: ${fix}` : others();
    return `Unknown key ${quoted(key)}${lookAlike ? `: ${lookAlike}` : ''}${advice}`;
  }),
  'missing-key': error(
    ({ key, fix }: { key: string; fix: string | null }) => `${quoted(key)} is missing${fix ? `: ${fix}` : ''}`,
  ),
  'wrong-type': error(
    (
      {
        expected,
        found,
        yaml11Text,
        fix,
      }: Record<'expected', string> & Record<'found' | 'yaml11Text' | 'fix', string | null>,
      written,
    ) => {
      const isGrouped = expected === 'a whole number' && /^[1-9]\d{0,2}\.\d{3}$/.test(written);
      const thousands = isGrouped ? `; write ${written.replace('.', '')} if these are thousands` : '';
      return `Must be ${expected}, ${found === null ? 'but the value is missing' : `not ${shortenedText(written === yaml11Text ? written : found)}`}${fix ? `; ${fix}` : thousands}`;
    },
  ),
  'not-text': error(
    ({ reading }: { reading: string }, written) =>
      `Must be text, but YAML reads ${shortenedText(written)} without quotes as ${reading}; ${written.length > 100 ? 'put it in quotes' : `write ${quoted(written)}`}`,
  ),
  'bad-number': error(
    ({ raw, why }: { raw: string; why: string }) => `${shortenedText(raw)} is not a valid number: ${why}`,
  ),
  'not-allowed': error(({ allowed, suggestion, fix = null }: NotAllowed) => {
    const advice = fix ? `; ${fix}` : didYouMean(suggestion);
    if (allowed.length > MAX_LISTED)
      return `This is none of the ${allowed.length} possible values, such as ${allowed[0]}${advice}`;
    if (allowed.length === 1) return `Must be the word ${allowed[0]}; otherwise delete this line`;
    return `Must be one of ${allowed.join(', ')}${advice}`;
  }),
  'out-of-range': error(({ found, limit }: { found: number; limit: string }) => `Must be ${limit}, not ${found}`),
  'empty-value': error(() => 'Must not be empty'),
  'too-long': error(({ limit }: { limit: number }) => `Must not be longer than ${withThousands(limit)} characters`),
  'too-many': error(
    ({ count, limit }: { count: number; limit: number }) =>
      `Too many items: ${withThousands(count)} (at most ${withThousands(limit)})`,
  ),
  'repeated-item': error(({ item, found = item }: { item: string; found?: string }) =>
    found === item
      ? `${quoted(item)} is listed twice; delete one of the two`
      : `${quoted(found)} means ${item}, which is listed already; delete it`,
  ),
  'bad-text': error(({ why }: { why: string }) => `Not valid text: ${why}`),
  'bad-value': error(
    ({ found, fix }: { found: string; fix: string }, written) =>
      // `found` lacks the last zeros of a number such as 1.50.
      `${quoted(written !== '' && Number(written) === Number(found) ? written : found)} is not valid here. ${fix}`,
  ),
  'bad-id': error(
    ({ found }: { found: string }) =>
      `${quoted(found)} is not a valid id; use lower-case letters, digits and single hyphens`,
  ),
  'bad-host': error(
    ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not a valid host name: ${why}`,
  ),
  'bad-url': error(
    ({ found, why }: { found: string; why: string }) => `${quoted(found)} is not a valid address: ${why}`,
  ),
  'bad-path': error(({ found, why }: { found: string; why: string }) => `${quoted(found)} is not a valid path: ${why}`),
  'bad-timestamp': error(
    ({ found, why }: { found: string; why: string }) =>
      `${quoted(found)} is not a valid timestamp: ${why}. Write it like 2026-09-19T01:03:00Z`,
  ),
  'bad-sha1': error(({ why }: { why: string }) => `Not a valid SHA-1: ${why}`),
  'bad-sha256': error(({ why }: { why: string }) => `Not a valid SHA-256: ${why}`),
  'bad-pattern': error(({ why }: { why: string; urlPattern?: string }) => `Not a valid urlPattern: ${why}`),
  'unknown-placeholder': error(
    ({ found, fix }: UnknownPlaceholder) =>
      `${quoted(found)} is not a placeholder; ${fix ?? 'use #{host}, #{zoom}, #{tilex}, #{tiley} or #{language}'}`,
  ),
  'missing-placeholder': error(
    ({ missing, host }: { missing: readonly string[]; host: string | null }) =>
      `The urlPattern lacks ${missing.join(', ')}${host ? `; write #{host} in place of ${host}, which belongs in hosts` : ''}`,
  ),
  'bad-token-name': error(
    ({ found }: { found: string }) =>
      `${quoted(found)} cannot name an access token; use capitals, digits and _, ending in _KEY or _TOKEN, and not the name of a variable of a build system`,
  ),

  'pasted-key': error(
    (found: FoundKey) =>
      `${keySubject(found)} looks like an access key; ${keyFix(found)}. If it has been pushed, have its provider replace it`,
  ),
  'possible-key': warning(
    (found: FoundKey) => `${keySubject(found)} may be an access key; if it is one, ${keyFix(found)}`,
  ),

  'removal-not-done': error(
    ({ target }: { target: string }) =>
      `${target} is listed as removed, but it is still published; delete this entry, or what it names`,
  ),
  'removal-without-effect': warning(({ target, meant }: UselessRemoval) =>
    meant === undefined
      ? `This change does not remove ${target}; if it was removed earlier, delete this entry, otherwise check the spelling`
      : `Nothing is ever published as ${target}, so this removes nothing${didYouMean(meant) || '; "cartalog diff" prints the line to write'}`,
  ),

  'more-errors': error(({ count }: { count: number }) => `This file has ${plural(count, 'more error')}`),
  'more-warnings': warning(({ count }: { count: number }) => `This file has ${plural(count, 'more warning')}`),

  'not-in-form': error(({ differs, wanted }: { differs: 'line' | 'order' | 'surplus' | 'bytes'; wanted: string }) => {
    if (differs === 'bytes') return 'Not in standard form; line ends, or bytes before the first line, differ';
    if (differs === 'surplus') return 'Not in standard form; delete this line and what follows it';
    const what = differs === 'order' ? ': order of keys' : '';
    return `Not in standard form${what}; ${wanted === '' ? 'an empty line belongs here' : `write here: ${shortenedText(wanted)}`}`;
  }),
} as const satisfies Problems;

/** Codes are stable: tools may rely on them. */
export type StageCode = keyof typeof STAGE_PROBLEMS;

export type StageDetails<C extends StageCode> = Details<typeof STAGE_PROBLEMS, C>;
