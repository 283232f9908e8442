import { expect, test } from 'vitest';
import { parseXml, withXml, XmlError } from '../../../cli/network/read-xml.ts';
import { xmlAttributesOf, xmlChildrenOf } from '../../../contract/base/xml-elements.ts';
import { inTime } from '../../support/in-time.ts';

const read = (text: string | Uint8Array): unknown =>
  withXml(Buffer.from(text), (root) => ({
    name: root.name,
    attributes: Object.fromEntries(xmlAttributesOf(root)),
    children: [...xmlChildrenOf(root)].map(({ name, content }) => `${name}: ${content}`),
  }));

const LAUGHS = Array.from({ length: 12 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`);

test('attributes and elements', () =>
  expect(read('<a xmlns:n="urn:n" b="1 &amp; 2" n:b="3"> <c>x</c> text <!-- d --> <e><![CDATA[<y>]]></e></a>')).toEqual(
    {
      name: 'a',
      attributes: { b: '1 & 2' },
      children: ['c: x', 'e: <y>'],
    },
  ));

test('a document type without declarations is allowed, and nothing is fetched for it', () =>
  expect(read('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>')).toMatchObject({ name: 'a' }));

const declared = (inside: string, before = ''): string =>
  `<?xml version="1.0"?>${before}<!DOCTYPE a PUBLIC "-//A//B" 'http://example.org/[>]a.dtd' [${inside}] >\n<a b="1"><c>x</c></a>`;

test.each([
  ['elements', declared('<!ELEMENT a (c, (d | e)*)>\n<!ELEMENT c (#PCDATA)>')],
  ['attributes, whose defaults are not read', declared(`<!ATTLIST a b CDATA "]>" d CDATA '"]>' e (f|g) #IMPLIED>`)],
  ['notations and instructions', declared('<!NOTATION n SYSTEM "a[">\n<?php echo "]>" ?>')],
  ['comments', declared(`<!-- It's ]> <!ENTITY b "c"> <!DOCTYPE d> -->\n<!ELEMENT a ANY><!-- "-->`)],
  ['nothing', declared(' \n ')],
  ['much, after much else', declared('<!ELEMENT x ANY>\n'.repeat(5_000), `<!--${' "'.repeat(5_000)}-->`)],
  ['a byte order mark before it', `\uFEFF${declared('<!ELEMENT a ANY>')}`],
])('a document type may declare %s', (_, text) => {
  expect(read(text)).toEqual({ name: 'a', attributes: { b: '1' }, children: ['c: x'] });
});

test('errors after declarations have their line', () =>
  expect(() => read(declared('\n<!ELEMENT a ANY>\n').replace('</c>', ''))).toThrow(/^line 4: /));

test('long defaults of attributes take no memory', () =>
  inTime(() => {
    const elements = '<c/>'.repeat(100_000);
    const text = `<!DOCTYPE a [<!ATTLIST c d CDATA "${'x'.repeat(100_000)}">]><a>${elements}</a>`;
    withXml(Buffer.from(text), (root) => expect(root.find('c/@d')).toEqual([]));
  }));

test.each([
  ['an open comment', '<!-- '],
  ['an open declaration', '<!ELEMENT '],
  ['an open text', '<!ATTLIST a b "'],
  ['quotes', `"'`],
  ['marks', '<?'],
  ['types', '<!DOCTYPE a ['],
])('%s without end, again and again, does not take long', (_, part) =>
  inTime(() => {
    for (const text of [
      `<!DOCTYPE a [${part.repeat(200_000)}`,
      `<!DOCTYPE a ${part.repeat(200_000)}`,
      part.repeat(200_000),
    ])
      expect(() => read(text)).toThrow(XmlError);
  }),
);

test.each([
  ['an entity after other declarations', declared('<!ELEMENT a ANY><!-- --><!ENTITY b "c">'), /entities/],
  ['an entity of declarations', declared('<!ENTITY % b SYSTEM "file:///etc/passwd"> %b;'), /entities/],
  ['the use of one', declared('<!ELEMENT a ANY> %b;'), /entities/],
  [
    'an entity between texts that look like comments',
    declared(`<!ATTLIST a b CDATA "<!--"><!ENTITY c "-->">`),
    /entities/,
  ],
  ['an entity in a document type that nothing ends', '<!DOCTYPE a [<!ENTITY b "c"', /entities/],
  ['a comment in a document type that nothing ends', '<!DOCTYPE a [ <!-- b ]><a/>', /document type is not well-formed/],
  ['a second document type with declarations', `<!DOCTYPE a [ ]>${declared('')}`, /more than one/],
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

test.each([
  '<!-- <!DOCTYPE b SYSTEM "x.dtd" [ <!ELEMENT c EMPTY> ]> --><!DOCTYPE a SYSTEM "y.dtd"><a/>',
  '<?b <!DOCTYPE c [ ?><!DOCTYPE a [ <!ELEMENT a EMPTY> ]><!-- <!DOCTYPE d [<!ENTITY e "f">]> --><a/>',
  '<!DOCTYPE a><a><b><![CDATA[<!DOCTYPE html [ <!ENTITY c "d"> ]><p>]]></b></a>',
  '<a><!-- <!DOCTYPE a [ --></a>',
])('what only looks like a document type is none: %s', (text) => expect(read(text)).toMatchObject({ name: 'a' }));

test.each([
  '<!ENTITY b "c"><a/>',
  '<!DOCTYPE a><!ENTITY b "c"><a/>',
  '<a><!DOCTYPE a></a>',
  '<!DOCTYPE a <!ENTITY b "c">><a/>',
])('a declaration in another place is refused: %s', (text) => expect(() => read(text)).toThrow(XmlError));

test('a second document type is refused before anything looks for the end of each', () =>
  inTime(() => {
    expect(() => parseXml(Buffer.from('<!DOCTYPE a '.repeat(50_000)))).toThrow('more than one document type');
  }));

test('far more elements than any document has are refused before they take memory', () =>
  inTime(() => {
    const document = Buffer.from(`<a>${'<b/>'.repeat(3_000_000)}</a>`);
    expect(() => parseXml(document)).toThrow('too many elements and attributes');
  }));
