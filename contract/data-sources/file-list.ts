/** The list of all files of a data source, which its page loads: `files.json`. The build writes it, the script reads it. */

import { DAY_MS, dayOf } from '../base/times.ts';
import type { Section } from './sections.ts';

/** What a file covers, in degrees. West is greater than east if it crosses the 180th meridian. */
export type BoxEdges = readonly [west: number, south: number, east: number, north: number];

/** `contents.json`: for each file of the list, the names and current sizes of what it contains, one after the other. */
export type FileContents = readonly (readonly (string | number | null)[])[];

/** One file of a data source. */
export interface FileRow {
  /** Its index in the list, and in `contents.json`. */
  readonly index: number;
  readonly section: Section;
  readonly path: string;
  /** Bytes of the version that upstream has; null if unknown. */
  readonly size: number | null;
  /** The day of the version that upstream has, counted from 1970-01-01 in UTC; null if unknown. */
  readonly day: number | null;
  readonly versions: number;
  /** The number of files inside. */
  readonly parts: number;
  readonly box: BoxEdges | null;
}

/** `files.json`: the files in the order of sections, as tuples of a few hundred kilobytes for 14,000 files. */
export type FileList = readonly (readonly [
  section: Section,
  path: string,
  size: number | null,
  day: number | null,
  versions: number,
  parts: number,
  box: BoxEdges | null,
])[];

/** The columns of the table of files, without those that are empty. */
export const LIST_COLUMNS = ['path', 'size', 'day', 'versions', 'parts'] as const satisfies readonly (keyof FileRow)[];

/** A column of the table of files. */
export type ListColumn = (typeof LIST_COLUMNS)[number];

/** Converts a timestamp to the day number of the list. @param timestamp ISO 8601 in UTC, as in a checksum */
export function dayNumber(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / DAY_MS);
}

/** Converts a day number of the list to an ISO date. */
export function isoDay(day: number): string {
  return dayOf(day * DAY_MS);
}

/** The address of a file of a data source: the base address and the path, percent-encoded. */
export function fileAddress(baseUrl: string, path: string): string {
  // The path may already contain escapes.
  return baseUrl + encodeURI(path).replaceAll(/%25(?=[\da-f]{2})/gi, '%');
}

/** Makes the list of files. */
export function toFileList(files: readonly FileRow[]): FileList {
  return files.map(({ section, path, size, day, versions, parts, box }) => [
    section,
    path,
    size,
    day,
    versions,
    parts,
    box,
  ]);
}

/** Reads the files of a list. */
export function fromFileList(list: FileList): FileRow[] {
  return list.map(([section, path, size, day, versions, parts, box], index) => {
    return { index, section, path, size, day, versions, parts, box };
  });
}
