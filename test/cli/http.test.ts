/** What is read from the network ends, whatever the other side does. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Network } from '../../cli/http.ts';
import { cartalog } from '../support/cli.ts';

/** Serves for as long as a test runs. */
async function serverWith(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const MEBIBYTE = Buffer.alloc(1024 * 1024, ' ');

/** Answers that never end, with how many bytes the other side has taken. */
function endless(): { answer: RequestListener; taken: () => number } {
  let bytes = 0;
  const answer: RequestListener = (_, response) => {
    const more = (): void => {
      if (response.destroyed) return;
      response.write(MEBIBYTE, (error) => {
        if (error) return;
        bytes += MEBIBYTE.length;
        setImmediate(more);
      });
    };
    more();
  };
  return { answer, taken: () => bytes };
}

/** Sends its headers, and then a byte now and then. */
const dripping: RequestListener = (_, response) => {
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

const silent: RequestListener = () => {};

const LIMITS = { responseBytes: 2 * MEBIBYTE.length, requestMs: 300, runMs: 10_000 };

describe('sender', () => {
  test('takes no more of a response than the limit, and requests nothing after it', async () => {
    const { answer, taken } = endless();
    const send = new Network(LIMITS).sender(await serverWith(answer));
    const reason = 'the response to /v1/ has more than 2 MiB, so nothing more is requested';
    await expect(send({ path: '/v1/' })).rejects.toThrow(reason);
    await expect(send({ path: '/v1/other/' })).rejects.toThrow(reason);
    expect(taken()).toBeLessThan(20 * MEBIBYTE.length);
  });

  test.each([
    ['never answers', silent],
    ['never ends', dripping],
  ])('gives up on a server that %s', async (_, answer) => {
    const send = new Network(LIMITS).sender(await serverWith(answer));
    const started = performance.now();
    await expect(send({ path: '/' })).rejects.toThrow('no complete response within 0.3 seconds');
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  test('all requests have a time limit together', async () => {
    const send = new Network({ ...LIMITS, requestMs: 60_000, runMs: 200 }).sender(await serverWith(silent));
    await expect(send({ path: '/' })).rejects.toThrow('the 0.2 seconds for all requests are over');
    await expect(send({ path: '/' })).rejects.toThrow('the 0.2 seconds for all requests are over');
  });
});

describe('fetch', () => {
  test('counts bytes after decompression', async () => {
    const zeros = gzipSync(Buffer.alloc(64 * MEBIBYTE.length));
    const url = await serverWith((_, response) => response.setHeader('Content-Encoding', 'gzip').end(zeros));
    const network = new Network(LIMITS);
    const response = await network.fetch(url, {});
    await expect(response.arrayBuffer()).rejects.toThrow(/has more than 2 MiB/);
    await expect(network.fetch(url, {})).rejects.toThrow(/has more than 2 MiB/);
  });

  test.each([
    ['never answers', silent],
    ['never ends', dripping],
  ])('gives up on a server that %s', async (_, answer) => {
    const url = await serverWith(answer);
    const read = async (): Promise<ArrayBuffer> => (await new Network(LIMITS).fetch(url, {})).arrayBuffer();
    await expect(read()).rejects.toThrow(/timeout/);
  });

  test('gives what is within the limits as it is', async () => {
    const url = await serverWith((request, response) => {
      if (request.url === '/304') response.writeHead(304, { ETag: '"a"' }).end();
      else response.writeHead(202, { ETag: '"a"' }).end('text');
    });
    const { fetch } = new Network(LIMITS);
    const response = await fetch(url, {});
    expect([response.status, response.headers.get('ETag'), await response.text()]).toEqual([202, '"a"', 'text']);
    expect((await fetch(`${url}/304`, {})).status).toBe(304);
  });
});

describe('cartalog verify', () => {
  test('ends soon at a server that never ends its first answer', async () => {
    const { answer, taken } = endless();
    const { status, stderr } = await cartalog(['verify', await serverWith(answer)]);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^cartalog: \S+ cannot be reached \(the response to \/v1\/ has more than 25 MiB, /);
    expect(taken()).toBeLessThan(60 * MEBIBYTE.length);
  });

  test('ends soon at a server that never ends its other answers', async () => {
    const { answer, taken } = endless();
    const url = await serverWith((request, response) => {
      if (request.url === '/v1/') response.end('{}');
      else answer(request, response);
    });
    const { status, stdout } = await cartalog(['verify', url]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/has more than 25 MiB, so nothing more is requested$/m);
    expect(stdout).toMatch(/\d+ hold, \d+ fail, /);
    expect(taken()).toBeLessThan(60 * MEBIBYTE.length);
  });
});
