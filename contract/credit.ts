/** How the `copyright` of a tile server is credited: on pages, on maps, and in files for map programs. */

/** A copyright that has its own sign gets no second one. */
const SIGNED = /©|\(c\)|copyright/i;

const OPEN_STREET_MAP = /(OpenStreetMap)/i;

/** The page that OpenStreetMap asks maps to link to. */
export const OPEN_STREET_MAP_LINK = 'https://www.openstreetmap.org/copyright';

/** `© OpenStreetMap` */
export function credit(copyright: string): string {
  return SIGNED.test(copyright) ? copyright : `© ${copyright}`;
}

/** Whether the credit has to link to OpenStreetMap. */
export function namesOpenStreetMap(copyright: string): boolean {
  return OPEN_STREET_MAP.test(copyright);
}

/** The credit in parts. Those with an `href` are links. */
export function creditParts(copyright: string): readonly { readonly text: string; readonly href: string | null }[] {
  return credit(copyright)
    .split(OPEN_STREET_MAP)
    .filter((text) => text !== '')
    .map((text) => ({ text, href: namesOpenStreetMap(text) ? OPEN_STREET_MAP_LINK : null }));
}
