/** Closer than this, the lines of drawn countries are too coarse. */
export const LAST_DRAWN_ZOOM = 7;

/** From here on, a name may be wider than its country. */
const CLOSE_ZOOM = 6;

/** In pixels. */
const [LETTER_WIDTH, LINE_HEIGHT, SPACE] = [6.5, 18, 12];

export interface CountryName {
  /** From the longest. */
  readonly spellings: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface ShownName extends CountryName {
  readonly text: string;
}

/**
 * Names that fit into their countries, or are seen from close, without covering the name of a larger country.
 * @param names of the largest country first
 * @param scale the pixels of a unit
 */
export function namesThatFit(names: readonly CountryName[], scale: number, zoom: number): readonly ShownName[] {
  const shown: ShownName[] = [];
  const widthOf = ({ length }: string): number => length * LETTER_WIDTH;
  for (const name of names) {
    const text = name.spellings.find((spelling) => zoom >= CLOSE_ZOOM || widthOf(spelling) <= name.width * scale);
    if (text === undefined) continue;
    const isCovered = shown.some(
      (other) =>
        Math.abs(other.y - name.y) * scale < LINE_HEIGHT &&
        Math.abs(other.x - name.x) * scale < (widthOf(text) + widthOf(other.text)) / 2 + SPACE,
    );
    if (!isCovered) shown.push({ ...name, text });
  }
  return shown;
}
