/** Which answers are worth another try, and when. */

/** How often a request is tried, and how long it waits in between. */
export const RETRIES = {
  /** Tries of one request, the first included. */
  tries: 4,
  /** The milliseconds before the second try; each later wait is twice as long. */
  firstWaitMs: 1_000,
  /** The longest wait that a server may ask for; a request that would have to wait longer fails. */
  longestWaitMs: 120_000,
  /** Requests in a row that failed in all their tries, after which a host is not asked any more. */
  failuresInARow: 10,
};

/** The longest wait that is understood: a day. */
const DAY_MS = 86_400_000;

/** Whether a status says that the server cannot answer now. 501 says that it never will. */
export function isBusy(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/**
 * The milliseconds before another try.
 *
 * @param tries how many there were
 * @param random from 0 to less than 1: waits differ by half, so that programs that failed together do not come back together
 */
export function backoffMs(tries: number, random: number): number {
  return RETRIES.firstWaitMs * 2 ** (tries - 1) * (0.75 + random / 2);
}

/**
 * The milliseconds that a server asks for with Retry-After: in seconds, or as a date. A date is compared with the
 * server's own, because its clock may be wrong.
 *
 * @returns at most a day; 0 where it asks for nothing that can be read
 */
export function askedWaitMs(header: (name: string) => string | null): number {
  const asked = header('Retry-After')?.trim() ?? '';
  const isNumber = /^\d+$/.test(asked);
  const wait = isNumber ? Number(asked) * 1_000 : Date.parse(asked) - Date.parse(header('Date') ?? '');
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), DAY_MS);
}
