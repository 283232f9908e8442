import type { AttributionPart } from '../generated/catalog.types.ts';

/** A copyright with its own sign gets no other. */
const SIGNED = /©|\(c\)|copyright/i;

const OPEN_STREET_MAP = /(OpenStreetMap)/i;

/** OpenStreetMap asks for this link. */
export const OPEN_STREET_MAP_LINK = 'https://www.openstreetmap.org/copyright';

export function creditText(copyright: string): string {
  return copyright === '' || SIGNED.test(copyright) ? copyright : `© ${copyright}`;
}

export function namesOpenStreetMap(copyright: string): boolean {
  return OPEN_STREET_MAP.test(copyright);
}

interface CreditPart {
  readonly text: string;
  readonly href: string | null;
}

interface Credited {
  readonly copyright: string;
  readonly attribution?: readonly AttributionPart[];
}

export function attributionParts({ copyright, attribution }: Credited): readonly CreditPart[] {
  if (!attribution) return creditParts(copyright);
  return attribution.flatMap(({ text, url }, index) => {
    const part = { text, href: url ?? null };
    return index === 0 ? [part] : [{ text: ', ', href: null }, part];
  });
}

/** Its data has the licence that OpenStreetMap's page states. */
export function creditsOpenStreetMap(credited: Credited): boolean {
  return attributionParts(credited).some(({ href }) => href === OPEN_STREET_MAP_LINK);
}

export function attributionText(credited: Credited): string {
  return attributionParts(credited)
    .map(({ text }) => text)
    .join('');
}

function creditParts(copyright: string): readonly CreditPart[] {
  return creditText(copyright)
    .split(OPEN_STREET_MAP)
    .filter((text) => text !== '')
    .map((text) => ({ text, href: namesOpenStreetMap(text) ? OPEN_STREET_MAP_LINK : null }));
}
