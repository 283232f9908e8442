import { DAY_MS } from '../../../contract/base/times.ts';

export const RETRY_LIMITS = {
  /** Includes the first. */
  tries: 4,
  /** Doubled after each try. */
  firstWaitMs: 1_000,
  /** If a server asks for a longer wait, the request fails. */
  longestWaitMs: 120_000,
  /** A host gets no more requests; each had all its tries. */
  failuresInARow: 10,
};

/** 501 is permanent. */
export function isBusyStatus(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/** @param random from 0 to less than 1: programs that failed together retry apart */
export function backoffMs(tries: number, random: number): number {
  return RETRY_LIMITS.firstWaitMs * 2 ** (tries - 1) * (0.75 + random / 2);
}

/**
 * `Retry-After` may be a date, which is compared with the server's own clock, as this may be wrong.
 *
 * @returns at most a day; 0 without a valid value
 */
export function requestedWaitMs(header: (name: string) => string | null): number {
  const text = header('Retry-After')?.trim() ?? '';
  const isNumber = /^\d+$/.test(text);
  const wait = isNumber ? Number(text) * 1_000 : Date.parse(text) - Date.parse(header('Date') ?? '');
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), DAY_MS);
}
