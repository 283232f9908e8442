/** Versions and names of packages, and what is in one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PACKAGED,
  packageFiles,
  packageNameFor,
  packageNameProblem,
  versionOf,
} from '../../../../commands/repository/ci/package-files.ts';

describe('a version', () => {
  test.each([
    ['2026-11-23T10:41:15Z', '2026.1123.104115'],
    ['2026-01-05T00:00:00Z', '2026.105.0'],
    ['2026-10-10T09:05:03Z', '2026.1010.90503'],
  ])('of %s is %s', (date, version) => {
    expect(versionOf(date)).toBe(version);
  });

  test('is higher for a later time, and valid', () => {
    const time = fc.integer({ min: 0, max: 253_402_300_799 });
    const dateOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().replace('.000', '');
    const numbersOf = (seconds: number): number[] => versionOf(dateOf(seconds)).split('.').map(Number);
    fc.assert(
      fc.property(time, time, (one, two) => {
        const [a, b] = [numbersOf(Math.min(one, two)), numbersOf(Math.max(one, two))];
        const at = a.findIndex((number, index) => number !== b[index]);
        expect(at === -1 ? one === two : (a[at] as number) < (b[at] as number)).toBe(true);
        expect(versionOf(dateOf(one))).toMatch(/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/);
      }),
    );
  });
});

describe('a name', () => {
  test.each([
    ['https://maps.example.org', 'maps-example-org'],
    ['http://127.0.0.1:8788', '127-0-0-1-8788'],
    ['http://[::1]:8788', '1-8788'],
  ])('for %s is %s', (serviceUrl, name) => {
    expect(packageNameFor(serviceUrl)).toBe(name);
    expect(packageNameProblem(name)).toBe(null);
  });

  test.each(['@example/maps', 'a', 'a.b_c-d', 'x'.repeat(214)])('%s is accepted', (name) => {
    expect(packageNameProblem(name)).toBe(null);
  });

  test.each([
    '',
    'Maps',
    '.maps',
    '@example/',
    '@/maps',
    '../maps',
    'a/b',
    'a b',
    "a'",
    'fs',
    'node_modules',
    'x'.repeat(215),
  ])('%j is refused', (name) => {
    expect(packageNameProblem(name)).not.toBe(null);
  });
});

describe('the files', () => {
  const facts = {
    name: 'maps',
    version: '1.0.0',
    serviceUrl: 'https://maps.example.org',
    date: '2026-01-02T03:04:05Z',
  };
  const title = 'Maps `of` <b>\u2028"all"</b> [them](x)\'';
  const text = JSON.stringify({ title, __proto__: null });
  const documents = new Map(PACKAGED.map(({ name }) => [name, text]));
  const files = packageFiles({ ...facts, title, repository: null }, documents, 'export {};\n');

  test('have no markup and no code of a title', async () => {
    expect(files.get('README.md')).toMatch(/^# Maps \\`of\\` \\<b\\>/);
    const module = await import(`data:text/javascript,${encodeURIComponent(files.get('index.js') as string)}`);
    expect(module.about.title).toBe(title);
    expect(module.maps).toEqual(JSON.parse(text));
  });

  test('are all listed, and those of the documents as they were', () => {
    const listed = JSON.parse(files.get('package.json') as string);
    expect([...listed.files, 'package.json']).toEqual([...files.keys()]);
    expect(listed).not.toHaveProperty('repository');
    expect(listed).not.toHaveProperty('dependencies');
    for (const name of documents.keys()) expect(files.get(`${name}.json`)).toBe(text);
  });
});
