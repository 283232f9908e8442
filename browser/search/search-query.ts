import { DAY_MS, dayOf } from '../../contract/base/times.ts';
import type { BoxEdges } from '../../contract/data-sources/file-list.ts';
import { RECORD_FOLDERS, type RecordRole } from '../../contract/pages/pages.ts';
import type { SearchArea } from '../../contract/words/place-search.ts';
import { FILTER_FLAGS, type FilterFlag } from '../../contract/words/search-fields.ts';
import { boxCovers, squareDegrees } from '../data/file-query.ts';
import type { NamedPlace } from './gazetteer.ts';

export interface SearchQuery {
  readonly text: string;
  readonly role: RecordRole | null;
  readonly flags: ReadonlySet<FilterFlag>;
  readonly zoom: number | null;
  /** Such as `topographic`. */
  readonly shows: string | null;
  readonly country: string | null;
  readonly type: string | null;
}

export interface SearchRecord {
  /** Such as `mapservers/openstreetmap`; null if the record has no area. */
  readonly id: string | null;
  readonly role: string;
  /** Made by `searchText`. */
  readonly text: string;
  readonly flags: ReadonlySet<string>;
  readonly zooms: readonly [min: number, max: number] | null;
  /** Such as `2026-09-19`. */
  readonly changed: string | null;
  readonly probed: string | null;
  readonly shows: string | null;
  readonly type: string | null;
  /** The area of a map, or of the files of a data source, which are loaded later. */
  area: SearchArea | null;
  /** The part of the world that a map covers, from 0 to 1. */
  readonly size: number | null;
}

const RECENT_DAYS = 30;

/** Yesterday counts too: today may not be published yet. */
const TODAY_DAYS = 1;

export function parseSearch(search: string): SearchQuery {
  const values = new URLSearchParams(search);
  const role = values.get('kind') ?? '';
  // A form has a value for each filter; an address has all of them in one.
  const flags = values.getAll('only').join().split(',');
  const zoom = values.get('zoom') ?? '';
  return {
    text: (values.get('q') ?? '').slice(0, 200),
    role: Object.hasOwn(RECORD_FOLDERS, role) ? (role as RecordRole) : null,
    flags: new Set(FILTER_FLAGS.filter((flag) => flags.includes(flag))),
    zoom: /^\d{1,2}$/.test(zoom) ? Number(zoom) : null,
    shows: /^[a-z]+$/.exec(values.get('shows') ?? '')?.[0] ?? null,
    country: /^[A-Z]{2}$/.exec(values.get('country') ?? '')?.[0] ?? null,
    type: /^[a-z]+$/.exec(values.get('type') ?? '')?.[0] ?? null,
  };
}

/** Such as `?q=topo&only=https`; empty if nothing is chosen. */
export function formatSearch({ text, role, flags, zoom, shows, country, type }: SearchQuery): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries({ q: text.trim(), kind: role, shows, country, type, zoom })) {
    if (value !== null && value !== '') values.set(name, String(value));
  }
  const only = FILTER_FLAGS.filter((flag) => flags.has(flag)).join(',');
  // Commas are legal in an address and easier to read.
  const written = [values.toString(), only && `only=${only}`].filter((part) => part !== '').join('&');
  return written === '' ? '' : `?${written}`;
}

export function searchFilterOf(
  { role, flags, zoom, shows, country, type }: Omit<SearchQuery, 'text'>,
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
    (country === null || record.area?.countries.has(country) === true) &&
    [...flags].every((flag) => has(record, flag));
}

export function coversPlace(
  { id, area }: Pick<SearchRecord, 'id' | 'area'>,
  { position, code, cities, covering, region }: NamedPlace,
): boolean {
  if (area === null) return false;
  if (id !== null && covering) return covering.has(id);
  if (area.isWorld) return true;
  const { boxes, countries } = area;
  if (region) return regionOverlap(area, region) > 0;
  if (position !== null && boxes.length > 0) return boxes.some((box) => boxCovers(box, position));
  if (countries.has(code)) return true;
  return id === null && boxes.some((box) => cities.some((city) => boxCovers(box, city)));
}

/** Between the sizes of continents and of the world. */
const UNKNOWN_SIZE = 0.9;

/** TOUCHING is added to the rank of a map that only touches a country. */
const [WORLD_RANK, TOUCHING] = [1, 1.9];

/**
 * Lower ranks come first. For a city, the smallest maps do. For a country the order is: maps by their overlap, the
 * whole world, and maps that only touch the country.
 */
export function placeRankFor(
  { area, size }: Pick<SearchRecord, 'area' | 'size'>,
  { position, code, cities, region }: NamedPlace,
): number {
  if (position !== null) return size ?? UNKNOWN_SIZE;
  if (area?.isWorld) return WORLD_RANK;
  const touching = area !== null && !hasMostCities(area, cities) ? TOUCHING : 0;
  if (region?.countries.length === 1 && area && area.boxes.length === 0 && size)
    return -sizeRatio(partOfWorld(region.box), size);
  return area === null ? 0 : touching - (region ? regionOverlap(area, region) : (area.countries.get(code) ?? 0));
}

function hasMostCities({ boxes, countries }: SearchArea, cities: NamedPlace['cities']): boolean {
  if (boxes.length === 0 || countries.size === 0) return true;
  return 2 * cities.filter((city) => boxes.some((box) => boxCovers(box, city))).length >= cities.length;
}

function sizeRatio(one: number, other: number): number {
  return Math.min(one, other) / Math.max(one, other);
}

function partOfWorld([west, south, east, north]: BoxEdges): number {
  const height = Math.sin((north * Math.PI) / 180) - Math.sin((south * Math.PI) / 180);
  return (height * (east - west)) / 720;
}

/** From 0 to 1, by areas of boxes, or by the number of countries. */
function regionOverlap({ boxes, countries }: SearchArea, region: NonNullable<NamedPlace['region']>): number {
  if (boxes.length === 0) {
    const common = region.countries.filter((code) => countries.has(code)).length;
    return common / (region.countries.length + countries.size - common);
  }
  const [west, south, east, north] = region.box;
  const common = boxes.reduce((sum, [left, below, right, above]) => {
    const width = Math.min(east, right) - Math.max(west, left);
    const height = Math.min(north, above) - Math.max(south, below);
    return width > 0 && height > 0 ? sum + width * height : sum;
  }, 0);
  const sizes = [region.box, ...boxes].reduce((sum, box) => sum + squareDegrees(box), 0);
  return common / Math.max(common, sizes - common);
}

/** Leaves out the words and the role, which are visible outside of the panel. */
export function filterCount({ flags, zoom, shows, country, type }: SearchQuery): number {
  return flags.size + [zoom, shows, country, type].filter((value) => value !== null).length;
}
