import { appendFileSync } from 'node:fs';
import { type Finding, findingsSummary } from '../../build/report/findings.ts';
import { findingsAsAnnotations, findingsAsText } from '../../build/report/print.ts';
import { itemsByKey, plural, visible } from '../../contract/base/text.ts';
import { fencedLines } from './fenced.ts';
import { type Io, type Output, whileWriting } from './io.ts';
import { workspacePrefix } from './terminal.ts';

/** GitHub shows ten of each severity for a step; one error is kept for problems of unchanged files. */
const ANNOTATIONS_LEFT = new WeakMap<Output, Record<Finding['severity'], number>>();

/** Annotations for GitHub while there is room, then text. The run's page lists all. */
export function annotateFindings(io: Io, catalog: string, findings: readonly Finding[]): void {
  const prefix = workspacePrefix(io, catalog);
  const left = ANNOTATIONS_LEFT.get(io.stdout) ?? { error: 9, warning: 10 };
  ANNOTATIONS_LEFT.set(io.stdout, left);
  const chosen = new Set(mostDiverseFirst(findings).filter(({ severity }) => left[severity]-- > 0));
  const annotated = findings.filter((finding) => chosen.has(finding));
  const others = findings.filter((finding) => !chosen.has(finding));
  io.stdout.write(findingsAsAnnotations(annotated, prefix), 'commands');
  io.stdout.write(findingsAsText(others, prefix, false));
  if (findings.length > 0) addToRunPage(io, findingsAsMarkdown(findings, prefix));
}

/** The first of each file before any second; among these, each code before its second. */
function mostDiverseFirst(findings: readonly Finding[]): Finding[] {
  const seen = new Map<string, number>();
  const rank = (key: string): number => seen.set(key, (seen.get(key) ?? 0) + 1).get(key) as number;
  return findings
    .map((finding) => ({
      finding,
      rank: rank(`${finding.severity} in ${finding.file}`) * 1e9 + rank(`${finding.severity} ${finding.code}`),
    }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ finding }) => finding);
}

/** GitHub shows no summary above 1 MiB. The rest is for the list of changes. */
const SUMMARY_BYTES = 800_000;

/** Lists findings by file, as many as fit. No text of a finding is markup. */
function findingsAsMarkdown(findings: readonly Finding[], prefix: string): string {
  const lines = [...itemsByKey(findings, ({ file }) => file)].flatMap(([file, inFile]) => [
    visible(`${prefix}${file}: ${findingsSummary(inFile)}`),
    ...inFile.map((finding) =>
      visible(`  ${finding.line}:${finding.column} ${finding.severity} ${finding.code}  ${finding.message}`),
    ),
  ]);
  let room = SUMMARY_BYTES;
  const shown = lines.filter((line) => {
    room -= Buffer.byteLength(line) + 1;
    return room >= 0;
  });
  const hidden = lines.slice(shown.length).filter((line) => line.startsWith('  ')).length;
  const rest = hidden === 0 ? '' : `\n… and ${plural(hidden, 'more problem')}, for which there is no room here.\n`;
  return `#### ${findingsSummary(findings)}\n\n${fencedLines('text', shown, shown.length)}\n${rest}`;
}

/** If it exists. @throws CannotRunError if it cannot be written */
export function addToRunPage({ env: { GITHUB_STEP_SUMMARY: page } }: Pick<Io, 'env'>, markdown: string): void {
  if (page) whileWriting('GITHUB_STEP_SUMMARY', () => appendFileSync(page, markdown));
}
