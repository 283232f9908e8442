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
import { Canvas, type Colour, type Encoding, encoded, seeded } from '../../../support/drawn-tiles.ts';
import { MAP_KINDS, mapSets, NOTICE_KINDS, noticeSets, type TileSet } from '../../../support/tile-sets.ts';

/** Other seeds draw other tiles, and more of them take longer: with one, 256 tiles of maps in 224 sets. */
const SEED = Number(process.env['TILES_SEED'] ?? 1);
const SEEDS = Array.from({ length: Number(process.env['TILES_SEEDS'] ?? 1) }, (_, index) => SEED * 100 + index);

/** The verdict of each set that a seed draws. */
const verdictsOf = (draw: (kind: number, seed: number) => TileSet[], count: number, seed: number): string[] =>
  Array.from({ length: count }, (_, kind) => draw(kind, seed))
    .flat()
    .map((set) => `${judgeTiles(set.tiles, set).verdict}: ${set.name}`);

describe.each(SEEDS)('of tiles drawn from seed %i', (seed) => {
  test('no map is taken for a notice or blank', { timeout: 300_000 }, () => {
    const verdicts = verdictsOf(mapSets, MAP_KINDS, seed);
    expect(verdicts.length).toBeGreaterThanOrEqual(200);
    expect(verdicts.filter((verdict) => /^(?:notice|blank)/.test(verdict))).toEqual([]);
    // Of one colour, or nearly: nobody can say.
    const drawn = verdicts.filter((verdict) => !/sea|ice|desert|rare|elsewhere/.test(verdict));
    const unsure = drawn.filter((verdict) => !verdict.startsWith('works'));
    expect(unsure.length / drawn.length, unsure.join('\n')).toBeLessThanOrEqual(0.02);
  });

  test('nearly all notices on three tiles or more are found', { timeout: 300_000 }, () => {
    const verdicts = verdictsOf(noticeSets, NOTICE_KINDS, seed).filter((verdict) => !verdict.includes(' 5 to 7 '));
    expect(verdicts.length).toBeGreaterThanOrEqual(200);
    const missed = verdicts.filter((verdict) => !verdict.startsWith('notice'));
    expect(missed.length / verdicts.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
  });
});

/** Where people live, and where nobody does. */
const CITIES = [
  [52.52, 13.4],
  [40.71, -74.01],
  [35.68, 139.69],
  [48.86, 2.35],
] as const;
const OCEAN = [
  [0, -30],
  [-40, -120],
  [35, -45],
  [-30, 80],
] as const;

/** Tiles at zoom 8 that are drawn the same way. */
function tilesAt(
  places: readonly (readonly [number, number])[],
  draw: (canvas: Canvas, index: number) => void,
  encoding: Encoding = 'png',
): JudgedTile[] {
  return places.map(([latitude, longitude], index) => {
    const canvas = new Canvas(256);
    draw(canvas, index);
    const bytes = encoded(canvas, encoding);
    return { tile: tileAt(latitude, longitude, 8), bytes, picture: decodePicture(bytes) };
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
        tilesAt(OCEAN, (canvas) => canvas.fill(BLUE)),
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
        tilesAt(OCEAN.slice(0, 2), (canvas) => letters(canvas.fill(BLUE))),
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
    expect(judgeTiles(tilesAt(OCEAN, text), MAP).verdict).toBe('works');
  });

  test('is a banner at the border, but neither a credit nor a grid', () => {
    const credit = { height: 9, colour: [255, 255, 255] } as const;
    const verdictWith = (add: (canvas: Canvas) => Canvas): TilesJudgement =>
      judgeTiles(
        tilesAt(CITIES, (canvas, index) => add(canvas.fill(BLUE).noise(seeded(index), 40))),
        MAP,
      );
    const across = (canvas: Canvas, y: number, width: number): Canvas =>
      canvas.line(
        [
          [-9, y],
          [265, y],
        ] as const,
        width,
        [200, 30, 30],
        0.8,
      );
    for (const y of [11, 245])
      expect(verdictWith((canvas) => across(canvas, y, 24).write('ZOOM LEVEL NOT SUPPORTED', 128, y, credit))).toEqual({
        verdict: 'notice',
        reason: 'the same banner is on 4 different tiles',
      });
    expect(verdictWith((canvas) => canvas.write('© PEOPLE WHO DRAW MAPS', 128, 245, credit)).verdict).toBe('works');
    const grid = (canvas: Canvas): Canvas => [32, 96, 160, 224].reduce((all, y) => across(all, y, 1), canvas);
    expect(verdictWith((canvas) => grid(canvas).write('© PEOPLE WHO DRAW MAPS', 128, 245, credit)).verdict).toBe(
      'works',
    );
  });

  test('is no logo on the sea, unless there are cities', () => {
    const logo = (canvas: Canvas): Canvas =>
      canvas.fill(BLUE).write('© GEO', 30, 245, { height: 9, colour: [0, 0, 90] });
    expect(judgeTiles(tilesAt(OCEAN, logo), MAP).verdict).toBe('unsure');
    expect(judgeTiles(tilesAt(CITIES, logo), MAP).verdict).toBe('notice');
  });
});

test('one tile is not enough', () => {
  const tiles = tilesAt(CITIES.slice(0, 1), (canvas) => letters(canvas.fill(BLUE)));
  expect(judgeTiles(tiles, MAP)).toEqual({ verdict: 'unsure', reason: 'there is only one tile to judge' });
  expect(judgeTiles([...tiles, ...tiles], MAP).verdict).toBe('unsure');
});

test('a fingerprint stays the same when a picture is compressed, and changes with a stamp', () => {
  for (const kind of [0, 2]) {
    const canvas = new Canvas(256);
    const [set] = mapSets(kind, SEED) as [TileSet];
    const { pixels } = (set.tiles[0] as JudgedTile).picture;
    if (pixels.length !== canvas.pixels.length) continue;
    canvas.pixels.set(pixels);
    const prints = (['png', 90, 50] as const).map((encoding) => printOf(decodePicture(encoded(canvas, encoding))));
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(prints.filter((print) => isAnotherPrint(prints[0] as string, print))).toEqual([]);
    canvas.write('API KEY REQUIRED', 128, 128, { height: 16, colour: [200, 0, 0] });
    expect(isAnotherPrint(prints[0] as string, printOf(decodePicture(encoded(canvas, 90))))).toBe(true);
  }
});
