/**
 * Draws tiles for the tests, from a seed: of maps that were once taken for notices, and of notices that were once missed.
 * Each kind is a row.
 */
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import type { JudgedTile } from '../../commands/upstream/probe/ask/judge-tiles.ts';
import { type TilePosition, tileAt } from '../../commands/upstream/probe/ask/sample-tiles.ts';
import { decodePicture } from '../../commands/upstream/probe/picture/picture.ts';

/** Red, green and blue. */
export type Colour = readonly [number, number, number];

/** Numbers from 0 to 1 that are the same for each seed. */
export function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The columns of each letter, five numbers of seven bits. */
const FONT = new Map(
  `A7e1111117e B7f49494936 C3e41414122 D7f4141221c E7f49494941 F7f09090901 G3e4149497a H7f0808087f I00417f4100
J2040413f01 K7f08142241 L7f40404040 M7f020c027f N7f0408107f O3e4141413e P7f09090906 Q3e4151215e R7f09192946
S4649494931 T01017f0101 U3f4040403f V1f2040201f W3f4038403f X6314081463 Y0708700807 Z6151494543
03e5149453e 100427f4000 24261514946 32141454b31 41814127f10 52745454539 63c4a494930 70171090503 83649494936
9064949291e .0060600000 -0808080808 /2010080402 :0036360000 !00005f0000 ©3e5d55413e`
    .split(/\s+/)
    .map((glyph) => [glyph[0], Buffer.from(glyph.slice(1), 'hex')]),
);

interface Lettering {
  readonly height: number;
  readonly colour: Colour;
  /** From 0 to 1. */
  readonly opacity?: number;
  /** In radians. */
  readonly angle?: number;
  readonly halo?: Colour;
}

export class Canvas {
  readonly side: number;
  readonly pixels: Uint8Array;

  constructor(side: number) {
    this.side = side;
    this.pixels = new Uint8Array(side * side * 4);
  }

  mix(x: number, y: number, colour: Colour, opacity = 1): void {
    const { side, pixels } = this;
    if (x < 0 || y < 0 || x >= side || y >= side || opacity <= 0) return;
    const at = (Math.floor(y) * side + Math.floor(x)) * 4;
    const before = ((pixels[at + 3] as number) / 255) * (1 - opacity);
    const sum = before + opacity;
    pixels[at] = (colour[0] * opacity + (pixels[at] as number) * before) / sum;
    pixels[at + 1] = (colour[1] * opacity + (pixels[at + 1] as number) * before) / sum;
    pixels[at + 2] = (colour[2] * opacity + (pixels[at + 2] as number) * before) / sum;
    pixels[at + 3] = sum * 255;
  }

  fill([red, green, blue]: Colour): this {
    for (let at = 0; at < this.pixels.length; at += 4) {
      this.pixels[at] = red;
      this.pixels[at + 1] = green;
      this.pixels[at + 2] = blue;
      this.pixels[at + 3] = 255;
    }
    return this;
  }

  shade(colourAt: (x: number, y: number) => Colour | null, opacity = 1): this {
    for (let y = 0; y < this.side; y++) {
      for (let x = 0; x < this.side; x++) {
        const colour = colourAt(x, y);
        if (colour !== null) this.mix(x, y, colour, opacity);
      }
    }
    return this;
  }

  line(points: readonly (readonly [number, number])[], width: number, colour: Colour, opacity = 1): this {
    for (let index = 1; index < points.length; index++) {
      const [[x1, y1], [x2, y2]] = [points[index - 1], points[index]] as [[number, number], [number, number]];
      const [across, down] = [x2 - x1, y2 - y1];
      const square = across * across + down * down || 1;
      const reach = width / 2 + 1;
      const [top, bottom] = [Math.max(0, Math.floor(Math.min(y1, y2) - reach)), Math.max(y1, y2) + reach];
      const [left, right] = [Math.max(0, Math.floor(Math.min(x1, x2) - reach)), Math.max(x1, x2) + reach];
      for (let y = top; y <= Math.min(this.side, bottom); y++) {
        for (let x = left; x <= Math.min(this.side, right); x++) {
          const along = Math.min(1, Math.max(0, ((x - x1) * across + (y - y1) * down) / square));
          const [dx, dy] = [x - x1 - along * across, y - y1 - along * down];
          this.mix(x, y, colour, opacity * Math.min(1, width / 2 + 0.5 - Math.sqrt(dx * dx + dy * dy)));
        }
      }
    }
    return this;
  }

