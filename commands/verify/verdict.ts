/** The verdicts of checks, and their report. */
import { plural, visible } from '../../contract/text.ts';
import { INTERFACE_SECTIONS, type InterfaceSection } from './expectations.ts';

/** The verdict on a statement: `not applicable` without requests, `known` if the host cannot fulfil it. */
export type CheckResult = 'holds' | 'fails' | 'known' | 'not applicable';

/** The result of one check. */
export interface Verdict {
  readonly check: { readonly id: string; readonly statement: string; readonly section: InterfaceSection };
  readonly result: CheckResult;
  /** The first problems, each with its request. */
  readonly problems: readonly string[];
  /** Limitations that the interface allows. They do not affect the verdict. */
  readonly remarks: readonly string[];
  /** The total number of problems. */
  readonly problemCount: number;
  /** How many requests the check sent. */
  readonly requestCount: number;
}

/**
 * The verdict on a step of the desktop client.
 *
 * @param found null if the catalog has nothing for this step
 */
export function replayVerdict(
  id: string,
  statement: string,
  found: Pick<Verdict, 'problems' | 'remarks'> | null,
  requestCount: number,
): Verdict {
  const { problems, remarks } = found ?? { problems: [], remarks: [] };
  return {
    check: { id, statement, section: 'desktop-client' },
    result: found === null ? 'not applicable' : problems.length > 0 ? 'fails' : 'holds',
    problems,
    remarks,
    problemCount: problems.length,
    requestCount,
  };
}

/** Additional parts of the report. */
export interface Report {
  readonly verdicts: readonly Verdict[];
  /** One line that explains most failures; null if unknown. */
  readonly cause: string | null;
  /** One line about known exceptions; null if none. */
  readonly known: string | null;
  /** The address of the page that documents the interface, without an anchor. */
  readonly page: string;
}

/** Marks failures that are known exceptions of a host. */
export function withKnown(verdicts: readonly Verdict[], exceptions: readonly string[]): Verdict[] {
  return verdicts.map((verdict) =>
    verdict.result === 'fails' && exceptions.includes(verdict.check.id) ? { ...verdict, result: 'known' } : verdict,
  );
}

const MARKS = { holds: 'ok', fails: 'FAILS', known: 'known', 'not applicable': 'n/a' } as const satisfies Record<
  CheckResult,
  string
>;

/** The maximum number of problems or remarks per check. */
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
    ...(withRemarks.length === 0 ? [] : ['Remarks (not failures)\n']),
    ...bySection(withRemarks, page, ({ check, remarks }) => `${check.statement}\n${linesOf(remarks)}`),
    ...(failures.length === 0 ? [] : ['Failures\n']),
    ...bySection(failures, page, (verdict) => row(verdict) + linesOf(verdict.problems, verdict.problemCount)),
    ...(cause === null ? [] : [`${visible(cause)}\n`]),
    ...(known === null ? [] : [`${visible(known)}\n`]),
    `${countsOf(verdicts)}\n`,
  ];
  return parts.join('\n');
}

/** The verdicts by section, with a linked heading. Empty sections are left out. */
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
