import { ParseOption, XmlDocument, type XmlElement, XmlLibError } from 'libxml2-wasm';
import { INPUT_LIMITS } from '../../contract/base/limits.ts';

/** The message continues a sentence: `it is not text in UTF-8`. */
export class XmlError extends Error {}

// A document may be large, but fetch nothing.
const OPTIONS = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_HUGE;

const DOCTYPE = '<!DOCTYPE';

/** What may precede a document type or the root. */
const BEFORE = /\s+|<!--.*?-->|<\?.*?\?>/sy;

/** Parts of a document type's name and addresses. Declarations may follow them in brackets. */
const TYPE_NAME = /"[^"]*"|'[^']*'|[^"'[<>]+/y;

/** Declarations other than entities. */
const SKIPPED = /<!--.*?-->|<\?.*?\?>|<!(?:ELEMENT|ATTLIST|NOTATION)\s|"[^"]*"|'[^']*'|[^"'<\]%]+/sy;

/**
 * The caller frees the memory with `dispose`. Declarations of elements and attributes are removed first: an attribute's
 * default can grow without end, as an entity can.
 */
export function parseXml(body: Uint8Array): XmlDocument {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.includes(0)) throw new XmlError('it is not text in UTF-8');
  const text = withoutDeclarations(bytes.toString('latin1'));
  if (upperBoundOfNodes(bytes) > INPUT_LIMITS.values) throw new XmlError('it has too many elements and attributes');
  try {
    return XmlDocument.fromBuffer(Buffer.from(text, 'latin1'), { option: OPTIONS });
  } catch (error) {
    throw error instanceof XmlLibError ? new XmlError(describeXmlError(error)) : error;
  }
}

/** Entities could grow without end, or name files. */
export const DECLARES_ENTITIES = 'it declares entities, which are never read';

/**
 * Keeps line breaks. After the document type, what looks like a declaration is in a comment or CDATA, or is an error.
 * @param text the bytes as Latin-1
 */
function withoutDeclarations(text: string): string {
  // After a byte order mark of UTF-8.
  const type = endOf(BEFORE, text, text.startsWith('\xef\xbb\xbf') ? 3 : 0);
  if (!hasDocumentType(text, type)) {
    refuseDeclaration(text, type);
    return text;
  }
  const begin = endOf(TYPE_NAME, text, type + DOCTYPE.length);
  // Without brackets, `end` is before `begin`: nothing is removed.
  const end = text[begin] === '[' ? endOf(SKIPPED, text, begin + 1) : begin - 1;
  if (end >= begin && text[end] !== ']') {
    const isEntity = text[end] === '%' || text.slice(end, end + 8).toUpperCase() === '<!ENTITY';
    throw new XmlError(isEntity ? DECLARES_ENTITIES : 'its document type is not well-formed');
  }
  const close = text.indexOf('>', end + 1);
  const whole = text.slice(0, begin) + text.slice(begin, end + 1).replace(/[^\n]+/g, '') + text.slice(end + 1);
  const root = endOf(BEFORE, text, close + 1);
  if (hasDocumentType(text, root)) throw new XmlError('it has more than one document type');
  refuseDeclaration(text, root);
  return whole;
}

const hasDocumentType = (text: string, at: number): boolean =>
  text.slice(at, at + DOCTYPE.length).toUpperCase() === DOCTYPE;

function refuseDeclaration(text: string, root: number): void {
  if (text.startsWith('<!', root)) throw new XmlError(DECLARES_ENTITIES);
}

function endOf(pattern: RegExp, text: string, from: number): number {
  let end = from;
  for (pattern.lastIndex = end; pattern.test(text); ) end = pattern.lastIndex;
  return end;
}

/** Counts `<` and `=`: elements and attributes take far more memory than their bytes. */
function upperBoundOfNodes(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x3c || byte === 0x3d) count++;
  return count;
}

export function withXml<T>(body: Uint8Array, read: (root: XmlElement) => T): T {
  const document = parseXml(body);
  try {
    return read(document.root);
  } finally {
    document.dispose();
  }
}

export function describeXmlError({ details, message }: XmlLibError): string {
  const [first] = details ?? [];
  return (first ? `line ${first.line}: ${first.message}` : message).trim().split('\n')[0] as string;
}
