/** What an update has done, as text, Markdown or JSON. */
import { fencedLines } from '../../contract/fenced.ts';
import type { UpdateReport } from '../../contract/generated/reports.types.ts';
import { plural, printable, visible, withThousands } from '../../contract/text.ts';
import type { DataSourceUpdate } from './data-source.ts';

/** What came of one data source, and what it took. */
export interface SourceSummary extends Omit<DataSourceUpdate, 'groups'> {
  /** The files of the catalog that were written, or would have been. */
  readonly written: readonly string[];
  readonly requests: number;
  readonly bytes: number;
}

/** What came of a run. */
export interface UpdateSummary {
  readonly sources: readonly SourceSummary[];
  /** Why it ended before it was done; null where it did not. */
  readonly stopped: string | null;
  /** Whether nothing was written because nothing was to be. */
  readonly isDryRun: boolean;
}

/** How many lines of a kind are listed of a data source. */
const LISTED = 20;

const COUNTS = ['found', 'added', 'changed', 'unchanged', 'gone', 'failed'] as const;

/** How many of each there are, in the words of the summary. */
function countsOf(source: SourceSummary): Record<(typeof COUNTS)[number], number | null> {
  const { found, added, changed, unchanged, gone, failed } = source;
  return {
    found,
    added: added.length,
    changed: changed.length,
    unchanged,
    gone: gone.length,
    failed: failed.length,
  };
}

/** The summary for a terminal. */
export function summaryAsText(summary: UpdateSummary): string {
  const lines = summary.sources.flatMap((source) => {
    const counts = Object.entries(countsOf(source)).map(([what, count]) => `${shown(count)} ${what}`);
    const boxes = source.boxesChanged.map((path) => `the box of ${path} has changed`);
    const nothing = nothingToAsk(source);
    const lines = [...(nothing === null ? [] : [nothing]), ...failureLines(source)];
    const details = [...listed(lines), ...listed(boxes)].map((line) => `  ${visible(line)}`);
    return [`${source.id}: ${counts.join(', ')} (${costOf(source)})`, ...details];
  });
  return [...lines, ...endOf(summary)].map((line) => `${line}\n`).join('');
}

/** The summary for a pull request or the page of a run. */
export function summaryAsMarkdown(summary: UpdateSummary): string {
  const head = ['Data source', ...COUNTS, 'requests', 'bytes'];
  const rows = summary.sources.map((source) => {
    const counts = Object.values(countsOf(source)).map(shown);
    return [`\`${source.id}\``, ...counts, withThousands(source.requests), withThousands(source.bytes)];
  });
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [row(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(row)].join('\n');
  const failures = summary.sources.flatMap((source) => {
    if (source.failed.length === 0) return [];
    const lines = failureLines(source);
    return [`**${source.id}**, what could not be found out:\n\n${fencedLines('text', lines, LISTED)}`];
  });
  const boxes = summary.sources.flatMap(({ id, boxesChanged }) => {
    if (boxesChanged.length === 0) return [];
    return [`**${id}**, files that cover another box than before:\n\n${fencedLines('text', boxesChanged, LISTED)}`];
  });
  return `${[table, ...failures, ...boxes, ...endOf(summary)].join('\n\n')}\n`;
}

/** The summary for programs, in the shape of `schemas/reports/update.json`. */
export function summaryAsJson({ sources, stopped, isDryRun }: UpdateSummary): string {
  const report: UpdateReport = {
    version: 1,
    dryRun: isDryRun,
    stopped,
    sources: sources.map((source) => ({
      id: source.id,
      found: source.found,
      added: [...source.added],
      changed: [...source.changed],
      boxesChanged: [...source.boxesChanged],
      unchanged: source.unchanged,
      gone: [...source.gone],
      failed: [...source.failed],
      written: [...source.written],
      requests: source.requests,
      bytes: source.bytes,
    })),
  };
  return `${printable(JSON.stringify(report, null, 2))}\n`;
}

/** What is said of a data source of which nothing can be found out, because nothing says where; null of any other. */
function nothingToAsk({ found, added, changed, unchanged, gone, failed }: SourceSummary): string | null {
  const isEmpty =
    found === null && unchanged === 0 && [added, changed, gone, failed].every(({ length }) => length === 0);
  return isEmpty ? 'nothing was asked: it has no files, and no source in datasource.yaml whose listing is read' : null;
}

/** What failed, in lines: files that failed for the same reason share one, in the place of the first. */
function failureLines({ failed }: SourceSummary): string[] {
  const byReason = new Map<string, string[]>();
  for (const { path, reason } of failed) {
    const paths = byReason.get(reason);
    if (paths) paths.push(path);
    else byReason.set(reason, [path]);
  }
  return [...byReason].map(([reason, [first = '', ...others]]) => {
    if (first === '') return reason;
    const more = others.length === 0 ? '' : ` (and ${plural(others.length, 'more file')})`;
    return `${first}${more}: ${reason}`;
  });
}

/** The first of many lines, and how many there are. */
function listed(lines: readonly string[]): string[] {
  const more = lines.length - LISTED;
  return more > 0 ? [...lines.slice(0, LISTED), `… and ${withThousands(more)} more`] : [...lines];
}

function endOf({ sources, stopped, isDryRun }: UpdateSummary): string[] {
  const written = sources.reduce((sum, source) => sum + source.written.length, 0);
  const did = isDryRun ? 'would be written' : 'written';
  return [
    ...(stopped === null ? [] : [`Stopped before everything was done: ${visible(stopped)}. The next run goes on.`]),
    `${plural(written, 'file')} of the catalog ${did}.`,
  ];
}

function costOf({ requests, bytes }: SourceSummary): string {
  return `${plural(requests, 'request')}, ${plural(bytes, 'byte')}`;
}

function shown(count: number | null): string {
  return count === null ? '-' : withThousands(count);
}
