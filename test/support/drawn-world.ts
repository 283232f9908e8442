/**
 * A world for the tests whose every place has its colour, in tiles, in pictures of any box, and in vector tiles: what is seen
 * at a pixel says whether it is in its place. It is a chessboard of the tiles of one zoom level.
 */
import { PbfWriter } from 'pbf';
import { PNG } from 'pngjs';
import { tileColour } from './tile-server.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** A place on a square map of the world: from 0 in the west to 1 in the east, and from 0 in the north to 1 in the south. */
export type WorldPlace = readonly [x: number, y: number];

/** The width of a picture in pixels, whatever was asked for: browsers stretch it. */
const SIDE = 64;

/** The width of a vector tile in its own units. */
const EXTENT = 4096;

export const GROUND = 'ground';

export class DrawnWorld {
  readonly #zoom: number;
  readonly #drawn = new Map<string, Buffer>();

  constructor(zoom: number) {
    this.#zoom = zoom;
  }

  /** The colour of a place. The world goes on in the east and in the west. */
  colourAt([x, y]: WorldPlace): Colour {
    const count = 2 ** this.#zoom;
    const column = ((Math.floor(x * count) % count) + count) % count;
    return tileColour(this.#zoom, column, Math.floor(y * count));
  }

  /** The middles of the squares around a place, and the one that it is in; none outside of the world. */
  squaresAround([x, y]: WorldPlace): WorldPlace[] {
    const count = 2 ** this.#zoom;
    const middle = (value: number, step: number): number => (Math.floor(value * count) + step + 0.5) / count;
    const steps = [-1, 0, 1];
    return steps
      .flatMap((right) => steps.map((down): WorldPlace => [middle(x, right), middle(y, down)]))
      .filter(([, height]) => height > 0 && height < 1);
  }

  /** A picture (PNG) of a box of the map of the world. */
  picture(west: number, north: number, east: number, south: number): Buffer {
    const key = [west, north, east, south].join(' ');
    const known = this.#drawn.get(key);
    if (known) return known;
    const png = new PNG({ width: SIDE, height: SIDE });
    for (let at = 0; at < SIDE * SIDE; at++) {
      const x = west + ((east - west) * ((at % SIDE) + 0.5)) / SIDE;
      const y = north + ((south - north) * (Math.floor(at / SIDE) + 0.5)) / SIDE;
      png.data.set([...this.colourAt([x, y]), 255], at * 4);
    }
    const picture = PNG.sync.write(png);
    this.#drawn.set(key, picture);
    return picture;
  }

  /** A tile (PNG), whose row is counted from the north. */
  tile(zoom: number, x: number, y: number): Buffer {
    const size = 2 ** -zoom;
    return this.picture(x * size, y * size, (x + 1) * size, (y + 1) * size);
  }

  /** A vector tile with a square for each of the chessboard, whose number is its colour. */
  vectorTile(zoom: number, x: number, y: number): Buffer {
    const count = 2 ** Math.max(0, this.#zoom - zoom);
    const side = EXTENT / count;
    const writer = new PbfWriter();
    writer.writeMessage(
      3,
      (_, layer) => {
        layer.writeStringField(1, GROUND);
        for (let at = 0; at < count * count; at++) {
          const [column, row] = [at % count, Math.floor(at / count)];
          const [red, green, blue] = this.colourAt([
            (x + (column + 0.5) / count) / 2 ** zoom,
            (y + (row + 0.5) / count) / 2 ** zoom,
          ]);
          layer.writeMessage(
            2,
            (__, feature) => {
              feature.writeVarintField(1, (red << 16) + (green << 8) + blue);
              feature.writeVarintField(3, 3);
              // To the corner, three lines, and back; numbers are doubled, and those of odd ones are below zero.
              const [right, down, back] = [2 * side, 2 * side, 2 * side - 1];
              feature.writePackedVarint(4, [9, 2 * column * side, 2 * row * side, 26, right, 0, 0, down, back, 0, 15]);
            },
            null,
          );
        }
        layer.writeVarintField(5, EXTENT);
        layer.writeVarintField(15, 2);
      },
      null,
    );
    return Buffer.from(writer.finish());
  }
}

/** The style of its vector tiles: the number of a square is its colour. */
export const GROUND_PAINT = {
  'fill-antialias': false,
  'fill-color': ['rgb', ['floor', ['/', ['id'], 65536]], ['%', ['floor', ['/', ['id'], 256]], 256], ['%', ['id'], 256]],
};

export function worldPlace(latitude: number, longitude: number): WorldPlace {
  const height = Math.asinh(Math.tan((latitude * Math.PI) / 180));
  return [longitude / 360 + 0.5, 0.5 - height / (2 * Math.PI)];
}
