import { itemsByKey } from '../../../../contract/base/text.ts';
import type { Picture } from './picture.ts';

/** In pixels: `at >> 8` is a pixel's row, `at & 255` its column. */
export const COMPARED_SIDE = 256;

const SIZE = COMPARED_SIDE * COMPARED_SIDE;

/**
 * Each pixel's edge, row by row: its strength (0 to 1) and direction, as a vector of twice its angle. Light to dark
 * equals dark to light: letters have both on different maps.
 */
export interface Vectors {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

export interface PictureEdges extends Vectors {
  /** Of 4 by 4 parts: mean brightness, 0 to 255, and edges, 0 to 1. */
  readonly parts: { readonly levels: readonly number[]; readonly edges: readonly number[] };
  /** Lines near the border have one brightness: nothing crosses them. */
  readonly isFramed: boolean;
  /** Darkest to lightest pixel, 0 to 255. */
  readonly range: number;
}

/** In brightness: less is noise, more an edge of full strength. */
const [WEAK, STRONG] = [3, 15];

/** Pixels from the border to the lines of `isFramed`, and how much compression changes their brightness. */
const [FRAME, MAX_NOISE] = [6, 3];

const noEdges = (): Vectors => ({ x: new Float32Array(SIZE), y: new Float32Array(SIZE) });

/** Reused: allocating and clearing takes longer than all else. */
const [GREY, STRENGTHS] = [new Float32Array(SIZE), new Float64Array(SIZE)];
const [MEAN, CHANCE_MEAN] = [noEdges(), noEdges()];

const known = new WeakMap<Picture, PictureEdges>();

export function pictureEdgesOf(picture: Picture): PictureEdges {
  const edges = known.get(picture) ?? findEdges(picture);
  known.set(picture, edges);
  return edges;
}

function findEdges(picture: Picture): PictureEdges {
  const grey = greyOf(picture);
  const { x, y } = noEdges();
  STRENGTHS.fill(0);
  const near = (at: number): number => grey[at] as number;
  for (let row = 1; row < COMPARED_SIDE - 1; row++) {
    for (let at = row * COMPARED_SIDE + 1; at < (row + 1) * COMPARED_SIDE - 1; at++) {
      const falling = near(at + COMPARED_SIDE + 1) - near(at - COMPARED_SIDE - 1);
      const rising = near(at - COMPARED_SIDE + 1) - near(at + COMPARED_SIDE - 1);
      const across = (falling + rising + 2 * (near(at + 1) - near(at - 1))) / 8;
      const down = (falling - rising + 2 * (near(at + COMPARED_SIDE) - near(at - COMPARED_SIDE))) / 8;
      const square = across * across + down * down;
      if (square < WEAK * WEAK) continue;
      const scale = Math.min(1, Math.sqrt(square) / STRONG) / square;
      x[at] = (across * across - down * down) * scale;
      y[at] = 2 * across * down * scale;
      STRENGTHS[at] = vectorLengthOf({ x, y }, at);
    }
  }
  const last = COMPARED_SIDE - 1 - FRAME;
  // Takes pixels of the four lines in turn.
  const frame = Float32Array.from({ length: COMPARED_SIDE * 4 }, (_, index) => {
    const along = Math.min(Math.max(index >> 2, FRAME), last);
    const side = index & 1 ? FRAME : last;
    return near(index & 2 ? along * COMPARED_SIDE + side : side * COMPARED_SIDE + along);
  });
  const parts = { levels: partsOf(grey), edges: partsOf(STRENGTHS) };
  return { x, y, parts, range: rangeOf(grey), isFramed: rangeOf(frame) <= MAX_NOISE };
}

function partsOf(values: Float32Array | Float64Array): readonly number[] {
  const parts = new Float64Array(16);
  for (let at = 0; at < SIZE; at++) {
    const part = (at >> 14) * 4 + ((at & 255) >> 6);
    parts[part] = (parts[part] as number) + ((values[at] as number) * 16) / SIZE;
  }
  return [...parts];
}

function rangeOf(levels: Float32Array): number {
  let [least, most] = [255, 0];
  for (const level of levels) {
    if (level < least) least = level;
    if (level > most) most = level;
  }
  return most - least;
}

/** Scaled to COMPARED_SIDE. Transparent is darker than black. */
function greyOf({ width, height, pixels }: Picture): Float32Array {
  const grey = GREY.fill(0);
  // Tiles have this size, or twice it.
  const scale = width / COMPARED_SIDE;
  for (let row = 0; row < height; row++) {
    // `|` makes fast indexes, `Math.floor` does not.
    const first = ((row / scale) | 0) * COMPARED_SIDE;
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 4;
      const level =
        64 + 0.22 * (pixels[at] as number) + 0.45 * (pixels[at + 1] as number) + 0.08 * (pixels[at + 2] as number);
      const cell = first + ((column / scale) | 0);
      grey[cell] = (grey[cell] as number) + level * (pixels[at + 3] as number);
    }
  }
  for (let at = 0; at < SIZE; at++) grey[at] = (grey[at] as number) / (255 * scale * scale);
  return grey;
}

