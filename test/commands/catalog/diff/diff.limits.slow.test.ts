/** Sites that would keep `diff` busy if anything in it took more than linear time. */
import { beforeAll, describe, expect, test } from 'vitest';
import { openBuiltSite } from '../../../../cli/site/built-site.ts';
import { compareSites } from '../../../../commands/catalog/diff/diff.ts';
import { changesAsJson, changesAsMarkdown, changesAsText } from '../../../../commands/catalog/diff/print-changes.ts';
import { matchRemovals } from '../../../../commands/catalog/diff/removals.ts';
import { HANGS, inTime } from '../../../support/in-time.ts';
import { siteFiles, siteWith } from '../../../support/sites.ts';

describe('diff', () => {
  const withFiles = (count: number): ReturnType<typeof siteWith> =>
    siteWith({
      'v1/datasources/index.json': [{ id: 'a', url: 'https://a.example.org/v1/datasources/a/' }],
      'v1/datasources/a/index.json': {
        id: 'a',
        files: Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.zip`, {}])),
      },
    });

  const [before, after] = [withFiles(60_000), withFiles(0)];

  let removals = compareSites(after, after);
  beforeAll(() => {
    removals = compareSites(before, after);
  });

  test.each([
    ['text', changesAsText],
    ['Markdown', changesAsMarkdown],
    ['JSON', changesAsJson],
  ])('60,000 removals as %s', HANGS, async (_, print) => {
    await inTime(() => {
      expect(print(removals, matchRemovals(removals.changes, [], after)).includes('0.zip')).toBe(true);
    });
  });

  test('4,000 records whose ids have changed, in sites without /v2/', HANGS, async () => {
    const siteOfIds = (prefix: string) =>
      siteWith({
        'v1/mapservers/index.json': Array.from({ length: 4_000 }, (_, n) => ({
          id: `${prefix}${n}`,
          name: `${prefix}${n}`,
          hosts: [{ host: `t${n}x.example.org`, urlPattern: '/{z}/{x}/{y}.png' }],
        })),
      });
    await inTime(() => expect(compareSites(siteOfIds('a'), siteOfIds('b')).changes.length).toBeGreaterThan(3_999));
  });

  test('JSON that is 20,000 levels deep', HANGS, async () => {
    const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    await inTime(() =>
      expect(() => openBuiltSite('next', siteFiles({ 'v1/index.json': text }))).toThrow(
        'next is not a built site: v1/index.json is nested more than 32 levels deep',
      ),
    );
  });
});
