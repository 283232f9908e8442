/** Nothing of a catalog gets into a configuration but ids, numbers and a harmless address. */
import { describe, expect, test } from 'vitest';
import type { Asset } from '../../../../build/render/core/asset.ts';
import type { ServedSite } from '../../../../build/render/hosts/configuration-input.ts';
import { removedMaps } from '../../../../build/render/hosts/host-answers.ts';
import { SERVER_CONFIGURATIONS } from '../../../../build/render/hosts/server-configurations.ts';
import { anyCharacter, fc } from '../../../support/property.ts';

interface Made {
  readonly repository?: string;
  readonly serviceUrl?: string;
  readonly datasources?: Readonly<Record<string, number>>;
}

function siteOf({ repository = 'https://git.example.org/a', serviceUrl = '', datasources = {} }: Made): ServedSite {
  const files = Object.keys(datasources).map((id) => {
    return { path: '', url: `/v1/datasources/${id}/`, size: 0, sha256: '', lastModified: null };
  });
  return { serviceUrl, repository, files, maxAges: new Map(Object.entries(datasources)), withdrawn: [] };
}

/** All that a configuration is, as one text. Variables of nginx have names that follow from what they mean. */
const textOf = (assets: readonly Asset[]): string =>
  assets
    .map(({ path, content }) => `== ${path}\n${Buffer.from(content)}`.replaceAll(/[$]c_[0-9a-z]{12}/g, '$c'))
    .join('');

describe.each(Object.entries(SERVER_CONFIGURATIONS))('%s', (_, configuration) => {
  const PLAIN = 'https://git.example.org/a';

  test('whatever is in the address of the repository, it ends nothing and begins nothing', () => {
    const before = textOf(configuration(siteOf({ repository: PLAIN })));
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), (evil) => {
        const text = textOf(configuration(siteOf({ repository: PLAIN + evil })));
        expect(text.replaceAll(/https:\/\/git\.example\.org\/a[A-Za-z0-9.?&=@+%/_~:-]*/g, PLAIN)).toBe(before);
      }),
    );
  });

  test('whatever is in the service URL, it ends nothing and begins nothing', () =>
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 20 }), (evil) => {
        const text = textOf(configuration(siteOf({ serviceUrl: `https://x.org/${evil}` })));
        const urls = [...text.matchAll(/https:\/\/x\.org\/(.*?)%1\//g)].map(([, path]) => path);
        for (const path of urls) expect(path).toMatch(/^(?:[A-Za-z0-9.?&=@+/_~:-]|\\%)*$/);
      }),
    ));

  test.each(['a b', 'a;}', "a'", 'a\n', 'A', '~a', '{env.HOME}', '$a'])('an id %j is refused', (id) => {
    expect(() => configuration(siteOf({ datasources: { [id]: 60 } }))).toThrow(/cannot be written/);
  });

  test('with thousands of data sources is made, and names each lifetime', () => {
    const datasources = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`source-${index}`, index % 3]));
    const text = textOf(configuration(siteOf({ datasources })));
    for (const id of ['source-0', 'source-2500', 'source-4999']) expect(text).toMatch(new RegExp(`\\b${id}\\b`));
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(8_000);
  });
});

// Caddy writes nothing.
test.each(Object.entries(SERVER_CONFIGURATIONS).filter(([name]) => name !== 'caddy'))(
  'what %s writes where it serves one catalog alone has a name of the catalog and the port',
  (name, configuration) => {
    const places = (serviceUrl: string, listen?: string): Set<string> =>
      new Set(textOf(configuration({ ...siteOf({ serviceUrl }), listen })).match(/\/tmp\/[^\s;.]*[^\s;]*/g));
    const a = places('https://a.example.org:8443');
    expect(a).toContain(`/tmp/cartalog-${name}-a.example.org_8443-8080.pid`);
    // Another catalog, and a mirror, which has the address of its original.
    for (const b of [places('https://b.example.org'), places('https://a.example.org:8443', '[::1]:8081')])
      expect([...a].filter((place) => b.has(place))).toEqual([]);
    expect([...places('https://x/../;}', '[::1]:8081')].every((place) => /^\/tmp\/[\w.-]+$/.test(place))).toBe(true);
  },
);

test('maps that were removed, of each list, have a pattern for their addresses; nothing else has', () => {
  const gone = (list: 'mapservers' | 'overlayservers' | 'maps' | 'datasources', file: string) =>
    ({ list, file, withdrawn: 'removed' }) as const;
  const withdrawn = [
    ...[gone('mapservers', 'a'), gone('overlayservers', 'b'), gone('maps', 'c'), gone('datasources', 'd')],
    ...[gone('maps', 'e;}'), { ...gone('maps', 'f'), withdrawn: 'inactive' } as const],
  ];
  const patterns = removedMaps({ ...siteOf({}), withdrawn });
  const isGone = (path: string): boolean => patterns.some((pattern) => new RegExp(pattern).test(path));
  expect(['/v2/mapservers/a.json', '/de/overlayservers/b/', '/v2/maps/c.json', '/maps/c/'].filter(isGone)).toHaveLength(
    4,
  );
  expect(['/v2/datasources/d.json', '/v2/maps/f.json', '/v2/maps/cc.json'].filter(isGone)).toEqual([]);
  expect(patterns).toHaveLength(3);
});
