/**
 * Fifty servers as data: what each sends on which of thirty days, and what must be said of it on that day. Days are counted
 * from 0. A list of steps counts from its day until the next step.
 */
import type { Encoding } from './encode.ts';
import { bare, type DrawTile, historic, nautical, overlay, photo, street, topographic, withCredit } from './maps.ts';
import { blank, POSTERS, type Poster, poster, stamped } from './notices.ts';
import type { Raster } from './raster.ts';
import type { Place } from './world.ts';

/** What a server sends. */
export type Answer =
  | {
      readonly draw: DrawTile;
      readonly encoding: Encoding;
      readonly contentType?: string;
      readonly how?: 'changing' | 'truncated' | 'frames';
    }
  | { readonly status: number }
  | 'down'
  | 'hangs'
  | 'html'
  | 'huge';

/** What may be said of a server. `none` if it must not be asked. */
export type Verdict = 'works' | 'notice' | 'blank' | 'refused' | 'dead' | 'unsure' | 'none';

type Steps<T> = readonly (readonly [day: number, value: T])[];

/** A server and its thirty days. */
export interface SimulatedServer {
  readonly id: string;
  readonly sends: Steps<Answer>;
  /** The verdicts that are right; more than one only where the facts allow it. */
  readonly expected: Steps<readonly Verdict[]>;
  readonly isOverlay?: boolean;
  readonly provider?: string;
  /** Two hosts serve the same; what the second one sends. */
  readonly second?: Steps<Answer>;
  /** A place that the record states. */
  readonly place?: Place;
  /** More lines of the record. */
  readonly more?: string;
  /** The days on which its record comes and goes; all days if left out. */
  readonly listed?: readonly [from: number, until: number];
}

/** The value of a list of steps on a day. */
export function onDay<T>(steps: Steps<T>, day: number): T {
  const step = steps.findLast(([from]) => from <= day);
  if (step === undefined) throw new Error(`nothing is said of day ${day}`);
  return step[1];
}

const RGB: Encoding = { format: 'png', colours: 'rgb' };
const RGBA: Encoding = { format: 'png', colours: 'rgba' };
const PALETTE: Encoding = { format: 'png', colours: 'palette' };
const JPEG: Encoding = { format: 'jpeg', quality: 78 };

const png = (draw: DrawTile): Answer => ({ draw, encoding: PALETTE });
const rgb = (draw: DrawTile): Answer => ({ draw, encoding: RGB });
const clear = (draw: DrawTile): Answer => ({ draw, encoding: RGBA });
const jpg = (draw: DrawTile): Answer => ({ draw, encoding: JPEG });
const picture = (name: string): Answer => rgb(poster(POSTERS[name] as Poster, 5));

const WORKS: Steps<readonly Verdict[]> = [[0, ['works']]];

/** Fails from a day on: nobody is sure for four days, and on the fifth it is dead. */
const dying = (day: number): (readonly [number, readonly Verdict[]])[] => [
  ...(day > 0 ? [[0, ['works']] as const] : []),
  [day, ['unsure']],
  [day + 4, ['dead']],
];

const always = (id: string, answer: Answer, rest: Partial<SimulatedServer> = {}): SimulatedServer => {
  return { id, sends: [[0, answer]], expected: WORKS, ...rest };
};

const then = (
  id: string,
  sends: Steps<Answer>,
  expected: Steps<readonly Verdict[]>,
  rest: Partial<SimulatedServer> = {},
): SimulatedServer => ({ id, sends, expected, ...rest });

/** Draws each tile once: many servers send it, and on many days. */
function once(draw: DrawTile): DrawTile {
  const tiles = new Map<string, Raster>();
  return (tile, seed, size) => {
    const key = `${tile.zoom}/${tile.x}/${tile.y} ${seed} ${size}`;
    const raster = tiles.get(key) ?? draw(tile, seed, size);
    tiles.set(key, raster);
    return raster.copy();
  };
}

const STYLES = Array.from({ length: 8 }, (_, number) => once(street(number)));
const style = (number: number): DrawTile => STYLES[number] as DrawTile;
const CITY = style(0);
const PHOTO = once(photo);
const SEA_BOX = 'area: [{ west: -50, south: 25, east: -40, north: 35 }]\n';
const ICE_BOX = 'area: [{ west: -45, south: 70, east: -36, north: 77 }]\n';
const SAND_BOX = 'area: [{ west: 2, south: 20, east: 9, north: 26 }]\n';

let time = 0;
const clock = (): number => time++;

