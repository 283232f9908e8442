import { describe, expect, test } from 'vitest';
import {
  isAnotherPrint,
  type JudgedTile,
  judgeTiles,
  printOf,
  type TilesJudgement,
} from '../../../../commands/upstream/probe/judge-tiles.ts';
import { decodePicture } from '../../../../commands/upstream/probe/picture.ts';
import { tileAt } from '../../../../commands/upstream/probe/sample-tiles.ts';
import {
  Canvas,
  CITIES,
  type Colour,
  drawTile,
  type Encoding,
  encoded,
  judgedTile,
  MAPS,
  NOTICES,
  SEA,
  seeded,
  type TileKind,
  tilesOf,
} from '../../../support/drawn-tiles.ts';

/** The tiles of a run: all that may be asked, and fewer. */
const RUNS = [
  [0, 4],
  [1, 4],
] as const;

describe('of drawn tiles', () => {
  const verdictsOf = (kind: TileKind): string[] => {
    const tiles = tilesOf(kind, 1);
    const isOverlay = kind.isOverlay ?? false;
    return RUNS.map(([from, to]) => judgeTiles(tiles.slice(from, to), { isOverlay }).verdict);
  };

  test.each(MAPS.map((kind) => [kind.name, kind] as const))('%s: neither a notice nor blank', (_, kind) => {
    // Of one colour, or nearly: nobody can say.
    const isPlain = /sea|rare/.test(kind.name);
    for (const verdict of verdictsOf(kind)) expect(isPlain ? ['works', 'unsure'] : ['works']).toContain(verdict);
  });

  test.each(NOTICES.map((kind) => [kind.name, kind] as const))('%s: a notice', (_, kind) => {
    expect(verdictsOf(kind)).toEqual(['notice', 'notice']);
  });
});

/** Tiles at zoom 8 that are drawn the same way. */
function tilesAt(
  places: readonly (readonly [number, number])[],
  draw: (canvas: Canvas, index: number) => void,
  encoding: Encoding = 'png',
): JudgedTile[] {
  return places.map(([latitude, longitude], index) => {
    const canvas = new Canvas(256);
    draw(canvas, index);
    return judgedTile(canvas, tileAt(latitude, longitude, 8), encoding);
  });
}

const BLUE: Colour = [170, 211, 223];
const MAP = { isOverlay: false };

describe('one colour', () => {
  test('is blank where there are cities', () => {
    expect(
      judgeTiles(
        tilesAt(CITIES, (canvas) => canvas.fill([255, 255, 255])),
        MAP,
      ),
    ).toEqual({
      verdict: 'blank',
      reason: 'it sends only one colour for 4 places',
    });
    expect(
      judgeTiles(
        tilesAt(CITIES, () => {}),
        MAP,
      ).verdict,
    ).toBe('blank');
  });

  test('is unsure at sea, and in an overlay', () => {
    expect(
      judgeTiles(
        tilesAt(SEA, (canvas) => canvas.fill(BLUE)),
        MAP,
      ),
    ).toEqual({
      verdict: 'unsure',
      reason: 'it sends only one colour for 4 places, where there may be nothing',
    });
    expect(
      judgeTiles(
        tilesAt(CITIES, () => {}),
        { isOverlay: true },
      ).verdict,
    ).toBe('unsure');
  });
});

const letters = (canvas: Canvas): Canvas =>
  canvas.write('API KEY REQUIRED', 128, 128, { height: 14, colour: [60, 60, 60] });

