/** Checks of the query parameter `format`, of `Accept`, and of the XML. */

import type { HttpRequest } from '../../../cli/http.ts';
import { namespaceOf, RENDITIONS, schemaPath, XML_SCHEMA_NAMES, XML_SCHEMAS } from '../../../contract/renditions.ts';
import { resourceAt } from '../../../contract/routes.ts';
import { type Deployment, requestPath } from '../deployment.ts';
import { all, type Check, type Expectation, errorBody, header, noBody, status } from '../expectations.ts';
import { linksIn } from '../json-documents.ts';
import { VARY } from './response-headers.ts';

const API = '?format=api';

/** Checks of the query parameter `format`. */
export const formatChecks: readonly Check[] = [
  {
    id: 'format-json',
    statement: 'format=json gives the same as no format',
    section: 'formats',
    layer: 'edge',
    requests: ({ paths }) => paths.map((path) => ({ path: `${path}?format=json` })),
    expect: all(status(200), header('Content-Type', 'application/json'), async (response, { send }) => {
      const plain = await send({ path: requestPath(response) });
      return [
        ...(plain.text === response.text ? [] : ['the documents differ']),
        ...(plain.header('ETag') === response.header('ETag') ? [] : ['the ETags differ']),
      ];
    }),
  },
  {
    id: 'format-api',
    statement: 'format=api gives the same document, with links that end in ?format=api',
    section: 'formats',
    layer: 'edge',
    requests: ({ paths }) => paths.map((path) => ({ path: path + API })),
    expect: all(status(200), header('Content-Type', 'application/json'), async (response, { send }) => {
      const plain = await send({ path: requestPath(response) });
      const links = linksIn(response.json());
      return [
        ...links.filter((link) => !link.endsWith(`/${API}`)),
        ...(response.text.replaceAll(`/${API}"`, '/"') === plain.text
          ? []
          : ['the documents differ in more than links']),
      ];
    }),
  },
  {
    id: 'format-api-links',
    statement: 'The links of format=api lead to the same resources',
    section: 'formats',
    layer: 'edge',
    requests: ({ details }) =>
      (['datasource', 'category', 'edition'] as const).flatMap(details).map((path) => ({ path: path + API })),
    expect: all(status(200), (response) => {
      const { id } = response.json() as { id: unknown };
      return String(id) === resourceAt(requestPath(response))?.id ? [] : [`the id is ${id}`];
    }),
  },
  {
    id: 'format-unknown',
    statement: 'Any other format answers 404 with a detail',
    section: 'formats',
    layer: 'edge',
    requests: ({ paths }) =>
      paths.flatMap((path) =>
        ['html', 'JSON', '', '__proto__'].map((format) => ({ path: `${path}?format=${format}` })),
      ),
    expect: all(status(404), errorBody),
  },
  {
    id: 'other-parameters',
    statement: 'Other query parameters change nothing',
    section: 'formats',
    layer: 'both',
    requests: ({ lists }) => lists.map((path) => ({ path: `${path}?page=2` })),
    expect: all(status(200), async (response, { send }) => {
      const plain = await send({ path: requestPath(response) });
      return plain.text === response.text ? [] : ['the documents differ'];
    }),
  },
];

const XML = '?format=xml';
const TYPE = RENDITIONS.xml.contentType;

/** The `Accept` header of browsers. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const everyDocument = ({ paths }: Deployment): HttpRequest[] => paths.map((path) => ({ path: path + XML }));

/** The body must be the same as for the same path with this query. */
const sameAs =
  (query: string): Expectation =>
  async (response, { send }) => {
    const expected = await send({ path: requestPath(response) + query });
    return response.text === expected.text ? [] : [`not the document of ${expected.request.path}`];
  };

