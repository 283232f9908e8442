/** The report on the catalog files that pages show. */
import { type Code, type Finding, recordPageOf } from '../../build/pipeline.ts';
import type { LiveProblem, LiveReport } from '../../contract/pages.ts';

/** At most this many errors, and this many warnings: more than anybody reads in a page. */
const SHOWN = 50;

/** What is said once for all records that it holds for, at the first of them. */
const OF_THE_CATALOG: ReadonlySet<Code> = new Set(['unknown-terms', 'unset-token']);

/**
 * The report of the findings of one build: errors first.
 *
 * @param site another text for each site that was served
 * @param prefix the path of the catalog folder with a slash at its end
 */
export function liveReport(site: string, findings: readonly Finding[], prefix: string): LiveReport {
  const problems = findings.map(({ file, line, column, severity, code, message }): LiveProblem => {
    const page = OF_THE_CATALOG.has(code) ? null : recordPageOf(file);
    return { severity, place: `${prefix}${file}:${line}:${column}`, message, page };
  });
  const errors = problems.filter(({ severity }) => severity === 'error');
  // Only pages of their records show warnings.
  const warnings = problems.filter(({ severity, page }) => severity === 'warning' && page !== null);
  const shown = errors.slice(0, SHOWN);
  return { site, problems: [...shown, ...warnings.slice(0, SHOWN)], more: errors.length - shown.length };
}
