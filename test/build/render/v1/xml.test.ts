/** The XML Schemas refuse what is not a document of ours; site.properties.test.ts holds documents against them. */
import { afterAll, expect, test } from 'vitest';
import { XmlReader } from '../../../../commands/site/verify/xml-reader.ts';
import type { RouteName } from '../../../../contract/interface/v1-routes.ts';
import { XML_SCHEMAS, xmlNamespaceOf } from '../../../../contract/interface/v1-schemas.ts';

const reader = new XmlReader();
afterAll(() => reader.dispose());

const SERVER = '<host>a.example.org</host><urlPattern>https://#{host}/</urlPattern><copyright>c</copyright>';
const BASE = 'https://catalog.example.org/v1';
const SOURCE = `id="a" name="A" href="${BASE}/datasources/a/" baseUrl="https://a.example.org/" directory="a" action="Copy"`;
const CHECKSUM = '<checksum lastModified="2024-01-01T00:00:00Z" contentLength="0"/>';

const withFile = (checksum: string): string => `<datasource ${SOURCE}><file uri="a">${checksum}</file></datasource>`;
const OVERLAY = `<overlayServer id="a" name="b" minZoom="0" maxZoom="3" active="true">${SERVER}</overlayServer>`;

test.each<[RouteName, string, RegExp | null]>([
  ['mapservers', '', null],
  ['mapservers', `<mapServer id="a" name="b" minZoom="0" maxZoom="3" active="true">${SERVER}</mapServer>`, null],
  ['mapservers', `<mapServer name="b" minZoom="0" maxZoom="3" active="true">${SERVER}</mapServer>`, /'id'/],
  ['mapservers', `<mapServer id="a" name="b" minZoom="0" maxZoom="31" active="true">${SERVER}</mapServer>`, /maxZoom/],
  ['mapservers', `<mapServer id="a" name="b" minZoom="0" maxZoom="3" active="yes">${SERVER}</mapServer>`, /active/],
  ['mapservers', OVERLAY, /overlayServer/],
  ['overlayservers', OVERLAY, null],
  ['datasource', `<datasource ${SOURCE}/>`, null],
  ['datasource', `<datasource ${SOURCE}><file uri="a">${CHECKSUM}</file><map uri="b"/></datasource>`, null],
  ['datasource', withFile('<checksum/>'), null],
  ['datasource', `<datasource ${SOURCE}><map uri="b"/><file uri="a"/></datasource>`, /not expected/],
  ['datasource', `<datasource ${SOURCE}><theme uri="b"/></datasource>`, /imageUrl/],
  ['datasource', `<datasource ${SOURCE}><file uri="/a"/></datasource>`, /uri/],
  ['datasource', `<datasource ${SOURCE.replace('Copy', 'copy')}/>`, /action/],
  ['datasource', `<datasource ${SOURCE.replace('/a/"', '/a/?format=xml"')}/>`, /href/],
  ['datasource', `<datasource ${SOURCE.replace('/a/"', '/a"')}/>`, /href/],
  ['datasource', withFile(CHECKSUM.replace('00Z', '00+01:00')), /lastModified/],
  ['datasource', withFile(CHECKSUM.replace('01-01', '02-30')), /lastModified/],
  ['datasource', withFile(CHECKSUM.replace('"0"', '"-1"')), /contentLength/],
  ['datasource', withFile(CHECKSUM.replace('/>', ' sha1=""/>')), /sha1/],
  ['category', `<category parent="" name="" href="${BASE}/categories/1/"/>`, null],
  ['category', `<category name="" href="${BASE}/categories/1/"/>`, /parent/],
  ['edition', `<edition id="a" name="" href="${BASE}/editions/a/"><datasource id="a"/></edition>`, /href/],
  ['service', '<list name="mapservers" href="https://catalog.example.org/v1/mapservers/"/>', /list/],
])('%s: %s', (route, content, expected) => {
  const document = `<catalog xmlns="${xmlNamespaceOf(XML_SCHEMAS[route])}">${content}</catalog>`;
  const read = () => reader.read(Buffer.from(document), XML_SCHEMAS[route], (find) => find('/*'));
  if (expected) expect(read).toThrow(expected);
  else expect(read()).toHaveLength(1);
});

test.each([
  ['', /document/i],
  ['<!DOCTYPE html><html><body></body></html>', /namespace \(none\)/],
  ['<!doctype html><br>', /line 1/],
  ['{"mapservers": []}', /line 1/],
  ['<catalog/>', /namespace \(none\)/],
  [`<catalog xmlns="${xmlNamespaceOf('route-catalog')}"/>`, /namespace .*route-catalog instead of .*mapserver-catalog/],
  [`<catalog xmlns="${xmlNamespaceOf('mapserver-catalog')}">`, /line 1/],
])('a document that cannot be used: %s', (document, expected) => {
  expect(() => reader.read(Buffer.from(document), 'mapserver-catalog', () => {})).toThrow(expected);
});
