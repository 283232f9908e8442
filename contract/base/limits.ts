/** Our own limits on input; `hosts.ts` has the limits of the hosts. */

export const MEBIBYTE = 1024 * 1024;

export const INPUT_LIMITS = {
  /** Documents of a larger file would exceed Cloudflare's limit. */
  fileBytes: 32 * MEBIBYTE,
  /** Characters parsed at once, if they are not in the catalog's format. Parsing takes seconds and hundreds of MiB. */
  undividedLength: 1_500_000,
  /** Values parsed at once; each takes the same time, however short it is. */
  undividedValues: 200_000,
  /** Scalars, and the beginnings and ends of lists and mappings. */
  values: 3_000_000,
  /** Nested lists and mappings; no catalog file needs more than six levels. */
  depth: 32,
  /** Characters of one scalar in the source. The schemas allow less than a fiftieth of that. */
  textLength: 100_000,
  keyLength: 1_000,
  nameLength: 64,
  /** The number of errors listed for a file, and of warnings. The others are only counted. */
  reported: 1_000,
};

/** In characters, for strangers' texts before regular expressions read them; longer texts are refused or cut. */
export const TEXT_LIMITS = {
  address: 4_000,
  credit: 2_000,
  /** No disk has longer paths, but commits can have them. */
  path: 4_096,
  place: 100,
  subject: 1_000,
  /** The part of a line of YAML in which mistakes are explained. */
  line: 2_000,
  requestPath: 2_000,
  header: 2_000,
  /** Not characters, but nested elements of a listing page: old servers close no row. */
  elements: 50_000,
};

/** The catalog of a commit may be a stranger's, and a few git objects can be many files in memory. */
export const COMMIT_LIMITS = {
  files: 50_000,
  bytes: 256 * MEBIBYTE,
  /** Bytes of the list of files in the commit. */
  listing: 32 * MEBIBYTE,
};

/** For all responses to one run of a command: usually some kilobytes for each of hundreds of documents. */
export const RUN_MIB = 256;

/** Removing at most this number, or this fraction, is not doubtful, unless it removes all. */
const REMOVALS = { count: 5, part: 0.1 };

/**
 * Whether a removal is more likely a server's fault than intended.
 *
 * @param all the files of a data source, or the records of a role, before the removal
 */
export function isDoubtfulRemoval(gone: number, all: number): boolean {
  return gone > 0 && (gone === all || (gone > REMOVALS.count && gone > all * REMOVALS.part));
}

export function asMebibytes(bytes: number): number {
  return bytes / MEBIBYTE;
}

/** Limits of a tile that is kept as the picture of a map; the side is in pixels. */
export const PICTURE_LIMITS = { bytes: 60_000, side: 1_024 };
