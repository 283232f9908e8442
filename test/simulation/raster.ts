/** A picture in memory, on which areas, lines and letters are drawn with soft edges. */
import { GLYPHS } from './glyphs.ts';

/** Red, green, blue, and opacity from 0 to 1, which is 1 where it is left out. */
export type Paint = readonly [red: number, green: number, blue: number, opacity?: number];
/** A position in pixels. */
export type Point = readonly [x: number, y: number];

/** How a text is drawn. */
export interface Lettering {
  /** The middle of the text. */
  readonly at: Point;
  /** The height of a capital in pixels. */
  readonly height: number;
  readonly paint: Paint;
  /** The width of the strokes in pixels; a seventh of the height where it is left out. */
  readonly stroke?: number;
  /** What is drawn around the letters, and how wide. */
  readonly halo?: { readonly paint: Paint; readonly width: number };
  /** In degrees, clockwise. */
  readonly rotation?: number;
  /** Draws only the outline of the letters. */
  readonly isHollow?: boolean;
}

/** A square picture of red, green, blue and opacity. */
export class Raster {
  readonly size: number;
  readonly data: Uint8ClampedArray;
  /** Empty, for the next strokes. */
  readonly #spare: Float32Array[] = [];

  constructor(size: number, paint: Paint = [0, 0, 0, 0]) {
    this.size = size;
    const [red, green, blue, opacity = 1] = paint;
    const [pixel] = new Uint32Array(Uint8ClampedArray.of(red, green, blue, opacity * 255).buffer);
    this.data = new Uint8ClampedArray(new Uint32Array(size * size).fill(pixel as number).buffer);
  }

  copy(): Raster {
    const other = new Raster(this.size);
    other.data.set(this.data);
    return other;
  }

  /** Gives each pixel a colour. */
  shade(colour: (x: number, y: number) => Paint | null): void {
    for (let y = 0; y < this.size; y++) {
      for (let x = 0; x < this.size; x++) {
        const paint = colour(x, y);
        if (paint !== null) this.blend(x, y, paint, 1);
      }
    }
  }

  /** Draws over one pixel. */
  blend(x: number, y: number, paint: Paint, cover: number): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    const at = (y * this.size + x) * 4;
    const { data } = this;
    const alpha = (paint[3] ?? 1) * cover;
    const below = ((data[at + 3] as number) / 255) * (1 - alpha);
    const total = alpha + below;
    if (total === 0) return;
    data[at] = (paint[0] * alpha + (data[at] as number) * below) / total;
    data[at + 1] = (paint[1] * alpha + (data[at + 1] as number) * below) / total;
    data[at + 2] = (paint[2] * alpha + (data[at + 2] as number) * below) / total;
    data[at + 3] = total * 255;
  }

  box(left: number, top: number, width: number, height: number, paint: Paint): void {
    for (let y = Math.max(0, Math.round(top)); y < Math.min(this.size, Math.round(top + height)); y++) {
      for (let x = Math.max(0, Math.round(left)); x < Math.min(this.size, Math.round(left + width)); x++) {
        this.blend(x, y, paint, 1);
      }
    }
  }

  disc([x, y]: Point, radius: number, paint: Paint): void {
    this.lines([[[x, y]]], radius * 2, paint);
  }

  /** Fills rings by the rule of even and odd. */
  area(rings: readonly (readonly Point[])[], paint: Paint): void {
    for (const { y, cover } of coveredRows(rings, this.size)) {
      cover.forEach((share, x) => {
        if (share > 0) this.blend(x, y, paint, Math.min(1, share));
      });
    }
  }

  /** Draws lines with round ends as one stroke, so that a transparent one does not darken where its parts meet. */
  lines(lines: readonly (readonly Point[])[], width: number, paint: Paint): void {
    this.#paintCover(this.#coverOf(lines, width), paint);
  }

  /** Draws a line of dashes. */
  dashes(line: readonly Point[], width: number, paint: Paint, dash: number): void {
    for (let index = 0; index + 1 < line.length; index++) {
      const [from, to] = [line[index] as Point, line[index + 1] as Point];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const along = (at: number): Point => [
        from[0] + ((to[0] - from[0]) * at) / length,
        from[1] + ((to[1] - from[1]) * at) / length,
      ];
      for (let at = 0; at < length; at += dash * 2) {
        this.lines([[along(at), along(Math.min(length, at + dash))]], width, paint);
      }
    }
  }

  /** Draws one line of text. */
  text(
    text: string,
    { at, height, paint, stroke = height / 7, halo, rotation = 0, isHollow = false }: Lettering,
  ): void {
    const lines = lettersOf(text, at, height, rotation);
    if (halo) this.lines(lines, stroke + halo.width * 2, halo.paint);
    if (isHollow) {
      const inner = this.#coverOf(lines, Math.max(0.6, stroke - 2));
      const outer = this.#coverOf(lines, stroke + 1);
      for (const pixel of outer.pixels)
        outer.shares[pixel] = Math.max(0, (outer.shares[pixel] as number) - (inner.shares[pixel] as number));
      this.#paintCover(outer, paint);
    } else this.lines(lines, stroke, paint);
  }

  #coverOf(lines: readonly (readonly Point[])[], width: number): Cover {
    const shares = this.#spare.pop() ?? new Float32Array(this.size * this.size);
    const pixels: number[] = [];
    const reach = width / 2 + 0.5;
    const thin = Math.min(1, width);
    for (const line of lines) {
      for (let index = 0; index < Math.max(1, line.length - 1); index++) {
        const from = line[index] as Point;
        const to = line[index + 1] ?? from;
        const [left, right] = [Math.min(from[0], to[0]) - reach, Math.max(from[0], to[0]) + reach];
        const [top, bottom] = [Math.min(from[1], to[1]) - reach, Math.max(from[1], to[1]) + reach];
        for (let y = Math.max(0, Math.floor(top)); y <= Math.min(this.size - 1, bottom); y++) {
          for (let x = Math.max(0, Math.floor(left)); x <= Math.min(this.size - 1, right); x++) {
            const share = Math.min(1, reach - distance(x + 0.5, y + 0.5, from, to)) * thin;
            const pixel = y * this.size + x;
            const before = shares[pixel] as number;
            if (share <= before) continue;
            if (before === 0) pixels.push(pixel);
            shares[pixel] = share;
          }
        }
      }
    }
    return { shares, pixels };
  }

  #paintCover({ shares, pixels }: Cover, paint: Paint): void {
    for (const pixel of pixels) {
      this.blend(pixel % this.size, Math.floor(pixel / this.size), paint, shares[pixel] as number);
      shares[pixel] = 0;
    }
    this.#spare.push(shares);
  }
}

