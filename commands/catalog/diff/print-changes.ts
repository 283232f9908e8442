import { withoutKeysIn } from '../../../build/tile-url/secrets.ts';
import { fencedLines } from '../../../cli/terminal/fenced.ts';
import { plural, printableLines, visible, withThousands } from '../../../contract/base/text.ts';
import { byteSizeText, CHANGE_HEADINGS, changeLine, type DiffSection, isBreaking, type SiteDiff } from './change.ts';
import { type MatchedRemovals, offeredLine } from './removals.ts';

/** Only the lines may contain text of the change. */
interface ReportPart {
  readonly heading: string;
  /** `diff` lines begin with their mark. */
  readonly form: 'diff' | 'yaml' | 'text';
  readonly lines: readonly string[];
}

interface ChangeReport {
  /** One or two sentences, without text of the change. */
  readonly summary: string;
  readonly parts: readonly ReportPart[];
}

export function reportOnChanges(diff: SiteDiff, { breaking }: MatchedRemovals): ChangeReport {
  const unlisted = breaking.filter(({ reason }) => reason === null);
  const parts: ReportPart[] = [
    {
      heading: 'Breaking',
      form: 'diff',
      lines: breaking.map(
        ({ change, reason }) => `${changeLine(change)}  (${reason === null ? 'not listed' : `listed: ${reason}`})`,
      ),
    },
    {
      heading:
        'To remove this on purpose, add these lines with a reason to removals.yaml (in place of [], if it has that)',
      form: 'yaml',
      lines: unlisted.map(({ change }) => offeredLine(change.target)),
    },
    ...(Object.keys(CHANGE_HEADINGS) as DiffSection[]).map((section): ReportPart => {
      const changes = diff.changes.filter((change) => change.subject.section === section && !isBreaking(change));
      return { heading: CHANGE_HEADINGS[section], form: 'diff', lines: changes.map(changeLine) };
    }),
    { heading: 'Service URL', form: 'diff', lines: serviceUrlLines(diff) },
    { heading: 'Sizes', form: 'text', lines: sizeLines(diff) },
  ];
  return {
    summary: summaryOf(diff, breaking.length, unlisted.length),
    parts: parts.filter(({ lines }) => lines.length > 0),
  };
}

function summaryOf({ changes, serviceUrl }: SiteDiff, breaking: number, unlisted: number): string {
  if (changes.length === 0)
    return serviceUrl ? 'Only the service URL changes for clients.' : 'Nothing changes for clients.';
  const all = plural(changes.length, 'change');
  if (breaking === 0) return `${all} for clients, none of them breaking.`;
  const those = `${withThousands(breaking)} of them breaking`;
  if (unlisted === 0) return `${all} for clients, ${those} and listed in removals.yaml.`;
  return `${all} for clients, ${those}; ${unlisted === breaking ? 'not' : `${withThousands(unlisted)} not`} listed in removals.yaml.`;
}

function serviceUrlLines({ serviceUrl }: SiteDiff): string[] {
  return serviceUrl ? [`! ${serviceUrl.before} -> ${serviceUrl.after} (all links; compared without it)`] : [];
}

function sizeLines({ serviceUrl, sizes: { total } }: SiteDiff): string[] {
  if (total.before === total.after) return [];
  const note = serviceUrl ? ['The service URL is part of every link, and so of these sizes.'] : [];
  return [`whole site  ${byteSizeText(total.before)} -> ${byteSizeText(total.after)}`, ...note];
}

/** `reason` is from `removals.yaml`, or null. Later versions may only add fields. */
export function changesAsJson({ serviceUrl, changes, sizes }: SiteDiff, { breaking }: MatchedRemovals): string {
  const reasons = new Map(breaking.map(({ change, reason }) => [change, reason]));
  const items = changes.map((change) => ({
    ...change,
    breaking: reasons.has(change),
    reason: reasons.get(change) ?? null,
  }));
  const unlisted = breaking.filter(({ reason }) => reason === null).length;
  const report = { breaking: breaking.length, unlisted, serviceUrl, changes: items, sizes };
  return `${printableLines(JSON.stringify(report, withoutKeysIn, 2))}\n`;
}

/** In characters. GitHub accepts 65,536; the comment has other text, too. */
export const LONGEST_CHANGE_REPORT = 60_000;

/** Lines of a part, at most: the first limit with which the report fits. */
const LINES = [200, 100, 50, 25, 12, 6, 3];

/** Fenced, because text of the change is untrusted. */
export function changesAsMarkdown(diff: SiteDiff, matched: MatchedRemovals): string {
  const { summary, parts } = reportOnChanges(diff, matched);
  let text = '';
  for (const limit of LINES) {
    const sections = parts.map(({ heading, form, lines }) => `#### ${heading}\n\n${fencedLines(form, lines, limit)}`);
    text = `${[`**${summary}**`, ...sections].join('\n\n')}\n`;
    if (text.length <= LONGEST_CHANGE_REPORT) break;
  }
  return text;
}

export function changesAsText(diff: SiteDiff, matched: MatchedRemovals): string {
  const { summary, parts } = reportOnChanges(diff, matched);
  const blocks = parts.map(({ heading, lines }) =>
    [`${heading}:`, ...lines.map((line) => `  ${visible(line)}`)].join('\n'),
  );
  return `${[summary, ...blocks].join('\n\n')}\n`;
}