/** The mean of pictures, each moved by its offset: rows times COMPARED_SIDE, plus columns. */
function meanOf(all: readonly PictureEdges[], offsets: readonly number[], mean = MEAN): Vectors {
  const [meanX, meanY] = [mean.x.fill(0), mean.y.fill(0)];
  const share = 1 / all.length;
  for (const [index, { x, y }] of all.entries()) {
    const offset = offsets[index] ?? 0;
    for (let at = 0; at < SIZE; at++) {
      const from = (at + offset) & (SIZE - 1);
      meanX[at] = (meanX[at] as number) + (x[from] as number) * share;
      meanY[at] = (meanY[at] as number) + (y[from] as number) * share;
    }
  }
  return mean;
}

/** After this move, nothing is in its place: what agrees does so by chance. */
const CHANCE_MOVE = 53 * COMPARED_SIDE + 29;

/** The share of pixels that agree by chance. */
const CHANCE_SHARE = 0.002;

/** The mean vector's least length: at the same place, and at offsets that were searched. */
const [MIN_AGREEMENT, MIN_FOUND_AGREEMENT] = [0.4, 0.6];

const CELL = 16;
const CELLS = COMPARED_SIDE / CELL;

/** In cells: a credit or logo nearer to the border does not count. */
const MARGIN = 2;

/** Edges in a row or column that make it a line across, as in grids. */
const LINE_SHARE = 0.4;

/** A cell has letters if it has enough common pixels of edges, and these do not have one direction. */
const [MIN_PIXELS, MAX_DIRECTED] = [12, 0.85];

/** Counts cells away from the borders with the same letters in all pictures. */
export function commonCells(all: readonly PictureEdges[], offsets: readonly number[] = []): number {
  const mean = meanOf(all, offsets);
  const least = offsets.length > 0 ? MIN_FOUND_AGREEMENT : MIN_AGREEMENT;
  const strong = strongIn(mean, least);
  // The next step takes as long again.
  if (![...itemsByKey(strong, cellOf).values()].some(({ length }) => length >= MIN_PIXELS)) return 0;
  const chance = chanceAgreement(all, offsets);
  return cellsWithLetters(mean, chance > least ? strongIn(mean, chance) : strong, [MARGIN, CELLS - MARGIN], MARGIN);
}

/** In pixels, from the border to a banner's line. */
const [MIN_BANNER, MAX_BANNER] = [12, 3 * CELL];

/** The least part of pixels in that line: a credit's box is shorter. */
const BANNER_SHARE = 0.85;

/** The only line across all pictures ends a banner: grids have more, credits none. */
export function bannerCells(all: readonly PictureEdges[]): number {
  const mean = meanOf(all, []);
  const strong = strongIn(mean, MIN_AGREEMENT);
  const { rows, columns } = linesAcross(mean, strong);
  const fromBorder = (lines: readonly boolean[]): number =>
    lines.reduce((most, isLine, row) => (isLine ? Math.max(most, Math.min(row, COMPARED_SIDE - 1 - row)) : most), 0);
  const end = fromBorder(linesAcross(mean, strong, BANNER_SHARE).rows);
  if (columns.includes(true) || end < MIN_BANNER || fromBorder(rows) > MAX_BANNER) return 0;
  const cells = Math.ceil(end / CELL);
  const atTop = cellsWithLetters(mean, strong, [0, cells], 0);
  return Math.max(atTop, cellsWithLetters(mean, strong, [CELLS - cells, CELLS], 0));
}

