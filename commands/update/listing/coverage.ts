/** Which folders of a data source are known completely: only there, a file that is not named does not exist. */

/** How a folder was read. */
interface Reading {
  /**
   * `index`: all of its files and folders are known; `deep`: those of all folders below it too; `part`: some of its
   * files may be missing, because a person wrote the page or it could not be read.
   */
  readonly extent: 'index' | 'deep' | 'part' | 'failed';
  readonly depth: number;
}

/** The folders that were read. They are addresses with a `/` at their end, and decoded. */
export class Coverage {
  readonly #level: number;
  readonly #readings = new Map<string, Reading>();
  readonly #named = new Set<string>();
  #isBlind = false;

  /** @param level how many levels of folders are read */
  constructor(level: number) {
    this.#level = level;
  }

  /** Notes how a folder was read. A failure is never overwritten. */
  note(folder: string, extent: Reading['extent'], depth: number): void {
    if (this.#readings.get(folder)?.extent !== 'failed') this.#readings.set(folder, { extent, depth });
  }

  /** Notes that a whole page that a person wrote names files of a folder. */
  noteFiles(folder: string): void {
    this.#named.add(folder);
  }

  /** Notes that a page could not be read that may name files of any folder. */
  noteBlind(): void {
    this.#isBlind = true;
  }

  /** Whether a file of a folder would have been named. */
  knows(folder: string): boolean {
    if (this.#isBlind) return false;
    const own = this.#readings.get(folder);
    if (own?.extent === 'failed') return false;
    if (own?.extent === 'index' || own?.extent === 'deep' || this.#named.has(folder)) return true;
    if (own !== undefined) return false;
    // A folder that was never read would have been named by the next one above it that was.
    for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 2) + 1) {
      const reading = this.#readings.get(folder.slice(0, end));
      if (reading) return reading.extent === 'deep' || (reading.extent === 'index' && reading.depth < this.#level);
    }
    return false;
  }
}
