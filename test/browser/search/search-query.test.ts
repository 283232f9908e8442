import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  filterCount,
  formatSearch,
  parseSearch,
  type SearchRecord,
  searchFilterOf,
} from '../../../browser/search/search-query.ts';
import { RECORD_FOLDERS, type RecordRole } from '../../../contract/pages/pages.ts';
import { readSearchArea } from '../../../contract/words/place-search.ts';
import { FILTER_FLAGS } from '../../../contract/words/search-fields.ts';

const NOW = Date.UTC(2026, 9, 1);

const TOPO: SearchRecord = {
  id: 'mapservers/topo',
  role: 'mapserver',
  text: 'opentopomap opentopomap topographic map opentopomap (cc-by-sa) a.tile.opentopomap.org',
  flags: new Set(['base', 'commercial', 'active', 'https', 'no-token']),
  zooms: [3, 17],
  changed: '2026-09-19',
  probed: '2026-09-30',
  shows: 'topographic',
  type: 'xyz',
  licence: 'CC-BY-SA-3.0',
  programs: new Set(['qgis', 'locus']),
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
  licence: null,
  programs: new Set(['routeconverter', 'c-geo', 'locus']),
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
    ['?country=world', true, false],
    ['?country=world&program=c-geo', false, false],
    ['?licence=CC-BY-SA-3.0', true, false],
    ['?licence=CC-BY-4.0', false, false],
    ['?program=locus', true, true],
    ['?program=c-geo', false, true],
    ['?program=qgis&kind=datasource', false, false],
    ['?only=commercial', true, false],
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
    ['?program=qgis', '?program=qgis'],
    ['?licence=<b>&program=-&country=World', ''],
    ['?program=osmand&licence=ODbL-1.0', '?licence=ODbL-1.0&program=osmand'],
  ])('%s loses what it does not know', (search, expected) => expect(formatSearch(parseSearch(search))).toBe(expected));

  test('has as many filters as are on', () =>
    expect(filterCount(parseSearch('?q=x&kind=mapserver&only=https,active&zoom=5&program=qgis'))).toBe(4));

  test('is the same after a way through an address', () => {
    const kinds = fc.constantFrom(null, ...(Object.keys(RECORD_FOLDERS) as RecordRole[]));
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.trim()),
        kinds,
        fc.uniqueArray(fc.constantFrom(...FILTER_FLAGS)),
        fc.option(fc.integer({ min: 0, max: 30 })),
        fc.option(fc.constantFrom('CH', 'AT', 'world')),
        fc.option(fc.constantFrom('CC0-1.0', 'etalab-2.0')),
        fc.option(fc.constantFrom('qgis', 'c-geo')),
        (text, role, flags, zoom, country, licence, program) => {
          const chosen = { zoom, country, licence, program, shows: null, type: null };
          const query = { text, role, flags: new Set(flags), ...chosen };
          const read = parseSearch(formatSearch(query));
          expect(read).toEqual({ ...query, text: text.slice(0, 200), flags: read.flags });
          expect([...read.flags].sort()).toEqual([...flags].sort());
        },
      ),
    );
  });
});
