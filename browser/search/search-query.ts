/** A search, and its form in the address of the page, so that a filtered list can be linked. */

import { RECORD_FOLDERS, type RecordKind } from '../../contract/pages.ts';
import { FILTER_FLAGS, type FilterFlag, searchWords } from '../../contract/search-text.ts';

/** What the user has typed and chosen. */
export interface SearchQuery {
  /** As it was typed. */
  readonly text: string;
  /** The only kind of record to list; null for all. */
  readonly kind: RecordKind | null;
  readonly flags: ReadonlySet<FilterFlag>;
  /** A zoom level that a tile server must have; null for any. */
  readonly zoom: number | null;
}

/** The searchable data of a record, from its row. */
export interface SearchRecord {
  readonly kind: string;
  /** Normalized by `searchable`. */
  readonly text: string;
  readonly flags: ReadonlySet<string>;
  /** Null for anything but a tile server. */
  readonly zooms: readonly [min: number, max: number] | null;
  /** The day of the last change, `2026-09-19`; null if unknown. */
  readonly changed: string | null;
}

const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Parses the query of an address; ignores unknown parts. */
export function parseSearch(search: string): SearchQuery {
  const values = new URLSearchParams(search);
  const kind = values.get('kind') ?? '';
  const flags = (values.get('only') ?? '').split(',');
  const zoom = values.get('zoom') ?? '';
  return {
    text: (values.get('q') ?? '').slice(0, 200),
    kind: Object.hasOwn(RECORD_FOLDERS, kind) ? (kind as RecordKind) : null,
    flags: new Set(FILTER_FLAGS.filter((flag) => flags.includes(flag))),
    zoom: /^\d{1,2}$/.test(zoom) ? Number(zoom) : null,
  };
}

/** Formats a search as a query: `?q=topo&only=https`; empty if nothing is chosen. */
export function formatSearch({ text, kind, flags, zoom }: SearchQuery): string {
  const values = new URLSearchParams();
  if (text.trim() !== '') values.set('q', text.trim());
  if (kind !== null) values.set('kind', kind);
  const only = FILTER_FLAGS.filter((flag) => flags.has(flag)).join(',');
  if (zoom !== null) values.set('zoom', String(zoom));
  // Commas are legal in an address and easier to read.
  const written = [values.toString(), only && `only=${only}`].filter((part) => part !== '').join('&');
  return written === '' ? '' : `?${written}`;
}

/**
 * Makes a predicate for the records that match all words and filters of a search.
 *
 * @param now in milliseconds since 1970
 */
export function matcherOf({ text, kind, flags, zoom }: SearchQuery, now: number): (record: SearchRecord) => boolean {
  const words = searchWords(text);
  const recent = new Date(now - RECENT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const has = (record: SearchRecord, flag: FilterFlag): boolean =>
    flag === 'changed' ? record.changed !== null && record.changed >= recent : record.flags.has(flag);
  return (record) =>
    (kind === null || record.kind === kind) &&
    (zoom === null || (record.zooms !== null && record.zooms[0] <= zoom && zoom <= record.zooms[1])) &&
    words.every((word) => record.text.includes(word)) &&
    [...flags].every((flag) => has(record, flag));
}

/** The number of active filters, without the words and the kind, which are always visible. */
export function filterCount({ flags, zoom }: SearchQuery): number {
  return flags.size + (zoom === null ? 0 : 1);
}
