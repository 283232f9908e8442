/** Sets of tiles for the tests, drawn from a seed: of maps as they are, and of notices. */

import type { JudgedTile } from '../../commands/upstream/probe/judge-tiles.ts';
import { decodePicture } from '../../commands/upstream/probe/picture.ts';
import { nameOfTile, type TilePosition, tileAt } from '../../commands/upstream/probe/sample-tiles.ts';
import { Canvas, type Colour, type Encoding, encoded, sampled, seeded, terrain } from './drawn-tiles.ts';

/** The tiles of one server. */
export interface TileSet {
  readonly name: string;
  readonly isOverlay: boolean;
  readonly tiles: readonly JudgedTile[];
}

type Place = readonly [latitude: number, longitude: number];
type Random = () => number;

/** Draws one tile of a style. */
type Style = (canvas: Canvas, tile: TilePosition, random: Random) => void;

const CITIES: readonly Place[] = [
  [52.52, 13.4],
  [40.71, -74.01],
  [35.68, 139.69],
  [-33.87, 151.21],
  [48.86, 2.35],
  [19.43, -99.13],
  [28.61, 77.21],
  [-23.55, -46.63],
];
const SEA: readonly Place[] = [
  [0, -30],
  [-40, -120],
  [35, -45],
  [-30, 80],
  [20, 175],
  [-50, 10],
  [45, -160],
  [-10, 75],
];
const DESERT: readonly Place[] = [
  [23, 10],
  [25, 12],
  [21, 51],
  [-24, 126],
  [76, -40],
  [-80, 60],
  [-78, -110],
  [70, -42],
];

const isSea = (tile: TilePosition): boolean =>
  SEA.some(([latitude, longitude]) => nameOfTile(tileAt(latitude, longitude, tile.zoom)) === nameOfTile(tile));

const WORDS =
  'ALTDORF NEUSTADT BERG MILL LANE SPRINGFIELD RIVA PORTO SAN MARCO OAK STREET KIRCHE LINDEN HAFEN SEE PARK RATHAUS'.split(
    ' ',
  );
const one = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;
const between = (low: number, high: number, random: Random): number => low + random() * (high - low);
const anyColour = (low: number, high: number, random: Random): Colour => [
  between(low, high, random),
  between(low, high, random),
  between(low, high, random),
];

/** A way across a tile. */
function way(side: number, random: Random): [number, number][] {
  const angle = random() < 0.4 ? one([0, Math.PI / 2], random) : random() * Math.PI;
  const [x, y] = [random() * side, random() * side];
  return Array.from({ length: 29 }, (_, index) => {
    const along = (index / 14 - 1) * side;
    return [x + Math.cos(angle) * along + between(-2, 2, random), y + Math.sin(angle) * along + between(-2, 2, random)];
  });
}

/** Colours of a street map. */
interface Palette {
  readonly land: Colour;
  readonly water: Colour;
  readonly green: Colour;
  readonly road: Colour;
  readonly casing: Colour;
  readonly text: Colour;
  readonly halo: Colour;
}

const PALETTES: readonly Palette[] = [
  {
    land: [242, 239, 233],
    water: [170, 211, 223],
    green: [200, 250, 204],
    road: [255, 255, 255],
    casing: [190, 180, 170],
    text: [40, 40, 40],
    halo: [255, 255, 255],
  },
  {
    land: [248, 248, 248],
    water: [212, 218, 220],
    green: [236, 240, 236],
    road: [228, 228, 228],
    casing: [215, 215, 215],
    text: [120, 120, 120],
    halo: [255, 255, 255],
  },
  {
    land: [24, 26, 30],
    water: [10, 14, 24],
    green: [28, 36, 30],
    road: [60, 62, 68],
    casing: [36, 38, 42],
    text: [170, 175, 180],
    halo: [20, 20, 20],
  },
  {
    land: [240, 232, 205],
    water: [140, 190, 230],
    green: [190, 220, 150],
    road: [250, 220, 100],
    casing: [180, 120, 40],
    text: [90, 40, 20],
    halo: [250, 245, 230],
  },
];

