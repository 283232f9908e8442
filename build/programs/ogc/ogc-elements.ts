import { shortenedText } from '../../../contract/base/text.ts';
import { childrenNamed, type XmlElement } from '../../../contract/base/xml-elements.ts';
import { licenceNamedBy } from '../../../contract/maps/licences.ts';

/** @param path such as `Request/GetMap/Format` */
export const elementsAt = (elements: readonly XmlElement[], path: string): XmlElement[] =>
  path.split('/').reduce((found, name) => found.flatMap((one) => childrenNamed(one, name)), [...elements]);

export const textAt = (element: XmlElement, path: string): string =>
  elementsAt([element], path)[0]?.content.trim() ?? '';

export const attributeOf = (element: XmlElement | undefined, name: string): string =>
  element?.attrs.find((attribute) => attribute.name === name)?.value.trim() ?? '';

/** Fees, and who may use the service. */
export function termsIn(root: XmlElement, service: 'Service' | 'ServiceIdentification') {
  const terms = ['Fees', 'AccessConstraints'].map((name) => textAt(root, `${service}/${name}`));
  const open = terms.filter((text) => text !== '' && !/^(?:none|keine|no)\.?$/i.test(text) && !licenceNamedBy(text));
  return { terms, termsMember: open.length > 0 ? { terms: shortenedText([...new Set(open)].join('; '), 200) } : {} };
}

export const MAX_LAYERS = 5_000;
