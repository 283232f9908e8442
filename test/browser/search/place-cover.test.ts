import { describe, expect, test } from 'vitest';
import type { NamedPlace } from '../../../browser/search/gazetteer.ts';
import {
  areaBoxes,
  clippedBox,
  coversPlace,
  hasFileOf,
  partOfRank,
  placeRankFor,
} from '../../../browser/search/place-cover.ts';
import { parseSearch, type SearchRecord, searchFilterOf } from '../../../browser/search/search-query.ts';
import type { BoxEdges } from '../../../contract/data-sources/file-list.ts';
import type { Polygon } from '../../../contract/maps/bounding-boxes.ts';
import { outlinesByBox, outlinesOf, readSearchArea } from '../../../contract/words/place-search.ts';
import { textsIn } from '../../support/words.ts';

const SWITZERLAND: NamedPlace = { names: ['Switzerland'], code: 'CH', position: null, cities: [], size: 100 };
const BERN = { ...SWITZERLAND, position: { latitude: 46.9, longitude: 7.4 } };

/** A triangle in the box from 5 to 8 degrees east and 46 to 48 north, which it fills in the south-west: Bern is inside. */
const WEST: Polygon = [
  [
    [5, 46],
    [8, 46],
    [8, 46.6],
    [5.5, 48],
    [5, 46],
  ],
];
const OUTLINES = outlinesByBox([[WEST]]);

/** Maps by the texts of their areas and their sizes. */
const MAPS: Readonly<Record<string, readonly [area: string | null, size: number | null]>> = {
  world: ['world', 1],
  unknown: [null, null],
  europe: ['CH:0.002 FR:0.03 -25,34,45,72', 0.04],
  neighbours: ['CH:0.3 FR:0.1 IT:0.1 5,45,11,48', 0.0003],
  country: ['CH', 0.0001],
  both: ['CH:0.99 LI:0.004', 0.000101],
  city: ['CH:0.01 7.3,46.8,7.5,47', 0.000001],
  drawn: ['CH:0.2 5,46,8,48', 0.0002],
  other: ['FR', 0.001],
};

function found(place: NamedPlace): string[] {
  const ranked = Object.entries(MAPS).flatMap(([id, [text, size]]) => {
    const rank = placeRankFor({ id, size, area: text === null ? null : readSearchArea(text, OUTLINES) }, place);
    return rank === null ? [] : [{ id, rank }];
  });
  const sorted = ranked.toSorted((a, b) => a.rank - b.rank);
  return sorted.map(({ id, rank }) => (partOfRank(rank) === 'near' ? `(${id})` : id));
}

test.each<[string, string, string]>([
  ['CH:0.3 FR:0.1 5,45,11,48', 'here', 'a box of its country'],
  ['CH:0.02 AT:0.3 5,45,11,48', 'near', 'a box of another country'],
  ['CH:0.002 FR:0.03 -25,34,45,72', 'wide', 'a box of several countries'],
  ['CH:0.002 FR:0.002 7,46.5,8,47', 'here', 'a box that is tight'],
  ['CH:0.2 FR:0.03 5,46,8,48', 'here', 'an outline'],
  ['CH:0.02 5,45,11,48', 'here', 'a part of its country alone'],
])('of the area %s, Bern is %s: it is %s', (text, part) => {
  const rank = placeRankFor({ id: 'one', size: 0.001, area: readSearchArea(text, OUTLINES) }, BERN);
  expect(partOfRank(rank ?? 9)).toBe(part);
});

