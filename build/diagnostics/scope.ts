/** Which findings concern a change. */
import type { Finding } from './report.ts';

/** Findings, parted by whether somebody who made a change is to see them. */
export interface Scoped {
  readonly listed: readonly Finding[];
  readonly unlisted: readonly Finding[];
}

/** Whether a file that did not change has an error: only then must `concerning` know what was there before. */
export function hasErrorElsewhere(findings: readonly Finding[], changed: ReadonlySet<string>): boolean {
  return findings.some(({ file, severity }) => severity === 'error' && !changed.has(file));
}

/**
 * The findings in files that changed, and the errors that the change has caused in others: a data source that is
 * deleted makes the edition wrong that names it.
 *
 * @param changed the files that were added, changed or deleted, by their paths inside the catalog folder
 * @param before the findings of the catalog before the change
 */
export function concerning(
  findings: readonly Finding[],
  changed: ReadonlySet<string>,
  before: readonly Finding[],
): Scoped {
  const known = new Set(before.map(identity));
  const listed = findings.filter(
    (finding) => changed.has(finding.file) || (finding.severity === 'error' && !known.has(identity(finding))),
  );
  const shown = new Set(listed);
  return { listed, unlisted: findings.filter((finding) => !shown.has(finding)) };
}

/** What makes two findings the same in a file that did not change. */
function identity({ file, line, column, code, message }: Finding): string {
  return JSON.stringify([file, line, column, code, message]);
}
