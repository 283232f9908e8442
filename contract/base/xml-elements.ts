import type { XmlElement } from 'libxml2-wasm';

export type { XmlElement };

export function* xmlChildrenOf(element: XmlElement): Generator<XmlElement, void, undefined> {
  // Only elements have attributes.
  for (let node = element.firstChild; node; node = node.next) if ('attrs' in node) yield node as XmlElement;
}

export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return [...xmlChildrenOf(element)].filter((child) => child.name === name);
}

/** Of the first child of the name; empty without one. */
export const childText = (element: XmlElement, name: string): string =>
  childrenNamed(element, name)[0]?.content.trim() ?? '';

export function xmlAttributesOf(element: XmlElement): ReadonlyMap<string, string> {
  return new Map(element.attrs.filter(({ prefix }) => prefix === '').map(({ name, value }) => [name, value]));
}
