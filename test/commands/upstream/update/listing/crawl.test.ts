import { describe, expect, test } from 'vitest';
import { type Crawl, crawl } from '../../../../../commands/upstream/update/listing/crawl.ts';
import type { UpstreamSource } from '../../../../../contract/generated/catalog.types.ts';
import { type MadeAnswer, madeWeb } from '../../../../support/listing-web.ts';

const ROOT = 'https://example.org/maps/';

/** The index that a server makes of a folder. */
const index = (...hrefs: string[]): string =>
  `<html><head><title>Index of /maps/</title></head><body><pre><a href="../">../</a>
${hrefs.map((href) => `<a href="${href}">${href}</a>      19-Sep-2026 01:03      1\n`).join('')}</pre></body></html>`;

/** A page that a person wrote. */
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
  return { ...(await crawl({ url: ROOT, level: 3, ...source }, base, web)), asked: web.asked };
}

const OTHER_SERVERS =
  'http://example.org/maps/b.map https://evil.org/maps/c.map https://example.org:8443/maps/d.map ' +
  'https://user@example.org/maps/e.map https://example.org.evil.org/maps/f.map';
const OUT_OF_THE_TREE = '../b.map ../../maps/../c.map %2e%2e/d.map ..\\e.map /mapsx/f.map /maps';
const OTHER_KINDS = 'mailto:b@example.org javascript:alert(1) ftp://example.org/maps/c.map data:,d tel:1 file:///e.map';

describe('links', () => {
  test.each<[string, string, string[]]>([
    ['relative', index('a.map', './b.map', '../maps/c.map'), ['a.map', 'b.map', 'c.map']],
    ['from the root of the server', index('/maps/a.map', '/other/b.map'), ['a.map']],
    ['whole', index('https://example.org/maps/a.map', '//example.org/maps/b.map'), ['a.map', 'b.map']],
    ['to other servers', index('a.map', ...OTHER_SERVERS.split(' ')), ['a.map']],
    ['out of the tree', index('a.map', ...OUT_OF_THE_TREE.split(' ')), ['a.map']],
    ['of other kinds', index('a.map', ...OTHER_KINDS.split(' ')), ['a.map']],
    ['with queries', index('a.map', '?C=M;O=A', 'b.map?x=1', '#', '', 'd.map?', 'e/?C=N;O=D'), ['a.map']],
    ['with a fragment', index('c.map#top'), ['c.map']],
    ['that are no addresses', index('a.map', 'https://', 'http://[', '//'), ['a.map']],
    ['with spaces', index(' a.map ', 'b c.map'), ['a.map', 'b%20c.map']],
    ['in other letters', index('Köln.map', 'a&amp;b.map', '&uuml;.map'), ['%C3%BC.map', 'K%C3%B6ln.map', 'a&b.map']],
    ['without a name', '<html><title>Index of /</title><a name=x>x</a><a href="a.map">a</a></html>', ['a.map']],
    ['in a comment', page('a.map').replace('</body>', '<!-- <a href=b.map> -->'), ['a.map']],
    ['in a script', page('a.map').replace('</body>', `<script>'<a href="c.map">'</script>`), ['a.map']],
    ['in a style', page('a.map').replace('</body>', '<style><a href=d.map></style>'), ['a.map']],
    ['of an image map', page('a.map').replace('</body>', '<map><area href="b.map"></map></body>'), ['a.map', 'b.map']],
    ['in capitals, unquoted', '<HTML><TITLE>Index of /</TITLE><A HREF=a.map>a</A></HTML>', ['a.map']],
    ['inside one another', page('a.map').replace('>x<', '><a href=b.map>x</a><'), ['a.map', 'b.map']],
    ['with a name that is cut', index('long-name.map').replace('>long-name.map<', '>long..&gt;<'), ['long-name.map']],
    ['of an image map that names nothing', index('a.map').replace('</pre>', '<area>'), ['a.map']],
  ])('%s', async (_name, html, paths) => {
    const found = await crawled({ [ROOT]: html }, { level: 1 });
    expect(pathsOf(found)).toEqual(paths);
    expect(found.asked).toEqual([ROOT]);
  });

  test.each<[string, string, string[]]>([
    ['in the tree', '<base href="/maps/v5/">', ['v5/a.map']],
    ['relative', '<base href="v5/">', ['v5/a.map']],
    ['elsewhere', '<base href="https://evil.org/">', []],
    ['unreadable', '<base href="http://[">', ['a.map']],
    ['the first of two', '<base href="v5/"><base href="v6/">', ['v5/a.map']],
  ])('with a base %s', async (_name, base, paths) => {
    const html = index('a.map').replace('<head>', `<head>${base}`);
    expect(pathsOf(await crawled({ [ROOT]: html }, { level: 1 }))).toEqual(paths);
  });

  test('with letters of several bytes, wherever the network cuts them', async () => {
    const found = await crawled({ [ROOT]: index(...Array.from({ length: 500 }, (_, n) => `日本ä${n}.map`)) });
    expect([found.files.length, found.leftOut.length]).toEqual([500, 0]);
  });

  test('in another charset', async () => {
    const body = Buffer.from(index('Köln.map').replace('<head>', '<head><meta charset="iso-8859-1">'), 'latin1');
    for (const type of ['text/html', 'text/html;charset=ISO-8859-1', 'text/html; charset="nonsense"']) {
      const found = await crawled({ [ROOT]: { type, body } });
      expect([...pathsOf(found), found.leftOut.length]).toEqual(type.includes('nonsense') ? [1] : ['K%C3%B6ln.map', 0]);
    }
  });
});

