import { expect, test } from 'vitest';
import {
  countTileStates,
  type LayerSituation,
  layerNote,
  type RequestedTile,
  TILE_PATIENCE_MS,
} from '../../../browser/map/layer-note.ts';
import { EN } from '../../../contract/words/page-texts/en.ts';

const TILE = 'https://tiles.example.org/3/1/2.png';
const WELL: LayerSituation = {
  map: {
    key: 'mapservers/one',
    kind: 'mapserver',
    id: 'One',
    minZoom: 3,
    maxZoom: 17,
    hosts: ['tiles.example.org'],
    urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}.png',
    copyright: 'OpenStreetMap',
    unset: [],
    page: 'one/',
  },
  zoom: 5,
  tiles: { total: 12, failed: 0, late: 0, loaded: 12, example: null },
  status: null,
  isSecurePage: true,
  isOffline: false,
};
const tiles = (bad: number, late = 0) => ({
  tiles: { total: 12, failed: bad, late, loaded: 12 - bad - late, example: TILE },
});
const HTTP = { map: { ...WELL.map, urlPattern: 'HTTP://#{host}/#{zoom}/#{tilex}/#{tiley}' } };
const problem = (text: string) => ({ text, isProblem: true });
const ofTile = (text: string) => ({ ...problem(text), tile: TILE });
const failed = (text: string) => ({ ...ofTile(text), canRetry: true });
const WHY = '12 of 12 tiles could not be loaded. The server';

test.each<[what: string, situation: Partial<LayerSituation>, note: unknown]>([
  ['all is well', {}, null],
  ['all are loading', tiles(0), null],
  ['refused', { ...tiles(12), status: 403 }, failed(`${WHY} answers 403.`)],
  ['no reason', tiles(12), failed(`${WHY} did not answer, or this page may not read its answer.`)],
  [
    'no picture',
    { ...tiles(12), status: 200 },
    failed(`${WHY} answers 200, but with no picture that a browser can show.`),
  ],
  [
    'no connection',
    { ...tiles(12), isOffline: true },
    { ...problem('12 of 12 tiles could not be loaded. This browser has no connection.'), canRetry: true },
  ],
  ['no connection, but all tiles', { isOffline: true }, null],
  ['late', tiles(0, 4), ofTile('4 of 12 tiles not answered after 6 seconds.')],
  ['too far out', { zoom: 2 }, { text: 'Its tiles begin at zoom 3.', isProblem: false, goTo: 3 }],
  ['too far in', { zoom: 18 }, { text: 'Its tiles end at zoom 17.', isProblem: false, goTo: 17 }],
  ['http on a page that came by https', HTTP, problem(EN.map.insecure)],
  ['http on a page that came by http', { ...HTTP, isSecurePage: false }, null],
  ['not drawn yet', { failure: 'loading', isOffline: true }, { text: 'It is loading.', isProblem: false }],
  [
    'no token',
    { map: { ...WELL.map, unset: ['A_KEY', 'B_KEY'] }, zoom: 0 },
    { ...problem(EN.map.noToken), tokenField: 'one/#token' },
  ],
])('%s', (_, situation, note) => expect(layerNote({ ...WELL, ...situation }, EN)).toEqual(note));

test('tiles are counted by their state, and one that failed is the example before one without an answer', () => {
  const tile = (address: string, state: RequestedTile['state'], since = 1_000): RequestedTile => {
    return { address, since, state };
  };
  const waiting = [tile('a', 'loaded'), tile('b', 'asked'), tile('c', 'asked', 2_000)];
  const counts = { total: 3, failed: 0, loaded: 1, example: 'b' };
  expect(countTileStates(waiting, 1_000 + TILE_PATIENCE_MS - 1)).toEqual({ ...counts, late: 0 });
  expect(countTileStates(waiting, 1_000 + TILE_PATIENCE_MS)).toEqual({ ...counts, late: 1 });
  const failed = [...waiting, tile('d', 'failed')];
  expect(countTileStates(failed, 2_000 + TILE_PATIENCE_MS)).toEqual({
    total: 4,
    failed: 1,
    late: 2,
    loaded: 1,
    example: 'd',
  });
  expect(countTileStates([tile('a', 'loaded')], 9_000)).toEqual({
    total: 1,
    failed: 0,
    late: 0,
    loaded: 1,
    example: null,
  });
});
