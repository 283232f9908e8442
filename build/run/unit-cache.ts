/**
 * What is known of the units of a site from the last time: from what each was made, and which files came of it. A unit that
 * is made from the same need not be made again.
 *
 * What a unit is made from is known by a hash of all of it, never by times. The cache says nothing of whether the files
 * are still there: that is for whoever keeps them.
 */
import type { EntryCounts } from '../model/catalog.ts';
import type { FileRecord } from '../render/asset.ts';
import type { Site } from '../render/site.ts';

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

/** A site in which nothing was found, and what it was made from. */
export interface KeptSite {
  /** A hash of the files of the catalog. */
  readonly catalog: string;
  /** A hash of all else. */
  readonly context: string;
  /** The environment variables that it was made from. */
  readonly variables: readonly string[];
  readonly serviceUrl: string;
  readonly site: Site;
}

/** The units of the last site, and those of the next one. */
export class UnitCache {
  readonly #known: ReadonlyMap<string, KeptUnit>;
  readonly #knownValues: ReadonlyMap<string, KeptValue>;
  readonly #knownSite: KeptSite | null;
  readonly #next = new Map<string, KeptUnit>();
  readonly #nextValues = new Map<string, KeptValue>();
  #nextSite: KeptSite | null = null;

  constructor(
    known: ReadonlyMap<string, KeptUnit> = new Map(),
    values: ReadonlyMap<string, KeptValue> = new Map(),
    site: KeptSite | null = null,
  ) {
    this.#known = known;
    this.#knownValues = values;
    this.#knownSite = site;
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

  /** Whether nothing is known. */
  get isEmpty(): boolean {
    return this.#known.size === 0;
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

  /** The site of the last time, and what it was made from; null where that is not known, or something was found in it. */
  get knownSite(): KeptSite | null {
    return this.#knownSite;
  }

  /** Keeps the whole site for the next time. */
  keepSite(site: KeptSite): void {
    this.#nextSite = site;
  }

  /** The site that has been kept. */
  get site(): KeptSite | null {
    return this.#nextSite;
  }

  /** Keeps everything as it was the last time. */
  keepAll(): void {
    for (const [name, unit] of this.#known) this.#next.set(name, unit);
    for (const [path, value] of this.#knownValues) this.#nextValues.set(path, value);
    this.#nextSite = this.#knownSite;
  }

  /** Whether any unit was made in another way than is known, or is no longer there. */
  get hasNews(): boolean {
    if (this.#nextSite !== this.#knownSite) return true;
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
