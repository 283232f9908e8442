/** Small files that would stop a build if anything in it took more than linear time, or a stack as deep as they are. */
import { describe, expect, test } from 'vitest';
import { listFiles, reportOn } from '../../build/pipeline.ts';
import { openSite } from '../../commands/diff/built-site.ts';
import {
  changesAsJson,
  changesAsMarkdown,
  changesAsText,
  compareSites,
  matchRemovals,
} from '../../commands/diff/diff.ts';
import { formatFile } from '../../commands/format/format.ts';
import { memoryFolder, SMALL } from '../support/catalogs.ts';
import { asText, rendered } from '../support/check.ts';
import { type HOSTILE, hostile } from '../support/hostile.ts';
import { siteFiles, siteWith } from '../support/sites.ts';

/**
 * Seconds of processor time that each may take, of all threads: the collector of garbage works next to the program, and
 * what passes on the clock is a third less. The sizes are such that each takes at most two thirds of this where nothing
 * else runs; what is quadratic would take minutes.
 */
const MOST = 3;

/** Seconds of processor time that the yardstick takes on the machine for which the limit is meant, when it is quiet. */
const YARDSTICK = 0.25;

/** Wall time is no measure where other programs run: a test that takes longer hangs. */
const HANGS = { timeout: 120_000 };

/** The processor time of some work, in seconds. */
async function secondsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Work of the kind that the program does: it allocates, and looks at every character. */
function yardstick(): number {
  const lines = Array.from({ length: 150_000 }, (_, index) => `- { id: ${index}, name: "A${index % 7}" }`).join('\n');
  const records = [...lines.matchAll(/id: (\d+), name: "(\w+)"/g)].map(([, id, name]) => ({ id, name }));
  return JSON.stringify(records).length;
}

/** How often work is measured that takes too long: other programs can only make it slower. */
const TRIES = 3;

/** Runs some work, which must not take long for a machine that is as fast as this one is now. */
async function inTime(work: () => unknown): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < TRIES && least >= MOST; tried++) {
    const slowness = Math.max(1, (await secondsOf(yardstick)) / YARDSTICK);
    least = Math.min(least, (await secondsOf(work)) / slowness);
  }
  expect(least).toBeLessThan(MOST);
}

describe('check', () => {
  test.each<[keyof typeof HOSTILE, number, RegExp | null]>([
    ['hosts', 100_000, /too-many /],
    ['mappings for hosts', 100_000, /more-errors/],
    ['data sources in an edition', 50_000, /too-many /],
    ['categories in a chain', 6_000, null],
    ['categories in a chain', 50_000, /too-many /],
    ['faulty checksums', 200_000, /more-errors/],
    ['faulty entries', 160_000, /more-errors/],
    ['faulty keys', 100_000, /more-errors/],
    ['equal keys', 300_000, /more-errors/],
    ['characters in a urlPattern', 3_000_000, /too-long/],
    ['characters in a urlPattern', 30_000_000, /too-long/],
    ['placeholders in a urlPattern', 1_000_000, /too-long/],
    ['slashes in a path', 30_000_000, /too-long/],
    ['digits and underscores in a number', 5_000_000, /too-long|wrong-type/],
    ['paths with a thousand marks on one letter', 6_000, null],
    ['paths of ligatures', 25_000, null],
    ['paths of 800 characters', 10_000, null],
    ['faulty removals', 120_000, /more-errors/],
    ['faulty fragments', 250_000, /more-errors/],
    ['lines in a block scalar', 5_000_000, /too-long/],
  ])('%s: %i', HANGS, async (what, count, expected) => {
    const folder = memoryFolder(hostile(what, count));
    let text = '';
    await inTime(async () => {
      const { findings } = await rendered(folder);
      expect(findings.length).toBeLessThanOrEqual(2_002);
      text = asText(findings);
    });
    if (expected) expect(text).toMatch(expected);
    else expect(text).not.toMatch(/categories/);
  });
});

test('build: 6,000 editions, each of which has headers of its own', HANGS, async () => {
  const editions = Array.from(
    { length: 6_000 },
    (_, n) => [`editions/e${n}.yaml`, 'name: A\ndatasources: []\n'] as const,
  );
  const files = { ...SMALL, ...Object.fromEntries(editions) };
  // Git knows of files that are long gone, too.
  const gone = Array.from({ length: 100_000 }, (_, n) => `editions/gone${n}.yaml`);
  const times = new Map([...Object.keys(files), ...gone].map((path) => [path, 1]));
  const commits = { times, uncommitted: new Set<string>() };
  await inTime(async () => {
    const { findings, site } = await rendered(memoryFolder(files), { commits: Promise.resolve(commits) });
    expect(findings).toEqual([]);
    const { headerRules = [], handlerRules = [] } = site ?? {};
    expect(headerRules.length).toBeLessThan(100);
    expect(headerRules.length + handlerRules.length).toBeGreaterThan(6_000);
  });
});

test('format: 160,000 faults', HANGS, async () => {
  const folder = memoryFolder(hostile('faulty entries', 160_000));
  await inTime(() => {
    const diagnostics = listFiles(folder).files.flatMap((file) => [...formatFile(folder, file).diagnostics]);
    expect(asText(reportOn(folder, diagnostics))).toContain('There are 159,001 more errors in this file');
  });
});

test('format: 700,000 comments', HANGS, async () => {
  const folder = memoryFolder(hostile('comments after a tile server', 700_000));
  const file = listFiles(folder).files.find(({ kind }) => kind === 'mapserver');
  if (!file) throw new Error('the catalog has no map server');
  await inTime(() => expect(formatFile(folder, file).formatted?.difference.lines).toHaveLength(12));
});

test('check: 5,000 faulty data sources', HANGS, async () => {
  const source = 'name: 1\nbaseUrl: ftp://x\ndirectory: /a\naction: no\nfoo: 1\n';
  const sources = Array.from({ length: 5_000 }, (_, n) => [`datasources/s${n}/datasource.yaml`, source] as const);
  const folder = memoryFolder({ ...SMALL, ...Object.fromEntries(sources) });
  await inTime(async () => expect((await rendered(folder)).findings.length).toBeGreaterThan(20_000));
});

describe('diff', () => {
  const withFiles = (count: number): ReturnType<typeof siteWith> =>
    siteWith({
      'v1/datasources/index.json': [{ id: 'a', url: 'https://a.example.org/v1/datasources/a/' }],
      'v1/datasources/a/index.json': {
        id: 'a',
        files: Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.zip`, {}])),
      },
    });

  const [before, after] = [withFiles(300_000), withFiles(0)];

  test('300,000 removals', HANGS, async () => {
    let difference = compareSites(after, after);
    await inTime(() => (difference = compareSites(before, after)));
    expect(difference.changes.filter(({ what }) => what === 'file-removed')).toHaveLength(300_000);
  });

  test.each([
    ['text', changesAsText],
    ['Markdown', changesAsMarkdown],
    ['JSON', changesAsJson],
  ])('300,000 removals as %s', HANGS, async (_, print) => {
    const difference = compareSites(before, after);
    await inTime(() => {
      const text = print(difference, matchRemovals(difference.changes, [], after));
      expect(text.includes('0.zip')).toBe(true);
    });
  });

  test('JSON that is 20,000 levels deep', HANGS, async () => {
    const text = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    await inTime(() =>
      expect(() => openSite('next', siteFiles({ 'v1/index.json': text }))).toThrow(
        'next is not a built site: v1/index.json is nested more than 32 levels deep',
      ),
    );
  });
});
