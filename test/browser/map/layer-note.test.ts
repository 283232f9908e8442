import { expect, test } from 'vitest';
import { type LayerSituation, layerNote, PATIENCE_MS, TileTally } from '../../../browser/map/layer-note.ts';
import { EN } from '../../../contract/page-texts/en.ts';

const TILE = 'https://tiles.example.org/3/1/2.png';
const WELL: LayerSituation = {
  server: {
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
  tiles: { total: 12, failed: 0, late: 0, example: null },
  status: null,
  isSecurePage: true,
};
const FAILED = { tiles: { total: 12, failed: 12, late: 0, example: TILE } };
const HTTP = { server: { ...WELL.server, urlPattern: 'HTTP://#{host}/#{zoom}/#{tilex}/#{tiley}' } };

test.each<[what: string, situation: Partial<LayerSituation>, note: unknown]>([
  ['all is well', {}, null],
  ['all are loading', { tiles: { total: 12, failed: 0, late: 0, example: TILE } }, null],
  [
    'refused',
    { ...FAILED, status: 403 },
    { text: '12 of 12 tiles failed: the server answers 403.', isProblem: true, tile: TILE },
  ],
  [
    'no reason',
    FAILED,
    { text: '12 of 12 tiles failed: the server does not let pages know why.', isProblem: true, tile: TILE },
  ],
  [
    'no picture',
    { ...FAILED, status: 200 },
    {
      text: '12 of 12 tiles failed: the server answers 200, but with no picture that a browser can show.',
      isProblem: true,
      tile: TILE,
    },
  ],
  [
    'late',
    { tiles: { total: 12, failed: 0, late: 4, example: TILE } },
    { text: '4 of 12 tiles not answered after 6 seconds.', isProblem: true, tile: TILE },
  ],
  ['too far out', { zoom: 2 }, { text: 'Its tiles begin at zoom 3.', isProblem: false, goTo: 3 }],
  ['too far in', { zoom: 18 }, { text: 'Its tiles end at zoom 17.', isProblem: false, goTo: 17 }],
  ['http on a page that came by https', HTTP, { text: EN.map.insecure, isProblem: true }],
  ['http on a page that came by http', { ...HTTP, isSecurePage: false }, null],
  [
    'no token',
    { server: { ...WELL.server, unset: ['A_KEY', 'B_KEY'] }, zoom: 0 },
    { text: EN.map.noToken(['A_KEY', 'B_KEY']), isProblem: true },
  ],
])('%s', (_, situation, note) => {
  expect(layerNote({ ...WELL, ...situation }, EN)).toEqual(note);
});

test('tiles are counted by their state', () => {
  const tally = new TileTally();
  for (const name of ['a', 'b', 'c', 'd']) tally.ask(name, `https://${name}/`, 1_000);
  tally.ask('e', 'https://e/', 1_000 + PATIENCE_MS);
  tally.answer('a', 'loaded');
  tally.answer('b', 'failed');
  const example = 'https://b/';
  expect(tally.report(1_000 + PATIENCE_MS - 1)).toEqual({ total: 5, failed: 1, late: 0, example });
  expect(tally.report(1_000 + PATIENCE_MS)).toEqual({ total: 5, failed: 1, late: 2, example });
  tally.drop('c');
  expect(tally.report(1_000 + PATIENCE_MS)).toEqual({ total: 4, failed: 1, late: 1, example });
});

test('one that failed is the example before one without an answer', () => {
  const tally = new TileTally();
  expect(tally.report(0).example).toBeNull();
  tally.ask('a', 'https://a/', 0);
  tally.ask('b', 'https://b/', 0);
  expect(tally.report(0).example).toBe('https://a/');
  tally.answer('b', 'failed');
  expect(tally.report(0).example).toBe('https://b/');
  tally.answer('a', 'loaded');
  tally.answer('b', 'loaded');
  expect(tally.report(0).example).toBeNull();
});

test('an answer after its tile has left the map does not count, and a tile that is asked for again starts anew', () => {
  const tally = new TileTally();
  tally.answer('a', 'failed');
  expect(tally.report(0)).toEqual({ total: 0, failed: 0, late: 0, example: null });
  tally.ask('a', '', 0);
  tally.ask('a', '', PATIENCE_MS);
  expect(tally.report(PATIENCE_MS).late).toBe(0);
});
