import fc from 'fast-check';
import { XmlDocument } from 'libxml2-wasm';
import { expect, test } from 'vitest';
import { textElement, xmlDocument, xmlElement } from '../../../contract/base/xml-writer.ts';

const text = (root: string): string => [...xmlDocument([root])].join('');

/** Every character of XML 1.0, the ones that need escaping more often than the rest. */
const character = fc.oneof(
  fc.constantFrom(...'&<>"\'\t\n\r ]\u0085\u2028\ufffd'),
  fc.integer({ min: 0x20, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0xe000, max: 0xfffd }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x10000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);

test('what is written is what is read, for every character XML can carry', () =>
  fc.assert(
    fc.property(fc.string({ unit: character }), fc.string({ unit: character }), (inText, inAttribute) => {
      const document = XmlDocument.fromString(text(xmlElement('a', { b: inAttribute }, textElement('c', inText))));
      try {
        expect(document.get('/a/@b')?.content).toBe(inAttribute);
        expect(document.get('/a/c')?.content).toBe(inText);
      } finally {
        document.dispose();
      }
    }),
  ));
