/**
 * `/changes.json` and `/changes.atom`: an item for each commit with news to readers. Names are untrusted: they are
 * shown, never followed.
 */

import { repositoryLinks } from '../../../contract/base/repository-links.ts';
import { byCodePoint, itemsByKey, visible } from '../../../contract/base/text.ts';
import { dayOf, timestampOf } from '../../../contract/base/times.ts';
import { textElement, xmlElement, xmlText } from '../../../contract/base/xml-writer.ts';
import type { ChangesFeed, ChangesItem, RecordChange } from '../../../contract/generated/v1.types.ts';
import { PLAIN_FILES } from '../../../contract/interface/plain-files.ts';
import { EN } from '../../../contract/words/page-texts/en.ts';
import { RECORD_ROLES, type RecordCommit, recordCommits } from '../../history/changed-records.ts';
import type { History } from '../../history/history.ts';
import type { CatalogOutline } from '../../model/catalog.ts';
import { interfaceAsset } from '../core/asset.ts';
import type { Publication } from '../publication.ts';
import { headlineOf, knownRecords, type NewsLine, newsLines } from './headlines.ts';
import { newsAmong } from './news.ts';

const MAX_CHANGES = 100;
const MAX_NAMES = 10;

type About = Omit<CatalogOutline, 'known'>;

/** @property page the page of changes; null if the site has no pages */
interface FeedSource extends Pick<History, 'log' | 'records'> {
  readonly page: string | null;
}

export const CHANGE_FEEDS: Publication = {
  files({ catalog, history, parts, modified }) {
    const page = parts.page && `${catalog.serviceUrl}/changes/`;
    const source = { ...history, page };
    return [
      interfaceAsset(PLAIN_FILES.changes, changesJson(catalog, source), modified),
      interfaceAsset(PLAIN_FILES.changesAtom, changesAtom(catalog, source), modified),
    ];
  },
};

/** JSON Feed 1.1. */
export function changesJson(about: About, source: FeedSource): string {
  const feed: ChangesFeed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(about),
    home_page_url: `${about.serviceUrl}/`,
    feed_url: about.serviceUrl + PLAIN_FILES.changes.path,
    description: DESCRIPTION,
    items: itemsOf(about, source),
  };
  return `${JSON.stringify(feed)}\n`;
}

/** Atom, RFC 4287. */
export function changesAtom(about: About, source: FeedSource): string {
  const items = itemsOf(about, source);
  const address = about.serviceUrl + PLAIN_FILES.changesAtom.path;
  const link = (rel: string, type: string, href: string): string => xmlElement('link', { rel, type, href });
  const head = [
    textElement('id', address),
    textElement('title', titleOf(about)),
    textElement('subtitle', DESCRIPTION),
    // A feed needs a time; without a history none is known.
    textElement('updated', items[0]?.date_published ?? timestampOf(0)),
    xmlElement('author', {}, textElement('name', visible(about.title))),
    link('self', PLAIN_FILES.changesAtom.contentType, address),
    link('alternate', 'text/html', source.page ?? `${about.serviceUrl}/`),
  ];
  const feed = xmlElement(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    `${head.join('')}${items.map(entry).join('')}`,
  );
  return xmlText(feed);
}

function entry({ id, title, content_text: text, date_published: time }: ChangesItem): string {
  return xmlElement(
    'entry',
    {},
    textElement('id', id) +
      textElement('title', title) +
      textElement('updated', time) +
      xmlElement('link', { rel: 'alternate', type: 'text/html', href: text.slice(text.lastIndexOf('\n') + 1) }) +
      textElement('content', text),
  );
}

function titleOf({ title }: About): string {
  return `${visible(title)}: changes`;
}

const DESCRIPTION = EN.changes.lede;

/**
 * An item for each commit with news to readers, or for each commit if the former records are unknown. The last line of
 * its text is the address to read more.
 */
function itemsOf(about: About, { log, records: recordHistory, page }: FeedSource): ChangesItem[] {
  const { commit: addressOf } = repositoryLinks(about);
  const newsOf = itemsByKey(newsAmong(recordHistory?.changes ?? []), ({ cause }) => cause.commit);
  const known = knownRecords(about);
  return recordCommits(log).flatMap(({ commit, time, records }) => {
    const news = newsOf.get(commit) ?? [];
    if (recordHistory && news.length === 0) return [];
    const changes = firstOfEachRole(changesOf(records));
    const more = records.length - changes.length;
    const address = page === null ? addressOf(commit) : `${page}#d${dayOf(time * 1000)}`;
    return {
      id: addressOf(commit),
      title: headlineOf(news, EN, known) || EN.changes.title,
      content_text: [...newsLines(news, EN, known).map(lineWithNames), address].join('\n'),
      date_published: timestampOf(time * 1000),
      _cartalog: { commit, changes, more },
    };
  });
}

function lineWithNames({ subject, predicate, records }: NewsLine): string {
  const names = records.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = records.length > names.length ? ` ${EN.changes.more(records.length - names.length)}` : '';
  // Names may have commas, so dots divide them.
  return records.length === 1 ? subject + predicate : `${subject}${predicate}: ${names.join(' · ')}${more}`;
}

function changesOf(records: RecordCommit['records']): RecordChange[] {
  const changes = records.map(({ change, role, name }) => ({
    change,
    kind: role,
    record: name === null ? null : visible(name),
  }));
  return changes.sort(
    (a, b) =>
      RECORD_ROLES.indexOf(a.kind) - RECORD_ROLES.indexOf(b.kind) || byCodePoint(a.record ?? '', b.record ?? ''),
  );
}

/** Takes the first of each role, then the second of each and so on, up to the limit; keeps their order. */
function firstOfEachRole(changes: readonly RecordChange[]): RecordChange[] {
  const ofRoles = [...itemsByKey(changes, ({ kind }) => kind).values()];
  const ranked = ofRoles.flatMap((ofRole) => ofRole.map((change, rank) => ({ change, rank })));
  const first = ranked.sort((a, b) => a.rank - b.rank).slice(0, MAX_CHANGES);
  const listed = new Set(first.map(({ change }) => change));
  return changes.filter((change) => listed.has(change));
}
