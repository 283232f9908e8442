import { itemsByKey } from '../../../contract/base/text.ts';
import { dayOf } from '../../../contract/base/times.ts';
import type { ChangedEntries, DescribedChange, FieldChange } from '../../history/history.ts';

/** Fields that matter only to tools and editors. */
const NO_NEWS =
  /^(?:probe\b|picture|watermark|offReason\b|file$|source\b|maxAge|needsSha1|accessTokens|target$|maxFiles|branch$|home$)|[.]source$/;

const NO_NEWS_OF: ReadonlySet<DescribedChange['role']> = new Set(['category', 'area', 'site']);

/** Maps inherit these from their provider, whose other fields are no news. */
const INHERITED = /^(?:terms|privacy|licence|commercialUse|attribution|forbids|needs|ends|quota)\b/;

export function newsAmong(changes: readonly DescribedChange[]): DescribedChange[] {
  return changes.flatMap((change) => {
    const isProvider = change.role === 'provider';
    const isNews = ([field]: FieldChange): boolean => !NO_NEWS.test(field) && (!isProvider || INHERITED.test(field));
    const news = { ...change, fields: change.fields?.filter(isNews) ?? null };
    if (NO_NEWS_OF.has(change.role) || isNoNews(news)) return [];
    return isProvider && !(change.change === 'changed' && news.fields) ? [] : [news];
  });
}

function isNoNews({ change, fields, entries }: DescribedChange): boolean {
  const hasEntries = Object.values(entries ?? {}).some((many) => many > 0);
  return change === 'changed' && fields?.length === 0 && !hasEntries;
}

/** Newest first. A record has one change a day. */
export function newsByDay(changes: readonly DescribedChange[]) {
  const days = itemsByKey(newsAmong(changes), ({ cause }) => dayOf(cause.time * 1000));
  return [...days].flatMap(([day, all]) => {
    const records = itemsByKey(all, ({ role, name }) => `${role} ${name}`);
    const news = Array.from(records.values(), joinedChange).flat();
    return news.length > 0 ? [{ day, commits: new Set(all.map(({ cause }) => cause.commit)), news }] : [];
  });
}

/** @param changes of one record, newest first @returns empty if it is as before */
function joinedChange(changes: readonly DescribedChange[]): DescribedChange | [] {
  const [last, first] = [changes[0], changes.at(-1)] as [DescribedChange, DescribedChange];
  if (last === first) return last;
  if (last.change === 'removed') return first.change === 'added' ? [] : last;
  if (first.change === 'added') return { ...last, change: 'added', fields: [], entries: null };
  const isKnown = changes.every(({ change, fields }) => change === 'changed' && fields !== null);
  const steps = itemsByKey(
    changes.toReversed().flatMap(({ fields }) => fields ?? []),
    ([field]) => field,
  );
  const fields = isKnown ? Array.from(steps.values(), joinedSteps).flat() : null;
  const joined = { ...last, change: 'changed', fields, entries: isKnown ? sumOfEntries(changes) : null } as const;
  return isNoNews(joined) ? [] : joined;
}

/**
 * Changes from a to b and b to c become one from a to c. Changes of a list name only the items that differ: they do
 * not chain, and all are kept.
 */
function joinedSteps(steps: readonly FieldChange[]): readonly FieldChange[] {
  const isChain = steps.every(([, from], index) => index === 0 || from === steps[index - 1]?.[2]);
  const [[field, from], [, , to]] = [steps[0], steps.at(-1)] as [FieldChange, FieldChange];
  if (!isChain) return steps;
  return from === to ? [] : [[field, from, to]];
}

export function sumOfEntries(changes: readonly DescribedChange[]): ChangedEntries {
  const sum = (way: keyof ChangedEntries): number =>
    changes.reduce((all, { entries }) => all + (entries?.[way] ?? 0), 0);
  return { added: sum('added'), changed: sum('changed'), removed: sum('removed') };
}
