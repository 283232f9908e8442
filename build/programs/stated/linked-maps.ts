import { firstNames, shortenedText } from '../../../contract/base/text.ts';
import { withoutPastedKeys } from '../../tile-url/secrets.ts';
import type { ReportUnread, StatedMap } from './stated-map.ts';

/** Removes signs around a word. */
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
  const others = words.map(plainWord).filter((word) => !isLink(word));
  const addresses = others.filter((word) => word.includes('://'));
  const shown = firstNames(addresses.map((address) => shortenedText(withoutPastedKeys(address))));
  if (shown !== '') unread(`addresses beside its links; import each that is of a map alone: ${shown}`);
  const rest = others.length - addresses.length;
  if (rest > 0) unread(`text beside its links (${rest} words)`);
  return links.map(mapOf);
}
