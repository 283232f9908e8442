/** The index of a folder as JSON and XML; crawl.recorded.test.ts reads recordings. */
import { describe, expect, test } from 'vitest';
import { crawlListings } from '../../../../../../commands/upstream/update/listing/crawl.ts';
import { type MadeAnswer, madeWeb } from '../../../../../support/listing-web.ts';

const ROOT = 'https://example.org/maps/';
type Row = readonly [type: string, name: string];
const TIME = 'Sat, 19 Sep 2026 01:03:07 GMT';
const json = (rows: readonly Row[]): MadeAnswer => ({
  type: 'application/json',
  body: JSON.stringify(
    rows.map(([type, name]) => ({ name, type, mtime: TIME, ...(type === 'file' ? { size: 1 } : {}) })),
  ),
});
const xml = (rows: readonly Row[]): MadeAnswer => ({
  type: 'text/xml; charset=utf-8',
  body: `<?xml version="1.0"?>\n<list>\n${rows.map(([type, name]) => `<${type} mtime="2026-09-19T01:03:07Z" size="1">${name}</${type}>\n`).join('')}</list>\n`,
});

describe.each([
  ['JSON', json],
  ['XML', xml],
])('%s', (_, listing) => {
  const found = async (answers: Readonly<Record<string, MadeAnswer>>, limits = {}) => {
    const web = madeWeb(answers);
    const { files, problems, leftOut, isComplete } = await crawlListings({ url: ROOT, level: 2 }, ROOT, web, limits);
    return { paths: files.map(({ path }) => path), problems, leftOut: leftOut.length, asked: web.asked, isComplete };
  };

  test('folders are read, other things are not', async () => {
    const answers = {
      [ROOT]: listing([
        ['directory', 'Süd west'],
        ['file', 'a b.map'],
        ['other', 'socket'],
      ]),
      [`${ROOT}S%C3%BCd%20west/`]: listing([]),
    };
    const { paths, problems, asked, isComplete } = await found(answers);
    expect({ paths, problems, asked }).toEqual({ paths: ['a%20b.map'], problems: [], asked: Object.keys(answers) });
    expect(['x.map', 'S%C3%BCd%20west/x.map', 'gone/x.map'].map(isComplete)).toEqual([true, true, true]);
  });

  test('hostile names lead nowhere', async () => {
    const names = ['..', '.', '../../etc', 'CON', 'a/../..'];
    const rows = names.flatMap((name): Row[] => [
      ['file', name],
      ['directory', name],
    ]);
    const { paths, asked } = await found({ [ROOT]: listing([...rows, ['file', ''], ['directory', '']]) });
    expect({ paths, asked }).toEqual({ paths: [], asked: [ROOT] });
  });

  test('half of a letter is not one', async () => {
    const body = '[{ "name": "a\\ud800.map", "type": "file", "mtime": "", "size": 1 }]';
    const answer = listing === json ? { type: 'application/json', body } : listing([['file', 'a\ufffd.map']]);
    expect(await found({ [ROOT]: answer })).toMatchObject({ paths: [], problems: [], leftOut: 1 });
  });

  test('limits of files hold', async () => {
    const many = listing(Array.from({ length: 30 }, (__, n) => ['file', `${n}.map`]));
    expect(await found({ [ROOT]: many }, { files: 20 })).toMatchObject({
      problems: [{ reason: 'more than 20 files are listed' }],
    });
  });
});
