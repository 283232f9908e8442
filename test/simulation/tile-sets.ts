/**
 * Sets of tiles as servers send them: several places, two zoom levels. Most are real maps, the others notices or nothing.
 * Who draws them has not seen what judges them. The same seed gives the same bytes.
 */
import { type Encoding, encoded } from './encode.ts';
import { bare, type DrawTile, historic, nautical, overlay, photo, street, topographic, withCredit } from './maps.ts';
import { blank, POSTERS, type Poster, poster, type Stamp, stamped } from './notices.ts';
import { Dice } from './random.ts';
import type { Paint } from './raster.ts';
import { DESERTS, HARBOURS, ICE, OCEANS, type Place, type Position, TOWNS, tileOf } from './world.ts';

/** One tile as it was sent. */
export interface SentTile extends Position {
  readonly format: 'png' | 'jpeg';
  readonly bytes: Buffer;
}

/** The tiles of one server on one day. */
export interface TileSet {
  readonly name: string;
  /** What it belongs to in the figures: `street`, `stamp: faint`. */
  readonly kind: string;
  readonly truth: 'works' | 'notice' | 'blank';
  readonly isOverlay: boolean;
  /** Draws and encodes the tiles, which takes a while. */
  tiles(): SentTile[];
}

interface Kind {
  readonly kind: string;
  readonly count: number;
  readonly places: readonly Place[];
  readonly draw: (dice: Dice) => DrawTile;
  readonly truth?: TileSet['truth'];
  readonly isOverlay?: boolean;
  /** How it is encoded; any way of drawings where it is left out. */
  readonly encoding?: 'photo' | 'transparent';
  /** The most that the places are apart in degrees, for a map of one region. */
  readonly region?: number;
  readonly zooms?: readonly (readonly [low: number, high: number])[];
}

const LAND = [...TOWNS, ...HARBOURS];
const ZOOMS = [
  [4, 10],
  [5, 9],
  [6, 12],
  [6, 13],
  [7, 12],
  [3, 11],
  [8, 15],
] as const;
const HIGH = [
  [9, 12],
  [10, 14],
  [11, 15],
] as const;

/** Real maps: the number of sets of each kind. */
const REAL: readonly Kind[] = [
  { kind: 'street', count: 32, places: LAND, draw: (dice) => street(dice.below(8)) },
  { kind: 'street, towns inland', count: 14, places: TOWNS, draw: (dice) => street(dice.below(8)), zooms: HIGH },
  { kind: 'street, dark', count: 12, places: LAND, draw: (dice) => street(dice.one([2, 7])) },
  {
    kind: 'street with a credit',
    count: 16,
    places: LAND,
    draw: (dice) => withCredit(street(dice.below(8)), dice.below(1e6)),
  },
  { kind: 'sparse country', count: 14, places: TOWNS, draw: (dice) => street(dice.below(6), 0.12) },
  { kind: 'photo', count: 22, places: LAND, draw: () => photo, encoding: 'photo' },
  {
    kind: 'photo with a credit',
    count: 12,
    places: LAND,
    draw: (dice) => withCredit(photo, dice.below(1e6)),
    encoding: 'photo',
  },
  { kind: 'topographic', count: 20, places: LAND, draw: (dice) => topographic(dice.chance(0.5)) },
  {
    kind: 'topographic of a region',
    count: 12,
    places: TOWNS,
    draw: () => topographic(true),
    region: 1.5,
    zooms: HIGH,
  },
  {
    kind: 'street map of a region',
    count: 10,
    places: TOWNS,
    draw: (dice) => street(dice.below(8)),
    region: 1,
    zooms: HIGH,
  },
  { kind: 'coast', count: 12, places: HARBOURS, draw: (dice) => street(dice.below(8)) },
  { kind: 'open sea on a street map', count: 8, places: OCEANS, draw: (dice) => street(dice.below(8)) },
  { kind: 'open sea on a photo', count: 8, places: OCEANS, draw: () => photo, encoding: 'photo' },
  { kind: 'nautical', count: 12, places: [...HARBOURS, ...OCEANS], draw: () => nautical },
  { kind: 'desert on a photo', count: 10, places: DESERTS, draw: () => bare('sand'), encoding: 'photo' },
  { kind: 'desert on a street map', count: 6, places: DESERTS, draw: (dice) => street(dice.below(6), 0.05) },
  { kind: 'ice on a photo', count: 10, places: ICE, draw: () => bare('ice'), encoding: 'photo' },
  { kind: 'historic', count: 12, places: LAND, draw: () => historic, encoding: 'photo' },
  {
    kind: 'overlay of trails',
    count: 8,
    places: LAND,
    draw: () => overlay('trails'),
    encoding: 'transparent',
    isOverlay: true,
  },
  {
    kind: 'overlay of railways',
    count: 6,
    places: LAND,
    draw: () => overlay('railways'),
    encoding: 'transparent',
    isOverlay: true,
  },
  {
    kind: 'overlay of hills',
    count: 6,
    places: TOWNS,
    draw: () => overlay('hills'),
    encoding: 'transparent',
    isOverlay: true,
  },
  {
    kind: 'overlay of names',
    count: 6,
    places: LAND,
    draw: () => overlay('names'),
    encoding: 'transparent',
    isOverlay: true,
  },
  {
    kind: 'overlay of sea marks',
    count: 6,
    places: [...HARBOURS, ...OCEANS],
    draw: () => overlay('sea marks'),
    encoding: 'transparent',
    isOverlay: true,
  },
];

