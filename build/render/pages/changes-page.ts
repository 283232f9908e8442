/** The page of all changes, by day, and the newest changes on the page of each record. */

import type { Language } from '../../../contract/base/languages.ts';
import { itemsByKey, visible } from '../../../contract/base/text.ts';
import { dayOf } from '../../../contract/base/times.ts';
import { RECORD_FOLDERS, type RecordRole } from '../../../contract/pages/pages.ts';
import type { PageTexts } from '../../../contract/words/page-texts/page-texts.ts';
import { type Cause, type FieldChange, TOLD_ROLES, type ToldChange } from '../../history/history.ts';
import { TYPE_NAMES } from '../../map-types/all-types.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import { pathOfRole } from '../../read/layout.ts';
import { shownCommitSubject } from '../changes/change-feeds.ts';
import {
  commitHeadline,
  fieldWord,
  isMerge,
  knownNames,
  newsByCommit,
  newsIn,
  recordsInWords,
} from '../changes/headlines.ts';
import type { Asset } from '../core/asset.ts';
import { type Html, type HtmlPiece, html } from './layout/html.ts';
import { FEEDS, type PageContext, type PagesInput, pageAsset, pageContext } from './layout/page-layout.ts';
import { pathInRepository } from './layout/record-links.ts';
import { countryName, kindNames, wordsInLanguage } from './map/map-summary.ts';

/** The maximum number of lines for one role and way of change in a commit; more lines become one. */
const MAX_LINES = 6;
/** A line with more names shows them in a list that opens. */
const MAX_OPEN = 5;
/** The maximum number of names in a line. */
const MAX_NAMES = 50;
/** No further commit is shown after this number of lines. */
const PAGE_LINES = 1_000;

/** The maximum number of changes on the page of a record. */
const MAX_OWN = 5;

const SIGNS = { added: 'tag good', changed: 'tag', removed: 'tag bad' } as const;
const WAYS = ['added', 'changed', 'removed'] as const;

/** Changes that are shown together, because they are the same or too many. */
interface Line extends Pick<ToldChange, 'cause' | 'role' | 'change' | 'fields' | 'entries' | 'reason'> {
  readonly records: readonly ToldChange[];
}

export function changesPage(input: PagesInput, language: Language): Asset {
  const context = pageContext(input, 'changes', language);
  const { texts, catalog, root } = context;
  const words = texts.changes;
  const days = daysOf(input);
  const shown = [...days.values()].flat();
  const roles = new Set(shown.flatMap(({ lines }) => lines.map(({ role }) => role)));
  const feeds = FEEDS.map(
    ({ path, contentType }, index) =>
      html`${index > 0 && ','} <a href="${root}${path.slice(1)}">${contentType.includes('json') ? 'JSON Feed' : 'Atom'}</a>`,
  );
  const nameOf = namesIn(input, context);
  const names = knownNames(catalog);
  const body = html`<article class="text-page">
<h1>${words.title}</h1>
<p>${words.lede} ${words.feeds}${feeds}</p>
${
  shown.length === 0
    ? html`<p>${words.unknown}</p>`
    : html`<form class="search-line scripted" inert><label>${words.filter} <select id="change-kind">
<option value="">${words.all}</option>
${TOLD_ROLES.filter((role) => roles.has(role)).map((role) => html`<option value="${role}">${hasPage(role) ? texts.lists[RECORD_FOLDERS[role]] : words.others[role]}</option>\n`)}</select></label>
<p class="since" role="status"></p></form>`
}
${[...days].map(
  ([day, commits]) => html`<section class="day" aria-labelledby="d${day}">
<h2 id="d${day}"><time datetime="${day}">${texts.data.date(day)}</time></h2>
${commits.map(
  ({ cause, changes, lines }) => html`<div class="commit" data-time="${cause.time}">
<h3><bdi>${commitHeadline(changes, texts, names)}</bdi></h3>
<ul class="changes">
${lines.map((line) => lineOf(context, line, nameOf))}</ul>
<p class="soft cause">${linkTo(context, cause)}</p>
</div>\n`,
)}</section>\n`,
)}
<p class="older">${words.older} <a href="${context.repository.history(pathInRepository(context, '').replace(/[/]$/, ''))}">${texts.nav.source}</a></p>
</article>`;
  return pageAsset(context, { title: words.title, description: words.describe(catalog.title), body });
}

