/** Decides which requests to retry, and when. */
import { DAY_MS } from '../../../contract/base/times.ts';

/** The limits of retries. */
export const RETRY_LIMITS = {
  /** Tries of one request, including the first. */
  tries: 4,
  /** The milliseconds before the second try; each later wait is twice as long. */
  firstWaitMs: 1_000,
  /** The longest wait that a server may ask for; otherwise the request fails. */
  longestWaitMs: 120_000,
  /** After this many failed requests in a row, each after all its tries, a host gets no more requests. */
  failuresInARow: 10,
};

/** Whether a status means that the server cannot answer now. 501 is permanent. */
export function isBusyStatus(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/**
 * The milliseconds before another try.
 *
 * @param tries the number of previous tries
 * @param random from 0 to less than 1. It varies waits by half, so that programs that failed together retry apart
 */
export function backoffMs(tries: number, random: number): number {
  return RETRY_LIMITS.firstWaitMs * 2 ** (tries - 1) * (0.75 + random / 2);
}

/**
 * The milliseconds that a server asks for with Retry-After: in seconds, or as a date. A date is compared with the
 * server's own clock, which may be wrong.
 *
 * @returns at most a day; 0 without a valid value
 */
export function requestedWaitMs(header: (name: string) => string | null): number {
  const text = header('Retry-After')?.trim() ?? '';
  const isNumber = /^\d+$/.test(text);
  const wait = isNumber ? Number(text) * 1_000 : Date.parse(text) - Date.parse(header('Date') ?? '');
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), DAY_MS);
}
