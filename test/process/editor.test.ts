/** Completion, help and marks that the real yaml-language-server gives an editor for catalog files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LAYOUT } from '../../build/read/layout.ts';
import { findingsOf } from '../../build/report/positions.ts';
import { checkCatalog } from '../../build/run/check-catalog.ts';
import { memoryFolder, SMALL } from '../support/catalogs.ts';
import { ROOT } from '../support/cli.ts';
import {
  type LanguageServer,
  type Offer,
  schemaLine,
  startLanguageServer,
  TAB,
  typed,
} from '../support/language-server.ts';

let server: LanguageServer;
beforeAll(async () => {
  server = await startLanguageServer();
});
afterAll(() => server.stop());

const MAP = 'mapservers/one.yaml';
const SOURCE = 'datasources/empty/datasource.yaml';

/** Sends a request for the position of the `|` in a text. */
async function at<T>(
  ask: (path: string, text: string, position: { line: number; character: number }) => Promise<T>,
  path: string,
  marked: string,
): Promise<T> {
  const before = marked.slice(0, marked.indexOf('|')).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  return ask(`catalog/${path}`, marked.replace('|', ''), position);
}

const labels = (offers: readonly Offer[]): string[] => offers.map(({ label }) => label);
const helpOf = (offer: Offer | undefined): string =>
  typeof offer?.documentation === 'object' ? offer.documentation.value : (offer?.documentation ?? '');

describe('completion', () => {
  test.each([
    [
      MAP,
      'id: A\nactive: true\n|',
      ['name', 'minZoom', 'maxZoom', 'hosts', 'urlPattern', 'copyright'],
      ['id', 'active'],
    ],
    [SOURCE, '|', ['name', 'baseUrl', 'directory', 'action', 'maxAge', 'source'], []],
    [SOURCE, 'source:\n  |', ['url', 'level', 'include', 'exclude'], ['name']],
    [SOURCE, 'action: |', ['Copy', 'Extract', 'Flatten'], []],
    [MAP, 'active: |', ['true', 'false'], []],
    [MAP, 'kind: |', ['topographic', 'cycling', 'aerial'], []],
    [MAP, 'countries: [|', ['CH', 'XK'], ['FX']],
    [MAP, 'forbids: [|', ['bulk-download', 'offline-copies', 'other-referer'], []],
    [MAP, 'area:\n  - |', ['west', 'south', 'east', 'north'], ['latitude']],
    ['providers/good.yaml', 'name: Good\n|', ['homepage', 'terms', 'signUp', 'forbids'], ['kind']],
    ['providers/good.yaml', 'attribution:\n  - |', ['text', 'url'], []],
    ['datasources/empty/maps.yaml', 'a.map:\n  c|', ['checksums', 'fragments', 'boundingbox'], ['imageurl']],
    ['datasources/empty/themes.yaml', 'a.zip:\n  c|', ['checksums', 'fragments', 'imageurl'], ['boundingbox']],
    ['editions/offline.yaml', '|', ['name', 'datasources'], []],
    ['categories.yaml', '- |', ['id', 'name', 'parent'], []],
    ['site.yaml', '|', ['title', 'serviceUrl', 'repository'], []],
  ])('%s: %j', async (path, text, offered, notOffered) => {
    const found = labels(await at(server.offers, path, schemaLine(path) + text));
    expect(found).toEqual(expect.arrayContaining(offered));
    for (const label of notOffered) expect(found).not.toContain(label);
  });

  test('explains each choice', async () => {
    const offers = await at(server.offers, SOURCE, `${schemaLine(SOURCE)}action: |`);
    expect(Object.fromEntries(offers.map((offer) => [offer.label, helpOf(offer)]))).toEqual({
      Copy: 'Stores the file as it is.',
      Extract: 'Unpacks the zip and keeps the folders inside it.',
      Flatten: 'Unpacks the zip into one folder, without the folders inside it.',
    });
  });
});

