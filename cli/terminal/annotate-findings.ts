import { appendFileSync } from 'node:fs';
import { type Finding, findingsSummary } from '../../build/report/findings.ts';
import { findingsAsAnnotations, findingsAsText } from '../../build/report/print.ts';
import { itemsByKey, plural, visible } from '../../contract/base/text.ts';
import { fencedLines } from './fenced.ts';
import { type Io, type Output, whileWriting } from './io.ts';
import { workspacePrefix } from './terminal.ts';

/** How many annotations a step may still make: GitHub shows ten of each severity. One error is for unchanged files. */
const LEFT = new WeakMap<Output, Record<Finding['severity'], number>>();

/** Writes findings for GitHub: some as annotations, the others as text, and all of them on the page of the run. */
export function annotateFindings(io: Io, catalog: string, findings: readonly Finding[]): void {
  const prefix = workspacePrefix(io, catalog);
  const left = LEFT.get(io.stdout) ?? { error: 9, warning: 10 };
  LEFT.set(io.stdout, left);
  const chosen = new Set(eachFirst(findings).filter(({ severity }) => left[severity]-- > 0));
  const those = (isChosen: boolean): Finding[] => findings.filter((one) => chosen.has(one) === isChosen);
  io.stdout.write(findingsAsAnnotations(those(true), prefix), 'commands');
  io.stdout.write(findingsAsText(those(false), prefix, false));
  if (findings.length > 0) addToRunPage(io, findingsAsMarkdown(findings, prefix));
}

/** Sorted: the first finding of each file before any second one, and each code before it comes again. */
function eachFirst(findings: readonly Finding[]): Finding[] {
  const seen = new Map<string, number>();
  const rank = (key: string): number => seen.set(key, (seen.get(key) ?? 0) + 1).get(key) as number;
  return findings
    .map((one) => ({ one, rank: rank(`${one.severity} in ${one.file}`) * 1e9 + rank(`${one.severity} ${one.code}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

/** In bytes. GitHub shows nothing of a step whose summary is larger than 1 MiB; the rest is for the list of changes. */
const SUMMARY_BYTES = 800_000;

/** All findings by file, as far as there is room. None of their text is markup. */
function findingsAsMarkdown(findings: readonly Finding[], prefix: string): string {
  const lines = [...itemsByKey(findings, ({ file }) => file)].flatMap(([file, own]) => [
    visible(`${prefix}${file}: ${findingsSummary(own)}`),
    ...own.map((one) => visible(`  ${one.line}:${one.column} ${one.severity} ${one.code}  ${one.message}`)),
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

/** Adds Markdown to the page of the run, if there is one. @throws CannotRunError if it cannot be written */
export function addToRunPage({ env: { GITHUB_STEP_SUMMARY: page } }: Pick<Io, 'env'>, markdown: string): void {
  if (page) whileWriting('GITHUB_STEP_SUMMARY', () => appendFileSync(page, markdown));
}
