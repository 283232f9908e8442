/** Collects the bytes of a file that is printed anew. */

/** A character of a text has at most so many bytes. */
const MOST_BYTES = 3;

/** What has a code from here on takes more than one byte. */
const BEYOND_ASCII = 0x80;

/**
 * The bytes that printed pieces make: those of a large file are millions, and to join them as texts takes as long as all
 * else of printing, and twice the memory.
 */
export class PrintedBytes {
  #bytes: Buffer;
  #length = 0;

  /** @param expected how many there will probably be */
  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafe(expected);
  }

  /** Adds a piece. */
  add(piece: string): void {
    const start = this.#length;
    if (start + MOST_BYTES * piece.length > this.#bytes.length) this.#makeRoom(start + MOST_BYTES * piece.length);
    const bytes = this.#bytes;
    for (let index = 0; index < piece.length; index++) {
      const code = piece.charCodeAt(index);
      if (code >= BEYOND_ASCII) {
        this.#length = start + bytes.write(piece, start);
        return;
      }
      bytes[start + index] = code;
    }
    this.#length = start + piece.length;
  }

  #makeRoom(least: number): void {
    const bytes = Buffer.allocUnsafe(Math.max(least, Math.ceil(this.#bytes.length * 1.25)));
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
  }

  /** All of them. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
