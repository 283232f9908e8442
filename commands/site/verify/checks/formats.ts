/** Statements about the query parameter `format`, about `Accept`, and about the XML. */
import type { HttpRequest } from '../../../../cli/http.ts';
import { namespaceOf, RENDITIONS, schemaPath, XML_SCHEMA_NAMES, XML_SCHEMAS } from '../../../../contract/renditions.ts';
import { resourceAt } from '../../../../contract/routes.ts';
import { allDetails, type Deployment, requestPath } from '../deployment.ts';
import { errorBody, header, isJson, noBody, type Statements, sameAs, sameHeaders, status } from '../expectations.ts';
import { linksIn } from '../json-documents.ts';
import { VARY } from './response-headers.ts';

const API = '?format=api';
const XML = '?format=xml';
const isXml = header('Content-Type', RENDITIONS.xml.contentType);

/** The `Accept` header of browsers. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const everyDocument = ({ paths }: Deployment): string[] => paths.map((path) => path + XML);

/** A request for each document with each of these `Accept` headers. */
const accepting =
  (...values: string[]) =>
  ({ paths }: Deployment): HttpRequest[] =>
    paths.flatMap((path) => values.map((value) => ({ path, headers: { Accept: value } })));

/** A document without its source, and without differences of white space. */
function withoutSource(text: string): string {
  const start = text.indexOf('<source ');
  const rest = start === -1 ? '' : text.slice(start).replace(/^[\s\S]*?(?:<\/source>|\/>)/, '');
  return (start === -1 ? text : text.slice(0, start) + rest).replaceAll(/\s+/g, ' ');
}

/** Statements about renditions. */
export const formatStatements: Statements = {
  formats: {
    'format-json': {
      says: 'format=json gives the same as no format',
      layer: 'edge',
      asks: ({ paths }) => paths.map((path) => `${path}?format=json`),
      expect: [
        status(200),
        isJson,
        sameAs(''),
        async (response, { send }) => {
          const plain = await send({ path: requestPath(response) });
          return plain.header('ETag') === response.header('ETag') ? [] : ['the ETags differ'];
        },
      ],
    },
    'format-api': {
      says: 'format=api gives the same document, with links that end in ?format=api',
      layer: 'edge',
      asks: ({ paths }) => paths.map((path) => path + API),
      expect: [
        status(200),
        isJson,
        async (response, { send }) => {
          const plain = await send({ path: requestPath(response) });
          const isSame = response.text.replaceAll(`/${API}"`, '/"') === plain.text;
          const others = linksIn(response.json()).filter((link) => !link.endsWith(`/${API}`));
          return isSame ? others : [...others, 'the documents differ in more than links'];
        },
      ],
    },
    'format-api-links': {
      says: 'The links of format=api lead to the same resources',
      layer: 'edge',
      asks: (deployment) => allDetails(deployment).map((path) => path + API),
      expect: [
        status(200),
        (response) => {
          const { id } = response.json() as { id: unknown };
          return String(id) === resourceAt(requestPath(response))?.id ? [] : [`the id is ${id}`];
        },
      ],
    },
    'format-unknown': {
      says: 'Any other format answers 404 with a detail',
      layer: 'edge',
      asks: ({ paths }) =>
        paths.flatMap((path) => ['html', 'JSON', '', '__proto__'].map((format) => `${path}?format=${format}`)),
      expect: [status(404), ...errorBody],
    },
    'other-parameters': {
      says: 'Other query parameters change nothing',
      asks: ({ lists }) => lists.map((path) => `${path}?page=2`),
      expect: [status(200), sameAs('')],
    },
    'accept-xml': {
      says: 'Without a format, an Accept that prefers XML gets the XML rendition',
      layer: 'edge',
      asks: accepting('application/xml', 'text/xml', 'application/json;q=0.5, application/xml'),
      expect: [status(200), isXml, sameAs(XML)],
    },
    'accept-other': {
      says: 'Any other Accept, including that of browsers, gets JSON',
      asks: accepting('*/*', BROWSER, 'application/json', 'application/xml;q=0.5, application/json', 'nonsense'),
      expect: [status(200), isJson, sameAs('')],
    },
    'format-wins': {
      says: 'format takes precedence over Accept',
      layer: 'edge',
      asks: ({ paths }) =>
        paths.map((path) => ({ path: `${path}?format=json`, headers: { Accept: 'application/xml' } })),
      expect: [status(200), isJson, sameAs('')],
    },
  },
  xml: {
    'format-xml': {
      says: 'format=xml gives the XML rendition, as application/xml in UTF-8, with Vary and an ETag that differs from that of the JSON',
      layer: 'edge',
      asks: everyDocument,
      expect: [
        status(200),
        isXml,
        header('Vary', VARY),
        async (response, { send }) => {
          const json = await send({ path: requestPath(response) });
          const route = resourceAt(requestPath(response))?.route;
          const isCatalog = route && response.text.includes(`<catalog xmlns="${namespaceOf(XML_SCHEMAS[route])}"`);
          return [
            ...(isCatalog ? [] : ['no catalog element in the namespace of its schema']),
            ...(response.header('ETag') === json.header('ETag') ? ['the ETag is that of the JSON'] : []),
          ];
        },
      ],
    },
    'xml-links': {
      says: 'Every href in the XML is absolute, ends in a slash and carries no query',
      layer: 'edge',
      asks: everyDocument,
      *expect({ text }, { serviceUrl }) {
        for (const [, href = ''] of text.matchAll(/ href="([^"]*)"/g))
          if (!href.startsWith(`${serviceUrl}/v1/`) || !/^[^?]*\/$/.test(href)) yield href;
      },
    },
    'xml-head': {
      says: 'HEAD of the XML answers as GET does, without the body',
      layer: 'edge',
      asks: ({ paths }) => paths.map((path) => ({ path: path + XML, method: 'HEAD' })),
      expect: [status(200), noBody, isXml, sameHeaders(['ETag'], 'GET')],
    },
    'xml-source': {
      says: 'includeSource=true adds the upstream source of a data source that has one, and nothing else',
      layer: 'edge',
      asks: ({ details }) => details('datasource').map((path) => `${path}${XML}&includeSource=true`),
      expect: [
        status(200),
        isXml,
        async (response, { send }) => {
          const plain = await send({ path: requestPath(response) + XML });
          const isSame = withoutSource(response.text) === withoutSource(plain.text);
          return [
            ...(isSame || response.text === plain.text ? [] : ['the documents differ in more than the source']),
            ...(plain.text.includes('<source') ? ['the source is there without includeSource=true'] : []),
          ];
        },
      ],
    },
    'xml-schemas': {
      says: 'The XML Schemas of the documents are published',
      asks: () => XML_SCHEMA_NAMES.map((name) => schemaPath(name)),
      expect: [
        status(200),
        isXml,
        ({ text }) => (text.includes('<xs:schema') ? [] : ['the body is not an XML Schema']),
      ],
    },
  },
};
