/** What commits did, in words for readers: `Thunderforest: 3 maps now need a key`. */

import type { Language } from '../../../contract/base/languages.ts';
import { itemsByKey, listOfNames, visible } from '../../../contract/base/text.ts';
import { MAP_LISTS } from '../../../contract/maps/map-types.ts';
import { RECORD_FOLDERS } from '../../../contract/pages/pages.ts';
import fieldWords from '../../../contract/words/page-texts/field-words.json' with { type: 'json' };
import type { PageTexts } from '../../../contract/words/page-texts/page-texts.ts';
import recordWords from '../../../contract/words/page-texts/record-words.json' with { type: 'json' };
import type { Cause, FieldChange, ToldChange } from '../../history/history.ts';
import { fieldWordsOfTypes } from '../../map-types/all-types.ts';
import { type CatalogOutline, catalogMaps } from '../../model/catalog.ts';
import { memoizedByObject } from '../../model/computed-once.ts';

/** Fields that only tools and editors read. */
const NO_NEWS =
  /^(?:probe\b|picture|watermark|offReason\b|file$|source\b|maxAge|needsSha1|accessTokens|target$|maxFiles|branch$|home$)/;

/** The most important first. */
const ORDER = ['key', 'off', 'on', 'address', 'terms', 'details'] as const;

/** The maximum number of sentences in a headline, and of names or fields in a sentence. */
const MAX = 3;

/** The words for fields in each language. A field without a word is shown by its name. */
const WORDS = new Map<string, Readonly<Record<Language, string>>>(
  Object.entries({ ...fieldWords, ...fieldWordsOfTypes() }),
);

/** The word for a field, or for the field that it is a part of: for `publisher`, if it is `publisher.name`. */
export function fieldWord({ code }: PageTexts, field: string): string | undefined {
  return (WORDS.get(field) ?? WORDS.get(field.replace(/[.].*/s, '')))?.[code];
}

