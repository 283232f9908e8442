/** Our own limits on input; those of the hosts are in `hosts.ts`. */

/** The bytes of a MiB. */
export const MEBIBYTE = 1024 * 1024;

/** Maximums for a catalog file. */
export const INPUT_LIMITS = {
  /** Bytes of one file; its documents would be larger than Cloudflare takes. */
  fileBytes: 32 * MEBIBYTE,
  /** Characters that are read at once if they are not in the form of the catalog: that takes seconds, and hundreds of MiB. */
  undividedLength: 1_500_000,
  /** Scalars, lists and mappings of one file, with their ends; the same holds for a file with more. */
  values: 3_000_000,
  /** Levels of nested lists and mappings; no catalog file needs more than six. */
  depth: 32,
  /** Characters of one text as it is written; no schema allows a fiftieth of it. */
  textLength: 100_000,
  /** Characters of a key; no schema allows a longer one. */
  keyLength: 1_000,
  /** Characters in the name of a file or folder. */
  nameLength: 64,
  /** Errors, and warnings, of one file that are reported; of the rest only the number. */
  reported: 1_000,
};

/** Maximums for the catalog in a commit, which may be anybody's: it is held in memory, and a few objects can be many files. */
export const COMMIT_LIMITS = {
  files: 50_000,
  /** Bytes of all files. */
  bytes: 256 * MEBIBYTE,
  /** Bytes of the list of all paths, with what git says of each. */
  listing: 32 * MEBIBYTE,
};

/** The MiB that a run takes from the network: some hundred requests for documents that have kilobytes, or thousands. */
export const RUN_MIB = 256;

/** At most this many files of a data source, or records of a kind, may be removed at once, and this part of all. */
const REMOVALS = { count: 20, part: 0.1 };

/** Whether this many removals at once are more likely a fault of a server than intended. */
export function isDoubtfulRemoval(gone: number, all: number): boolean {
  return gone > REMOVALS.count || gone > all * REMOVALS.part;
}

/** Converts bytes to MiB. */
export function mebibytes(bytes: number): number {
  return bytes / MEBIBYTE;
}
