import { expect, test } from 'vitest';
import type { JudgedTile } from '../../../../../commands/upstream/probe/ask/judge-tiles.ts';
import { lookOfTiles } from '../../../../../commands/upstream/probe/ask/map-look.ts';
import { tileAt } from '../../../../../commands/upstream/probe/ask/sample-tiles.ts';
import { Canvas, drawTile, judgedTile, STREETS } from '../../../../support/drawn-tiles.ts';

/** With bytes of a given number, which say nothing of what is drawn. */
function tile(zoom: number, size: number, isPlain = false): JudgedTile {
  const place = tileAt(52.52, 13.4, zoom);
  const judged = judgedTile(isPlain ? new Canvas(256) : drawTile(STREETS, place, zoom), place);
  return { ...judged, bytes: new Uint8Array(size) };
}

const sample = (given: JudgedTile) => ({ given, outcome: 'good', status: 200, isRefused: false }) as never;

test.each<[string, JudgedTile[], number | undefined]>([
  ['of a town, not of a country or the world', [tile(0, 900), tile(6, 1_000), tile(12, 500)], 500],
  ['the one that shows most of several towns', [tile(12, 500), tile(12, 700), tile(6, 800)], 700],
  ['of a country, if nothing is drawn in the town', [tile(0, 900), tile(6, 800), tile(12, 500, true)], 800],
  ['the deepest, if the map ends before towns', [tile(0, 900), tile(4, 800)], 800],
  ['small enough', [tile(12, 10_000_000), tile(6, 800)], 800],
  ['none, if none is small enough', [tile(12, 10_000_000)], undefined],
])('the picture of a map is %s', (_, [first, ...others], size) => {
  const look = lookOfTiles(first as JudgedTile, others.map(sample), { isOverlay: false });
  expect(look.picture?.bytes.length).toBe(size);
});
