/** Written by hand for speed; docs/decisions.md has the figures. */

/** Null attributes are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | null>>;

export function xmlElement(name: string, attributes: Attributes, content = ''): string {
  const start = startOf(name, attributes);
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

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

export function textElement(name: string, text: string, attributes: Attributes = {}): string {
  return xmlElement(name, attributes, escapeText(text));
}

/** Some readers expect addresses in CDATA. */
export function cdataElement(name: string, text: string): string {
  return xmlElement(name, {}, `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`);
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function* xmlDocument(root: Iterable<string>): Generator<string, void, undefined> {
  yield DECLARATION;
  yield* root;
  yield '\n';
}

export function xmlText(root: string): string {
  return `${DECLARATION}${root}\n`;
}

export function xmlListElement(name: string, attributes: Attributes, items: readonly string[]): string {
  return xmlElement(name, attributes, `\n${items.map((item) => `${item}\n`).join('')}`);
}

export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, reference) : text;
}

/** Readers turn a bare carriage return into a newline. */
function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, reference) : text;
}

/** Readers turn bare tabs and newlines into spaces. */
function escapeAttribute(text: string): string {
  return /[&<>"\t\n\r]/.test(text) ? text.replace(/[&<>"\t\n\r]/g, reference) : text;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function reference(character: string): string {
  return ENTITIES[character] ?? `&#${character.charCodeAt(0)};`;
}