describe('folders', () => {
  const tree = {
    [ROOT]: index('europe/', 'readme.txt'),
    [`${ROOT}europe/`]: index('a.map', 'germany/'),
    [`${ROOT}europe/germany/`]: index('b.map', '/maps/europe/'),
  };

  const PROBED = ['x', 'europe/x', 'europe/germany/x', 'gone/x', 'europe/gone/x'];
  test.each<[level: number | undefined, string[], string[]]>([
    [0, [], []],
    [undefined, ['readme.txt'], ['x']],
    [1, ['readme.txt'], ['x']],
    [2, ['europe/a.map', 'readme.txt'], ['x', 'europe/x', 'gone/x']],
    [3, ['europe/a.map', 'europe/germany/b.map', 'readme.txt'], PROBED],
  ])('down to level %s', async (level, paths, known) => {
    const web = madeWeb(tree);
    const found = await crawl({ url: ROOT, ...(level === undefined ? {} : { level }) }, ROOT, web);
    expect(pathsOf(found)).toEqual(paths);
    expect(found.problems).toEqual([]);
    expect(complete(found, ...PROBED)).toEqual(known);
  });

  test('that are excluded, or cannot have what is included, are not asked for', async () => {
    const excluding = await crawled(tree, { exclude: ['*/germany/*'] });
    expect(excluding.asked).toEqual([ROOT, `${ROOT}europe/`]);
    expect(complete(excluding, 'europe/x', 'europe/germany/x')).toEqual(['europe/x']);
    expect((await crawled(tree, { include: ['asia/*'] })).asked).toEqual([ROOT]);
  });

  test('in a circle are read once', async () => {
    const found = await crawled(
      {
        [ROOT]: index('a/'),
        [`${ROOT}a/`]: index('/maps/a/', './', '/maps/b/', 'x.map'),
        [`${ROOT}b/`]: index('/maps/a/', '/maps/%61/'),
      },
      { level: 10 },
    );
    expect(found.asked).toEqual([ROOT, `${ROOT}a/`, `${ROOT}b/`]);
    expect(pathsOf(found)).toEqual(['a/x.map']);
  });

  test('that go on for ever end at the level', async () => {
    const web = madeWeb(() => index('again/', 'a.map'));
    const found = await crawl({ url: ROOT, level: 10 }, ROOT, web);
    expect(web.asked).toHaveLength(10);
    expect(found.isComplete(`${'again/'.repeat(10)}x`)).toBe(false);
  });

  test('whose names the catalog cannot have are reported and not read', async () => {
    const found = await crawled({ [ROOT]: index('a%2Fb/', 'con/', './c:d/') });
    expect(found.asked).toEqual([ROOT]);
    expect(found.leftOut.map(({ url }) => url)).toEqual([`${ROOT}a%2Fb/`, `${ROOT}c:d/`, `${ROOT}con/`]);
  });
});

