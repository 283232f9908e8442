/** Maps as real servers draw them: each is a function of the position of a tile, so that neighbours fit together. */
import { Dice, hashed, hills, mix, noise } from './random.ts';
import { coveredRows, type Paint, type Point, Raster } from './raster.ts';
import { landIn, type Position } from './world.ts';

/** Draws one tile of a map. The seed is that of the server. */
export type DrawTile = (tile: Position, seed: number, size: number) => Raster;

/** The colours of a street map. */
interface Theme {
  readonly land: Paint;
  readonly sea: Paint;
  readonly park: Paint;
  readonly block: Paint;
  readonly minor: Paint;
  readonly major: Paint;
  readonly casing: Paint;
  readonly label: Paint;
  readonly halo: Paint;
}

const theme = (...colours: readonly string[]): Theme => {
  const [land, sea, park, block, minor, major, casing, label, halo] = colours.map(
    (hex): Paint => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Paint,
  ) as [Paint, Paint, Paint, Paint, Paint, Paint, Paint, Paint, Paint];
  return { land, sea, park, block, minor, major, casing, label, halo };
};

/** Usual styles: colourful, light grey, dark, yellow roads, black and white, German, pale, night blue. */
const THEMES: readonly Theme[] = [
  theme('f2efe9', 'aad3df', 'c8facc', 'e0dfdf', 'ffffff', 'fcd6a4', 'bbbbbb', '333333', 'ffffff'),
  theme('fafaf8', 'd4dadc', 'eef0ea', 'f2f2f0', 'ffffff', 'ffffff', 'e3e3e1', '808080', 'ffffff'),
  theme('0e0e0e', '2c353c', '141414', '181818', '262626', '343434', '0a0a0a', '8c8c8c', '0e0e0e'),
  theme('e9e5dc', 'a3ccff', 'cbe6a3', 'f0ede5', 'ffffff', 'ffe168', 'd6d2c4', '444444', 'ffffff'),
  theme('ffffff', '000000', 'e8e8e8', 'ffffff', '888888', '000000', 'ffffff', '000000', 'ffffff'),
  theme('f3f1e6', 'b5d0ea', 'b9d7a0', 'e8d9cf', 'fefefe', 'e9524c', '777777', '222222', 'fdfdfd'),
  theme('f8f4f0', 'a0c8f0', 'd8e8c8', 'eee6dd', 'ffffff', 'ffeeaa', 'cfcdca', '765432', 'fffaf0'),
  theme('1b2b4b', '0b1528', '21375a', '203050', '3a5078', '5f7fb0', '101c34', 'c0d0f0', '0b1528'),
];

/** The position of the left upper corner of a tile in the pixels of its zoom level. */
const originOf = ({ x, y }: Position, size: number): Point => [x * size, y * size];

/** A different seed for each zoom level, as maps show other things there. */
const seedAt = (seed: number, { zoom }: Position): number => seed * 64 + zoom;

const SYLLABLES = [
  'ber',
  'lin',
  'stra',
  'mon',
  'te',
  'vil',
  'la',
  'ham',
  'ford',
  'kir',
  'sund',
  'ro',
  'pa',
  'ne',
  'wald',
];

