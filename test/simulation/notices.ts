/** Tiles that are notices: letters stamped over a map, and pictures instead of one. */
import type { DrawTile } from './maps.ts';
import { Dice, hashed, hills } from './random.ts';
import { type Paint, Raster, widthOf } from './raster.ts';
import type { Position } from './world.ts';

/** What servers say, in the words of known ones or similar ones. */
const SAYINGS = [
  'API KEY REQUIRED',
  'API Key Required',
  'Invalid API key',
  'ACCESS DENIED',
  'PLEASE UPGRADE',
  'Unauthorized 401',
  'RATE LIMITED',
  'FOR DEVELOPMENT ONLY',
  'EVALUATION COPY',
  'Subscription expired',
  'SERVICE MOVED',
  'TILES BLOCKED',
];

/** How letters are stamped over a map. */
export type Stamp =
  | 'opaque'
  | 'half transparent'
  | 'outlined'
  | 'rotated'
  | 'watermark'
  | 'top banner'
  | 'lower banner'
  | 'faint'
  | 'veiled'
  | 'moving';

const DARK_INKS: readonly Paint[] = [
  [200, 20, 20],
  [30, 30, 30],
  [20, 60, 160],
  [100, 100, 100],
];

const LIGHT_INKS: readonly Paint[] = [
  [255, 255, 255],
  [255, 225, 60],
  [240, 120, 110],
];

/**
 * Stamps the same letters over each tile of a map; a moving stamp is elsewhere in each.
 *
 * @param isDark whether the map is dark, so that the letters are light
 */
export function stamped(draw: DrawTile, stamp: Stamp, seed: number, isDark: boolean): DrawTile {
  const dice = new Dice(seed);
  const text = dice.one(SAYINGS);
  const ink = dice.one(isDark ? LIGHT_INKS : DARK_INKS);
  const fit = 0.82 + 0.12 * dice.between(0, 1);
  const place = dice.between(0.3, 0.7);
  return (tile, serverSeed, size) => {
    const raster = draw(tile, serverSeed, size);
    const height = Math.min(size / 7, (size * fit) / widthOf(text, 1));
    const middle: readonly [number, number] = [size / 2, size * place];
    const paint = (opacity: number): Paint => [ink[0], ink[1], ink[2], opacity];
    const contrast: Paint = isDark ? [40, 40, 40, 0.9] : [255, 255, 255, 0.9];
    if (stamp === 'opaque') {
      raster.text(text, { at: middle, height, paint: ink, halo: { paint: contrast, width: 1.5 } });
    } else if (stamp === 'half transparent') raster.text(text, { at: middle, height: height * 1.1, paint: paint(0.5) });
    else if (stamp === 'outlined') {
      raster.text(text, { at: middle, height: height * 1.1, paint: ink, stroke: height / 3.5, isHollow: true });
    } else if (stamp === 'rotated') {
      raster.text(text, { at: [size / 2, size / 2], height: height * 1.15, paint: paint(0.75), rotation: -35 });
    } else if (stamp === 'watermark') {
      for (const row of [0.13, 0.38, 0.63, 0.88]) {
        for (const column of [0.25, 0.75]) {
          raster.text(text, {
            at: [size * column, size * row],
            height: height * 0.45,
            paint: paint(0.55),
            rotation: -20,
          });
        }
      }
    } else if (stamp === 'top banner' || stamp === 'lower banner') {
      const top = stamp === 'top banner' ? 0 : size - height * 1.9;
      raster.box(0, top, size, height * 1.9, [...(isDark ? [180, 30, 30] : [255, 240, 170]), 0.9] as unknown as Paint);
      raster.text(text, { at: [size / 2, top + height * 0.95], height: height * 0.85, paint: ink });
    } else if (stamp === 'faint') raster.text(text, { at: middle, height: height * 1.2, paint: paint(0.28) });
    else if (stamp === 'veiled') {
      raster.box(0, 0, size, size, [255, 255, 255, 0.55]);
      raster.text(text, { at: middle, height, paint: isDark ? [60, 60, 60] : ink });
    } else {
      const across = size * (0.5 + 0.08 * (hashed(seed, tile.x, tile.y) - 0.5));
      const down = size * (0.15 + 0.7 * hashed(seed + 1, tile.x, tile.y));
      raster.text(text, { at: [across, down], height, paint: ink, halo: { paint: contrast, width: 1.5 } });
    }
    return raster;
  };
}

/** What is on a picture that takes the place of a map. */
export interface Poster {
  readonly lines: readonly string[];
  readonly ground: Paint;
  readonly ink: Paint;
  /** What differs from tile to tile, if anything does. */
  readonly differs?: 'position' | 'time' | 'noise' | 'colour';
  readonly decoration?: 'frame' | 'logo' | 'camera' | 'stripes' | 'gradient';
}

