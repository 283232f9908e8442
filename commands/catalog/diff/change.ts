import { withoutKeysIn } from '../../../build/tile-url/secrets.ts';
import { listOfNames, plural, shortenedText, visible, withThousands } from '../../../contract/base/text.ts';
import type { Target } from '../../../contract/interface/removal-targets.ts';

export const CHANGE_HEADINGS = {
  mapservers: 'Map servers',
  overlayservers: 'Overlay servers',
  maps: 'Maps of other types',
  datasources: 'Data sources',
  categories: 'Categories',
  editions: 'Editions',
  providers: 'Providers',
  site: 'The site as a whole',
} as const;

export type DiffSection = keyof typeof CHANGE_HEADINGS;

/** A null id means the list or the site. */
export interface Subject {
  readonly section: DiffSection;
  readonly id: string | null;
  /** The name of a category, whose id is a number. */
  readonly name?: string;
}

export interface Count {
  readonly added: number;
  readonly removed: number;
}

interface Path {
  readonly path: string;
}

interface After {
  readonly after: string;
}

interface Field {
  readonly field: string;
}

interface Values<T> {
  readonly before: T;
  readonly after: T;
}

interface FilesChanged {
  readonly group: string;
  readonly files: Count;
  readonly checksums: Count;
  readonly fragments: Count;
  /** Such as a box, or an image. */
  readonly others: number;
}

type EventName = keyof typeof EVENTS;

export type Event = {
  [W in EventName]: { readonly what: W } & Parameters<(typeof EVENTS)[W]['text']>[0];
}[EventName];

export type Change = Event & {
  readonly subject: Subject;
  readonly target: Target;
};

export type ChangePlace = Pick<Change, 'subject' | 'target'>;

export function siteChangeAt({ subject, target }: ChangePlace, event: Event, inside: Partial<Target> = {}): Change {
  return { ...event, subject, target: { ...target, ...inside } };
}

/** Colours at GitHub: added, removed, changed. */
type Mark = '+' | '-' | '!';

interface Names {
  readonly subject: string;
  readonly short: string;
  readonly id: string | null;
  /** The file, with a preposition; empty without a file. */
  readonly ofFile: string;
}

interface EventType<D> {
  readonly mark: Mark;
  readonly text: (details: D, names: Names) => string;
  /** An id, field or address is gone, or a type changed. */
  readonly isBreaking: boolean;
}

function event<D = object>(mark: Mark, text: EventType<D>['text'], isBreaking = false): EventType<D> {
  return { mark, text, isBreaking };
}

function breaking<D = object>(mark: Mark, text: EventType<D>['text']): EventType<D> {
  return event(mark, text, true);
}

const KEEP = 'programs store it; keep';

const EVENTS = {
  'record-added': event('+', (_, { subject }) => subject),
  'record-removed': breaking('-', (_, { subject }) => subject),
  'id-changed': breaking<After & { readonly keep: string }>(
    '!',
    ({ after, keep }, { subject }) => `${subject}: id changed to ${after}: ${KEEP} the ${keep}`,
  ),
  'path-moved': breaking<Path & After>(
    '!',
    ({ path, after }) => `address ${path} changed to ${after}: ${KEEP} the name of the file`,
  ),
  'path-added': event<Path>('+', ({ path }) => `address ${path}`),
  'path-removed': breaking<Path>('-', ({ path }) => `address ${path}`),
  'path-changed': event<Path>('!', ({ path }) => `${path.endsWith('/') ? 'page' : 'file'} ${path} changed`),
  'field-added': event<Field>('!', ({ field }, { short, ofFile }) => `${short}: new field ${field}${ofFile}`),
  'field-removed': breaking<Field>('-', ({ field }, { short, ofFile }) => `${short}: field ${field}${ofFile}`),
  'type-changed': breaking<Field & Values<string>>(
    '!',
    ({ field, before, after }, { short, ofFile }) =>
      `${short}: ${field || 'the document'}${ofFile} was ${before}, is ${after}`,
  ),
  'value-changed': event<Field & Values<unknown>>(
    '!',
    ({ field, before, after }, { short, ofFile }) => `${short}: ${field}${ofFile} ${shown(before)} -> ${shown(after)}`,
  ),
  renamed: event<Values<string>>(
    '!',
    ({ before, after }, { id }) => `categories: #${id} renamed ${shown(before)} -> ${shown(after)}`,
  ),
  moved: event<Values<string | null>>(
    '!',
    ({ before, after }, { short }) => `${short}: moved from ${placeOf(before)} to ${placeOf(after)}`,
  ),
  'links-changed': event('!', (_, { short }) => `${short}: links changed`),
  'members-changed': event<{ readonly added: readonly string[]; readonly removed: readonly string[] }>(
    '!',
    ({ added, removed }, { short }) =>
      `${short}: ${joined([verbAndNames('gains', added), verbAndNames('loses', removed)])}`,
  ),
  'files-changed': event<FilesChanged>('!', (details, { short }) => `${short}: ${filesOf(details)}`),
  'file-removed': breaking<{ readonly file: string }>('-', ({ file }, { short }) => `${short}: ${file}`),
  'header-changed': event<Path & Values<string | null> & { readonly header: string }>(
    '!',
    ({ header, path, before, after }, { id, short }) =>
      `${id === null ? path : short}: ${header} ${before ?? 'not sent'} -> ${after ?? 'not sent'}`,
  ),
  'handler-changed': event('!', () => 'the edge handler changed'),
  'rendition-changed': event<{ readonly file: string; readonly documents: number }>(
    '!',
    ({ file, documents }) => `${file} of ${plural(documents, 'document')} changed, while the JSON did not`,
  ),
};

