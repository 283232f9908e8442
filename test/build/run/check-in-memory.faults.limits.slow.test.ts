/** Catalogs with so many faults that a report of each would stop a build. */
import { expect, test } from 'vitest';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { rendered } from '../../support/check.ts';
import { checkedInTime, type HOSTILE } from '../../support/hostile.ts';
import { HANGS, inTime } from '../../support/in-time.ts';

test.each<[keyof typeof HOSTILE, number]>([
  ['mappings for hosts', 11_000],
  ['faulty checksums', 11_000],
  ['faulty entries', 16_000],
  ['faulty keys', 33_000],
  ['equal keys', 50_000],
  ['faulty removals', 40_000],
  ['faulty fragments', 20_000],
])('check %s: %i', HANGS, async (what, count) => {
  expect(await checkedInTime(what, count)).toMatch(/more-errors/);
});

test('check: 2,000 faulty data sources', HANGS, async () => {
  const source = 'name: 1\nbaseUrl: ftp://x\ndirectory: /a\naction: no\nfoo: 1\n';
  const sources = Array.from({ length: 2_000 }, (_, n) => [`datasources/s${n}/datasource.yaml`, source] as const);
  const folder = memoryFolder({ ...SMALL, ...Object.fromEntries(sources) });
  await inTime(async () => expect((await rendered(folder)).findings.length).toBeGreaterThanOrEqual(8_000));
});
