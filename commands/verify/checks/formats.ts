/** The query parameter `format`. */

import { RENDITIONS } from '../../../contract/renditions.ts';
import { resourceAt } from '../../../contract/routes.ts';
import { namespaceOf, schemaPath, XML_SCHEMA_NAMES, XML_SCHEMAS } from '../../../contract/xml-schemas.ts';
import type { Deployment } from '../deployment.ts';
import { type Ask, pathAsked } from '../deployment.ts';
import { all, type Check, type Expectation, errorBody, header, noBody, status } from '../expectations.ts';
import { linksIn } from '../json-documents.ts';

const API = '?format=api';

/** The query parameter `format`. */
export const formatChecks: readonly Check[] = [
  {
    id: 'format-json',
    statement: 'format=json gives what no format gives',
    clause: 'Design, answers',
    layer: 'edge',
    asks: ({ paths }) => paths.map((path) => ({ path: `${path}?format=json` })),
    expect: all(status(200), header('Content-Type', 'application/json'), async (answer, { send }) => {
      const plain = await send({ path: pathAsked(answer) });
      return [
        ...(plain.text === answer.text ? [] : ['the documents differ']),
        ...(plain.header('ETag') === answer.header('ETag') ? [] : ['the ETags differ']),
      ];
    }),
  },
  {
    id: 'format-api',
    statement: 'format=api gives the same shape, with links that end in ?format=api',
    clause: 'Specification, what the service does',
    layer: 'edge',
    asks: ({ paths }) => paths.map((path) => ({ path: path + API })),
    expect: all(status(200), header('Content-Type', 'application/json'), async (answer, { send }) => {
      const plain = await send({ path: pathAsked(answer) });
      const links = linksIn(answer.json());
      return [
        ...links.filter((link) => !link.endsWith(`/${API}`)),
        ...(answer.text.replaceAll(`/${API}"`, '/"') === plain.text ? [] : ['the documents differ in more than links']),
      ];
    }),
  },
  {
    id: 'format-api-links',
    statement: 'The links of format=api lead to the same resources',
    clause: 'Specification, what the service does',
    layer: 'edge',
    asks: ({ details }) =>
      (['datasource', 'category', 'edition'] as const).flatMap(details).map((path) => ({ path: path + API })),
    expect: all(status(200), (answer) => {
      const { id } = answer.json() as { id: unknown };
      return String(id) === resourceAt(pathAsked(answer))?.id ? [] : [`the id is ${id}`];
    }),
  },
  {
    id: 'format-unknown',
    statement: 'Any other format answers 404 with a detail',
    clause: 'Design, answers',
    layer: 'edge',
    asks: ({ paths }) =>
      paths.flatMap((path) =>
        ['html', 'JSON', '', '__proto__'].map((format) => ({ path: `${path}?format=${format}` })),
      ),
    expect: all(status(404), errorBody),
  },
  {
    id: 'other-parameters',
    statement: 'Other query parameters change nothing',
    clause: 'Specification, gaps',
    layer: 'both',
    asks: ({ lists }) => lists.map((path) => ({ path: `${path}?page=2` })),
    expect: all(status(200), async (answer, { send }) => {
      const plain = await send({ path: pathAsked(answer) });
      return plain.text === answer.text ? [] : ['the documents differ'];
    }),
  },
];

const XML = '?format=xml';
const TYPE = RENDITIONS.xml.contentType;
const CLAUSE = 'Design, answers';

/** What browsers send. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const everyDocument = ({ paths }: Deployment): Ask[] => paths.map((path) => ({ path: path + XML }));

/** The same document as another request gets. */
const sameAs =
  (query: string): Expectation =>
  async (answer, { send }) => {
    const expected = await send({ path: pathAsked(answer) + query });
    return answer.text === expected.text ? [] : [`not the document of ${expected.ask.path}`];
  };