/** A street map as dense as its zoom. */
const streets =
  (palette: Palette, density = 1, hasPatterns = false): Style =>
  (canvas, { zoom, x, y }, random) => {
    const { side } = canvas;
    const height = terrain(7 + Math.floor(random() * 1000), 3);
    const [wet, wooded] = [between(0.25, 0.45, random), between(0.5, 0.7, random)];
    const levelAt = sampled(side, (px, py) => height(x * 2 + px / 120, y * 2 + py / 120));
    const isWood = (px: number, py: number): boolean => levelAt(px, py) > wooded;
    canvas.shade((px, py) => {
      const level = levelAt(px, py);
      return level < wet ? palette.water : level > wooded ? palette.green : palette.land;
    });
    if (hasPatterns)
      for (let py = 8; py < side; py += 16)
        for (let px = 8; px < side; px += 16) if (isWood(px, py)) canvas.box(px - 2, py - 3, 4, 6, [90, 150, 90]);
    if (zoom > 13)
      for (let index = 0; index < 60 * density; index++)
        canvas.box(
          random() * side,
          random() * side,
          between(5, 24, random),
          between(5, 24, random),
          palette.casing,
          0.8,
        );
    for (let index = 0; index < (6 + zoom) * density; index++) {
      const [points, width] = [way(side, random), one([1, 1, 2, 4, 7], random)];
      if (width > 2) canvas.line(points, width + 2, palette.casing);
      canvas.line(points, width, random() < 0.1 ? [230, 140, 130] : palette.road);
    }
    for (let index = 0; index < 7 * density; index++)
      canvas.write(
        `${one(WORDS, random)} ${random() < 0.4 ? one(WORDS, random) : ''}`.trim(),
        random() * side,
        random() * side,
        {
          height: one([7, 7, 9, 12], random),
          colour: palette.text,
          halo: palette.halo,
          angle: random() < 0.3 ? between(-1, 1, random) : 0,
        },
      );
  };

/** A photo from above. */
const photo: Style = (canvas, { x, y }, random) => {
  const seed = Math.floor(random() * 1000);
  const [large, small] = [terrain(seed, 3), terrain(seed + 1, 2)];
  const shareAt = sampled(
    canvas.side,
    (px, py) => large(x * 3 + px / 90, y * 3 + py / 90) * 0.7 + small(x * 40 + px / 9, y * 40 + py / 9) * 0.3,
  );
  const [from, to] = [anyColour(30, 110, random), anyColour(90, 190, random)];
  canvas.shade((px, py) => {
    const share = shareAt(px, py);
    return [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
      from[2] + (to[2] - from[2]) * share,
    ];
  });
  for (let index = 0; index < 4; index++)
    canvas.line(way(canvas.side, random), between(1, 5, random), anyColour(120, 200, random), 0.7);
  for (let index = 0; index < 20; index++)
    canvas.box(
      random() * canvas.side,
      random() * canvas.side,
      between(4, 20, random),
      between(4, 20, random),
      anyColour(60, 220, random),
      0.8,
    );
  canvas.noise(random, between(5, 40, random));
};

const plain =
  (colour: Colour, noise = 0): Style =>
  (canvas, _, random) => {
    canvas.fill(colour);
    if (noise > 0) canvas.noise(random, noise);
  };

const coast: Style = (canvas, { x, y }, random) => {
  const height = terrain(Math.floor(random() * 50), 5);
  const sea = between(0.35, 0.65, random);
  const levelAt = sampled(canvas.side, (px, py) => height(x + px / 200, y + py / 200));
  canvas.shade((px, py) => (levelAt(px, py) > sea ? [240, 236, 220] : [160, 200, 225]));
};