describe('a place', () => {
  test('that is a country has its own maps first, then larger and smaller ones', () => {
    expect(found(SWITZERLAND)).toEqual(['country', 'both', 'neighbours', 'drawn', 'city', 'europe', 'world']);
  });

  test('that is a city has outlines before boxes, small ones first', () => {
    expect(found(BERN)).toEqual(['country', 'both', 'drawn', 'city', 'neighbours', 'europe', 'world']);
  });

  test('has near it what neither covers it nor is far', () => {
    const position = { latitude: 47.2, longitude: 7.6 };
    const basel = { ...SWITZERLAND, code: 'XX', position, near: new Map([['FR', 20]]) };
    expect(found(basel)).toEqual(['europe', 'world', '(other)', '(city)', '(drawn)', '(neighbours)']);
    expect(found({ ...basel, near: new Map() })).not.toContain('(other)');
  });

  test('that is a country has the same maps in the filter and in the search, but for those of the world', () => {
    const isInFilter = searchFilterOf(parseSearch('?country=FR'), 0);
    for (const [id, [text, size]] of Object.entries(MAPS)) {
      if (text === 'world') continue;
      const record = { id, size, area: text === null ? null : readSearchArea(text) } as SearchRecord;
      expect([id, isInFilter(record)]).toEqual([id, coversPlace(record, { ...SWITZERLAND, code: 'FR' })]);
    }
  });

  test('that is a region has the maps that have most in common with it first', () => {
    const region = { box: [5, 43.5, 16.5, 48.4], countries: ['AT', 'CH', 'FR', 'IT'] } as const;
    expect(found({ ...SWITZERLAND, code: '', region })).toEqual(
      textsIn(`
      neighbours | country | other | both | drawn | europe | city | world`),
    );
    const far = { ...SWITZERLAND, code: '', region: { box: [-2, 50, 3, 55], countries: ['GB'] } as const };
    expect(found(far)).toEqual(['europe', 'world']);
  });

  test('that is a division has near it what has only a corner of it', () => {
    const region = { box: [5, 46, 8, 48] as BoxEdges, countries: ['CH'], clip: [WEST] };
    expect(found({ ...SWITZERLAND, code: '', region })).toEqual(
      textsIn(`
      drawn | country | both | neighbours | city | europe | world`),
    );
    const beside = { box: [7.5, 46, 10, 48] as BoxEdges, countries: ['AT'] };
    expect(found({ ...SWITZERLAND, code: '', region: beside })).toEqual(['europe', 'world', '(drawn)', '(neighbours)']);
  });
});

test.each<[BoxEdges, boolean]>([
  [[5.05, 46.02, 8.1, 48.1], true],
  [[5, 45, 11, 48], false],
  [[7, 46, 7.5, 46.5], false],
])('the box %j is clipped to the outline of the same box: %s', (edges, isClipped) => {
  expect(clippedBox(edges, areaBoxes([[WEST]])).clip).toEqual(isClipped ? [WEST] : null);
});

test('each outline is published once, boxes are not, and no more than a page should load', () => {
  const box: Polygon = [
    [
      [5, 46],
      [8, 46],
      [8, 48],
      [5, 48],
      [5, 46],
    ],
  ];
  expect(outlinesOf([[WEST], [box], [WEST], [WEST, box]])).toEqual([[WEST], [WEST, box]]);
  const many = Array.from({ length: 2000 }, (_, x) => [[(WEST[0] ?? []).map(([, y]) => [x / 100, y] as const)]]);
  expect(outlinesOf(many)).toHaveLength(1400);
});

test('the file of just a country or region comes before files of more, and other files of its source do not count', () => {
  const sourceOf = (...boxes: readonly (readonly [BoxEdges, string?])[]) => {
    const searched = boxes.map(([edges, clip = null]) => ({ edges, clip }));
    return { id: null, size: null, area: { isWorld: false, countries: new Map<string, number>(), boxes: searched } };
  };
  const far: readonly [BoxEdges] = [[100, 10, 110, 20]];
  const valais: NamedPlace = { ...SWITZERLAND, region: { box: [6.8, 45.9, 8.5, 46.7], countries: ['CH'] } };
  const whole = sourceOf([[5.9, 45.8, 10.5, 47.9], 'CH'], far);
  const part = sourceOf([[6.8, 45.9, 8.5, 46.7]], far, far);
  const more = sourceOf([[0, 40, 20, 50]]);
  const place = { ...SWITZERLAND, cities: [{ latitude: 46.9, longitude: 7.4 }] };
  expect([whole, part, more].map((source) => hasFileOf(source, place))).toEqual([true, false, false]);
  expect([whole, part, more].map((source) => hasFileOf(source, valais))).toEqual([false, true, false]);
  const ranksFor = (asked: NamedPlace) => [whole, part, more].map((source) => placeRankFor(source, asked) ?? 9);
  const [ofCountry = 0, , ofMore = 0] = ranksFor(place);
  expect(ofCountry).toBeLessThan(
    Math.min(ofMore, placeRankFor({ id: 'map', size: 0.0001, area: readSearchArea('CH') }, place) ?? 9),
  );
  const [ofWhole = 0, ofPart = 0] = ranksFor(valais);
  expect(ofPart).toBeLessThan(ofWhole);
});
