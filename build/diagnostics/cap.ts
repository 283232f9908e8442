/** Limits the diagnostics of one file, so that a file with very many faults takes little time and memory. */
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { type Diagnostic, diagnostic } from './diagnostic.ts';

/**
 * Drops diagnostics beyond the limit of their file. One diagnostic for the errors and one for the warnings of a file
 * count the dropped ones; counts of an earlier call are added up.
 */
export function capped(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = { error: new Map<string, { kept: number; more: number }>(), warning: new Map() };
  const result: Diagnostic[] = [];
  for (const one of diagnostics) {
    const ofSeverity = groups[one.severity];
    const group = ofSeverity.get(one.file) ?? { kept: 0, more: 0 };
    ofSeverity.set(one.file, group);
    if (one.code === 'more-errors' || one.code === 'more-warnings') {
      group.more += (one.details as { count: number }).count;
    } else if (group.kept < INPUT_LIMITS.reported) {
      group.kept++;
      result.push(one);
    } else group.more++;
  }
  for (const severity of ['error', 'warning'] as const) {
    for (const [file, { more }] of groups[severity]) {
      if (more > 0) result.push(diagnostic(`more-${severity}s`, file, null, { count: more }));
    }
  }
  return result;
}
