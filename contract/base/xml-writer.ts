/**
 * Writes XML elements as text, with escapes, and escapes HTML. Our own because of its speed; docs/decisions.md has the figures.
 */

/** Attributes in order; null ones are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** An element from its attributes and its content, which is XML. */
export function xmlElement(name: string, attributes: Attributes, content = ''): string {
  const start = startOf(name, attributes);
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** An element with content in pieces, itself in pieces. */
export function* elementInPieces(
  name: string,
  attributes: Attributes,
  content: Iterable<string>,
): Generator<string, void, undefined> {
  yield `${startOf(name, attributes)}>`;
  yield* content;
  yield `</${name}>`;
}

function startOf(name: string, attributes: Attributes): string {
  let start = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key];
    if (value === null || value === undefined) continue;
    start += ` ${key}="${typeof value === 'string' ? escapeAttribute(value) : value}"`;
  }
  return start;
}

/** An element with text. */
export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return xmlElement(name, attributes, escapeText(text));
}

/** An element with text in CDATA, for readers that expect an address in this form. */
export function cdataElement(name: string, text: string): string {
  return xmlElement(name, {}, `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A whole document, in pieces: declaration, root element and one newline at the end. */
export function* xmlDocument(root: Iterable<string>): Generator<string, void, undefined> {
  yield DECLARATION;
  yield* root;
  yield '\n';
}

/** A small document as one text. */
export function xmlText(root: string): string {
  return `${DECLARATION}${root}\n`;
}

/** An element with one item a line. */
export function xmlListElement(name: string, attributes: Attributes, items: readonly string[]): string {
  return xmlElement(name, attributes, `\n${items.map((item) => `${item}\n`).join('')}`);
}

/** Text in HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  // Most texts contain none of them.
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, reference) : text;
}

/** Text between tags. A reader turns a bare carriage return into a newline, so it is written as a reference. */
function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, reference) : text;
}

/** The value of an attribute. A reader turns bare tabs and newlines in it into spaces. */
function escapeAttribute(text: string): string {
  return /[&<>"\t\n\r]/.test(text) ? text.replace(/[&<>"\t\n\r]/g, reference) : text;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function reference(character: string): string {
  return ENTITIES[character] ?? `&#${character.charCodeAt(0)};`;
}
