/** The tables say of every request what the edge handler says. */
import { describe, expect, test } from 'vitest';
import { fillNames, REQUEST_VARIABLES } from '../../../../build/render/hosts/request-patterns.ts';
import { ANSWERS } from '../../../../contract/interface/http-answers.ts';
import { publishedLookup } from '../../../../contract/interface/published.ts';
import { V1_FORMATS } from '../../../../contract/interface/v1-renditions.ts';
import { prefersXml } from '../../../../edge/accept.ts';
import { intentOf } from '../../../../edge/intent.ts';
import { fc } from '../../../support/property.ts';
import { textsIn } from '../../../support/words.ts';

function variablesFor(request: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const values = { query: '', accept: '', uri: '/v1/', path: '/v1/', method: 'GET', ...request };
  const filled = (text: string, groups: readonly string[] = []): string =>
    fillNames(text, (name) => groups[Number(name)] ?? values[name as keyof typeof values] ?? '');
  for (const { from, rows, otherwise } of REQUEST_VARIABLES) {
    const text = filled(from);
    const matches = rows.flatMap(([found, ...row]) => {
      const match = found.startsWith('~')
        ? new RegExp(found.replace(/^~[*]?/, ''), found.startsWith('~*') ? 'i' : '').exec(text)
        : found === text && [found];
      return match ? [row.map((value) => filled(value, match))] : [];
    });
    const [first = Object.values(otherwise).map((value) => filled(value))] = matches;
    Object.assign(values, Object.fromEntries(Object.keys(otherwise).map((name, index) => [name, first[index]])));
  }
  return values;
}

function formatIn(query: string): string | null {
  const { asked, format = '' } = variablesFor({ query });
  return asked === '' ? null : format;
}

function formatFor(query: string): string | null {
  const format = new URLSearchParams(query).get('format');
  return format === null || V1_FORMATS.includes(format) ? format : 'unknown';
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
  test('asks for the same format as in the handler, however it is written', () =>
    fc.assert(
      fc.property(query, (text) => {
        expect(formatIn(text)).toBe(formatFor(text));
      }),
      { numRuns: 1_000 },
    ));

  test('of any length takes no longer than its length', () => {
    const long = `${'format1=x&%66=%&'.repeat(20_000)}format=xml`;
    expect(formatIn(long)).toBe('xml');
  });
});

const isXml = (accept: string): boolean => variablesFor({ accept })['format'] === 'xml';

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

test('XML is preferred only where the handler prefers it, and wherever it is named without a lower quality', () => {
  const named = fc.tuple(fc.constantFrom('application/xml', 'text/xml'), fullQuality).map((parts) => parts.join(''));
  const property = fc.property(accept(anyQuality), named, (text, xml) => {
    if (isXml(text)) expect(prefersXml(text)).toBe(true);
    const withXml = `${text.replaceAll('xml', 'html')},${xml}`;
    expect(isXml(withXml)).toBe(prefersXml(withXml));
  });
  fc.assert(property, { numRuns: 1_000 });
});

describe('the file or the status', () => {
  const lookup = publishedLookup({
    repository: '',
    ids: { datasource: ['a', 'b-1'], category: ['1'], edition: ['offline'] },
    withSource: ['a', 'b-1'],
    files: ['/v1/all.json', '/v1/schemas/edition.json', '/v1/schemas/service-catalog.xsd'],
  });
  const paths = ['', 'datasources/', 'datasources/a/', 'datasources/b-1/', 'categories/1/', 'editions/offline/'];
  const files = ['all.json', 'schemas/edition.json', 'schemas/service-catalog.xsd'];
  const others = textsIn(
    'x/ | datasources// | datasources/a%2Fb/ | all.xml | all-x.json | mapservers/a/ | schemas/a.json.gz',
  );
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'DELETE', 'PATCH'),
    path: fc.constantFrom(...paths, ...files, ...others).map((path) => `/v1/${path}`),
    query: fc.oneof(query, fc.constantFrom('format=xml', 'format=xml&includeSource=true', 'format=api', 'format=x')),
    accept: fc.constantFrom('', 'application/xml', 'application/json'),
  });

  test('is that of the handler', () =>
    fc.assert(
      fc.property(request, ({ method, path, query, accept }) => {
        const url = new URL(`https://catalog.example.org${path}?${query}`);
        const intent = intentOf({ method, url, accept }, lookup);
        const sent = { method, query, accept, uri: `${path}?${query}`, path: decodeURIComponent(path) };
        const { answer, file, other_file: otherFile } = variablesFor(sent);
        if ('answer' in intent) expect(answer).toBe(String(ANSWERS[intent.answer].status));
        else expect([path + file, path + otherFile]).toContain(intent.send);
        expect(answer === '').toBe('send' in intent);
      }),
      { numRuns: 1_000 },
    ));
});

test('the patterns have nothing that PCRE, RE2 and JavaScript read in different ways, or that would end a quoted text', () => {
  const all = REQUEST_VARIABLES.flatMap(({ rows }) => rows.map(([found]) => found));
  expect(all.length).toBeGreaterThan(40);
  for (const pattern of all) expect(pattern).not.toMatch(/[{}"'`#]|\(\?[^:]|\\[^s]|\\$/);
});
