/** Small files that would stop a build if anything in it took more than linear time, or a stack as deep as they are. */
import { describe, expect, test } from 'vitest';
import { listFiles, reportOn } from '../../build/pipeline.ts';
import { openSite } from '../../commands/diff/built-site.ts';
import { compareSites } from '../../commands/diff/diff.ts';
import { formatFile } from '../../commands/format/format.ts';
import { memoryFolder, SMALL } from '../support/catalogs.ts';
import { asText, rendered } from '../support/check.ts';
import { siteFiles, siteWith } from '../support/sites.ts';

/** Milliseconds: on a quiet machine each takes half of it or less. */
const MOST = 10_000;

const ONE = SMALL['mapservers/one.yaml'] as string;
const MAPS = 'datasources/maps/maps.yaml';

function repeated(count: number, make: (index: number) => string, between = ''): string {
  return Array.from({ length: count }, (_, index) => make(index)).join(between);
}

const withHosts = (items: string): string => ONE.replace(/hosts: .*/, `hosts: [${items}]`);
const withPattern = (rest: string): string =>
  ONE.replace(/urlPattern: .*/, `urlPattern: "https://#{host}/#{zoom}/#{tilex}/#{tiley}/${rest}"`);
const category = (id: number, parent: number): string =>
  `- { id: ${id}, name: A${parent ? `, parent: ${parent}` : ''} }\n`;

describe('check', () => {
  test.each<[string, string, () => string, RegExp | null]>([
    [
      '100,000 hosts',
      'mapservers/one.yaml',
      () => withHosts(repeated(100_000, (n) => `h${n}.example.org`, ', ')),
      /too-many /,
    ],
    [
      '100,000 mappings for hosts',
      'mapservers/one.yaml',
      () => withHosts(repeated(100_000, (n) => `{ a: ${n} }`, ', ')),
      /more-errors/,
    ],
    [
      '50,000 data sources in an edition',
      'editions/offline.yaml',
      () => `name: Offline\ndatasources: [${repeated(50_000, (n) => `source-${n}`, ', ')}]\n`,
      /too-many /,
    ],
    ['a chain of 6,000 categories', 'categories.yaml', () => repeated(6_000, (n) => category(n + 1, n)), null],
    ['a chain of 50,000 categories', 'categories.yaml', () => repeated(50_000, (n) => category(n + 1, n)), /too-many /],
    [
      '400,000 faulty checksums',
      MAPS,
      () => `a.zip:\n  checksums: [${repeated(400_000, (n) => `{ a: ${n} }`, ', ')}]\n`,
      /more-errors/,
    ],
    ['160,000 faulty entries', MAPS, () => repeated(160_000, (n) => `${n}.zip: 1\n`), /more-errors/],
    ['100,000 faulty keys', MAPS, () => repeated(100_000, (n) => `"/${n}.zip": {}\n`), /more-errors/],
    ['300,000 equal keys', MAPS, () => repeated(300_000, () => 'a.zip: {}\n'), /more-errors/],
    ['a urlPattern of 3 MB', 'mapservers/one.yaml', () => withPattern('x'.repeat(3_000_000)), /too-long/],
    ['a urlPattern of 30 MB', 'mapservers/one.yaml', () => withPattern('x'.repeat(30_000_000)), /too-long/],
    [
      'a urlPattern of 1,000,000 placeholders',
      'mapservers/one.yaml',
      () => withPattern('{s}'.repeat(1_000_000)),
      /too-long/,
    ],
  ])('%s', { timeout: MOST }, async (_, path, content, expected) => {
    const { findings } = await rendered(memoryFolder({ ...SMALL, [path]: content() }));
    expect(findings.length).toBeLessThanOrEqual(2_002);
    const text = asText(findings);
    if (expected) expect(text).toMatch(expected);
    else expect(text).not.toMatch(/categories/);
  });
});

test('format: 160,000 faults', { timeout: MOST }, () => {
  const folder = memoryFolder({ ...SMALL, [MAPS]: repeated(160_000, (n) => `${n}.zip: 1\n`) });
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