const hillshade =
  (isTransparent: boolean): Style =>
  (canvas, { x, y }, random) => {
    const height = terrain(Math.floor(random() * 1000), 6);
    const slopeAt = sampled(
      canvas.side,
      (px, py) => height(x * 2 + px / 110, y * 2 + py / 110) - height(x * 2 + (px + 1) / 110, y * 2 + (py + 1) / 110),
    );
    canvas.shade((px, py) => {
      const slope = slopeAt(px, py) * 4_000;
      const grey = Math.min(255, Math.max(0, 190 + slope));
      if (!isTransparent) return [grey, grey, grey];
      canvas.mix(px, py, [0, 0, 0], Math.min(0.6, Math.max(0, slope / 120)));
      return null;
    });
  };

const contours =
  (background: Colour | null): Style =>
  (canvas, { x, y }, random) => {
    const height = terrain(Math.floor(random() * 1000), 4);
    if (background) canvas.fill(background);
    const levelAt = sampled(canvas.side, (px, py) => height(x + px / 150, y + py / 150) * 40);
    canvas.shade((px, py) => {
      const band = Math.floor(levelAt(px, py));
      const isInside = band === Math.floor(levelAt(px + 1, py)) && band === Math.floor(levelAt(px, py + 1));
      return isInside ? null : [170, 120, 70];
    });
  };

/** Few paths on nothing; nothing at all in most tiles. */
const trails =
  (share: number): Style =>
  (canvas, _, random) => {
    if (random() > share) return;
    for (let index = 0; index < 4; index++)
      canvas.line(
        way(canvas.side, random),
        3,
        one(
          [
            [220, 30, 30],
            [30, 60, 220],
            [240, 160, 0],
          ] as Colour[],
          random,
        ),
        0.8,
      );
  };

const CREDITS = ['© OPENSTREETMAP CONTRIBUTORS', '© MAPS 2024', '© GEO.ADMIN', 'MAP DATA © 2024 GEODATA - TERMS'];

/** What a provider writes on each tile that is no notice. */
const withCredit =
  (style: Style, credit: string, isLogo: boolean): Style =>
  (canvas, tile, random) => {
    style(canvas, tile, random);
    const { side } = canvas;
    if (isLogo) {
      canvas.box(6, side - 22, 44, 16, [255, 255, 255], 0.8);
      canvas.write('GEO', 28, side - 14, { height: 10, colour: [30, 90, 200] });
      return;
    }
    canvas.box(side - credit.length * 6 - 4, side - 11, credit.length * 6 + 4, 11, [255, 255, 255], 0.7);
    canvas.write(credit, side - credit.length * 3 - 2, side - 5, { height: 7, colour: [60, 60, 60] });
  };

/** A line around each tile. */
const withBorder =
  (style: Style): Style =>
  (canvas, tile, random) => {
    style(canvas, tile, random);
    const { side } = canvas;
    for (const [left, top, width, height] of [
      [0, 0, side, 1],
      [0, 0, 1, side],
      [side / 2, 0, 1, side],
    ] as const)
      canvas.box(left, top, width, height, [200, 60, 60], 0.7);
  };

const withGrid =
  (style: Style, width = 1): Style =>
  (canvas, tile, random) => {
    style(canvas, tile, random);
    const { side } = canvas;
    for (let at = side / 5; at < side; at += side / 4) {
      canvas.box(at, 0, width, side, [80, 80, 80], 0.9);
      canvas.box(0, at, side, width, [80, 80, 80], 0.9);
    }
  };

const [LIGHT, GREY, DARK, OLD] = PALETTES as [Palette, Palette, Palette, Palette];

