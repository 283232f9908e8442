import { describe, expect, test } from 'vitest';
import {
  isAnotherPrint,
  type JudgedMap,
  type JudgedTile,
  judgeTiles,
  picturePrintOf,
} from '../../../../../commands/upstream/probe/ask/judge-tiles.ts';
import { tileAt } from '../../../../../commands/upstream/probe/ask/sample-tiles.ts';
import { decodePicture } from '../../../../../commands/upstream/probe/picture/picture.ts';
import { englishOf } from '../../../../../contract/words/probe-reasons.ts';
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
} from '../../../../support/drawn-tiles.ts';

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

const tilesAt = (
  places: readonly (readonly [number, number])[],
  draw: (canvas: Canvas, index: number) => void,
  encoding: Encoding = 'png',
): JudgedTile[] =>
  places.map(([latitude, longitude], index) => {
    const canvas = new Canvas(256);
    draw(canvas, index);
    return judgedTile(canvas, tileAt(latitude, longitude, 8), encoding);
  });

const BLUE: Colour = [170, 211, 223];
const MAP = { isOverlay: false };
const OVERLAY = { isOverlay: true };

const letters = (canvas: Canvas): Canvas =>
  canvas.write('API KEY REQUIRED', 128, 128, { height: 14, colour: [60, 60, 60] });
const plain = (canvas: Canvas): Canvas => canvas.fill(BLUE);
const stamped = (canvas: Canvas): Canvas => letters(plain(canvas));
const noisy = (canvas: Canvas, index: number, strength = 40): Canvas => plain(canvas).noise(seeded(index), strength);
const stampedNoise = (canvas: Canvas, index: number): Canvas => letters(plain(canvas)).noise(seeded(index), 12);
/** Another text on each tile, and nothing around it. */
const otherTexts = (canvas: Canvas, index: number): Canvas =>
  plain(canvas).write(['12/3', 'SEA 45', 'OAK 678', '9 LINDEN'][index] ?? '', 128, 100 + 20 * index, {
    height: 14,
    colour: [60, 60, 60],
  });
const CREDIT = { height: 9, colour: [255, 255, 255] } as const;
const across = (canvas: Canvas, y: number, width: number, opacity = 1): Canvas => {
  const ends = [
    [-9, y],
    [265, y],
  ] as const;
  return canvas.line(ends, width, [200, 30, 30], opacity);
};
const banner =
  (y: number, opacity: number) =>
  (canvas: Canvas, index: number): Canvas =>
    across(noisy(canvas, index), y, 24, opacity).write('ZOOM LEVEL NOT SUPPORTED', 128, y, CREDIT);
const credited = (canvas: Canvas): Canvas => canvas.write('© PEOPLE WHO DRAW MAPS', 128, 245, CREDIT);
const grid = (canvas: Canvas): Canvas => [32, 96, 160, 224].reduce((all, y) => across(all, y, 1), canvas);

const COLOUR = 'it sends only one colour for 4 places';
const FRAMED = (count: number): string =>
  `the pictures of ${count} places have nothing near their borders, where a map goes on`;

test.each<
  [string, typeof CITIES, (canvas: Canvas, index: number) => unknown, JudgedMap, string, (string | null)?, Encoding?]
>([
  ['one colour where there are cities', CITIES, plain, MAP, 'blank', COLOUR],
  ['nothing where there are cities', CITIES, () => {}, MAP, 'blank', COLOUR],
  ['one colour at sea', SEA, plain, MAP, 'unsure', `${COLOUR}, where there may be nothing`],
  ['nothing in an overlay', CITIES, () => {}, OVERLAY, 'unsure'],
  ['the same picture', CITIES, stamped, MAP, 'notice', 'it sends the same picture for 4 places'],
  ['the same picture twice at sea', SEA.slice(0, 2), stamped, MAP, 'notice'],
  ['letters', CITIES, stampedNoise, MAP, 'notice', 'the same letters or signs are on 4 different tiles', 80],
  ['a watermark', CITIES, stampedNoise, { ...MAP, hasWatermark: true }, 'works', null, 80],
  ['the same picture with a watermark', CITIES, stamped, { ...MAP, hasWatermark: true }, 'notice'],
  ['any text with nothing around it', CITIES, otherTexts, MAP, 'notice', FRAMED(4)],
  ['two such texts', CITIES.slice(2), otherTexts, MAP, 'unsure', FRAMED(2)],
  ['such texts in an overlay', CITIES, otherTexts, OVERLAY, 'works'],
  ['such texts at sea', SEA, otherTexts, MAP, 'works'],
  ['a banner at the top', CITIES, banner(11, 1), MAP, 'notice', 'the same banner is on 4 different tiles'],
  ['a banner at the bottom', CITIES, banner(245, 0.8), MAP, 'notice', 'the same banner is on 4 different tiles'],
  ['a credit', CITIES, (canvas, index) => credited(noisy(canvas, index)), MAP, 'works'],
  ['a credit on a grid', CITIES, (canvas, index) => credited(grid(noisy(canvas, index))), MAP, 'works'],
  ['one tile', CITIES.slice(0, 1), stamped, MAP, 'unsure', 'there is only one tile to judge'],
])('%s', (_, places, draw, server, verdict, reason, encoding) => {
  const judgement = judgeTiles(
    tilesAt(places, (canvas, index) => void draw(canvas, index), encoding),
    server,
  );
  const words = judgement.reason && englishOf(judgement.reason);
  expect([judgement.verdict, words]).toEqual([verdict, reason === undefined ? words : reason]);
});

test.each([MAPS[0], MAPS[2]] as TileKind[])(
  'a fingerprint of $name stays the same when it is compressed, and changes with a stamp',
  ({ style }) => {
    const canvas = drawTile(style, { zoom: 12, x: 2200, y: 1343 }, 1);
    const prints = (['png', 90, 50] as const).map((encoding) =>
      picturePrintOf(decodePicture(encoded(canvas, encoding))),
    );
    expect(prints[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(prints.filter((print) => isAnotherPrint(prints[0] as string, print))).toEqual([]);
    canvas.write('API KEY REQUIRED', 128, 128, { height: 16, colour: [200, 0, 0] });
    expect(isAnotherPrint(prints[0] as string, picturePrintOf(decodePicture(encoded(canvas, 90))))).toBe(true);
  },
);
