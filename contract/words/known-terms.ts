import { closestWordTo } from '../base/text.ts';
import { namesOpenStreetMap } from '../maps/credit.ts';

/** As a credit shows them. */
export const KNOWN_OWNERS: readonly string[] = [
  ...['4UMaps', 'bergfex', 'BKG', 'CC-BY-4.0', 'Esri', 'Google', 'IGN', 'KOMPASS', 'Mapbox', 'Michelin'],
  ...['OpenFlightMap', 'OpenStreetMap', 'Outdooractive', 'swisstopo', 'Thunderforest', 'Wanderreitkarte'],
];

/**
 * RouteConverter, the best-known client, has terms of use for these labels: it looks up `copyright` in lower case, and
 * shows "Missing terms" for others. The interface allows any text.
 */
export const COPYRIGHT_KEYS: readonly string[] = KNOWN_OWNERS.map((owner) => owner.toLowerCase());

export function hasKnownTerms(copyright: string): boolean {
  return COPYRIGHT_KEYS.includes(copyright.toLowerCase());
}

/** Words beside an owner's name that name no other owner. */
const FILLERS = new Set('© c cc copyright by the and contributors mitwirkende contributeurs maps odbl data'.split(' '));

/** `OpenStreetMap contributors` for "OpenStretMap contributors"; null if right, and for several owners. */
export function knownTermsMeantBy(copyright: string): string | null {
  if (namesOpenStreetMap(copyright)) return null;
  const words = copyright.split(/[\s,;|/()]+/).filter((word) => word !== '' && !FILLERS.has(word.toLowerCase()));
  const owner = words.join('').toLowerCase();
  const known = closestWordTo(owner, KNOWN_OWNERS);
  if (known === null || Math.abs(owner.length - known.length) > 2) return null;
  // A word before it may deny it: `noesri`.
  if (owner.lastIndexOf(known.toLowerCase()) > 0) return null;
  const [first = '', last = first] = [words[0], words.at(-1)];
  const misspelled = copyright.slice(copyright.indexOf(first), copyright.lastIndexOf(last) + last.length);
  return namesOpenStreetMap(known) ? copyright.replace(misspelled, known) : known;
}
