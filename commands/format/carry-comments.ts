/** Gives a new tree of a file the comments of its old one. */
import type { Collection, Member } from './tree.ts';

/**
 * Gives a list or mapping the comments of another, as far as both have the same members. A comment goes where its member
 * or item goes, and is lost only with it.
 */
export function carryComments(from: Collection, to: Collection): void {
  for (const comment of from.below) to.below.push(comment);
  const members = memberFinder(from);
  for (const member of to.members) {
    const old = members(member);
    if (!old) continue;
    for (const comment of old.above) member.above.push(comment);
    member.after = old.after;
    if (typeof old.value !== 'string' && typeof member.value !== 'string') carryComments(old.value, member.value);
  }
}

/** Finds for a member of another collection the one with the same key here; for an item, the one with the same name. */
function memberFinder({ members }: Collection): (member: Member) => Member | null {
  const byName = new Map<string, Member[]>();
  for (const member of members) {
    const name = nameOf(member);
    const same = byName.get(name);
    if (same) same.push(member);
    else byName.set(name, [member]);
  }
  return (member) => byName.get(nameOf(member))?.shift() ?? null;
}

/** What makes a member the same as another: its key; for an item its text, or that of its first value. */
function nameOf({ key, value }: Member): string {
  if (key !== null) return key;
  if (typeof value === 'string') return value;
  const { order, isOneLine } = value.form;
  const [first] = typeof order === 'string' || !isOneLine ? value.members : inKeyOrder(value, order);
  return first && typeof first.value === 'string' ? `${first.key}: ${first.value}` : '';
}

function inKeyOrder({ members }: Collection, order: readonly string[]): readonly Member[] {
  return members.toSorted((a, b) => order.indexOf(a.key ?? '') - order.indexOf(b.key ?? ''));
}
