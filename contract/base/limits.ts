/** Limits on input; limits of hosts are in `hosts.ts`. */

export const MEBIBYTE = 1024 * 1024;

export const INPUT_LIMITS = {
  /** Documents of a larger file would exceed Cloudflare's limit. */
  fileBytes: 32 * MEBIBYTE,
  /**
   * Characters of a file not in the catalog's format, which cannot be parsed in parts. Parsing takes seconds and
   * hundreds of MiB.
   */
  undividedLength: 1_500_000,
  /** Values of such a file: each takes the same time, however short. */
  undividedValues: 200_000,
  /** Scalars, and beginnings and ends of lists and mappings. */
  values: 3_000_000,
  /** Nested lists and mappings; no catalog file needs more than six. */
  depth: 32,
  /** Characters of a scalar in the source. Schemas allow at most a fiftieth. */
  textLength: 100_000,
  keyLength: 1_000,
  nameLength: 64,
  /** Errors listed for a file, and warnings; more are counted. */
  reported: 1_000,
};

/** In characters, for strangers' texts before regular expressions read them; longer ones are refused or cut. */
export const TEXT_LIMITS = {
  address: 4_000,
  credit: 2_000,
  /** Commits can have longer paths than disks. */
  path: 4_096,
  place: 100,
  subject: 1_000,
  /** A line of YAML: mistakes beyond are not explained. */
  line: 2_000,
  requestPath: 2_000,
  header: 2_000,
  /** Nested elements of a listing page: old servers close no row. */
  elements: 50_000,
};

/** A commit may be a stranger's, and few git objects can be many files in memory. */
export const COMMIT_LIMITS = {
  files: 50_000,
  bytes: 256 * MEBIBYTE,
  /** Bytes of the list of files. */
  listing: 32 * MEBIBYTE,
};

/**
 * For all responses to a run of `verify`, or another command that reads a deployment: usually some kilobytes for each
 * of hundreds of documents.
 */
export const RUN_MIB = 256;

/** Removing at most this number or this fraction is not doubtful, unless nothing is left. */
const REMOVALS = { count: 5, part: 0.1 };

/**
 * Whether a server's fault is a likelier reason than intent.
 * @param all files of a data source, or records of a role, before the removal
 */
export function isDoubtfulRemoval(gone: number, all: number): boolean {
  return gone > 0 && (gone === all || (gone > REMOVALS.count && gone > all * REMOVALS.part));
}

export const asMebibytes = (bytes: number): number => bytes / MEBIBYTE;

/** Limits of a tile that is kept as a map's picture; the side is in pixels. */
export const PICTURE_LIMITS = { bytes: 60_000, side: 1_024 };
