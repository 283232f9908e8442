import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Crawl, crawlListings } from '../../../../../commands/upstream/update/listing/crawl.ts';
import type { UpstreamSource } from '../../../../../contract/generated/catalog.types.ts';
import { type MadeAnswer, madeWeb } from '../../../../support/listing-web.ts';

const ROOT = 'https://example.org/maps/';

const index = (...hrefs: string[]): string =>
  `<html><head><title>Index of /maps/</title></head><body><pre><a href="../">../</a>
${hrefs.map((href) => `<a href="${href}">${href}</a>      19-Sep-2026 01:03      1\n`).join('')}</pre></body></html>`;

const page = (...hrefs: string[]): string =>
  `<!doctype html><html><body><h1>Maps</h1>${hrefs.map((href) => `<p><a href="${href}">x</a>`).join('')}</body></html>`;

const pathsOf = ({ files }: Crawl): string[] => files.map(({ path }) => path);
const complete = (found: Crawl, ...paths: string[]): string[] => paths.filter((path) => found.isComplete(path));

async function crawled(
  answers: Readonly<Record<string, MadeAnswer>>,
  source: Partial<UpstreamSource> = {},
  base = ROOT,
): Promise<Crawl & { asked: readonly string[] }> {
  const web = madeWeb(answers);
  return { ...(await crawlListings({ url: ROOT, level: 3, ...source }, base, web)), asked: web.asked };
}

const OTHER_SERVERS =
  'http://example.org/maps/b.map https://evil.org/maps/c.map https://example.org:8443/maps/d.map ' +
  'https://user@example.org/maps/e.map https://example.org.evil.org/maps/f.map';
const OUT_OF_THE_TREE = '../b.map ../../maps/../c.map %2e%2e/d.map ..\\e.map /mapsx/f.map /maps';
const OTHER_KINDS = 'mailto:b@example.org javascript:alert(1) ftp://example.org/maps/c.map data:,d tel:1 file:///e.map';

describe('links', () => {
  test.each<[string, string, string[]]>([
    ['relative', index('a.map', './b.map', '../maps/c.map'), ['a.map', 'b.map', 'c.map']],
    ['whole', index('https://example.org/maps/a.map', '//example.org/maps/b.map'), ['a.map', 'b.map']],
    ['to other servers', index('a.map', ...OTHER_SERVERS.split(' ')), ['a.map']],
    ['out of the tree', index('a.map', ...OUT_OF_THE_TREE.split(' ')), ['a.map']],
    ['of other kinds', index('a.map', ...OTHER_KINDS.split(' ')), ['a.map']],
    ['with queries', index('a.map', '?C=M;O=A', 'b.map?x=1', '#', '', 'd.map?', 'e/?C=N;O=D'), ['a.map']],
    ['that are no addresses', index('a.map', 'https://', 'http://[', '//'), ['a.map']],
    ['with spaces', index(' a.map ', 'b c.map'), ['a.map', 'b%20c.map']],
    ['in other letters', index('Köln.map', 'a&amp;b.map', '&uuml;.map'), ['%C3%BC.map', 'K%C3%B6ln.map', 'a&b.map']],
    ['of an image map', page('a.map').replace('</body>', '<map><area href="b.map"></map></body>'), ['a.map', 'b.map']],
    ['in capitals, unquoted', '<HTML><TITLE>Index of /</TITLE><A HREF=a.map>a</A></HTML>', ['a.map']],
  ])('%s', async (_name, html, paths) => {
    const found = await crawled({ [ROOT]: html }, { level: 1 });
    expect(pathsOf(found)).toEqual(paths);
    expect(found.asked).toEqual([ROOT]);
  });

  test('with a base in the tree', async () => {
    const html = index('a.map').replace('<head>', '<head><base href="/maps/v5/">');
    expect(pathsOf(await crawled({ [ROOT]: html }, { level: 1 }))).toEqual(['v5/a.map']);
  });

  test('in another charset', async () => {
    const body = Buffer.from(index('Köln.map').replace('<head>', '<head><meta charset="iso-8859-1">'), 'latin1');
    for (const type of ['text/html', 'text/html;charset=ISO-8859-1', 'text/html; charset="nonsense"']) {
      const found = await crawled({ [ROOT]: { type, body } });
      expect([...pathsOf(found), found.leftOut.length]).toEqual(type.includes('nonsense') ? [1] : ['K%C3%B6ln.map', 0]);
    }
  });
});