  box(left: number, top: number, width: number, height: number, colour: Colour, opacity = 1): this {
    for (let y = Math.round(top); y < top + height; y++)
      for (let x = Math.round(left); x < left + width; x++) this.mix(x, y, colour, opacity);
    return this;
  }

  write(text: string, x: number, y: number, lettering: Lettering): this {
    const { height, colour, opacity = 1, angle = 0, halo } = lettering;
    const columns = [...text.toUpperCase()].flatMap((letter) => [...(FONT.get(letter) ?? [0, 0, 0, 0, 0]), 0]);
    const scale = 7 / height;
    const isInk = (u: number, v: number): boolean =>
      v >= 0 && v < 7 && (((columns[Math.floor(u)] ?? 0) >> Math.floor(v)) & 1) === 1;
    const isNear = (u: number, v: number): boolean => {
      for (let a = -1; a <= 1; a++) for (let b = -1; b <= 1; b++) if (isInk(u + a, v + b)) return true;
      return false;
    };
    const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
    const [long, high] = [columns.length / 2 + 3, 3.5 + 3];
    const reachX = (Math.abs(cos) * long + Math.abs(sin) * high) / scale ** 2 + 1;
    const reachY = (Math.abs(sin) * long + Math.abs(cos) * high) / scale ** 2 + 1;
    for (let py = Math.max(0, Math.floor(y - reachY)); py < Math.min(this.side, y + reachY); py++) {
      for (let px = Math.max(0, Math.floor(x - reachX)); px < Math.min(this.side, x + reachX); px++) {
        const [mx, my] = [px + 0.5 - x, py + 0.5 - y];
        if (Math.abs(my * cos - mx * sin) > high || Math.abs(mx * cos + my * sin) > long) continue;
        let [ink, near] = [0, 0];
        for (let part = 0; part < 4; part++) {
          const [dx, dy] = [px + 0.25 + (part & 1) / 2 - x, py + 0.25 + (part >> 1) / 2 - y];
          const [u, v] = [dx * cos + dy * sin + columns.length / 2, dy * cos - dx * sin + 3.5];
          if (u < -2 || v < -2 || u > columns.length + 2 || v > 9) continue;
          if (isInk(u, v)) ink++;
          else if (halo && isNear(u, v)) near++;
        }
        if (halo) this.mix(px, py, halo, (near / 4) * opacity);
        this.mix(px, py, colour, (ink / 4) * opacity);
      }
    }
    return this;
  }

  noise(random: () => number, strength: number): this {
    for (let at = 0; at < this.pixels.length; at += 4) {
      const change = (random() - 0.5) * strength;
      for (let index = at; index < at + 3; index++)
        this.pixels[index] = Math.min(255, Math.max(0, (this.pixels[index] as number) + change));
    }
    return this;
  }
}

const eased = (share: number): number => share * share * (3 - 2 * share);

/** Smooth heights from 0 to 1 that go on from tile to tile. */
function terrain(seed: number, octaves = 5): (x: number, y: number) => number {
  const at = (x: number, y: number): number => {
    let hash = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263) + Math.imul(seed, 1_274_126_177);
    hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
  };
  const smooth = (x: number, y: number): number => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [eased(x - left), eased(y - top)];
    const upper = at(left, top) * (1 - u) + at(left + 1, top) * u;
    return upper * (1 - v) + (at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u) * v;
  };
  return (x, y) => {
    let [sum, weight, total] = [0, 1, 0];
    for (let octave = 0; octave < octaves; octave++, weight /= 2) {
      sum += smooth(x * 2 ** octave, y * 2 ** octave) * weight;
      total += weight;
    }
    return sum / total;
  };
}

/** The same values in less time for pixels of a tile: each fourth is computed, the others are between them. */
function sampled(side: number, valueAt: (x: number, y: number) => number): (x: number, y: number) => number {
  const width = side / 4 + 2;
  const values = new Float64Array(width * width).map((_, at) => valueAt((at % width) * 4, Math.floor(at / width) * 4));
  return (x, y) => {
    const at = (y >> 2) * width + (x >> 2);
    const [u, v] = [(x & 3) / 4, (y & 3) / 4];
    const upper = (values[at] as number) * (1 - u) + (values[at + 1] as number) * u;
    const lower = (values[at + width] as number) * (1 - u) + (values[at + width + 1] as number) * u;
    return upper * (1 - v) + lower * v;
  };
}

/** How a tile is encoded: JPEG with its quality, PNG with all colours or with few. */
export type Encoding = number | 'png' | 'palette';