/** Checks of the XML rendition, and of `Accept`. */
export const xmlChecks: readonly Check[] = [
  {
    id: 'format-xml',
    statement:
      'format=xml gives the XML rendition, as application/xml in UTF-8, with Vary and an ETag that differs from that of the JSON',
    section: 'xml',
    layer: 'edge',
    requests: everyDocument,
    expect: all(status(200), header('Content-Type', TYPE), header('Vary', VARY), async (response, { send }) => {
      const json = await send({ path: requestPath(response) });
      const route = resourceAt(requestPath(response))?.route;
      const isCatalog = route && response.text.includes(`<catalog xmlns="${namespaceOf(XML_SCHEMAS[route])}"`);
      return [
        ...(isCatalog ? [] : ['no catalog element in the namespace of its schema']),
        ...(response.header('ETag') === json.header('ETag') ? ['the ETag is that of the JSON'] : []),
      ];
    }),
  },
  {
    id: 'xml-links',
    statement: 'Every href in the XML is absolute, ends in a slash and carries no query',
    section: 'xml',
    layer: 'edge',
    requests: everyDocument,
    *expect({ text }, { serviceUrl }) {
      for (const [, href = ''] of text.matchAll(/ href="([^"]*)"/g))
        if (!href.startsWith(`${serviceUrl}/v1/`) || !/^[^?]*\/$/.test(href)) yield href;
    },
  },
  {
    id: 'accept-xml',
    statement: 'Without a format, an Accept that prefers XML gets the XML rendition',
    section: 'formats',
    layer: 'edge',
    requests: ({ paths }) =>
      paths.flatMap((path) =>
        ['application/xml', 'text/xml', 'application/json;q=0.5, application/xml'].map((accept) =>
          accepting(path, accept),
        ),
      ),
    expect: all(status(200), header('Content-Type', TYPE), sameAs(XML)),
  },
  {
    id: 'accept-other',
    statement: 'Any other Accept, including that of browsers, gets JSON',
    section: 'formats',
    layer: 'both',
    requests: ({ paths }) =>
      paths.flatMap((path) =>
        ['*/*', BROWSER, 'application/json', 'application/xml;q=0.5, application/json', 'nonsense'].map((accept) =>
          accepting(path, accept),
        ),
      ),
    expect: all(status(200), header('Content-Type', 'application/json'), sameAs('')),
  },
  {
    id: 'format-wins',
    statement: 'format takes precedence over Accept',
    section: 'formats',
    layer: 'edge',
    requests: ({ paths }) => paths.map((path) => accepting(`${path}?format=json`, 'application/xml')),
    expect: all(status(200), header('Content-Type', 'application/json'), sameAs('')),
  },
  {
    id: 'xml-not-modified',
    statement:
      'If-None-Match with the ETag of the XML, also weak or with a -gzip suffix, answers 304 and repeats the ETag',
    section: 'conditional-requests',
    layer: 'edge',
    requests: async ({ paths, send }) => {
      const responses = await Promise.all(paths.map((path) => send({ path: path + XML })));
      return responses.flatMap(({ request, header: value }) => {
        const opaqueTag = (value('ETag') ?? '').replace(/^W\//, '').replaceAll('"', '');
        return [`"${opaqueTag}"`, `W/"${opaqueTag}"`, `W/"${opaqueTag}-gzip"`].map((etag) => ({
          ...request,
          headers: { 'If-None-Match': etag, Accept: '*/*', 'Cache-Control': 'no-cache' },
        }));
      });
    },
    expect: all(status(304), noBody, async (response, { send }) => {
      const full = await send({ path: response.request.path });
      return ['ETag', 'Last-Modified']
        .filter((name) => full.header(name) !== response.header(name))
        .map((name) => `${name}: ${response.header(name)}, but the 200 has ${full.header(name)}`);
    }),
  },
  {
    id: 'xml-other-etag',
    statement: 'If-None-Match with the ETag of the JSON answers 200 with the XML',
    section: 'conditional-requests',
    layer: 'edge',
    requests: async ({ paths, send }) => {
      const responses = await Promise.all(paths.map((path) => send({ path })));
      return responses.map(({ request, header: value }) => ({
        path: request.path + XML,
        headers: { 'If-None-Match': value('ETag') ?? '' },
      }));
    },
    expect: status(200),
  },
  {
    id: 'xml-head',
    statement: 'HEAD of the XML answers as GET does, without the body',
    section: 'xml',
    layer: 'edge',
    requests: ({ paths }) => paths.map((path) => ({ path: path + XML, method: 'HEAD' })),
    expect: all(status(200), noBody, header('Content-Type', TYPE), async (response, { send }) => {
      const get = await send({ path: response.request.path });
      return get.header('ETag') === response.header('ETag') ? [] : ['the ETags differ'];
    }),
  },
  {
    id: 'xml-source',
    statement: 'includeSource=true adds the upstream source of a data source that has one, and nothing else',
    section: 'xml',
    layer: 'edge',
    requests: ({ details }) => details('datasource').map((path) => ({ path: `${path}${XML}&includeSource=true` })),
    expect: all(status(200), header('Content-Type', TYPE), async (response, { send }) => {
      const plain = await send({ path: requestPath(response) + XML });
      const without = response.text.replace(/\s*<source [\s\S]*?(?:<\/source>|\/>)/, '');
      const isSame = without.replaceAll(/\s+/g, ' ') === plain.text.replaceAll(/\s+/g, ' ');
      return [
        ...(isSame || response.text === plain.text ? [] : ['the documents differ in more than the source']),
        ...(plain.text.includes('<source') ? ['the source is there without includeSource=true'] : []),
      ];
    }),
  },
  {
    id: 'xml-schemas',
    statement: 'The XML Schemas of the documents are published',
    section: 'xml',
    layer: 'both',
    requests: () => XML_SCHEMA_NAMES.map((name) => ({ path: schemaPath(name) })),
    expect: all(status(200), header('Content-Type', TYPE), ({ text }) =>
      text.includes('<xs:schema') ? [] : ['the body is not an XML Schema'],
    ),
  },
];

function accepting(path: string, accept: string): HttpRequest {
  return { path, headers: { Accept: accept } };
}
