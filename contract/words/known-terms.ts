/**
 * RouteConverter, the best-known client, knows the terms of use for these labels: it looks up the `copyright` of a tile
 * server in lower case, and shows "Missing terms" for any other. The interface allows any text.
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

/** `openstreetmap` for "OpenStreetMap contributors". */
export function knownTermsAtBeginning(copyright: string): string | null {
  const [first = ''] = copyright.toLowerCase().split(/[\s,;|/(]/);
  return COPYRIGHT_KEYS.find((key) => key === first) ?? null;
}
