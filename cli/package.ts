/** The parts of this package that the program reads while it runs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textAsset } from '../build/render/documents.ts';
import type { SiteParts } from '../build/render/site.ts';
import { schemaPath, XML_SCHEMA_NAMES, type XmlSchemaName } from '../contract/xml-schemas.ts';

/** The folder of this package: the nearest above this module with a package.json. */
export const PACKAGE_ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}

/** The version in package.json. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')).version;
}

/** Reads what a site has besides its catalog. */
export function readSiteParts(): SiteParts {
  const read = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
  const names = readdirSync(join(PACKAGE_ROOT, 'public'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(PACKAGE_ROOT, 'public').length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  return {
    headers: read('_headers'),
    handler: read('lib/edge.js'),
    publicFiles: [
      ...names.map((path) => textAsset(path, read(`public/${path}`), null)),
      ...[...readXmlSchemas()].map(([name, text]) => textAsset(schemaPath(name).slice(1), text, null)),
    ],
  };
}

/** Reads the XML Schemas of the published documents. */
export function readXmlSchemas(): Map<XmlSchemaName, string> {
  const read = (name: string): string => readFileSync(join(PACKAGE_ROOT, 'schemas', 'v1', `${name}.xsd`), 'utf8');
  return new Map(XML_SCHEMA_NAMES.map((name) => [name, read(name)]));
}
