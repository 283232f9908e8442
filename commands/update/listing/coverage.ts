/** Which folders of a data source are fully known. Only there, an unlisted file does not exist. */

/** How a folder was read. */
interface Reading {
  /**
   * `index`: all its files and folders are known; `deep`: also those of all subfolders; `part`: files may be missing,
   * because a person wrote the page, or it could not be read.
   */
  readonly extent: 'index' | 'deep' | 'part' | 'failed';
  readonly depth: number;
}

/** The folders that were read, as decoded addresses with a trailing `/`. */
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

  /** Notes that a complete page written by a person names files of a folder. */
  noteFiles(folder: string): void {
    this.#named.add(folder);
  }

  /** Notes that a page that may name files of any folder could not be read. */
  noteBlind(): void {
    this.#isBlind = true;
  }

  /** Whether all files of a folder are known. */
  knows(folder: string): boolean {
    if (this.#isBlind) return false;
    const own = this.#readings.get(folder);
    if (own?.extent === 'failed') return false;
    if (own?.extent === 'index' || own?.extent === 'deep' || this.#named.has(folder)) return true;
    if (own !== undefined) return false;
    // A folder that was not read depends on the nearest folder above that was.
    for (let end = folder.length; end > 0; end = folder.lastIndexOf('/', end - 2) + 1) {
      const reading = this.#readings.get(folder.slice(0, end));
      if (reading) return reading.extent === 'deep' || (reading.extent === 'index' && reading.depth < this.#level);
    }
    return false;
  }
}
