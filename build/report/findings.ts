import { plural } from '../../contract/base/text.ts';

export interface Finding<C extends string = string> {
  /** Relative to the catalog folder, with `/`. */
  readonly file: string;
  /** Counted from 1; 1 for the whole file. */
  readonly line: number;
  /** Counted from 1 in UTF-16 units, as in editors. */
  readonly column: number;
  /** Exclusive, on the same line; null for the whole file. */
  readonly endColumn: number | null;
  /** With keys masked. Empty if very long, null for the whole file. */
  readonly lineText: string | null;
  readonly severity: 'error' | 'warning';
  readonly code: C;
  readonly message: string;
}

/** If false, `findingsConcerning` does not need the findings before the change. */
export function hasErrorElsewhere(findings: readonly Finding[], changed: ReadonlySet<string>): boolean {
  return findings.some(({ file, severity }) => severity === 'error' && !changed.has(file));
}

/**
 * `listed`: findings in changed files, and errors that the change causes elsewhere, as in an edition that names a
 * deleted data source.
 * @param before the findings before the change
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

function identity({ file, line, column, code, message }: Finding): string {
  return JSON.stringify([file, line, column, code, message]);
}

export function findingCountsOf(findings: readonly Finding[]): { readonly errors: number; readonly warnings: number } {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: findings.length - errors };
}

export function findingsSummary(findings: readonly Finding[]): string {
  const { errors, warnings } = findingCountsOf(findings);
  return `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`;
}
