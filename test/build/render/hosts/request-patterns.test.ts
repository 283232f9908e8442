/** The patterns say of every request what the edge handler says. */
import { describe, expect, test } from 'vitest';
import {
  ANY_FORMAT_QUERY,
  FORMAT_QUERIES,
  JSON_ACCEPTS,
  SOURCE_QUERY,
  XML_ACCEPT,
} from '../../../../build/render/hosts/request-patterns.ts';
import { FORMATS } from '../../../../contract/renditions.ts';
import { prefersXml } from '../../../../edge/accept.ts';
import { fc } from '../../../support/property.ts';

/** What the patterns say of a query, as a server looks for them. */
function formatIn(query: string): string | null {
  const known = FORMAT_QUERIES.find(([, pattern]) => new RegExp(pattern).test(query));
  return known ? known[0] : new RegExp(ANY_FORMAT_QUERY).test(query) ? 'unknown' : null;
}

/** What the handler says of it. */
function formatFor(query: string): string | null {
  const format = new URLSearchParams(query).get('format');
  return format === null || FORMATS.includes(format) ? format : 'unknown';
}

/** Words with some letters percent-encoded, in either case, and some of them damaged. */
const spelled = (...words: string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...words), fc.array(fc.nat(9), { maxLength: 16 })).map(([word, ways]) =>
    [...word]
      .map((letter, index) => {
        const hex = letter.charCodeAt(0).toString(16);
        const way = ways[index] ?? 0;
        return way < 6 ? letter : [`%${hex}`, `%${hex.toUpperCase()}`, `%${hex[0]}`, letter.toUpperCase()][way - 6];
      })
      .join(''),
  );

const name = spelled('format', 'includeSource', 'forma', 'formats', 'x', '', '%', '%66', 'form', 'format%', '%6format');
const value = spelled('xml', 'json', 'api', 'true', 'xm', 'xmlx', 'html', '', '%', 'xml;', 'xml+', 'true%20');
const parameter = fc.oneof(
  fc.tuple(name, value).map(([key, text]) => `${key}=${text}`),
  name,
  fc.string({ unit: fc.constantFrom(...'format=%6xml&;+'), maxLength: 12 }),
);
const query = fc.array(parameter, { maxLength: 4 }).map((parts) => parts.join('&'));

describe('the query', () => {
  test.each([
    ['', null],
    ['format=xml', 'xml'],
    ['%66o%72mat=x%6Dl', 'xml'],
    ['x=1&format=api&y=2', 'api'],
    ['format=json&format=xml', 'json'],
    ['format=nothing&format=xml', 'unknown'],
    ['format', 'unknown'],
    ['format=', 'unknown'],
    ['format=XML', 'unknown'],
    ['format=xml;', 'unknown'],
    ['format=xml%00', 'unknown'],
    ['FORMAT=xml', null],
    ['formats=xml', null],
    ['xformat=xml', null],
  ])('%j asks for %s', (text, format) => {
    expect(formatFor(text)).toBe(format);
    expect(formatIn(text)).toBe(format);
  });

  test('asks for the same format as in the handler, however it is written', () => {
    fc.assert(
      fc.property(query, (text) => {
        expect(formatIn(text)).toBe(formatFor(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('asks for the upstream source in the same cases', () => {
    fc.assert(
      fc.property(query, (text) => {
        expect(new RegExp(SOURCE_QUERY).test(text)).toBe(new URLSearchParams(text).get('includeSource') === 'true');
      }),
      { numRuns: 3_000 },
    );
  });

  test('of any length takes no longer than its length', () => {
    const long = `${'format1=x&%66=%&'.repeat(20_000)}format=xml`;
    expect(formatIn(long)).toBe('xml');
  });
});

/** What the patterns say of an `Accept`, as a server looks for them. */
function isXml(accept: string): boolean {
  const isFullJson = JSON_ACCEPTS.find(([pattern]) => new RegExp(pattern, 'i').test(accept))?.[1] ?? false;
  return new RegExp(XML_ACCEPT, 'i').test(accept) && !isFullJson;
}

const type = fc.constantFrom(
  'application/xml',
  'text/xml',
  'Application/JSON',
  'application/json',
  'application/*',
  '*/*',
  'text/html',
  'application/xhtml+xml',
  'nonsense',
);
const space = fc.constantFrom('', ' ', '\t');
const mediaRange = (quality: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(space, type, space, fc.constantFrom('', ';charset=utf-8', '; quiet=1', ';'), quality)
    .map((parts) => parts.join(''));
const anyQuality = fc.constantFrom(
  '',
  ';q=1',
  '; q=1.000',
  ';q=0.9',
  ';q=0.5',
  ';Q=.5',
  ';q=0',
  ';q=2',
  ';q=x',
  ';q=1;a=b',
);
const fullQuality = fc.constantFrom('', ';q=1', '; q=1.0', ';q=1;a=b');
const accept = (quality: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(mediaRange(quality), { maxLength: 4 }).map((ranges) => ranges.join(','));

describe('Accept', () => {
  test.each([
    ['', false],
    ['*/*', false],
    ['application/xml', true],
    ['text/xml', true],
    ['application/json;q=0.5, application/xml', true],
    ['application/xml;q=0.5, application/json', false],
    ['application/xml, application/json', false],
    ['application/xml, application/json;q=0.5, */*', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['application/xmlx', false],
  ])('%j prefers XML: %s', (text, expected) => {
    expect(prefersXml(text)).toBe(expected);
    expect(isXml(text)).toBe(expected);
  });

  test('prefers XML in the same cases as in the handler, where it is named without a lower quality', () => {
    fc.assert(
      fc.property(fc.constantFrom('application/xml', 'text/xml'), fullQuality, accept(anyQuality), (xml, full, any) => {
        const text = `${any.replaceAll('xml', 'html')},${xml}${full}`;
        expect(isXml(text)).toBe(prefersXml(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('never prefers XML where the handler does not', () => {
    fc.assert(
      fc.property(accept(anyQuality), (text) => {
        if (isXml(text)) expect(prefersXml(text)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});

test('the patterns have nothing that PCRE, RE2 and JavaScript read in different ways, or that would end a quoted text', () => {
  const all = [
    ...FORMAT_QUERIES.map(([, pattern]) => pattern),
    ...JSON_ACCEPTS.map(([pattern]) => pattern),
    ANY_FORMAT_QUERY,
    SOURCE_QUERY,
    XML_ACCEPT,
  ];
  for (const pattern of all) expect(pattern).not.toMatch(/[{}"'`#]|\(\?[^:]|\\[^s]|\\$/);
});
