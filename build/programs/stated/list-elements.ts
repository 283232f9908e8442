import { itemsByKey } from '../../../contract/base/text.ts';
import { childrenNamed, type XmlElement, xmlChildrenOf } from '../../../contract/base/xml-elements.ts';
import { readWrittenKey, trimmedText } from './stated-map.ts';

/** Empty if there is no such child. */
export const childText = (element: XmlElement, name: string): string =>
  trimmedText(childrenNamed(element, name)[0]?.content);

export const childNames = (element: XmlElement): string[] => [...xmlChildrenOf(element)].map(({ name }) => name);

/** What lists by this program say in a comment: `<!-- mapservers/osm -->`. */
export const commentedKeyIn = (element: XmlElement) => readWrittenKey(trimmedText(element.eval('string(comment())')));

/** Reports children with other names: `2 <theme>`. */
export function reportOthers(element: XmlElement, read: readonly string[], unread: (part: string) => void): void {
  for (const [name, found] of itemsByKey(childNames(element), (each) => each))
    if (!read.includes(name)) unread(`${found.length} <${name}>`);
}
