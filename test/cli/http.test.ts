/** What is read from the network ends, whatever the other side does. */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Network } from '../../cli/http.ts';
import { temporaryFolder } from '../support/catalogs.ts';
import { cartalog, environment, PROGRAM, run } from '../support/cli.ts';

/** Writes the peak of the memory of a process, in KiB. */
const PEAK = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => writeSync(3, `${process.resourceUsage().maxRSS}`));",
)}`;

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

const LIMITS = {
  responseBytes: 2 * MEBIBYTE.length,
  runBytes: 5 * MEBIBYTE.length,
  interimResponses: 3,
  requestMs: 20_000,
  runMs: 60_000,
};

const IMPATIENT = { ...LIMITS, requestMs: 300 };

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
    const send = new Network(IMPATIENT).sender(await serverWith(answer));
    const started = performance.now();
    await expect(send({ path: '/' })).rejects.toThrow('no complete response within 0.3 seconds');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('all requests have a time limit together', async () => {
    const send = new Network({ ...LIMITS, requestMs: 60_000, runMs: 200 }).sender(await serverWith(silent));
    await expect(send({ path: '/' })).rejects.toThrow('all requests together timed out after 0.2 s');
    await expect(send({ path: '/' })).rejects.toThrow('all requests together timed out after 0.2 s');
  });
});

describe('fetch, of files that may take long', () => {
  const patience = { ...LIMITS, stalledMs: 300 };
  const read = async (answer: RequestListener): Promise<number> => {
    const response = await new Network(patience).fetch(await serverWith(answer), {});
    return (await response.arrayBuffer()).byteLength;
  };

  test.each([
    ['never answers', silent],
    ['sends a byte now and then', dripping],
    [
      'falls silent in the middle',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '100000' });
        response.write(Buffer.alloc(50_000));
      },
    ],
  ] satisfies [string, RequestListener][])('gives up on a server that %s', async (_, answer) => {
    const started = performance.now();
    await expect(read(answer)).rejects.toThrow('the server has sent next to nothing for 0.3 seconds');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('takes a file that is slow, and gets on', async () => {
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

describe('all requests of a run', () => {
  const reason = 'all responses together have more than 5 MiB, so nothing more is requested';
  const large: RequestListener = (_, response) => response.end(MEBIBYTE);

  test.each(['sender', 'fetch'] as const)('%s has a limit of bytes', async (way) => {
    const url = await serverWith(large);
    const network = new Network(LIMITS);
    const send = network.sender(url);
    const ask = async (): Promise<string> =>
      way === 'sender' ? (await send({ path: '/' })).text : await (await network.fetch(url, {})).text();
    for (let count = 0; count < 4; count++) expect((await ask()).length).toBe(MEBIBYTE.length);
    await expect(ask()).rejects.toThrow(reason);
    await expect(send({ path: '/' })).rejects.toThrow(reason);
    await expect(network.fetch(url, {})).rejects.toThrow(reason);
  });

  test('headers count', async () => {
    const url = await serverWith((_, response) => response.setHeader('X-Long', 'x'.repeat(10_000)).end());
    const send = new Network({ ...LIMITS, runBytes: 50_000 }).sender(url);
    for (let count = 0; count < 4; count++) await send({ path: '/' });
    await expect(send({ path: '/' })).rejects.toThrow('all responses together have more than');
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
    const send = new Network(LIMITS).sender(await interim(status, 3));
    expect((await send({ path: '/' })).text).toBe('{}');
  });

  test.each(['100 Continue', '103 Early Hints'])(
    'a server that sends %s without end is asked no more',
    async (status) => {
      const send = new Network(LIMITS).sender(await interim(status, Infinity));
      const reason = 'there are more than 3 interim responses (1xx) to /, so nothing more is requested';
      const started = performance.now();
      await expect(send({ path: '/' })).rejects.toThrow(reason);
      await expect(send({ path: '/other/' })).rejects.toThrow(reason);
      expect(performance.now() - started).toBeLessThan(10_000);
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
    const read = async (): Promise<ArrayBuffer> => (await new Network(IMPATIENT).fetch(url, {})).arrayBuffer();
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
  test('reads as much as it is told to, and a tenth of it in one response', async () => {
    const { answer } = endless();
    const { status, stderr } = await cartalog(['verify', await serverWith(answer), '--max-size', '20']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/ \(the response to \/v1\/ has more than 2 MiB, /);
  });

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
    const { status, stdout, stderr } = await cartalog(['verify', url]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/has more than 25 MiB, so nothing more is requested$/m);
    expect(stderr).toBe('The run was ended early. Where documents are large, allow more with --max-size.\n');
    expect(stdout).toMatch(/\d+ hold, \d+ fail, /);
    expect(taken()).toBeLessThan(60 * MEBIBYTE.length);
  });

  /** With it, few answers have more than all of a run may have. */
  const LONG = 'x'.repeat(75);

  const item = (kind: string, url: string) => (id: number) => ({
    id: String(id).padStart(9, '0'),
    name: LONG,
    url: `${url}/v1/${kind}/${id + 1}/`,
  });

  test('ends with a sentence where every list is huge', async () => {
    const answers = new Map<string, string>();
    const url = await serverWith((request, response) => {
      response
        .setHeader('Content-Type', 'application/json')
        .end(answers.get((request.url ?? '').split('?')[0] ?? '') ?? '{}');
    });
    const server = (id: number): object => ({
      id: String(id).padStart(9, '0'),
      name: LONG,
      minZoom: 0,
      maxZoom: 9,
      active: true,
      hosts: ['a.org'],
      urlPattern: 'https://#{host}/#{zoom}/#{tilex}/#{tiley}',
      copyright: null,
    });
    const many = (make: (id: number) => object): string =>
      `${JSON.stringify(Array.from({ length: 25_000 }, (_, id) => make(id)))}\n`;
    for (const kind of ['mapservers', 'overlayservers']) answers.set(`/v1/${kind}/`, many(server));
    for (const kind of ['datasources', 'categories', 'editions']) answers.set(`/v1/${kind}/`, many(item(kind, url)));
    const peak = `${temporaryFolder()}/peak`;
    const { status, stdout, stderr } = await run(
      'sh',
      ['-c', `exec "${process.execPath}" --import "${PEAK}" "${PROGRAM}" verify --max-size 64 ${url} 3> "${peak}"`],
      { env: environment() },
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(/all responses together have more than 64 MiB, so nothing more is requested$/m);
    expect(stderr).toMatch(/^72,000 links of the lists are not followed: only the first 1,000 of each kind are\.\n/);
    expect(Number(readFileSync(peak, 'utf8'))).toBeLessThan(512 * 1024);
  });

  test('ends soon where every answer is only opening brackets', async () => {
    const brackets = '['.repeat(5_000_000);
    let requests = 0;
    const url = await serverWith((_, response) => {
      requests++;
      response.end(brackets);
    });
    const started = performance.now();
    const { status, stdout } = await cartalog(['verify', url]);
    expect(status).toBe(1);
    expect(stdout).toContain('the body is not JSON (nested more than 32 levels deep)');
    expect(requests).toBeLessThan(70);
    expect(performance.now() - started).toBeLessThan(60_000);
  });
});
