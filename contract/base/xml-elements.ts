/** The elements of an XML document that is read: the names, attributes and children of the nodes of libxml2. */
import type { XmlElement } from 'libxml2-wasm';

export type { XmlElement };

/** The child elements of an element, in order. */
export function* xmlChildrenOf(element: XmlElement): Generator<XmlElement, void, undefined> {
  // Only elements have attributes.
  for (let node = element.firstChild; node; node = node.next) if ('attrs' in node) yield node as XmlElement;
}

/** The child elements of an element with a name, in order. */
export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return [...xmlChildrenOf(element)].filter((child) => child.name === name);
}

/** The attributes of an element without a namespace, by name. */
export function xmlAttributesOf(element: XmlElement): ReadonlyMap<string, string> {
  return new Map(element.attrs.filter(({ prefix }) => prefix === '').map(({ name, value }) => [name, value]));
}
