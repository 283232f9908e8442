/** The deepest zoom level at which countries are drawn: beyond, their lines are too coarse. */
export const LAST_DRAWN_ZOOM = 7;

/** From this zoom level, a name may exceed its country. */
const CLOSE_ZOOM = 6;

/** In pixels. */
const [LETTER_WIDTH, LINE_HEIGHT, SPACE] = [6.5, 18, 12];

export interface CountryName {
  /** Longest first. */
  readonly spellings: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

interface ShownName extends CountryName {
  readonly text: string;
}

/**
 * Leaves out names that would cover the name of a larger country, and names wider than their country, unless the zoom is
 * close.
 * @param names the largest country's first
 * @param scale pixels of a unit
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
