/** Statements about the query parameter `format`, about `Accept`, and about the XML. */
import {
  namespaceOf,
  RENDITIONS,
  schemaPath,
  XML_SCHEMA_NAMES,
  XML_SCHEMAS,
} from '../../../../contract/interface/v1-renditions.ts';
import { resourceAt } from '../../../../contract/interface/v1-routes.ts';
import { allDetails, requestPath } from '../deployment.ts';
import {
  answers,
  type Check,
  compared,
  detail,
  documents,
  each,
  header,
  isJson,
  noBody,
  sameAs,
  sameHeaders,
  sameId,
  status,
  unless,
} from '../expectations.ts';
import { linksIn } from '../v1-json.ts';
import { VARY } from './response-headers.ts';

const API = '?format=api';
const XML = '?format=xml';
const isXml = header('Content-Type', RENDITIONS.xml.contentType);

/** The `Accept` header of browsers. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** A request for each document with each of these `Accept` headers. */
const accepting = (...values: string[]) =>
  each(documents(), ...values.map((value) => ({ headers: { Accept: value } })));

/** A document without its source, and without differences of white space. */
function withoutSource(text: string): string {
  const start = text.indexOf('<source ');
  const rest = start === -1 ? '' : text.slice(start).replace(/^[\s\S]*?(?:<\/source>|\/>)/, '');
  return (start === -1 ? text : text.slice(0, start) + rest).replaceAll(/\s+/g, ' ');
}

/** Checks of renditions. */
export const formatChecks = {
  'format-json': answers(documents('?format=json'), [
    status(200),
    isJson,
    sameAs(''),
    compared('', (response, plain) => unless(plain.header('ETag') === response.header('ETag'), 'the ETags differ')),
  ]),
  'format-api': answers(documents(API), [
    status(200),
    isJson,
    compared('', (response, plain) => [
      ...linksIn(response.json()).filter((link) => !link.endsWith(`/${API}`)),
      ...unless(response.text.replaceAll(`/${API}"`, '/"') === plain.text, 'the documents differ in more than links'),
    ]),
  ]),
  'format-api-links': answers((deployment) => allDetails(deployment).map((path) => path + API), [status(200), sameId]),
  'format-unknown': answers(
    ({ paths }) =>
      paths.flatMap((path) => ['html', 'JSON', '', '__proto__'].map((format) => `${path}?format=${format}`)),
    detail(404),
  ),
  'other-parameters': answers(({ lists }) => lists.map((path) => `${path}?page=2`), [status(200), sameAs('')]),
  'accept-xml': answers(accepting('application/xml', 'text/xml', 'application/json;q=0.5, application/xml'), [
    status(200),
    isXml,
    sameAs(XML),
  ]),
  'accept-other': answers(
    accepting('*/*', BROWSER, 'application/json', 'application/xml;q=0.5, application/json', 'nonsense'),
    [status(200), isJson, sameAs('')],
  ),
  'format-wins': answers(each(documents('?format=json'), { headers: { Accept: 'application/xml' } }), [
    status(200),
    isJson,
    sameAs(''),
  ]),
  'format-xml': answers(documents(XML), [
    status(200),
    isXml,
    header('Vary', VARY),
    compared('', (response, json) => {
      const route = resourceAt(requestPath(response))?.route;
      const root = route && `<catalog xmlns="${namespaceOf(XML_SCHEMAS[route])}"`;
      return [
        ...unless(
          root !== undefined && response.text.includes(root),
          'no catalog element in the namespace of its schema',
        ),
        ...unless(response.header('ETag') !== json.header('ETag'), 'the ETag is that of the JSON'),
      ];
    }),
  ]),
  'xml-links': answers(documents(XML), ({ text }, { serviceUrl }) =>
    [...text.matchAll(/ href="([^"]*)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !href.startsWith(`${serviceUrl}/v1/`) || !/^[^?]*\/$/.test(href)),
  ),
  'xml-head': answers(each(documents(XML), { method: 'HEAD' }), [
    status(200),
    noBody,
    isXml,
    sameHeaders(['ETag'], 'GET'),
  ]),
  'xml-source': answers(
    ({ details }) => details('datasource').map((path) => `${path}${XML}&includeSource=true`),
    [
      status(200),
      isXml,
      compared(XML, ({ text }, plain) => [
        ...unless(
          withoutSource(text) === withoutSource(plain.text) || text === plain.text,
          'the documents differ in more than the source',
        ),
        ...unless(!plain.text.includes('<source'), 'the source is there without includeSource=true'),
      ]),
    ],
  ),
  'xml-schemas': answers(
    XML_SCHEMA_NAMES.map((name) => schemaPath(name)),
    [status(200), isXml, ({ text }) => unless(text.includes('<xs:schema'), 'the body is not an XML Schema')],
  ),
} satisfies Readonly<Record<string, Check>>;
