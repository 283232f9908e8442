/** Finds by which offset the edges of pictures agree most: letters that are somewhere on each. */
import { lengthOf, type PictureEdges, SIDE, type Vectors } from './edges.ts';

/** Offsets are searched at half the size. */
const HALF = SIDE / 2;

/** The offset of each picture by which it agrees most with the first: the peak of their correlation. */
export function commonOffsets(all: readonly PictureEdges[]): number[] {
  const spectra = all.map((edges) => transformed(halfOf(edges)));
  return spectra.map((spectrum) => {
    const { x: sums } = transformed(correlated(spectra[0] as Vectors, spectrum));
    let peak = 0;
    for (let at = 1; at < sums.length; at++) if ((sums[at] as number) > (sums[peak] as number)) peak = at;
    // The last half of a row is a move to the left, from the next row.
    const column = ((peak + HALF / 2) % HALF) - HALF / 2;
    return (peak - column) * 4 + column * 2;
  });
}

function halfOf({ x, y }: Vectors): Vectors {
  const halfX = new Float32Array(HALF * HALF);
  const halfY = new Float32Array(HALF * HALF);
  const sumAt = (values: Float32Array, at: number): number =>
    (values[at] as number) +
    (values[at + 1] as number) +
    (values[at + SIDE] as number) +
    (values[at + SIDE + 1] as number);
  for (let to = 0; to < HALF * HALF; to++) {
    const at = 2 * (Math.floor(to / HALF) * SIDE + (to % HALF));
    halfX[to] = sumAt(x, at);
    halfY[to] = sumAt(y, at);
  }
  return { x: halfX, y: halfY };
}

/** The product of two spectra, conjugate so that a transform of it goes back. Strong frequencies count less. */
function correlated(a: Vectors, b: Vectors): Vectors {
  const x = new Float32Array(HALF * HALF);
  const y = new Float32Array(HALF * HALF);
  for (let at = 0; at < HALF * HALF; at++) {
    const ax = a.x[at] as number;
    const ay = a.y[at] as number;
    const bx = b.x[at] as number;
    const by = b.y[at] as number;
    const weight = Math.sqrt(lengthOf(a, at) * lengthOf(b, at)) + 1e-9;
    x[at] = (ax * bx + ay * by) / weight;
    y[at] = (ay * bx - ax * by) / weight;
  }
  return { x, y };
}

/** The Fourier transform of complex numbers, by Stockham's method. A picture is one line, so that moving it is a shift. */
function transformed(values: Vectors): Vectors {
  let [from, to]: [Vectors, Vectors] = [values, { x: new Float32Array(HALF * HALF), y: new Float32Array(HALF * HALF) }];
  for (let step = 1; step < HALF * HALF; step *= 2) {
    const parts = (HALF * HALF) / step / 2;
    const { x, y } = from;
    const { x: toX, y: toY } = to;
    for (let part = 0; part < parts; part++) {
      const angle = (-Math.PI * part) / parts;
      const cos = Math.cos(angle);
      const sin = Math.sin(angle);
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
