/** Counts the tiles that the map has requested from a server, by state. Pure: the clock is passed in. */

/** The tiles of a view. */
export interface TileReport {
  readonly total: number;
  readonly failed: number;
  /** Those without an answer for `PATIENCE_MS`. */
  readonly late: number;
  /** The address of a failed tile, or of the one that has waited longest; null if all were loaded. */
  readonly example: string | null;
}

/** How long a server may take for a tile before the page reports it. */
export const PATIENCE_MS = 6_000;

interface Tile {
  readonly address: string;
  readonly since: number;
  readonly state: 'asked' | 'loaded' | 'failed';
}

/** The tiles on the map, including requested ones. Each has a unique name. */
export class TileTally {
  readonly #tiles = new Map<string, Tile>();

  /** A tile is requested, at a time in milliseconds. */
  ask(name: string, address: string, now: number): void {
    this.#tiles.set(name, { address, since: now, state: 'asked' });
  }

  /** A tile was answered. One that has left the map does not count. */
  answer(name: string, state: 'loaded' | 'failed'): void {
    const tile = this.#tiles.get(name);
    if (tile) this.#tiles.set(name, { ...tile, state });
  }

  /** A tile has left the map. */
  drop(name: string): void {
    this.#tiles.delete(name);
  }

  /** Counts them. */
  report(now: number): TileReport {
    const tiles = [...this.#tiles.values()];
    const failed = tiles.filter(({ state }) => state === 'failed');
    const asked = tiles.filter(({ state }) => state === 'asked');
    const late = asked.filter(({ since }) => now - since >= PATIENCE_MS).length;
    const example = (failed[0] ?? asked[0])?.address ?? null;
    return { total: tiles.length, failed: failed.length, late, example };
  }
}
