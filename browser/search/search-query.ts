import { DAY_MS, dayOf } from '../../contract/base/times.ts';
import { RECORD_FOLDERS, type RecordRole } from '../../contract/pages/pages.ts';
import { readSearchArea, type SearchArea } from '../../contract/words/place-search.ts';
import { FILTER_FLAGS, type FilterFlag } from '../../contract/words/search-fields.ts';

export interface SearchQuery {
  readonly text: string;
  readonly role: RecordRole | null;
  readonly flags: ReadonlySet<FilterFlag>;
  readonly zoom: number | null;
  readonly shows: string | null;
  /** `CH`; `world` for the whole world. */
  readonly country: string | null;
  readonly type: string | null;
  readonly licence: string | null;
  /** The reader's map program. */
  readonly program: string | null;
}

export interface SearchRecord {
  /** Such as `mapservers/openstreetmap`; null without an area. */
  readonly id: string | null;
  readonly role: string;
  /** Made by `searchText`. */
  readonly text: string;
  readonly flags: ReadonlySet<string>;
  readonly zooms: readonly [min: number, max: number] | null;
  readonly changed: string | null;
  readonly probed: string | null;
  readonly shows: string | null;
  readonly type: string | null;
  readonly licence: string | null;
  /** Ids of programs that can use it. */
  readonly programs: ReadonlySet<string>;
  /** A data source has the area of its files, loaded later. */
  area: SearchArea | null;
  /** Covered part of the world, 0 to 1. */
  readonly size: number | null;
}

/** The data attributes of a row of the front page. */
export type RowData = Readonly<Record<string, string | undefined>>;

export function readSearchRecord(data: RowData): SearchRecord {
  const { kind: role = '', search = '', flags = '', programs = '', min, max, area, size } = data;
  const { changed = null, probed = null, shows = null, licence = null, id = null } = data;
  return {
    id: area === undefined ? null : id,
    role,
    text: `${search}\n${programs.replace(/\+\S+/, '')}`,
    programs: new Set(programs.split(/[ +]+/)),
    licence,
    flags: new Set(flags.split(' ')),
    zooms: min === undefined ? null : [Number(min), Number(max)],
    changed,
    probed,
    shows,
    type: data['type'] ?? (min === undefined ? null : 'xyz'),
    area: area === undefined ? null : readSearchArea(area),
    size: size === undefined ? null : Number(size),
  };
}

const RECENT_DAYS = 30;

/** Yesterday counts, too: today may be unpublished. */
const TODAY_DAYS = 1;

export function parseSearch(search: string): SearchQuery {
  const values = new URLSearchParams(search);
  const role = values.get('kind') ?? '';
  // A form has a value for each filter, an address one for all.
  const flags = values.getAll('only').join().split(',');
  const [zoom, country] = [values.get('zoom') ?? '', values.get('country') ?? ''];
  return {
    text: (values.get('q') ?? '').slice(0, 200),
    role: Object.hasOwn(RECORD_FOLDERS, role) ? (role as RecordRole) : null,
    flags: new Set(FILTER_FLAGS.filter((flag) => flags.includes(flag))),
    zoom: /^\d{1,2}$/.test(zoom) ? Number(zoom) : null,
    shows: /^[a-z]+$/.exec(values.get('shows') ?? '')?.[0] ?? null,
    country: country === 'world' ? country : (/^[A-Z]{2}$/.exec(country)?.[0] ?? null),
    type: /^[a-z]+$/.exec(values.get('type') ?? '')?.[0] ?? null,
    licence: /^\w[\w.-]*$/.exec(values.get('licence') ?? '')?.[0] ?? null,
    program: /^[a-z][a-z\d-]*$/.exec(values.get('program') ?? '')?.[0] ?? null,
  };
}

/** Such as `?q=topo&only=https`; empty without a choice. */
export function formatSearch({ text, role, flags, ...choices }: SearchQuery): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries({ q: text.trim(), kind: role, ...choices })) {
    if (value !== null && value !== '') values.set(name, String(value));
  }
  const only = FILTER_FLAGS.filter((flag) => flags.has(flag)).join(',');
  // Commas are legal in an address, and easier to read.
  const written = [values.toString(), only && `only=${only}`].filter((part) => part !== '').join('&');
  return written === '' ? '' : `?${written}`;
}

export function searchFilterOf(
  { role, flags, zoom, shows, country, type, licence, program }: Omit<SearchQuery, 'text'>,
  now: number,
): (record: SearchRecord) => boolean {
  const isSince = (day: string | null, days: number): boolean => day !== null && day >= dayOf(now - days * DAY_MS);
  const has = (record: SearchRecord, flag: FilterFlag): boolean =>
    flag === 'changed'
      ? isSince(record.changed, RECENT_DAYS)
      : record.flags.has(flag) && (flag !== 'works' || isSince(record.probed, TODAY_DAYS));
  return (record) =>
    (role === null || record.role === role) &&
    (zoom === null || (record.zooms !== null && record.zooms[0] <= zoom && zoom <= record.zooms[1])) &&
    (shows === null || record.shows === shows) &&
    (type === null || record.type === type) &&
    (licence === null || record.licence === licence) &&
    (program === null || record.programs.has(program)) &&
    (country === null || (country === 'world' ? record.area?.isWorld : record.area?.countries.has(country)) === true) &&
    [...flags].every((flag) => has(record, flag));
}

/** Leaves out text and program, whose fields are outside of the panel. */
export function filterCount({ text: _, program: __, flags, ...choices }: SearchQuery): number {
  return flags.size + Object.values(choices).filter((value) => value !== null).length;
}