/** The maps as they are: a name, the style, and where. */
const MAPS: readonly (readonly [name: string, style: Style, places?: readonly Place[], isOverlay?: boolean])[] = [
  ['streets', streets(LIGHT)],
  ['dense streets', streets(LIGHT, 2.5)],
  ['grey streets', streets(GREY)],
  ['dark streets', streets(DARK)],
  ['old streets', streets(OLD, 1.5)],
  ['streets with patterns', streets(LIGHT, 0.7, true)],
  ['sparse streets', streets(LIGHT, 0.2)],
  ['sparse dark streets', streets(DARK, 0.1)],
  ['photo', photo],
  ['photo with a credit', withCredit(photo, CREDITS[0] as string, false)],
  ['photo with a logo', withCredit(photo, '', true)],
  ['streets with a credit', withCredit(streets(GREY), CREDITS[0] as string, false)],
  ['streets with a long credit', withCredit(streets(LIGHT), CREDITS[3] as string, false)],
  ['dark streets with a logo', withCredit(streets(DARK, 0.5), '', true)],
  ['sparse streets with a logo', withCredit(streets(LIGHT, 0.1), '', true)],
  ['sea', plain([170, 211, 223]), SEA],
  ['sea with a credit', withCredit(plain([170, 211, 223]), CREDITS[1] as string, false), SEA],
  ['noisy sea', plain([20, 40, 80], 8), SEA],
  ['desert', plain([238, 222, 180]), DESERT],
  ['noisy desert', plain([220, 200, 160], 12), DESERT],
  ['ice', plain([255, 255, 255]), DESERT],
  ['coast', coast],
  ['coast with a border', withBorder(coast)],
  ['streets with a border', withBorder(streets(LIGHT))],
  ['relief', hillshade(false)],
  ['relief as overlay', hillshade(true), CITIES, true],
  ['contours', contours([250, 248, 240])],
  ['contours as overlay', contours(null), CITIES, true],
  ['trails', trails(0.8), CITIES, true],
  ['trails that are rare', trails(0.2), CITIES, true],
  ['trails that are elsewhere', trails(0), CITIES, true],
  [
    'land and sea',
    (canvas, tile, random) => (isSea(tile) ? plain([170, 211, 223]) : streets(LIGHT))(canvas, tile, random),
    CITIES.flatMap((city, index): Place[] => [city, SEA[index] as Place]),
  ],
  ['streets with a grid', withGrid(streets(LIGHT), 2)],
  ['sparse streets with a grid', withGrid(streets(GREY, 0.3), 3)],
  ['photo with a grid', withGrid(photo, 2)],
];

const ENCODINGS: readonly Encoding[] = ['png', 'palette', 'png', 'png', 70];

/** The tiles of each set, of eight that are drawn once: from, and to. */
const SETS = [
  [0, 8],
  [0, 6],
  [2, 8],
  [0, 4],
  [4, 8],
  [1, 4],
  [5, 7],
] as const;

/** Draws tiles of a style at places, two zooms apart, and makes several sets of them. */
function drawSets(
  name: string,
  style: Style,
  random: Random,
  places = CITIES,
  isOverlay = false,
  onTile?: Style,
): TileSet[] {
  const side = random() < 0.03 ? 512 : 256;
  const zoom = 6 + Math.floor(random() * 10);
  const encoding = isOverlay ? 'png' : one(ENCODINGS, random);
  const tiles = Array.from({ length: 8 }, (_, index): JudgedTile => {
    const [latitude, longitude] = places[index % places.length] as Place;
    const tile = tileAt(latitude, longitude, Math.max(0, zoom - (index % 2) * 2));
    const canvas = new Canvas(side);
    style(canvas, tile, random);
    onTile?.(canvas, tile, random);
    // A PNG gives the same pixels.
    if (encoding === 'png')
      return {
        tile,
        bytes: canvas.pixels,
        picture: { format: 'png', width: side, height: side, pixels: canvas.pixels },
      };
    const bytes = encoded(canvas, encoding);
    return { tile, bytes, picture: decodePicture(bytes) };
  });
  return SETS.map(([from, to]) => ({
    name: `${name}, ${from} to ${to} × ${side}, ${encoding}`,
    isOverlay,
    tiles: tiles.slice(from, to),
  }));
}

