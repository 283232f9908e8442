/**
 * A view in an address's fragment, which is untrusted:
 * `map=6/47.10/8.20&base=openstreetmap&over=hiking,hillshade:40&with=topo,relief`.
 */
import { LAST_ZOOM } from '../../contract/maps/placeholders.ts';

export interface ViewPlace {
  readonly zoom: number;
  readonly latitude: number;
  readonly longitude: number;
}

interface ShownOverlay {
  readonly name: string;
  /** In percent. */
  readonly opacity: number;
}

/** Maps have their files' names, such as `topo`; in `maps/`, also with the folder: `maps/one`. */
export interface ViewState {
  readonly place: ViewPlace | null;
  readonly base: string | null;
  /** From bottom to top. */
  readonly over: readonly ShownOverlay[];
  readonly with: readonly string[];
}

export function layerKey(role: 'base' | 'with' | 'over', name: string): string {
  return name.includes('/') ? name : `${role === 'over' ? 'overlayservers' : 'mapservers'}/${name}`;
}

export function nameOfKey(key: string): string {
  return key.startsWith('maps/') ? key : key.slice(key.indexOf('/') + 1);
}

/** The keys of all maps in a view. */
export function keysOf({ base, over, with: compared }: ViewState): string[] {
  return [
    ...(base === null ? [] : [layerKey('base', base)]),
    ...compared.map((name) => layerKey('with', name)),
    ...over.map(({ name }) => layerKey('over', name)),
  ];
}

/** In the address of a map's page, this is before the place where the preview begins. */
export const NEAR_PREFIX = '#near=';

export const CITY_ZOOM = 10;

export const EMPTY_VIEW: ViewState = { place: null, base: null, over: [], with: [] };

export const MAX_COMPARED = 3;

const LAST_LATITUDE = 85.0511;
const OPAQUE = 100;
/** In percent. A fainter map would look like a fault. */
const FAINTEST = 10;

/** `near`: where the next map is shown; `nonsense`: meaningless parts; `others`: parts for something else on the page. */
export function parseView(hash: string) {
  let view = EMPTY_VIEW;
  let near: ViewPlace | null = null;
  const nonsense: string[] = [];
  const others: string[] = [];
  for (const part of hash.replace(/^#/, '').split('&')) {
    const [, key = '', value = ''] = /^(map|near|base|over|with)=(.*)$/su.exec(part) ?? [];
    if (key === '') {
      if (part !== '') others.push(part);
      continue;
    }
    const read = readPart(key, value);
    if (key === 'near') near = read?.place ?? null;
    else if (read === null) nonsense.push(part);
    else view = { ...view, ...read };
  }
  return { view, near, nonsense, others };
}

export function formatView(view: ViewState, others: readonly string[] = []): string {
  const { place, base, over, with: compared } = view;
  const parts = [...others];
  if (place) parts.push(`map=${placeText(place)}`);
  if (base !== null) parts.push(`base=${encoded(base)}`);
  if (over.length > 0) parts.push(`over=${over.map(overlayText).join(',')}`);
  if (compared.length > 0) parts.push(`with=${compared.map(encoded).join(',')}`);
  return parts.join('&');
}

function readPart(key: string, value: string): Partial<ViewState> | null {
  if (key === 'map' || key === 'near') {
    const [, zoom, latitude, longitude] = /^(\d{1,2})\/(-?\d{1,3}(?:\.\d+)?)\/(-?\d{1,4}(?:\.\d+)?)$/.exec(value) ?? [];
    if (Number(zoom) > LAST_ZOOM || !(Math.abs(Number(latitude)) <= 90)) return null;
    return { place: roundedPlace({ zoom: Number(zoom), latitude: Number(latitude), longitude: Number(longitude) }) };
  }
  if (key === 'over') {
    const over = value.split(',').map(readOverlay);
    const valid = over.filter((overlay) => overlay !== null);
    const isFirst = ({ name }: ShownOverlay, index: number): boolean =>
      valid.findIndex((other) => other.name === name) === index;
    return valid.length < over.length ? null : { over: valid.filter(isFirst) };
  }
  if (key === 'with') {
    const names = value.split(',').map(decoded);
    const compared = [...new Set(names)].filter((name) => name !== null);
    return names.includes(null) ? null : { with: compared };
  }
  const base = decoded(value);
  return base === null ? null : { base };
}

/** Rounds to the decimals that the zoom level shows. */
export function roundedPlace({ zoom, latitude, longitude }: ViewPlace): ViewPlace {
  const limited = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  const wrapped = longitude - 360 * Math.floor((longitude + 180) / 360);
  const round = (degrees: number): number => Number(degrees.toFixed(decimalsAt(zoom)));
  // -180 and 180 are one meridian. Adding 0 turns -0 into 0.
  const east = round(wrapped);
  return { zoom, latitude: round(limited) + 0, longitude: east >= 180 ? -180 : east + 0 };
}

export function placeText({ zoom, latitude, longitude }: ViewPlace): string {
  return [zoom, latitude.toFixed(decimalsAt(zoom)), longitude.toFixed(decimalsAt(zoom))].join('/');
}

function decimalsAt(zoom: number): number {
  return Math.min(9, 2 + Math.ceil(Math.max(0, zoom - 6) / 3));
}

function overlayText({ name, opacity }: ShownOverlay): string {
  return encoded(name) + (opacity === OPAQUE ? '' : `:${opacity}`);
}

function readOverlay(text: string): ShownOverlay | null {
  const [, encoded = '', percent] = /^([^:]+)(?::(\d{1,3}))?$/.exec(text) ?? [];
  const name = decoded(encoded);
  const opacity = percent === undefined ? OPAQUE : Number(percent);
  return name === null || opacity < FAINTEST || opacity > OPAQUE ? null : { name, opacity };
}

/** A slash is legal in a fragment, and easier to read. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace('%2F', '/');
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch {
    return null;
  }
}
