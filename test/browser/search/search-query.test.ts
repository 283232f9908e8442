import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NamedPlace } from '../../../browser/search/gazetteer.ts';
import {
  coversPlace,
  filterCount,
  formatSearch,
  parseSearch,
  placeRankFor,
  type SearchRecord,
  searchFilterOf,
} from '../../../browser/search/search-query.ts';
import { RECORD_FOLDERS, type RecordRole } from '../../../contract/pages/pages.ts';
import { readSearchArea } from '../../../contract/words/place-search.ts';
import { FILTER_FLAGS } from '../../../contract/words/search-fields.ts';
import { textsIn } from '../../support/words.ts';

const NOW = Date.UTC(2026, 9, 1);

const TOPO: SearchRecord = {
  id: 'mapservers/topo',
  role: 'mapserver',
  text: 'opentopomap opentopomap topographic map opentopomap (cc-by-sa) a.tile.opentopomap.org',
  flags: new Set(['base', 'active', 'https', 'no-token']),
  zooms: [3, 17],
  changed: '2026-09-19',
  probed: '2026-09-30',
  shows: 'topographic',
  type: 'xyz',
  area: readSearchArea('world'),
  size: 1,
};
const SEGMENTS: SearchRecord = {
  id: null,
  role: 'datasource',
  text: 'brouter-segments brouter segments https://brouter.de/',
  flags: new Set(),
  zooms: null,
  changed: null,
  probed: null,
  shows: null,
  type: null,
  area: null,
  size: null,
};

describe('a query', () => {
  test.each<[string, boolean, boolean]>([
    ['', true, true],
    ['?kind=datasource', false, true],
    ['?kind=overlayserver', false, false],
    ['?only=https,active', true, false],
    ['?only=token', false, false],
    ['?only=changed', true, false],
    ['?zoom=17', true, false],
    ['?zoom=2', false, false],
    ['?zoom=18', false, false],
    ['?shows=topographic', true, false],
    ['?shows=street', false, false],
    ['?country=CH', false, false],
    ['?only=no-token&zoom=3&kind=mapserver', true, false],
  ])('%s finds what it says', (search, topo, segments) => {
    const matches = searchFilterOf(parseSearch(search), NOW);
    expect([matches(TOPO), matches(SEGMENTS)]).toEqual([topo, segments]);
  });

  test.each([
    ['CH LI', true],
    ['AT', false],
    ['CH:0.4 LI:0.001 5.9,45.8,10.5,47.9', true],
    ['CH:0.4 5.9,45.8,10.5,47.9', false],
    ['world', false],
  ])('by country finds the maps of that country: %s', (area, isFound) => {
    expect(searchFilterOf(parseSearch('?country=LI'), NOW)({ ...TOPO, area: readSearchArea(area) })).toBe(isFound);
  });

  test.each([
    [30, '2026-09-01', true],
    [31, '2026-08-31', false],
  ])('counts a change %d days ago as recent or not', (_, changed, isRecent) => {
    expect(searchFilterOf(parseSearch('?only=changed'), NOW)({ ...TOPO, changed })).toBe(isRecent);
  });

  test.each([
    ['works', '2026-10-01', true],
    ['works', '2026-09-30', true],
    ['works', '2026-09-29', false],
    ['works', null, false],
    ['active', '2026-10-01', false],
  ])('counts a map that is %s, last looked at on %s, as working today or not', (flag, probed, works) => {
    const record = { ...TOPO, flags: new Set([flag]), probed };
    expect(searchFilterOf(parseSearch('?only=works'), NOW)(record)).toBe(works);
  });

  test.each([
    ['?kind=toString&only=,constructor,https,https&zoom=1e3&q=%20', '?only=https'],
    ['?zoom=-1&q=%00', '?q=%00'],
    ['?utm_source=x', ''],
    ['?shows=Topo+map&country=ch', ''],
    ['?country=CH&shows=relief', '?shows=relief&country=CH'],
    ['?zoom=099', ''],
  ])('%s loses what it does not know', (search, expected) => expect(formatSearch(parseSearch(search))).toBe(expected));

  test('has as many filters as are on', () =>
    expect(filterCount(parseSearch('?q=x&kind=mapserver&only=https,active&zoom=5'))).toBe(3));

  test('is the same after a way through an address', () => {
    const kinds = fc.constantFrom(null, ...(Object.keys(RECORD_FOLDERS) as RecordRole[]));
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.trim()),
        kinds,
        fc.uniqueArray(fc.constantFrom(...FILTER_FLAGS)),
        fc.option(fc.integer({ min: 0, max: 30 })),
        fc.option(fc.constantFrom('CH', 'AT')),
        (text, role, flags, zoom, country) => {
          const query = { text, role, flags: new Set(flags), zoom, country, shows: null, type: null };
          const read = parseSearch(formatSearch(query));
          expect(read).toEqual({ ...query, text: text.slice(0, 200), flags: read.flags });
          expect([...read.flags].sort()).toEqual([...flags].sort());
        },
      ),
    );
  });
});