/** No change of providers is breaking: not all clients read them. */
export function isBreaking({ what, subject }: Change): boolean {
  return EVENTS[what].isBreaking && subject.section !== 'providers';
}

export function changeLine(change: Change): string {
  const { subject, target } = change;
  const { section, id } = subject;
  const name = nameOf(subject);
  const short = section === 'datasources' && id !== null ? id : name;
  const ofFile = target.file === undefined ? '' : ` of ${target.file}`;
  const { mark, text } = EVENTS[change.what] as EventType<Change>;
  return `${mark} ${visible(text(change, { subject: name, short, id, ofFile }))}`;
}

function nameOf({ section, id, name }: Subject): string {
  const listName = section === 'site' ? 'site' : CHANGE_HEADINGS[section].toLowerCase();
  if (id === null || section === 'site') return listName;
  if (section === 'maps') return `map ${id}`;
  return section === 'categories' ? `category #${id}${name ? ` ${name}` : ''}` : `${listName.slice(0, -1)} ${id}`;
}

export interface SiteDiff {
  readonly serviceUrl: { readonly before: string; readonly after: string } | null;
  readonly changes: readonly Change[];
  readonly sizes: { readonly total: Values<number> };
}

function placeOf(parent: string | null): string {
  return parent === null ? 'the top' : `#${parent}`;
}

function verbAndNames(verb: string, ids: readonly string[]): string | null {
  return ids.length === 0 ? null : `${verb} ${listOfNames(ids)}`;
}

function filesOf({ group, files, checksums, fragments, others }: FilesChanged): string {
  const noun = group.slice(0, -1);
  const parts = [
    counted(files, noun, 'added'),
    counted(checksums, 'checksum', 'new'),
    counted(fragments, 'fragment', 'added'),
    others === 0 ? null : `${plural(others, noun)} changed in another way`,
  ];
  return joined(parts, '; ');
}

/** `3 files added`, `12 new checksums`, `1 removed` */
function counted({ added, removed }: Count, noun: string, word: 'added' | 'new'): string | null {
  const number = plural(added, noun);
  const addedText = added === 0 ? null : word === 'new' ? number.replace(' ', ' new ') : `${number} added`;
  const removedText =
    removed === 0 ? null : `${addedText === null ? plural(removed, noun) : withThousands(removed)} removed`;
  return joined([addedText, removedText]) || null;
}

function joined(parts: readonly (string | null)[], separator = ', '): string {
  return parts.filter((part) => part !== null).join(separator);
}

/** In characters: leaves room for other values. */
const LONGEST_VALUE = 120;

function shown(value: unknown): string {
  const text = Array.isArray(value)
    ? `[${value.map(itemOf).join(', ')}]`
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : JSON.stringify(value, withoutKeysIn);
  return shortenedText(text, LONGEST_VALUE);
}

/** A host is an object with one member: its name. */
function itemOf(item: unknown): string {
  const members = item !== null && typeof item === 'object' ? Object.values(item) : [];
  return members.length === 1 ? String(withoutKeysIn('', members[0])) : JSON.stringify(item, withoutKeysIn);
}

export function byteSizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
