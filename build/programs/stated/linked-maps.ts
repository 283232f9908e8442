import type { ReportUnread, StatedMap } from './stated-map.ts';

/** Removes the signs around a word. */
const plainWord = (word: string): string => word.replace(/^[(<["'`]{1,3}/, '').replace(/[)>\]"'`.,;]{1,5}$/, '');

/** A program's links in a text, as maps; null without any. */
export function linkedMaps(
  text: string,
  isLink: (address: string) => boolean,
  mapOf: (link: string, index: number) => StatedMap,
  unread: ReportUnread,
): StatedMap[] | null {
  const words = text.split(/\s+/).filter(Boolean);
  const links = words.map(plainWord).filter(isLink);
  if (links.length === 0) return null;
  if (links.length < words.length) unread(`text beside its links (${words.length - links.length} words)`);
  return links.map(mapOf);
}
