/** The one comment on a pull request, which every run updates. */
import { fencedLines } from '../../cli/fenced.ts';
import type { CheckReport } from '../../contract/generated/reports.types.ts';
import { plural } from '../../contract/text.ts';
import site from '../../schemas/catalog/site.json' with { type: 'json' };
import type { Merge } from './merge-outcome.ts';

/** The beginning of our comment, by which it is found again. It is not shown. */
export const MARKER = '<!-- cartalog: what clients will see -->';

/** The author of our comment. A comment of somebody else that holds the marker is not ours. */
export const AUTHOR = 'github-actions[bot]';

/** A comment, as GitHub's API returns it. */
export interface IssueComment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string } | null;
}

/** The comment to update; null where there is none yet. */
export function ownComment(comments: readonly IssueComment[]): IssueComment | null {
  return comments.find(({ body, user }) => user?.login === AUTHOR && body.startsWith(MARKER)) ?? null;
}

/** What the programs of main have found out. Null where they did not get that far. */
export interface Result {
  readonly merge: Merge | null;
  /** The output of `cartalog check --format json`. */
  readonly check: CheckReport | null;
  /** What `cartalog check` said to people; it has the reason where it could not run. */
  readonly said: string;
  /** The output of `cartalog diff`. */
  readonly report: string | null;
  /** The pages of changed records in the preview, as paths from its root. */
  readonly pages: readonly string[];
}

/** What the comment is made of. */
export interface CommentParts extends Result {
  /** The address of the preview, without a trailing slash; null where there is none. */
  readonly preview: string | null;
  /** The newest commit of the pull request. */
  readonly head: string;
  /** The address of the page of the workflow run. */
  readonly run: string;
}

/** How many characters GitHub allows in a comment. */
const LONGEST = 65_536;

/** How many lines of a list are shown. */
const SHOWN = 10;

/** Of the problems of a catalog more are shown, because there is no report then. */
const SHOWN_PROBLEMS = 50;

/** Of what else changes, more than there is of what takes effect at once and of files that a repository has. */
const SHOWN_ELSEWHERE = 50;

/** Of the settings, all that the schema allows: each token taken away or added, and a few lines for everything else. */
const SHOWN_SETTINGS = 2 * site.properties.accessTokens.maxItems + 20;

/** The text of the comment. */
export function commentOf({ preview, head, run, ...result }: CommentParts): string {
  const { merge } = result;
  const shown =
    preview === null ? [] : [`Preview: ${preview}/ (the lists are at ${preview}/v1/)`, ...pagesIn(preview, result)];
  const into = merge && 'base' in merge ? ` and main at ${short(merge.base)}` : '';
  const top = [
    MARKER,
    '### What clients will see',
    // A pull request can keep us from running again, so the comment says at the top what it is about.
    `For ${short(head)}${into}, by main's program ([run](${run})). Newer commits are not in it.`,
    ...shown,
    ...settingsIn(merge),
    ...elsewhereIn(merge),
  ];
  const text = textOf([...top, whatOf(result)]);
  // The lists at the top are what a reviewer must see, so that it is the rest which is left out.
  return text.length <= LONGEST ? text : textOf([...top, tooLong(run)]);
}

const textOf = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

const tooLong = (run: string): string =>
  `**The rest is not shown here**: with the lists above, it is too long for a comment. It is in the artifact "result" of the [run](${run}).`;

/** What a path of a page is: no more than names that the catalog accepts, which cannot be Markdown. */
const PAGE = /^[a-z]+\/[a-z0-9-]+\/$/;

/** Links to the pages of the changed records. */
function pagesIn(preview: string, { pages }: Result): string[] {
  const links = pages.filter((page) => PAGE.test(page)).map((page) => `[${page.slice(0, -1)}](${preview}/${page})`);
  if (links.length === 0) return [];
  const more = links.length > SHOWN ? ` and ${links.length - SHOWN} more` : '';
  return [`Pages of changed records: ${links.slice(0, SHOWN).join(', ')}${more}`];
}

/** A commit as GitHub makes a link of it. */
const short = (commit: string): string => commit.slice(0, 10);

/** What merging would publish, or why nothing would be. */
function whatOf({ merge, check, said, report }: Result): string {
  if (merge?.outcome === 'conflict') {
    const what = '**Nothing can be merged or compared yet**: these files changed on main too, in the same place.';
    return `${what}\n\n${fencedLines('text', merge.files, SHOWN)}`;
  }
  if (merge?.outcome === 'failed') {
    return `**Git could not fetch or merge it**, so there is nothing to compare.\n\n${fencedLines('text', [merge.reason], 1)}`;
  }
  if (report !== null) return report.trim();
  if (check && check.counts.errors > 0) {
    const errors = check.diagnostics.filter(({ severity }) => severity === 'error');
    const lines = errors.map(
      ({ file, line, column, code, message }) =>
        `${[file, line, column].filter((part) => part !== null).join(':')} ${code}  ${message}`,
    );
    const what = `Nothing would be published: the catalog has ${plural(check.counts.errors, 'error')}.`;
    return `**${what}**\n\n${fencedLines('text', lines, SHOWN_PROBLEMS)}`;
  }
  const reason = check || said.trim() === '' ? [] : [fencedLines('text', said.trim().split('\n'), SHOWN)];
  return ['**The catalog could not be checked, built or compared**; see the log of the run.', ...reason].join('\n\n');
}

/** What changes for the whole site, where a report may not show it. */
function settingsIn(merge: Merge | null): string[] {
  if (merge?.outcome !== 'merged' || merge.settings.length === 0) return [];
  return [
    '**The settings of the site change**, in catalog/site.yaml. Not everything about them is visible below: every link of the site begins with serviceUrl, and what accessTokens names is read from the environment and published.',
    fencedLines('text', merge.settings, SHOWN_SETTINGS),
  ];
}

/** What the comment is silent about. It comes first: a report can be long. */
function elsewhereIn(merge: Merge | null): string[] {
  if (merge?.outcome !== 'merged' || merge.elsewhere.length === 0) return [];
  return [
    "**Not everything is shown here.** The following changes too, and takes effect after merging: review the files. This comment and the preview are made by main's program, from the records alone.",
    fencedLines('text', merge.elsewhere, SHOWN_ELSEWHERE),
  ];
}
