import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fencedLines } from '../../../../cli/terminal/fenced.ts';
import { plural } from '../../../../contract/base/text.ts';
import type { CheckReport } from '../../../../contract/generated/reports.types.ts';
import site from '../../../../schemas/catalog/site.json' with { type: 'json' };
import { isPullRequestAt, type Repository, workflowRepository } from '../github/github.ts';
import { requireEnv, requirePullRequestNumber, type TaskContext, workflowRunUrl } from '../workflow.ts';
import { MERGE_FILE, type Merge } from './merge-result.ts';

export const COMMENT_MARKER = '<!-- cartalog: what clients will see -->';

/** Others can use the marker, too, so the author counts. */
export const COMMENT_AUTHOR = 'github-actions[bot]';

interface IssueComment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string } | null;
}

/** Null if the command did not run. */
export interface Result {
  readonly merge: Merge | null;
  readonly check: CheckReport | null;
  /** Printed by `check` besides its report, such as why it could not run. */
  readonly said: string;
  readonly report: string | null;
  /** Paths of pages of changed records, from the preview's root. */
  readonly pages: readonly string[];
}

export interface CommentParts extends Result {
  /** Without a trailing slash. */
  readonly preview: string | null;
  readonly head: string;
  readonly run: string;
}

/** GitHub's limit in characters. */
const LONGEST = 65_536;

const SHOWN = 10;

/** Enough for all files that take effect when merged. */
const SHOWN_ELSEWHERE = 50;

/** Enough for all settings, with each token removed or added. */
const SHOWN_SETTINGS = 2 * site.properties.accessTokens.maxItems + 20;

export function previewCommentOf({ preview, head, run, ...result }: CommentParts): string {
  const { merge } = result;
  const shown =
    preview === null ? [] : [`Preview: ${preview}/ (the lists are at ${preview}/v1/)`, ...pagesIn(preview, result)];
  const into = merge && 'base' in merge ? ` and main at ${short(merge.base)}` : '';
  const top = [
    COMMENT_MARKER,
    '### What clients will see',
    // A pull request can prevent later runs, so its commit comes first.
    `For ${short(head)}${into}, by main's program ([run](${run})). Newer commits are not in it.`,
    ...shown,
    ...settingsIn(merge),
    ...elsewhereIn(merge),
  ];
  const text = textOf([...top, comparisonOf(result)]);
  // If it is too long, the comparison is left out: reviewers must see the lists at the top.
  return text.length <= LONGEST ? text : textOf([...top, tooLong(run)]);
}

const textOf = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`;

const tooLong = (run: string): string =>
  `**The rest is not shown here**: with the lists above, it is too long for a comment. It is in the artifact "result" of the [run](${run}).`;

/** Valid names cannot be Markdown. */
const PAGE = /^[a-z]+\/[a-z0-9-]+\/$/;

function pagesIn(preview: string, { pages }: Result): string[] {
  const links = pages.filter((page) => PAGE.test(page)).map((page) => `[${page.slice(0, -1)}](${preview}/${page})`);
  if (links.length === 0) return [];
  const more = links.length > SHOWN ? ` and ${links.length - SHOWN} more` : '';
  return [`Pages of changed records: ${links.slice(0, SHOWN).join(', ')}${more}`];
}

const short = (commit: string): string => commit.slice(0, 10);

/** What a merge would publish, or why nobody knows. */
function comparisonOf({ merge, check, said, report }: Result): string {
  if (merge?.outcome === 'conflict') {
    const what = '**Nothing can be merged or compared yet**: these files changed on main too, in the same place.';
    return `${what}\n\n${fencedLines('text', merge.files, SHOWN)}`;
  }
  if (merge?.outcome === 'failed') {
    return `**Git could not fetch or merge this pull request**, so there is nothing to compare.\n\n${fencedLines('text', [merge.reason], 1)}`;
  }
  if (report !== null) return report.trim();
  if (check && check.counts.errors > 0) {
    const errors = check.diagnostics.filter(({ severity }) => severity === 'error');
    const lines = errors.map(
      ({ file, line, column, code, message }) =>
        `${[file, line, column].filter((part) => part !== null).join(':')} ${code}  ${message}`,
    );
    const what = `Nothing would be published: the catalog has ${plural(check.counts.errors, 'error')}.`;
    return `**${what}**\n\n${fencedLines('text', lines, SHOWN_ELSEWHERE)}`;
  }
  const reason = check || said.trim() === '' ? [] : [fencedLines('text', said.trim().split('\n'), SHOWN)];
  return ['**The catalog could not be checked, built or compared**; see the log of the run.', ...reason].join('\n\n');
}

function settingsIn(merge: Merge | null): string[] {
  if (merge?.outcome !== 'merged' || merge.settings.length === 0) return [];
  return [
    '**The settings of the site change**, in catalog/site.yaml. Not everything about them is visible below: every link of the site begins with serviceUrl, and what accessTokens names is read from the environment and published.',
    fencedLines('text', merge.settings, SHOWN_SETTINGS),
  ];
}

/** First, because a report can be long. */
function elsewhereIn(merge: Merge | null): string[] {
  if (merge?.outcome !== 'merged' || merge.elsewhere.length === 0) return [];
  return [
    "**Not everything is shown here.** The following changes too, and takes effect after merging: review the files. This comment and the preview are made by main's program, from the records alone.",
    fencedLines('text', merge.elsewhere, SHOWN_ELSEWHERE),
  ];
}

/** @param result a folder that may be missing */
export async function postComment(context: TaskContext, result: string): Promise<string> {
  const number = requirePullRequestNumber(context);
  const head = requireEnv(context, 'HEAD_COMMIT');
  const preview = context.io.env['PREVIEW_URL'] || null;
  const body = previewCommentOf({ ...readResult(result), preview, head, run: workflowRunUrl(context) });
  const repository = workflowRepository(context);
  if (!(await isPullRequestAt(repository, number, head)))
    return `Pull request ${number} has newer commits, whose run writes the comment.`;
  const comment = await findOwnComment(repository, number);
  if (comment) await repository.send('PATCH', `/issues/comments/${comment.id}`, { body });
  else await repository.send('POST', `/issues/${number}/comments`, { body });
  return comment ? `Updated comment ${comment.id}.` : `Wrote a comment on pull request ${number}.`;
}

function readResult(folder: string): Result {
  const read = (name: string): string => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  // Empty if the check could not run.
  const json = <T>(name: string): T | null => JSON.parse(read(name) || 'null');
  return {
    merge: json<Merge>(MERGE_FILE),
    check: json<CheckReport>('check.json'),
    said: read('check.txt'),
    report: read('report.md') || null,
    pages: json<string[]>('pages.json') ?? [],
  };
}

/** Comments in one response: this many fit, even the longest ones. */
const COMMENTS = 20;

async function findOwnComment(repository: Repository, number: string): Promise<IssueComment | null> {
  for (let page = 1; ; page++) {
    const found = await repository.get<IssueComment[]>(`/issues/${number}/comments?per_page=${COMMENTS}&page=${page}`);
    const ours =
      found.find(({ body, user }) => user?.login === COMMENT_AUTHOR && body.startsWith(COMMENT_MARKER)) ?? null;
    if (ours || found.length < COMMENTS) return ours;
  }
}
