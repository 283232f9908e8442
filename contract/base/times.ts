/** All times are in UTC. */

export const DAY_MS = 86_400_000;

/** `2026-11-23T18:00:00Z` */
export function timestampOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** As `dayOf` writes it. There is no year 0. */
export function isDay(day: string): boolean {
  const time = Date.parse(day);
  return day >= '0001' && !Number.isNaN(time) && dayOf(time) === day;
}

export function daysFrom(day: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(day)) / DAY_MS);
}

/** The seconds that a `Cache-Control` header states; 0 without one. */
export function maxAgeIn(header: string | null): number {
  return Number(/(?:^|[,\s])max-age=(\d{1,10})/.exec(header ?? '')?.[1] ?? 0);
}
