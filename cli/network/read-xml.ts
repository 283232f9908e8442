/** Reads untrusted XML with libxml2, without fetching, opening or expanding anything. */
import { ParseOption, XmlDocument, type XmlElement, XmlLibError } from 'libxml2-wasm';
import { INPUT_LIMITS } from '../../contract/base/limits.ts';

/** The message begins in lower case. */
export class XmlError extends Error {}

// A document may be large, but must not fetch anything.
const OPTIONS = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_HUGE;

const DOCTYPE = '<!DOCTYPE';

/** What may precede a document type, what it begins with, and declarations that are skipped: never entities. */
const BEFORE = /\s+|<!--.*?-->|<\?.*?\?>/sy;
const BEGINNING = /"[^"]*"|'[^']*'|[^"'[<>]+/y;
const SKIPPED = /<!--.*?-->|<\?.*?\?>|<!(?:ELEMENT|ATTLIST|NOTATION)\s|"[^"]*"|'[^']*'|[^"'<\]%]+/sy;

/**
 * Parses a document. The caller frees its memory with `dispose`. Declarations of elements and attributes in its document
 * type are not read, because a default of an attribute can grow without end, too; entities can also name files.
 *
 * @throws XmlError if it is not well-formed, declares entities, or has an encoding that could hide declarations
 */
export function parseXml(body: Uint8Array): XmlDocument {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.includes(0)) throw new XmlError('it is not text in UTF-8');
  const text = withoutDeclarations(bytes.toString('latin1'));
  if (beginnings(bytes) > INPUT_LIMITS.values) throw new XmlError('it has too many elements and attributes');
  try {
    return XmlDocument.fromBuffer(Buffer.from(text, 'latin1'), { option: OPTIONS });
  } catch (error) {
    throw error instanceof XmlLibError ? new XmlError(describeXmlError(error)) : error;
  }
}

/** Why XML with entities is refused: they could grow without end, or name files. */
export const DECLARES_ENTITIES = 'it declares entities, which are never read';

/**
 * A text without the declarations of its document type; its lines stay. Behind the document type, XML has no declarations:
 * what looks like one is in a comment or CDATA, or is an error.
 *
 * @throws XmlError if the declarations are not all skipped
 */
function withoutDeclarations(text: string): string {
  const type = endOf(BEFORE, text, text.startsWith('\xef\xbb\xbf') ? 3 : 0);
  if (!hasDocumentType(text, type)) return refuseDeclaration(text, type);
  const begin = endOf(BEGINNING, text, type + DOCTYPE.length);
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

/** @throws XmlError if there is a declaration in place of the root */
function refuseDeclaration(text: string, root: number): string {
  if (text.startsWith('<!', root)) throw new XmlError(DECLARES_ENTITIES);
  return text;
}

function endOf(pattern: RegExp, text: string, from: number): number {
  let end = from;
  for (pattern.lastIndex = end; pattern.test(text); ) end = pattern.lastIndex;
  return end;
}

/** An upper bound of the number of elements and attributes, which take far more memory than bytes. */
function beginnings(bytes: Uint8Array): number {
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
