/** A server on loopback whose tiles are drawn for their places. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { STREETS, type Style, tilePicture } from './drawn-tiles.ts';

/** What it answers to a tile; null hangs. A picture is a PNG, if its headers say nothing else. */
export type MapAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
} | null;

/** Decides by the path of a request, the number of requests before, and its Referer. */
export type AnswerTile = (path: string, before: number, referer?: string) => MapAnswer;

export type MapServer = { readonly url: string; readonly paths: readonly string[]; answer: AnswerTile };

export function drawing(style: Style = STREETS, seed = 1): AnswerTile {
  return (path) => {
    const [zoom = 0, x = 0, y = 0] = (/(\d+)\/(\d+)\/(\d+)/.exec(path) ?? []).slice(1).map(Number);
    return { body: tilePicture(style, { zoom, x, y }, seed + x + y) };
  };
}

/** Starts a server until the test is over. @param last the last number of its address */
export async function mapServer(
  last: number,
  answer: AnswerTile = drawing(),
  host = `127.0.0.${last}`,
): Promise<MapServer> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const given = map.answer(path, paths.length, request.headers.referer);
    paths.push(path);
    if (given === null) return;
    const { status = 200, headers = {}, body = '' } = given;
    response.writeHead(status, { 'Content-Type': 'image/png', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const map: MapServer = { url: `http://${host}:${(server.address() as AddressInfo).port}`, paths, answer };
  return map;
}
