/** `files.json`, from the build to the page's script. */

import { DAY_MS, dayOf } from '../base/times.ts';
import type { Section } from './sections.ts';

/** In degrees. Across the 180th meridian, west is greater than east. */
export type BoxEdges = readonly [west: number, south: number, east: number, north: number];

/**
 * `contents.json`: for each file of the list, the SHA-1 of upstream's version, or null; then names and sizes of the
 * files inside.
 */
export type FileContents = readonly (readonly [sha1: string | null, ...inside: (string | number | null)[]])[];

export interface FileRow {
  readonly index: number;
  readonly section: Section;
  readonly path: string;
  /** Bytes of upstream's version; null if unknown. */
  readonly size: number | null;
  /** The day of upstream's version, counted from 1970-01-01 (UTC); null if unknown. */
  readonly day: number | null;
  readonly versions: number;
  /** Files inside it. */
  readonly parts: number;
  readonly box: BoxEdges | null;
}

/** In the order of `SECTIONS`. Tuples keep 14,000 files small. */
export type FileList = readonly (readonly [
  section: Section,
  path: string,
  size: number | null,
  day: number | null,
  versions: number,
  parts: number,
  box: BoxEdges | null,
])[];

export const LIST_COLUMNS = ['path', 'size', 'day', 'versions', 'parts'] as const satisfies readonly (keyof FileRow)[];

export type ListColumn = (typeof LIST_COLUMNS)[number];

/** @param timestamp ISO 8601 in UTC */
export function dayNumber(timestamp: string): number {
  return Math.floor(Date.parse(timestamp) / DAY_MS);
}

export function isoDay(day: number): string {
  return dayOf(day * DAY_MS);
}

export function fileAddress(baseUrl: string, path: string): string {
  // The path may have escapes.
  return baseUrl + encodeURI(path).replaceAll(/%25(?=[\da-f]{2})/gi, '%');
}

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

export function fromFileList(list: FileList): FileRow[] {
  return list.map(([section, path, size, day, versions, parts, box], index) => {
    return { index, section, path, size, day, versions, parts, box };
  });
}