describe('snippets', () => {
  const SNIPPETS = [
    { path: MAP, label: 'New tile server', answers: ['Wander Map', 'Wander Map, summer', '1', '17', 't.example.org'] },
    { path: 'overlayservers/two.yaml', label: 'New tile server', answers: [] },
    { path: SOURCE, label: 'New data source', answers: ['Mine', 'http://m.example.org/?f=', 'mine', 'Flatten'] },
    { path: 'editions/offline.yaml', label: 'New edition', answers: ['Mine', 'maps'] },
  ];

  test.each(SNIPPETS)('$label gives a good $path', async ({ path, label, answers }) => {
    const offer = (await at(server.offers, path, `${schemaLine(path)}|`)).find((offered) => offered.label === label);
    const text = schemaLine(path) + typed(offer, answers);
    for (const answer of answers) expect(text).toContain(answer);
    await expectGood(path, text);
  });

  test.each([
    [MAP, 'New tile server, in an empty file'],
    [SOURCE, 'New data source, in an empty file'],
  ])('%s: "%s" begins with the line that names the schema', async (path, label) => {
    const offer = (await at(server.offers, path, '|')).find((offered) => offered.label === label);
    const text = typed(offer, TAB);
    expect(text.startsWith(schemaLine(path))).toBe(true);
    await expectGood(path, text);
  });

  test('leave out what is already there', async () => {
    const offer = (await at(server.offers, MAP, `${schemaLine(MAP)}id: A\n|`)).find(
      (offered) => offered.label === 'New tile server',
    );
    expect(typed(offer, TAB)).not.toMatch(/^id:/m);
  });
});