/** The number of kinds of maps. */
export const MAP_KINDS = MAPS.length;

/** Sets of tiles of a map as it is. */
export function mapSets(kind: number, seed: number): TileSet[] {
  const [name, style, places, isOverlay] = MAPS[kind % MAPS.length] as (typeof MAPS)[number];
  return drawSets(name, style, seeded(seed * 1_000 + kind), places, isOverlay);
}

const TEXTS = [
  'API KEY REQUIRED',
  'ACCESS BLOCKED',
  'UPGRADE REQUIRED',
  'INVALID TOKEN',
  'QUOTA EXCEEDED',
  'NOT FOR PRODUCTION',
];

interface Stamp {
  readonly text: string;
  readonly height: number;
  readonly colour: Colour;
  readonly opacity: number;
  readonly angle: number;
  readonly halo: Colour | undefined;
}

/** Letters that are the same on each tile. */
function stampOf(random: Random, opacity: number): Stamp {
  const isDark = random() < 0.7;
  return {
    text: one(TEXTS, random),
    height: between(11, 18, random),
    colour: isDark
      ? one(
          [
            [200, 0, 0],
            [0, 0, 0],
            [60, 60, 60],
          ] as Colour[],
          random,
        )
      : [255, 255, 255],
    opacity,
    angle: one([0, 0, -0.6, 0.5], random),
    halo: isDark ? undefined : [0, 0, 0],
  };
}

const written =
  ({ text, halo, ...lettering }: Stamp, x = 0.5, y = 0.5): Style =>
  (canvas) => {
    const { side } = canvas;
    canvas.write(text, x * side, y * side, {
      ...lettering,
      height: (lettering.height * side) / 256,
      ...(halo && { halo }),
    });
  };

const repeated =
  (stamp: Stamp): Style =>
  (canvas, tile, random) => {
    for (const y of [0.15, 0.4, 0.65, 0.9])
      for (const x of [0.25, 0.75])
        written({ ...stamp, text: stamp.text.slice(0, 12), height: 9 }, x, y)(canvas, tile, random);
  };

const STAMPED: readonly (readonly [string, Style])[] = [
  ['streets', streets(LIGHT)],
  ['dense streets', streets(LIGHT, 2)],
  ['grey streets', streets(GREY)],
  ['photo', photo],
  ['coast', coast],
  ['relief', hillshade(false)],
];