/** The word for a field as a label: `Licence`. */
export function fieldLabel(texts: PageTexts, field: string): string {
  const word = fieldWord(texts, field) ?? field;
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `Map`, `3 maps`, `New map` or `3 new maps`. */
export function recordsInWords(
  { code, number }: PageTexts,
  role: keyof typeof recordWords,
  many: number,
  isNew = false,
): string {
  // The words are for one, for several, for a new one and for several new ones.
  const [one, more] = recordWords[role][code].split(', ').slice(isNew ? 2 : 0) as [string, string];
  return many === 1 ? one : `${number(many)} ${more}`;
}

/** A change without the fields that readers do not need to know; null if nothing else changed. */
export function newsIn(change: ToldChange): ToldChange | null {
  const fields = change.fields?.filter(([field]) => !NO_NEWS.test(field)) ?? null;
  const hasEntries = Object.values(change.entries ?? {}).some((many) => many > 0);
  return change.change === 'changed' && fields?.length === 0 && !hasEntries ? null : { ...change, fields };
}

/** What is news to readers, by commit, newest first: the page of changes and the feeds have the same. */
export function newsByCommit(told: readonly ToldChange[]): ReadonlyMap<Cause, readonly ToldChange[]> {
  return itemsByKey(
    told.flatMap((change) => newsIn(change) ?? []),
    ({ cause }) => cause,
  );
}

/** The names of the records of a catalog, and of the providers of maps, by role and file: `mapserver osm`. */
export const knownNames = memoizedByObject((catalog: Omit<CatalogOutline, 'known'>) => {
  const providers = new Map(catalog.providers.map(({ id, name }) => [id, name]));
  const maps = catalogMaps(catalog).map(({ list, fileName, id, provider = '' }) => {
    return [`${MAP_LISTS[list]} ${fileName}`, { name: id, provider: providers.get(provider) }] as const;
  });
  const others = (['datasource', 'edition', 'category'] as const).flatMap((role) =>
    catalog[RECORD_FOLDERS[role]].map(({ id, name }) => [`${role} ${id}`, { name, provider: undefined }] as const),
  );
  return new Map<string, { readonly name: string; readonly provider: string | undefined }>([...maps, ...others]);
});

/** The changes of a commit as one line; empty without any. */
export function commitHeadline(
  changes: readonly ToldChange[],
  texts: PageTexts,
  known: ReturnType<typeof knownNames>,
): string {
  const { changes: words } = texts;
  const knownOf = ({ role, name }: ToldChange) => known.get(`${role} ${name}`);
  const groups = itemsByKey(changes, (change) => {
    return change.change === 'changed' ? `${newsOf(change)} ${change.role} ${entriesOf(change)}` : change.change;
  });
  const ordered = [...groups.values()].sort(([a], [b]) => rankOf(a) - rankOf(b));
  const more = ordered.length - MAX;
  return [...ordered.slice(0, MAX).map(sentence), ...(more > 0 ? [words.more(more)] : [])].join('; ');

  function sentence(group: readonly ToldChange[]): string {
    const [first] = group as [ToldChange];
    const isListed = ({ role }: ToldChange): boolean => role !== 'site' || group.length === 1;
    const ofRoles = [...itemsByKey(group.filter(isListed), ({ role }) => role).values()];
    const subject = ofRoles.map((ofRole) => subjectOf(ofRole, group.length > MAX)).join(', ');
    if (first.change !== 'changed') return `${words.words[first.change]}: ${subject}`;
    if (first.role === 'site' && newsOf(first) === 'details') {
      const isMore = first.fields?.every(([, from]) => from === null) ?? false;
      return isMore ? words.catalogDetails : words.changedOf(words.catalog);
    }
    const news = newsOf(first);
    return `${subject}${entriesOf(first) || ` ${words.news[news](group.length)}${fieldsOf(group, news)}`}`;
  }

  /** ` (licence, area)`: what of the details or terms changed. */
  function fieldsOf(group: readonly ToldChange[], news: (typeof ORDER)[number]): string {
    const changed = group.flatMap(({ fields }) => fields ?? []).filter((field) => meaningOf(field) === news);
    const all = [...new Set(changed.map(([field]) => fieldWord(texts, field) ?? field))];
    const some = all.length > MAX ? [...all.slice(0, MAX), '…'] : all;
    return some.length > 0 && /^(?:details|terms)$/.test(news) ? ` (${some.join(', ')})` : '';
  }

  /** `Thunderforest: 3 maps`, or their names. @param group of one role */
  function subjectOf(group: readonly ToldChange[], isLong: boolean): string {
    const [{ role }] = group as [ToldChange];
    const many = role === 'site' ? words.others.site : recordsInWords(texts, role, group.length);
    const [provider, ...others] = new Set(group.map((change) => knownOf(change)?.provider));
    if (group.length > 1 && provider !== undefined && others.length === 0) return `${provider}: ${many}`;
    if (group.length > 1 && isLong) return many;
    return listOfNames(group.map((one) => one.label ?? knownOf(one)?.name ?? (visible(one.name) || many)));
  }

  function entriesOf({ entries }: ToldChange): string {
    const counts = (['added', 'changed', 'removed'] as const).flatMap((way) =>
      entries && entries[way] > 0 ? [words.entries[way](entries[way])] : [],
    );
    return counts.length > 0 ? `: ${counts.join(', ')}` : '';
  }
}

/** What is new or gone comes between `off` (1) and `on` (2). */
function rankOf(change: ToldChange | undefined): number {
  return change?.change === 'changed' ? ORDER.indexOf(newsOf(change)) : 1.5;
}

function newsOf({ fields }: ToldChange): (typeof ORDER)[number] {
  const found = new Set((fields ?? []).map(meaningOf));
  return ORDER.find((news) => found.has(news)) ?? 'details';
}

function meaningOf([field, from, to]: FieldChange): (typeof ORDER)[number] {
  if (field === 'active') return to === 'false' ? 'off' : 'on';
  // What was not stated before is only another detail.
  if (from === null) return 'details';
  // A placeholder with a dollar is the name of a key.
  if (field === 'urlPattern' && to?.includes('${') && !from.includes('${')) return 'key';
  if (/^(?:hosts|urlPattern|baseUrl)$/.test(field)) return 'address';
  return /^(?:licence|terms|commercialUse|forbids|attribution)\b/.test(field) ? 'terms' : 'details';
}

export function isMerge(subject: string): boolean {
  return /^Merge (?:branch|commit|pull request|remote-tracking|tag)\b/.test(subject);
}
