/** The verdicts of the checks, and how they are printed. */
import { plural, visible } from '../../contract/text.ts';
import { INTERFACE_SECTIONS, type InterfaceSection } from './expectations.ts';

/** Whether a statement holds; not applicable without requests, known if its host cannot keep it. */
export type CheckResult = 'holds' | 'fails' | 'known' | 'not applicable';

/** The result of one check. */
export interface Verdict {
  readonly check: { readonly id: string; readonly statement: string; readonly section: InterfaceSection };
  readonly result: CheckResult;
  /** What is wrong, each with the request that showed it: the first few. */
  readonly problems: readonly string[];
  /** What a client lacks, although the interface allows it. The verdict does not depend on them. */
  readonly remarks: readonly string[];
  /** How many problems there are in all. */
  readonly problemCount: number;
  /** How many requests the check sent. */
  readonly requestCount: number;
}

/** What is printed of a run. */
export interface Report {
  readonly verdicts: readonly Verdict[];
  /** One line that explains most of the failures; null if no such cause is known. */
  readonly cause: string | null;
  /** One line about what is known not to hold; null if nothing is. */
  readonly known: string | null;
  /** The address of the page that documents the interface, without an anchor. */
  readonly page: string;
}

/** The verdicts on a host that cannot keep some statements: failures of these are no news. */
export function withKnown(verdicts: readonly Verdict[], exceptions: readonly string[]): Verdict[] {
  return verdicts.map((verdict) =>
    verdict.result === 'fails' && exceptions.includes(verdict.check.id) ? { ...verdict, result: 'known' } : verdict,
  );
}

const MARKS = { holds: 'ok', fails: 'FAILS', known: 'known', 'not applicable': 'n/a' } as const satisfies Record<
  CheckResult,
  string
>;

/** How many problems or remarks of one check are kept and printed. */
export const MAX_PROBLEMS = 5;

/**
 * The report as text: one line for each check; then the remarks; then the failures with what is wrong; then their
 * common cause and the counts. What matters most is at the end, since that is what people see of a long output.
 */
export function formatReport({ verdicts, cause, known, page }: Report): string {
  const width = verdicts.reduce((most, { check }) => Math.max(most, check.id.length), 0);
  const row = ({ check, result }: Verdict): string =>
    `${MARKS[result].padEnd(5)}  ${check.id.padEnd(width)}  ${check.statement}\n`;
  const failures = verdicts.filter(({ result }) => result === 'fails');
  const withRemarks = verdicts.filter(({ remarks }) => remarks.length > 0);
  const parts = [
    ...bySection(verdicts, page, row),
    ...(withRemarks.length === 0 ? [] : ['Remarks, which are no failures\n']),
    ...bySection(withRemarks, page, ({ check, remarks }) => `${check.statement}\n${linesOf(remarks)}`),
    ...(failures.length === 0 ? [] : ['Failures\n']),
    ...bySection(failures, page, (verdict) => row(verdict) + linesOf(verdict.problems, verdict.problemCount)),
    ...(cause === null ? [] : [`${visible(cause)}\n`]),
    ...(known === null ? [] : [`${visible(known)}\n`]),
    `${countsOf(verdicts)}\n`,
  ];
  return parts.join('\n');
}

/** The verdicts of each section, after a heading with the link to it. Sections without verdicts are left out. */
function bySection(verdicts: readonly Verdict[], page: string, format: (verdict: Verdict) => string): string[] {
  return (Object.keys(INTERFACE_SECTIONS) as InterfaceSection[])
    .map((section) => ({ section, own: verdicts.filter(({ check }) => check.section === section) }))
    .filter(({ own }) => own.length > 0)
    .map(({ section, own }) => `${INTERFACE_SECTIONS[section]}: ${page}#${section}\n${own.map(format).join('')}`);
}

const INDENT = ' '.repeat(7);

function linesOf(sentences: readonly string[], count = sentences.length): string {
  const shown = sentences.slice(0, MAX_PROBLEMS);
  const more = count - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].map((line) => `${INDENT}${visible(line)}\n`).join('');
}

function countsOf(verdicts: readonly Verdict[]): string {
  const count = (result: CheckResult): number => verdicts.filter((verdict) => verdict.result === result).length;
  const requests = verdicts.reduce((sum, { requestCount }) => sum + requestCount, 0);
  const remarks = verdicts.reduce((sum, verdict) => sum + verdict.remarks.length, 0);
  const also = remarks === 0 ? '' : `, ${plural(remarks, 'remark')}`;
  const known = count('known') === 0 ? '' : `${count('known')} known, `;
  return `${count('holds')} hold, ${count('fails')} fail, ${known}${count('not applicable')} not applicable${also} (${requests} requests)`;
}
