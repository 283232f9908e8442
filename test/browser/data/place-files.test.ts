import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesOfPlace, placeName, placeNamed } from '../../../browser/data/place-files.ts';
import { Gazetteer, type NamedPlace } from '../../../browser/search/gazetteer.ts';
import { areaBoxes } from '../../../browser/search/place-cover.ts';
import type { BoxEdges, FileRow } from '../../../contract/data-sources/file-list.ts';
import { polygonOf } from '../../../contract/maps/geometry.ts';
import type { SearchBox } from '../../../contract/words/place-search.ts';
import { ROOT } from '../../support/cli.ts';

const GAZETTEER = new Gazetteer(
  'AT CH IT:Alps|Alpen;1e;c8;32;14\nNO:Norway|Norwegen\nOslo;1a7w;898;4\nBergen;1als;438;2\nCH:Switzerland|Schweiz\nBern;106s;5pk;1',
);
const BOXES: Readonly<Record<string, BoxEdges | null>> = {
  'europe.map': [-20, 30, 40, 72],
  'norway.map': [4, 57, 32, 72],
  'N59E010.hgt': [10, 59, 11, 60],
  'switzerland.map': [5.9, 45.8, 10.5, 47.9],
  'oslo-names.txt': null,
};
const FILES = Object.entries(BOXES).map(
  ([path, box], index): FileRow => ({
    path,
    index,
    section: 'files',
    size: null,
    day: null,
    versions: 0,
    parts: 0,
    box,
  }),
);

test.each([
  ['Oslo', 'Oslo, Norwegen', ['oslo-names.txt'], ['norway.map', 'N59E010.hgt', 'europe.map']],
  ['Norwegen', 'Norwegen', ['norway.map'], ['N59E010.hgt', 'europe.map']],
  ['alps', 'Alpen', [], ['switzerland.map', 'europe.map']],
])('%s names %s, whose files come first, then those that cover it', (typed, name, named, covering) => {
  const place = placeNamed(typed, GAZETTEER);
  expect(place && placeName(place, GAZETTEER, 'de')).toBe(name);
  if (!place) return;
  const written = FILES.filter(({ path }) => path.includes(typed.toLowerCase()));
  const found = filesOfPlace(FILES, written, place, GAZETTEER);
  expect(found.named.map(({ path }) => path)).toEqual(named);
  expect(found.covering.map(({ file }) => file.path)).toEqual(covering);
});

test.each([
  ['Norwegen', ['nor.map']],
  ['Oslo', []],
  ['Alpen', ['mountains.map']],
])('of files that cover %s, %j are made for it', (typed, own) => {
  const boxes = {
    'nor.map': [4.5, 57.9, 31.1, 71.2],
    'mountains.map': [5, 43.5, 16.5, 48.4],
    'europe.map': [-20, 30, 40, 72],
  };
  const places = new Gazetteer(readFileSync(join(ROOT, 'browser', 'generated', 'places.txt'), 'utf8'));
  const files = Object.entries(boxes).map(([path, box]) => ({ ...(FILES[0] as FileRow), path, box: box as never }));
  const { covering } = filesOfPlace(files, [], placeNamed(typed, places) as NamedPlace, places);
  expect(covering.flatMap(({ file, isOwn }) => (isOwn ? [file.path] : []))).toEqual(own);
});

test.each(['oslo n59', 'nowhere', ''])('%j names no place', (typed) => expect(placeNamed(typed, GAZETTEER)).toBeNull());

test('files that name another country are last, or left out if there is one of the place', () => {
  const places = new Gazetteer('DE:Germany|Deutschland\nKonstanz;10bh;1yb;4\nFR:France|Frankreich\nParis;10g5;2a;5');
  const position = { latitude: 47.66, longitude: 9.18 };
  const konstanz = { ...(placeNamed('Konstanz', places) as NamedPlace), position };
  const box: BoxEdges = [5, 45, 10, 55];
  const boxed = (path: string, edges = box): FileRow => ({ ...(FILES[0] as FileRow), path, box: edges });
  const [france, germany, alps] = [boxed('europe/france-latest.map'), boxed('europe/germany.map'), boxed('alps.map')];
  const bavaria = boxed('europe/germany/bayern.map', [8, 47, 10, 50]);
  const covering = (files: readonly FileRow[], outlines: readonly SearchBox[] = []): string[] =>
    filesOfPlace(files, [], konstanz, places, outlines).covering.map(
      ({ file, isForeign }) => file.path + (isForeign ? ' (foreign)' : ''),
    );
  expect(covering([france, alps, germany, bavaria])).toEqual([bavaria.path, germany.path, alps.path]);
  // A box has the place, its region has not.
  const edges = { west: 8, south: 47, east: 10, north: 50 };
  const outline = areaBoxes([[polygonOf({ ...edges, south: 48 }), polygonOf({ ...edges, west: 9.9 })]]);
  expect(covering([germany, bavaria], outline)).toEqual([germany.path]);
  expect(covering([france, alps])).toEqual(['alps.map', 'europe/france-latest.map (foreign)']);
  // A country's own file need not have a box.
  const country = places.country('DE') as NamedPlace;
  const all = [france, { ...germany, box: null }];
  expect(filesOfPlace(all, [], country, places)).toMatchObject({ named: [{ path: germany.path }], covering: [] });
});
