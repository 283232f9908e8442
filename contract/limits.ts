/** The limits that files are held to: those of the host, and our own on what is read. */

const MEBIBYTE = 1024 * 1024;

/** What Cloudflare Pages takes on its free plan. */
export const HOST_LIMITS = {
  /** Bytes of one file. */
  fileBytes: 25 * MEBIBYTE,
  /** Files of a site. */
  files: 20_000,
  /** Rules in `_headers`. */
  headerRules: 100,
  /** Characters of one line of `_headers`. */
  headerLine: 2_000,
};

/** What a catalog file may have at the most. */
export const INPUT_LIMITS = {
  /** Bytes of one file; no file of this size could be published. */
  fileBytes: 100 * MEBIBYTE,
  /** Levels of YAML; no catalog file needs more than six. */
  depth: 32,
  /** Characters of the name of a file or folder. */
  nameLength: 64,
};

/** A number of bytes in MiB. */
export function mebibytes(bytes: number): number {
  return bytes / MEBIBYTE;
}
