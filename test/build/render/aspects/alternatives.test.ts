/** Which maps are listed instead of another. */
import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import type { CatalogMap, CatalogOutline } from '../../../../build/model/catalog.ts';
import type { MapStatus, Statuses } from '../../../../build/model/statuses.ts';
import { ALTERNATIVES } from '../../../../build/render/aspects/alternatives.ts';
import type { PageContext } from '../../../../build/render/pages/layout/page-layout.ts';
import type { Box } from '../../../../contract/maps/bounding-boxes.ts';
import { polygonOf } from '../../../../contract/maps/geometry.ts';
import { DE } from '../../../../contract/words/page-texts/de.ts';
import { EN } from '../../../../contract/words/page-texts/en.ts';
import { textsIn } from '../../../support/words.ts';
import { catalogOf, xyzMap } from '../../../support/xyz-maps.ts';

const box = (west: number, south: number, east: number, north: number): CatalogMap['area'] => ({
  polygons: [polygonOf({ west, south, east, north } satisfies Box)],
});
const map = (fileName: string, more: Partial<CatalogMap<'xyz'>> = {}): CatalogMap<'xyz'> =>
  xyzMap({ kind: 'street', area: 'world', ...more, fileName, id: fileName, name: fileName });
const ISLANDS: CatalogMap['area'] = {
  polygons: [
    polygonOf({ west: 1, south: 41, east: 8, north: 44 }),
    polygonOf({ west: 9.8, south: 41, east: 9.9, north: 41.1 }),
  ],
};
const CH = { countries: ['CH'] };

function alternatives(
  maps: readonly CatalogMap<'xyz'>[],
  overlays: readonly CatalogMap<'xyz'>[] = [],
  verdicts: Record<string, MapStatus['verdict']> = {},
): string[] {
  const catalog = catalogOf(maps, overlays);
  const byMap = new Map(
    Object.entries(verdicts).map(([id, verdict]) => [`mapservers ${id}`, { verdict } as MapStatus]),
  );
  const statuses: Statuses = { until: '2026-01-01', changed: 0, byMap };
  const { others } = ALTERNATIVES.of(maps[0] as CatalogMap<'xyz'>, {
    catalog,
    statuses,
    history: catalogHistoryOf(null),
  });
  return others.map(({ fileName }) => fileName);
}

test.each<[string, Partial<CatalogMap<'xyz'>>, Partial<CatalogMap<'xyz'>>, boolean]>([
  ['the world for a country', { area: CH }, {}, true],
  ['a country for the world', {}, { area: CH }, false],
  ['the world for an unknown area', { area: null }, {}, true],
  ['a country for an unknown area', { area: null }, { area: CH }, false],
  ['an unknown area for a country', { area: CH }, { area: null }, false],
  ['the same country', { area: CH }, { area: { countries: ['CH'] } }, true],
  ['more countries', { area: CH }, { area: { countries: ['LI', 'CH'] } }, true],
  ['another country', { area: CH }, { area: { countries: ['AT'] } }, false],
  ['a box around a country', { area: CH }, { area: box(5, 45, 12, 48) }, true],
  ['a country in a box', { area: box(5, 45, 12, 48) }, { area: CH }, false],
  ['a box in a country', { area: box(8, 46.8, 8.2, 47) }, { area: CH }, true],
  ['a box beside another in the same tile', { area: box(1, 50, 2, 51) }, { area: box(3, 50, 4, 51) }, false],
  ['the same box', { area: box(1, 50, 2, 51) }, { area: box(1, 50, 2, 51) }, true],
  ['a box with a common edge', { area: box(1, 50, 2, 51) }, { area: box(1, 50, 3, 52) }, true],
  [
    'an angle whose box is around it',
    { area: box(1, 50, 2, 51) },
    {
      area: {
        polygons: [
          polygonOf({ west: 0, south: 52, east: 9, north: 54 }),
          polygonOf({ west: 0, south: 45, east: 0.5, north: 52 }),
        ],
      },
    },
    false,
  ],
  [
    'a country whose border is drawn elsewhere',
    { area: box(5.9, 47.3, 7.5, 47.5) },
    { area: box(5.94, 47, 8, 48) },
    true,
  ],
  ['a country that has only a part', { area: box(5.9, 47.3, 7.5, 47.5) }, { area: box(6.2, 47, 8, 48) }, false],
  ['another island beside the same', { area: ISLANDS }, { area: box(0, 40, 9, 45) }, false],
  ['of another kind', {}, { kind: 'aerial' }, false],
  ['of a similar kind', { kind: 'outdoor' }, { kind: 'cycling' }, true],
  ['that is not active', {}, { active: false }, false],
  ['for one that is not active', { active: false }, {}, true],
  [
    'that forbids what this allows',
    { forbids: ['bulk-download'] },
    { forbids: ['bulk-download', 'offline-copies'] },
    false,
  ],
  ['that forbids as little', { forbids: ['bulk-download', 'offline-copies'] }, { forbids: ['bulk-download'] }, true],
  ['that forbids something, for one that says nothing', {}, { forbids: ['bulk-download'] }, false],
])('%s', (_, one, other, is) => {
  expect(alternatives([map('one', one), map('other', other)])).toEqual(is ? ['other'] : []);
});

