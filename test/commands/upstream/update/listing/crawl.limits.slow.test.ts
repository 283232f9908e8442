/** Listings that would keep `update` busy if anything in it took more than linear time. */
import { expect, test } from 'vitest';
import { crawlListings } from '../../../../../commands/upstream/update/listing/crawl.ts';
import { HANGS, inTime } from '../../../../support/in-time.ts';
import { type MadeAnswer, madeWeb } from '../../../../support/listing-web.ts';

const ROOT = 'https://example.org/maps/';
const TIME = 'Sat, 19 Sep 2026 01:03:07 GMT';

test.each<[string, number, type: string, bodyOf: (names: string[]) => string]>([
  ['names', 100_000, 'text/plain', (names) => names.join('\n')],
  [
    'rows of JSON',
    20_000,
    'application/json',
    (names) => JSON.stringify(names.map((name) => ({ name, type: 'file', mtime: TIME, size: 1 }))),
  ],
  [
    'rows of XML',
    20_000,
    'text/xml',
    (names) => `<list>${names.map((name) => `<file>${name}</file>`).join('\n')}</list>`,
  ],
])('%s: %i', HANGS, async (_, count, type, bodyOf) => {
  const body = bodyOf(Array.from({ length: count }, (__, n) => `${n}.map`));
  const answer: MadeAnswer = { type, body, framing: 'length' };
  await inTime(async () => {
    const { files } = await crawlListings({ url: ROOT }, ROOT, madeWeb({ [ROOT]: answer }));
    expect(files).toHaveLength(count);
  });
});
