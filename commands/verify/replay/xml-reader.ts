/** Reads XML with libxml2, and holds it against the schemas. */
import { ParseOption, XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import { namespaceOf, type XmlSchemaName } from '../../../contract/xml-schemas.ts';

/** The text of each XML Schema. */
export type XmlSchemas = ReadonlyMap<XmlSchemaName, string>;

/** What was found in a document. */
export interface Reading {
  /** Why it cannot be used; null where it can. */
  readonly problem: string | null;
  /** The values that the XPath of the request found, in the order of the document. */
  readonly values: readonly string[];
}

// A document may be large, and never has a reason to make its reader fetch anything.
const OPTIONS = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_HUGE;

/** A reader for documents that follow the schemas. */
export class XmlReader {
  readonly #validators: Map<XmlSchemaName, XsdValidator>;

  /** @throws where a schema is not one */
  constructor(schemas: XmlSchemas) {
    this.#validators = new Map([...schemas].map(([name, text]) => [name, validatorOf(text)]));
  }

  /**
   * Parses a document and validates it.
   *
   * @param xpath what to take from it; elements are in the namespace of the schema under the prefix `c`
   */
  read(body: Uint8Array, schema: XmlSchemaName, xpath: string): Reading {
    let document: XmlDocument | null = null;
    try {
      document = XmlDocument.fromBuffer(body, { option: OPTIONS });
      const { namespaceUri: found } = document.root;
      const wanted = namespaceOf(schema);
      if (found !== wanted) return unusable(`has the namespace ${found || '(none)'} instead of ${wanted}`);
      this.#validators.get(schema)?.validate(document);
      return { problem: null, values: document.find(xpath, { c: wanted }).map(({ content }) => content) };
    } catch (error) {
      if (!(error instanceof XmlLibError)) throw error;
      return unusable(`is not what its schema says: ${firstLine(error)}`);
    } finally {
      document?.dispose();
    }
  }

  /** Gives the memory of the schemas back. */
  dispose(): void {
    for (const validator of this.#validators.values()) validator.dispose();
  }
}

function validatorOf(text: string): XsdValidator {
  const document = XmlDocument.fromString(text);
  try {
    return XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}

function unusable(problem: string): Reading {
  return { problem, values: [] };
}

function firstLine({ details, message }: XmlLibError): string {
  const [first] = details ?? [];
  return (first ? `line ${first.line}: ${first.message}` : message).trim().split('\n')[0] as string;
}
