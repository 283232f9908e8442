export interface RemoteFile {
  readonly size: number;
  /** Inside the file, never empty. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Contents that cannot be used. The message is a sentence. */
export class DistrustError extends Error {
  override readonly name = 'DistrustError';
}

/** A damaged file: its version is not recorded, unlike after other errors. */
export class DamageError extends DistrustError {}

/** Another format with this ending: the version is recorded without contents. */
export class ForeignError extends DistrustError {}

/** Disks and downloads that fail leave a truncated beginning, or zeros. */
export function checkBeginning(bytes: Buffer, magic: string, format: string): void {
  const found = bytes.toString('latin1', 0, magic.length);
  if (found === magic) return;
  if (magic.startsWith(found) || /^\0+$/.test(found))
    throw new DamageError(`the file has no more than the beginning of ${format}, or zeros in its place`);
  throw new ForeignError(`it is not ${format}, although its name ends like one`);
}

/** Reads at most `limit` bytes in all. */
export class Pieces {
  readonly size: number;
  readonly #file: RemoteFile;
  readonly #limit: number;
  #used = 0;
  #last: { readonly offset: number; readonly bytes: Buffer } = { offset: 0, bytes: Buffer.alloc(0) };

  constructor(file: RemoteFile, limit: number) {
    this.size = file.size;
    this.#file = file;
    this.#limit = limit;
  }

  begin(length: number, ahead = length): Promise<Buffer> {
    return this.take(0, Math.min(length, this.size), ahead);
  }

  /** @param ahead bytes to read: the next ones are likely needed */
  async take(offset: number, length: number, ahead = length): Promise<Buffer> {
    if (offset < 0 || length < 0 || offset + length > this.size) {
      throw new DamageError(`the file ends after ${this.size} bytes, before the end that it states`);
    }
    if (length === 0) return Buffer.alloc(0);
    const start = offset - this.#last.offset;
    if (start >= 0 && start + length <= this.#last.bytes.length)
      return this.#last.bytes.subarray(start, start + length);
    const wanted = Math.min(Math.max(length, ahead), this.size - offset);
    this.#used += wanted;
    if (this.#used > this.#limit) {
      throw new DistrustError(`more than ${this.#limit} bytes are needed to find what the file says about itself`);
    }
    const bytes = await this.#file.read(offset, wanted);
    if (bytes.length !== wanted) throw new DamageError('the file ends earlier than its size says');
    this.#last = { offset, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
    return this.#last.bytes.subarray(0, length);
  }
}