/** The XML rendition: `format=xml`, and what `Accept` asks for. */
export const xmlChecks: readonly Check[] = [
  {
    id: 'format-xml',
    statement: 'format=xml gives the XML rendition, as application/xml, with Vary and an ETag of its own',
    clause: CLAUSE,
    layer: 'edge',
    asks: everyDocument,
    expect: all(status(200), header('Content-Type', TYPE), header('Vary', 'Accept'), async (answer, { send }) => {
      const json = await send({ path: pathAsked(answer) });
      const route = resourceAt(pathAsked(answer))?.route;
      const isCatalog = route && answer.text.includes(`<catalog xmlns="${namespaceOf(XML_SCHEMAS[route])}"`);
      return [
        ...(isCatalog ? [] : ['there is no catalog element in its namespace']),
        ...(answer.header('ETag') === json.header('ETag') ? ['the ETag is that of the JSON'] : []),
      ];
    }),
  },
  {
    id: 'xml-links',
    statement: 'Every href in the XML is absolute, ends in a slash and carries no query',
    clause: 'Facts, desktop client',
    layer: 'edge',
    asks: everyDocument,
    expect: ({ text }, { serviceUrl }) =>
      [...text.matchAll(/ href="([^"]*)"/g)]
        .map(([, href]) => href as string)
        .filter((href) => !href.startsWith(`${serviceUrl}/v1/`) || !/^[^?]*\/$/.test(href)),
  },
  {
    id: 'accept-xml',
    statement: 'Without a format, an Accept that prefers XML gets the XML rendition',
    clause: CLAUSE,
    layer: 'edge',
    asks: ({ paths }) =>
      paths.flatMap((path) =>
        ['application/xml', 'text/xml', 'application/json;q=0.5, application/xml'].map((accept) =>
          accepting(path, accept),
        ),
      ),
    expect: all(status(200), header('Content-Type', TYPE), sameAs(XML)),
  },
  {
    id: 'accept-other',
    statement: 'Any other Accept, that of browsers included, gets JSON',
    clause: CLAUSE,
    layer: 'both',
    asks: ({ paths }) =>
      paths.flatMap((path) =>
        ['*/*', BROWSER, 'application/json', 'application/xml;q=0.5, application/json', 'nonsense'].map((accept) =>
          accepting(path, accept),
        ),
      ),
    expect: all(status(200), header('Content-Type', 'application/json'), sameAs('')),
  },
  {
    id: 'format-wins',
    statement: 'format wins over Accept',
    clause: CLAUSE,
    layer: 'edge',
    asks: ({ paths }) => paths.map((path) => accepting(`${path}?format=json`, 'application/xml')),
    expect: all(status(200), header('Content-Type', 'application/json'), sameAs('')),
  },
  {
    id: 'xml-not-modified',
    statement: 'The ETag of the XML, made weak and with a -gzip suffix too, answers 304 that repeats it',
    clause: 'Design, caching',
    layer: 'edge',
    asks: async ({ paths, send }) => {
      const answers = await Promise.all(paths.map((path) => send({ path: path + XML })));
      return answers.flatMap(({ ask, header: value }) => {
        const bare = (value('ETag') ?? '').replace(/^W\//, '').replaceAll('"', '');
        return [`"${bare}"`, `W/"${bare}"`, `W/"${bare}-gzip"`].map((etag) => ({
          ...ask,
          headers: { 'If-None-Match': etag, Accept: '*/*', 'Cache-Control': 'no-cache' },
        }));
      });
    },
    expect: all(status(304), noBody, async (answer, { send }) => {
      const full = await send({ path: answer.ask.path });
      return ['ETag', 'Last-Modified']
        .filter((name) => full.header(name) !== answer.header(name))
        .map((name) => `${name}: ${answer.header(name)}, but 200 says ${full.header(name)}`);
    }),
  },
  {
    id: 'xml-other-etag',
    statement: 'The ETag of the JSON does not answer for the XML',
    clause: 'Design, caching',
    layer: 'edge',
    asks: async ({ paths, send }) => {
      const answers = await Promise.all(paths.map((path) => send({ path })));
      return answers.map(({ ask, header: value }) => ({
        path: ask.path + XML,
        headers: { 'If-None-Match': value('ETag') ?? '' },
      }));
    },
    expect: status(200),
  },
  {
    id: 'xml-head',
    statement: 'HEAD of the XML answers as GET does, without the body',
    clause: 'Specification, endpoints',
    layer: 'edge',
    asks: ({ paths }) => paths.map((path) => ({ path: path + XML, method: 'HEAD' })),
    expect: all(status(200), noBody, header('Content-Type', TYPE), async (answer, { send }) => {
      const get = await send({ path: answer.ask.path });
      return get.header('ETag') === answer.header('ETag') ? [] : ['the ETags differ'];
    }),
  },
  {
    id: 'xml-source',
    statement: 'includeSource=true adds nothing but the source of a data source that has one',
    clause: 'Facts, desktop client',
    layer: 'edge',
    asks: ({ details }) => details('datasource').map((path) => ({ path: `${path}${XML}&includeSource=true` })),
    expect: all(status(200), header('Content-Type', TYPE), async (answer, { send }) => {
      const plain = await send({ path: pathAsked(answer) + XML });
      const without = answer.text.replace(/\s*<source [\s\S]*?(?:<\/source>|\/>)/, '');
      const isSame = without.replaceAll(/\s+/g, ' ') === plain.text.replaceAll(/\s+/g, ' ');
      return [
        ...(isSame || answer.text === plain.text ? [] : ['the documents differ in more than the source']),
        ...(plain.text.includes('<source') ? ['the source is given without being asked for'] : []),
      ];
    }),
  },
  {
    id: 'xml-schemas',
    statement: 'The XML Schemas of the documents are published',
    clause: 'Design, layout',
    layer: 'both',
    asks: () => XML_SCHEMA_NAMES.map((name) => ({ path: schemaPath(name) })),
    expect: all(status(200), header('Content-Type', TYPE), ({ text }) =>
      text.includes('<xs:schema') ? [] : ['there is no schema'],
    ),
  },
];

function accepting(path: string, accept: string): Ask {
  return { path, headers: { Accept: accept } };
}
