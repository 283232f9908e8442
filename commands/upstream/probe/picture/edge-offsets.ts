import { COMPARED_SIDE, type PictureEdges, type Vectors, vectorLengthOf } from './edges.ts';

/** Half the width and height is enough. */
const HALF = COMPARED_SIDE / 2;

/**
 * Moves each picture so that its letters cover those of the first: the peak of their correlation. An offset is in
 * pixels: rows times COMPARED_SIDE, plus columns.
 */
export function commonPictureOffsets(all: readonly PictureEdges[]): number[] {
  const spectra = all.map(({ x, y }) => transformed({ x: halfSums(x), y: halfSums(y) }));
  const [first, ...others] = spectra as [Vectors, ...Vectors[]];
  const offsets = others.map((spectrum) => {
    const { x: sums } = transformed(correlated(first, spectrum));
    let peak = 0;
    for (let at = 1; at < sums.length; at++) if ((sums[at] as number) > (sums[peak] as number)) peak = at;
    // A peak in the right half of a row means a move to the left, counted from the next row: the column is negative.
    const column = ((peak + HALF / 2) % HALF) - HALF / 2;
    // A row here is two of the picture, and half as long.
    return (peak - column) * 4 + column * 2;
  });
  return [0, ...offsets];
}

/** Sums of 2 by 2 values. `to >> 7` is a row: HALF is 128. */
function halfSums(values: Float32Array): Float32Array {
  const sums = new Float32Array(HALF * HALF);
  for (let to = 0; to < HALF * HALF; to++) {
    const at = 2 * ((to >> 7) * COMPARED_SIDE + (to & (HALF - 1)));
    const upper = (values[at] as number) + (values[at + 1] as number);
    sums[to] = upper + (values[at + COMPARED_SIDE] as number) + (values[at + COMPARED_SIDE + 1] as number);
  }
  return sums;
}

/** The conjugate of the spectrum, so that `transformed` inverts it. Strong frequencies count less. */
function correlated(a: Vectors, b: Vectors): Vectors {
  const x = new Float32Array(HALF * HALF);
  const y = new Float32Array(HALF * HALF);
  for (let at = 0; at < HALF * HALF; at++) {
    const ax = a.x[at] as number;
    const ay = a.y[at] as number;
    const bx = b.x[at] as number;
    const by = b.y[at] as number;
    const weight = Math.sqrt(vectorLengthOf(a, at) * vectorLengthOf(b, at)) + 1e-9;
    x[at] = (ax * bx + ay * by) / weight;
    y[at] = (ay * bx - ax * by) / weight;
  }
  return { x, y };
}

const TURNS = Array.from({ length: (HALF * HALF) / 2 }, (_, at) => (-Math.PI * at) / ((HALF * HALF) / 2));
const [COS, SIN] = [Float64Array.from(TURNS, Math.cos), Float64Array.from(TURNS, Math.sin)];

/** Stockham's Fourier transform. A picture is one line: moving it is a shift. */
function transformed(values: Vectors): Vectors {
  let [from, to]: [Vectors, Vectors] = [values, { x: new Float32Array(HALF * HALF), y: new Float32Array(HALF * HALF) }];
  for (let step = 1; step < HALF * HALF; step *= 2) {
    const parts = (HALF * HALF) / step / 2;
    const { x, y } = from;
    const { x: toX, y: toY } = to;
    for (let part = 0; part < parts; part++) {
      const cos = COS[part * step] as number;
      const sin = SIN[part * step] as number;
      for (let a = part * step; a < (part + 1) * step; a++) {
        const b = a + parts * step;
        const sum = a + part * step;
        const dx = (x[a] as number) - (x[b] as number);
        const dy = (y[a] as number) - (y[b] as number);
        toX[sum] = (x[a] as number) + (x[b] as number);
        toY[sum] = (y[a] as number) + (y[b] as number);
        toX[sum + step] = dx * cos - dy * sin;
        toY[sum + step] = dx * sin + dy * cos;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