export function encoded({ side, pixels }: Canvas, encoding: Encoding): Buffer {
  if (typeof encoding === 'number') {
    const opaque = Buffer.from(pixels);
    for (let at = 3; at < opaque.length; at += 4) opaque[at] = 255;
    return jpeg.encode({ data: opaque, width: side, height: side }, encoding).data;
  }
  const png = new PNG({ width: side, height: side });
  png.data = Buffer.from(pixels);
  // Few levels and a pattern in place of the others, as programs write palettes.
  if (encoding === 'palette') {
    for (let at = 0; at < pixels.length; at++) {
      if (at % 4 === 3) continue;
      const [x, y] = [(at >> 2) % side, Math.floor((at >> 2) / side)];
      const step =
        (pixels[at] as number) +
        ([0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5][(y % 4) * 4 + (x % 4)] as number) -
        8;
      png.data[at] = Math.min(255, Math.max(0, Math.round(step / 16) * 16));
    }
  }
  return PNG.sync.write(png, { colorType: 6, filterType: 0, deflateLevel: 6, deflateStrategy: 0 });
}

type Random = () => number;

export type Style = (canvas: Canvas, tile: TilePosition, random: Random) => void;

type Place = readonly [latitude: number, longitude: number];

/** Where people live, and where there may be nothing. */
export const CITIES: readonly Place[] = [
  [52.52, 13.4],
  [40.71, -74.01],
  [35.68, 139.69],
  [48.86, 2.35],
];
export const SEA: readonly Place[] = [
  [0, -30],
  [-40, -120],
  [35, -45],
  [-30, 80],
];

const WORDS = 'ALTDORF NEUSTADT BERG MILL LANE RIVA PORTO SAN MARCO OAK STREET LINDEN HAFEN SEE PARK RATHAUS'.split(
  ' ',
);
const one = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;
const between = (low: number, high: number, random: Random): number => low + random() * (high - low);

function way(side: number, random: Random): [number, number][] {
  const angle = random() < 0.4 ? one([0, Math.PI / 2], random) : random() * Math.PI;
  const [x, y] = [random() * side, random() * side];
  return Array.from({ length: 29 }, (_, index) => {
    const along = (index / 14 - 1) * side;
    return [x + Math.cos(angle) * along + between(-2, 2, random), y + Math.sin(angle) * along + between(-2, 2, random)];
  });
}

/** The colours of land, water, roads, letters and what is around these, in hexadecimal digits. */
const palette = (colours: string): readonly Colour[] =>
  colours.split(' ').map((colour) => [...Buffer.from(colour, 'hex')] as unknown as Colour);
const LIGHT = palette('f2efe9 aad3df beb4aa 282828 ffffff');
const GREY = palette('f8f8f8 d4dadc e1e1e1 787878 ffffff');

/** A street map as dense as its zoom. */
const streets =
  (colours: readonly Colour[], density = 1): Style =>
  (canvas, { zoom, x, y }, random) => {
    const [land, water, road, text, halo] = colours as [Colour, Colour, Colour, Colour, Colour];
    const { side } = canvas;
    const height = terrain(7 + Math.floor(random() * 1000), 3);
    const wet = between(0.25, 0.45, random);
    const levelAt = sampled(side, (px, py) => height(x * 2 + px / 120, y * 2 + py / 120));
    canvas.shade((px, py) => (levelAt(px, py) < wet ? water : land));
    for (let index = 0; index < (6 + zoom) * density; index++)
      canvas.line(way(side, random), one([1, 1, 2, 4, 7], random), road);
    for (let index = 0; index < 7 * density; index++)
      canvas.write(one(WORDS, random), random() * side, random() * side, {
        height: one([7, 9, 12], random),
        colour: text,
        halo,
        angle: random() < 0.3 ? between(-1, 1, random) : 0,
      });
  };

export const STREETS = streets(LIGHT, 0.5);

const photo: Style = (canvas, { x, y }, random) => {
  const large = terrain(Math.floor(random() * 1000), 4);
  const shareAt = sampled(canvas.side, (px, py) => large(x * 3 + px / 60, y * 3 + py / 60));
  const [from, to] = [between(30, 110, random), between(90, 190, random)];
  canvas.shade((px, py) => {
    const level = from + (to - from) * shareAt(px, py);
    return [level * 0.8, level, level * 0.7];
  });
  for (let index = 0; index < 24; index++) {
    const [left, top] = [random() * canvas.side, random() * canvas.side];
    canvas.box(left, top, between(4, 20, random), between(4, 20, random), [between(60, 220, random), 120, 110], 0.8);
  }
  canvas.noise(random, between(5, 40, random));
};

