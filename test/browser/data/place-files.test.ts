import { expect, test } from 'vitest';
import { filesOfPlace, placeName, placeNamed } from '../../../browser/data/place-files.ts';
import { Gazetteer } from '../../../browser/search/gazetteer.ts';
import type { BoxEdges, FileRow } from '../../../contract/data-sources/file-list.ts';

const GAZETTEER = new Gazetteer(
  'AT CH IT:Alps|Alpen;5;44;16;48\nNO:Norway|Norwegen\nOslo;1a7w;898;4\nBergen;1als;438;2\nCH:Switzerland|Schweiz\nBern;106s;5pk;1',
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
  ['Oslo', 'Oslo, Norwegen', ['oslo-names.txt'], ['N59E010.hgt', 'norway.map', 'europe.map']],
  ['Norwegen', 'Norwegen', ['norway.map'], ['N59E010.hgt', 'europe.map']],
  ['alps', 'Alpen', [], ['switzerland.map', 'europe.map']],
])('%s names %s, whose files come first, then those that cover it', (typed, name, named, covering) => {
  const place = placeNamed(typed, GAZETTEER);
  expect(place && placeName(place, GAZETTEER, 'de')).toBe(name);
  if (!place) return;
  const written = FILES.filter(({ path }) => path.includes(typed.toLowerCase()));
  const found = filesOfPlace(FILES, written, place);
  expect(found.named.map(({ path }) => path)).toEqual(named);
  expect(found.covering.map(({ path }) => path)).toEqual(covering);
});

test.each(['oslo n59', 'nowhere', ''])('%j names no place', (typed) => expect(placeNamed(typed, GAZETTEER)).toBeNull());
