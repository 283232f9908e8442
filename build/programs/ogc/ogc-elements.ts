import { childrenNamed, type XmlElement } from '../../../contract/base/xml-elements.ts';

/** @param path of names, such as `Request/GetMap/Format` */
export const elementsAt = (elements: readonly XmlElement[], path: string): XmlElement[] =>
  path.split('/').reduce((found, name) => found.flatMap((one) => childrenNamed(one, name)), [...elements]);

export const textAt = (element: XmlElement, path: string): string =>
  elementsAt([element], path)[0]?.content.trim() ?? '';

export const attributeOf = (element: XmlElement | undefined, name: string): string =>
  element?.attrs.find((attribute) => attribute.name === name)?.value.trim() ?? '';

export const MAX_LAYERS = 5_000;
