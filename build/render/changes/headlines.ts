/** What happened to records: `3 maps of Norway by Kartverket are new`. */

import type { Language } from '../../../contract/base/languages.ts';
import { byCodePoint, itemsByKey, visible } from '../../../contract/base/text.ts';
import { MAP_LISTS } from '../../../contract/maps/map-types.ts';
import { RECORD_FOLDERS } from '../../../contract/pages/pages.ts';
import fieldWords from '../../../contract/words/page-texts/field-words.json' with { type: 'json' };
import type { PageTexts } from '../../../contract/words/page-texts/page-texts.ts';
import recordWords from '../../../contract/words/page-texts/record-words.json' with { type: 'json' };
import { DESCRIBED_ROLES, type DescribedChange, type FieldChange } from '../../history/history.ts';
import { fieldWordsOfTypes } from '../../map-types/all-types.ts';
import { type CatalogMap, type CatalogOutline, catalogMaps, isOverlay } from '../../model/catalog.ts';
import { memoizedByObject } from '../../model/computed-once.ts';
import { mapCoverage } from '../pages/map/map-coverage.ts';
import { countryName } from '../pages/map/map-summary.ts';
import { sumOfEntries } from './news.ts';

/** The most important first. */
const ORDER = ['added', 'removed', 'key', 'off', 'on', 'address', 'terms', 'details'] as const;
type News = (typeof ORDER)[number];

/** Sentences of a headline, or fields in a sentence. */
const MAX_SHOWN = 3;

/** For one list and one kind of news. The smallest lines are joined. */
const MAX_LINES = 10;

/** Other fields are shown by name. */
const WORDS = new Map<string, Readonly<Record<Language, string>>>(
  Object.entries({ ...fieldWords, ...fieldWordsOfTypes() }),
);

/** `publisher.name` has the word of `publisher`. */
export function fieldWord({ code }: PageTexts, field: string): string | undefined {
  return (WORDS.get(field) ?? WORDS.get(field.replace(/[.].*/s, '')))?.[code];
}

