/** Runs the pipeline on the resulting catalog, and leaves out imported values with errors. */
import {
  checkCatalog,
  type Diagnostic,
  ENTRY_KINDS,
  type FileKind,
  isError,
  matchLayout,
  messageOf,
  pathOfKind,
  segmentsOf,
} from '../../build/pipeline.ts';
import { shortened } from '../../contract/text.ts';
import type { CatalogFiles } from './catalog-files.ts';
import type { Notes, SourcePlace } from './notes.ts';

/** More rounds than any service needs: each leaves out everything reported, up to a thousand errors per file. */
const MAX_ROUNDS = 100;

/**
 * Leaves out imported values with errors, until the catalog has no such errors.
 *
 * @returns the errors that are not due to imported values; empty if the catalog is valid
 */
export function leaveOutFaults(files: CatalogFiles, notes: Notes): Diagnostic[] {
  let errors: Diagnostic[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const changed = new Set(files.changed().map(({ path }) => path));
    const options = { environment: {}, requireTokens: false, changed };
    const { diagnostics } = checkCatalog(files.asFolder(), options);
    errors = diagnostics.filter(isError);
    if (errors.length === 0) return [];
    const parts = errors.flatMap((error) => faultyPart(files, notes, error) ?? []);
    if (parts.length === 0) return errors;
    leaveOut(files, notes, parts);
  }
  return errors;
}

/** A part of a file to leave out because of an error. */
interface FaultyPart {
  readonly path: string;
  /** Empty for the whole file with its dependent files. */
  readonly segments: readonly string[];
  readonly place: SourcePlace;
  readonly message: string;
}

function faultyPart(files: CatalogFiles, notes: Notes, error: Diagnostic): FaultyPart | null {
  // This one only counts other errors.
  if (error.code === 'more-errors') return null;
  const { file: path, place } = error;
  const value = files.value(path);
  const kind = matchLayout(path)?.kind;
  if (value === undefined || kind === undefined || kind === 'site' || kind === 'removals') return null;
  const segments = segmentsOf(place && 'pointer' in place ? place.pointer : '');
  const origin = notes.originOf(value, segments);
  if (!origin) return null;
  const unit = unitOf(kind, value, segments);
  const more = unit.length < segments.length ? `; so ${nameOfUnit(kind, unit)} is not taken` : '';
  return { path, segments: unit, place: origin, message: messageOf(error, writtenAt(value, segments)) + more };
}

/** The text of a value, for a message. */
function writtenAt(value: unknown, segments: readonly string[]): string {
  let part = value;
  for (const segment of segments) part = (part as Record<string, unknown> | undefined)?.[segment];
  return shortened(typeof part === 'string' ? part : (JSON.stringify(part) ?? ''));
}

const RECORD_NAMES: Partial<Readonly<Record<FileKind, string>>> = {
  mapserver: 'the map server',
  overlayserver: 'the overlay server',
  datasource: 'the data source',
  edition: 'the edition',
  categories: 'the category',
};

function nameOfUnit(kind: FileKind, [first, second, third]: readonly string[]): string {
  const record = RECORD_NAMES[kind];
  if (kind === 'categories' ? second === undefined : record !== undefined && first === undefined) return record ?? '';
  if (record !== undefined) return `${second ?? first}`;
  if (second === undefined) return 'the file';
  return third === undefined || second === 'boundingbox' ? second : 'the checksum';
}

/** The smallest removable part around a value. */
function unitOf(kind: FileKind, value: unknown, segments: readonly string[]): readonly string[] {
  const [first, second = '', third = '', fourth] = segments;
  switch (kind) {
    case 'mapserver':
    case 'overlayserver': {
      const { hosts } = value as { hosts?: unknown };
      const isOneOfMany = first === 'hosts' && second !== '' && Array.isArray(hosts) && hosts.length > 1;
      return isOneOfMany ? ['hosts', second] : first === 'active' ? ['active'] : [];
    }
    case 'datasource':
      if (first === 'source' && (second === 'include' || second === 'exclude') && third !== '')
        return segments.slice(0, 3);
      return first === 'source' || first === 'maxAge' || first === 'needsSha1' ? [first] : [];
    case 'edition':
      return first === 'datasources' && second !== '' ? [first, second] : [];
    case 'categories':
      return second === 'parent' ? segments.slice(0, 2) : segments.slice(0, 1);
    default: {
      // Entries: a checksum, one of a fragment, a fragment, the area, the picture.
      if (second === 'checksums' && third !== '') return segments.slice(0, 3);
      if (second === 'fragments' && third !== '') return segments.slice(0, fourth === undefined ? 3 : 4);
      return second === '' ? segments.slice(0, 1) : segments.slice(0, 2);
    }
  }
}

/** Leaves out each part once. */
function leaveOut(files: CatalogFiles, notes: Notes, parts: readonly FaultyPart[]): void {
  const done = new Set<string>();
  const byFile = new Map<string, (readonly string[])[]>();
  for (const { path, segments, place, message } of parts) {
    const key = JSON.stringify([path, segments]);
    if (done.has(key)) continue;
    done.add(key);
    notes.leftOut(place, message);
    byFile.set(path, [...(byFile.get(path) ?? []), segments]);
  }
  for (const [path, found] of byFile) {
    const value = files.value(path);
    // Leaving out a data source also removed its files.
    if (value === undefined) continue;
    if (found.some(({ length }) => length === 0)) leaveOutFile(files, path);
    else files.set(path, without(value, found, notes));
  }
}

/** Reverts a file; a new data source is removed with its files. */
function leaveOutFile(files: CatalogFiles, path: string): void {
  const match = matchLayout(path);
  files.restore(path);
  if (match?.kind !== 'datasource' || match.name === null || files.value(path) !== undefined) return;
  for (const kind of ENTRY_KINDS) files.restore(pathOfKind(kind, match.name));
}

/** Removes parts of a value; the others keep their sources. */
function without(value: unknown, parts: readonly (readonly string[])[], notes: Notes): object {
  const kept = Object.entries(value as object).flatMap(([key, member]): [string, unknown][] => {
    const own = parts.filter(([first]) => first === key).map((segments) => segments.slice(1));
    if (own.some(({ length }) => length === 0)) return [];
    return [[key, own.length > 0 ? without(member, own, notes) : withPlace(value, key, member, notes)]];
  });
  const made = Array.isArray(value) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  const place = notes.originOf(value, []);
  return place ? notes.from(made, place) : made;
}

/** Keeps the sources of items in a list that becomes shorter. */
function withPlace(list: unknown, key: string, member: unknown, notes: Notes): unknown {
  const place = Array.isArray(list) && typeof member === 'object' ? notes.originOf(list, [key]) : null;
  return place && member ? notes.from(member, place) : member;
}
