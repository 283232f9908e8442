/** The schemas that are published with the documents: JSON by ajv, XML by libxml2. */
import { basename, dirname } from 'node:path';
import type { Asset } from '../../../build/render/core/asset.ts';
import { XmlReader } from '../../../commands/site/verify/xml-reader.ts';
import validators from '../../../contract/generated/v1.validators.cjs';
import { RENDITIONS } from '../../../contract/interface/v1-renditions.ts';
import { resourceAt } from '../../../contract/interface/v1-routes.ts';
import { JSON_SCHEMAS, XML_SCHEMAS } from '../../../contract/interface/v1-schemas.ts';

const FILES: ReadonlySet<string> = new Set(Object.values(RENDITIONS).map(({ file }) => file));

export class PublishedSchemas {
  readonly #reader = new XmlReader();

  /** What is wrong with a document; nothing with a file that is none. */
  problemsOf({ path, content }: Asset): string[] {
    const resource = resourceAt(`/${dirname(path)}/`);
    if (!resource || !FILES.has(basename(path))) return [];
    const { route } = resource;
    if (path.endsWith('.xml')) {
      try {
        const links = this.#reader.read(content, XML_SCHEMAS[route], (find) => find('//@href'));
        return links.filter((href) => !URL.canParse(href)).map((href) => `${path}: no URL: ${href}`);
      } catch (error) {
        return [`${path}: ${error}`];
      }
    }
    const validate = validators[JSON_SCHEMAS[route]];
    const value: unknown = JSON.parse(Buffer.from(content).toString());
    const errors = validate(value) ? [] : (validate.errors ?? []);
    return errors.map(({ instancePath, message }) => `${path}: ${instancePath} ${message}`);
  }

  dispose(): void {
    this.#reader.dispose();
  }
}
