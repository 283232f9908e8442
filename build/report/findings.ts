/** Findings: diagnostics with line, column and message. */
import { plural } from '../../contract/base/text.ts';

/** A diagnostic with its position and message. The library names the possible codes. */
export interface Finding<C extends string = string> {
  /** Inside the catalog folder, with `/`. */
  readonly file: string;
  /** From 1; 1 if it is about the whole file. */
  readonly line: number;
  /** From 1, in UTF-16 units, as editors count. */
  readonly column: number;
  /** The column after the last one, on the same line; null if it is about the whole file. */
  readonly endColumn: number | null;
  /** The text of the line with keys masked; empty for a very long one, null if it is about the whole file. */
  readonly lineText: string | null;
  readonly severity: 'error' | 'warning';
  readonly code: C;
  readonly message: string;
}

/** Whether an unchanged file has an error: only then does `findingsConcerning` need the previous findings. */
export function hasErrorElsewhere(findings: readonly Finding[], changed: ReadonlySet<string>): boolean {
  return findings.some(({ file, severity }) => severity === 'error' && !changed.has(file));
}

/**
 * Selects the findings in changed files (by their paths inside the catalog folder), and the errors that the change has
 * caused in others: if it deletes a data source, an edition that names it has an error. @param before those before it
 */
export function findingsConcerning(
  findings: readonly Finding[],
  changed: ReadonlySet<string>,
  before: readonly Finding[],
): { readonly listed: readonly Finding[]; readonly unlisted: readonly Finding[] } {
  const known = new Set(before.map(identity));
  const listed = findings.filter(
    (finding) => changed.has(finding.file) || (finding.severity === 'error' && !known.has(identity(finding))),
  );
  const shown = new Set(listed);
  return { listed, unlisted: findings.filter((finding) => !shown.has(finding)) };
}

/** A key that identifies a finding in an unchanged file. */
function identity({ file, line, column, code, message }: Finding): string {
  return JSON.stringify([file, line, column, code, message]);
}

/** The number of findings of each severity. */
export function findingCountsOf(findings: readonly Finding[]): { readonly errors: number; readonly warnings: number } {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: findings.length - errors };
}

/** The counts as text: `3 errors, 1 warning`. */
export function findingsSummary(findings: readonly Finding[]): string {
  const { errors, warnings } = findingCountsOf(findings);
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
}
