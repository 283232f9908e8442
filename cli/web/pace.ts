/** How fast requests follow each other: a few connections and a few requests a second for each host. */
import PQueue from 'p-queue';
import type { WebEffects } from './request.ts';

/** The limits for each host. */
export interface PaceLimits {
  /** Requests whose answers have not ended. */
  readonly connections: number;
  /** Requests that begin within a second. */
  readonly perSecond: number;
}

interface Host {
  readonly connections: PQueue;
  /** Requests that have a connection begin one after the other. */
  readonly starts: PQueue;
  /** The milliseconds from one request to the next. */
  intervalMs: number;
  /** When the next request may begin. */
  due: number;
  /** Until when the host asked for no requests. */
  pausedUntil: number;
}

/** Lets requests begin one after the other, at even distances. */
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
   * @param check is called before and after each wait; if it throws, the request does not begin
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

  /** Keeps at least this many milliseconds between two requests to a host from now on. */
  slowDown(name: string, ms: number): void {
    const host = this.#host(name);
    host.intervalMs = Math.max(host.intervalMs, ms);
    host.due = Math.max(host.due, this.#now() + ms);
  }

  /** Begins no request to a host for some milliseconds. */
  pause(name: string, ms: number): void {
    const host = this.#host(name);
    host.pausedUntil = Math.max(host.pausedUntil, this.#now() + ms);
    host.due = Math.max(host.due, host.pausedUntil);
  }

  /** For how many more milliseconds a host asked for no requests. */
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
