import { DAY_MS } from '../../../contract/base/times.ts';

export const RETRY_LIMITS = {
  /** Includes the first. */
  tries: 4,
  /** Doubled each time. */
  firstWaitMs: 1_000,
  /** If a server asks for more, the request fails. */
  longestWaitMs: 120_000,
  /** Requests of which all tries failed: the host gets no more. */
  failuresInARow: 10,
};

/** 501 (not implemented) is permanent. */
export function isBusyStatus(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/** @param random from 0 to less than 1: spreads retries of programs that failed together */
export function backoffMs(tries: number, random: number): number {
  return RETRY_LIMITS.firstWaitMs * 2 ** (tries - 1) * (0.75 + random / 2);
}

/**
 * Reads times by the server's clock, because the clock of this machine may be wrong.
 * @returns at most a day; 0 if the server states no valid time
 */
export function requestedWaitMs(header: (name: string) => string | null): number {
  const text = header('Retry-After')?.trim() ?? '';
  const isNumber = /^\d+$/.test(text);
  const wait = isNumber ? Number(text) * 1_000 : Date.parse(text) - Date.parse(header('Date') ?? '');
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(0, wait), DAY_MS);
}
