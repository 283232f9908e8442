import { plural, shortenedText, visible } from '../../../contract/base/text.ts';
import { INTERFACE_SECTIONS, type InterfaceSection, sectionAnchor } from './statements.ts';

/** `not applicable`: no requests; `known`: the host cannot fulfil it. */
type CheckResult = 'holds' | 'fails' | 'known' | 'not applicable';

export interface Verdict {
  readonly check: { readonly id: string; readonly says: string; readonly section: InterfaceSection };
  readonly result: CheckResult;
  readonly problems: readonly string[];
  /** Limitations that the interface allows. */
  readonly remarks: readonly string[];
  readonly problemCount: number;
  /** Requests by the check, or files that it read. */
  readonly requestCount: number;
}

export type Found = Pick<Verdict, 'problems' | 'problemCount'>;

/** Problems or remarks of a check. */
const MAX_PROBLEMS = 5;

/** In characters: it can quote a server. */
export const LONGEST_PROBLEM = 500;

/** @param name begins each problem */
export function firstProblems(all: readonly string[], name = ''): Found {
  const problems = all.slice(0, MAX_PROBLEMS).map((problem) => name + shortenedText(problem, LONGEST_PROBLEM));
  return { problems, problemCount: all.length };
}

export function statementVerdict(
  { id, says, section }: Verdict['check'],
  found: readonly Found[],
  requestCount: number,
  remarks: readonly string[] = [],
): Verdict {
  const problemCount = found.reduce((sum, one) => sum + one.problemCount, 0);
  const result = problemCount > 0 ? 'fails' : requestCount === 0 ? 'not applicable' : 'holds';
  const problems = found.flatMap((one) => one.problems).slice(0, MAX_PROBLEMS);
  return { check: { id, says, section }, result, problems, problemCount, remarks, requestCount };
}

export interface Report {
  readonly verdicts: readonly Verdict[];
  /** Explains most failures in one line; or null. */
  readonly cause: string | null;
  /** About known exceptions or the folder; or null. */
  readonly remark: string | null;
  /** Documents the interface; without an anchor. */
  readonly page: string;
  readonly noun?: 'request' | 'file';
}

export function withKnownExceptions(verdicts: readonly Verdict[], exceptions: readonly string[]): Verdict[] {
  return verdicts.map((verdict) =>
    verdict.result === 'fails' && exceptions.includes(verdict.check.id) ? { ...verdict, result: 'known' } : verdict,
  );
}

const MARKS = { holds: 'ok', fails: 'FAILS', known: 'known', 'not applicable': 'n/a' } as const satisfies Record<
  CheckResult,
  string
>;

/** The most important is last: people see the end of long output. */
export function formatVerifyReport({ verdicts, cause, remark, page, noun = 'request' }: Report): string {
  const width = verdicts.reduce((most, { check }) => Math.max(most, check.id.length), 0);
  const row = ({ check, result }: Verdict): string =>
    `${MARKS[result].padEnd(5)}  ${check.id.padEnd(width)}  ${check.says}\n`;
  const failures = verdicts.filter(({ result }) => result === 'fails');
  const withRemarks = verdicts.filter(({ remarks }) => remarks.length > 0);
  const parts = [
    ...bySection(verdicts, page, row),
    ...(withRemarks.length === 0 ? [] : ['Remarks (not failures)\n']),
    ...bySection(withRemarks, page, ({ check, remarks }) => `${check.says}\n${linesOf(remarks)}`),
    ...(failures.length === 0 ? [] : ['Failures\n']),
    ...bySection(failures, page, (verdict) => row(verdict) + linesOf(verdict.problems, verdict.problemCount)),
    ...(cause === null ? [] : [`${visible(cause)}\n`]),
    ...(remark === null ? [] : [`${visible(remark)}\n`]),
    `${countsOf(verdicts, noun)}\n`,
  ];
  return parts.join('\n');
}

function bySection(verdicts: readonly Verdict[], page: string, format: (verdict: Verdict) => string): string[] {
  return INTERFACE_SECTIONS.map((section) => {
    const inSection = verdicts.filter(({ check }) => check.section === section);
    const heading = `${section}: ${page}#${sectionAnchor(section)}\n`;
    return inSection.length === 0 ? '' : heading + inSection.map(format).join('');
  }).filter((part) => part !== '');
}

const INDENT = ' '.repeat(7);

function linesOf(sentences: readonly string[], count = sentences.length): string {
  const shown = sentences.slice(0, MAX_PROBLEMS);
  const more = count - shown.length;
  return [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].map((line) => `${INDENT}${visible(line)}\n`).join('');
}

function countsOf(verdicts: readonly Verdict[], noun: string): string {
  const count = (result: CheckResult): number => verdicts.filter((verdict) => verdict.result === result).length;
  const read = verdicts.reduce((sum, { requestCount }) => sum + requestCount, 0);
  const remarks = verdicts.reduce((sum, verdict) => sum + verdict.remarks.length, 0);
  const also = remarks === 0 ? '' : `, ${plural(remarks, 'remark')}`;
  const known = count('known') === 0 ? '' : `${count('known')} known, `;
  return `${count('holds')} hold, ${count('fails')} fail, ${known}${count('not applicable')} not applicable${also} (${plural(read, noun)})`;
}