/** Files of which it is asked whether the listings are complete enough to say that they are gone. */
const PROBED = [
  ...['', 'europe/', 'europe/germany/', 'asia/', 'a/', 'b/'].flatMap((folder) => [
    `${folder}x.map`,
    `${folder}x-latest.osm.pbf`,
  ]),
  ...['a.map', 'A.map', 'NUL.map', `${'again/'.repeat(10)}x.map`],
];

/** What is found, what was asked for, and of which files it is known that they are not there. */
const summaryOf = (found: Crawl & { readonly asked: readonly string[] }): string =>
  [
    '',
    ...found.files.map(({ path, time, size }) => `${path}${time ? ' time' : ''}${size ? ` ${size.least}` : ''}`),
    ...found.leftOut.map(({ url }) => `left out: ${url}`),
    ...found.problems.map(({ url, reason }) => `problem: ${url}: ${reason}`),
    `asked: ${found.asked.join(' ')}`,
    `gone: ${complete(found, ...PROBED).join(' ')}`,
    '',
  ].join('\n');

const FOLDERS = {
  [ROOT]: index('europe/', 'readme.txt'),
  [`${ROOT}europe/`]: index('a.map', 'germany/'),
  [`${ROOT}europe/germany/`]: index('b.map', '/maps/europe/'),
};
const CIRCLE = {
  [ROOT]: index('a/'),
  [`${ROOT}a/`]: index('/maps/a/', './', '/maps/b/', 'x.map'),
  [`${ROOT}b/`]: index('/maps/a/', '/maps/%61/'),
};
const TWICE = index('a.map', 'b.map', '%61.map').replace('1\n</pre>', '2\n</pre>');
const CASES = index('A.map', 'a.map', 'b.map', 'K%C3%B6ln.map', 'Ko%CC%88ln.map');

const SITE = {
  [`${ROOT}index.html`]: page(
    'europe.html',
    'europe-latest.osm.pbf',
    'imprint.html',
    'https://other.org/',
    'style.css',
  ),
  [`${ROOT}europe.html`]: page('europe/albania.html', 'europe/albania-latest.osm.pbf', 'index.html'),
  [`${ROOT}europe/albania.html`]: page('../europe.html'),
  [`${ROOT}imprint.html`]: page('/'),
};
const OF_SITE = { url: `${ROOT}index.html`, include: ['*-latest.osm.pbf'] };
const { [`${ROOT}europe.html`]: _, ...WITHOUT_EUROPE } = SITE;

/** What servers have, and how it is read; what becomes of that is in the snapshot. */
test.each<[string, Readonly<Record<string, MadeAnswer>>, Partial<UpstreamSource>?]>([
  ...[0, 1, 2, 3].map((level): [string, typeof FOLDERS, object] => [`down to level ${level}`, FOLDERS, { level }]),
  ['down to the level that is meant where none is stated', FOLDERS, { level: undefined as never }],
  ['folders that are excluded are not read', FOLDERS, { exclude: ['*/germany/*'] }],
  ['folders in a circle are read once', CIRCLE, { level: 10 }],
  ['folders whose names the catalog cannot have are reported', { [ROOT]: index('a%2Fb/', 'con/', './c:d/') }],
  ['a name twice is one file, of which nothing is believed that differs', { [ROOT]: TWICE }],
  ['names that differ only by case, or by how letters are encoded, are left out', { [ROOT]: CASES }],
  [
    'a file that is a folder too is left out',
    { [ROOT]: index('a', 'a/', 'b', 'b/c.map'), [`${ROOT}a/`]: index('x.map') },
  ],
  ['pages that a person wrote lead to further ones', SITE, OF_SITE],
  [
    'they prove that a file is gone only where they name another one of its folder',
    { ...SITE, [`${ROOT}europe.html`]: page('/login', 'agree.html') },
    OF_SITE,
  ],
  ['or where they are there', WITHOUT_EUROPE, OF_SITE],
  ['they can be files where they are asked for', { [ROOT]: page('a.html', 'b.htm') }, { include: ['a.html'] }],
  ['they are files in the index of a folder', { [ROOT]: index('a.html') }],
  ['what is not taken is not known either', { [ROOT]: index('a.map', 'NUL.map') }, { include: ['*.map'] }],
  [
    'a redirect of the first page into its folder is followed',
    { 'https://example.org/maps': { url: ROOT, body: index('a.map', 'europe/') }, [`${ROOT}europe/`]: index('b.map') },
    { url: 'https://example.org/maps', level: 2 },
  ],
  [
    'one of a folder to its own index page, too, and one to another folder not',
    {
      [ROOT]: index('a/', 'b/'),
      [`${ROOT}a/`]: { url: `${ROOT}a/index.html`, body: index('a.map') },
      [`${ROOT}b/`]: { url: `${ROOT}a/`, body: index('b.map') },
    },
  ],
  [
    'what is left when the time is over is not asked for',
    {
      [ROOT]: index('a/', 'b/', 'x.map'),
      [`${ROOT}a/`]: { fails: 'the time is over', kind: 'over' },
      [`${ROOT}b/`]: index(),
    },
  ],
])('%s', async (_, answers, source) => expect(summaryOf(await crawled(answers, source))).toMatchSnapshot());