const cellOf = (at: number): number => (at >> 12) * CELLS + ((at & 255) >> 4);

function strongIn(mean: Vectors, least: number): Uint16Array {
  const strong = new Uint16Array(SIZE);
  let count = 0;
  for (let at = 0; at < SIZE; at++) if (vectorLengthOf(mean, at) > least) strong[count++] = at;
  return strong.subarray(0, count);
}

function cellsWithLetters(
  mean: Vectors,
  strong: Uint16Array,
  [first, end]: readonly [number, number],
  margin: number,
): number {
  const lines = linesAcross(mean, strong);
  const letters = strong.filter((at) => !lines.rows[at >> 8] && !lines.columns[at & 255] && !isPattern(mean, at));
  return [...itemsByKey(letters, cellOf)].filter(([cell, pixels]) => {
    const [row, column] = [Math.floor(cell / CELLS), cell % CELLS];
    if (row < first || row >= end || column < margin || column >= CELLS - margin) return false;
    let [x, y, total] = [0, 0, 0];
    for (const at of pixels) {
      x += mean.x[at] as number;
      y += mean.y[at] as number;
      total += vectorLengthOf(mean, at);
    }
    // A line in several pictures by chance has one direction.
    return pixels.length >= MIN_PIXELS && Math.hypot(x, y) < MAX_DIRECTED * total;
  }).length;
}

function linesAcross(mean: Vectors, strong: Uint16Array, share = LINE_SHARE): Record<'rows' | 'columns', boolean[]> {
  const [rows, columns] = [new Array<number>(COMPARED_SIDE).fill(0), new Array<number>(COMPARED_SIDE).fill(0)];
  for (const at of strong) {
    const direction = (mean.x[at] as number) / vectorLengthOf(mean, at);
    if (direction < -0.8) rows[at >> 8] = (rows[at >> 8] as number) + 1;
    if (direction > 0.8) columns[at & 255] = (columns[at & 255] as number) + 1;
  }
  const isLine = (count: number): boolean => count >= COMPARED_SIDE * share;
  return { rows: rows.map(isLine), columns: columns.map(isLine) };
}

/** Most edges around repeat after 16 pixels: patterns of woods, dithering, JPEG's blocks. */
function isPattern({ x, y }: Vectors, at: number): boolean {
  const [atX, atY] = [x[at] as number, y[at] as number];
  const isAlike = (other: number): boolean =>
    (x[other] as number) * atX + (y[other] as number) * atY > (atX * atX + atY * atY) / 2;
  return [-CELL, CELL, -CELL * COMPARED_SIDE, CELL * COMPARED_SIDE].filter((move) => isAlike(at + move)).length > 1;
}

/** The agreement that only CHANCE_SHARE of the pixels exceed after moves by CHANCE_MOVE. */
function chanceAgreement(all: readonly PictureEdges[], offsets: readonly number[]): number {
  const moved = all.map((_, index) => (offsets[index] ?? 0) + CHANCE_MOVE * index);
  const mean = meanOf(all, moved, CHANCE_MEAN);
  const counts = new Uint32Array(101);
  for (let at = 0; at < SIZE; at++) {
    const level = Math.floor(vectorLengthOf(mean, at) * 100);
    counts[level] = (counts[level] as number) + 1;
  }
  let [level, above] = [100, 0];
  while (level > 0 && above + (counts[level] as number) < SIZE * CHANCE_SHARE) above += counts[level--] as number;
  return Math.min(0.97, (level + 1) / 100);
}

export function vectorLengthOf({ x, y }: Vectors, at: number): number {
  return Math.sqrt((x[at] as number) ** 2 + (y[at] as number) ** 2);
}
