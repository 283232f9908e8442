import { expect, test } from 'vitest';
import type { ServedSite } from '../../../../build/render/hosts/configuration-input.ts';
import { nginxFiles } from '../../../../build/render/hosts/nginx.ts';

const SITE: ServedSite = {
  serviceUrl: 'https://maps.alps.net',
  repository: 'https://git.alps.net/maps',
  files: [{ path: '', url: '/v1/datasources/maps/', size: 0, sha256: '', lastModified: null }],
  maxAges: new Map(),
  withdrawn: [],
};

const textsOf = (site: Partial<ServedSite>): string[] =>
  nginxFiles({ ...SITE, ...site }).map(({ content }) => String(content));

function mapsOf(site: Partial<ServedSite>): Map<string, string> {
  const [http = ''] = textsOf(site);
  return new Map(
    http
      .split('\n\n')
      .flatMap((map) => [...map.matchAll(/^map .* [$](\w+) [{]$/gm)].map(([, name = '']) => [name, map] as const)),
  );
}

const OTHERS: readonly Partial<ServedSite>[] = [
  { repository: 'https://git.jura.net/maps' },
  { maxAges: new Map([['maps', 7200]]) },
  { maxAges: new Map([['maps', 60]]) },
  { withdrawn: [{ list: 'mapservers', file: 'gone', withdrawn: 'removed' }] },
];

test.each(OTHERS)('no variable means two things beside a site with %j', (other) => {
  const [one, two] = [mapsOf({}), mapsOf(other)];
  const shared = [...two.keys()].filter((name) => one.has(name));
  expect(shared.map((name) => two.get(name))).toEqual(shared.map((name) => one.get(name)));
  expect(two.size).toBe(one.size);
  // What differs, and nothing else, has names of its own.
  expect(shared.length).toBeLessThan(two.size);
  expect(shared.length).toBeGreaterThan(two.size - 5);
});

test('the names are stable, short for the hash of nginx, and defined', () => {
  expect(textsOf({})).toEqual(textsOf({ serviceUrl: 'https://maps.alps.net' }));
  const names = new Set(mapsOf({}).keys());
  for (const name of names) expect(name).toMatch(/^c_[0-9a-z]{12}$/);
  for (const text of textsOf({}))
    for (const [, name = ''] of text.matchAll(/[$](c(?:artalog)?_\w+)/g))
      expect(['cartalog_path', ...names]).toContain(name);
});
