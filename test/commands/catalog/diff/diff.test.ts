import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BuiltSite, openBuiltSite } from '../../../../cli/site/built-site.ts';
import { changeLine } from '../../../../commands/catalog/diff/change.ts';
import { compareSites } from '../../../../commands/catalog/diff/diff.ts';
import {
  changesAsJson,
  changesAsMarkdown,
  LONGEST_CHANGE_REPORT,
  reportOnChanges,
} from '../../../../commands/catalog/diff/print-changes.ts';
import { type ListedRemoval, matchRemovals } from '../../../../commands/catalog/diff/removals.ts';
import { HOSTS, type Host } from '../../../../contract/hosts.ts';
import { siteManifest } from '../../../../contract/interface/site-manifest.ts';
import { type Files, MAPPED, SMALL } from '../../../support/catalogs.ts';
import { anyCharacter } from '../../../support/property.ts';
import { siteFiles, siteOf, siteWith } from '../../../support/sites.ts';

type Documents = Readonly<Record<string, unknown>>;

function changeLines(before: Documents, after: Documents): string[] {
  const [old, next] = [siteWith(before), siteWith(after)];
  const diff = compareSites(old, next);
  const { parts } = reportOnChanges(diff, matchRemovals(diff.changes, [], next));
  return parts.filter(({ form }) => form === 'diff').flatMap(({ lines }) => lines);
}

const MAPSERVERS = 'v1/mapservers/index.json';
const server = (members: object): object => ({ id: 'A', name: 'a', hosts: [{ host: 'h' }], ...members });
const servers = (...list: object[]): Documents => ({ [MAPSERVERS]: list });
const serverA = (members: object): Documents => servers(server(members));
const source = (files: object): Documents => ({
  'v1/datasources/index.json': [{ id: 's', url: 'https://a.example.org/v1/datasources/s/' }],
  'v1/datasources/s/index.json': { id: 's', files },
});
const edition = (datasource: object): Documents => ({
  'v1/editions/index.json': [{ id: 'e', url: 'https://a.example.org/v1/editions/e/' }],
  'v1/editions/e/index.json': { id: 'e', datasources: [datasource] },
});
const LINK = 'https://a.example.org/v1/datasources/s/';
const MOVED = 'https://b.example.org/v1/datasources/s/';
const handler = (published: string, result: number): Documents => ({
  '_worker.js': `const PUBLISHED = ${published};\nexport default ${result};\n`,
});
const BUILD = { lastModified: '2024-01-01T00:00:00Z', contentLength: 1, sha1: null };

test.each([
  [{ verdict: 'works' }, { verdict: 'dead', since: '2026-09-30' }],
  [undefined, {}],
  [{}, undefined],
] as const)('how maps work is no change of the catalog: %j, then %j', (before, after) => {
  expect(compareSites(siteOf(SMALL, before), siteOf(SMALL, after)).changes).toEqual([]);
});

