/** Every document that the catalog gives in XML is valid against its XML Schema. */
import { dirname } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { catalogFolder } from '../../cli/files.ts';
import { readXmlSchemas } from '../../cli/program-parts.ts';
import { XmlReader } from '../../commands/site/verify/xml-reader.ts';
import { XML_SCHEMAS } from '../../contract/renditions.ts';
import { resourceAt } from '../../contract/routes.ts';
import { rendered } from '../support/check.ts';
import { OUR_CATALOG } from './our-catalog.ts';

const reader = new XmlReader(readXmlSchemas());
afterAll(() => reader.dispose());

const { site, serviceUrl } = await rendered(catalogFolder(OUR_CATALOG));
const documents = (site?.assets ?? []).filter(({ path }) => /^v1\/.*\.xml$/.test(path));

test.each(documents.map(({ path, content }) => [path, content] as const))('%s', (path, content) => {
  const route = resourceAt(`/${dirname(path)}/`)?.route;
  if (!route) throw new Error('no route gives this document');
  const links = reader.read(content, XML_SCHEMAS[route], (find) => find('//@href'));
  const isOurs = (href: string): boolean => href.startsWith(`${serviceUrl}/v1/`) && href.endsWith('/');
  expect(links.filter((href) => !isOurs(href))).toEqual([]);
});
