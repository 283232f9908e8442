/** Collects the text of a file that is printed anew. */

/** Pieces are joined by so many, so that what they are made of can be freed early. */
const TOGETHER = 4_096;

/**
 * The text that printed pieces make. As long as they are those of the file as it is, none of them is kept: most files
 * are in their form already.
 */
export class PrintedText {
  readonly #source: string;
  readonly #start: number;
  /** Up to here, the source from the start on is what has been printed. What follows is in the lists. */
  #same: number;
  #isSame = true;
  readonly #joined: string[] = [];
  #pieces: string[] = [];

  /**
   * @param source the text of the file as it is
   * @param start where that begins which the pieces will probably be
   */
  constructor(source: string, start: number) {
    this.#source = source;
    this.#start = start;
    this.#same = start;
  }

  /** Adds a piece. */
  add(piece: string): void {
    if (this.#isSame) {
      if (this.#source.startsWith(piece, this.#same)) {
        this.#same += piece.length;
        return;
      }
      this.#isSame = false;
    }
    this.#pieces.push(piece);
    if (this.#pieces.length === TOGETHER) this.#join();
  }

  /**
   * Adds what the source has next, where all so far is as in the source, and a sticky pattern matches there.
   *
   * @returns whether it was added
   */
  addMatching(pattern: RegExp): boolean {
    if (!this.#isSame) return false;
    pattern.lastIndex = this.#same;
    if (!pattern.test(this.#source)) return false;
    this.#same = pattern.lastIndex;
    return true;
  }

  #join(): void {
    this.#joined.push(this.#pieces.join(''));
    this.#pieces = [];
  }

  /** All of it. */
  text(): string {
    this.#join();
    return this.#source.slice(this.#start, this.#same) + this.#joined.join('');
  }
}
