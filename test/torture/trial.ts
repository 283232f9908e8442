/** What the torture suite is made of: trials, of which each plays rounds that must lose nothing. */
import type { Draw } from '../support/messy.ts';
import type { Child, StartOptions } from './children.ts';

/** One kind of torture. */
export interface Trial {
  /** As `--only` takes it. */
  readonly name: string;
  /** What is checked, for the table. */
  readonly what: string;
  /** Why it cannot be tried on this machine; null where it can. */
  whyNot?(): string | null;
  /** Plays one round. All chance comes from `draw`. @throws Lost where something was lost */
  run(round: Round): Promise<void>;
}

/** What a round is played with. */
export interface Round {
  /** The rounds of a run have consecutive seeds, so that a trial can walk over a list with them. */
  readonly seed: number;
  readonly draw: Draw;
  /** A folder of its own, empty at first. It is kept where something was lost. */
  readonly folder: string;
  /** The command line that starts the program under test. */
  readonly program: readonly string[];
  /** Starts a process in the folder. It is ended with the round. */
  start(command: readonly string[], options?: StartOptions): Child;
  /** Counts something for the table. */
  count(what: string, by?: number): void;
  /** Counts how many different things were met, for the table. */
  meet(what: string, thing: string): void;
}

/** Something did not hold. */
export class Lost extends Error {
  readonly expected: string;
  readonly found: string;

  constructor(expected: string, found: string) {
    super(`expected ${expected}; found ${found}`);
    this.expected = expected;
    this.found = found;
  }
}

/** @throws Lost unless something holds */
export function hold(isTrue: boolean, expected: string, found: string): void {
  if (!isTrue) throw new Lost(expected, found);
}

/** Numbers from a seed: the same ones for the same seed (splitmix32, which starts well from consecutive seeds). */
export function drawFrom(seed: number): Draw {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * limit);
  };
}

/** One of several. */
export function oneOf<T>(draw: Draw, items: readonly T[]): T {
  return items[draw(items.length)] as T;
}
