import { withoutKeysIn, withoutPastedKeys } from '../../../build/tile-url/secrets.ts';
import { fencedLines } from '../../../cli/terminal/fenced.ts';
import { firstNames, itemsByKey, plural, printableLines, visible, withThousands } from '../../../contract/base/text.ts';
import type { UpdatedSource, UpdateReport } from '../../../contract/generated/reports.types.ts';

const SHOWN_LINES = 20;

/** In lines: within GitHub's limit. */
const SHOWN_DIFF = 300;

const COUNTS = ['found', 'added', 'changed', 'respelled', 'unchanged', 'gone', 'failed'] as const;

function countsOf(sources: readonly UpdatedSource[]) {
  const names = COUNTS.filter((name) => name !== 'respelled' || sources.some(({ respelled }) => respelled.length > 0));
  const countsIn = (source: UpdatedSource): string[] =>
    names.map((name) => {
      const value = source[name];
      const count = Array.isArray(value) ? value.length : value;
      return count === null ? '-' : withThousands(count);
    });
  return { names, countsIn };
}

export function updateAsText(report: UpdateReport): string {
  const lines = report.sources.flatMap((source) => {
    const { names, countsIn } = countsOf([source]);
    const counts = countsIn(source).map((count, index) => `${count} ${names[index]}`);
    const boxes = source.boxesChanged.map((path) => `the box of ${path} has changed`);
    const others = [shrunkLines(source), wentBackLines(source), boxes, respelledLines(source), movedLines(source)];
    const parts = [failureLines(source.failed), failureLines(source.warnings), ...others];
    const details = parts.flatMap(listed).map((line) => `  ${withoutPastedKeys(visible(line))}`);
    const cost = `${plural(source.requests, 'request')}, ${plural(source.bytes, 'byte')}`;
    return [`${source.id}: ${counts.join(', ')} (${cost})`, ...details];
  });
  return [...lines, ...diffLines(report).map((line) => withoutPastedKeys(visible(line))), ...endOf(report)]
    .map((line) => `${line}\n`)
    .join('');
}

export function updateAsMarkdown({ sources, ...report }: UpdateReport): string {
  const { names, countsIn } = countsOf(sources);
  const head = ['Data source', ...names, 'requests', 'bytes'];
  const rows = sources.map((source) => {
    return [`\`${source.id}\``, ...countsIn(source), withThousands(source.requests), withThousands(source.bytes)];
  });
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [row(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(row)].join('\n');
  const part = (heading: string, linesOf: (source: UpdatedSource) => readonly string[]): string[] =>
    sources.flatMap((source) => {
      const lines = linesOf(source);
      return lines.length === 0 ? [] : [`**${source.id}**, ${heading}:\n\n${fencedLines('text', lines, SHOWN_LINES)}`];
    });
  const parts = [
    ...part('what could not be found out', ({ failed }) => failureLines(failed)),
    ...part('warnings', ({ warnings }) => failureLines(warnings)),
    ...part('files that shrank to less than a half', shrunkLines),
    ...part('files whose version is not newer than before', wentBackLines),
    ...part('files that cover another box than before', ({ boxesChanged }) => boxesChanged),
    ...part('files whose names are spelled anew', respelledLines),
    ...part('files that begin a new history in another folder', movedLines),
  ];
  const diff = diffLines({ sources, ...report });
  const changes = diff.length === 0 ? [] : [fencedLines('diff', diff, SHOWN_DIFF)];
  return `${[table, ...parts, ...changes, ...endOf({ sources, ...report })].join('\n\n')}\n`;
}

export function updateAsJson(report: UpdateReport): string {
  return `${printableLines(JSON.stringify(report, withoutKeysIn, 2))}\n`;
}

const HOW = {
  again: 'went back to the version of',
  older: 'has a new version with an earlier time than the newest:',
  replaced: 'has other bytes than before with the time and size of the version of',
};

const wentBackLines = ({ wentBack }: UpdatedSource): string[] =>
  wentBack.map(({ path, lastModified, how }) => `${path} ${HOW[how]} ${lastModified}`);

const shrunkLines = ({ shrunk }: UpdatedSource): string[] =>
  shrunk.map(({ path, from, to }) => `${path} shrank from ${withThousands(from)} to ${plural(to, 'byte')}`);

const respelledLines = ({ respelled }: UpdatedSource): string[] =>
  respelled.map(({ path, before }) => `${before} is now spelled ${path}`);

/** Upstream probably renamed a folder if all its gone files are new in another. */
function movedLines({ gone, added }: UpdatedSource): string[] {
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  const [news, byName, taken] = [new Set(added), itemsByKey(added, nameOf), new Set<string>()];
  return [...itemsByKey(gone, folderOf)].flatMap(([folder, paths]) => {
    const isNew = (to: string): boolean => !taken.has(to) && paths.every((path) => news.has(to + nameOf(path)));
    const to = byName
      .get(nameOf(paths[0] ?? ''))
      ?.map(folderOf)
      .find(isNew);
    if (to === undefined) return [];
    taken.add(to);
    return `${plural(paths.length, 'file')} may have moved from ${folder || 'the top'} to ${to || 'the top'}`;
  });
}

function failureLines(failed: UpdatedSource['failed']): string[] {
  return [...itemsByKey(failed, ({ reason }) => reason)].map(([reason, failures]) => {
    const names = firstNames(failures.map(({ path }) => path).filter((path) => path !== ''));
    return names === '' ? reason : `${names}: ${reason}`;
  });
}

function listed(lines: readonly string[]): string[] {
  const more = lines.length - SHOWN_LINES;
  return more > 0 ? [...lines.slice(0, SHOWN_LINES), `… and ${withThousands(more)} more`] : [...lines];
}

function diffLines({ dryRun, diff, sources }: UpdateReport): string[] {
  if (!dryRun) return [];
  const files = new Set(sources.flatMap(({ written }) => written));
  return diff === null ? [...files] : diff.split('\n').slice(0, -1);
}

function endOf({ sources, stopped, dryRun }: UpdateReport): string[] {
  const written = new Set(sources.flatMap((source) => source.written)).size;
  const hasNothing =
    written === 0 &&
    sources.some(({ failed }) => failed.length > 0) &&
    sources.every(({ found, unchanged }) => !found && unchanged === 0);
  const did = dryRun ? 'would be written' : 'written';
  const dropped = sources.reduce((sum, { removalsDropped }) => sum + removalsDropped, 0);
  return [
    ...(stopped === null ? [] : [`Stopped before everything was done: ${visible(stopped)}. The next run goes on.`]),
    ...(dropped === 0
      ? []
      : [`${plural(dropped, 'old removal')} ${dryRun ? 'would be ' : ''}deleted from removals.yaml.`]),
    hasNothing
      ? 'Nothing could be observed; the catalog stays as it is.'
      : `${plural(written, 'file')} of the catalog ${did}.`,
  ];
}
