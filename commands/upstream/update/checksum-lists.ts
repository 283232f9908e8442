import { pathProblem, unwritableCharacterObjection } from '../../../build/diagnostics/portable-path.ts';
import { CannotRunError } from '../../../cli/terminal/io.ts';
import { withThousands } from '../../../contract/base/text.ts';
import { knownVersion, type Version } from '../../../contract/data-sources/checksum-history.ts';
import type { Checksum } from '../../../contract/generated/catalog.types.ts';
import { type ListedHash, type RefuseList, readChecksumForms } from './checksum-forms.ts';
import type { Hashes } from './hashes.ts';
import { CRAWL_LIMITS } from './listing/crawl.ts';

export interface ChecksumList {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The path from the folder of all files: empty, or with a final `/`. */
  readonly folder: string;
  /** If the list is above that folder: the path to it, with which names in the list begin. */
  readonly within?: string;
  readonly file: string;
  readonly lastModified: string | null;
}

const HASHES = [
  { key: 'sha1', name: 'SHA-1', length: 40, tag: /^sha-?1$/i },
  { key: 'sha256', name: 'SHA-256', length: 64, tag: /^sha(?:2-|-)?256$/i },
] as const;

type Hash = (typeof HASHES)[number];

const OTHER_HASHES: Readonly<Record<number, string>> = {
  32: 'an MD5',
  56: 'a SHA-224',
  96: 'a SHA-384',
  128: 'a SHA-512',
};

const ONE_HASH = /^(.+)\.(?:md5|sha-?(?:1|224|256|384|512))(?:sums?)?$/i;

/** `x.zip` for `x.zip.sha256`. */
export function hashedFile(path: string): string | null {
  return ONE_HASH.exec(path)?.[1] ?? null;
}

interface StatedHash {
  readonly digits: string;
  readonly list: Pick<ChecksumList, 'folder' | 'lastModified'>;
  /** List and line, for messages. */
  readonly place: string;
  /** The list names no other file, like `x.zip.sha256`. */
  readonly isAlone: boolean;
}

export type Stated = { readonly [Key in Hash['key']]?: StatedHash };

export type StatedHashes = ReadonlyMap<string, Stated>;

/** May lead out of the folder of all files. */
const LEADS_OUT = /^(?:\/|[a-z]:)|\\|(?:^|\/)\.\.(?:\/|$)/i;

/** Adds to `others`. @throws CannotRunError for a list that is unreadable or contradicts `others` */
export function readChecksumList({ bytes, ...list }: ChecksumList, others: StatedHashes = new Map()): StatedHashes {
  const stated = new Map(others);
  const placeOf = (line?: number): string => list.name + (line === undefined ? '' : `, line ${line}`);
  const refused: RefuseList = (problem, line) => new CannotRunError(`${placeOf(line)}: ${problem}.`);
  const hashes = readChecksumForms(bytes, refused);
  if (hashes.length === 0) throw new CannotRunError(`${list.name} names no files.`);
  if (hashes.length > CRAWL_LIMITS.files)
    throw refused(`it names more than ${withThousands(CRAWL_LIMITS.files)} files`);
  const namedFile = hashedFile(list.file) ?? '';
  const [only, ...more] = hashes.map(({ written }) => written.replace(/^.*[/\\]/, ''));
  // sha256sum calls standard input `-`.
  const isAlone = namedFile !== '' && more.length === 0 && ['', '-', namedFile].includes(only ?? '');
  const names = hashes.map((hash) => (isAlone ? namedFile : nameIn(hash, refused)));
  const within = names.some((name) => name.startsWith(list.within ?? '')) ? (list.within ?? '') : '';
  for (const [index, { line, tag, digits: written, tool }] of hashes.entries()) {
    const [name = '', digits] = [names[index], written.toUpperCase()];
    const hash = HASHES.find((one) => one.length === digits.length && (tag === '' || one.tag.test(tag)));
    const what = tag || (OTHER_HASHES[digits.length] ?? 'a hash');
    if (!hash)
      throw refused(
        `${what} of ${digits.length} digits is neither a SHA-1 nor a SHA-256; make the list with ${tool}`,
        line,
      );
    // A list may name itself.
    if (!name.startsWith(within) || name === list.file) continue;
    const path = list.folder + name.slice(within.length);
    const { [hash.key]: other, ...known } = stated.get(path) ?? {};
    if (other && other.digits !== digits)
      throw refused(`${other.place}, has another ${hash.name} of ${path}; remove the line that is wrong`, line);
    stated.set(path, { ...known, [hash.key]: other ?? { digits, list, place: placeOf(line), isAlone } });
  }
  return stated;
}

function nameIn({ line, written }: ListedHash, refused: RefuseList): string {
  const name = written.replace(/^(?:\.\/+)+/, '');
  if (name === '') throw refused('it names no file; write HASH  NAME, or call a list of one file NAME.sha256', line);
  if (unwritableCharacterObjection(name) !== null || LEADS_OUT.test(name))
    throw refused(`the name ${JSON.stringify(name)} cannot be used: ${pathProblem(name)}`, line);
  return name;
}

/** Null if usable. `computed` is null for an unread file. */
export function checksumObjectionTo(
  stated: Stated,
  version: Version,
  history: readonly Checksum[],
  computed: Hashes | null,
): string | null {
  const known = computed ?? knownVersion(history, version);
  for (const { key, name } of HASHES) {
    const { digits, place, list } = stated[key] ?? {};
    const knownHash = known?.[key] ?? null;
    if (digits === undefined || knownHash === digits) continue;
    if (knownHash !== null) return `${place}, states another ${name} than the ${computed ? 'file' : 'catalog'} has`;
    const isEarlier = history.some((one) => one[key] === digits && one.contentLength !== version.contentLength);
    if (isEarlier || (list?.lastModified ?? version.lastModified) < version.lastModified)
      return `${place}, may state the ${name} of an earlier version; get a newer list`;
  }
  return null;
}

/** All their files are named, unless the list is of one file. */
export function listedFolders(stated: StatedHashes): string[] {
  const hashes = [...stated.values()].flatMap((one) => Object.values(one));
  return hashes.flatMap(({ list, isAlone }) => (isAlone ? [] : [list.folder]));
}

export function statedHashes({ sha1, sha256 }: Stated): Pick<Checksum, 'sha1' | 'sha256'> {
  return { sha1: sha1?.digits ?? null, ...(sha256 ? { sha256: sha256.digits } : {}) };
}
