/**
 * `/changes.json` and `/changes.atom`: the changes of the catalog in its git history, one item for each commit.
 *
 * Subjects and file names are untrusted text: they are shown, never followed.
 */

import type { ChangesFeed, ChangesItem, RecordChange } from '../../contract/generated/v1.types.ts';
import { PLAIN_FILES } from '../../contract/plain-files.ts';
import { repositoryLinks } from '../../contract/repository-links.ts';
import { byCodePoint, plural, shortened, visible } from '../../contract/text.ts';
import { timestampOf } from '../../contract/times.ts';
import type { CatalogOutline } from '../model/catalog.ts';
import { RECORD_KINDS, type RecordCommit, recordCommits } from '../model/changed-records.ts';
import type { LoggedCommit } from '../model/history.ts';
import { type Ending, endingNotices } from './endings.ts';
import { element, textElement, xmlText } from './xml-writer.ts';

/** The maximum number of listed changes of one commit. The others are counted. */
const MAX_CHANGES = 100;

const LONGEST_SUBJECT = 200;

/** The parts of a catalog that the feeds need. */
type About = Pick<CatalogOutline, 'title' | 'serviceUrl' | 'repository'>;

/** The feed as JSON (JSON Feed 1.1). */
export function changesJson(about: About, log: readonly LoggedCommit[], endings: readonly Ending[] = []): string {
  const feed: ChangesFeed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(about),
    home_page_url: `${about.serviceUrl}/`,
    feed_url: about.serviceUrl + PLAIN_FILES.changes.path,
    description: DESCRIPTION,
    items: itemsOf(about, log, endings),
  };
  return `${JSON.stringify(feed)}\n`;
}

/** The feed as XML (Atom, RFC 4287). */
export function changesAtom(about: About, log: readonly LoggedCommit[], endings: readonly Ending[] = []): string {
  const items = itemsOf(about, log, endings);
  const address = about.serviceUrl + PLAIN_FILES.changesAtom.path;
  const link = (rel: string, type: string, href: string): string => element('link', { rel, type, href });
  const head = [
    textElement('id', address),
    textElement('title', titleOf(about)),
    textElement('subtitle', DESCRIPTION),
    // A feed must have a time. Without a history none is known.
    textElement('updated', items[0]?.date_published ?? timestampOf(0)),
    element('author', {}, textElement('name', visible(about.title))),
    link('self', PLAIN_FILES.changesAtom.contentType, address),
    link('alternate', 'text/html', `${about.serviceUrl}/`),
  ];
  const feed = element(
    'feed',
    { xmlns: 'http://www.w3.org/2005/Atom' },
    `${head.join('')}${items.map(entry).join('')}`,
  );
  return xmlText(feed);
}

function entry({ id, title, content_text: text, date_published: time }: ChangesItem): string {
  return element(
    'entry',
    {},
    textElement('id', id) + textElement('title', title) + textElement('updated', time) + textElement('content', text),
  );
}

function titleOf({ title }: About): string {
  return `${visible(title)}: changes`;
}

const DESCRIPTION = 'The records of the catalog that were added, changed and removed, newest first.';

/** The items of the commits that changed something published, and of announced ends of maps, newest first. */
function itemsOf(about: About, log: readonly LoggedCommit[], endings: readonly Ending[]): ChangesItem[] {
  const items = itemsOfCommits(about, log);
  const [latest] = log;
  if (!latest) return items;
  const ofEndings = endings.flatMap((ending) =>
    endingNotices(ending).map(({ key, time, title, text }) => ({
      id: `${about.serviceUrl}/${key}`,
      title: visible(title),
      content_text: visible(text),
      date_published: timestampOf(time * 1000),
      _cartalog: { commit: ending.cause?.commit ?? latest.commit, changes: [], more: 0 },
    })),
  );
  // Of commits, the order of the history counts.
  return ofEndings.length === 0
    ? items
    : [...ofEndings, ...items].sort((a, b) => byCodePoint(b.date_published, a.date_published));
}

function itemsOfCommits({ repository }: About, log: readonly LoggedCommit[]): ChangesItem[] {
  const { commit: addressOf } = repositoryLinks({ repository, branch: '' });
  return recordCommits(log, RECORD_KINDS).map(({ commit, time, subject, records }) => {
    const changes = changesOf(records).slice(0, MAX_CHANGES);
    const more = records.length - changes.length;
    const lines = [...changes.map(lineOf), ...(more > 0 ? [`and ${plural(more, 'more change')}`] : [])];
    return {
      id: addressOf(commit),
      title: shownSubject(subject) || commit.slice(0, 10),
      content_text: lines.join('\n'),
      date_published: timestampOf(time * 1000),
      _cartalog: { commit, changes, more },
    };
  });
}

/** The printable part of a subject, without invisible characters and e-mail addresses. */
export function shownSubject(subject: string): string {
  return visible(shortened(subject.trim().replace(/[^\s<>()]+@[^\s<>()]+\.[^\s<>()]+/g, '…'), LONGEST_SUBJECT));
}

/** The kinds of record with their names for people. */
const NAMES: Readonly<Record<RecordChange['kind'], string>> = {
  site: 'title or addresses of the catalog',
  mapserver: 'map server',
  overlayserver: 'overlay server',
  datasource: 'data source',
  categories: 'categories',
  edition: 'edition',
};

function lineOf({ change, kind, record }: RecordChange): string {
  return `${change}: ${NAMES[kind]}${record === null ? '' : ` ${record}`}`;
}

/** The changes of records, by kind and name. */
function changesOf(records: RecordCommit['records']): RecordChange[] {
  const changes = records.map(({ change, kind, name }) => ({
    change,
    kind,
    record: name === null ? null : visible(name),
  }));
  return changes.sort(
    (a, b) =>
      RECORD_KINDS.indexOf(a.kind) - RECORD_KINDS.indexOf(b.kind) || byCodePoint(a.record ?? '', b.record ?? ''),
  );
}
