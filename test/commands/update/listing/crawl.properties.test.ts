/** Any tree of files is found in the listing of any server, and no page leads out of the tree or to an exception. */
import { describe, expect, test } from 'vitest';
import { fold, pathObjection } from '../../../../build/pipeline.ts';
import { type Crawl, crawl } from '../../../../commands/update/listing/crawl.ts';
import { decodedPath } from '../../../../commands/update/listing/source-tree.ts';
import { byCodePoint } from '../../../../contract/text.ts';
import { madeWeb } from '../../../support/listing-web.ts';
import { fc } from '../../../support/property.ts';

const ROOT = 'https://example.org/maps/';

/** A folder: its files with their sizes, and its folders. */
interface Folder {
  readonly files: ReadonlyMap<string, number>;
  readonly folders: ReadonlyMap<string, Folder>;
}

const escapedText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const encoded = (name: string): string => encodeURIComponent(name);
/** As Apache does it: lower-case digits, and only what has to be encoded. */
const lightlyEncoded = (name: string): string =>
  `./${name.replace(/[^\w.~!$'()*+,@=&-]/gu, (letter) => encodeURIComponent(letter).toLowerCase())}`;

type Row = readonly [name: string, isFolder: boolean, size: number];

function rowsOf({ files, folders }: Folder): Row[] {
  const names: Row[] = [...folders.keys()].map((name) => [name, true, 0]);
  return [...names, ...[...files].map(([name, size]): Row => [name, false, size])];
}

/** How servers write the same folder; those of more servers are recorded. */
const STYLES: Readonly<Record<string, (folder: Folder) => string>> = {
  nginx: (folder) =>
    `<html>\r\n<head><title>Index of /x/</title></head>\r\n<body>\r\n<h1>Index of /x/</h1><hr><pre><a href="../">../</a>\r\n${rowsOf(
      folder,
    )
      .map(([name, isFolder, size]) => {
        const end = isFolder ? '/' : '';
        const shown = name.length > 50 ? `${escapedText(name.slice(0, 47))}..&gt;` : escapedText(name + end);
        return `<a href="${encoded(name)}${end}">${shown}</a>  19-Sep-2026 01:03  ${isFolder ? '-' : size}\r\n`;
      })
      .join('')}</pre><hr></body>\r\n</html>\r\n`,
  apache: (folder) =>
    `<!DOCTYPE HTML><html><head><title>Index of /x</title></head><body><h1>Index of /x</h1><table><tr><th><a href="?C=N;O=D">Name</a></th></tr>
<tr><td><a href="/maps/">Parent Directory</a></td></tr>${rowsOf(folder)
      .map(([name, isFolder, size]) => {
        const href = escapedText(lightlyEncoded(name) + (isFolder ? '/' : ''));
        return `<tr><td><img src="/icons/a.gif"></td><td><a href="${href}">${escapedText(name)}</a></td><td align="right">2026-09-19 01:03  </td><td align="right">${isFolder ? '  - ' : size}</td><td>&nbsp;</td></tr>\n`;
      })
      .join('')}</table></body></html>`,
};

const LETTERS = [...'abcXYZ019 _-+,;=@&\'()[]{}!$%<>"äßЖ日😀.'];

const textOf = (letters: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength }).map((list) => list.join(''));

const name = fc
  .oneof(textOf(LETTERS, 20), textOf(LETTERS.slice(0, 13), 60))
  .filter((text) => pathObjection(text) === null && pathObjection(encoded(text)) === null && !text.startsWith(' '));

/** A folder with folders that are made as given. */
const folderOf = (below: fc.Arbitrary<Folder>, maxLength: number): fc.Arbitrary<Folder> =>
  fc
    .record({
      files: fc.uniqueArray(fc.tuple(name, fc.nat(2_000_000)), { selector: ([text]) => fold(text), maxLength: 8 }),
      folders: fc.uniqueArray(fc.tuple(name, below), { selector: ([text]) => fold(text), maxLength }),
    })
    .map(({ files, folders }) => {
      const taken = new Set(files.map(([text]) => fold(text)));
      return { files: new Map(files), folders: new Map(folders.filter(([text]) => !taken.has(fold(text)))) };
    });

const empty: Folder = { files: new Map(), folders: new Map() };
const tree = folderOf(folderOf(folderOf(fc.constant(empty), 1), 2), 3);

function pathsIn({ files, folders }: Folder, before = ''): string[] {
  const own = [...files.keys()].map((text) => before + text);
  return [...own, ...[...folders].flatMap(([text, folder]) => pathsIn(folder, `${before}${text}/`))];
}

function folderAt(root: Folder, path: string): Folder | undefined {
  const names = path.split('/').filter((text) => text !== '');
  return names.reduce<Folder | undefined>((folder, text) => folder?.folders.get(text), root);
}

