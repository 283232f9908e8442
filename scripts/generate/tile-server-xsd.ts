/** The XML Schemas of map servers and overlay servers, which differ only in three names. */
import { type MemberType, membersIn, type RecordMember } from '../../contract/members.ts';
import { LAST_ZOOM, PLACEHOLDERS } from '../../contract/placeholders.ts';
import { namespaceOf, type XmlSchemaName } from '../../contract/renditions.ts';

const SCHEMAS: readonly { name: XmlSchemaName; element: string; documentation: string }[] = [
  {
    name: 'mapserver-catalog',
    element: 'mapServer',
    documentation: 'The XML of /v1/mapservers/: the base layers.',
  },
  {
    name: 'overlayserver-catalog',
    element: 'overlayServer',
    documentation: 'The XML of /v1/overlayservers/: the layers drawn over a base layer.',
  },
];

/** The texts of both schemas by file name. */
export function tileServerSchemas(): Map<string, string> {
  return new Map(SCHEMAS.map((schema) => [`${schema.name}.xsd`, schemaText(schema)]));
}

const TYPES: Partial<Record<MemberType, string>> = { zoom: 'zoom', boolean: 'xs:boolean' };

const typeOf = ({ type }: RecordMember): string => TYPES[type] ?? 'xs:string';

function attribute(member: RecordMember): string {
  const use = member.isOptional ? '' : ' use="required"';
  return `    <xs:attribute name="${member.attribute}" type="${typeOf(member)}"${use}/>\n`;
}

function element(member: RecordMember): string {
  const occurs =
    (member.isOptional ? ' minOccurs="0"' : '') + (member.type === 'hosts' ? ' maxOccurs="unbounded"' : '');
  if (member.type !== 'pattern')
    return `      <xs:element name="${member.element}" type="${typeOf(member)}"${occurs}/>\n`;
  const names = PLACEHOLDERS.map((name) => `#{${name}}`);
  return `      <xs:element name="${member.element}"${occurs}>
        <xs:annotation>
          <xs:documentation>Filled in by the client: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.</xs:documentation>
        </xs:annotation>
        <xs:simpleType>
          <xs:restriction base="xs:string">
            <xs:pattern value="https?://.+"/>
          </xs:restriction>
        </xs:simpleType>
      </xs:element>
`;
}

function schemaText({ name, element: record, documentation }: (typeof SCHEMAS)[number]): string {
  const members = membersIn('tileServer', 'xml');
  const elements = members.filter((member) => member.element !== undefined);
  const attributes = members.filter((member) => member.attribute !== undefined);
  return `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
           xmlns="${namespaceOf(name)}"
           targetNamespace="${namespaceOf(name)}"
           elementFormDefault="qualified">
  <xs:annotation>
    <xs:documentation>${documentation}</xs:documentation>
  </xs:annotation>

  <xs:element name="catalog">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="${record}" type="tileServer" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
    </xs:complexType>
    <xs:unique name="id">
      <xs:selector xpath="*"/>
      <xs:field xpath="@id"/>
    </xs:unique>
  </xs:element>

  <xs:complexType name="tileServer">
    <xs:sequence>
${elements.map(element).join('')}    </xs:sequence>
${attributes.map(attribute).join('')}  </xs:complexType>

  <xs:simpleType name="zoom">
    <xs:restriction base="xs:int">
      <xs:minInclusive value="0"/>
      <xs:maxInclusive value="${LAST_ZOOM}"/>
    </xs:restriction>
  </xs:simpleType>
</xs:schema>
`;
}
