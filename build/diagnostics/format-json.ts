/** Findings as JSON for programs, in the shape of `schemas/reports/check.json`. */
import type { CheckReport, ReportedDiagnostic } from '../generated/reports.types.ts';
import type { Finding } from './report.ts';
import { countsOf } from './summary.ts';

/** What a report says besides its diagnostics. */
export type ReportFrame = Pick<CheckReport, 'catalog' | 'files' | 'changedSince'>;

/**
 * @param prefix what stands before each path, so that it can be opened from where the command ran
 */
export function formatJson(findings: readonly Finding[], prefix: string, frame: ReportFrame): string {
  const report: CheckReport = {
    version: 1,
    catalog: frame.catalog,
    files: frame.files,
    counts: countsOf(findings),
    changedSince: frame.changedSince,
    diagnostics: findings.map((finding) => diagnosticOf(finding, prefix)),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

function diagnosticOf({ file, lineText, ...finding }: Finding, prefix: string): ReportedDiagnostic {
  const { line, column, endColumn, severity, code, message } = finding;
  const position = lineText === null ? { line: null, column: null, endColumn: null } : { line, column, endColumn };
  return { file: `${prefix}${file}`, ...position, severity, code, message };
}
