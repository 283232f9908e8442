/** A tile server on loopback that draws into each tile which one it is, for eyes and for tests. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

/** A request for a tile. */
export interface TileRequest {
  /** `/map/6/31/22.png?lang=de` */
  readonly path: string;
  readonly host: string;
  readonly referer: string | undefined;
}

/** A tile server that ends with the test. */
export interface TestTileServer {
  /** `127.0.0.1:1234`; it is also reached as `localhost` of the same port. */
  readonly host: string;
  readonly port: number;
  /** What it was asked for, in order. */
  readonly requests: readonly TileRequest[];
  /** Answers those that hang with their tiles, and those that are asked for from now on. */
  release(): void;
}

type Colour = readonly [red: number, green: number, blue: number];

/** What the first folder of a path asks for; anything else is 404. */
const KINDS: Readonly<Record<string, 'tile' | 'stripe' | 'hang' | 'text' | 'cut' | number>> = {
  /** `/map/z/x/y.png`: a tile full of `tileColour(z, x, y)`. */
  map: 'tile',
  /** `/swapped/z/y/x.png`: the same, with y before x. */
  swapped: 'tile',
  /** `/overlay/z/x/y.png`: transparent, but for a stripe in the middle, in `stripeColour(z, x, y)`. */
  overlay: 'stripe',
  /** Never answers, until it is released. */
  hang: 'hang',
  /** Answers 200 with a text, and lets pages know it. */
  text: 'text',
  /** Closes the connection. */
  cut: 'cut',
  /** Refuses, and lets pages know it. */
  403: 403,
  /** Refuse, and let pages know nothing. */
  429: 429,
  500: 500,
};

/** The colour of a tile: another one for each of its neighbours. */
export function tileColour(zoom: number, x: number, y: number): Colour {
  return [(zoom * 37 + 90) % 256, (x * 73 + 60) % 256, (y * 41 + 150) % 256];
}

/** The colour of the stripe of an overlay: as far from that of the tile as it can be. */
export function stripeColour(zoom: number, x: number, y: number): Colour {
  const [red, green, blue] = tileColour(zoom, x, y);
  return [(red + 128) % 256, (green + 128) % 256, (blue + 128) % 256];
}

/** Starts it on a free port. See `KINDS` for its paths. */
export async function tileServer(): Promise<TestTileServer> {
  const requests: TileRequest[] = [];
  const waiting: (() => void)[] = [];
  let isReleased = false;
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request;
    requests.push({ path, host: headers.host ?? '', referer: headers.referer });
    const [, folder = '', zoom, first, second] = /^\/(\w+)\/(\d+)\/(\d+)\/(\d+)/.exec(path) ?? [];
    const kind = KINDS[folder] ?? 404;
    const [x, y] = folder === 'swapped' ? [second, first] : [first, second];
    const send = (): void => {
      response.writeHead(200, { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' });
      response.end(tilePng(Number(zoom), Number(x), Number(y), kind === 'stripe'));
    };
    if (kind === 'tile' || kind === 'stripe') send();
    else if (kind === 'hang' && isReleased) send();
    else if (kind === 'hang') waiting.push(send);
    else if (kind === 'cut') request.socket.destroy();
    else {
      const open = kind === 'text' || kind === 403 ? { 'Access-Control-Allow-Origin': '*' } : {};
      response.writeHead(kind === 'text' ? 200 : kind, { 'Content-Type': 'text/plain', ...open }).end('no tile');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const release = (): void => {
    isReleased = true;
    for (const send of waiting.splice(0)) send();
  };
  return { host: `127.0.0.1:${port}`, port, requests, release };
}

const SIZE = 256;
/** The colours of the palette. */
const [CLEAR, FILL, INK, PAPER] = [0, 1, 2, 3];

/** The digits and the slash, each five rows of three pixels. */
const GLYPHS: Readonly<Record<string, string>> = {
  '0': '111101101101111',
  '1': '010110010010111',
  '2': '111001111100111',
  '3': '111001111001111',
  '4': '101101111001001',
  '5': '111100111001111',
  '6': '111100111101111',
  '7': '111001001001001',
  '8': '111101111101111',
  '9': '111101111001111',
  '/': '001001010100100',
};

/** Pixels of a tile for one pixel of a glyph. */
const SCALE = 4;

function tilePng(zoom: number, x: number, y: number, isStripe: boolean): Buffer {
  const pixels = new Uint8Array(SIZE * SIZE).fill(isStripe ? CLEAR : FILL);
  const fill = (left: number, top: number, width: number, height: number, colour: number): void => {
    for (let row = top; row < top + height; row++) pixels.fill(colour, row * SIZE + left, row * SIZE + left + width);
  };
  if (isStripe) fill(0, 96, SIZE, 64, FILL);
  else {
    fill(0, 0, SIZE, 1, INK);
    fill(0, 0, 1, SIZE, INK);
  }
  const text = `${zoom}/${x}/${y}`;
  const [left, top] = [(SIZE - text.length * 4 * SCALE) >> 1, 118];
  fill(left - 6, top - 6, text.length * 4 * SCALE + 8, 5 * SCALE + 12, PAPER);
  for (const [index, character] of [...text].entries()) {
    for (const [at, bit] of [...(GLYPHS[character] as string)].entries()) {
      const place = left + (index * 4 + (at % 3)) * SCALE;
      if (bit === '1') fill(place, top + Math.floor(at / 3) * SCALE, SCALE, SCALE, INK);
    }
  }
  return png(pixels, isStripe ? stripeColour(zoom, x, y) : tileColour(zoom, x, y));
}

/** A PNG with a palette of four colours, of which the first one is transparent. */
function png(pixels: Uint8Array, fill: Colour): Buffer {
  const rows = Buffer.alloc((SIZE + 1) * SIZE);
  for (let row = 0; row < SIZE; row++) rows.set(pixels.subarray(row * SIZE, (row + 1) * SIZE), row * (SIZE + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits for a pixel, by a palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([0, 0, 0, ...fill, 30, 30, 30, 255, 255, 255])),
    chunk('tRNS', Buffer.from([0])),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