describe('what no catalog can do, but a change of the program can', () => {
  test.each<[string, Documents, Documents]>([
    ['a field of a record is removed', serverA({}), servers({ id: 'A', hosts: [{ host: 'h' }] })],
    ['a nested field is removed', serverA({}), serverA({ hosts: [{ name: 'h' }] })],
    ['a field comes', serverA({}), serverA({ attribution: 'x' })],
    ['a number becomes text', serverA({ minZoom: 0 }), serverA({ minZoom: '0' })],
    ['a list becomes an object', { [MAPSERVERS]: [] }, { [MAPSERVERS]: { results: [] } }],
    ['null is not a type', serverA({ note: null }), serverA({ note: 'x' })],
    [
      'an address is removed, another is added',
      { 'v1/changes/index.json': {}, 'about.html': '' },
      { 'v1/news.json': {}, 'about.html': '' },
    ],
    ['a rendition is removed', { 'v1/editions/index.api.json': [] }, {}],
    ['a rendition changes alone', { 'v1/editions/index.api.json': [] }, { 'v1/editions/index.api.json': [1] }],
    ['links lead elsewhere', source({}), { ...source({}), 'v1/datasources/index.json': [{ id: 's', url: MOVED }] }],
    [
      'checksums lose a field',
      source({ f: { checksums: [BUILD] } }),
      source({ f: { checksums: [{ lastModified: BUILD.lastModified, contentLength: 1 }] } }),
    ],
    [
      'a checksum is learnt',
      source({ f: { checksums: [BUILD] } }),
      source({ f: { checksums: [{ ...BUILD, sha1: 'AB' }] } }),
    ],
    [
      'names that objects have by themselves',
      source({ constructor: { checksums: [] }, ...JSON.parse('{"__proto__": {"checksums": []}}') }),
      source({ constructor: { checksums: [BUILD] } }),
    ],
    ['the handler knows other ids', handler('{"a":1}', 1), handler('{"b":2}', 1)],
    ['the handler does something else', handler('{}', 1), handler('{}', 2)],
    [
      'headers for all, and times, which are not compared',
      { _headers: '/v1/*\n  Vary: Accept\n  ! Allow\n  Allow: GET\n\n/v1/editions/*\n  Last-Modified: x\n' },
      { _headers: '# more\n/v1/*\n  Allow: GET, HEAD\n  Vary: Accept\n/v1/editions/*\n  Last-Modified: y\n' },
    ],
    [
      'a lifetime is no longer sent',
      { ...source({}), _headers: '/v1/datasources/s/*\n  ! Cache-Control\n  Cache-Control: max-age=60\n' },
      { ...source({}), _headers: '' },
    ],
    [
      'the service document loses a link',
      {},
      { 'v1/index.json': { mapservers: 'https://a.example.org/v1/mapservers/' } },
    ],
    ['the data sources of an edition lose a field', edition({ id: 's', url: LINK }), edition({ id: 's' })],
    ['the data sources of an edition are elsewhere', edition({ id: 's', url: LINK }), edition({ id: 's', url: MOVED })],
    ['redirects', { _redirects: '/a /b' }, { _redirects: '/a /c' }],
    ['the order of keys and paths', source({ a: {}, b: {} }), source({ b: {}, a: {} })],
  ])('%s', (_, before, after) => expect(`\n${changeLines(before, after).join('\n')}\n`).toMatchSnapshot());

  test('only the address changes where only the address changes', () => {
    const documents = (url: string): Documents => ({
      'v1/datasources/index.json': [{ id: 's', url: `${url}/v1/datasources/s/` }],
    });
    const diff = compareSites(
      siteWith(documents('https://a.example.org'), 'https://a.example.org'),
      siteWith(documents('https://b.example.org/sub'), 'https://b.example.org/sub'),
    );
    expect(diff.changes).toEqual([]);
    expect(diff.serviceUrl).toEqual({ before: 'https://a.example.org', after: 'https://b.example.org/sub' });
  });
});

describe('what is listed in removals.yaml', () => {
  const list = [server({}), server({ id: 'D' })];
  const before = siteWith({ [MAPSERVERS]: [...list, server({ id: 'B' })], ...source({ f: {}, g: {} }) });
  const after = siteWith({ [MAPSERVERS]: list, ...source({ f: {} }), 'help/index.html': '' });
  test.each<[string, Omit<ListedRemoval, 'reason'>, 'used' | 'still there' | 'in neither']>([
    ['a tile server that is removed', { url: '/v1/mapservers/', id: 'B' }, 'used'],
    ['a tile server that stays', { url: '/v1/mapservers/', id: 'A' }, 'still there'],
    ['a tile server that never was', { url: '/v1/mapservers/', id: 'C' }, 'in neither'],
    ['a file that is removed', { url: '/v1/datasources/s/', file: 'g' }, 'used'],
    ['a file that stays', { url: '/v1/datasources/s/', file: 'f' }, 'still there'],
    ['a data source that stays', { url: '/v1/datasources/s/' }, 'still there'],
    ['a data source that was removed earlier', { url: '/v1/datasources/t/' }, 'in neither'],
    ['a page that stays', { url: '/help/' }, 'still there'],
    ['a field that changed earlier', { url: '/v1/mapservers/', id: 'A', field: 'name' }, 'in neither'],
  ])('%s', (_, target, outcome) => {
    const { changes } = compareSites(before, after);
    const { breaking, unused } = matchRemovals(changes, [{ ...target, reason: 'r' }], after);
    expect(breaking.filter(({ reason }) => reason === 'r')).toHaveLength(outcome === 'used' ? 1 : 0);
    expect(unused.map(({ isPublished }) => isPublished)).toEqual(outcome === 'used' ? [] : [outcome === 'still there']);
  });
});

