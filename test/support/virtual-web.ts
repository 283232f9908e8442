/** The web without network and without waiting: a clock that jumps, and servers that are functions. */
import { setTimeout } from 'node:timers/promises';
import {
  type TransportAnswer,
  type TransportRequest,
  type WebEffects,
  WebError,
} from '../../commands/upstream/web/request.ts';
import { openWeb, type Web, type WebOptions } from '../../commands/upstream/web/web.ts';

/** What a virtual server answers: after some time its headers, and after some more the end of its body. */
export interface VirtualAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The pieces of the body; an error is thrown where it is. */
  readonly body?: readonly (string | Error)[];
  readonly afterMs?: number;
  readonly bodyMs?: number;
  readonly error?: WebError;
}

/** One request as a virtual server got it. */
export interface VirtualRequest extends TransportRequest {
  readonly at: number;
  /** When its answer had ended; null as long as it has not. */
  endedAt: number | null;
}

/** The machine: a clock that jumps to the next time for which somebody waits, and servers. */
export class VirtualWeb implements WebEffects {
  readonly requests: VirtualRequest[] = [];
  readonly #lateMs: () => number;
  readonly #answer: (url: URL, request: VirtualRequest) => VirtualAnswer;
  readonly #waiting: { readonly at: number; readonly wake: () => void }[] = [];
  #time = 0;

  /**
   * @param answer what the servers answer
   * @param lateMs how late the next timer is
   */
  constructor(answer: (url: URL, request: VirtualRequest) => VirtualAnswer, lateMs: () => number = () => 0) {
    this.#answer = answer;
    this.#lateMs = lateMs;
  }

  open(options: Partial<WebOptions> = {}): Web {
    return openWeb({ userAgent: 'cartalog/1.0.0 (+https://example.org/catalog)', ...options }, this);
  }

  readonly random = (): number => 0.5;

  readonly now = (): number => this.#time;

  readonly sleep = async (ms: number, signal: AbortSignal | null): Promise<void> => {
    if (signal?.aborted) return;
    await new Promise<void>((wake) => {
      this.#waiting.push({ at: this.#time + ms + this.#lateMs(), wake });
      signal?.addEventListener('abort', () => wake());
    });
  };

  /** Lets time pass until something is done, or nobody waits any more. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = (): void => {
      isDone = true;
    };
    work.then(done, done);
    for (let idle = 0; ; ) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return work;
      this.#waiting.sort((a, b) => a.at - b.at);
      const next = this.#waiting.shift();
      if (!next) {
        // The disk may still be at work.
        if (++idle > 1_000) throw new Error('something waits for what never comes');
        await setTimeout(1);
        continue;
      }
      idle = 0;
      this.#time = Math.max(this.#time, next.at);
      next.wake();
    }
  }

  readonly send = async (sent: TransportRequest): Promise<TransportAnswer> => {
    const request: VirtualRequest = { ...sent, at: this.#time, endedAt: null };
    this.requests.push(request);
    const answer = this.#answer(sent.url, request);
    const end = (): void => {
      request.endedAt ??= this.#time;
    };
    const wait = async (ms: number, kind: 'unreachable' | 'body'): Promise<void> => {
      const left = request.at + sent.wholeMs - this.#time;
      if (ms > 0) await this.sleep(Math.min(ms, left), sent.signal);
      if (ms <= left && !sent.signal?.aborted) return;
      end();
      throw new WebError(kind, 'it took too long', { retry: 'later' });
    };
    await wait(answer.afterMs ?? 0, 'unreachable');
    if (answer.error) {
      end();
      throw answer.error;
    }
    const headers = new Headers(answer.headers);
    let close = (): void => {};
    const closed = new Promise<void>((resolve) => {
      close = () => {
        end();
        resolve();
      };
    });
    async function* body(): AsyncGenerator<Uint8Array> {
      await wait(answer.bodyMs ?? 0, 'body');
      for (const piece of answer.body ?? []) {
        if (piece instanceof Error) throw piece;
        yield Buffer.from(piece, 'latin1');
      }
    }
    return {
      status: answer.status ?? 200,
      header: (name) => headers.get(name),
      body: body(),
      certificateUntil: null,
      close,
      closed,
    };
  };
}
