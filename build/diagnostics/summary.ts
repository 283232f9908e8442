import type { Finding } from './report.ts';

/** How many of what: `3 errors, 1 warning`. */
export function summary(findings: readonly Finding[]): string {
  const count = (severity: Finding['severity']): string => {
    const number = findings.filter((finding) => finding.severity === severity).length;
    return `${number} ${severity}${number === 1 ? '' : 's'}`;
  };
  return `${count('error')}, ${count('warning')}`;
}
