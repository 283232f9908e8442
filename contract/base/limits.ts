/** Our own limits on input; those of the hosts are in `hosts.ts`. */

/** The bytes of a MiB. */
export const MEBIBYTE = 1024 * 1024;

/** Maximums for a catalog file. */
export const INPUT_LIMITS = {
  /** Bytes of one file. Documents of a larger one would exceed Cloudflare's limit. */
  fileBytes: 32 * MEBIBYTE,
  /** Characters parsed at once if they are not in the catalog's format, which takes seconds and hundreds of MiB. */
  undividedLength: 1_500_000,
  /** The number of values in a text; each takes the same time, however short it is. */
  undividedValues: 200_000,
  /** Scalars, lists and mappings of one file, including their ends. */
  values: 3_000_000,
  /** Levels of nested lists and mappings; no catalog file needs more than six. */
  depth: 32,
  /** Characters of one scalar in the source; the schemas allow less than a fiftieth. */
  textLength: 100_000,
  /** Characters of a key; the schemas allow fewer. */
  keyLength: 1_000,
  /** Characters in the name of a file or folder. */
  nameLength: 64,
  /** Errors, and warnings, of one file that are reported; the others are only counted. */
  reported: 1_000,
};

/** Maximums for texts of strangers before expressions read them, in characters; what goes beyond is refused or cut. */
export const TEXT_LIMITS = {
  /** The address of a map in a list or an answer; the schemas allow half of it. */
  address: 4_000,
  /** An attribution in a list, with the others that it refers to. */
  credit: 2_000,
  /** The path of a file: disks have no longer ones, but commits can. */
  path: 4_096,
  /** A place that is searched for, as numbers. */
  place: 100,
  /** The subject of a commit. */
  subject: 1_000,
  /** A line of YAML, as far as its mistakes are explained one by one. */
  line: 2_000,
  /** The path of a request; none of a site is so long. */
  requestPath: 2_000,
  /** A header of a request; no client needs more. */
  header: 2_000,
  /** Nested elements of a page that lists files: in old ones no row is closed. */
  elements: 50_000,
};

/** Maximums for the catalog of a commit: it may be a stranger's, and a few objects can be many files in memory. */
export const COMMIT_LIMITS = {
  files: 50_000,
  /** Bytes of all files. */
  bytes: 256 * MEBIBYTE,
  /** Bytes of the list of all paths, as git prints it. */
  listing: 32 * MEBIBYTE,
};

/** The MiB that a run may receive: a few hundred requests for documents of some kilobytes, up to thousands. */
export const RUN_MIB = 256;

/** How many files of a data source, or records of a role, may always be removed at once; and the fraction of all. */
const REMOVALS = { count: 5, part: 0.1 };

/** Whether so large a removal is more likely a server's fault than intended. */
export function isDoubtfulRemoval(gone: number, all: number): boolean {
  return gone > 0 && (gone === all || (gone > REMOVALS.count && gone > all * REMOVALS.part));
}

/** Converts bytes to MiB. */
export function asMebibytes(bytes: number): number {
  return bytes / MEBIBYTE;
}

/** The maximum bytes of a picture of a map, and pixels of each side. */
export const PICTURE_LIMITS = { bytes: 60_000, side: 1_024 };