test('a map of the world without any has those of its kind for parts of the world, the largest first', () => {
  const regions = [
    map('swiss', { area: CH }),
    map('alps', { area: box(5, 45, 12, 48) }),
    map('hills', { kind: 'relief' }),
  ];
  const catalog = catalogOf([map('one'), ...regions], []);
  const of = (one: CatalogMap<'xyz'>) =>
    ALTERNATIVES.of(one, { catalog, statuses: null, history: catalogHistoryOf(null) }).ofParts.map(({ id }) => id);
  expect(catalog.mapservers.map((one) => of(one as CatalogMap<'xyz'>))).toEqual([['alps', 'swiss'], [], [], []]);
});

test('without a token first, then smaller areas, then higher zoom levels; at most five, and no overlay', () => {
  const maps = [
    map('one', { area: CH }),
    map('keyed', { area: CH, needsToken: 'A_KEY' }),
    map('far', { maxZoom: 9 }),
    map('near', { maxZoom: 20 }),
    map('alps', { area: box(5, 45, 12, 48) }),
    map('swiss', { area: CH }),
    map('keyed-world', { needsToken: 'A_KEY' }),
  ];
  const expected = ['swiss', 'alps', 'near', 'far', 'keyed'];
  expect(alternatives(maps, [map('overlay')])).toEqual(expected);
  // The order of the catalog, and how maps work from day to day, change nothing.
  const [first, ...others] = maps as [CatalogMap<'xyz'>, ...CatalogMap<'xyz'>[]];
  const verdicts = { swiss: 'refused', alps: 'notice', near: 'unsure' } as const;
  expect(alternatives([first, ...others.reverse()], [], verdicts)).toEqual(expected);
  expect(alternatives(maps, [], { swiss: 'dead', one: 'dead' })).toEqual(
    textsIn('alps | near | far | keyed | keyed-world'),
  );
});

test.each([
  ['of its kind', {}, 'transport', 'other'],
  ['of another kind', { kind: 'labels' }, 'transport', ''],
  ['of a part of its area', { area: CH }, 'transport', ''],
  ['of its kind, and sea charts', {}, 'nautical', 'base | other'],
] as const)('an overlay has other overlays %s, and else no base map', (_, changes, kind, expected) => {
  const one = map('one', { kind });
  const catalog = catalogOf([map('base', { kind })], [one, map('other', { kind, ...changes })]);
  const [overlay] = catalog.overlayservers;
  const { others } = ALTERNATIVES.of(overlay as CatalogMap, {
    catalog,
    statuses: null,
    history: catalogHistoryOf(null),
  });
  expect(others.map(({ fileName }) => fileName).join(' | ')).toBe(expected);
});

test.each([
  ['Stamen Terrain (old address)', { active: false }, null, 'Stadia Stamen Terrain | Topo'],
  ['Stamen Terrain (old address)', { active: false }, 'A_KEY', 'Topo | Stadia Stamen Terrain'],
  ['Stamen Terrain (old address)', { active: false, needsToken: 'A_KEY' }, 'A_KEY', 'Stadia Stamen Terrain | Topo'],
  ['Stamen Terrain', { active: false }, null, 'Topo'],
  ['Stamen Terrain (old address)', {}, null, 'Topo'],
])(
  'where a map moved comes first, but last in documents if a key is new: %s, %j, %s',
  (id, changes, needsToken, expected) => {
    const moved = map('Stadia Stamen Terrain', { needsToken, forbids: ['bulk-download'] });
    expect(alternatives([map(id, changes), map('Topo'), moved])).toEqual(textsIn(expected));
  },
);

