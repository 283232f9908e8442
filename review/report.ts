/** The parts of a report on two sites, in the order in which people read them. */

import { type Change, isBreaking, SECTIONS } from './change.ts';
import type { SiteDiff, Sizes } from './compare.ts';
import { offeredLine } from './offer.ts';
import type { Judgement } from './removals.ts';
import { countOf, HEADINGS, lineOf, number, sizeOf } from './wording.ts';

/** A heading with the lines below it. Lines may hold text of strangers, headings never do. */
export interface Part {
  readonly heading: string;
  /** What the lines are: `diff` lines begin with their mark. */
  readonly form: 'diff' | 'yaml' | 'text';
  readonly lines: readonly string[];
}

/** A report. */
export interface Report {
  /** The outcome in one sentence or two, without text of strangers. */
  readonly summary: string;
  readonly parts: readonly Part[];
}

/** Makes the report. */
export function reportOf(diff: SiteDiff, { breaking }: Judgement): Report {
  const unlisted = breaking.filter(({ reason }) => reason === null);
  const parts: Part[] = [
    {
      heading: 'Breaking',
      form: 'diff',
      lines: breaking.map(
        ({ change, reason }) => `${markedLine(change)}  (${reason === null ? 'not listed' : `listed: ${reason}`})`,
      ),
    },
    {
      heading: 'To take this away on purpose, give the reason in removals.yaml',
      form: 'yaml',
      lines: unlisted.map(({ change }) => offeredLine(change.target)),
    },
    ...SECTIONS.map((section): Part => {
      const changes = diff.changes.filter((change) => change.subject.section === section && !isBreaking(change));
      return { heading: HEADINGS[section], form: 'diff', lines: changes.map(markedLine) };
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
  const all = countOf(changes.length, 'change');
  if (breaking === 0) return `${all} for clients, none of them breaking.`;
  const those = `${number(breaking)} of them breaking`;
  if (unlisted === 0) return `${all} for clients, ${those} and listed in removals.yaml.`;
  return `${all} for clients, ${those}; ${unlisted === breaking ? 'not' : `${number(unlisted)} not`} listed in removals.yaml.`;
}

function markedLine(change: Change): string {
  const { mark, text } = lineOf(change);
  return `${mark} ${text}`;
}

function serviceUrlLines({ serviceUrl }: SiteDiff): string[] {
  return serviceUrl ? [`! ${serviceUrl.before} -> ${serviceUrl.after} (all links; compared without it)`] : [];
}

function sizeLines({ serviceUrl, sizes: { documents, total } }: SiteDiff): string[] {
  const line = (name: string, { before, after }: Sizes): string => `${name}  ${sizeOf(before)} -> ${sizeOf(after)}`;
  if (documents.length === 0 && total.before === total.after) return [];
  const note = serviceUrl ? ['The service URL is part of every link, and so of these sizes.'] : [];
  return [line('whole site', total), ...documents.map((sizes) => line(sizes.url, sizes)), ...note];
}
