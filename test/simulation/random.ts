/** Random numbers that are the same for the same seed, and noise that goes on from one tile to the next. */

/** A number from 0 up to 1 for three whole numbers: always the same one. */
export function hashed(seed: number, x: number, y: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(x | 0, 0xc2b2ae35) ^ Math.imul(y | 0, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
}

/** Draws numbers in an order that depends only on the seed. */
export class Dice {
  readonly #seed: number;
  #count = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** From `low` up to `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * hashed(this.#seed, this.#count++, 7);
  }

  /** A whole number below a limit. */
  below(limit: number): number {
    return Math.floor(this.between(0, limit));
  }

  chance(probability: number): boolean {
    return this.between(0, 1) < probability;
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** So many different ones of a list, or all. */
  some<T>(list: readonly T[], count: number): T[] {
    const left = [...list];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)[0] as T);
  }
}

/** Smooth noise from 0 to 1, with a hill or a valley at each whole number. */
export function noise(seed: number, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const across = smooth(x - column);
  const down = smooth(y - row);
  const top = mix(hashed(seed, column, row), hashed(seed, column + 1, row), across);
  const bottom = mix(hashed(seed, column, row + 1), hashed(seed, column + 1, row + 1), across);
  return mix(top, bottom, down);
}

/** Noise of several sizes, from 0 to 1, as hills and clouds have it. */
export function hills(seed: number, x: number, y: number, octaves: number): number {
  let [sum, weight, scale, total] = [0, 1, 1, 0];
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(seed + octave * 101, x * scale, y * scale);
    total += weight;
    weight /= 2;
    scale *= 2;
  }
  return sum / total;
}

/** Between two numbers: the first for 0, the second for 1. */
export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

const smooth = (share: number): number => share * share * (3 - 2 * share);
