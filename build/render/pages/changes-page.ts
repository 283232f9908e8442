/** All changes by day, and a record's newest changes for its page. */

import type { Language } from '../../../contract/base/languages.ts';
import { visible } from '../../../contract/base/text.ts';
import { dayOf, isDay } from '../../../contract/base/times.ts';
import { licenceName } from '../../../contract/maps/licences.ts';
import { type PageName, RECORD_FOLDERS, type RecordRole } from '../../../contract/pages/pages.ts';
import downloadWords from '../../../contract/words/page-texts/download-words.json' with { type: 'json' };
import type { PageTexts } from '../../../contract/words/page-texts/page-texts.ts';
import type { DescribedChange, FieldChange } from '../../history/history.ts';
import { TYPE_NAMES } from '../../map-types/all-types.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import { pathOfRole } from '../../read/layout.ts';
import {
  fieldWord,
  headlineOf,
  knownRecords,
  type NewsLine,
  type NewsRecord,
  newsLines,
} from '../changes/headlines.ts';
import { newsAmong, newsByDay } from '../changes/news.ts';
import type { Asset } from '../core/asset.ts';
import { type Html, type HtmlPiece, html } from './layout/html.ts';
import { FEEDS, type PageContext, type PagesInput, pageAsset, pageContext } from './layout/page-layout.ts';
import { pathInRepository } from './layout/record-links.ts';
import { countriesByName, countryName, kindNames, languageName, wordsInLanguage } from './map/map-summary.ts';

/** A line with more names has them in a list that opens. */
const MAX_OPEN = 5;
/** The most names in a line. */
const MAX_NAMES = 150;
/** After this many lines, no further day is shown. */
const PAGE_LINES = 1_000;

/** The most changes on a record's page. */
const MAX_OWN = 5;

export function changesPage(input: PagesInput, language: Language): Asset {
  const context = pageContext(input, 'changes', language);
  const { texts, catalog, root } = context;
  const words = texts.changes;
  const days = daysOf(context);
  const feeds = FEEDS.map(
    ({ path, contentType }, index) =>
      html`${index > 0 && ','} <a href="${root}${path.slice(1)}">${contentType.includes('json') ? 'JSON Feed' : 'Atom'}</a>`,
  );
  const body = html`<article class="text-page">
<h1>${words.title}</h1>
<p>${words.lede} ${words.feeds}${feeds}</p>
${
  days.length === 0
    ? html`<p>${context.history.records ? words.none : words.unknown}</p>`
    : filters(
        context,
        days.flatMap(({ lines }) => lines.flatMap(({ records }) => records)),
      )
}
${days.map(
  ({ day, commits, lines }) => html`<section class="day" aria-labelledby="d${day}">
<h2 id="d${day}"><time datetime="${day}">${texts.data.date(day)}</time></h2>
<ul class="changes">
${lines.map((line) => lineOf(context, line))}</ul>
${causeOf(context, [...commits])}
</section>\n`,
)}
<p class="older"><a href="${context.repository.history(pathInRepository(context, '').replace(/[/]$/, ''))}">${words.older}</a></p>
</article>`;
  return pageAsset(context, { title: words.title, description: words.describe(catalog.title), body });
}

function causeOf({ texts, repository }: PageContext, commits: readonly string[]): Html {
  const { source, sources } = texts.changes;
  const link = (commit: string, text: string): Html => html` <a href="${repository.commit(commit)}">${text}</a>`;
  const [first = ''] = commits;
  if (commits.length < 2) return html`<p class="soft cause">${commits.length > 0 && link(first, source)}</p>`;
  return html`<details class="soft cause"><summary>${sources}</summary>${commits.map((commit, at) => link(commit, texts.number(at + 1)))}</details>`;
}

function daysOf({ history, catalog, texts }: PageContext) {
  const known = knownRecords(catalog);
  let count = 0;
  return newsByDay(history.records?.changes ?? []).flatMap(({ news, ...day }) => {
    if (count > PAGE_LINES) return [];
    const lines = newsLines(news, texts, known);
    count += lines.length;
    return [{ ...day, lines }];
  });
}

/** Fields for the script, which compares them with `data-kind` and `data-country` of lines. */
function filters({ texts, language }: PageContext, records: readonly NewsRecord[]): Html {
  const { changes: words, lists, search } = texts;
  const kinds = new Set(records.flatMap(({ list, kind }) => [list, kind]));
  const names = Object.entries<string>({
    ...Object.fromEntries(PAGE_ROLES.map((role) => [role, lists[RECORD_FOLDERS[role]]])),
    provider: words.providers,
    ...kindNames(texts),
  }).filter(([kind]) => kinds.has(kind));
  const countries = countriesByName(
    records.flatMap((record) => record.countries),
    language,
  );
  return html`<form class="change-filters scripted" inert>
${choice(words.filter, 'change-kind', words.all, names)}${countries.length > 0 && choice(search.country, 'change-country', search.any, countries)}<p class="since" role="status"></p></form>`;
}

const PAGE_ROLES = ['mapserver', 'overlayserver', 'datasource', 'edition'] as const;

function choice(label: string, id: string, any: string, options: readonly (readonly [string, string])[]): Html {
  return html`<label>${label} <select id="${id}">
<option value="">${any}</option>
${options.map(([value, name]) => html`<option value="${value}">${name}</option>\n`)}</select></label>
`;
}

