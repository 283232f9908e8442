/** Keeps a file with very many faults from taking the time and memory of all of them. */
import { INPUT_LIMITS } from '../../contract/limits.ts';
import { type Diagnostic, diagnostic } from './diagnostic.ts';
import { severityOf } from './messages.ts';

/** What was met in one file, of one severity. */
interface Group {
  kept: number;
  more: number;
}

/**
 * The diagnostics without those that are beyond the limit of their file. In their place are one for the errors and one
 * for the warnings of each file, which say how many there are; those of an earlier cap are added up.
 */
export function capped(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const groups = { error: new Map<string, Group>(), warning: new Map<string, Group>() };
  const result: Diagnostic[] = [];
  for (const one of diagnostics) {
    const { file, code } = one;
    const ofSeverity = groups[severityOf(code)];
    const group = ofSeverity.get(file) ?? { kept: 0, more: 0 };
    ofSeverity.set(file, group);
    if (one.code === 'more-errors' || one.code === 'more-warnings') group.more += one.details.count;
    else if (group.kept < INPUT_LIMITS.reported) {
      group.kept++;
      result.push(one);
    } else group.more++;
  }
  for (const [file, { more }] of groups.error) {
    if (more > 0) result.push(diagnostic('more-errors', file, null, { count: more }));
  }
  for (const [file, { more }] of groups.warning) {
    if (more > 0) result.push(diagnostic('more-warnings', file, null, { count: more }));
  }
  return result;
}