describe('what is no listing, or not all of one', () => {
  const html = index('a.map', 'b.map');
  const half = html.slice(0, html.indexOf('b.map'));
  const CUT = 'it has no </html> at its end, so it may be cut off';
  const REFRESH = '<body><meta http-equiv="Refresh" content="0; url=/">';
  const NO_LISTING = (why: string): string => `it ${why}, so it is not a listing`;
  const text = (body: string): MadeAnswer => ({ type: 'text/plain', body, framing: 'length' });
  const json = (body: string): MadeAnswer => ({ type: 'application/json', body });
  const OF_TYPE = (type: string): string => expect.stringMatching(new RegExp(`^its type is ${type}, and`));
  const NO_JSON = (why = ''): string => expect.stringMatching(new RegExp(`^it cannot be read as JSON: ${why}`));
  test.each<[string, MadeAnswer, string, paths?: string[]]>([
    ['gone', { status: 404, body: html }, 'it answers 404'],
    [
      'a file',
      { type: 'application/zip', body: 'PK' },
      'its type is application/zip, and it is not one of these listings: a page of HTML, the XML of a bucket (S3), the XML of a container (Azure), the index of nginx in XML, the index of nginx in JSON, the releases of GitHub in JSON, a plain list of names or addresses (text/plain)',
    ],
    ['a file of text', text('mapsforge\u0000'), OF_TYPE('text/plain')],
    ['a page that is sent as text', { type: 'text/plain', body: `\n${html}` }, OF_TYPE('text/plain')],
    ['other JSON', json('{"message": "Not Found"}'), OF_TYPE('application/json')],
    ['JSON of numbers', json('[1, 2]'), OF_TYPE('application/json')],
    ['JSON that is cut off', json('[{"name":"a.map","type":"file","mtime":""'), NO_JSON()],
    ['JSON that is deep', json('['.repeat(100_000)), NO_JSON('nested')],
    ['an empty list', text('\n# nothing\n'), OF_TYPE('text/plain')],
    [
      'a list of checksums',
      text(`${'0'.repeat(64)}  a.map\n`),
      'it is a list of checksums; write its address in checksums of source',
    ],
    ['broken off', { body: half, fails: 'it was cut off' }, 'it was cut off', ['a.map']],
    ['cut', half, CUT, ['a.map']],
    ['a login', page('a.map').replace('<p>', '<input type="Password">'), NO_LISTING('asks for a password')],
    ['on its way elsewhere', page('a.map').replace('<body>', REFRESH), NO_LISTING('leads to another page')],
    [
      'a compressed bucket',
      { type: 'application/xml', body: gzipSync('<ListBucketResult/>') },
      'it is compressed without Content-Encoding',
    ],
    ['compressed', { body: gzipSync(html) }, NO_LISTING('is compressed without Content-Encoding')],
    ['a captive portal', page('/x', 'https://hotel.example/'), NO_LISTING('names nothing below it')],
    ...['https://hotel.example/', 'https://example.org/', 'http://example.org/maps/'].map(
      (url): [string, MadeAnswer, string] => [
        `a redirect to ${url}`,
        { url, body: html },
        `it redirects to ${url}; if that is right, write it in source`,
      ],
    ),
  ])('%s', async (_name, answer, reason, paths = []) => {
    const found = await crawled({ [ROOT]: answer });
    expect(found.problems).toEqual([{ url: ROOT, reason }]);
    expect(pathsOf(found)).toEqual(paths);
    expect(complete(found, 'c.map', 'europe/c.map')).toEqual([]);

    const below = await crawled({ [ROOT]: index('europe/', 'z.map'), [`${ROOT}europe/`]: answer });
    expect(below.problems.map(({ url }) => url)).toEqual([`${ROOT}europe/`]);
    expect(pathsOf(below)).toEqual([...paths.map((path) => `europe/${path}`), 'z.map']);
    // Whatever it would name, nothing is proven.
    expect(complete(below, 'c.map', 'europe/c.map', 'gone/c.map')).toEqual([]);
  });

  test.each([
    ['after a link', '<html><body><a href="a.map">a</a>'],
    ['in a tag', '<!doctype html><HTML lang="de"><body><a href="a.map">a</a><a hre'],
  ])('a page of a person that opens <html> and is cut off %s is not whole', async (_, body) => {
    const found = await crawled({ [ROOT]: { body, framing: 'length' } });
    expect(found.problems).toEqual([{ url: ROOT, reason: CUT }]);
    expect(pathsOf(found)).toEqual(['a.map']);
    expect(complete(found, 'gone.map')).toEqual([]);
  });

  describe('a page that a person wrote without <html> and </html>', () => {
    const body = page('europe.html', 'a.map').replace(/<\/?html>|<\/body>/g, '');

    test.each(['length', 'chunked'] as const)('is whole if all of it came: by its %s', async (framing) => {
      const found = await crawled({ [ROOT]: { body, framing }, [`${ROOT}europe.html`]: page('b.map') });
      expect([found.problems, pathsOf(found)]).toEqual([[], ['a.map', 'b.map']]);
      expect(complete(found, 'gone.map')).toEqual(['gone.map']);
      const broken = await crawled({ [ROOT]: { body, framing, fails: 'the answer was cut off' } });
      expect(broken.problems).toContainEqual({ url: ROOT, reason: 'the answer was cut off' });
      expect(complete(broken, 'gone.map')).toEqual([]);
    });
  });
});

