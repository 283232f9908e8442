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

/** How many failures of a data source are listed. */
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
    return [`${source.id}: ${counts.join(', ')} (${costOf(source)})`, ...failuresOf(source, '  ')];
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
    const lines = source.failed.map(lineOf);
    return [`**${source.id}**, what could not be found out:\n\n${fencedLines('text', lines, LISTED)}`];
  });
  return `${[table, ...failures, ...endOf(summary)].join('\n\n')}\n`;
}

/** The summary for programs, in the shape of `schemas/reports/update.json`. */
export function summaryAsJson({ sources, stopped, isDryRun }: UpdateSummary): string {
  const report: UpdateReport = {
    version: 1,
    dryRun: isDryRun,
    stopped,
    sources: sources.map(({ id, found, added, changed, unchanged, gone, failed, written, requests, bytes }) => ({
      id,
      found,
      added: [...added],
      changed: [...changed],
      unchanged,
      gone: [...gone],
      failed: [...failed],
      written: [...written],
      requests,
      bytes,
    })),
  };
  return `${printable(JSON.stringify(report, null, 2))}\n`;
}

function failuresOf({ failed }: SourceSummary, indent: string): string[] {
  const lines = failed.slice(0, LISTED).map((failure) => indent + visible(lineOf(failure)));
  const more = failed.length - LISTED;
  return more > 0 ? [...lines, `${indent}… and ${withThousands(more)} more`] : lines;
}

function lineOf({ path, reason }: SourceSummary['failed'][number]): string {
  return path === '' ? reason : `${path}: ${reason}`;
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