/** Light maps over which notices are stamped. */
const lightMap = (dice: Dice): DrawTile => {
  const themes = [0, 1, 3, 5, 6];
  const streets = [street(dice.one(themes)), street(dice.one(themes), 0.15)];
  return dice.one([...streets, topographic(true), topographic(false), historic, nautical]);
};

const stamp = (kind: Stamp, count: number): Kind[] => {
  const all = { places: LAND, truth: 'notice' } as const;
  const over = (map: (dice: Dice) => DrawTile, isDark: boolean) => (dice: Dice) =>
    stamped(map(dice), kind, dice.below(1e6), isDark);
  return [
    { ...all, kind: `stamp: ${kind}`, count, draw: over(lightMap, false) },
    { ...all, kind: `stamp: ${kind}, on a dark map`, count: 1, draw: over((dice) => street(dice.one([2, 7])), true) },
    { ...all, kind: `stamp: ${kind}, on a photo`, count: 2, encoding: 'photo', draw: over(() => photo, true) },
  ];
};

const EMPTY: readonly (readonly [string, Paint])[] = [
  ['white', [255, 255, 255]],
  ['transparent', [0, 0, 0, 0]],
  ['grey', [221, 221, 221]],
  ['black', [0, 0, 0]],
];

const NOTICES: readonly Kind[] = [
  ...stamp('opaque', 4),
  ...stamp('half transparent', 4),
  ...stamp('outlined', 4),
  ...stamp('rotated', 4),
  ...stamp('watermark', 4),
  ...stamp('top banner', 3),
  ...stamp('lower banner', 3),
  ...stamp('faint', 3),
  ...stamp('veiled', 3),
  ...stamp('moving', 3),
  ...Object.entries(POSTERS).map(([name, what]: [string, Poster]): Kind => {
    const draw = (dice: Dice): DrawTile => {
      let time = 0;
      return poster(what, dice.below(1e6), () => time++);
    };
    return { kind: `picture: ${name}`, count: 2, places: TOWNS, truth: 'notice', draw };
  }),
  ...EMPTY.map(([name, paint]): Kind => {
    return {
      kind: `blank: ${name}`,
      count: 2,
      places: TOWNS,
      truth: 'blank',
      encoding: 'transparent',
      draw: () => blank(paint),
    };
  }),
];

/** All sets: at least 250 real ones and 60 notices. */
export function tileSets(seed = 1): TileSet[] {
  return [...REAL, ...NOTICES].flatMap((kind, place) =>
    Array.from({ length: kind.count }, (_, index) =>
      setOf(kind, index, new Dice(seed * 1_000_003 + place * 1009 + index)),
    ),
  );
}

function setOf(what: Kind, index: number, dice: Dice): TileSet {
  const { kind, truth = 'works', isOverlay = false } = what;
  const draw = what.draw(dice);
  const serverSeed = dice.below(100_000);
  const size = dice.chance(0.15) ? 512 : 256;
  const encoding = encodingOf(what, dice);
  const positions = positionsOf(what, dice);
  const tiles = (): SentTile[] =>
    positions.map((position) => {
      return { ...position, format: encoding.format, bytes: encoded(draw(position, serverSeed, size), encoding) };
    });
  return { name: `${kind} ${index + 1}`, kind, truth, isOverlay, tiles };
}

function encodingOf({ encoding }: Kind, dice: Dice): Encoding {
  if (encoding === 'transparent') return { format: 'png', colours: 'rgba' };
  const lot = dice.between(0, 1);
  const quality = Math.round(dice.between(55, 92));
  if (encoding === 'photo') return lot < 0.9 ? { format: 'jpeg', quality } : { format: 'png', colours: 'rgb' };
  if (lot < 0.2) return { format: 'jpeg', quality };
  return { format: 'png', colours: lot < 0.6 ? 'palette' : 'rgb' };
}

/** Two to four places at two zoom levels. */
function positionsOf({ places, region, zooms = ZOOMS }: Kind, dice: Dice): Position[] {
  const [low, high] = dice.one<readonly [number, number]>(zooms);
  const count = 2 + dice.below(3);
  const chosen = dice.some(places, count);
  const [middle] = chosen;
  const around = (): Place => {
    const [latitude, longitude] = middle as Place;
    return [latitude + dice.between(-1, 1) * (region ?? 0), longitude + dice.between(-1, 1) * (region ?? 0)];
  };
  const where = region === undefined ? chosen : chosen.map(around);
  const all = where.flatMap((place) => [tileOf(place, low), tileOf(place, high)]);
  return [...new Map(all.map((tile) => [`${tile.zoom}/${tile.x}/${tile.y}`, tile])).values()];
}