export function ownChanges(context: PageContext, role: Exclude<RecordRole, 'category'>, name: string): Html | null {
  const { texts, repository, link, history } = context;
  const words = texts.changes;
  const news = history.records?.ofRecord.get(`${role} ${name}`)?.flatMap((change) => newsIn(change) ?? []) ?? [];
  const changes = news.slice(0, MAX_OWN);
  const names = knownNames(context.catalog);
  if (changes.length === 0) return null;
  const path = pathInRepository(context, pathOfRole(role, name));
  return html`<section class="own-changes" aria-labelledby="own-changes">
<h2 id="own-changes">${words.title}</h2>
<ul class="changes">
${changes.map((change) => {
  const day = dayOf(change.cause.time * 1000);
  return html`<li><a href="${link('changes')}#d${day}"><time datetime="${day}">${texts.data.date(day)}</time></a> <bdi>${commitHeadline([change], texts, names)}</bdi>${details(context, { ...change, entries: null })}</li>\n`;
})}<li><a href="${repository.history(path)}">${words.ofFile}</a></li>
</ul>
</section>`;
}

function daysOf({ history: { records } }: PagesInput) {
  let count = 0;
  const commits = [...newsByCommit(records?.told ?? [])].flatMap(([cause, changes]) => {
    if (count > PAGE_LINES) return [];
    const lines = linesOf(changes);
    count += lines.length;
    return [{ cause, day: dayOf(cause.time * 1000), changes, lines }];
  });
  return itemsByKey(commits, ({ day }) => day);
}

/** The lines of a commit: records that changed in the same way share one. */
function linesOf(changes: readonly ToldChange[]): Line[] {
  const same = itemsByKey(changes, ({ role, change, fields, entries, reason }) =>
    JSON.stringify([role, change, fields, entries, reason]),
  );
  const lines = [...same.values()].map((records): Line => ({ ...(records[0] as ToldChange), records }));
  const groups = itemsByKey(lines, ({ role, change }) => `${role} ${change}`);
  return [...groups.values()].flatMap((group) => (group.length <= MAX_LINES ? group : [summedLine(group)]));
}

/** One line of records that changed differently: the names of the fields, and the sums of files. */
function summedLine(lines: readonly Line[]): Line {
  const [first] = lines as [Line];
  const records = lines.flatMap((line) => line.records);
  // If the changes of one record are unknown, a sum of the others would be wrong.
  const known = records.every(({ fields }) => fields !== null) ? records : [];
  const names = new Set(known.flatMap(({ fields }) => (fields ?? []).map(([field]) => field)));
  const total = (way: ToldChange['change']): number =>
    known.reduce((all, { entries }) => all + (entries?.[way] ?? 0), 0);
  const entries = { added: total('added'), changed: total('changed'), removed: total('removed') };
  const fields = [...names].slice(0, MAX_NAMES).map((name) => [name, null, null] as const);
  return { ...first, records, fields, entries, reason: null };
}

type NameOf = (record: ToldChange) => Html;

function hasPage(role: ToldChange['role']): role is RecordRole {
  return Object.hasOwn(RECORD_FOLDERS, role);
}

/** Makes a function that names a record, with a link to its page, or to the history of its file if records of its role have none. */
function namesIn({ catalog }: PagesInput, context: PageContext): NameOf {
  const { link, repository } = context;
  const current = knownNames(catalog);
  return ({ role, name, label }) => {
    const known = current.get(`${role} ${name}`)?.name;
    const text = label ?? (known || visible(name));
    if (role === 'provider' || role === 'area')
      return html`<a href="${repository.history(pathInRepository(context, pathOfRole(role, name)))}"><bdi>${text}</bdi></a>`;
    const isPage = known !== undefined && hasPage(role);
    return isPage ? html`<a href="${link({ role, name })}"><bdi>${text}</bdi></a>` : html`<bdi>${text}</bdi>`;
  };
}

