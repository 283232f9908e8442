/** Limits the rate of requests: a few connections and a few requests a second for each host. */
import PQueue from 'p-queue';
import type { WebEffects } from './request.ts';

/** The limits for each host. */
export interface PaceLimits {
  /** Simultaneous requests, until the end of their answers. */
  readonly connections: number;
  /** Requests that begin within a second. */
  readonly perSecond: number;
}

interface Host {
  readonly connections: PQueue;
  /** Requests with a connection begin one after the other. */
  readonly starts: PQueue;
  /** The milliseconds from one request to the next. */
  intervalMs: number;
  /** The earliest begin of the next request. */
  due: number;
  /** The end of a pause that the host asked for. */
  pausedUntil: number;
}

/** Starts requests one after the other, at even intervals. */
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
   * Waits until a request to a host may begin: first come, first served.
   *
   * @param check called before and after each wait; if it throws, the request does not begin
   * @returns a function to call when the answer has ended
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
   * Counts the interval to the next request from now on: the one that was let in leaves only now, because it had to
   * connect, or this program was busy. Simultaneous ones that connect at the same time may leave closer together.
   */
  sent(name: string): void {
    const host = this.#host(name);
    host.due = Math.max(host.due, this.#now() + host.intervalMs);
  }

  /** Sets the minimum milliseconds between two requests to a host. */
  slowDown(name: string, ms: number): void {
    const host = this.#host(name);
    host.intervalMs = Math.max(host.intervalMs, ms);
    host.due = Math.max(host.due, this.#now() + ms);
  }

  /** Pauses requests to a host for some milliseconds. */
  pause(name: string, ms: number): void {
    const host = this.#host(name);
    host.pausedUntil = Math.max(host.pausedUntil, this.#now() + ms);
    host.due = Math.max(host.due, host.pausedUntil);
  }

  /** The remaining milliseconds of a host's pause. */
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

/** Waits for a free connection. @returns a function that frees it again */
function takeConnection(connections: PQueue): Promise<() => void> {
  return new Promise((resolve) => {
    void connections.add(() => new Promise<void>((leave) => resolve(leave)));
  });
}