describe('a notice', () => {
  test('is the same picture for several places', () => {
    expect(
      judgeTiles(
        tilesAt(CITIES, (canvas) => letters(canvas.fill(BLUE))),
        MAP,
      ),
    ).toEqual({
      verdict: 'notice',
      reason: 'it sends the same picture for 4 places',
    });
    expect(
      judgeTiles(
        tilesAt(SEA.slice(0, 2), (canvas) => letters(canvas.fill(BLUE))),
        MAP,
      ).verdict,
    ).toBe('notice');
  });

  test('is letters on pictures that differ', () => {
    const tiles = tilesAt(CITIES, (canvas, index) => letters(canvas.fill(BLUE)).noise(seeded(index), 12), 80);
    expect(judgeTiles(tiles, MAP)).toEqual({
      verdict: 'notice',
      reason: 'the same letters or signs are on 4 different tiles',
    });
    expect(judgeTiles(tiles, { ...MAP, hasWatermark: true }).verdict).toBe('works');
    const same = tiles.map(({ tile }) => ({ ...(tiles[0] as JudgedTile), tile }));
    expect(judgeTiles(same, { ...MAP, hasWatermark: true }).verdict).toBe('notice');
  });

  test('is any text, although each is another one, with nothing around it where maps go on', () => {
    const text = (canvas: Canvas, index: number): Canvas =>
      canvas.fill(BLUE).write(['12/3', 'SEA 45', 'OAK 678', '9 LINDEN'][index] ?? '', 128, 100 + 20 * index, {
        height: 14,
        colour: [60, 60, 60],
      });
    const reason = (count: number): string =>
      `the pictures of ${count} places have nothing near their borders, where a map goes on`;
    expect(judgeTiles(tilesAt(CITIES, text), MAP)).toEqual({ verdict: 'notice', reason: reason(4) });
    expect(judgeTiles(tilesAt(CITIES.slice(2), text), MAP)).toEqual({ verdict: 'unsure', reason: reason(2) });
    expect(judgeTiles(tilesAt(CITIES, text), { isOverlay: true }).verdict).toBe('works');
    expect(judgeTiles(tilesAt(SEA, text), MAP).verdict).toBe('works');
  });

  test('is a banner at the border, but neither a credit nor a grid', () => {
    const credit = { height: 9, colour: [255, 255, 255] } as const;
    const verdictWith = (add: (canvas: Canvas) => Canvas): TilesJudgement =>
      judgeTiles(
        tilesAt(CITIES, (canvas, index) => add(canvas.fill(BLUE).noise(seeded(index), 40))),
        MAP,
      );
    const across = (canvas: Canvas, y: number, width: number, opacity = 1): Canvas =>
      canvas.line(
        [
          [-9, y],
          [265, y],
        ] as const,
        width,
        [200, 30, 30],
        opacity,
      );
    for (const [y, opacity] of [
      [11, 1],
      [245, 0.8],
    ] as const)
      expect(
        verdictWith((canvas) => across(canvas, y, 24, opacity).write('ZOOM LEVEL NOT SUPPORTED', 128, y, credit)),
      ).toEqual({
        verdict: 'notice',
        reason: 'the same banner is on 4 different tiles',
      });
    expect(verdictWith((canvas) => canvas.write('© PEOPLE WHO DRAW MAPS', 128, 245, credit)).verdict).toBe('works');
    const grid = (canvas: Canvas): Canvas => [32, 96, 160, 224].reduce((all, y) => across(all, y, 1), canvas);
    expect(verdictWith((canvas) => grid(canvas).write('© PEOPLE WHO DRAW MAPS', 128, 245, credit)).verdict).toBe(
      'works',
    );
  });
});

test('one tile is not enough', () => {
  const tiles = tilesAt(CITIES.slice(0, 1), (canvas) => letters(canvas.fill(BLUE)));
  expect(judgeTiles(tiles, MAP)).toEqual({ verdict: 'unsure', reason: 'there is only one tile to judge' });
  expect(judgeTiles([...tiles, ...tiles], MAP).verdict).toBe('unsure');
});

test.each([MAPS[0], MAPS[2]] as TileKind[])(
  'a fingerprint of $name stays the same when it is compressed, and changes with a stamp',
  ({ style }) => {
    const canvas = drawTile(style, { zoom: 12, x: 2200, y: 1343 }, 1);
    const prints = (['png', 90, 50] as const).map((encoding) => printOf(decodePicture(encoded(canvas, encoding))));
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(prints.filter((print) => isAnotherPrint(prints[0] as string, print))).toEqual([]);
    canvas.write('API KEY REQUIRED', 128, 128, { height: 16, colour: [200, 0, 0] });
    expect(isAnotherPrint(prints[0] as string, printOf(decodePicture(encoded(canvas, 90))))).toBe(true);
  },
);