describe('help', () => {
  test.each([
    [MAP, 'max|Zoom: 3', ['Tile server', 'closest in', '19']],
    [MAP, 'url|Pattern: x', ['Tile server', '\\#\\{host\\}', 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png']],
    [SOURCE, 'act|ion: Copy', ['Data source', '`Flatten`: Unpacks the zip into one folder']],
    [SOURCE, 'max|Age: 1', ['Data source', 'two hours', '7200']],
    ['datasources/empty/files.yaml', 'a:\n  checksums:\n    - { sh|a1: null }', ['Checksum', 'in quotes', '483AF8EE']],
  ])('%s: %j', async (path, text, parts) => {
    const help = await at(server.hover, path, schemaLine(path) + text);
    for (const part of parts) expect(help).toContain(part);
  });
});

describe('marks', () => {
  const GOOD = `id: One
name: Server one
minZoom: 0
maxZoom: 19
hosts: [a.example.org]
urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png
copyright: OpenStreetMap
`;

  const BAD_SERVERS: [wrong: string, from: string, to: string, mark: string, code: string][] = [
    ['no copyright', 'copyright: OpenStreetMap\n', '', 'Missing property "copyright"', 'missing-key'],
    ['unknown key', 'copyright:', 'copyrite:', 'Property copyrite is not allowed', 'unknown-key'],
    ['zoom too high', '19', '31', 'Value is above the maximum of 30', 'out-of-range'],
    ['zoom as text', '19', '"19"', 'Expected "integer"', 'wrong-type'],
    ['space at the end', 'Server one', '"Server one "', 'Text must not begin or end with a space', 'bad-text'],
    ['address as host', 'a.example.org', 'https://a.example.org', 'Write the host name alone', 'bad-host'],
    ['foreign placeholders', '#{zoom}', '{z}', 'Write the address of a tile', 'unknown-placeholder'],
    ['no placeholder', '#{zoom}', '7', 'Write the address of a tile', 'missing-placeholder'],
    ['no address', 'https://#', 'ftp://#', 'Write the address of a tile', 'bad-pattern'],
    ['no hosts', '[a.example.org]', '[]', 'too few items', 'empty-value'],
  ];

  test.concurrent.each(BAD_SERVERS)('%s is marked where cartalog check reports it', async (_, from, to, mark, code) => {
    await expectBad(MAP, GOOD.replace(from, to), mark, code);
  });

  const checksum = (fields: string): string => `a.zip:\n  checksums:\n    - { ${fields} }\n`;
  const BAD_FILES: [path: string, text: string, mark: string, code: string][] = [
    [
      SOURCE,
      'name: A\nbaseUrl: https://a.org/\ndirectory: a\naction: copy\n',
      '"Copy", "Extract", "Flatten"',
      'not-allowed',
    ],
    [SOURCE, 'name: A\nbaseUrl: https://a.org/x\ndirectory: a\naction: Copy\n', '/ (or =) at its end', 'bad-url'],
    [SOURCE, 'name: A\nbaseUrl: https://a.org/\ndirectory: ../a\naction: Copy\n', 'no . or .. part', 'bad-path'],
    [
      'datasources/empty/files.yaml',
      checksum('lastModified: 2026-09-19, contentLength: 1, sha1: null'),
      'like 2026-09-19T01:03:00Z',
      'bad-timestamp',
    ],
    [
      'datasources/empty/files.yaml',
      checksum('lastModified: 2026-09-19T01:03:00Z, contentLength: 1, sha1: abc'),
      'Write 40 digits',
      'bad-sha1',
    ],
    ['editions/offline.yaml', 'name: Offline\ndatasources: [Maps]\n', 'like brouter-segments', 'bad-id'],
    ['site.yaml', 'title: T\nserviceUrl: example.org\nrepository: https://a.org/b\n', 'address of a host', 'bad-url'],
  ];

  test.concurrent.each(BAD_FILES)(
    '%s: %j is marked where cartalog check reports it',
    async (path, text, mark, code) => {
      await expectBad(path, text, mark, code);
    },
  );
});

test('the settings name the same folders and schemas as the layout', () => {
  const settings = JSON.parse(readFileSync(join(ROOT, '.vscode', 'settings.json'), 'utf8'));
  const pairs = Object.entries<string[]>(settings['yaml.schemas']).flatMap(([schema, globs]) =>
    globs.map((glob) => `${schema} ${glob}`),
  );
  // Areas are GeoJSON, as other programs draw it.
  const written = LAYOUT.filter(({ path }) => path.endsWith('.yaml'));
  const expected = written.map(({ schema, path }) => `./schemas/catalog/${schema}.json catalog/${path}`);
  expect(pairs.sort()).toEqual(expected.sort());
});

test('the language server does not use the network', () => {
  expect(server.output()).not.toContain('network');
});

let copies = 0;

/** What the editor marks in a text. Each text is a file in another catalog folder, so that no two are one document. */
function marksOf(path: string, text: string): ReturnType<LanguageServer['marks']> {
  return server.marks(`catalog-${++copies}/${path}`, text);
}

/** Neither the editor nor the check reports anything in a file. */
async function expectGood(path: string, text: string): Promise<void> {
  expect(await marksOf(path, text)).toEqual([]);
  expect(findings(path, text)).toEqual([]);
}

/** The editor marks a line with a message, and the check reports a code on the same line. */
async function expectBad(path: string, body: string, mark: string, code: string): Promise<void> {
  const text = schemaLine(path) + body;
  const marks = await marksOf(path, text);
  const marked = marks.find(({ message }) => message.includes(mark));
  expect(marks.map(({ message }) => message).join('\n')).toContain(mark);
  expect(findings(path, text)).toContainEqual({ code, line: (marked?.range.start.line ?? -1) + 1 });
}

/** What the check reports in one file of a catalog without other faults. */
function findings(path: string, text: string): { code: string; line: number | null }[] {
  const { diagnostics } = checkCatalog(memoryFolder({ ...SMALL, [path]: text }), {
    environment: {},
    requireTokens: false,
  });
  return findingsOf(diagnostics, () => text)
    .filter((finding) => finding.file === path)
    .map(({ code, line }) => ({ code, line }));
}
