/** Describes changes; every text about a change is here. */
import { withoutKeys } from '../../build/pipeline.ts';
import { plural, shortened, visible, withThousands } from '../../contract/text.ts';
import type { Change, Count, Section, Subject } from './change.ts';

/** Values are cut to this many characters, so that one long text leaves room for the others. */
const LONGEST_VALUE = 120;

/** The heading of each part of a report. */
export const HEADINGS: Readonly<Record<Section, string>> = {
  mapservers: 'Map servers',
  overlayservers: 'Overlay servers',
  datasources: 'Data sources',
  categories: 'Categories',
  editions: 'Editions',
  site: 'The site as a whole',
};

/** `+` added, `-` removed, `!` changed: as in a diff, which hosts show in colour. */
export type Mark = '+' | '-' | '!';

/** A change as a mark and one line of text, without line breaks and control characters. */
export function lineOf(change: Change): { readonly mark: Mark; readonly text: string } {
  const { mark, text } = describeChange(change);
  return { mark, text: visible(text) };
}

function describeChange(change: Change): { mark: Mark; text: string } {
  const subject = nameOf(change.subject);
  // Under the heading "Data sources", the id is enough.
  const { section, id } = change.subject;
  const short = section === 'datasources' && id !== null ? id : subject;
  const changed = (text: string): { mark: Mark; text: string } => ({ mark: '!', text: `${short}: ${text}` });
  switch (change.what) {
    case 'record-added':
      return { mark: '+', text: subject };
    case 'record-removed':
      return { mark: '-', text: subject };
    case 'path-added':
      return { mark: '+', text: `address ${change.path}` };
    case 'path-removed':
      return { mark: '-', text: `address ${change.path}` };
    case 'path-changed':
      return { mark: '!', text: `${change.path.endsWith('/') ? 'page' : 'file'} ${change.path} changed` };
    case 'field-added':
      return changed(`new field ${change.field}${ofFile(change)}`);
    case 'field-removed':
      return { mark: '-', text: `${short}: field ${change.field}${ofFile(change)}` };
    case 'type-changed':
      return changed(`${change.field || 'the document'}${ofFile(change)} was ${change.before}, is ${change.after}`);
    case 'value-changed':
      return changed(`${change.field}${ofFile(change)} ${shown(change.before)} -> ${shown(change.after)}`);
    case 'renamed':
      return {
        mark: '!',
        text: `categories: #${id} renamed ${shown(change.before)} -> ${shown(change.after)}`,
      };
    case 'moved':
      return changed(`moved from ${placeOf(change.before)} to ${placeOf(change.after)}`);
    case 'links-changed':
      return changed('links changed');
    case 'members-changed':
      return changed(joined([gained('gains', change.added), gained('loses', change.removed)]));
    case 'files-changed':
      return changed(filesOf(change));
    case 'file-removed':
      return { mark: '-', text: `${short}: ${change.file}` };
    case 'header-changed': {
      const where = id === null ? change.path : short;
      return {
        mark: '!',
        text: `${where}: ${change.header} ${change.before ?? 'not sent'} -> ${change.after ?? 'not sent'}`,
      };
    }
    case 'handler-changed':
      return { mark: '!', text: 'the edge handler changed' };
    case 'rendition-changed':
      return {
        mark: '!',
        text: `${change.file} of ${plural(change.documents, 'document')} changed, while the JSON did not`,
      };
  }
}

function nameOf({ section, id, name }: Subject): string {
  switch (section) {
    case 'mapservers':
      return id === null ? 'map servers' : `map server ${id}`;
    case 'overlayservers':
      return id === null ? 'overlay servers' : `overlay server ${id}`;
    case 'datasources':
      return id === null ? 'data sources' : `data source ${id}`;
    case 'categories':
      return id === null ? 'categories' : `category #${id}${name ? ` ${name}` : ''}`;
    case 'editions':
      return id === null ? 'editions' : `edition ${id}`;
    case 'site':
      return 'site';
  }
}

function ofFile({ target }: Change): string {
  return target.file === undefined ? '' : ` of ${target.file}`;
}

function placeOf(parent: string | null): string {
  return parent === null ? 'the top' : `#${parent}`;
}

function gained(verb: string, ids: readonly string[]): string | null {
  return ids.length === 0 ? null : `${verb} ${ids.join(', ')}`;
}

function filesOf(change: Extract<Change, { what: 'files-changed' }>): string {
  const noun = change.group.slice(0, -1);
  return joined(
    [
      counted(change.files, noun, 'added'),
      counted(change.checksums, 'checksum', 'new'),
      counted(change.fragments, 'fragment', 'added'),
      change.others === 0 ? null : `${plural(change.others, noun)} changed in another way`,
    ],
    '; ',
  );
}

/** `3 files added`, `12 new checksums`, `1 removed`. */
function counted({ added, removed }: Count, noun: string, word: 'added' | 'new'): string | null {
  const addedText =
    added === 0 ? null : word === 'new' ? plural(added, noun).replace(' ', ' new ') : `${plural(added, noun)} added`;
  const removedText =
    removed === 0 ? null : `${addedText === null ? plural(removed, noun) : withThousands(removed)} removed`;
  return joined([addedText, removedText]) || null;
}

function joined(parts: readonly (string | null)[], separator = ', '): string {
  return parts.filter((part) => part !== null).join(separator);
}

function shown(value: unknown): string {
  const text = Array.isArray(value)
    ? `[${value.map(itemOf).join(', ')}]`
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : JSON.stringify(keyless(value));
  return shortened(text, LONGEST_VALUE);
}

/** A host is an object with one member, its name. */
function itemOf(item: unknown): string {
  const members = item !== null && typeof item === 'object' ? Object.values(item) : [];
  return members.length === 1 ? String(members[0]) : JSON.stringify(keyless(item));
}

/**
 * A JSON value in which all texts are without access keys: a site that is published has them in its addresses, and a
 * report must not. What has none is not copied; a function that `JSON.stringify` calls for every member takes twice as
 * long.
 */
export function keyless(value: unknown): unknown {
  if (typeof value === 'string') return withoutKeys(value);
  if (value === null || typeof value !== 'object') return value;
  let copy: object | null = null;
  for (const [name, member] of Object.entries(value)) {
    const kept = keyless(member);
    if (kept === member) continue;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    // Not an assignment, which for a member named __proto__ would set the prototype.
    Object.defineProperty(copy, name, { value: kept });
  }
  return copy ?? value;
}

/** `1.2 kB`, `15.9 MB`. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
