/** Lists of checksums, as `sha256sum`, `shasum`, `sha256sum --tag`, BSD and OpenSSL print them. */
import { pathProblem, unwritable } from '../../../build/diagnostics/portable-path.ts';
import { CannotRunError } from '../../../cli/io.ts';
import { knownVersion, type Version } from '../../../contract/checksum-history.ts';
import type { Checksum } from '../../../contract/generated/catalog.types.ts';
import type { Hashes } from './hashes.ts';

/** A list. */
export interface ChecksumList {
  /** What messages call it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The folder of its names below that of all files: empty, or with a `/` at its end. */
  readonly folder: string;
  /** When it was last changed; null if that is not known. */
  readonly lastModified: string | null;
}

const HASHES = [
  { key: 'sha1', name: 'SHA-1', digits: 40, tag: /^sha-?1$/i },
  { key: 'sha256', name: 'SHA-256', digits: 64, tag: /^sha(?:2-|-)?256$/i },
] as const;

type Hash = (typeof HASHES)[number];

/** What lists state of a file: the digits, the list and the line of each hash. */
export type Stated = {
  readonly [Key in Hash['key']]?: { readonly digits: string; readonly list: ChecksumList; readonly place: string };
};

/** What lists state of each file, by its name. */
export type StatedHashes = ReadonlyMap<string, Stated>;

const LINES = [
  /^(?<escaped>\\?)(?<digits>[0-9a-f]+)[ \t][ *]?(?<written>.+)$/i,
  /^(?<escaped>\\?)(?<tag>[\w/-]+) ?\((?<written>.+)\) ?= ?(?<digits>[0-9a-f]+)$/i,
];

/** A name that may lead out of the folder of all files. */
const LEAVES = /^(?:\/|[a-z]:)|\\|(?:^|\/)\.\.(?:\/|$)/i;

/** Reads lists. @throws CannotRunError if a line cannot be read, or two lines contradict each other */
export function readChecksumLists(lists: readonly ChecksumList[]): StatedHashes {
  const stated = new Map<string, Stated>();
  for (const list of lists) {
    const isWide = list.bytes[0] === 0xff && list.bytes[1] === 0xfe;
    const lines = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(list.bytes).split(/\r?\n/);
    if (!lines.some(isRead)) throw new CannotRunError(`${list.name} names no files.`);
    for (const [index, line] of lines.entries()) {
      if (!isRead(line)) continue;
      const place = `${list.name}, line ${index + 1}`;
      const refused = (problem: string): CannotRunError => new CannotRunError(`${place}: ${problem}.`);
      const { hash, digits, name } = readLine(line, refused);
      const path = list.folder + name;
      const known = stated.get(path) ?? {};
      const other = known[hash.key] ?? { digits, place };
      if (other.digits !== digits)
        throw refused(`${other.place}, has another ${hash.name} of ${path}; remove the line that is wrong`);
      stated.set(path, { [hash.key]: { digits, list, place }, ...known });
    }
  }
  return stated;
}

const isRead = (line: string): boolean => line.trim() !== '' && !line.startsWith('#');

function readLine(line: string, refused: (problem: string) => Error): { hash: Hash; digits: string; name: string } {
  const { escaped, digits = '', tag, written = '' } = LINES.map((form) => form.exec(line)).find(Boolean)?.groups ?? {};
  if (digits === '')
    throw refused('expected HASH  NAME or SHA256 (NAME) = HASH, as sha256sum writes them; correct or remove the line');
  const hash = HASHES.find((one) => one.digits === digits.length && (tag === undefined || one.tag.test(tag)));
  if (!hash) {
    const what = tag ?? (digits.length === 32 ? 'an MD5' : 'a hash');
    throw refused(`${what} of ${digits.length} digits is no SHA-1 and no SHA-256; make the list with sha256sum`);
  }
  const whole = escaped
    ? written.replace(/\\([\\nr])/g, (_, letter) => ({ n: '\n', r: '\r' })[letter as 'n'] ?? '\\')
    : written;
  const name = whole.replace(/^(?:\.\/+)+/, '');
  if (unwritable(name) !== null || LEAVES.test(name))
    throw refused(`the name ${JSON.stringify(name)} cannot be used: ${pathProblem(name)}`);
  return { hash, digits: digits.toUpperCase(), name };
}

/**
 * Why what lists state of a version cannot be right, or may be of an earlier one; null if it is used.
 *
 * @param computed the hashes of the file; null if it was not read
 */
export function objectionTo(
  stated: Stated,
  version: Version,
  history: readonly Checksum[],
  computed: Hashes | null,
): string | null {
  const known = computed ?? knownVersion(history, version);
  for (const { key, name } of HASHES) {
    const { digits, place, list } = stated[key] ?? {};
    const own = known?.[key] ?? null;
    if (digits === undefined || own === digits) continue;
    if (own !== null) return `${place}, states another ${name} than the ${computed ? 'file' : 'catalog'} has`;
    const isEarlier = history.some((one) => one[key] === digits && one.contentLength !== version.contentLength);
    if (isEarlier || (list?.lastModified ?? version.lastModified) < version.lastModified)
      return `${place}, may state the ${name} of an earlier version; get a newer list`;
  }
  return null;
}

/** The folders whose files lists name. */
export function listedFolders(stated: StatedHashes): string[] {
  return [...stated.values()].flatMap((one) => Object.values(one).map(({ list }) => list.folder));
}

/** The members of a checksum that lists state. */
export function statedHashes({ sha1, sha256 }: Stated): Pick<Checksum, 'sha1' | 'sha256'> {
  return { sha1: sha1?.digits ?? null, ...(sha256 ? { sha256: sha256.digits } : {}) };
}
