/**
 * A catalog file as a tree of lines to be: values already in their written form, in the order of the file.
 *
 * js-yaml's events know where everything stands, which is what keeping comments needs; the `yaml` package would keep
 * them by itself, but takes 8 s and 3 GB for a file that this handles in one second.
 */
import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml';
import { quote, type Style, writePlain, writeText } from './printer.ts';
import type { Layout } from './style.ts';

/** A comment that stands on a line of its own. */
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
  readonly parent: Collection;
  /** A scalar in its written form, or a list or mapping. */
  value: string | Collection;
  readonly above: Comment[];
  /** The comment behind it on its line. */
  beside: string | null;
}

/** A list or mapping. */
export interface Collection {
  readonly isMapping: boolean;
  readonly layout: Layout;
  readonly members: Member[];
  /** Comments behind the last member. */
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

/** Makes the tree of a file in which nothing is wrong, from its events. */
export function treeOf(source: string, events: readonly Event[], layout: Layout): Tree {
  const members: Member[] = [];
  const open: Collection[] = [];
  let root: Collection | null = null;
  /** The member whose key has been met and whose value has not. */
  let waiting: Member | null = null;
  let at = 0;

  const addMember = (parent: Collection, key: string | null, value: string): Member => {
    const member: Member = { key, start: at, parent, value, above: [], beside: null };
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
      member.value = writeScalar(source, event, member.key, styleIn(parent));
      waiting = null;
      continue;
    }
    const owner: Member | null = parent ? (waiting ?? addMember(parent, null, '')) : null;
    waiting = null;
    const collection: Collection = {
      isMapping: event.type === EVENT_ID.MAPPING,
      layout: parent ? parent.layout.inside(owner?.key ?? '') : layout,
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

/** The style of what stands inside a collection. */
export function styleIn({ layout }: Collection): Style {
  return layout.isOneLine ? 'flow' : 'block';
}

function writeScalar(source: string, event: ScalarEvent, key: string | null, style: Style): string {
  const isPlain = event.style === SCALAR_STYLE.PLAIN;
  const text = event.valueStart < 0 ? '' : getScalarValue(source, event);
  // Forty digits without quotes would be a number: the habit must not depend on the digits.
  if (key === 'sha1' && (!isPlain || !/^(?:~|null)?$/i.test(text))) return quote(text);
  return isPlain ? writePlain(text, style) : writeText(text, style);
}
