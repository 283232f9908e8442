/** The schemas say the same of records as the table of their members. */
import { expect, test } from 'vitest';
import { readXmlSchemas } from '../../../commands/site/verify/xml-reader.ts';
import {
  DOWNLOAD_ACTIONS,
  jsonKeys,
  type RecordName,
  recordMembersIn,
  SHA1_FORM,
  TIMESTAMP_FORM,
  V1_MEMBERS,
} from '../../../contract/interface/v1-members.ts';
import { LAST_ZOOM } from '../../../contract/maps/placeholders.ts';
import common from '../../../schemas/catalog/common.json' with { type: 'json' };
import categories from '../../../schemas/v1/categories.json' with { type: 'json' };
import category from '../../../schemas/v1/category.json' with { type: 'json' };
import datasource from '../../../schemas/v1/datasource.json' with { type: 'json' };
import datasources from '../../../schemas/v1/datasources.json' with { type: 'json' };
import edition from '../../../schemas/v1/edition.json' with { type: 'json' };
import editions from '../../../schemas/v1/editions.json' with { type: 'json' };
import tileservers from '../../../schemas/v1/tileservers.json' with { type: 'json' };

const { $defs: parts } = datasource;

test.each<[RecordName, 'json' | 'json-list', { properties: object; required: string[] }]>([
  ['tileServer', 'json', tileservers.items],
  ['dataSource', 'json', datasource],
  ['dataSource', 'json-list', datasources.items],
  ['files', 'json', parts.fileEntry],
  ['maps', 'json', parts.mapEntry],
  ['themes', 'json', parts.themeEntry],
  ['box', 'json', parts.mapEntry.properties.boundingbox],
  ['checksum', 'json', parts.checksum],
  ['category', 'json', category],
  ['category', 'json-list', categories.$defs.item],
  ['edition', 'json', edition],
  ['edition', 'json-list', editions.items],
])('%s in %s', (record, place, { properties, required }) => {
  const optional: readonly string[] = V1_MEMBERS[record].flatMap((member) =>
    'isOptional' in member ? [member.key] : [],
  );
  expect(Object.keys(properties)).toEqual(jsonKeys(record, place));
  expect(required).toEqual(jsonKeys(record, place).filter((key) => !optional.includes(key)));
});

test('checksums, actions and zoom levels are as the schemas have them', () => {
  const xsd = readXmlSchemas().get('datasource-catalog') ?? '';
  const { lastModified, sha1 } = parts.checksum.properties;
  expect([TIMESTAMP_FORM.source, SHA1_FORM.source]).toEqual([lastModified.pattern, sha1.pattern]);
  expect(xsd).toContain(`"${TIMESTAMP_FORM.source.slice(1, -1).replaceAll('\\d', '[0-9]')}"`);
  expect(xsd).toContain(`"${SHA1_FORM.source.slice(1, -1)}"`);
  expect(datasource.properties.action.enum).toEqual(DOWNLOAD_ACTIONS);
  expect(common.$defs.zoom).toMatchObject({ minimum: 0, maximum: LAST_ZOOM });
  expect(readXmlSchemas().get('mapserver-catalog')).toContain(`<xs:maxInclusive value="${LAST_ZOOM}"/>`);
});

test.each([...readXmlSchemas().keys()].filter((name) => /^(?:map|overlay)server-/.test(name)))(
  '%s has the members of a tile server that have an XML name, in their order, and no others',
  (name) => {
    const [, type = ''] =
      /<xs:complexType name="tileServer">(.*?)<\/xs:complexType>/s.exec(readXmlSchemas().get(name) ?? '') ?? [];
    for (const kind of ['attribute', 'element'] as const) {
      const names = Array.from(type.matchAll(new RegExp(`<xs:${kind} name="(\\w+)"`, 'g')), ([, found]) => found);
      expect(names).toEqual(recordMembersIn('tileServer', 'xml').flatMap((member) => member[kind] ?? []));
    }
  },
);