describe('any tree', () => {
  test.each(Object.keys(STYLES))('as %s lists it', async (style) => {
    await fc.assert(
      fc.asyncProperty(tree, async (root) => {
        const web = madeWeb((url) => {
          const folder = folderAt(root, decodeURIComponent(url.slice(ROOT.length)));
          return folder && (STYLES[style] as (folder: Folder) => string)(folder);
        });
        const { files, problems, leftOut, isComplete } = await crawl({ url: ROOT, level: 10 }, ROOT, web);
        expect(problems).toEqual([]);
        expect(leftOut).toEqual([]);
        expect(files.map(({ path }) => decodedPath(path)).sort(byCodePoint)).toEqual(pathsIn(root).sort(byCodePoint));
        for (const { path, size, time } of files) {
          const parts = decodedPath(path).split('/');
          const bytes = folderAt(root, parts.slice(0, -1).join('/'))?.files.get(parts.at(-1) as string) as number;
          expect(size).toEqual({ least: bytes, most: bytes });
          expect(time?.ms).toBe(Date.parse('2026-09-19T01:03Z'));
          expect(isComplete(`${path}2`)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('any page', () => {
  const PIECES = [
    ...`<a|href="|">|'>|>|</a>|<|</html>|<html>|<base href="|<pre>|</pre>|<table><tr><td>|</td></tr>|<!--|-->`.split(
      '|',
    ),
    ...`<a href="|<a href=|<a href='|<title>Index of /</title>|<script>|<area href="|<time datetime="`.split('|'),
    ...`<td data-order="|2026-09-19 01:03|12M|999|europe.html|a.map|b/|CON|maps|../|..|./|/|//|\\|?|#|:|;|@| `.split(
      '|',
    ),
    ...'%2F|%2f|%2e%2e|%5C|%00|%0a|%|%E4|&|&amp;|&#0;|&#x2e;|&#x202e;|&nbsp;|é|日|http:|https:|javascript:'.split('|'),
    ...['https://example.org/maps/', 'https://evil.org/', '\u0000', '\u202e', '\ufffd', '\ud800', '\n', '\t'],
    'x'.repeat(1100),
  ];
  /** What must hold of the files that are found in whatever was sent. */
  function expectHarmless(found: Crawl, asked: readonly string[]): void {
    for (const { path } of found.files) {
      expect(pathObjection(path)).toBeNull();
      expect(pathObjection(decodedPath(path))).toBeNull();
      expect(new URL(ROOT + path).href.startsWith(ROOT)).toBe(true);
    }
    expect(new Set(found.files.map(({ path }) => fold(decodedPath(path)))).size).toBe(found.files.length);
    for (const url of asked) expect(new URL(url).href).toMatch(/^https:\/\/example\.org\/maps\//);
    expect(asked.length).toBeLessThanOrEqual(20);
    expect(found.isComplete('a.map')).toBeTypeOf('boolean');
  }

  test('of pieces of listings', async () => {
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((list) => list.join(''));
    await fc.assert(
      fc.asyncProperty(pieces, pieces, async (first, second) => {
        const web = madeWeb((url) => (url === ROOT ? `<a href="b/">${first}` : second));
        expectHarmless(await crawl({ url: ROOT, level: 3 }, ROOT, web, { pages: 20 }), web.asked);
      }),
      { numRuns: 80 },
    );
  });

  test('that was a listing, with bytes changed, left out or doubled', async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat(40),
      put: fc.constantFrom('', ...PIECES),
    });
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.constantFrom(...Object.values(STYLES)),
        fc.array(change, { maxLength: 8 }),
        async (root, style, changes) => {
          let bytes = Buffer.from(style(root));
          for (const { at, length, put } of changes) {
            const begin = Math.floor(at * bytes.length);
            bytes = Buffer.concat([bytes.subarray(0, begin), Buffer.from(put), bytes.subarray(begin + length)]);
          }
          const web = madeWeb((url) => (url === ROOT ? { body: bytes } : undefined));
          expectHarmless(await crawl({ url: ROOT, level: 2 }, ROOT, web, { pages: 20 }), web.asked);
        },
      ),
      { numRuns: 120 },
    );
  });

  test('that is cut off proves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.constantFrom(...Object.values(STYLES)),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (root, style, at) => {
          const whole = style(root).trimEnd();
          const web = madeWeb((url) =>
            url === ROOT ? whole.slice(0, Math.min(whole.length - 1, Math.floor(at * whole.length))) : undefined,
          );
          const found = await crawl({ url: ROOT, level: 1 }, ROOT, web);
          expect(found.problems).toHaveLength(1);
          expect(found.isComplete('missing.map')).toBe(false);
          const all = pathsIn(root);
          // The last link can be cut in its name only after its quote, so no name is half of one.
          for (const { path } of found.files) expect(all).toContain(decodedPath(path));
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe('any XML', () => {
  const PIECES = [
    ...'ListBucketResult Contents Key Size IsTruncated NextMarker Prefix NextContinuationToken'
      .split(' ')
      .flatMap((name) => [`<${name}>`, `</${name}>`]),
    ...['<CommonPrefixes><Prefix>', '</Prefix></CommonPrefixes>', '<EncodingType>url</EncodingType>'],
    ...['<Delimiter>/</Delimiter>', '<!DOCTYPE a>', '&amp;', '&lt;', ' '],
    ...'1 true false ../ b/ a.map %2F'.split(' '),
  ];
  test('leads nowhere else', async () => {
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((list) => list.join(''));
    const whole = fc.tuple(pieces, fc.boolean()).map(([inside, isWhole]) => {
      const name = inside.replace(/<[^>]*>/g, '');
      const found = `<Contents><Key>${name}</Key></Contents><CommonPrefixes><Prefix>${name}/</Prefix></CommonPrefixes>`;
      return isWhole ? `<ListBucketResult>${found}<IsTruncated>true</IsTruncated></ListBucketResult>` : inside;
    });
    await fc.assert(
      fc.asyncProperty(whole, async (body) => {
        const web = madeWeb(() => ({ type: 'application/xml', body }));
        const found = await crawl({ url: ROOT, level: 3 }, ROOT, web, { pages: 10 });
        for (const { path } of found.files) expect(new URL(ROOT + path).href.startsWith(ROOT)).toBe(true);
        for (const url of web.asked) expect(new URL(url).href.startsWith(ROOT)).toBe(true);
        expect(web.asked.length).toBeLessThanOrEqual(10);
      }),
      { numRuns: 80 },
    );
  });
});
