/**
 * What is known of the units of a site from the last time: from what each was made, and which files came of it. A unit that
 * is made from the same need not be made again.
 *
 * What a unit is made from is known by a hash of all of it, never by times. The cache says nothing of whether the files
 * are still there: that is for whoever keeps them.
 */
import type { EntryCounts } from '../model/catalog.ts';
import type { FileRecord } from '../render/asset.ts';

/** What is known of a unit. */
export interface KeptUnit {
  /** A hash of all that it was made from. */
  readonly key: string;
  readonly files: readonly FileRecord[];
  /** Of a data source; null for other units. */
  readonly entries: KeptEntries | null;
}

/** What the rest of a catalog needs of the entries of a data source. */
export interface KeptEntries {
  readonly counts: EntryCounts;
  /** Which entries that `removals.yaml` lists are there. */
  readonly stillThere: readonly string[];
  /** A bound for the size of every file that is made of them. */
  readonly mostBytes: number;
}

/** The value of a catalog file in which nothing was found wrong. */
export interface KeptValue {
  /** The SHA-256 of the file, in base64. */
  readonly digest: string;
  readonly value: unknown;
}

/** The units of the last site, and those of the next one. */
export class UnitCache {
  readonly #known: ReadonlyMap<string, KeptUnit>;
  readonly #knownValues: ReadonlyMap<string, KeptValue>;
  readonly #next = new Map<string, KeptUnit>();
  readonly #nextValues = new Map<string, KeptValue>();

  constructor(known: ReadonlyMap<string, KeptUnit> = new Map(), values: ReadonlyMap<string, KeptValue> = new Map()) {
    this.#known = known;
    this.#knownValues = values;
  }

  /** What a file was read as the last time; null where it had other bytes. */
  value(path: string, digest: string): KeptValue | null {
    const kept = this.#knownValues.get(path);
    if (kept?.digest !== digest) return null;
    this.#nextValues.set(path, kept);
    return kept;
  }

  /** Keeps what a file was read as, where that can be written as JSON. */
  keepValue(path: string, kept: KeptValue): void {
    if (isData(kept.value)) this.#nextValues.set(path, kept);
  }

  /** The values that have been kept. */
  get values(): ReadonlyMap<string, KeptValue> {
    return this.#nextValues;
  }

  /** What came of a unit the last time; null where it was made from something else. */
  find(name: string, key: string): KeptUnit | null {
    const unit = this.#known.get(name);
    return unit?.key === key ? unit : null;
  }

  /** Keeps what came of a unit for the next time. */
  keep(name: string, unit: KeptUnit): void {
    this.#next.set(name, unit);
  }

  /** Whether any unit was made in another way than is known, or is no longer there. */
  get hasNews(): boolean {
    if (this.#next.size !== this.#known.size || this.#nextValues.size !== this.#knownValues.size) return true;
    if ([...this.#nextValues].some(([path, kept]) => this.#knownValues.get(path) !== kept)) return true;
    return [...this.#next].some(([name, { key }]) => this.#known.get(name)?.key !== key);
  }

  /** The units that have been kept. */
  get units(): ReadonlyMap<string, KeptUnit> {
    return this.#next;
  }
}

/** Whether a value is the same after it has been written and read as JSON. */
function isData(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  return typeof value === 'object' && Object.values(value).every(isData);
}
