/** Limits the diagnostics of one file, so that a file with very many faults takes little time and memory. */
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { grouped } from '../../contract/text.ts';
import { type Diagnostic, diagnostic } from './diagnostic.ts';

/**
 * Drops diagnostics beyond the limit of their file. One diagnostic for the errors and one for the warnings of a file
 * count the dropped ones; counts of an earlier call are added up.
 */
export function capped(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = grouped(diagnostics, ({ severity, file }) => `${severity} ${file}`);
  return [...groups.values()].flatMap((group) => {
    const [{ severity, file }] = group as [Diagnostic];
    const code = `more-${severity}s` as const;
    const listed = group.filter((one) => one.code !== code);
    const counts = group.filter((one) => one.code === code).map(({ details }) => (details as { count: number }).count);
    const more = counts.reduce((sum, count) => sum + count, Math.max(0, listed.length - INPUT_LIMITS.reported));
    return [
      ...listed.slice(0, INPUT_LIMITS.reported),
      ...(more > 0 ? [diagnostic(code, file, null, { count: more })] : []),
    ];
  });
}