describe('listings that lie', () => {
  test('a name twice is one file, of which nothing is believed that differs', async () => {
    const twice = index('a.map', 'b.map', '%61.map').replace('1\n</pre>', '2\n</pre>');
    const { files } = await crawled({ [ROOT]: twice });
    expect(files.map(({ path, time, size }) => [path, time !== null, size?.least ?? null])).toEqual([
      ['a.map', true, null],
      ['b.map', true, 1],
    ]);
  });

  test('names that differ only by case, or by how letters are encoded, are left out', async () => {
    const found = await crawled({ [ROOT]: index('A.map', 'a.map', 'b.map', 'K%C3%B6ln.map', 'Ko%CC%88ln.map') });
    expect(pathsOf(found)).toEqual(['b.map']);
    expect(found.leftOut).toHaveLength(4);
    expect(complete(found, 'a.map', 'A.map', 'b.map', 'c.map')).toEqual(['b.map', 'c.map']);
  });

  test('a file that is a folder too is left out', async () => {
    const found = await crawled({ [ROOT]: index('a', 'a/', 'b', 'b/c.map'), [`${ROOT}a/`]: index('x.map') });
    expect(pathsOf(found)).toEqual(['a/x.map', 'b/c.map']);
    expect(found.leftOut.map(({ url }) => url)).toEqual([`${ROOT}a`, `${ROOT}b`]);
  });
});