function linkTo({ repository, texts }: PageContext, { commit, subject }: Cause): Html {
  const text = isMerge(subject) ? '' : shownCommitSubject(subject);
  return html`<a href="${repository.commit(commit)}"><bdi>${text || texts.changes.commit}</bdi></a>`;
}

function lineOf(context: PageContext, line: Line, nameOf: NameOf): Html {
  const { role, records, reason, cause, fields } = line;
  const { texts } = context;
  const words = texts.changes;
  const names = records.slice(0, MAX_NAMES).map((record, index) => [index > 0 && ', ', nameOf(record)]);
  const left = records.length - names.length;
  const named = html`${names}${left > 0 && html`, <a href="${context.repository.commit(cause.commit)}">${words.more(left)}</a>`}`;
  const sign = html`<span class="${SIGNS[line.change]}">${whatHappened(texts, line)}</span>`;
  const why = reason !== null && html` — ${visible(reason)}`;
  // Of many records, the line says what happened; a list with their names opens.
  const changed = (fields ?? []).map(([field], index) => [index > 0 && ', ', fieldName(texts, field)]);
  const head =
    records.length > MAX_OPEN
      ? html`<details><summary>${sign}${changed.length > 0 && [': ', changed]}${why}</summary><p>${named}</p></details>`
      : html`${sign}${role !== 'site' && [': ', named]}${why}`;
  return html`<li data-kind="${role}">${head}${details(context, line)}</li>\n`;
}

/** `18 maps changed`. */
function whatHappened(texts: PageTexts, { role, change, records: { length } }: Line): string {
  const { changes: words } = texts;
  const records = (isNew: boolean): string | null =>
    role === 'site' ? null : recordsInWords(texts, role, length, isNew);
  return change === 'added'
    ? (records(true) ?? words.newCatalog)
    : words[`${change}Of`](records(false) ?? words.catalog);
}

function details({ texts }: PageContext, { fields, entries }: Pick<ToldChange, 'fields' | 'entries'>) {
  const words = texts.changes.entries;
  // The names of fields without values are in the line itself.
  const valued = (fields ?? []).filter(([, from, to]) => from !== null || to !== null);
  const ofEntries = WAYS.flatMap((way) => (entries && entries[way] > 0 ? [words[way](entries[way])] : []));
  const rows: readonly HtmlPiece[] = [
    ...valued.map((field) => fieldRow(texts, field)),
    ...(ofEntries.length > 0 ? [ofEntries.join(', ')] : []),
  ];
  return rows.length > 0 && html`<ul class="fields">${rows.map((row) => html`<li>${row}</li>`)}</ul>`;
}

function fieldRow(texts: PageTexts, [field, from, to]: FieldChange): HtmlPiece {
  const { changes: words } = texts;
  if (field === 'active') return to === 'false' ? words.off : words.on;
  const old = from !== null && html`<del class="soft"><bdi>${valueInWords(texts, field, from)}</bdi></del>`;
  const now = to !== null && html`<ins><bdi>${valueInWords(texts, field, to)}</bdi></ins>`;
  const both = old && now ? [old, '→', now] : [old && words.went, old, now && words.came, now];
  return html`${fieldName(texts, field)}${both.map((part) => part && html` ${part}`)}`;
}

const valueWords = memoizedByObject(
  (texts: PageTexts): ReadonlyMap<string, Readonly<Partial<Record<string, string>>>> => {
    const { maps, mapPage } = texts;
    return new Map(
      Object.entries({
        kind: kindNames(texts),
        area: { world: maps.world },
        updates: mapPage.updateRates,
        forbids: mapPage.forbidden,
        needs: mapPage.neededHeaders,
        type: wordsInLanguage(TYPE_NAMES, texts),
      }),
    );
  },
);

/** A value, or the items of a list, in words where pages have them. */
function valueInWords(texts: PageTexts, field: string, value: string): string {
  const words = valueWords(texts).get(field);
  const word = (item: string): string => (words && Object.hasOwn(words, item) && words[item]) || item;
  const wordOf = field === 'countries' ? (code: string) => countryName(code, texts.code) : words && word;
  return wordOf ? value.split(', ').map(wordOf).join(', ') : value;
}

function fieldName(texts: PageTexts, field: string): Html | string {
  return fieldWord(texts, field) ?? html`<code>${field}</code>`;
}
