/** Small files that would stop a build if anything in it took more than linear time, or a stack as deep as they are. */
import { describe, expect, test } from 'vitest';
import { listFiles, reportOn } from '../../build/pipeline.ts';
import { openSite } from '../../commands/diff/built-site.ts';
import { compareSites } from '../../commands/diff/diff.ts';
import { formatFile } from '../../commands/format/format.ts';
import { memoryFolder } from '../support/catalogs.ts';
import { asText, rendered } from '../support/check.ts';
import { type HOSTILE, hostile } from '../support/hostile.ts';
import { siteFiles, siteWith } from '../support/sites.ts';

/** Milliseconds: on a quiet machine each takes half of it or less. */
const MOST = 10_000;

describe('check', () => {
  test.each<[keyof typeof HOSTILE, number, RegExp | null]>([
    ['hosts', 100_000, /too-many /],
    ['mappings for hosts', 100_000, /more-errors/],
    ['data sources in an edition', 50_000, /too-many /],
    ['categories in a chain', 6_000, null],
    ['categories in a chain', 50_000, /too-many /],
    ['faulty checksums', 400_000, /more-errors/],
    ['faulty entries', 160_000, /more-errors/],
    ['faulty keys', 100_000, /more-errors/],
    ['equal keys', 300_000, /more-errors/],
    ['characters in a urlPattern', 3_000_000, /too-long/],
    ['characters in a urlPattern', 30_000_000, /too-long/],
    ['placeholders in a urlPattern', 1_000_000, /too-long/],
  ])('%s: %i', { timeout: MOST }, async (what, count, expected) => {
    const { findings } = await rendered(memoryFolder(hostile(what, count)));
    expect(findings.length).toBeLessThanOrEqual(2_002);
    const text = asText(findings);
    if (expected) expect(text).toMatch(expected);
    else expect(text).not.toMatch(/categories/);
  });
});

test('format: 160,000 faults', { timeout: MOST }, () => {
  const folder = memoryFolder(hostile('faulty entries', 160_000));
  const diagnostics = listFiles(folder).files.flatMap((file) => [...formatFile(folder, file).diagnostics]);
  expect(asText(reportOn(folder, diagnostics))).toContain('There are 159,001 more errors in this file');
});

describe('diff', () => {
  test('300,000 removals', { timeout: MOST }, () => {
    const site = (count: number): ReturnType<typeof siteWith> =>
      siteWith({
        'v1/datasources/index.json': [{ id: 'a', url: 'https://a.example.org/v1/datasources/a/' }],
        'v1/datasources/a/index.json': {
          id: 'a',
          files: Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.zip`, {}])),
        },
      });
    const { changes } = compareSites(site(300_000), site(0));
    expect(changes.filter(({ what }) => what === 'file-removed')).toHaveLength(300_000);
  });

  test('JSON that is 20,000 levels deep', { timeout: MOST }, () => {
    const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    expect(() => openSite('next', siteFiles({ 'v1/index.json': text }))).toThrow(
      'next is not a built site: v1/index.json is nested more than 32 levels deep',
    );
  });
});
