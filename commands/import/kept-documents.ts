/** Keeps what was fetched in a folder, so that a run that was interrupted goes on where it was. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRunning } from '../../build/pipeline.ts';
import { systemCode } from '../../contract/system-errors.ts';
import type { ServedDocument } from './import.ts';

/** Longer than an import takes, and not so long that old documents are mixed with new ones. */
const KEPT_MS = 86_400_000;

/** The status of an answer with a document in it. */
const GOOD = 200;

/** The head of a kept document, on a line before its body. */
interface Head {
  readonly url: string;
  readonly status: number;
  readonly maxAge: number | null;
  /** Milliseconds since 1970. */
  readonly fetched: number;
}

/** The documents that were fetched from one service. */
export class KeptDocuments {
  readonly #folder: string;
  readonly #now: () => number;
  /** How many documents did not have to be fetched. */
  used = 0;

  /** @param now the time, in milliseconds since 1970 */
  constructor(folder: string, now: () => number = Date.now) {
    this.#folder = folder;
    this.#now = now;
  }

  /** A document that was fetched less than a day ago; null where there is none. */
  get(url: string, accept: string): ServedDocument | null {
    try {
      const bytes = readFileSync(this.#file(url, accept));
      const end = bytes.indexOf('\n');
      const head: Head = JSON.parse(bytes.subarray(0, end).toString());
      const age = this.#now() - head.fetched;
      if (head.url !== url || head.status !== GOOD || !(age >= 0 && age < KEPT_MS)) return null;
      this.used++;
      return { status: head.status, maxAge: head.maxAge, body: bytes.subarray(end + 1) };
    } catch {
      // Not there, or not as this program wrote it: it is fetched again.
      return null;
    }
  }

  /** Keeps a document, for its owner alone and not for git; no failure, which may be over. @throws the system's error */
  put(url: string, accept: string, { status, maxAge, body }: ServedDocument): void {
    if (status !== GOOD) return;
    const head: Head = { url, status, maxAge, fetched: this.#now() };
    const file = this.#file(url, accept);
    if (mkdirSync(this.#folder, { recursive: true, mode: 0o700 }) !== undefined) {
      writeFileSync(join(this.#folder, '.gitignore'), '*\n');
    }
    writeFileSync(`${file}.new`, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }

  /**
   * Takes the documents for this process alone.
   *
   * @returns the id of another process that has taken them; null where this one has
   * @throws the system's error
   */
  take(): number | null {
    mkdirSync(dirname(this.#folder), { recursive: true });
    try {
      writeFileSync(this.#lock, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
      const other = Number(readFileSync(this.#lock, 'utf8'));
      if (other > 0 && other !== process.pid && isRunning(other)) return other;
      writeFileSync(this.#lock, String(process.pid));
    }
    return null;
  }

  /** Leaves the documents to others. */
  leave(): void {
    rmSync(this.#lock, { force: true });
    this.#leaveParent();
  }

  /** Whether there is any. */
  get isThere(): boolean {
    return existsSync(this.#folder);
  }

  /** Forgets all documents. */
  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #lock(): string {
    return `${this.#folder}.lock`;
  }

  #leaveParent(): void {
    try {
      rmdirSync(dirname(this.#folder));
    } catch {
      // Other imports, or nothing at all, are in it.
    }
  }

  #file(url: string, accept: string): string {
    return join(this.#folder, createHash('sha256').update(`${accept} ${url}`).digest('hex'));
  }
}
