import { childrenNamed, type XmlElement } from '../../../contract/base/xml-elements.ts';
import { licenceNamedBy } from '../../../contract/maps/licences.ts';

/** The elements at a path of names, such as `Request/GetMap/Format`. */
export const elementsAt = (elements: readonly XmlElement[], path: string): XmlElement[] =>
  path.split('/').reduce((found, name) => found.flatMap((one) => childrenNamed(one, name)), [...elements]);

/** Empty if there is none. */
export const textAt = (element: XmlElement, path: string): string =>
  elementsAt([element], path)[0]?.content.trim() ?? '';

export const attributeOf = (element: XmlElement | undefined, name: string): string =>
  element?.attrs.find((attribute) => attribute.name === name)?.value.trim() ?? '';

/** Some services write their licence into the credit, and others into what restricts or costs access. */
export function creditAndLicence(credit = '', ...terms: readonly string[]) {
  const licence = [credit, ...terms].map(licenceNamedBy).find((one) => one !== null);
  return { credit: licenceNamedBy(credit) === null ? credit : '', licence };
}

export const MAX_LAYERS = 5_000;
