/**
 * The list of all files of a data source, which its page loads: `files.json`. It has columns instead of an object for
 * each file, so that 14,000 files take a few hundred kilobytes. The build writes it, the script reads it.
 */

/** The kinds of file, in the order of the list. */
export const FILE_KINDS = ['files', 'maps', 'themes'] as const;

/** A kind of file. */
export type ListedKind = (typeof FILE_KINDS)[number];

/**
 * What a file covers, in degrees: west, south, east, north. West is greater than east if it crosses the 180th meridian.
 */
export type BoxEdges = readonly [west: number, south: number, east: number, north: number];

/** `files.json`. Each column has one value for each file. It is empty if all values would be 0 or null. */
export interface FileColumns {
  /** The number of files of each kind. Files are listed kind by kind in this order. */
  readonly counts: readonly [files: number, maps: number, themes: number];
  readonly paths: readonly string[];
  /** Bytes of the newest version; null if unknown. */
  readonly sizes: readonly (number | null)[];
  /** The day of the newest version, counted from 1970-01-01 in UTC; null if unknown. */
  readonly days: readonly (number | null)[];
  /** The number of known versions. */
  readonly versions: readonly number[];
  /** The number of files inside. */
  readonly parts: readonly number[];
  readonly boxes: readonly (BoxEdges | null)[];
}

/** `contents.json`: for each file of the list, the names and newest sizes of what it contains, one after the other. */
export type FileContents = readonly (readonly (string | number | null)[])[];

/** One file of a data source. */
export interface FileRow {
  /** Its index in the list, and in `contents.json`. */
  readonly index: number;
  readonly kind: ListedKind;
  readonly path: string;
  readonly size: number | null;
  readonly day: number | null;
  readonly versions: number;
  readonly parts: number;
  readonly box: BoxEdges | null;
}

/** The columns of the table of files, without those that are empty. */
export const LIST_COLUMNS = ['path', 'size', 'day', 'versions', 'parts'] as const satisfies readonly (keyof FileRow)[];

/** A column of the table of files. */
export type ListColumn = (typeof LIST_COLUMNS)[number];

const MILLISECONDS_OF_DAY = 86_400_000;

/** Converts a timestamp to the day number of the list. @param timestamp ISO 8601 in UTC, as in a checksum */
export function dayNumber(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / MILLISECONDS_OF_DAY);
}

/** Converts a day number of the list to an ISO date. */
export function isoDay(day: number): string {
  return new Date(day * MILLISECONDS_OF_DAY).toISOString().slice(0, -14);
}

/** The address of a file of a data source: the base address and the path, percent-encoded. */
export function fileAddress(baseUrl: string, path: string): string {
  // The path may already contain escapes.
  return baseUrl + encodeURI(path).replaceAll(/%25(?=[\da-f]{2})/gi, '%');
}

/** Makes the columns of a list of files. @param files in the order of kinds */
export function toColumns(files: readonly Omit<FileRow, 'index'>[]): FileColumns {
  const column = <T>(of: (file: Omit<FileRow, 'index'>) => T, isEmpty = (value: T) => !value): T[] =>
    files.every((file) => isEmpty(of(file))) ? [] : files.map(of);
  const count = (kind: ListedKind): number => files.filter((file) => file.kind === kind).length;
  return {
    counts: [count('files'), count('maps'), count('themes')],
    paths: files.map(({ path }) => path),
    // A size of 0 bytes differs from an unknown one.
    sizes: column(
      ({ size }) => size,
      (size) => size === null,
    ),
    days: column(
      ({ day }) => day,
      (day) => day === null,
    ),
    versions: column(({ versions }) => versions),
    parts: column(({ parts }) => parts),
    boxes: column(({ box }) => box),
  };
}

/** Reads the files of a list from its columns. */
export function fromColumns(columns: FileColumns): FileRow[] {
  const { counts, paths, sizes, days, versions, parts, boxes } = columns;
  return paths.map((path, index) => ({
    index,
    kind: index < counts[0] ? 'files' : index < counts[0] + counts[1] ? 'maps' : 'themes',
    path,
    size: sizes[index] ?? null,
    day: days[index] ?? null,
    versions: versions[index] ?? 0,
    parts: parts[index] ?? 0,
    box: boxes[index] ?? null,
  }));
}