test.each([
  ['office', 'Replaced by the national MAP.', 1],
  ['office', 'Nobody runs it.', 0],
  ['other', 'Replaced by the National map.', 0],
])('of a provider %s, a map off because of %j has %d successors, first on its page', (provider, en, expected) => {
  const old = map('Old', { provider: 'office', active: false, offReason: { en } });
  const catalog = catalogOf([old, map('Topo'), map('Office National Map', { provider, needsToken: 'A_KEY' })]);
  const context = { texts: EN, language: 'en', catalog, link: () => '' } as unknown as PageContext;
  const its = ALTERNATIVES.of(old, { catalog, statuses: null, history: catalogHistoryOf(null) });
  const page = ALTERNATIVES.first(its, old, context)?.text ?? '';
  expect(page.match(/successor/g) ?? []).toHaveLength(expected);
  const [first] = /(?<=<li>.*<bdi>).+?(?=<\/bdi>)/.exec(page) ?? [];
  expect(first).toBe(expected === 0 ? 'Topo' : 'Office National Map');
});

test.each([
  [['en', 'de'], 0],
  [['de', 'en'], 2],
])('of two alternatives in a catalog in %j, a German page has %d descriptions', (languages, described) => {
  const old = map('Old', { active: false });
  const others = textsIn('a | b').map((id) => ({ ...map(id), name: `Map ${id}` }));
  const catalog = { ...catalogOf([old, ...others]), languages } as CatalogOutline;
  const context = { texts: DE, language: 'de', catalog, link: () => '' } as unknown as PageContext;
  const its = ALTERNATIVES.of(old, { catalog, statuses: null, history: catalogHistoryOf(null) });
  expect(ALTERNATIVES.first(its, old, context)?.text.match(/Map [ab]/g) ?? []).toHaveLength(described);
});

test('a map stays among the alternatives to its old address, though five others need no key', () => {
  const moved = map('Stadia Stamen Terrain', { needsToken: 'A_KEY' });
  const others = textsIn('a | b | c | d | e').map((id) => map(id));
  const old = map('Stamen Terrain (old address)', { active: false });
  expect(alternatives([old, moved, ...others])).toEqual(textsIn('a | b | c | d | Stadia Stamen Terrain'));
});

test.each([
  ['no key before commercial use', { needsToken: 'A_KEY' }, { commercialUse: { state: 'forbidden', source: '' } }],
  ['commercial use before encryption', { licence: 'CC-BY-NC-4.0' }, { urlPattern: 'http://#{host}/#{zoom}' }],
  ['encrypted before not encrypted', { urlPattern: 'http://#{host}/#{zoom}' }, { needs: ['referer'] }],
] as const)('conditions of equal maps: %s', (_, later, earlier) => {
  const maps = [
    map('later', later as Partial<CatalogMap<'xyz'>>),
    map('earlier', earlier as Partial<CatalogMap<'xyz'>>),
  ];
  expect(alternatives([map('one'), ...maps, map('plain')])).toEqual(['plain', 'earlier', 'later']);
});

test('of one size, maps in the same languages come first, then those that need no more; a foreign world map comes last', () => {
  const maps = [
    map('one', { languages: ['de'] }),
    map('foreign', { languages: ['ca'] }),
    map('keyed', { needsToken: 'A_KEY' }),
    map('asking', { needs: ['referer'], maxZoom: 20 }),
    map('plain'),
    map('german', { languages: ['de'], maxZoom: 3 }),
  ];
  expect(alternatives(maps)).toEqual(textsIn('german | plain | asking | keyed | foreign'));
  // A map of a region has its languages.
  const swiss = map('swiss', { area: CH, languages: ['de', 'fr'] });
  expect(alternatives([map('two', { area: CH }), map('world'), swiss])).toEqual(['swiss', 'world']);
});