/** All of them. */
export const FLEET: readonly SimulatedServer[] = [
  // Real maps of all kinds, always good.
  always('Street', png(CITY), { provider: 'open' }),
  always('Street light', png(style(1))),
  always('Street dark', png(style(2))),
  always('Street yellow', rgb(style(3))),
  always('Street black and white', png(style(4))),
  always('Street as JPEG', jpg(style(5))),
  always('Street with credit', png(withCredit(style(6), 3))),
  always('Photo', jpg(PHOTO), { more: 'kind: aerial\n' }),
  always('Photo with logo', jpg(withCredit(PHOTO, 8)), { more: 'kind: aerial\n' }),
  always('Topographic', png(topographic(true)), { more: 'kind: topographic\n' }),
  always('Contours', rgb(topographic(false)), {
    more: 'kind: topographic\n',
    listed: [0, 22],
    expected: [
      [0, ['works']],
      [22, ['none']],
    ],
  }),
  always('Historic', jpg(historic), { more: 'kind: historic\n' }),
  always('Country', png(street(0, 0.12)), { more: 'countries: [CH]\n' }),
  always('Night', png(style(7))),
  always('Sea chart', png(nautical), { place: [40.5, -73.9], more: 'kind: nautical\n' }),
  always('Only sea', png(style(0)), { more: SEA_BOX }),
  always('Only sea on photos', jpg(PHOTO), { more: `kind: aerial\n${SEA_BOX}` }),
  // Ice must not be called blank. That it is all that there is cannot be seen: an empty map of this country is as white.
  always('Ice', jpg(bare('ice')), { more: `kind: aerial\n${ICE_BOX}`, expected: [[0, ['works', 'unsure']]] }),
  always('Desert', jpg(bare('sand')), { more: `kind: aerial\n${SAND_BOX}` }),

  // Overlays, of which most is transparent.
  always('Trails', clear(overlay('trails')), { isOverlay: true }),
  always('Sea marks', clear(overlay('sea marks')), { isOverlay: true, place: [55.68, 12.57] }),
  always('Names', clear(overlay('names')), { isOverlay: true }),
  always('Shaded hills', clear(overlay('hills')), { isOverlay: true }),

  // Odd, but maps.
  always('Wrong type', { draw: style(1), encoding: RGB, contentType: 'text/html' }),
  always('Another each time', { draw: photo, encoding: JPEG, how: 'changing' }, { expected: [[0, ['unsure']]] }),
  always('Many frames', { draw: CITY, encoding: RGB, how: 'frames' }, { expected: [[0, ['works', 'unsure']]] }),
  ...[1, 2, 3].map((number) =>
    then(
      `Restyled ${number}`,
      [
        [0, png(style(number))],
        [18, png(style(number + 3))],
      ],
      // Nobody knows at once whether a new look of all maps is a notice; after a week it is the usual one.
      [
        [0, ['works']],
        [18, ['works', 'unsure']],
        [25, ['works']],
      ],
      { provider: 'restyled' },
    ),
  ),

  // Letters over maps.
  then(
    'Stamped',
    [
      [0, png(CITY)],
      [3, png(stamped(CITY, 'opaque', 4, false))],
    ],
    [
      [0, ['works']],
      [3, ['notice']],
    ],
  ),
  then(
    'Stamped for a while',
    [
      [0, png(style(3))],
      [12, png(stamped(style(3), 'half transparent', 7, false))],
      [20, png(style(3))],
    ],
    [
      [0, ['works']],
      [12, ['notice']],
      [20, ['works']],
    ],
  ),
  then(
    'Watermark',
    [
      [0, jpg(PHOTO)],
      [10, jpg(stamped(PHOTO, 'watermark', 2, true))],
    ],
    [
      [0, ['works']],
      [10, ['notice']],
    ],
  ),
  ...[0, 1, 6].map((number, index) =>
    then(
      `Keyless ${index + 1}`,
      [
        [0, png(style(number))],
        [5, png(stamped(style(number), 'rotated', 9, false))],
      ],
      [
        [0, ['works']],
        [5, ['notice']],
      ],
      { provider: 'keyless' },
    ),
  ),
  then(
    'Moving stamp',
    [
      [0, png(CITY)],
      [6, png(stamped(CITY, 'moving', 3, false))],
    ],
    // Letters that are elsewhere in each tile look like those of a map.
    [
      [0, ['works']],
      [6, ['notice', 'unsure', 'works']],
    ],
  ),

  // Pictures instead of maps.
  then('Blocked', [[0, picture('access blocked')]], [[0, ['notice']]]),
  then(
    'Retired',
    [
      [0, png(CITY)],
      [5, picture('retired')],
    ],
    [
      [0, ['works']],
      [5, ['notice']],
    ],
  ),
  then(
    'Says the position',
    [
      [0, png(style(1))],
      [9, picture('with position')],
    ],
    [
      [0, ['works']],
      [9, ['notice']],
    ],
  ),
  then(
    'Says the time',
    [
      [0, png(style(1))],
      [11, { draw: poster(POSTERS['with time'] as Poster, 5, clock), encoding: RGB, how: 'changing' }],
    ],
    [
      [0, ['works']],
      [11, ['notice']],
    ],
  ),
  then(
    'White',
    [
      [0, png(style(6))],
      [4, rgb(blank([255, 255, 255]))],
    ],
    [
      [0, ['works']],
      [4, ['blank']],
    ],
  ),
  then('Transparent', [[0, clear(blank([0, 0, 0, 0]))]], [[0, ['blank']]]),

  // Refusals.
  then(
    'Forbidden',
    [
      [0, png(style(5))],
      [2, { status: 403 }],
    ],
    [
      [0, ['works']],
      [2, ['refused']],
    ],
  ),
  then(
    'Unauthorized',
    [
      [0, png(style(5))],
      [14, { status: 401 }],
    ],
    [
      [0, ['works']],
      [14, ['refused']],
    ],
  ),
  then(
    'Busy',
    [
      [0, png(CITY)],
      [4, { status: 429 }],
      [7, png(CITY)],
    ],
    [
      [0, ['works']],
      [4, ['refused']],
      [7, ['works']],
    ],
  ),
  always('Token', png(CITY), { expected: [[0, ['none']]], more: 'token' }),

  // Its record comes and goes.
  always('Guest', png(style(3)), {
    listed: [2, 6],
    expected: [
      [0, ['none']],
      [2, ['works']],
      [6, ['none']],
    ],
  }),

  // Failures.
  then(
    'Returns',
    [
      [0, png(CITY)],
      [2, 'down'],
      [8, png(CITY)],
    ],
    [...dying(2), [8, ['works']]],
  ),
  then(
    'Gone',
    [
      [0, png(style(1))],
      [10, 'down'],
    ],
    dying(10),
  ),
  then(
    'Missing',
    [
      [0, png(style(1))],
      [16, { status: 404 }],
    ],
    dying(16),
  ),
  then(
    'Broken inside',
    [
      [0, png(style(1))],
      [20, { status: 500 }],
    ],
    dying(20),
  ),
  then(
    'Hangs',
    [
      [0, png(style(1))],
      [12, 'hangs'],
    ],
    dying(12),
  ),
  then(
    'Login page',
    [
      [0, png(style(1))],
      [3, 'html'],
    ],
    dying(3),
  ),
  then(
    'Huge',
    [
      [0, png(style(1))],
      [9, 'huge'],
    ],
    dying(9),
  ),
  then(
    'Truncated',
    [
      [0, jpg(PHOTO)],
      [13, { draw: PHOTO, encoding: JPEG, how: 'truncated' }],
    ],
    dying(13),
  ),
  then(
    'Flapping',
    Array.from({ length: 30 }, (_, day) => [day, day % 3 === 2 ? 'down' : png(CITY)] as const),
    Array.from({ length: 30 }, (_, day) => [day, [day % 3 === 2 ? 'unsure' : 'works']] as const),
  ),
  always('Two hosts', png(CITY), {
    second: [
      [0, png(CITY)],
      [5, 'down'],
    ],
  }),
];

/** The short simulation: each server does on day 1 what it does first, and the rest as many days sooner. */
export const SHORT_FLEET: readonly SimulatedServer[] = FLEET.map((one): SimulatedServer => {
  const { sends, expected, second, listed } = one;
  const days = [...sends, ...expected, ...(second ?? [])].map(([day]) => day).concat(listed ?? []);
  const sooner = Math.min(...days.filter((day) => day > 0)) - 1;
  const shift = (day: number): number => (day === 0 ? 0 : day - sooner);
  const moved = <T>(steps: Steps<T>): Steps<T> => steps.map(([day, value]) => [shift(day), value]);
  return {
    ...one,
    sends: moved(sends),
    expected: moved(expected),
    ...(second ? { second: moved(second) } : {}),
    ...(listed ? { listed: [shift(listed[0]), shift(listed[1])] as const } : {}),
  };
});