describe('pages that a person wrote', () => {
  const site = {
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
  const source = { url: `${ROOT}index.html`, include: ['*-latest.osm.pbf'] };

  test('lead to further ones', async () => {
    const found = await crawled(site, source);
    expect(pathsOf(found)).toEqual(['europe-latest.osm.pbf', 'europe/albania-latest.osm.pbf']);
    expect(found.problems).toEqual([]);
    expect(found.asked).toHaveLength(4);
  });

  test('prove that a file is gone only where they name another one of its folder', async () => {
    const found = await crawled(site, source);
    const [a, b, c] = ['x-latest.osm.pbf', 'europe/x-latest.osm.pbf', 'asia/x-latest.osm.pbf'];
    expect(complete(found, a as string, b as string, c as string)).toEqual([a, b]);
    const login = await crawled({ ...site, [`${ROOT}europe.html`]: page('/login', 'agree.html') }, source);
    expect(complete(login, b as string)).toEqual([]);
    const { [`${ROOT}europe.html`]: _, ...without } = site;
    expect(complete(await crawled(without, source), a as string, b as string)).toEqual([]);
  });

  test('can be files themselves where they are asked for', async () => {
    const found = await crawled({ [ROOT]: page('a.html', 'b.htm') }, { include: ['a.html'] });
    expect(pathsOf(found)).toEqual(['a.html']);
    expect(found.asked).toEqual([ROOT, `${ROOT}b.htm`]);
  });

  test('are files in the index of a folder', async () => {
    const found = await crawled({ [ROOT]: index('a.html') });
    expect(pathsOf(found)).toEqual(['a.html']);
    expect(found.asked).toEqual([ROOT]);
  });
});

describe('what is no listing, or not all of one', () => {
  const html = index('a.map', 'b.map');
  const half = html.slice(0, html.indexOf('b.map'));
  const CUT = 'it has no </html> at its end, so it may be cut off';
  const REFRESH = '<body><meta http-equiv="Refresh" content="0; url=/">';
  const NO_LISTING = (why: string): string => `it ${why}, so it is not a listing`;
  test.each<[string, MadeAnswer, string, paths: string[]]>([
    ['gone', { status: 404, body: html }, 'it answers 404', []],
    ['forbidden', { status: 403, body: html }, 'it answers 403', []],
    ['partial', { status: 206, body: html }, 'it answers 206', []],
    ['unreachable', { fails: 'the connection was refused' }, 'the connection was refused', []],
    ['with control characters', { fails: 'it says \u001b[31m' }, 'it says \\u001b[31m', []],
    ['a file', { type: 'application/zip', body: 'PK' }, 'it is application/zip, and not a listing', []],
    ['without a type', { type: null, body: html }, 'it is of no type, and not a listing', []],
    ['compressed', { encoding: 'gzip', body: html }, 'it is compressed without being asked', []],
    ['broken off', { body: half, fails: 'it was cut off' }, 'it was cut off', ['a.map']],
    ['cut', half, CUT, ['a.map']],
    ['cut in a comment', html.replace('</pre>', '<!--'), CUT, ['a.map', 'b.map']],
    ['empty', '', CUT, []],
    ['a login', page('a.map').replace('<p>', '<input type="Password">'), NO_LISTING('asks for a password'), []],
    ['on its way elsewhere', page('a.map').replace('<body>', REFRESH), NO_LISTING('leads to another page'), []],
    ['a captive portal', page('/x', 'https://hotel.example/'), NO_LISTING('names nothing below it'), []],
    ...['https://hotel.example/', 'https://example.org/', 'http://example.org/maps/'].map(
      (url): [string, MadeAnswer, string, string[]] => [
        `a redirect to ${url}`,
        { url, body: html },
        `it redirects to ${url}; if that is right, write it in source`,
        [],
      ],
    ),
  ])('%s', async (_name, answer, reason, paths) => {
    const found = await crawled({ [ROOT]: answer });
    expect(found.problems).toEqual([{ url: ROOT, reason }]);
    expect(pathsOf(found)).toEqual(paths);
    expect(complete(found, 'c.map', 'europe/c.map')).toEqual([]);

    const below = await crawled({ [ROOT]: index('europe/', 'z.map'), [`${ROOT}europe/`]: answer });
    expect(below.problems.map(({ url }) => url)).toEqual([`${ROOT}europe/`]);
    expect(pathsOf(below)).toEqual([...paths.map((path) => `europe/${path}`), 'z.map']);
    expect(complete(below, 'c.map', 'europe/c.map', 'europe/germany/c.map', 'gone/c.map')).toEqual([
      'c.map',
      'gone/c.map',
    ]);
  });

  test('the pages that a page leads to are not asked for where it is cut off', async () => {
    const found = await crawled({ [ROOT]: page('europe.html', 'a.map').replace('</html>', '') });
    expect(found.asked).toEqual([ROOT]);
    expect(pathsOf(found)).toEqual(['a.map']);
  });

  describe('a page that a person wrote without </html>', () => {
    const body = page('europe.html', 'a.map').replace('</html>', '').replace('</body>', '');

    test.each(['length', 'chunked'] as const)('is whole if all of it came: by its %s', async (framing) => {
      const found = await crawled({ [ROOT]: { body, framing }, [`${ROOT}europe.html`]: page('b.map') });
      expect([found.problems, pathsOf(found)]).toEqual([[], ['a.map', 'b.map']]);
      expect(complete(found, 'gone.map')).toEqual(['gone.map']);
      const broken = await crawled({ [ROOT]: { body, framing, fails: 'the answer was cut off' } });
      expect(broken.problems).toEqual([{ url: ROOT, reason: 'the answer was cut off' }]);
      expect(complete(broken, 'gone.map')).toEqual([]);
    });

    test('is not where a server made it, which ends its pages', async () => {
      const found = await crawled({ [ROOT]: { body: index('a.map').replace('</html>', ''), framing: 'length' } });
      expect(found.problems).toEqual([{ url: ROOT, reason: CUT }]);
      expect(complete(found, 'gone.map')).toEqual([]);
    });
  });

  test.each<[string, MadeAnswer, boolean]>([
    ['an index', index(), true],
    ['a page with a file', page('a.map'), true],
    ['part of one', index('a.map', 'b.map').slice(0, -40), true],
    ['a login', page('login').replace('<body>', '<body><input type="password">'), false],
    ['a captive portal', page('https://hotel.example/'), false],
    ['an error', { status: 500 }, false],
    ['no answer', { fails: 'the connection was refused' }, false],
  ])('something was read of %s: %s', async (_, answer, hasRead) => {
    expect((await crawled({ [ROOT]: answer })).hasRead).toBe(hasRead);
  });

  test('connections of answers that are not read are closed', async () => {
    const web = madeWeb({ [ROOT]: { type: 'application/zip', body: 'PK' } });
    await crawl({ url: ROOT }, ROOT, web);
    expect(web.discarded).toEqual([ROOT]);
  });

  test('an empty index is complete, a page that a person emptied is not', async () => {
    expect(complete(await crawled({ [ROOT]: index() }), 'a.map')).toEqual(['a.map']);
    expect(complete(await crawled({ [ROOT]: page() }), 'a.map')).toEqual([]);
  });

  test('what is not taken is not known either', async () => {
    const found = await crawled({ [ROOT]: index('a.map', 'NUL.map') }, { include: ['*.map'] });
    expect(complete(found, 'b.map', 'b.zip', 'NUL.map')).toEqual(['b.map']);
  });
});

describe('redirects', () => {
  test('of the first page into its folder are followed', async () => {
    const found = await crawled(
      {
        'https://example.org/maps': { url: ROOT, body: index('a.map', 'europe/') },
        [`${ROOT}europe/`]: index('b.map'),
      },
      { url: 'https://example.org/maps', level: 2 },
    );
    expect(pathsOf(found)).toEqual(['a.map', 'europe/b.map']);
    expect(found.problems).toEqual([]);
    expect(complete(found, 'c.map', 'europe/c.map')).toEqual(['c.map', 'europe/c.map']);
  });

  test('of a folder to its own index page are followed, to another folder not', async () => {
    const found = await crawled({
      [ROOT]: index('a/', 'b/'),
      [`${ROOT}a/`]: { url: `${ROOT}a/index.html`, body: index('a.map') },
      [`${ROOT}b/`]: { url: `${ROOT}a/`, body: index('b.map') },
    });
    expect(pathsOf(found)).toEqual(['a/a.map']);
    expect(found.problems).toEqual([{ url: `${ROOT}b/`, reason: `it redirects to ${ROOT}a/` }]);
    expect(complete(found, 'a/x', 'b/x')).toEqual(['a/x']);
  });
});

describe('where the files are', () => {
  test.each<[string, url: string, base: string, href: string, path: string | null]>([
    ['below the listing', 'https://example.org/', 'https://example.org/maps/', 'maps/a.map', 'a.map'],
    ['not those next to it', 'https://example.org/', 'https://example.org/maps/', 'b/a.map', null],
    ['above the listing', 'https://example.org/maps/v5/', 'https://example.org/maps/', 'a.map', 'v5/a.map'],
    ['on a mirror', 'https://mirror.org/pub/maps/', 'https://example.org/maps/', 'a.map', 'a.map'],
    ['on a mirror, in a folder', 'https://mirror.org/pub/maps/', 'https://example.org/maps/', 'x/a.map', 'x/a.map'],
    ['elsewhere, with whole links', 'https://example.org/x/', 'https://cdn.org/', 'https://cdn.org/a.map', 'a.map'],
    ['elsewhere, with links to a third', 'https://example.org/x/', 'https://cdn.org/', 'https://x.org/a.map', null],
    ['after a query', 'https://example.org/list', 'https://example.org/get?file=', 'get?file=a.map', 'a.map'],
    ['after another query', 'https://example.org/list', 'https://example.org/get?file=', 'get?id=a.map', null],
    ['in a folder spelled otherwise', 'https://example.org/%C3%B6/', 'https://example.org/%c3%b6/', 'a.map', 'a.map'],
    ['in the folder of the page', 'https://example.org/maps/list.htm', 'https://example.org/maps/', 'a.map', 'a.map'],
    ['after a page with a query', 'https://example.org/maps/?list=all', 'https://example.org/maps/', 'a.map', 'a.map'],
  ])('%s', async (_name, url, base, href, path) => {
    const found = await crawled({ [url]: index(href) }, { url, level: 1 }, base);
    expect(pathsOf(found)).toEqual(path === null ? [] : [path]);
  });
});

describe('limits', () => {
  const many = index(...Array.from({ length: 50 }, (_, n) => `${n}.map`));
  test.each([
    ['files', { files: 20 }, 'more than 20 files are listed', 20],
    ['links', { links: 20 }, 'it has too many links, so it is not a listing', 0],
    ['bytes', { htmlBytes: 2500 }, 'it has more than 2500 bytes', 40],
    ['pages', { pages: 0 }, 'it is not read, because 0 listings were', 0],
  ])('of %s', async (_name, limits, reason, most) => {
    const found = await crawl({ url: ROOT }, ROOT, madeWeb({ [ROOT]: many }), limits);
    expect(found.problems).toEqual([{ url: ROOT, reason }]);
    expect(found.files.length).toBeLessThanOrEqual(most);
    expect(found.isComplete('x.map')).toBe(false);
  });

  test('what is left when the time is over is not asked for', async () => {
    const over = { fails: 'the time is over', kind: 'over' } as const;
    const found = await crawled({ [ROOT]: index('a/', 'b/', 'x.map'), [`${ROOT}a/`]: over, [`${ROOT}b/`]: index() });
    expect(found.asked).toEqual([ROOT, `${ROOT}a/`]);
    expect(pathsOf(found)).toEqual(['x.map']);
    expect(complete(found, 'y.map', 'b/y.map')).toEqual([]);
  });

  test('a mistake of ours is not taken for the network', async () => {
    const web = { request: () => Promise.reject(new TypeError('ours')) };
    await expect(crawl({ url: ROOT }, ROOT, web)).rejects.toThrow('ours');
  });
});
