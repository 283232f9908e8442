/** Small files that would stop a build if anything in it took more than linear time, or a stack as deep as they are. */
import { expect, test } from 'vitest';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { rendered } from '../../support/check.ts';
import { checkedInTime, type HOSTILE } from '../../support/hostile.ts';
import { HANGS, inTime } from '../../support/in-time.ts';

test.each<[keyof typeof HOSTILE, number, RegExp | null]>([
  ['hosts', 150_000, /too-many /],
  ['data sources in an edition', 20_000, /too-many /],
  ['categories in a chain', 2_500, null],
  ['categories in a chain', 11_000, /too-many /],
  ['unknown keys', 40_000, /more-errors/],
  ['unknown keys of a whole map', 9_900, /unknown-key/],
  ['unknown keys of a server', 9_900, /unknown-key/],
  ['characters in a urlPattern', 1_000_000, /too-long/],
  ['characters in a urlPattern', 10_000_000, /not-divided/],
  ['placeholders in a urlPattern', 300_000, /too-long/],
  ['slashes in a path', 10_000_000, /not-divided/],
  ['digits and underscores in a number', 2_000_000, /not-divided/],
  ['paths with a thousand marks on one letter', 2_000, null],
  ['paths of ligatures', 8_000, null],
  ['paths of 800 characters', 4_000, null],
  ['paths in 490 folders of their own', 1_000, null],
  ['carriage returns', 200_000, /empty-file/],
  ['spaces in a line that is no member', 100_000, /yaml-syntax/],
  ['dashes in a line that is no member', 100_000, /too-deep/],
  ['question marks before a key', 100_000, /too-deep/],
  ['nested mappings', 1_500, /too-deep/],
  ['closing braces', 60_000, /yaml-syntax/],
  ['comments that allow something', 100_000, null],
  ['spaces in a comment that allows something', 1_000_000, null],
  ['lines in a block scalar', 2_000_000, /not-divided/],
])('check %s: %i', HANGS, async (what, count, expected) => {
  const text = await checkedInTime(what, count);
  if (expected) expect(text).toMatch(expected);
  else expect(text).not.toMatch(/categories/);
});

const server = SMALL['mapservers/one.yaml'] as string;
const checksum = (_: unknown, length: number): string =>
  `    - { lastModified: 2024-01-01T00:00:00Z, contentLength: ${length}, sha1: null }\n`;
const stray = (_: unknown, index: number): [string, string] => [`other/${index}.txt`, ''];

test.each([
  [
    'checksums of one time',
    { 'datasources/maps/files.yaml': `a:\n  checksums:\n${Array.from({ length: 10_000 }, checksum).join('')}` },
  ],
  [
    'open brackets at the end of a long file',
    { 'categories.yaml': `${'- { id: 1 }\n'.repeat(200_000)}${'['.repeat(30)}` },
  ],
  ['files in the wrong folder', Object.fromEntries(Array.from({ length: 40_000 }, stray))],
  [
    'a host name with many forms',
    { 'mapservers/one.yaml': server.replace('https://#{host}', `https://${'{0-9}'.repeat(12)}.example.org`) },
  ],
])('check: %s', HANGS, (_, files) => inTime(() => rendered(memoryFolder({ ...SMALL, ...files }))));

test('build: 2,500 editions, each of which has headers of its own', HANGS, async () => {
  const editions = Array.from(
    { length: 2_500 },
    (_, n) => [`editions/e${n}.yaml`, 'name: A\ndatasources: []\n'] as const,
  );
  const files = { ...SMALL, ...Object.fromEntries(editions) };
  // Git knows of files that are long gone, too.
  const gone = Array.from({ length: 30_000 }, (_, n) => `editions/gone${n}.yaml`);
  const times = new Map([...Object.keys(files), ...gone].map((path) => [path, 1]));
  const commits = { times, uncommitted: new Set<string>() };
  await inTime(async () => {
    const { findings, site } = await rendered(memoryFolder(files), { commits: Promise.resolve(commits) });
    expect(findings).toEqual([]);
    const { headerRules = [], handlerRules = [] } = site ?? {};
    expect(headerRules.length).toBeLessThan(100);
    expect(headerRules.length + handlerRules.length).toBeGreaterThan(2_500);
  });
});