const plain =
  (colour: Colour, noise = 0): Style =>
  (canvas, _, random) =>
    void canvas.fill(colour).noise(random, noise);

const coast: Style = (canvas, { x, y }, random) => {
  const height = terrain(Math.floor(random() * 50), 5);
  const levelAt = sampled(canvas.side, (px, py) => height(x + px / 200, y + py / 200));
  const sea = between(0.35, 0.65, random);
  canvas.shade((px, py) => (levelAt(px, py) > sea ? [240, 236, 220] : [160, 200, 225]));
};

/** Shaded heights; as an overlay, shadows on nothing. */
const relief =
  (isOverlay: boolean): Style =>
  (canvas, { x, y }, random) => {
    const height = terrain(Math.floor(random() * 1000), 6);
    const at = (px: number, py: number): number => height(x * 2 + px / 110, y * 2 + py / 110);
    const slopeAt = sampled(canvas.side, (px, py) => (at(px, py) - at(px + 1, py + 1)) * 4_000);
    canvas.shade((px, py) => {
      const grey = Math.min(255, Math.max(0, 190 + slopeAt(px, py)));
      if (!isOverlay) return [grey, grey, grey];
      canvas.mix(px, py, [0, 0, 0], Math.min(0.6, Math.max(0, (190 - grey) / 120)));
      return null;
    });
  };

/** Few paths on nothing; nothing at all in most tiles. */
const trails: Style = (canvas, _, random) => {
  if (random() > 0.7) return;
  for (let index = 0; index < 4; index++) canvas.line(way(canvas.side, random), 3, [220, 30, 30], 0.8);
};

export const over =
  (...styles: readonly Style[]): Style =>
  (canvas, tile, random) => {
    for (const style of styles) style(canvas, tile, random);
  };

/** What a provider writes on each tile that is no notice. */
const credit =
  (text: string): Style =>
  (canvas) => {
    const { side } = canvas;
    const width = text.length * 6 + 4;
    canvas.box(side - width, side - 11, width, 11, [255, 255, 255], 0.7);
    canvas.write(text, side - width / 2, side - 5, { height: 7, colour: [60, 60, 60] });
  };
const border: Style = (canvas) => {
  const { side } = canvas;
  canvas.box(0, 0, side, 1, [200, 60, 60], 0.7).box(0, 0, 1, side, [200, 60, 60], 0.7);
};
const grid =
  (width: number): Style =>
  (canvas) => {
    const { side } = canvas;
    for (let at = side / 5; at < side; at += side / 4)
      canvas.box(at, 0, width, side, [80, 80, 80], 0.9).box(0, at, side, width, [80, 80, 80], 0.9);
  };

export interface TileKind {
  readonly name: string;
  readonly style: Style;
  readonly places?: readonly Place[];
  readonly isOverlay?: boolean;
  readonly encoding?: Encoding;
}

const LONG_CREDIT = '© OPENSTREETMAP CONTRIBUTORS';

export const MAPS: readonly TileKind[] = [
  { name: 'streets', style: STREETS },
  { name: 'dense streets', style: streets(LIGHT, 2.5), encoding: 'palette' },
  { name: 'grey streets with a credit', style: over(streets(GREY), credit(LONG_CREDIT)) },
  { name: 'a compressed photo', style: photo, encoding: 70 },
  { name: 'a photo with a credit', style: over(photo, credit(LONG_CREDIT)), encoding: 80 },
  { name: 'a photo with a grid', style: over(photo, grid(2)) },
  { name: 'a coast with a border', style: over(coast, border) },
  { name: 'relief', style: relief(false) },
  { name: 'relief as overlay', style: relief(true), isOverlay: true },
  { name: 'trails that are rare', style: trails, isOverlay: true },
  { name: 'sea', style: plain([170, 211, 223]), places: SEA },
];

/** Letters that are the same on each tile, around a place of it. */
export const stamp =
  (text: string, lettering: Partial<Lettering> = {}, x = 0.5, y = 0.5): Style =>
  (canvas) =>
    void canvas.write(text, x * canvas.side, y * canvas.side, { height: 16, colour: [60, 60, 60], ...lettering });

const RED = { colour: [200, 0, 0] } as const;
const THROUGH = { colour: [0, 0, 0], opacity: 0.6, height: 18, angle: -0.6 } as const;
const WHITE = { colour: [255, 255, 255], halo: [0, 0, 0] } as const;

