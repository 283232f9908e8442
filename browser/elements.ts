/** Texts are never read as HTML. */

export function htmlElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Readonly<Record<string, string | ((element: HTMLElementTagNameMap[K]) => void)>> = {},
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'string') made.setAttribute(name, value);
    else made.addEventListener(name, () => value(made));
  }
  made.append(...inside);
  return made;
}

export function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