describe('a place', () => {
  const SWITZERLAND = { names: ['Switzerland'], code: 'CH', position: null, cities: [], size: 100 };
  const BERN = { ...SWITZERLAND, position: { latitude: 46.9, longitude: 7.4 } };

  /** Maps by the texts of their areas and their sizes. */
  const MAPS: Readonly<Record<string, readonly [area: string | null, size: number | null]>> = {
    world: ['world', 1],
    unknown: [null, null],
    europe: ['CH:0.002 FR:0.03 -25,34,45,72', 0.04],
    neighbours: ['CH:0.3 FR:0.1 IT:0.1 5,45,11,48', 0.0003],
    country: ['CH', 0.0001],
    both: ['CH:0.99 LI:0.004', 0.000101],
    city: ['CH:0.01 7.3,46.8,7.5,47', 0.000001],
    other: ['FR', 0.001],
  };
  const found = (place: NamedPlace): string[] =>
    Object.entries(MAPS)
      .map(([id, [text, size]]) => ({ id, size, area: text === null ? null : readSearchArea(text) }))
      .filter((map) => map.area === null || coversPlace(map, place))
      .toSorted((a, b) => placeRankFor(a, place) - placeRankFor(b, place))
      .map(({ id }) => id);

  test('that is a country has its own maps first, then larger and smaller ones', () =>
    expect(found(SWITZERLAND)).toEqual(['country', 'both', 'neighbours', 'city', 'europe', 'unknown', 'world']));

  test('that is a city has the smallest maps first, and those of unknown area before the world', () =>
    expect(found(BERN)).toEqual(['city', 'country', 'both', 'neighbours', 'europe', 'unknown', 'world']));

  test('that is a country has the same maps in the filter and in the search, but for those of the world', () => {
    const isInFilter = searchFilterOf(parseSearch('?country=FR'), NOW);
    const france = { ...SWITZERLAND, code: 'FR' };
    for (const [id, [text, size]] of Object.entries(MAPS)) {
      if (text === 'world') continue;
      const record = { ...TOPO, id, size, area: text === null ? null : readSearchArea(text) };
      expect([id, isInFilter(record)]).toEqual([id, coversPlace(record, france)]);
    }
  });

  test('that is a region has the maps that have most in common with it first', () => {
    const region = { box: [5, 43.5, 16.5, 48.4], countries: ['AT', 'CH', 'FR', 'IT'] } as const;
    expect(found({ ...SWITZERLAND, code: '', region })).toEqual(
      textsIn('neighbours | country | other | both | europe | city | unknown | world'),
    );
    const bavaria = { box: [8.9, 47.2, 13.9, 50.6], countries: ['FR'] } as const;
    expect(found({ ...SWITZERLAND, code: '', region: bavaria })).toEqual(
      textsIn('other | neighbours | europe | unknown | world'),
    );
    const far = { ...SWITZERLAND, code: '', region: { box: [-2, 50, 3, 55], countries: ['GB'] } as const };
    expect(found(far)).toEqual(['europe', 'unknown', 'world']);
  });
});
