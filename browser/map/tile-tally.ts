/** How the tiles of one server do that the map has asked for. Pure: the clock is passed in. */

/** How many tiles of a view there are, and how they do. */
export interface TileCounts {
  readonly total: number;
  readonly loaded: number;
  readonly failed: number;
  /** Those that have not been answered for `PATIENCE_MS`. */
  readonly late: number;
}

/** How long a server may take for a tile until that is said. */
export const PATIENCE_MS = 6_000;

interface Tile {
  readonly state: 'asked' | 'loaded' | 'failed';
  readonly since: number;
}

/** The tiles that are on the map, or asked for. Each has a name that no other one has. */
export class TileTally {
  readonly #tiles = new Map<string, Tile>();

  /** A tile is asked for, at a time in milliseconds. */
  ask(name: string, now: number): void {
    this.#tiles.set(name, { state: 'asked', since: now });
  }

  /** It was answered. One that has gone from the map meanwhile does not count. */
  answer(name: string, state: 'loaded' | 'failed'): void {
    const tile = this.#tiles.get(name);
    if (tile) this.#tiles.set(name, { ...tile, state });
  }

  /** It has gone from the map. */
  drop(name: string): void {
    this.#tiles.delete(name);
  }

  /** The name of one that failed, or else of the one that is waited for longest; null where all were loaded. */
  missing(): string | null {
    const all = [...this.#tiles];
    const found = all.find(([, { state }]) => state === 'failed') ?? all.find(([, { state }]) => state === 'asked');
    return found?.[0] ?? null;
  }

  /** Counts them. */
  counts(now: number): TileCounts {
    const all = [...this.#tiles.values()];
    const number = (state: Tile['state']): number => all.filter((tile) => tile.state === state).length;
    const late = all.filter(({ state, since }) => state === 'asked' && now - since >= PATIENCE_MS).length;
    return { total: all.length, loaded: number('loaded'), failed: number('failed'), late };
  }
}
