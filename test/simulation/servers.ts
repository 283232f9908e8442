/** The servers of the fleet on loopback, each on an address of its own. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HTML_PAGE, hugePicture, manyFrames } from './bad-weather.ts';
import { encoded } from './encode.ts';
import { type Answer, onDay, type SimulatedServer } from './fleet.ts';

/** The running servers. */
export interface RunningFleet {
  /** Of each server: the pattern of its addresses, and its hosts. */
  readonly addresses: ReadonlyMap<string, { readonly urlPattern: string; readonly hosts: readonly string[] }>;
  /** The requests of the day to each server, and the paths. */
  readonly requests: ReadonlyMap<string, readonly string[]>;
  /** Whether a host never answers on this day. */
  isHanging(host: string): boolean;
  /** Begins another day: no server was asked yet. */
  begin(day: number): void;
  stop(): Promise<void>;
}

/** Starts all of them. */
export async function startFleet(fleet: readonly SimulatedServer[]): Promise<RunningFleet> {
  let today = 0;
  const requests = new Map<string, string[]>(fleet.map(({ id }) => [id, []]));
  const drawn = new Map<string, Buffer>();
  const running: Server[] = [];
  const addresses = new Map<string, { urlPattern: string; hosts: string[] }>();
  let last = 0;
  for (const one of fleet) {
    const listen = async (sends: SimulatedServer['sends'], port: number): Promise<AddressInfo> => {
      const server = createServer((request, response) => {
        requests.get(one.id)?.push(request.url ?? '');
        answer(onDay(sends, today), request, response, drawn);
      });
      // The process that draws may be too busy to notice that a connection was closed.
      server.keepAliveTimeout = 600_000;
      running.push(server);
      const host = `127.0.0.${++last + 10}`;
      await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
      return server.address() as AddressInfo;
    };
    const first = await listen(one.sends, 0);
    // Both hosts have one pattern, so the second one needs the same port, which no other process has on its address.
    const second = one.second && (await listen(one.second, first.port));
    addresses.set(one.id, {
      urlPattern: `http://#{host}:${first.port}/${one.more === 'token' ? '${SIMULATED_API_KEY}/' : ''}#{zoom}/#{tilex}/#{tiley}.png`,
      hosts: [first.address, ...(second ? [second.address] : [])],
    });
  }
  return {
    addresses,
    requests,
    isHanging(host) {
      const sends = fleet.find(({ id }) => addresses.get(id)?.hosts[0] === host)?.sends ?? [];
      return sends.findLast(([day]) => day <= today)?.[1] === 'hangs';
    },
    begin(day) {
      today = day;
      for (const list of requests.values()) list.length = 0;
    },
    async stop() {
      for (const server of running) server.closeAllConnections();
      await Promise.all(running.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** All maps show the same world, in styles of their own. */
const SEED = 7;

let changes = 0;

function answer(what: Answer, request: IncomingMessage, response: ServerResponse, drawn: Map<string, Buffer>): void {
  const send = (status: number, type: string, body: string | Buffer): void => {
    response.writeHead(status, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(body);
  };
  if (what === 'down') request.socket.destroy();
  else if (what === 'html') send(200, 'text/html; charset=utf-8', HTML_PAGE);
  else if (what === 'huge') send(200, 'image/png', hugePicture());
  else if (what === 'hangs') return;
  else if ('status' in what) send(what.status, 'text/plain', 'no tile');
  else {
    const [, zoom, x, y] = /\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(request.url ?? '') ?? [];
    const { draw, encoding, how, contentType = how === 'frames' ? 'image/gif' : `image/${encoding.format}` } = what;
    const tile = { zoom: Number(zoom), x: Number(x), y: Number(y) };
    const make = (ofSeed: number): Buffer => {
      const raster = draw(tile, ofSeed, 256);
      return how === 'frames' ? manyFrames(raster) : encoded(raster, encoding);
    };
    const key = `${keyOf(draw)} ${JSON.stringify(encoding)} ${how} ${zoom}/${x}/${y}`;
    const bytes = how === 'changing' ? make(1000 + changes++) : (drawn.get(key) ?? make(SEED));
    if (how !== 'changing') drawn.set(key, bytes);
    send(200, contentType, how === 'truncated' ? bytes.subarray(0, Math.floor(bytes.length * 0.6)) : bytes);
  }
}

const numbers = new WeakMap<object, number>();
let count = 0;

/** A number for each map. */
function keyOf(what: object): number {
  const known = numbers.get(what) ?? count++;
  numbers.set(what, known);
  return known;
}