describe('the forms of a report', () => {
  const many = (count: number, text: string): object[] =>
    Array.from({ length: count }, (_, index) => server({ id: `${index} ${text}` }));
  const [before, after] = [
    siteWith({ [MAPSERVERS]: many(960, '`'.repeat(80)) }),
    siteWith({ [MAPSERVERS]: many(60, '\u{1F5FA}'.repeat(400)) }),
  ];
  const diff = compareSites(before, after);
  const matched = matchRemovals(diff.changes, [], after);

  test('Markdown is not longer than a comment may be, and counts what is left out', () => {
    const markdown = changesAsMarkdown(diff, matched);
    expect(markdown.length).toBeLessThanOrEqual(LONGEST_CHANGE_REPORT);
    expect(markdown).toContain('**1,020 changes for clients, 960 of them breaking; not listed in removals.yaml.**');
    expect(markdown).toMatch(/… and \d{3} more\./);
    expect(markdown).not.toMatch(/\p{Cs}/u);
  });

  test('no text that the change contains is outside of the fences', () => {
    const scraps = '`·```·\n·\r\n·\u2028·@team·<img>·|·[a](b)·~~~·# ·\u202E'.split('·');
    const hostile = array(constantFrom(...scraps), { maxLength: 12 }).map((scraps) => `@team${scraps.join('')}`);
    assert(
      property(hostile, hostile, string({ unit: anyCharacter }), (id, name, reason) => {
        const old = siteWith({ [MAPSERVERS]: [server({ id, name }), server({ id: `${id}2` })] });
        const next = siteWith({ [MAPSERVERS]: [server({ id, name: `${name}!` })] });
        const { changes, ...rest } = compareSites(old, next);
        const removals = [{ url: '/v1/mapservers/', id: `${id}2`, reason: `@team ${reason}` }];
        const lines = changesAsMarkdown({ changes, ...rest }, matchRemovals(changes, removals, next)).split('\n');
        let fence: string | null = null;
        for (const line of lines) {
          const marker: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
          if (fence === null) {
            expect(line).not.toContain('@team');
            fence = marker ?? null;
          } else if (marker && line.trim() === marker && marker.length >= fence.length && marker[0] === fence[0])
            fence = null;
        }
        expect(fence).toBeNull();
        expect(lines.filter((line) => line.includes('@team'))).toHaveLength(2);
      }),
      { seed: 20_260_919, numRuns: 80 },
    );
  });

  test('JSON names what removals.yaml would name', () => {
    const { breaking, unlisted, changes } = JSON.parse(changesAsJson(diff, matched));
    expect([breaking, unlisted, changes.length]).toEqual([960, 960, 1_020]);
    expect(changes.find((change: { breaking: boolean }) => change.breaking)).toMatchObject({
      what: 'record-removed',
      target: { url: '/v1/mapservers/', id: `0 ${'`'.repeat(80)}` },
      reason: null,
    });
  });
});

test('a site for another kind of host has the same documents and no other addresses', () => {
  const onPages = (name: string): string => `v1/${name}index.json`;
  const documents = {
    [onPages('')]: '{"mapservers":"https://a.example.org/v1/mapservers/"}',
    [onPages('mapservers/')]: '[]',
  };
  const moved = Object.fromEntries(Object.entries(documents).map(([path, text]) => [`site/${path}`, text]));
  const before = openBuiltSite(
    'a',
    siteFiles({
      ...documents,
      _headers: '/v1/*\n  Allow: GET\n',
      _redirects: '',
      '_worker.js': '',
      'site-manifest.json': siteManifest(
        ['_headers', '_redirects', '_worker.js'].map((path) => ({ path, size: 0, role: 'configuration' })),
      ),
    }),
  );
  const after = openBuiltSite(
    'b',
    siteFiles({
      ...moved,
      'apache/httpd.conf': '',
      'site/v1/405.json': '{}',
      'site/v1/mapservers/index.json.gz': '',
      'site/v1/mapservers/index.json.br': '',
      'site/manifest.json.minisig': 'x',
      'site-manifest.json': siteManifest([
        { path: 'site/v1/405.json', size: 2, role: 'configuration' },
        { path: 'site/v1/mapservers/index.json.gz', size: 0, role: 'copy' },
        { path: 'site/v1/mapservers/index.json.br', size: 0, role: 'copy' },
      ]),
    }),
  );
  expect(compareSites(before, after).changes).toEqual([]);
  expect(compareSites(after, before).changes).toEqual([]);
  expect(after.paths.has('v1/mapservers/index.json')).toBe(true);
});

test('what only /v2/ knows is compared: exact areas, and more of data sources', () => {
  const ring = (east: number): string => `[[[5, 45], [${east}, 45], [10, 48], [5, 48], [5, 45]]]`;
  const files = (east: number, more: string, sha256: string): Files => ({
    ...SMALL,
    'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}area: alps\n`,
    'areas/alps.geojson': `{ "type": "Polygon", "coordinates": ${ring(east)} }`,
    'datasources/maps/datasource.yaml': SMALL['datasources/maps/datasource.yaml'] + more,
    'datasources/maps/files.yaml': `a.txt:\n  checksums:\n    - { lastModified: 2025-01-01T00:00:00Z, contentLength: 4, sha1: null${sha256} }\n`,
  });
  const [plain, moved] = [siteOf(files(10, '', '')), siteOf(files(10.00001, '', ''))];
  const known = siteOf(files(10, 'kind: themes\nlicence: CC0-1.0\n', `, sha256: ${'"'}${'AB'.repeat(32)}"`));
  const linesOf = (before: BuiltSite, after: BuiltSite) => compareSites(before, after).changes.map(changeLine);
  expect(linesOf(plain, moved)).toEqual([expect.stringMatching(/^! map server One: geometry /)]);
  expect(linesOf(plain, known)).toEqual([
    '! maps: kind null -> "themes"',
    '! maps: licence null -> "CC0-1.0"',
    '! maps: 1 file changed in another way',
  ]);
  expect(linesOf(known, plain).filter((line) => line.startsWith('-'))).toEqual([]);
});

test('a version that upstream has again is told, and a new one is told once', () => {
  const line = (day: number, current = ''): string =>
    `    - { lastModified: 2025-01-0${day}T00:00:00Z, contentLength: 4, sha1: null, sha256: "${`A${day}`.repeat(32)}"${current} }\n`;
  const of = (...lines: string[]) =>
    siteOf({ ...SMALL, 'datasources/maps/files.yaml': `a.txt:\n  checksums:\n${lines.join('')}` });
  const linesOf = (one: BuiltSite, two: BuiltSite) => compareSites(one, two).changes.map(changeLine);
  const again = of(line(1, ', current: 2025-01-03T00:00:00Z'), line(2));
  expect(linesOf(of(line(1), line(2)), again)).toEqual(['! maps: 1 file changed in another way']);
  expect(linesOf(again, of(line(1), line(2)))).toEqual(['! maps: 1 file changed in another way']);
  expect(linesOf(of(line(1)), of(line(1), line(2)))).toEqual(['! maps: 1 new checksum']);
});

describe('many data sources, whose header rules do not all fit into the file', () => {
  const file = (index: number): string => `datasources/s${String(index).padStart(3, '0')}/datasource.yaml`;
  const written = (maxAge: number | null): string =>
    `name: S\nbaseUrl: https://files.example.org/\ndirectory: maps\naction: Copy\n${maxAge === null ? '' : `maxAge: ${maxAge}\n`}`;
  const many = {
    ...SMALL,
    ...Object.fromEntries(Array.from({ length: 130 }, (_, index) => [file(index), written(60)])),
  };
  const before = siteOf(many);
  test.each([0, 90, 110, 129])('of number %i the lifetime changes, and goes', (index) => {
    const after = [120, null].map((maxAge) => siteOf({ ...many, [file(index)]: written(maxAge) }));
    const linesOf = (one: BuiltSite, two: BuiltSite) => compareSites(one, two).changes.map(changeLine);
    const said = (to: string) => `! s${String(index).padStart(3, '0')}: Cache-Control ${to}`;
    expect(linesOf(before, after[0] as BuiltSite)).toEqual([said('max-age=60 -> max-age=120')]);
    expect(linesOf(before, after[1] as BuiltSite)).toEqual([said('max-age=60 -> not sent')]);
    expect(linesOf(after[1] as BuiltSite, before)).toEqual([said('not sent -> max-age=60')]);
  });

  test('a host whose configuration has the headers: the document below /v2/ says it', () => {
    const onNginx = (maxAge: number) =>
      siteOf({ ...SMALL, [file(0)]: written(maxAge) }, undefined, { host: HOSTS.nginx });
    expect(compareSites(onNginx(60), onNginx(120)).changes.map(changeLine)).toEqual(['! s000: maxAge 60 -> 120']);
  });
});

describe('the roles of files', () => {
  const catalog = {
    ...MAPPED,
    'maps/vector.yaml': 'type: vector\nname: V\ncopyright: OpenStreetMap\nstyle: https://a.example.org/style.json\n',
  };
  const page = { script: 'assets/a.js', style: 'assets/a.css', files: [] };
  const built = (host: Host) => siteOf(catalog, undefined, { host, page, isCompressed: true });
  const sites = Object.values(HOSTS).map(built);
  const changesOf = (before: BuiltSite, after: BuiltSite) => compareSites(before, after).changes.map(changeLine);

  test('another host, with other configuration, is no news for clients', () => {
    for (const before of sites) for (const after of sites) expect(changesOf(before, after)).toEqual([]);
  });

  test('the role of one site counts for both; a file without any is a document, but for a signature', () => {
    const [site] = sites as [BuiltSite];
    const bare = { ...site, roles: new Map() };
    expect([changesOf(bare, site), changesOf(site, bare)]).toEqual([[], []]);
    const [one, two] = [siteWith({ 'about/index.html': 'x' }), siteWith({ 'manifest.json.minisig': 'x' })];
    expect([changesOf(one, two), changesOf(two, one)]).toEqual([['- address /about/'], ['+ address /about/']]);
  });

  test('a file that is there cannot be hidden by another role', () => {
    const site = siteOf(catalog);
    const paths = new Set([...site.paths].filter((path) => path !== 'programs/josm.xml'));
    const roles = new Map([...site.roles.keys()].map((path) => [path, 'page'] as const));
    const next = { ...site, roles, paths };
    expect(changesOf(site, next)).toEqual(['- address /programs/josm.xml']);
  });

  test('without pages, what programs read is still there', () => {
    const bare = siteOf(catalog, undefined, { page: null });
    const isForPrograms = (path: string): boolean =>
      /^programs\/|(?:tilejson|style)\.json$|layer\.qlr$|boxes\./.test(path);
    const withPages = siteOf(catalog, undefined, { page });
    const forPrograms = [...withPages.paths].filter(isForPrograms);
    expect([...bare.paths].filter(isForPrograms).sort()).toEqual(forPrograms.sort());
    expect(forPrograms).toContain('datasources/maps/boxes.geojson');
    expect([...withPages.roles].filter(([path, role]) => role === 'page' && isForPrograms(path))).toEqual([]);
    // Only the rule for the scripts of pages goes.
    expect(changesOf(withPages, bare)).toEqual([]);
  });
});
