/** Which changes are news to readers. */
import { expect, test } from 'vitest';
import { catalogHistoryOf, type DescribedChange } from '../../../../build/history/history.ts';
import { newsAmong, newsByDay } from '../../../../build/render/changes/news.ts';
import { SMALL } from '../../../support/catalogs.ts';
import { madeCommits } from '../../../support/made-commits.ts';

const ONE = String(SMALL['mapservers/one.yaml']);

/** What is told of commits on one day, each with some files. */
function toldOf(...steps: Readonly<Record<string, string | null>>[]): readonly DescribedChange[] {
  const commits = steps.map((files, index) => ({ time: `2026-01-01T0${index}:00:00Z`, subject: 'x', files }));
  return catalogHistoryOf(madeCommits(commits)).records?.changes ?? [];
}

const MAP = 'mapservers/one.yaml';
const zoom = (max: number, more = ''): string => ONE.replace('maxZoom: 19', `maxZoom: ${max}`) + more;

test.each<[name: string, steps: Readonly<Record<string, string | null>>[], news: unknown[]]>([
  ['a new map that changed is new', [{ [MAP]: zoom(19) }, { [MAP]: zoom(18) }], [['added', []]]],
  ['a map that came and went is none', [{ [MAP]: zoom(19) }, { [MAP]: null }], []],
  [
    'a value that changed twice changed once',
    [{ [MAP]: zoom(17) }, { [MAP]: zoom(18) }, { [MAP]: zoom(19) }],
    [['added', []]],
  ],
  ['a map that went and came is changed', [{ [MAP]: zoom(17) }, { [MAP]: null }, { [MAP]: zoom(18) }], [['added', []]]],
])('of a day, %s', (_, steps, expected) => {
  expect(newsByDay(toldOf(...steps)).flatMap(({ news }) => news.map(({ change, fields }) => [change, fields]))).toEqual(
    expected,
  );
});

const use = (record: string, state: string, page: string): string =>
  `${record}commercialUse: { state: ${state}, source: https://example.org/${page} }\n`;

/** The same, but the map existed before this day. */
test.each<[name: string, steps: Readonly<Record<string, string | null>>[], news: unknown[]]>([
  ['from 17 to 18 to 19', [{ [MAP]: zoom(18) }, { [MAP]: zoom(19) }], [['changed', [['maxZoom', '17', '19']]]]],
  ['there and back', [{ [MAP]: zoom(18) }, { [MAP]: zoom(17) }], []],
  [
    'lists keep each step',
    [{ [MAP]: zoom(17, 'languages: [de]\n') }, { [MAP]: zoom(17, 'languages: [de, fr]\n') }],
    [
      [
        'changed',
        [
          ['languages', null, 'de'],
          ['languages', null, 'fr'],
        ],
      ],
    ],
  ],
  ['gone and back', [{ [MAP]: null }, { [MAP]: zoom(18) }], [['changed', null]]],
  ['changed and gone', [{ [MAP]: zoom(18) }, { [MAP]: null }], [['removed', []]]],
])('of a known map: %s', (_, steps, expected) => {
  const told = toldOf({ [MAP]: zoom(17) }, ...steps).slice(0, -1);
  expect(newsByDay(told).flatMap(({ news }) => news.map(({ change, fields }) => [change, fields]))).toEqual(expected);
});

test.each<[path: string, before: string | null, after: string, isNews: boolean]>([
  ['areas/alps.geojson', '{}', '{ }', false],
  ['site.yaml', 'title: A\n', 'title: B\n', false],
  [MAP, use(ONE, 'forbidden', 'a'), use(ONE, 'forbidden', 'b'), false],
  [MAP, use(ONE, 'forbidden', 'a'), use(ONE, 'allowed', 'a'), true],
  ['providers/a.yaml', use('name: A\n', 'forbidden', 'a'), use('name: A\n', 'forbidden', 'b'), false],
  ['providers/a.yaml', use('name: A\n', 'forbidden', 'a'), use('name: A\n', 'allowed', 'a'), true],
  ['categories.yaml', '[{ id: 1, name: One }]\n', '[{ id: 1, name: Two }]\n', false],
  ['providers/p.yaml', null, 'name: P\n', false],
  ['providers/p.yaml', 'name: P\n', 'name: Q\n', false],
  ['providers/p.yaml', 'name: P\n', 'name: P\nterms: https://p.example.org/terms\n', true],
  [MAP, zoom(19), zoom(19, 'probe: { latitude: 1, longitude: 2 }\n'), false],
  [MAP, zoom(19), zoom(18), true],
  ['editions/e.yaml', null, 'name: E\n', true],
])('a commit is news if it changes what readers look up: %s', (path, before, after, isNews) => {
  const steps = before === null ? [{ [path]: after }] : [{ [path]: before }, { [path]: after }];
  const told = toldOf(...steps);
  const newest = told.filter(({ cause }) => cause === told[0]?.cause);
  expect(newsAmong(newest)).toHaveLength(isNews ? 1 : 0);
});

test('a removed map says whose it was', () => {
  const [removed] = toldOf({ [MAP]: `${ONE}provider: kv\nkind: [1]\ncountries: [NO, "\\e x"]\n` }, { [MAP]: null });
  expect(removed?.former).toEqual({ provider: 'kv', kind: '1', countries: 'NO, \\u001b x' });
});
