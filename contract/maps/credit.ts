/** How a map is credited: on pages, on maps, and in files for map programs. */
import type { AttributionPart } from '../generated/catalog.types.ts';

/** A copyright that has its own sign gets no second one. */
const SIGNED = /©|\(c\)|copyright/i;

const OPEN_STREET_MAP = /(OpenStreetMap)/i;

/** The page that OpenStreetMap asks maps to link to. */
export const OPEN_STREET_MAP_LINK = 'https://www.openstreetmap.org/copyright';

/** `© OpenStreetMap` */
export function creditText(copyright: string): string {
  return SIGNED.test(copyright) ? copyright : `© ${copyright}`;
}

/** Whether the credit has to link to OpenStreetMap. */
export function namesOpenStreetMap(copyright: string): boolean {
  return OPEN_STREET_MAP.test(copyright);
}

/** A part of a credit; a link if it has an `href`. */
interface CreditPart {
  readonly text: string;
  readonly href: string | null;
}

/** A map: its copyright, and what must be shown if that is known. */
interface Credited {
  readonly copyright: string;
  readonly attribution?: readonly AttributionPart[];
}

/** What is shown on a map: its attribution, otherwise the credit by its copyright. */
export function attributionParts({ copyright, attribution }: Credited): readonly CreditPart[] {
  if (!attribution) return creditParts(copyright);
  return attribution.flatMap(({ text, url }, index) => {
    const part = { text, href: url ?? null };
    return index === 0 ? [part] : [{ text: ', ', href: null }, part];
  });
}

/** The same for programs that show only text. */
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

/** The signs of HTML that people paste with a credit. */
const ENTITIES: Readonly<Record<string, string>> = { copy: '©', '#169': '©', amp: '&', nbsp: ' ', quot: '"' };

/** A credit that may be HTML or Markdown, as plain text. */
export function plainCredit(text: string): string {
  const plain = text
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/\[([^[\]]*)\]\(https?:[^()\s]*\)/gi, '$1')
    .replace(/&(#?\w{1,8});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
  return plain === text ? text : plain.replace(/\s+/g, ' ').trim();
}
