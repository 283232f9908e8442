import { closestWordTo } from '../base/text.ts';

/**
 * RouteConverter, the best-known client, has terms of use for these labels: it looks up `copyright` in lower case, and
 * shows "Missing terms" for others. The interface allows any text.
 */
export const COPYRIGHT_KEYS: readonly string[] = [
  '4umaps',
  'bergfex',
  'bkg',
  'cc-by-4.0',
  'esri',
  'google',
  'ign',
  'kompass',
  'mapbox',
  'michelin',
  'openflightmap',
  'openstreetmap',
  'outdooractive',
  'swisstopo',
  'thunderforest',
  'wanderreitkarte',
];

export function hasKnownTerms(copyright: string): boolean {
  return COPYRIGHT_KEYS.includes(copyright.toLowerCase());
}

/** Words beside an owner's name that name no other owner. */
const FILLERS = new Set('© c cc copyright by the and contributors mitwirkende contributeurs maps odbl data'.split(' '));

/**
 * `openstreetmap` for "OpenStreetMap contributors" and "OpnStreetMap"; null for several owners, or "no OpenStreetMap".
 */
export function knownTermsMeantBy(copyright: string): string | null {
  const words = copyright.toLowerCase().split(/[\s,;|/()]+/);
  const owner = words.filter((word) => !FILLERS.has(word)).join('');
  const key = closestWordTo(owner, COPYRIGHT_KEYS);
  // A word before it may deny it: `noopenstreetmap`.
  return key !== null && Math.abs(owner.length - key.length) < 3 && owner.lastIndexOf(key) < 1 ? key : null;
}
