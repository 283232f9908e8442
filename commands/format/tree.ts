/**
 * A catalog file as the tree that is printed: scalars as they will be written, members in the order of the file.
 *
 * Made from js-yaml's events, which have the offsets that keeping comments needs. The `yaml` package keeps comments by
 * itself, but takes more than three times as long on the largest files.
 */
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { resolvePlain } from '../../build/values.ts';
import type { Form } from './form.ts';

/** A comment on its own line. */
export interface Comment {
  /** With its `#`. */
  readonly text: string;
  readonly hasBlankAbove: boolean;
}

/** One member of a mapping, or one item of a list. */
export interface Member {
  /** Null for items. */
  readonly key: string | null;
  /** Where it begins in the source. */
  readonly start: number;
  /** Where its value begins, which may be on a later line; where it has none, that of its key. */
  valueStart: number;
  readonly parent: Collection;
  /** A scalar as it will be written, or a list or mapping. */
  value: string | Collection;
  readonly above: Comment[];
  /** The comment after it on its line. */
  after: string | null;
}

/** A list or mapping. */
export interface Collection {
  readonly isMapping: boolean;
  readonly form: Form;
  readonly members: Member[];
  /** Comments after the last member. */
  readonly below: Comment[];
  /** The member that it is the value of; null for the root. */
  readonly owner: Member | null;
  /** Where it begins in the source. */
  readonly start: number;
}

/** The tree of a file, and all its members in the order of the source. */
export interface Tree {
  readonly root: Collection;
  readonly members: readonly Member[];
}

/** Makes the tree of a file without errors from its events. */
export function treeOf(source: string, events: readonly Event[], form: Form): Tree {
  const members: Member[] = [];
  const open: Collection[] = [];
  let root: Collection | null = null;
  /** The member whose key has been read and whose value comes next. */
  let waiting: Member | null = null;
  let at = 0;

  const addMember = (parent: Collection, key: string | null, value: string): Member => {
    const member: Member = { key, start: at, valueStart: at, parent, value, above: [], after: null };
    parent.members.push(member);
    members.push(member);
    return member;
  };

  for (const event of events) {
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.ALIAS) continue;
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const parent = open.at(-1);
    at = Math.max(at, event.type === EVENT_ID.SCALAR ? event.valueStart : event.start);
    if (event.type === EVENT_ID.SCALAR) {
      if (!parent) continue;
      if (parent.isMapping && !waiting) {
        waiting = addMember(parent, getScalarValue(source, event), '');
        continue;
      }
      const member: Member = waiting ?? addMember(parent, null, '');
      member.valueStart = at;
      member.value = writeScalar(source, event, member.key, styleIn(parent));
      waiting = null;
      continue;
    }
    const owner: Member | null = parent ? (waiting ?? addMember(parent, null, '')) : null;
    waiting = null;
    const collection: Collection = {
      isMapping: event.type === EVENT_ID.MAPPING,
      form: parent ? parent.form.inside(owner?.key ?? '') : form,
      members: [],
      below: [],
      owner,
      start: event.start,
    };
    if (owner) owner.value = collection;
    root ??= collection;
    open.push(collection);
  }
  if (!root) throw new Error('a file whose root is neither a list nor a mapping is refused by its schema');
  return { root, members };
}

/** The style of what is inside a collection. */
export function styleIn({ form }: Collection): Style {
  return form.isOneLine ? 'flow' : 'block';
}

function writeScalar(source: string, event: ScalarEvent, key: string | null, style: Style): string {
  const isPlain = event.style === SCALAR_STYLE.PLAIN;
  const text = event.valueStart < 0 ? '' : getScalarValue(source, event);
  if (isQuoted(key) && (!isPlain || !/^(?:~|null)?$/i.test(text))) return quote(text);
  return isPlain ? writePlain(text, style) : writeText(text, style);
}

/**
 * Whether the text of a key always has quotes: without them, a SHA-1 of decimal digits only would be a number, and the reason
 * of a removal, a sentence between braces, would end at its first comma.
 */
export function isQuoted(key: string | null): boolean {
  return key === 'sha1' || key === 'reason';
}

/** Where a text is written: in flow style, commas and brackets need quotes too. */
export type Style = 'block' | 'flow';

/** What a plain scalar must not hold: control characters, line separators, a byte order mark, non-characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u;

/** A plain scalar must not begin with an indicator or a document marker, or hold `: ` or ` #`. */
const PLAIN = /^(?![\s\-?:,[\]{}#&*!|>'"%@`]|\.\.\.)(?!.*(?::(?:\s|$)|\s#|\s$))/u;

const FLOW_INDICATOR = /[,[\]{}]/;

/** Writes a text: without quotes where every YAML reader then reads the same text, otherwise in double quotes. */
export function writeText(text: string, style: Style): string {
  return isPlain(text, style) ? text : quote(text);
}

/** Texts that are plain by their look alone, and most of what there is: words longer than any truth value, and moments. */
const WORD = /^(?:[A-Za-z][\w./-]{5,}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)$/;

function isPlain(text: string, style: Style): boolean {
  if (WORD.test(text)) return true;
  if (text === '' || UNPRINTABLE.test(text) || !PLAIN.test(text)) return false;
  if (style === 'flow' && FLOW_INDICATOR.test(text)) return false;
  return resolvePlain(text) === text;
}

/** Writes a text in double quotes, with everything escaped that YAML does not allow there. */
export function quote(text: string): string {
  if (/^[\w ./-]*$/.test(text)) return `"${text}"`;
  const escaped = JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return escaped;
}

/**
 * Writes a plain scalar in the one form of its value.
 *
 * @param source the scalar as the file has it
 */
function writePlain(source: string, style: Style): string {
  const value = resolvePlain(source);
  if (typeof value === 'string') return writeText(value, style);
  if (value === null || typeof value === 'boolean') return String(value);
  // What JavaScript would not write in plain digits stays as it is: very small numbers, and what readers disagree on.
  return typeof value === 'number' && /^[-.0-9]+$/.test(String(value)) ? String(value) : source;
}