/** Pictures of known kinds, drawn anew. */
export const POSTERS: Readonly<Record<string, Poster>> = {
  'access blocked': {
    lines: ['Access blocked', 'Referer is required', 'by tile usage policy', 'see wiki / Blocked tiles'],
    ground: [255, 255, 255],
    ink: [180, 20, 20],
    decoration: 'frame',
  },
  'key required': {
    lines: ['API Key Required', 'maps.example.org', 'sign up'],
    ground: [240, 240, 240],
    ink: [70, 70, 70],
  },
  'grey key required': { lines: ['401', 'API key required'], ground: [221, 221, 221], ink: [255, 255, 255] },
  upgrade: {
    lines: ['Upgrade your plan', 'quota exceeded'],
    ground: [20, 30, 60],
    ink: [240, 240, 250],
    decoration: 'logo',
  },
  'rate limit': { lines: ['429', 'Too many requests', 'slow down'], ground: [255, 244, 214], ink: [90, 60, 0] },
  'zoom not supported': { lines: ['Zoom level', 'not supported'], ground: [235, 235, 235], ink: [150, 150, 150] },
  'data not available': {
    lines: ['Map data not', 'yet available'],
    ground: [204, 204, 204],
    ink: [120, 120, 120],
    decoration: 'stripes',
  },
  'no imagery': { lines: ['No imagery', 'here'], ground: [245, 243, 240], ink: [170, 168, 165], decoration: 'camera' },
  'sorry no imagery': { lines: ['Sorry, we have no', 'imagery here.'], ground: [229, 227, 223], ink: [110, 110, 110] },
  retired: {
    lines: ['These tiles moved', 'to another provider', 'on October 31'],
    ground: [250, 250, 250],
    ink: [0, 0, 0],
  },
  gradient: { lines: ['ACCESS', 'DENIED'], ground: [70, 20, 90], ink: [255, 255, 255], decoration: 'gradient' },
  'with position': { lines: ['Unauthorized'], ground: [255, 255, 255], ink: [40, 40, 40], differs: 'position' },
  'with position, framed': {
    lines: ['No key', 'no map'],
    ground: [238, 238, 255],
    ink: [60, 60, 120],
    differs: 'position',
    decoration: 'frame',
  },
  'with time': {
    lines: ['Blocked until', 'you contact us'],
    ground: [255, 250, 240],
    ink: [120, 30, 30],
    differs: 'time',
  },
  'with noise': { lines: ['INVALID', 'TOKEN'], ground: [128, 128, 128], ink: [250, 230, 60], differs: 'noise' },
  'in other colours': { lines: ['LICENCE', 'EXPIRED'], ground: [90, 120, 90], ink: [255, 255, 255], differs: 'colour' },
  'logo everywhere': { lines: [], ground: [245, 245, 245], ink: [30, 90, 170], decoration: 'logo' },
  'logo on other colours': {
    lines: [],
    ground: [90, 90, 140],
    ink: [255, 255, 255],
    differs: 'colour',
    decoration: 'logo',
  },
};

/** Draws a picture instead of a map. The time is what `clock` counts. */
export function poster(what: Poster, seed: number, clock: () => number = () => 0): DrawTile {
  return (tile, _serverSeed, size) => {
    const raster = new Raster(size, groundOf(what, tile, seed));
    decorate(raster, what, seed);
    if (what.differs === 'noise') {
      const moment = hashed(seed + clock(), tile.x, tile.y) * 1e6;
      raster.shade((x, y) => {
        const grey = 90 + 90 * hashed(moment, x, y);
        return [grey, grey, grey];
      });
    }
    const lines = [...what.lines, ...detailOf(what, tile, clock())];
    const longest = lines.reduce((most, line) => Math.max(most, widthOf(line, 1)), 1);
    const height = Math.min(size / 9, (size * 0.88) / longest);
    lines.forEach((line, index) => {
      const y = size / 2 + (index - (lines.length - 1) / 2) * height * 1.8;
      raster.text(line, { at: [size / 2, y], height, paint: what.ink });
    });
    return raster;
  };
}

function groundOf({ ground, differs }: Poster, { zoom, x, y }: Position, seed: number): Paint {
  if (differs !== 'colour') return ground;
  return [0, 1, 2].map((sample) => 60 + 120 * hashed(seed + zoom + sample, x, y)) as unknown as Paint;
}

function detailOf({ differs }: Poster, { zoom, x, y }: Position, time: number): string[] {
  if (differs === 'position') return [`${zoom}/${x}/${y}`];
  if (differs === 'time')
    return [`2026-10-${10 + (time % 20)}`, `${10 + (time % 14)}:${10 + ((time * 7) % 50)}:${10 + ((time * 13) % 50)}`];
  return [];
}

function decorate(raster: Raster, { decoration, ink, ground }: Poster, seed: number): void {
  const { size } = raster;
  if (decoration === 'frame') {
    const [near, far] = [4, size - 4];
    raster.lines(
      [
        [
          [near, near],
          [far, near],
          [far, far],
          [near, far],
          [near, near],
        ],
      ],
      2,
      ink,
    );
  } else if (decoration === 'logo') {
    raster.disc([size / 2, size * 0.2], size * 0.09, ink);
    raster.disc([size / 2, size * 0.18], size * 0.04, ground);
  } else if (decoration === 'camera') {
    raster.box(size * 0.4, size * 0.18, size * 0.2, size * 0.12, ink);
    raster.disc([size / 2, size * 0.24], size * 0.04, ground);
    raster.lines(
      [
        [
          [size * 0.36, size * 0.34],
          [size * 0.64, size * 0.14],
        ],
      ],
      3,
      ink,
    );
  } else if (decoration === 'stripes') {
    for (let at = 0; at < size * 2; at += 16)
      raster.lines(
        [
          [
            [at, 0],
            [at - size, size],
          ],
        ],
        1,
        [...ink.slice(0, 3), 0.25] as unknown as Paint,
      );
  } else if (decoration === 'gradient') {
    raster.shade((x, y) => {
      const light = (y / size) * 90 + hills(seed, x / 60, y / 60, 2) * 20;
      return [ground[0] + light, ground[1] + light, ground[2] + light];
    });
  }
}

/** The same empty picture everywhere. */
export function blank(paint: Paint): DrawTile {
  return (_tile, _seed, size) => new Raster(size, paint);
}