export function ownChanges(context: PageContext, role: Exclude<RecordRole, 'category'>, name: string): Html | null {
  const { texts, repository, link, history } = context;
  const words = texts.changes;
  const news = history.records?.ofRecord.get(`${role} ${name}`) ?? [];
  const changes = newsAmong(news).slice(0, MAX_OWN);
  const known = knownRecords(context.catalog);
  if (changes.length === 0) return null;
  const path = pathInRepository(context, pathOfRole(role, name));
  return html`<section class="own-changes" aria-labelledby="own-changes">
<h2 id="own-changes">${words.title}</h2>
<ul class="changes">
${changes.map((change) => {
  const day = dayOf(change.cause.time * 1000);
  return html`<li><a href="${link('changes')}#d${day}"><time datetime="${day}">${texts.data.date(day)}</time></a> <bdi>${headlineOf([change], texts, known)}</bdi>${details(context, change)}</li>\n`;
})}<li><a href="${repository.history(path)}">${words.ofFile}</a></li>
</ul>
</section>`;
}

/** Links to the record's page or, for a provider, to its file's history. The name alone if there is neither. */
function nameOf(context: PageContext, { name, change, isThere }: NewsRecord): Html {
  const { role, name: file } = change;
  const text = html`<bdi>${name}</bdi>`;
  const address =
    role === 'provider'
      ? context.repository.history(pathInRepository(context, pathOfRole(role, file)))
      : isThere && context.link({ role, name: file } as PageName);
  return address ? html`<a href="${address}">${text}</a>` : text;
}

function lineOf(context: PageContext, { subject, predicate, forOne, records }: NewsLine): Html {
  const { repository, texts } = context;
  const [first] = records as readonly [NewsRecord];
  const { change, cause, reason } = first.change;
  const why = reason !== null && records.every((other) => other.change.reason === reason) && ` — ${visible(reason)}`;
  const time = records.reduce((newest, record) => Math.max(newest, record.change.cause.time), 0);
  const line = html`<li class="${change}" data-time="${time}"`;
  if (forOne === null)
    return html`${line}${marks(first)}>${nameOf(context, first)}${predicate}${why}${details(context, first.change)}</li>\n`;
  const left = records.length - MAX_NAMES;
  const names = html`<ul class="names">
${records.slice(0, MAX_NAMES).map((record) => html`<li${marks(record)}>${nameOf(context, record)}</li>\n`)}${left > 0 && html`<li><a href="${repository.commit(cause.commit)}">${texts.changes.more(left)}</a></li>\n`}</ul>`;
  const sentence = html`<span class="sentence" data-one="${forOne}">${subject}${predicate}</span>${why}`;
  const isLong = records.length > MAX_OPEN;
  return html`${line}>${isLong ? html`<details><summary>${sentence}</summary>${names}</details>` : html`${sentence}${names}`}</li>\n`;
}

function marks({ list, kind, countries }: NewsRecord): Html {
  return html` data-kind="${[list, kind].filter(Boolean).join(' ')}" data-country="${countries.join(' ')}"`;
}

function details(context: PageContext, { fields }: DescribedChange) {
  const valued = (fields ?? []).filter(([field, ...values]) => {
    const stated = values.filter((value) => value !== null);
    // Readers cannot read a geometry.
    return stated.length > 0 && !field.startsWith('area.') && !stated.some((value) => value.startsWith('{'));
  });
  return (
    valued.length > 0 &&
    html`<ul class="fields">${valued.map((field) => html`<li>${fieldRow(context, field)}</li>`)}</ul>`
  );
}

function fieldRow(context: PageContext, [field, from, to]: FieldChange): HtmlPiece {
  const { texts } = context;
  const { changes: words } = texts;
  if (field === 'active') return to === 'false' ? words.off : words.on;
  const name = fieldName(texts, field);
  const old = from !== null && html`<del class="soft"><bdi>${valueInWords(context, field, from)}</bdi></del>`;
  const now = to !== null && html`<ins><bdi>${valueInWords(context, field, to)}</bdi></ins>`;
  // A new member of a field is shown as its value, not as an item that was added.
  if (now && !old && field.includes('.')) return html`${name}: ${now}`;
  const both =
    old && now ? [old, html`<span class="to">→</span>`, now] : [old && words.went, old, now && words.came, now];
  return html`${name}${both.map((part) => part && html` ${part}`)}`;
}

const valueWords = memoizedByObject(
  (texts: PageTexts): ReadonlyMap<string, Readonly<Partial<Record<string, string>>>> => {
    const { maps, mapPage } = texts;
    return new Map(
      Object.entries({
        kind: { ...wordsInLanguage(downloadWords, texts), ...kindNames(texts) },
        area: { world: maps.world },
        updates: mapPage.updateRates,
        forbids: mapPage.forbidden,
        'commercialUse.state': mapPage.commercialUse,
        needs: mapPage.neededHeaders,
        type: wordsInLanguage(TYPE_NAMES, texts),
      }),
    );
  },
);

function valueInWords({ texts, catalog }: PageContext, field: string, value: string): string {
  if (field === 'provider') return catalog.providers.find(({ id }) => id === value)?.name ?? value;
  const words = valueWords(texts).get(field);
  const word = (item: string): string => (words && Object.hasOwn(words, item) && words[item]) || item;
  if (field === 'licence') return licenceName(value) ?? value;
  if (isDay(value)) return texts.data.date(value);
  const nameOf = { countries: countryName, languages: languageName }[field];
  const wordOf = nameOf ? (code: string) => nameOf(code, texts.code) : words && word;
  return wordOf ? value.split(', ').map(wordOf).join(', ') : value;
}

function fieldName(texts: PageTexts, field: string): Html | string {
  return fieldWord(texts, field) ?? html`<code>${field}</code>`;
}
