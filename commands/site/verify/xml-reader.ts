/** Reads XML with libxml2 and validates it with the XML Schemas. */
import { XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import { describeXmlError, parseXml, XmlError } from '../../../cli/network/read-xml.ts';
import { type XmlSchemaName, xmlNamespaceOf } from '../../../contract/interface/v1-schemas.ts';
import type { Find } from './usable.ts';

export type XmlSchemas = ReadonlyMap<XmlSchemaName, string>;

export class XmlReader {
  readonly #validators: Map<XmlSchemaName, XsdValidator>;

  /** @throws if a text is not an XML Schema */
  constructor(schemas: XmlSchemas) {
    this.#validators = new Map([...schemas].map(([name, text]) => [name, validatorOf(text)]));
  }

  /** `see` gets a function that evaluates XPaths. @throws XmlError if the document does not follow the schema */
  read<T>(body: Uint8Array, schema: XmlSchemaName, see: (find: Find) => T): T {
    const document = parseXml(body);
    try {
      const wanted = xmlNamespaceOf(schema);
      const { namespaceUri: found } = document.root;
      if (found !== wanted) throw new XmlError(`it has the namespace ${found || '(none)'} instead of ${wanted}`);
      this.#validators.get(schema)?.validate(document);
      return see((xpath) => document.find(xpath, { c: wanted }).map(({ content }) => content));
    } catch (error) {
      throw error instanceof XmlLibError ? new XmlError(describeXmlError(error)) : error;
    } finally {
      document.dispose();
    }
  }

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
