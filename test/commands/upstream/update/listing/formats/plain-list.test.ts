import { expect, test } from 'vitest';
import { foundIn, type MadeAnswer } from '../../../../../support/listing-web.ts';

const LIST = 'https://example.org/maps/list.txt';
const BASE = 'https://example.org/maps/';
const text = (body: string, more: object = { framing: 'length' }): MadeAnswer => ({
  type: 'text/plain',
  body,
  ...more,
});

const found = (answer: MadeAnswer, base = BASE) => foundIn({ [LIST]: answer }, { url: LIST }, base);

test.each<[string, string, string[]]>([
  ['names', 'a.map\nb.map\n', ['a.map', 'b.map']],
  ['the end of lines of Windows, and a mark at the beginning', '\uFEFFa.map\r\n\r\nb.map\r\n', ['a.map', 'b.map']],
  ['comments and empty lines', '# maps\n\na.map\n  # more\n\t\n  b.map  \n', ['a.map', 'b.map']],
  ['what find prints', './a.map\n./europe/\n./europe/b c.map', ['a.map', 'europe/b%20c.map']],
  [
    'addresses',
    'https://example.org/maps/a.map\nhttps://evil.org/b.map\nhttps://example.org/maps/c%20d.map#x',
    ['a.map', 'c%20d.map'],
  ],
  ['letters as they are', 'Köln.map\n100%.map\na&b?c.map\n[x].map', ['%5Bx%5D.map', '100%25.map', 'K%C3%B6ln.map']],
])('%s', async (_, body, paths) => {
  const list = await found(text(body));
  expect(list).toMatchObject({ paths, problems: [], asked: [LIST] });
  expect(list.isComplete('europe/gone.map')).toBe(true);
});

test('names that lead elsewhere are not taken', async () =>
  expect(await found(text('a.map\n../up.map\n/etc/passwd\na/../../x\nhttps://[\njavascript:x\n'))).toMatchObject({
    paths: ['a.map'],
    problems: [],
    leftOut: Array(4).fill(expect.anything()),
  }));

test('addresses of another server are files if the base is there', async () =>
  expect((await found(text('https://cdn.example.net/x/a.map\n'), 'https://cdn.example.net/x/')).paths).toEqual([
    'a.map',
  ]));

test('a list that may be cut off proves nothing', async () => {
  const list = await found(text('a.map\nb.m', {}));
  expect(list).toMatchObject({
    paths: ['a.map', 'b.m'],
    problems: ['nothing shows where it ends, so it may be cut off'],
  });
  expect(list.isComplete('gone.map')).toBe(false);
});
