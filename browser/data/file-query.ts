import { TEXT_LIMITS } from '../../contract/base/limits.ts';
import type { BoxEdges, FileRow, ListColumn } from '../../contract/data-sources/file-list.ts';
import { searchWords } from '../../contract/words/search-fields.ts';
import { searchableText } from '../../contract/words/search-text.ts';

/** Precedes the words of “Find files” in an address. */
export const FIND_PREFIX = '#find=';

export interface MapPlace {
  readonly latitude: number;
  readonly longitude: number;
}

/** A place that files cover, or words (of `searchWords`) in paths. */
type FileQuery = MapPlace | { readonly words: readonly string[] };

const NUMBER = String.raw`([+\-\u2212]?\d{1,3}(?:\.\d+)?)\s*\u00b0?\s*`;
const NUMBER_WITH_COMMA = NUMBER.replace(String.raw`\.`, ',');
/** O is German: `Ost`, east. */
const PLACES = [
  new RegExp(`^(?:geo:)?\\s*${NUMBER}([NS])?\\s*[,;\\s]\\s*${NUMBER}([EWO])?$`, 'i'),
  // Decimal commas: 38,7; -9,1
  new RegExp(`^${NUMBER_WITH_COMMA}([NS])?\\s*[;\\s]\\s*${NUMBER_WITH_COMMA}([EWO])?$`, 'i'),
];

/** 46°57′N 7°26′30″E */
const ANGLE = String.raw`(\d{1,3})\s*\u00b0\s*(\d{1,2}(?:[.,]\d+)?)\s*['\u2032\u2019]\s*(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["\u2033\u201d]|''))?\s*`;
const PLACE_WITH_MINUTES = new RegExp(`^${ANGLE}([NS])\\s*[,;]?\\s*${ANGLE}([EWO])$`, 'i');

export function readFileQuery(text: string): FileQuery {
  return placeOf(text.trim()) ?? { words: searchWords(text) };
}

export function isPlaceQuery(query: FileQuery): query is MapPlace {
  return 'latitude' in query;
}

function placeOf(text: string): MapPlace | null {
  // Two whole numbers are more likely in a file name.
  if (text.length > TEXT_LIMITS.place || /^\d+\s+\d+$/.test(text)) return null;
  for (const form of PLACES) {
    const [, north, hemisphere, east, side] = form.exec(text) ?? [];
    const place = placeAt(degrees([north]), hemisphere, degrees([east]), side);
    if (place) return place;
  }
  const parts = PLACE_WITH_MINUTES.exec(text) ?? [];
  return placeAt(degrees(parts.slice(1, 4)), parts[4], degrees(parts.slice(5, 8)), parts[8]);
}

/** Null for no place on earth. A letter for south or west wins over a sign. */
function placeAt(north: number, hemisphere = '', east: number, side = ''): MapPlace | null {
  const latitude = /s/i.test(hemisphere) ? -Math.abs(north) : north;
  const longitude = /w/i.test(side) ? -Math.abs(east) : east;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function degrees([whole, minutes = '0', seconds = '0']: readonly (string | undefined)[]): number {
  const numberOf = (text: string): number => Number(text.replace('\u2212', '-').replace(',', '.'));
  return whole === undefined ? Number.NaN : numberOf(whole) + numberOf(minutes) / 60 + numberOf(seconds) / 3600;
}

/** Rounds to a thousandth of a degree (about 100 m). */
export function formatPlaceQuery({ latitude, longitude }: MapPlace): string {
  const rounded = (value: number): string => value.toFixed(3).replace('-0.000', '0.000');
  return `${rounded(latitude)}, ${rounded(longitude)}`;
}

/** West exceeds east if the box crosses the 180th meridian. */
export function boxCovers([west, south, east, north]: BoxEdges, { latitude, longitude }: MapPlace): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

export function findFiles(files: readonly FileRow[], query: FileQuery): readonly FileRow[] {
  if (isPlaceQuery(query)) {
    const found = files.filter(({ box }) => box !== null && boxCovers(box, query));
    return found.sort((a, b) => squareDegrees(a.box) - squareDegrees(b.box));
  }
  const { words } = query;
  if (words.length === 0) return files;
  return files.filter(({ path }) => {
    const text = searchableText(path);
    return words.every((word) => text.includes(word));
  });
}

export function squareDegrees(box: BoxEdges | null): number {
  if (box === null) return Number.POSITIVE_INFINITY;
  const [west, south, east, north] = box;
  return (north - south) * (west <= east ? east - west : east - west + 360);
}

/** Unknown values come last; equal ones keep their order. */
export function sortFiles(files: readonly FileRow[], column: ListColumn, isDescending: boolean): readonly FileRow[] {
  const sign = isDescending ? -1 : 1;
  const compare = (a: FileRow, b: FileRow): number =>
    column === 'path' ? (a.path < b.path ? -1 : Number(a.path > b.path)) : Number(a[column]) - Number(b[column]);
  return files.toSorted((a, b) => {
    const unknownLast = Number(a[column] === null) - Number(b[column] === null);
    return unknownLast || sign * compare(a, b) || a.index - b.index;
  });
}

const KM_OF_DEGREE = 111;

/** In kilometres. Precise enough only for short distances. */
export function distanceBetween(one: MapPlace, other: MapPlace): number {
  const width = (other.longitude - one.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return KM_OF_DEGREE * Math.hypot(width, other.latitude - one.latitude);
}