export function fieldLabel(texts: PageTexts, field: string): string {
  const word = fieldWord(texts, field) ?? field;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

type NewsList = keyof typeof recordWords;

/** A record of the catalog, or one as it was before its removal. @property list where readers find it */
export interface NewsRecord {
  readonly change: DescribedChange;
  readonly name: string;
  readonly list: NewsList;
  readonly isThere: boolean;
  readonly kind: string | null | undefined;
  readonly provider: string | undefined;
  readonly countries: readonly string[];
}

/**
 * A sentence: `3 maps of Norway by Kartverket`, ` are new`. The subject of a single record is its name.
 * @property forOne the sentence if only one of several records is shown
 */
export interface NewsLine {
  readonly subject: string;
  readonly predicate: string;
  readonly forOne: string | null;
  readonly records: readonly NewsRecord[];
}

const countriesOf = memoizedByObject(({ area }: CatalogMap) => (area ? [...mapCoverage(area).countries.keys()] : []));

export const knownRecords = memoizedByObject((catalog: Omit<CatalogOutline, 'known'>) => {
  const providers = new Map(catalog.providers.map(({ id, name }) => [id, name]));
  const maps = new Map(catalogMaps(catalog).map((map) => [`${MAP_LISTS[map.list]} ${map.fileName}`, map]));
  const others = new Map<string, string>(
    (['datasource', 'edition'] as const).flatMap((role) =>
      catalog[RECORD_FOLDERS[role]].map(({ id, name }) => [`${role} ${id}`, name] as const),
    ),
  );
  return (change: DescribedChange): NewsRecord => {
    const { role, name, label, former } = change;
    const [map, other] = [maps.get(`${role} ${name}`), others.get(`${role} ${name}`)];
    const { provider, kind } = map ?? former ?? {};
    return {
      change,
      name: label ?? (map?.id || other || visible(name)),
      list: role === 'map' ? (map && isOverlay(map) ? 'overlayserver' : 'mapserver') : (role as NewsList),
      isThere: map !== undefined || other !== undefined,
      kind,
      provider: providers.get(provider ?? ''),
      countries: map ? countriesOf(map) : (former?.countries?.split(', ') ?? []),
    };
  };
});

type KnownRecords = ReturnType<typeof knownRecords>;

/** One sentence a line. @param most for one list and one kind of news */
export function newsLines(
  news: readonly DescribedChange[],
  texts: PageTexts,
  known: KnownRecords,
  most = MAX_LINES,
): NewsLine[] {
  const ofKinds = itemsByKey(news.map(known), ({ change, list }) =>
    [ORDER.indexOf(newsOf(change)), DESCRIBED_ROLES.indexOf(list)].join(' '),
  );
  return [...ofKinds]
    .sort(([a], [b]) => byCodePoint(a, b))
    .flatMap(([, all]) => {
      const groups = [...itemsByKey(all, likenessOf).values()].sort((a, b) => b.length - a.length);
      const joined = groups.length > most ? [...groups.slice(0, most - 1), groups.slice(most - 1).flat()] : groups;
      return joined.map((records) => lineOf(records, texts));
    });
}

export function headlineOf(news: readonly DescribedChange[], texts: PageTexts, known: KnownRecords): string {
  const lines = newsLines(news, texts, known, 1).map(({ subject, predicate }) => subject + predicate);
  const more = lines.length - MAX_SHOWN;
  return [...lines.slice(0, MAX_SHOWN), ...(more > 0 ? [texts.changes.more(more)] : [])].join('; ');
}

/** Similar records share a line: new ones of a provider, or ones with the same change. */
function likenessOf({ change: { change, fields, entries, reason }, provider }: NewsRecord): string {
  const names = fields?.map(([field]) => field);
  return JSON.stringify(change === 'changed' ? [names, entries, reason] : [provider, reason]);
}

function lineOf(records: readonly NewsRecord[], texts: PageTexts): NewsLine {
  const { changes: words } = texts;
  const [{ list, change, name, provider, countries }] = records as readonly [NewsRecord];
  const changes = records.map((record) => record.change);
  const [country = ''] = countries;
  const isOfProvider = provider !== undefined && records.every((other) => other.provider === provider);
  const isOfCountry = records.every((other) => other.countries.join() === country);
  const subject = (many: number): string =>
    words.subject(
      recordsInWords(texts, list, many),
      isOfCountry && country !== '' ? countryName(country, texts.code) : null,
      isOfProvider ? provider : null,
    );
  const news = newsOf(change);
  const predicate = (many: number): string =>
    entriesIn(changes, texts) || ` ${words.news[news](many)}${fieldsIn(changes, news, texts)}`;
  const many = records.length;
  return {
    subject: many === 1 ? name : subject(many),
    predicate: predicate(many),
    forOne: many === 1 ? null : subject(1) + predicate(1),
    records,
  };
}

function recordsInWords({ code, number }: PageTexts, list: NewsList, many: number): string {
  const [one, more] = recordWords[list][code].split(', ') as [string, string];
  return `${number(many)} ${many === 1 ? one : more}`;
}

/** ` (licence, area)` */
function fieldsIn(changes: readonly DescribedChange[], news: News, texts: PageTexts): string {
  const changed = changes.flatMap(({ fields }) => fields ?? []).filter((field) => meaningOf(field) === news);
  const all = [...new Set(changed.map(([field]) => fieldWord(texts, field) ?? field))];
  const some = all.length > MAX_SHOWN ? [...all.slice(0, MAX_SHOWN), '…'] : all;
  return some.length > 0 && /^(?:details|terms)$/.test(news) ? ` (${some.join(', ')})` : '';
}

/** `: 3 new files` */
function entriesIn(changes: readonly DescribedChange[], { changes: { entries: words } }: PageTexts): string {
  const sum = sumOfEntries(changes);
  const counts = (['added', 'changed', 'removed'] as const).flatMap((way) =>
    sum[way] > 0 ? [words[way](sum[way])] : [],
  );
  return counts.length > 0 ? `: ${counts.join(', ')}` : '';
}

function newsOf({ change, fields }: DescribedChange): News {
  if (change !== 'changed') return change;
  const found = new Set((fields ?? []).map(meaningOf));
  return ORDER.find((news) => found.has(news)) ?? 'details';
}

function meaningOf([field, from, to]: FieldChange): News {
  if (field === 'active') return to === 'false' ? 'off' : 'on';
  // A field that was not stated before is another detail.
  if (from === null) return 'details';
  // A placeholder with a dollar names a key.
  if (field === 'urlPattern' && to?.includes('${') && !from.includes('${')) return 'key';
  if (/^(?:hosts|urlPattern|baseUrl)$/.test(field)) return 'address';
  return /^(?:licence|terms|commercialUse|forbids|attribution)\b/.test(field) ? 'terms' : 'details';
}