/** A stamp at another height of each tile. */
export const moving =
  (text: string, lettering: Partial<Lettering> = {}): Style =>
  (canvas, tile, random) =>
    stamp(text, lettering, 0.5, between(0.2, 0.8, random))(canvas, tile, random);

/** What servers send in place of a map, or write over it. */
export const NOTICES: readonly TileKind[] = [
  { name: 'letters on one colour', style: over(plain([230, 225, 215]), stamp('API KEY REQUIRED')) },
  { name: 'small letters', style: over(plain([240, 240, 240]), stamp('INVALID TOKEN', { height: 8 })) },
  { name: 'letters and noise', style: over(plain([190, 180, 170], 20), stamp('QUOTA EXCEEDED')), encoding: 80 },
  {
    name: 'letters that move on one colour',
    style: over(plain([200, 220, 200]), moving('ACCESS BLOCKED', { height: 11 })),
  },
  {
    name: 'another colour each time',
    style: over(
      (canvas, _, random) => void canvas.fill([between(120, 255, random), 200, 180]),
      stamp('UPGRADE REQUIRED'),
    ),
  },
  {
    name: 'only coordinates',
    style: over(plain([238, 238, 238]), (canvas, tile, random) =>
      stamp(`${tile.zoom}/${tile.x}/${tile.y}`, { height: 11 })(canvas, tile, random),
    ),
  },
  {
    name: 'another time at each request',
    style: over(plain([220, 220, 200]), stamp('BLOCKED UNTIL', RED, 0.5, 0.3), (canvas, tile, random) =>
      stamp(String(Math.floor(random() * 1e6)), {}, 0.5, 0.6)(canvas, tile, random),
    ),
  },
  {
    name: 'a picture of its own',
    style: over((canvas) => photo(canvas, { zoom: 1, x: 5, y: 5 }, seeded(77)), stamp('API KEY REQUIRED', WHITE)),
  },
  { name: 'a stamp on streets', style: over(STREETS, stamp('API KEY REQUIRED', RED)) },
  {
    name: 'a stamp that shows through on grey streets',
    style: over(streets(GREY), stamp('API KEY REQUIRED', THROUGH)),
  },
  { name: 'a stamp that moves on streets', style: over(STREETS, moving('ACCESS BLOCKED', RED)) },
  {
    name: 'repeated letters on streets',
    style: over(STREETS, ...[0.15, 0.4, 0.65, 0.9].map((y) => stamp('KEY REQUIRED', { height: 9, ...RED }, 0.3, y))),
  },
  {
    name: 'a box with letters',
    style: over(
      STREETS,
      (canvas) => void canvas.box(20, 90, 216, 70, [255, 255, 255], 0.9),
      stamp('KEY REQUIRED', RED),
    ),
  },
];

export function drawTile(style: Style, tile: TilePosition, seed: number): Canvas {
  const canvas = new Canvas(256);
  style(canvas, tile, seeded(seed));
  return canvas;
}

const pictures = new Map<Style, Map<string, Buffer>>();

/** A PNG, which is drawn once for all tests of a process. */
export function tilePicture(style: Style, { zoom, x, y }: TilePosition, seed: number): Buffer {
  const known = pictures.get(style) ?? new Map<string, Buffer>();
  const key = `${seed} ${zoom}/${x}/${y}`;
  const picture = known.get(key) ?? encoded(drawTile(style, { zoom, x, y }, seed), 'png');
  pictures.set(style, known.set(key, picture));
  return picture;
}

export function judgedTile(canvas: Canvas, tile: TilePosition, encoding: Encoding = 'png'): JudgedTile {
  const bytes = encoded(canvas, encoding);
  return { tile, bytes, picture: decodePicture(bytes) };
}

/** Tiles of a kind at its places, on two zooms. */
export const tilesOf = ({ style, places = CITIES, encoding }: TileKind, seed: number): JudgedTile[] =>
  places.map(([latitude, longitude], index) => {
    const tile = tileAt(latitude, longitude, 12 - (index % 2) * 2);
    return judgedTile(drawTile(style, tile, seed * 100 + index), tile, encoding);
  });

/** A PNG with each pixel four times: a tile for screens of high resolution. */
export function doubled(png: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(png);
  const large = new PNG({ width: 2 * width, height: 2 * height });
  for (let at = 0; at < large.data.length; at += 4) {
    const [x, y] = [((at / 4) % large.width) >> 1, Math.floor(at / 4 / large.width) >> 1];
    data.copy(large.data, at, (y * width + x) * 4, (y * width + x + 1) * 4);
  }
  return PNG.sync.write(large);
}
