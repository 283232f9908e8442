import { expect, test } from 'vitest';
import { attributesOf, childrenOf, parseXml, withXml, XmlError } from '../../cli/read-xml.ts';
import { inTime } from '../support/in-time.ts';

const read = (text: string | Uint8Array): unknown =>
  withXml(Buffer.from(text), (root) => ({
    name: root.name,
    attributes: Object.fromEntries(attributesOf(root)),
    children: [...childrenOf(root)].map(({ name, content }) => `${name}: ${content}`),
  }));

const LAUGHS = Array.from({ length: 12 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`);

test('attributes and elements', () => {
  expect(read('<a xmlns:n="urn:n" b="1 &amp; 2" n:b="3"> <c>x</c> text <!-- d --> <e><![CDATA[<y>]]></e></a>')).toEqual(
    {
      name: 'a',
      attributes: { b: '1 & 2' },
      children: ['c: x', 'e: <y>'],
    },
  );
});

test('a document type without declarations is allowed, and nothing is fetched for it', () => {
  expect(read('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>')).toMatchObject({ name: 'a' });
});

test.each([
  ['entities that expand each other', `<!DOCTYPE a [<!ENTITY l0 "l">${LAUGHS.join('')}]><a>&l12;</a>`, /entities/],
  ['the same in an attribute', `<!DOCTYPE a [<!ENTITY l0 "l">${LAUGHS.join('')}]><a b="&l12;"/>`, /entities/],
  ['a file as an entity', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>', /entities/],
  ['a declaration in lower case', '<!doctype a [<!entity f "x">]><a>&f;</a>', /entities/],
  ['UTF-16, in which declarations are not seen', Buffer.from('<a/>', 'utf16le'), /UTF-8/],
  ['an entity that is not declared', '<a>&f;</a>', /line 1: Entity 'f' not defined/],
  ['a prefix that is not declared', '<a b:c=""/>', /line 1: Namespace prefix b/],
  ['an end that is missing', '<a>', /line 1/],
  ['a page', '<!doctype html><p>Not found<br>', /line 1/],
  ['nothing', '', /./],
])('%s is refused', (_, text, why) => {
  expect(() => read(text)).toThrow(XmlError);
  expect(() => read(text)).toThrow(why);
});

test('a second document type is refused before anything looks for the end of each', () =>
  inTime(() => {
    expect(() => parseXml(Buffer.from('<!DOCTYPE a '.repeat(50_000)))).toThrow('more than one document type');
  }));

test('far more elements than any document has are refused before they take memory', () =>
  inTime(() => {
    const document = Buffer.from(`<a>${'<b/>'.repeat(3_000_000)}</a>`);
    expect(() => parseXml(document)).toThrow('too many elements and attributes');
  }));
