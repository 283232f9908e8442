/** Draws tiles for the tests, from a seed: lines, areas, letters of a small font, noise; and encodes them. */
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';

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

/** How letters are drawn. */
export interface Lettering {
  /** The height of a letter in pixels. */
  readonly height: number;
  readonly colour: Colour;
  /** From 0 to 1. */
  readonly opacity?: number;
  /** In radians. */
  readonly angle?: number;
  /** A colour around the letters. */
  readonly halo?: Colour;
}

/** A picture that is drawn. */
export class Canvas {
  readonly side: number;
  readonly pixels: Uint8Array;

  constructor(side: number) {
    this.side = side;
    this.pixels = new Uint8Array(side * side * 4);
  }

  /** Mixes a colour into a pixel. */
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

  /** Colours each pixel; null leaves it. */
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

  /** Writes letters around a position. */
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

  /** Changes each pixel a little. */
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
export function terrain(seed: number, octaves = 5): (x: number, y: number) => number {
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
export function sampled(side: number, valueAt: (x: number, y: number) => number): (x: number, y: number) => number {
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

/** The bytes of a picture. */
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
  return PNG.sync.write(png, { colorType: 6, filterType: 0, deflateLevel: 1 });
}
