import { RENDITIONS } from '../../../../contract/interface/v1-renditions.ts';
import { resourceAt } from '../../../../contract/interface/v1-routes.ts';
import {
  schemaPath,
  XML_SCHEMA_NAMES,
  XML_SCHEMAS,
  xmlNamespaceOf,
} from '../../../../contract/interface/v1-schemas.ts';
import { allDetails, requestPath } from '../deployment.ts';
import {
  type Check,
  checkAnswers,
  documentPaths,
  expectComparedWith,
  expectDetail,
  expectHeader,
  expectJson,
  expectNoBody,
  expectSameBody,
  expectSameHeaders,
  expectSameId,
  expectStatus,
  forEachPath,
  problemUnless,
} from '../expectations.ts';
import { documentLinksIn } from '../v1-json.ts';
import { VARY_HEADER } from './response-headers.ts';

const API = '?format=api';
const XML = '?format=xml';
const expectXml = expectHeader('Content-Type', RENDITIONS.xml.contentType);

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const accepting = (...values: string[]) =>
  forEachPath(documentPaths(), ...values.map((value) => ({ headers: { Accept: value } })));

/** Also makes each run of white space one space. */
function withoutSource(text: string): string {
  const start = text.indexOf('<source ');
  const rest = start === -1 ? '' : text.slice(start).replace(/^[\s\S]*?(?:<\/source>|\/>)/, '');
  return (start === -1 ? text : text.slice(0, start) + rest).replaceAll(/\s+/g, ' ');
}

export const formatChecks = {
  'format-json': checkAnswers(documentPaths('?format=json'), [
    expectStatus(200),
    expectJson,
    expectSameBody(''),
    expectComparedWith('', (response, plain) =>
      problemUnless(plain.header('ETag') === response.header('ETag'), 'the ETags differ'),
    ),
  ]),
  'format-api': checkAnswers(documentPaths(API), [
    expectStatus(200),
    expectJson,
    expectComparedWith('', (response, plain) => [
      ...documentLinksIn(response.json())
        .filter((link) => !link.endsWith(`/${API}`))
        .map((link) => `the link ${link} does not end in /${API}`),
      ...problemUnless(
        response.text.replaceAll(`/${API}"`, '/"') === plain.text,
        'the documents differ in more than links',
      ),
    ]),
  ]),
  'format-api-links': checkAnswers(
    (deployment) => allDetails(deployment).map((path) => path + API),
    [expectStatus(200), expectSameId],
  ),
  'format-unknown': checkAnswers(
    ({ paths }) =>
      paths.flatMap((path) => ['html', 'JSON', '', '__proto__'].map((format) => `${path}?format=${format}`)),
    expectDetail(404),
  ),
  'other-parameters': checkAnswers(
    ({ lists }) => lists.map((path) => `${path}?page=2`),
    [expectStatus(200), expectSameBody('')],
  ),
  'accept-xml': checkAnswers(accepting('application/xml', 'text/xml', 'application/json;q=0.5, application/xml'), [
    expectStatus(200),
    expectXml,
    expectSameBody(XML),
  ]),
  'accept-other': checkAnswers(
    accepting('*/*', BROWSER, 'application/json', 'application/xml;q=0.5, application/json', 'nonsense'),
    [expectStatus(200), expectJson, expectSameBody('')],
  ),
  'format-wins': checkAnswers(forEachPath(documentPaths('?format=json'), { headers: { Accept: 'application/xml' } }), [
    expectStatus(200),
    expectJson,
    expectSameBody(''),
  ]),
  'format-xml': checkAnswers(documentPaths(XML), [
    expectStatus(200),
    expectXml,
    expectHeader('Vary', VARY_HEADER),
    expectComparedWith('', (response, json) => {
      const route = resourceAt(requestPath(response))?.route;
      const root = route && `<catalog xmlns="${xmlNamespaceOf(XML_SCHEMAS[route])}"`;
      return [
        ...problemUnless(
          root !== undefined && response.text.includes(root),
          'no catalog element in the namespace of its schema',
        ),
        ...problemUnless(response.header('ETag') !== json.header('ETag'), 'it has the ETag of the JSON'),
      ];
    }),
  ]),
  'xml-links': checkAnswers(documentPaths(XML), ({ text }, { serviceUrl }) =>
    [...text.matchAll(/ href="([^"]*)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !href.startsWith(`${serviceUrl}/v1/`) || href.includes('?') || !href.endsWith('/'))
      .map((href) => `the href ${href} does not begin with ${serviceUrl}/v1/, does not end in a slash, or has a query`),
  ),
  'xml-head': checkAnswers(forEachPath(documentPaths(XML), { method: 'HEAD' }), [
    expectStatus(200),
    expectNoBody,
    expectXml,
    expectSameHeaders(['ETag'], 'GET'),
  ]),
  'xml-source': checkAnswers(
    ({ details }) => details('datasource').map((path) => `${path}${XML}&includeSource=true`),
    [
      expectStatus(200),
      expectXml,
      expectComparedWith(XML, ({ text }, plain) => [
        ...problemUnless(
          withoutSource(text) === withoutSource(plain.text),
          'the documents differ in more than the source',
        ),
        ...problemUnless(!plain.text.includes('<source'), 'the source is there without includeSource=true'),
      ]),
    ],
  ),
  'xml-schemas': checkAnswers(
    XML_SCHEMA_NAMES.map((name) => schemaPath(name)),
    [
      expectStatus(200),
      expectXml,
      ({ text }) => problemUnless(text.includes('<xs:schema'), 'the body is not an XML Schema'),
    ],
  ),
} satisfies Readonly<Record<string, Check>>;
