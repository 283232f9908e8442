/**
 * The providers whose terms of use the best-known client knows, the desktop program RouteConverter. It looks up the
 * `copyright` of a tile server among them, in lower case, and shows "Missing terms" for any other label. The interface
 * allows any: `copyright` is free text.
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

/** Whether a client finds the terms of use for this `copyright`. */
export function hasKnownTerms(copyright: string): boolean {
  return COPYRIGHT_KEYS.includes(copyright.toLowerCase());
}

/** The provider that a longer label begins with: `openstreetmap` of "OpenStreetMap contributors"; null if it begins with none. */
export function knownAtBeginning(copyright: string): string | null {
  const [first = ''] = copyright.toLowerCase().split(/[\s,;|/(]/);
  return COPYRIGHT_KEYS.find((key) => key === first) ?? null;
}