/** A name for a place or a road. */
function nameFrom(seed: number, x: number, y: number): string {
  const count = 2 + Math.floor(hashed(seed + 1, x, y) * 2.4);
  const parts = Array.from({ length: count }, (_, index) => {
    return SYLLABLES[Math.floor(hashed(seed + 2 + index, x, y) * SYLLABLES.length)];
  });
  const name = parts.join('');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The share of land of each pixel, of the last tiles: all maps of a place need it. */
const lands = new Map<string, Float32Array>();

function landShares(tile: Position, size: number): Float32Array {
  const key = `${tile.zoom}/${tile.x}/${tile.y} ${size}`;
  const shares = lands.get(key) ?? new Float32Array(size * size);
  if (!lands.has(key)) {
    for (const { y, cover } of coveredRows(landIn(tile, size), size)) shares.set(cover, y * size);
    if (lands.size >= 32) lands.clear();
    lands.set(key, shares);
  }
  return shares;
}

/** The land of a tile on its sea. */
function coast(tile: Position, size: number, land: Paint, sea: Paint): Raster {
  const raster = new Raster(size, sea);
  landShares(tile, size).forEach((share, pixel) => {
    if (share > 0) raster.blend(pixel % size, Math.floor(pixel / size), land, Math.min(1, share));
  });
  return raster;
}

/** The corners of a bent grid around a tile. */
function* gridAround(
  tile: Position,
  size: number,
  step: number,
  seed: number,
): Generator<{
  readonly column: number;
  readonly row: number;
  readonly corner: (right: number, down: number) => Point;
}> {
  const [left, top] = originOf(tile, size);
  for (let row = Math.floor(top / step) - 1; row <= (top + size) / step + 1; row++) {
    for (let column = Math.floor(left / step) - 1; column <= (left + size) / step + 1; column++) {
      const corner = (right: number, down: number): Point => {
        const [x, y] = [column + right, row + down];
        return [
          (x + 0.7 * hashed(seed, x, y) - 0.35) * step - left,
          (y + 0.7 * hashed(seed + 9, x, y) - 0.35) * step - top,
        ];
      };
      yield { column, row, corner };
    }
  }
}

/** Which points of a tile are on land; those around it are as the nearest. */
function landMask(tile: Position, size: number): (x: number, y: number) => boolean {
  const shares = landShares(tile, size);
  const within = (at: number): number => Math.min(size - 1, Math.max(0, Math.round(at)));
  return (x, y) => (shares[within(y) * size + within(x)] as number) > 0.504;
}

/** A street map. Density 1 is a city, 0.1 the country. */
export function street(themeNumber: number, density = 1): DrawTile {
  const colours = THEMES[themeNumber % THEMES.length] as Theme;
  return (tile, serverSeed, size) => {
    const seed = seedAt(serverSeed, tile);
    const raster = coast(tile, size, colours.land, colours.sea);
    const isOnLand = landMask(tile, size);
    const isTown = tile.zoom >= 9;
    const step = ((isTown ? 34 + 30 * hashed(serverSeed, 1, 1) : 64) * size) / 256;
    const [left, top] = originOf(tile, size);
    const cells = [...gridAround(tile, size, step, seed)];
    for (const { column, row, corner } of cells) {
      if (!isOnLand(...corner(0, 0))) continue;
      const kind = hashed(seed + 3, column, row);
      const ring = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
      if (kind < 0.12) raster.area([ring], colours.park);
      else if (kind < 0.12 + 0.4 * density && isTown) raster.area([ring], colours.block);
    }
    raster.shade((x, y) => {
      if (!isOnLand(x, y)) return null;
      const bend = hills(seed + 5, (left + x) / (size * 1.3), (top + y) / (size * 1.3), 3);
      return Math.abs(bend - 0.5) < 0.008 ? colours.sea : null;
    });
    const isMain = (number: number): boolean => number % 4 === 0;
    const roads = cells.flatMap(({ column, row, corner }) => {
      if (!isOnLand(...corner(0, 0))) return [];
      const across = { isMajor: isMain(row), line: [corner(0, 0), corner(1, 0)] };
      const down = { isMajor: isMain(column), line: [corner(0, 0), corner(0, 1)] };
      return [across, down].filter(({ isMajor }, index) => {
        return (
          hashed(seed + 20 + index, column, row) < (isMajor ? Math.max(0.5, density) : density * (isTown ? 0.8 : 0.15))
        );
      });
    });
    const scale = size / 256;
    const [major, minor] = [roads.filter(({ isMajor }) => isMajor), roads.filter(({ isMajor }) => !isMajor)];
    const all = (list: typeof roads): (readonly Point[])[] => list.map(({ line }) => line);
    const width = isTown ? 3.2 : 1;
    raster.lines(all(minor), (width + 1.5) * scale, colours.casing);
    raster.lines(all(minor), width * scale, colours.minor);
    raster.lines(all(major), (width * 2 + 2) * scale, colours.casing);
    raster.lines(all(major), width * 2 * scale, colours.major);
    for (const { column, row, corner } of cells) {
      const at = corner(0.5, 0.3);
      if (hashed(seed + 30, column, row) > 0.16 * Math.max(0.3, density) || !isOnLand(...at)) continue;
      const height = (5 + 4 * hashed(seed + 31, column, row)) * scale;
      if (!isTown) raster.disc([at[0], at[1] + height * 1.2], 2 * scale, colours.label);
      raster.text(nameFrom(seed, column, row), {
        at,
        height,
        paint: colours.label,
        halo: { paint: colours.halo, width: 1 },
        rotation: isTown && hashed(seed + 32, column, row) > 0.5 ? 90 * (hashed(seed + 33, column, row) - 0.5) : 0,
      });
    }
    return raster;
  };
}

/** Height above the sea, from 0 to 1. */
const heightAt = (tile: Position, seed: number, size: number) => {
  const [left, top] = originOf(tile, size);
  const scale = size * (tile.zoom < 9 ? 0.45 : 0.9);
  return (x: number, y: number): number => hills(seedAt(seed, tile), (left + x) / scale, (top + y) / scale, 5);
};

/** How much light falls on a slope: 1 in a plain. */
function lightOn(height: (x: number, y: number) => number, x: number, y: number, strength: number): number {
  return 1 + strength * (height(x, y) - height(x + 1.5, y + 1.5)) * 30;
}

/** A topographic map with contours, and shaded hills if they are wanted. */
export function topographic(isShaded: boolean, paper: Paint = [247, 243, 228]): DrawTile {
  return (tile, serverSeed, size) => {
    const seed = seedAt(serverSeed, tile);
    const raster = coast(tile, size, paper, [176, 212, 238]);
    const isOnLand = landMask(tile, size);
    const height = heightAt(tile, serverSeed, size);
    const [left, top] = originOf(tile, size);
    const heights = new Float32Array((size + 1) * (size + 1));
    for (let y = 0; y <= size; y++) for (let x = 0; x <= size; x++) heights[y * (size + 1) + x] = height(x, y);
    const at = (x: number, y: number): number => heights[y * (size + 1) + x] as number;
    raster.shade((x, y) => {
      if (!isOnLand(x, y)) return null;
      const here = at(x, y);
      const isForest = noise(seed + 40, (left + x) / 47, (top + y) / 47) > 0.55;
      const level = Math.floor(here * 36);
      const isLine = level !== Math.floor(at(x + 1, y) * 36) || level !== Math.floor(at(x, y + 1) * 36);
      const light = isShaded ? 1 + (here - at(x + 1, y + 1)) * 22 : 1;
      const ground: Paint = isForest ? [200, 224, 170] : paper;
      if (isLine) return level % 5 === 0 ? [150, 92, 40] : [196, 150, 100];
      const [red, green, blue] = ground.map((value) => (value as number) * Math.max(0.45, Math.min(1.1, light)));
      return [red as number, green as number, blue as number];
    });
    for (const { column, row, corner } of gridAround(tile, size, size / 3, seed)) {
      if (!isOnLand(...corner(0, 0))) continue;
      raster.lines([[corner(0, 0), corner(1, 0)]], 1.4, [40, 40, 40, 0.8]);
      if (hashed(seed + 4, column, row) < 0.5) raster.dashes([corner(0, 0), corner(0, 1)], 1.1, [120, 60, 20], 4);
      const label =
        hashed(seed + 5, column, row) < 0.5
          ? nameFrom(seed, column, row)
          : String(200 + ((column * 37 + row * 91) % 2400));
      raster.text(label, {
        at: corner(0.5, 0.5),
        height: 7,
        paint: [30, 30, 30],
        halo: { paint: [...paper.slice(0, 3), 0.8] as unknown as Paint, width: 1 },
      });
    }
    return raster;
  };
}

/** Photos from above: fields, forests and towns, and a dark sea. */
export const photo: DrawTile = (tile, serverSeed, size) => {
  const seed = seedAt(serverSeed, tile);
  const isOnLand = landMask(tile, size);
  const [left, top] = originOf(tile, size);
  const raster = new Raster(size, [14, 30, 58]);
  const field = tile.zoom < 9 ? 11 : 42;
  raster.shade((x, y) => {
    const [column, row] = [left + x, top + y];
    const grain = hashed(seed + 50, column, row) * 10;
    if (!isOnLand(x, y)) {
      const swell = hills(seed + 51, column / 90, row / 90, 3) * 16;
      return [6 + swell * 0.4 + grain * 0.2, 22 + swell + grain * 0.2, 46 + swell + grain * 0.2];
    }
    const [bentX, bentY] = [
      column / field + noise(seed + 52, column / 60, row / 60) * 2,
      row / field + noise(seed + 53, column / 60, row / 60) * 2,
    ];
    const crop = hashed(seed + 54, Math.floor(bentX), Math.floor(bentY));
    const isForest = hills(seed + 55, column / 110, row / 110, 4) > 0.54;
    const texture = noise(seed + 56, column / 3, row / 3) * 26;
    if (isForest) return [28 + texture + grain, 48 + texture + grain, 26 + texture * 0.6 + grain];
    const furrow = crop > 0.6 ? Math.sin((column * (crop - 0.5) + row) * 1.3) * 6 : 0;
    return [
      mix(95, 165, crop) + texture + grain + furrow,
      mix(105, 145, crop) + texture + grain + furrow,
      mix(62, 98, crop) + texture * 0.6 + grain,
    ];
  });
  if (tile.zoom >= 9) {
    for (const { column, row, corner } of gridAround(tile, size, 70, seed)) {
      if (isOnLand(...corner(0, 0)) && hashed(seed + 57, column, row) < 0.6)
        raster.lines([[corner(0, 0), corner(1, 0)]], 2, [190, 184, 172, 0.8]);
    }
  }
  return raster;
};

/** Sand with dunes, or ice, as photos show it. */
export function bare(what: 'sand' | 'ice'): DrawTile {
  return (tile, serverSeed, size) => {
    const seed = seedAt(serverSeed, tile);
    const [left, top] = originOf(tile, size);
    const raster = new Raster(size, [255, 255, 255]);
    raster.shade((x, y) => {
      const [column, row] = [left + x, top + y];
      const grain = hashed(seed + 60, column, row) * 3;
      const slow = hills(seed + 61, column / 160, row / 160, 3);
      if (what === 'ice') return [232 + slow * 16 + grain, 238 + slow * 13 + grain, 245 + slow * 8 + grain];
      const dune = Math.sin((column * 0.3 + row + hills(seed + 62, column / 50, row / 50, 2) * 60) / 6) * 9 * slow;
      return [196 + slow * 40 + dune + grain, 164 + slow * 36 + dune + grain, 112 + slow * 30 + dune + grain];
    });
    return raster;
  };
}

/** A chart of the sea with depths. */
export const nautical: DrawTile = (tile, serverSeed, size) => {
  const seed = seedAt(serverSeed, tile);
  const raster = coast(tile, size, [250, 232, 170], [204, 230, 246]);
  const isOnLand = landMask(tile, size);
  const height = heightAt(tile, serverSeed + 3, size);
  raster.shade((x, y) => {
    if (isOnLand(x, y)) return null;
    const level = Math.floor(height(x, y) * 14);
    if (level !== Math.floor(height(x + 1, y) * 14)) return [90, 130, 190];
    return level < 5 ? [160, 205, 236] : null;
  });
  for (const { column, row, corner } of gridAround(tile, size, 46, seed)) {
    if (isOnLand(...corner(0, 0))) continue;
    const depth = String(Math.floor(hashed(seed, column, row) * 180));
    raster.text(depth, { at: corner(0, 0), height: 6, paint: [60, 60, 80], stroke: 0.9 });
  }
  return raster;
};

/** A scan of an old map: yellow paper with stains, hatching and thin black lines. */
export const historic: DrawTile = (tile, serverSeed, size) => {
  const seed = seedAt(serverSeed, tile);
  const raster = new Raster(size, [226, 208, 168]);
  const isOnLand = landMask(tile, size);
  const [left, top] = originOf(tile, size);
  const height = heightAt(tile, serverSeed + 8, size);
  raster.shade((x, y) => {
    const [column, row] = [left + x, top + y];
    const stain = hills(seed + 70, column / 120, row / 120, 4) * 40 + hashed(seed + 71, column, row) * 14;
    const slope = Math.abs(height(x, y) - height(x + 2, y));
    const isHatched = isOnLand(x, y) ? slope > 0.016 && (column + row) % 4 === 0 : row % 5 === 0;
    const dark = isHatched ? 60 : 0;
    return [250 - stain - dark, 232 - stain - dark, 190 - stain * 1.2 - dark];
  });
  for (const { column, row, corner } of gridAround(tile, size, 55, seed)) {
    if (!isOnLand(...corner(0, 0))) continue;
    if (hashed(seed + 72, column, row) < 0.7) raster.lines([[corner(0, 0), corner(1, 0)]], 1, [50, 36, 26, 0.9]);
    if (hashed(seed + 73, column, row) < 0.2)
      raster.text(nameFrom(seed, column, row), { at: corner(0.5, 0.5), height: 8, paint: [44, 30, 22], stroke: 1 });
  }
  return raster;
};

/** Transparent overlays: trails, marks at sea, shaded hills, railways, names. */
export function overlay(what: 'trails' | 'sea marks' | 'hills' | 'railways' | 'names'): DrawTile {
  return (tile, serverSeed, size) => {
    const seed = seedAt(serverSeed, tile);
    const raster = new Raster(size);
    const isOnLand = landMask(tile, size);
    if (what === 'hills') {
      const height = heightAt(tile, serverSeed, size);
      raster.shade((x, y) => {
        const light = lightOn(height, x, y, 1);
        return isOnLand(x, y) && light < 1 ? [0, 0, 0, Math.min(0.6, 1 - light)] : null;
      });
      return raster;
    }
    for (const { column, row, corner } of gridAround(tile, size, what === 'names' ? 60 : 90, seed)) {
      const lot = hashed(seed + 80, column, row);
      const onLand = isOnLand(...corner(0, 0));
      if (what === 'sea marks') {
        if (onLand || lot > 0.5) continue;
        raster.disc(corner(0, 0), 4, lot < 0.25 ? [220, 30, 30] : [20, 150, 60]);
        raster.lines([[corner(0, 0), [corner(0, 0)[0], corner(0, 0)[1] - 12]]], 1.5, [30, 30, 30]);
      } else if (onLand && what === 'trails' && lot < 0.5) {
        raster.lines([[corner(0, 0), corner(1, 0), corner(1, 1)]], 3, [220, 40, 40, 0.7]);
      } else if (onLand && what === 'railways' && lot < 0.35) {
        raster.lines([[corner(0, 0), corner(1, 0)]], 3.4, [60, 60, 60]);
        raster.dashes([corner(0, 0), corner(1, 0)], 1.8, [255, 255, 255], 6);
      } else if (onLand && what === 'names' && lot < 0.4) {
        raster.text(nameFrom(seed, column, row), {
          at: corner(0, 0),
          height: 7,
          paint: [40, 40, 40],
          halo: { paint: [255, 255, 255, 0.8], width: 1.2 },
        });
      }
    }
    return raster;
  };
}

/** Draws a small credit or logo into a corner, at the same place of each tile. */
export function withCredit(draw: DrawTile, seed: number): DrawTile {
  const dice = new Dice(seed);
  const text = dice.one(['© OSM', '© MapCo', 'Geo24', '© OpenMaps 2026', 'tiles: Acme']);
  const height = dice.between(4.5, 6.5);
  const isLogo = dice.chance(0.4);
  const [isRight, isLower] = [dice.chance(0.7), dice.chance(0.85)];
  return (tile, serverSeed, size) => {
    const raster = draw(tile, serverSeed, size);
    const width = [...text].length * height * 0.9 + 6;
    const x = isRight ? size - width / 2 - 2 : width / 2 + 2;
    const y = isLower ? size - height : height;
    if (isLogo) {
      raster.disc([isRight ? size - 10 : 10, y - 2], 6, [250, 250, 250, 0.8]);
      raster.disc([isRight ? size - 10 : 10, y - 2], 3, [220, 60, 40, 0.9]);
    } else {
      raster.box(x - width / 2, y - height * 0.9, width, height * 1.8, [255, 255, 255, 0.6]);
      raster.text(text, { at: [x, y], height, paint: [60, 60, 60], stroke: 0.9 });
    }
    return raster;
  };
}