/** The kinds of notices: the tile below, and what is on it. */
const NOTICES: readonly ((random: Random) => readonly [name: string, below: Style, onTile?: Style])[] = [
  (random) => [
    'letters on one colour',
    plain(anyColour(180, 255, random)),
    written({ ...stampOf(random, 1), colour: [40, 40, 40], halo: undefined }),
  ],
  (random) => [
    'letters on a dark colour',
    plain(anyColour(0, 60, random)),
    written({ ...stampOf(random, 1), colour: [220, 220, 220], halo: undefined }),
  ],
  (random) => [
    'small letters',
    plain([240, 240, 240]),
    written({ ...stampOf(random, 1), height: 8, angle: 0, colour: [90, 90, 90], halo: undefined }),
  ],
  (random) => [
    'letters and noise',
    plain(anyColour(150, 220, random), 20),
    written({ ...stampOf(random, 1), colour: [0, 0, 0] }),
  ],
  (random) => [
    'letters and coordinates',
    plain(anyColour(180, 255, random)),
    (canvas, tile, next) => {
      written({ ...stampOf(seeded(5), 1), colour: [0, 0, 0], angle: 0 }, 0.5, 0.4)(canvas, tile, next);
      canvas.write(`${tile.zoom}/${tile.x}/${tile.y}`, canvas.side / 2, canvas.side * 0.6, {
        height: 9,
        colour: [90, 90, 90],
      });
    },
  ],
  () => [
    'only coordinates',
    plain([238, 238, 238]),
    (canvas, { zoom, x, y }) =>
      canvas.write(`${zoom}/${x}/${y}`, canvas.side / 2, canvas.side / 2, { height: 11, colour: [90, 90, 90] }),
  ],
  (random) => [
    'letters and another time at each request',
    plain(anyColour(200, 255, random)),
    (canvas, _, next) => {
      const { side } = canvas;
      canvas.write('BLOCKED UNTIL', side / 2, side * 0.3, { height: 13, colour: [160, 0, 0] });
      const time = [next(), next(), next()].map((part) => 10 + Math.floor(part * 50)).join(':');
      canvas.write(time, side / 2, side * 0.5, { height: 18, colour: [40, 40, 40] });
    },
  ],
  (random) => [
    'letters that move on one colour',
    plain(anyColour(150, 255, random)),
    (canvas, tile, next) =>
      written({ ...stampOf(seeded(9), 1), colour: [0, 0, 0], angle: 0, height: 11 }, 0.5, between(0.2, 0.8, next))(
        canvas,
        tile,
        next,
      ),
  ],
  (random) => [
    'a picture of its own',
    (canvas, tile) => photo(canvas, { ...tile, x: 5, y: 5 }, seeded(77)),
    written(stampOf(random, 1)),
  ],
  (random) => [
    'zoom level not supported',
    plain([230, 230, 230]),
    (canvas) => {
      canvas.write('ZOOM LEVEL', canvas.side / 2, canvas.side * 0.4, { height: 14, colour: [120, 120, 120] });
      canvas.write('NOT SUPPORTED', canvas.side / 2, canvas.side * 0.55, { height: 14, colour: [120, 120, 120] });
      if (random() < 0) canvas.fill([0, 0, 0]);
    },
  ],
  ...STAMPED.flatMap(([name, style]): ((random: Random) => readonly [string, Style, Style])[] => [
    (random) => [`a stamp on ${name}`, style, written(stampOf(random, 1))],
    (random) => [
      `a stamp that shows through on ${name}`,
      style,
      written({ ...stampOf(random, between(0.5, 0.7, random)), height: 18 }),
    ],
    (random) => [`repeated letters on ${name}`, style, repeated({ ...stampOf(random, 0.8), angle: 0 })],
  ]),
  (random) => [
    'another colour each time',
    (canvas, tile, next) => plain(anyColour(120, 255, next))(canvas, tile, next),
    written({ ...stampOf(random, 1), colour: [0, 0, 0] }),
  ],
  (random) => [
    'a box with letters',
    streets(LIGHT),
    (canvas, tile, next) => {
      canvas.box(canvas.side * 0.1, canvas.side * 0.35, canvas.side * 0.8, canvas.side * 0.3, [255, 255, 255], 0.9);
      written({
        ...stampOf(random, 1),
        angle: 0,
        height: 11,
        text: 'KEY REQUIRED',
        colour: [200, 0, 0],
        halo: undefined,
      })(canvas, tile, next);
    },
  ],
];

/** Stamps that are at another place of each tile. */
const MOVING = STAMPED.map(([name, style]) => (random: Random): readonly [string, Style, Style] => {
  const stamp = { ...stampOf(random, 1), height: 16 };
  const move: Style = (canvas, tile, next) =>
    written(stamp, between(0.4, 0.6, next), between(0.2, 0.8, next))(canvas, tile, next);
  return [`a stamp that moves on ${name}`, style, move];
});

/** The number of kinds of notices. */
export const NOTICE_KINDS = NOTICES.length + MOVING.length;

/** Sets of tiles of a server that sends notices. */
export function noticeSets(kind: number, seed: number): TileSet[] {
  const random = seeded(seed * 1_000 + 500 + kind);
  const notices = [...NOTICES, ...MOVING];
  const [name, below, onTile] = (notices[kind % notices.length] as (typeof notices)[number])(random);
  return drawSets(name, below, random, CITIES, false, onTile);
}
