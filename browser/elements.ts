/** Makes elements of a page. Texts are never read as HTML. */

/** The class, attributes and event listeners of an element. */
export interface ElementParts<E> {
  readonly class?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly on?: Readonly<Record<string, (element: E) => void>>;
}

/** Creates an HTML element with its content. */
export function htmlElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parts: ElementParts<HTMLElementTagNameMap[K]> = {},
  ...inside: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (parts.class !== undefined) made.className = parts.class;
  for (const [name, value] of Object.entries(parts.attributes ?? {})) made.setAttribute(name, value);
  for (const [name, act] of Object.entries(parts.on ?? {})) made.addEventListener(name, () => act(made));
  made.append(...inside);
  return made;
}

/** Creates an SVG element. */
export function svgElement(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
