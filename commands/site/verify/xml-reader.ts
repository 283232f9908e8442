import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XmlLibError, XsdValidator } from 'libxml2-wasm';
import { describeXmlError, parseXml, XmlError } from '../../../cli/network/read-xml.ts';
import { PACKAGE_ROOT } from '../../../cli/program/package.ts';
import { XML_SCHEMA_NAMES, type XmlSchemaName, xmlNamespaceOf } from '../../../contract/interface/v1-schemas.ts';
import type { Find } from './usable.ts';

export function readXmlSchemas(): Map<XmlSchemaName, string> {
  const read = (name: string): string => readFileSync(join(PACKAGE_ROOT, 'schemas', 'v1', `${name}.xsd`), 'utf8');
  return new Map(XML_SCHEMA_NAMES.map((name) => [name, read(name)]));
}

export class XmlReader {
  readonly #validators = new Map([...readXmlSchemas()].map(([name, text]) => [name, validatorOf(text)]));

  /** @throws XmlError if the document does not follow the schema */
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