/** How much of each pixel is covered, and which are at all. */
interface Cover {
  readonly shares: Float32Array;
  readonly pixels: readonly number[];
}

/** The width of a text in pixels. */
export function widthOf(text: string, height: number): number {
  return [...text].length * height * ADVANCE;
}

/** From one letter to the next, in heights of a capital. */
const ADVANCE = 0.9;

/** The strokes of a text around a position. */
function lettersOf(text: string, [x, y]: Point, height: number, rotation: number): Point[][] {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const left = -widthOf(text, height) / 2;
  return [...text].flatMap((letter, index) => {
    const isSmall = letter !== letter.toUpperCase();
    const scale = (height / 6) * (isSmall ? 0.78 : 1);
    const strokes = GLYPHS[letter.toUpperCase()] ?? '';
    return strokes.split(' ').flatMap((stroke) => {
      const points = (stroke.match(/../g) ?? []).map((pair): Point => {
        const across = left + (index + 0.08) * height * ADVANCE + Number(pair[0]) * scale;
        const down = height / 2 - (6 - Number(pair[1])) * scale;
        return [x + across * cos - down * sin, y + across * sin + down * cos];
      });
      return points.length === 0 ? [] : [points];
    });
  });
}

type Edge = readonly [from: Point, to: Point];

/** How often each row is looked at. */
const STEPS = 3;

/** How much of each pixel rings cover by the rule of even and odd, in the rows that they touch. */
export function* coveredRows(
  rings: readonly (readonly Point[])[],
  size: number,
): Generator<{ readonly y: number; readonly cover: Float32Array }> {
  for (const [y, edges] of edgesByRow(rings, size).entries()) {
    if (edges.length === 0) continue;
    const cover = new Float32Array(size);
    for (let step = 0; step < STEPS; step++) addCover(cover, crossingsAt(edges, y + (step + 0.5) / STEPS));
    yield { y, cover };
  }
}

/** The edges of rings by the rows that they touch. */
function edgesByRow(rings: readonly (readonly Point[])[], size: number): Edge[][] {
  const rows = Array.from({ length: size }, (): Edge[] => []);
  for (const ring of rings) {
    let before = ring.at(-1) as Point;
    for (const point of ring) {
      const top = Math.max(0, Math.floor(Math.min(before[1], point[1])));
      const bottom = Math.min(size - 1, Math.floor(Math.max(before[1], point[1])));
      for (let row = top; row <= bottom; row++) rows[row]?.push([before, point]);
      before = point;
    }
  }
  return rows;
}

/** Where edges cross a line, from left to right. */
function crossingsAt(edges: readonly Edge[], y: number): number[] {
  return edges
    .filter(([from, to]) => from[1] > y !== to[1] > y)
    .map(([from, to]) => from[0] + ((y - from[1]) * (to[0] - from[0])) / (to[1] - from[1]))
    .sort((a, b) => a - b);
}

function addCover(cover: Float32Array, crossings: readonly number[]): void {
  for (let index = 0; index + 1 < crossings.length; index += 2) {
    const from = Math.max(0, crossings[index] as number);
    const to = Math.min(cover.length, crossings[index + 1] as number);
    for (let x = Math.floor(from); x < to; x++) {
      cover[x] = (cover[x] as number) + (Math.min(to, x + 1) - Math.max(from, x)) / STEPS;
    }
  }
}

function distance(x: number, y: number, from: Point, to: Point): number {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from[0]) * dx + (y - from[1]) * dy) / length));
  const [right, down] = [x - from[0] - share * dx, y - from[1] - share * dy];
  return Math.sqrt(right * right + down * down);
}
