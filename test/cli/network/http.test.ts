/** What is read from the network ends, whatever the other side does. */
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Network, type NetworkLimits } from '../../../cli/network/http.ts';
import { cartalog } from '../../support/cli.ts';
import { serverWith } from '../../support/live-service.ts';

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

const LIMITS = { responseBytes: 2 * MEBIBYTE.length, runBytes: 5 * MEBIBYTE.length, wholeMs: 20_000, runMs: 60_000 };

async function lengthOf(network: Network, url: string, path = '/'): Promise<number> {
  let length = 0;
  for await (const piece of (await network.reader(url)(path)).body) length += piece.length;
  return length;
}

describe('reader', () => {
  test('takes no more of a response than the limit, and requests nothing after it', async () => {
    const { answer, taken } = endless();
    const [network, url] = [new Network(LIMITS), await serverWith(answer)];
    const reason = /^the response to \S*\/v1\/ has more than 2 MiB, so nothing more is requested$/;
    await expect(lengthOf(network, url, '/v1/')).rejects.toThrow(reason);
    await expect(network.sender(url)({ path: '/v1/other/' })).rejects.toThrow(reason);
    expect(taken()).toBeLessThan(20 * MEBIBYTE.length);
  });

  test('takes no more in all than the limit', async () => {
    const url = await serverWith((_, response) => response.end(MEBIBYTE));
    const network = new Network(LIMITS);
    for (let count = 0; count < 4; count++) expect(await lengthOf(network, url)).toBe(MEBIBYTE.length);
    const reason = 'all responses together have more than 5 MiB, so nothing more is requested';
    await expect(lengthOf(network, url)).rejects.toThrow(reason);
    await expect(network.sender(url)({ path: '/' })).rejects.toThrow(reason);
  });

  test('counts headers', async () => {
    const url = await serverWith((_, response) => response.setHeader('X-Long', 'x'.repeat(10_000)).end());
    const network = new Network({ ...LIMITS, runBytes: 50_000 });
    for (let count = 0; count < 4; count++) await lengthOf(network, url);
    await expect(lengthOf(network, url)).rejects.toThrow('all responses together have more than');
  });

  test.each<[string, RequestListener, Partial<NetworkLimits>, RegExp]>([
    ['never answers', silent, { wholeMs: 300 }, /no complete response within 0\.3 seconds/],
    ['never ends', dripping, { wholeMs: 300 }, /no complete response within 0\.3 seconds/],
    ['takes all of the time', silent, { runMs: 200 }, /^all requests together timed out after 0\.2 s, so nothing more/],
  ])('gives up on a server that %s', async (_, answer, limits, reason) => {
    const network = new Network({ ...LIMITS, ...limits });
    const url = await serverWith(answer);
    await expect(lengthOf(network, url)).rejects.toThrow(reason);
    if (limits.runMs) await expect(lengthOf(network, url)).rejects.toThrow(reason);
  });

  test('counts bytes after decompression', async () => {
    const zeros = gzipSync(Buffer.alloc(64 * MEBIBYTE.length));
    const url = await serverWith((_, response) => response.setHeader('Content-Encoding', 'gzip').end(zeros));
    await expect(lengthOf(new Network(LIMITS), url)).rejects.toThrow(/has more than 2 MiB/);
  });

  test.each<[string, Buffer, number]>([
    ['gzip', gzipSync('text'), 4],
    ['br', brotliCompressSync('text'), 4],
    ['deflate', deflateSync('text'), 4],
    ['unknown', Buffer.from('as it is'), 8],
    ['gzip', gzipSync('text').subarray(0, -1), 4],
  ])('reads the encoding %s', async (encoding, content, length) => {
    const url = await serverWith((_, response) => response.setHeader('Content-Encoding', encoding).end(content));
    expect(await lengthOf(new Network(LIMITS), url)).toBe(length);
  });
});

describe('reader, of files that may take long', () => {
  const read = async (answer: RequestListener): Promise<number> =>
    lengthOf(new Network({ ...LIMITS, firstByteMs: 300, stalledMs: 300 }), await serverWith(answer));
  const stalling: RequestListener = (_, response) => {
    response.writeHead(200, { 'Content-Length': '100000' });
    response.write(Buffer.alloc(50_000));
  };

  test.each<[string, RequestListener]>([
    ['never answers', silent],
    ['sends a byte now and then', dripping],
    ['falls silent in the middle', stalling],
  ])('gives up on a server that %s', async (_, answer) => {
    await expect(read(answer)).rejects.toThrow('the server has sent almost nothing for 0.3 seconds');
  });

  test('takes a file that is slow, but makes progress', async () => {
    let left = 12;
    const slow: RequestListener = (_, response) => {
      const timer = setInterval(() => {
        if (left-- > 0) response.write(Buffer.alloc(20_000));
        else response.end();
      }, 50);
      response.on('close', () => clearInterval(timer));
    };
    expect(await read(slow)).toBe(240_000);
  });
});

describe('interim responses', () => {
  /** Sends so many for each request before its answer; without an end where there is no answer. */
  async function interim(status: string, count: number): Promise<string> {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      const one = `HTTP/1.1 ${status}\r\n\r\n`;
      const more = (): void => {
        if (!socket.destroyed) socket.write(one.repeat(100), () => setImmediate(more));
      };
      socket.once('data', () => {
        if (count === Infinity) more();
        else socket.end(`${one.repeat(count)}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test.each(['100 Continue', '103 Early Hints'])('a few of %s are taken', async (status) => {
    const send = new Network(LIMITS).sender(await interim(status, 20));
    expect((await send({ path: '/' })).text).toBe('{}');
  });

  test.each(['100 Continue', '103 Early Hints'])(
    'a server that sends %s without end is asked no more',
    async (status) => {
      const send = new Network(LIMITS).sender(await interim(status, Infinity));
      const reason = 'there are more than 20 interim responses (1xx) to /, so nothing more is requested';
      await expect(send({ path: '/' })).rejects.toThrow(reason);
      await expect(send({ path: '/other/' })).rejects.toThrow(reason);
    },
  );
});

test('what is not JSON, or nested too deep, is not parsed again and again', async () => {
  const url = await serverWith((request, response) => response.end(request.url === '/' ? '['.repeat(1000) : '[{}'));
  const send = new Network(LIMITS).sender(url);
  const thrownBy = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };
  for (const [path, message] of [
    ['/', /nested more than 32 levels deep/],
    ['/a', /JSON/],
  ] as const) {
    const response = await send({ path });
    const first = thrownBy(response.json);
    expect((first as Error).message).toMatch(message);
    expect(thrownBy(response.json)).toBe(first);
  }
});

test('cartalog verify reads as much as it is told to, and a tenth of it in one response', async () => {
  const { answer } = endless();
  const { status, stderr } = await cartalog(['verify', await serverWith(answer), '--max-size', '20']);
  expect(status).toBe(2);
  expect(stderr).toMatch(/^cartalog: \S+ cannot be reached \(the response to \/v1\/ has more than 2 MiB, /);
});
