import PQueue from 'p-queue';
import type { WebEffects } from './request.ts';

/** For each host. */
export interface PaceLimits {
  /** At the same time, each until its answer has ended. */
  readonly connections: number;
  readonly perSecond: number;
}

interface Host {
  readonly connections: PQueue;
  readonly starts: PQueue;
  intervalMs: number;
  /** When the next request may begin, by `now`. */
  due: number;
  pausedUntil: number;
}

export class Pace {
  readonly #hosts = new Map<string, Host>();
  readonly #limits: PaceLimits;
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<void>;

  constructor(limits: PaceLimits, now: WebEffects['now'], wait: (ms: number) => Promise<void>) {
    this.#limits = limits;
    this.#now = now;
    this.#wait = wait;
  }

  /**
   * First come, first served.
   * @param check called before and after each wait; no request begins if it throws
   * @returns call it when the answer has ended
   */
  async enter(name: string, check: () => void): Promise<() => void> {
    const host = this.#host(name);
    const leave = await takeConnection(host.connections);
    try {
      await host.starts.add(async () => {
        check();
        for (let ms = host.due - this.#now(); ms > 0; ms = host.due - this.#now()) {
          await this.#wait(ms);
          check();
        }
        host.due = this.#now() + host.intervalMs;
      });
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /**
   * Counts the interval from here: connecting, or a busy program, delays a request. Requests that connect at the same
   * time may be closer together.
   */
  sent(name: string): void {
    const host = this.#host(name);
    host.due = Math.max(host.due, this.#now() + host.intervalMs);
  }

  slowDown(name: string, ms: number): void {
    const host = this.#host(name);
    host.intervalMs = Math.max(host.intervalMs, ms);
    host.due = Math.max(host.due, this.#now() + ms);
  }

  pause(name: string, ms: number): void {
    const host = this.#host(name);
    host.pausedUntil = Math.max(host.pausedUntil, this.#now() + ms);
    host.due = Math.max(host.due, host.pausedUntil);
  }

  pausedFor(name: string): number {
    return Math.max(0, this.#host(name).pausedUntil - this.#now());
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    const { connections, perSecond } = this.#limits;
    const host: Host = {
      connections: new PQueue({ concurrency: connections }),
      starts: new PQueue({ concurrency: 1 }),
      intervalMs: 1_000 / perSecond,
      due: this.#now(),
      pausedUntil: this.#now(),
    };
    this.#hosts.set(name, host);
    return host;
  }
}

/** The connection is taken until the returned function ends the queue's task. */
function takeConnection(connections: PQueue): Promise<() => void> {
  return new Promise((resolve) => {
    void connections.add(() => new Promise<void>((leave) => resolve(leave)));
  });
}
