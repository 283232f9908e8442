import type { Finding } from './report.ts';

/** How many problems of each kind there are. */
export interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

/** Counts findings. */
export function countsOf(findings: readonly Finding[]): Counts {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: findings.length - errors };
}

/** How many of what: `3 errors, 1 warning`. */
export function summary(findings: readonly Finding[]): string {
  const { errors, warnings } = countsOf(findings);
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
}

/** A number with its noun. */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
