/** How fast requests may follow each other: a few connections and a few requests a second for each host. */
import type { WebEffects } from './request.ts';

/** The limits for each host. */
export interface PaceLimits {
  /** Requests whose answers have not ended. */
  readonly connections: number;
  /** Requests that begin within a second. */
  readonly perSecond: number;
}

/** What is known of one host. */
interface Host {
  /** Answers that have not ended. */
  running: number;
  /** The milliseconds from one request to the next. */
  interval: number;
  /** When the next request is due. */
  next: number;
  /** When the last requests began, as many as fit into a second. */
  readonly starts: number[];
  /** When the host wants to be asked again. */
  pausedUntil: number;
  /** Fulfilled when all who came before have begun. */
  turn: Promise<void>;
  /** Tells the one whose turn it is that a connection is free. */
  freed: () => void;
}

/** A request that begins late by less does not delay those after it: timers are never on time. */
const MADE_UP_MS = 50;

/** Lets requests begin one after the other, at even distances; no second ever has more than its share. */
export class Pace {
  readonly #hosts = new Map<string, Host>();
  readonly #limits: PaceLimits;
  /** Requests of a second; below one a second, one. */
  readonly #share: number;
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<void>;

  constructor(limits: PaceLimits, now: WebEffects['now'], wait: (ms: number) => Promise<void>) {
    this.#limits = limits;
    this.#share = Math.max(1, Math.floor(limits.perSecond));
    this.#now = now;
    this.#wait = wait;
  }

  /**
   * Waits until a request to a host may begin. Those who came before begin before.
   *
   * @param check is called before each wait and at the end; where it throws, the request does not begin
   * @returns a function to call when the answer has ended; calling it again does nothing
   */
  async enter(name: string, check: () => void): Promise<() => void> {
    const host = this.#host(name);
    const { promise, done } = signalled();
    const before = host.turn;
    host.turn = promise;
    await before;
    try {
      check();
      while (host.running >= this.#limits.connections) {
        const free = signalled();
        host.freed = free.done;
        await free.promise;
        check();
      }
      for (let ms = this.#until(host); ms > 0; ms = this.#until(host)) {
        await this.#wait(ms);
        check();
      }
      this.#begin(host);
    } finally {
      done();
    }
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      host.running--;
      host.freed();
    };
  }

  /** Lets at least so many milliseconds be between two requests to a host from now on. */
  slowDown(name: string, ms: number): void {
    const host = this.#host(name);
    host.interval = Math.max(host.interval, ms);
    host.next = Math.max(host.next, this.#now() + ms);
  }

  /** Lets no request to a host begin for so many milliseconds. */
  pause(name: string, ms: number): void {
    const host = this.#host(name);
    host.pausedUntil = Math.max(host.pausedUntil, this.#now() + ms);
  }

  /** For how many milliseconds no request to a host begins, because it asked for that. */
  pausedFor(name: string): number {
    return Math.max(0, this.#host(name).pausedUntil - this.#now());
  }

  #begin(host: Host): void {
    const now = this.#now();
    host.next = (now - host.next < MADE_UP_MS ? host.next : now) + host.interval;
    if (Number.isFinite(this.#share)) host.starts.push(now);
    if (host.starts.length > this.#share) host.starts.shift();
    host.running++;
  }

  /** The milliseconds until the next request may begin. */
  #until({ next, pausedUntil, starts }: Host): number {
    const isFull = starts.length === this.#share;
    const renewed = isFull ? (starts[0] as number) + Math.max(1_000, 1_000 / this.#limits.perSecond) : 0;
    return Math.max(next, pausedUntil, renewed) - this.#now();
  }

  #host(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    const interval = 1_000 / this.#limits.perSecond;
    const now = this.#now();
    const turn = Promise.resolve();
    const host: Host = { running: 0, interval, next: now, starts: [], pausedUntil: now, turn, freed: () => {} };
    this.#hosts.set(name, host);
    return host;
  }
}

/** A promise and the function that fulfils it. */
function signalled(): { readonly promise: Promise<void>; readonly done: () => void } {
  let done = (): void => {};
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { promise, done };
}
