/** Reads XML with libxml2 and validates it with the XML Schemas. */
import { XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import { describeXmlError, parseXml, XmlError } from '../../../cli/read-xml.ts';
import { namespaceOf, type XmlSchemaName } from '../../../contract/renditions.ts';
import type { Find } from './usable.ts';

/** The text of each XML Schema. */
export type XmlSchemas = ReadonlyMap<XmlSchemaName, string>;

/** The result of reading a document. */
export interface Reading {
  /** Why the document cannot be used; null if it can. */
  readonly problem: string | null;
  /** The values of the XPath, in document order. */
  readonly values: readonly string[];
}

type Sight<T> = { readonly problem: string } | { readonly problem: null; readonly seen: T };

/** A reader for documents of the schemas. */
export class XmlReader {
  readonly #validators: Map<XmlSchemaName, XsdValidator>;

  /** @throws if a text is not an XML Schema */
  constructor(schemas: XmlSchemas) {
    this.#validators = new Map([...schemas].map(([name, text]) => [name, validatorOf(text)]));
  }

  /**
   * Parses a document and validates it.
   *
   * @param xpath the values to find; elements have the prefix `c`
   */
  read(body: Uint8Array, schema: XmlSchemaName, xpath: string): Reading {
    const sight = this.look(body, schema, (find) => find(xpath));
    return sight.problem === null ? { problem: null, values: sight.seen } : { problem: sight.problem, values: [] };
  }

  /** Parses a document, validates it, and passes a function that evaluates XPaths. */
  look<T>(body: Uint8Array, schema: XmlSchemaName, see: (find: Find) => T): Sight<T> {
    let document: XmlDocument | null = null;
    try {
      document = parseXml(body);
      const parsed = document;
      const { namespaceUri: found } = parsed.root;
      const wanted = namespaceOf(schema);
      if (found !== wanted) return { problem: `has the namespace ${found || '(none)'} instead of ${wanted}` };
      this.#validators.get(schema)?.validate(parsed);
      const find: Find = (xpath) => parsed.find(xpath, { c: wanted }).map(({ content }) => content);
      return { problem: null, seen: see(find) };
    } catch (error) {
      if (error instanceof XmlError) return { problem: `does not follow its schema: ${error.message}` };
      if (!(error instanceof XmlLibError)) throw error;
      return { problem: `does not follow its schema: ${describeXmlError(error)}` };
    } finally {
      document?.dispose();
    }
  }

  /** Frees the memory of the schemas. */
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
