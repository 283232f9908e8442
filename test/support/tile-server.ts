/** A tile server on loopback whose tiles differ in colour. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

export interface TileRequest {
  /** `/map/6/31/22.png?lang=de` */
  readonly path: string;
  readonly host: string;
  readonly referer: string | undefined;
}

export interface TestTileServer {
  /** `127.0.0.1:1234`; it is also reached as `localhost` of the same port. */
  readonly host: string;
  readonly port: number;
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
  hang: 'hang',
  /** Answers 200 with a text, and lets pages know it. */
  text: 'text',
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
    const isStripe = kind === 'stripe';
    const colour = (isStripe ? stripeColour : tileColour)(Number(zoom), Number(x), Number(y));
    const send = (): void => {
      response.writeHead(200, { 'Content-Type': 'image/png', 'Cache-Control': 'no-store' });
      response.end(tilePng(colour, isStripe));
    };
    if (kind === 'tile' || isStripe) send();
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

/** A picture of one colour. As a stripe, only the middle of eight rows has it. Browsers stretch it to a tile. */
function tilePng(colour: Colour, isStripe: boolean): Buffer {
  const opacities = isStripe ? [0, 0, 0, 255, 255, 0, 0, 0] : [255];
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    // Eight bits for each of red, green, blue and opacity.
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, opacities.length, 8, 6, 0, 0, 0])),
    chunk('IDAT', deflateSync(Buffer.from(opacities.flatMap((opacity) => [0, ...colour, opacity])))),
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
