/** The listings of real servers, of one tree of files; test/fixtures/listings/record.sh records them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Crawl, crawlListings } from '../../../../../commands/upstream/update/listing/crawl.ts';
import type { ListedFile } from '../../../../../commands/upstream/update/listing/found-files.ts';
import { decodedListingPath } from '../../../../../commands/upstream/update/listing/source-tree.ts';
import { byCodePoint } from '../../../../../contract/base/text.ts';
import { madeWeb } from '../../../../support/listing-web.ts';
import { pagesOf, RECORDINGS, SERVERS } from '../../../../support/recorded-listings.ts';

const BASE = 'http://127.0.0.1/';

/** The folders of the tree and the names of their recordings. */
const PAGES: Readonly<Record<string, string>> = {
  '': 'root',
  'europe/': 'europe',
  'europe/germany/': 'germany',
  'Süd west/': 'umlaut',
  'folder.zip/': 'zip',
  'case/': 'case',
  'empty/': 'empty',
  'sizes/': 'sizes',
  'names/': 'names',
  'refused/': 'refused',
};

/** The files of the tree, as they were on the disk. */
const TREE = readFileSync(join(RECORDINGS, 'tree.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [path = '', bytes, time = ''] = line.split('\t');
    return { path: JSON.parse(path) as string, bytes: Number(bytes), time: Date.parse(time) };
  });

const TAKEN = TREE.filter(({ path }) => !/^(?:refused|case)\//.test(path));

function recorded(server: string): Promise<Crawl> {
  const pages = pagesOf(server);
  const web = madeWeb((url) => pages.get(PAGES[decodedListingPath(url.slice(BASE.length))] ?? ''));
  return crawlListings({ url: BASE, level: 3 }, BASE, web);
}

/** What each server says of a file: whether the time and the size, to how many seconds, and in UTC. */
const SAYS: Readonly<Record<string, { size: 'exact' | 'rounded' | null; seconds: number | null; isUtc?: boolean }>> = {
  'apache-icon-links': { size: 'rounded', seconds: 60 },
  'apache-list': { size: null, seconds: null },
  'apache-pre': { size: 'rounded', seconds: 60 },
  'apache-table': { size: 'rounded', seconds: 60 },
  caddy: { size: 'rounded', seconds: 1, isUtc: true },
  lighttpd: { size: 'rounded', seconds: 1 },
  nginx: { size: 'exact', seconds: 60 },
  'nginx-json': { size: 'exact', seconds: 1, isUtc: true },
  'nginx-rounded': { size: 'rounded', seconds: 60 },
  'nginx-xml': { size: 'exact', seconds: 1, isUtc: true },
  python: { size: null, seconds: null },
};

test('all recordings are known here', () => expect(SERVERS).toEqual(Object.keys(SAYS).sort()));

describe.each(SERVERS)('%s', (server) => {
  const says = SAYS[server] as (typeof SAYS)[string];
  const found = recorded(server);

  test('names the files of the tree, and those that the catalog cannot have', async () => {
    const { files, leftOut, problems } = await found;
    expect(problems).toEqual([]);
    expect(files.map(({ path }) => decodedListingPath(path)).sort(byCodePoint)).toEqual(
      TAKEN.map(({ path }) => path).sort(byCodePoint),
    );
    const expected = TREE.filter((file) => !TAKEN.includes(file)).map(({ path }) => path);
    const paths = leftOut.map(({ url }) => decodedListingPath(url.slice(BASE.length)));
    expect(paths.sort(byCodePoint)).toEqual(expected.sort(byCodePoint));
  });

  test('says sizes that hold', async () => {
    const { files } = await found;
    for (const file of files) {
      const { bytes } = onDisk(file);
      if (says.size === null) expect(file.size).toBeNull();
      else if (says.size === 'exact') expect(file.size).toEqual({ least: bytes, most: bytes });
      else {
        expect(file.size?.least, file.path).toBeLessThanOrEqual(bytes);
        expect(file.size?.most, file.path).toBeGreaterThanOrEqual(bytes);
      }
    }
  });

  test('says times that hold, in some zone', async () => {
    const { files } = await found;
    for (const file of files) {
      if (says.seconds === null) {
        expect(file.time).toBeNull();
        continue;
      }
      const { seconds, isUtc = false } = says;
      expect(file.time, file.path).toMatchObject({ seconds, isUtc });
      const late = (file.time?.ms ?? 0) - Math.floor(onDisk(file).time / 1000 / seconds) * seconds * 1000;
      // The servers ran in Berlin.
      expect(isUtc ? [0] : [0, 3_600_000, 7_200_000], file.path).toContain(late);
    }
  });

  test('leaves nothing open', async () => {
    const { isComplete } = await found;
    for (const path of ['new.map', 'europe/new.map', 'empty/new.map', 'gone/new.map', 'gone/and/gone.map'])
      expect(isComplete(path), path).toBe(true);
    for (const path of ['case/case.map', 'refused/NUL', 'europe/germany/deeper/new.map'])
      expect(isComplete(path), path).toBe(false);
  });
});

const onDisk = ({ path }: ListedFile): (typeof TREE)[number] =>
  TREE.find((file) => file.path === decodedListingPath(path)) as (typeof TREE)[number];