test.each<[string, url: string, base: string, href: string, path: string | null]>([
  ['below the listing', 'https://example.org/', 'https://example.org/maps/', 'maps/a.map', 'a.map'],
  ['above the listing', 'https://example.org/maps/v5/', 'https://example.org/maps/', 'a.map', 'v5/a.map'],
  ['on a mirror, in a folder', 'https://mirror.org/pub/maps/', 'https://example.org/maps/', 'x/a.map', 'x/a.map'],
  ['elsewhere, with whole links', 'https://example.org/x/', 'https://cdn.org/', 'https://cdn.org/a.map', 'a.map'],
  ['after a query', 'https://example.org/list', 'https://example.org/get?file=', 'get?file=a.map', 'a.map'],
  ['in a folder spelled otherwise', 'https://example.org/%C3%B6/', 'https://example.org/%c3%b6/', 'a.map', 'a.map'],
  ['in the folder of the page', 'https://example.org/maps/list.htm', 'https://example.org/maps/', 'a.map', 'a.map'],
])('where the files are: %s', async (_name, url, base, href, path) => {
  const found = await crawled({ [url]: index(href) }, { url, level: 1 }, base);
  expect(pathsOf(found)).toEqual(path === null ? [] : [path]);
});

describe('limits', () => {
  const many = index(...Array.from({ length: 50 }, (_, n) => `${n}.map`));
  test.each([
    ['files', { files: 20 }, 'more than 20 files are listed', 20],
    ['links', { links: 20 }, 'it has too many links, so it is not a listing', 0],
    ['bytes', { bytes: 2500 }, 'it has more than 2500 bytes', 40],
  ])('of %s', async (_name, limits, reason, most) => {
    const found = await crawlListings({ url: ROOT }, ROOT, madeWeb({ [ROOT]: many }), limits);
    expect(found.problems).toEqual([{ url: ROOT, reason }]);
    expect(found.files.length).toBeLessThanOrEqual(most);
    expect(found.isComplete('x.map')).toBe(false);
  });
});
