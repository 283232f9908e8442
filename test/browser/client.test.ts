/** The client for JavaScript in a browser: on a page and in a worker of another origin than the catalog. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeInBrowser, serveSite } from '../support/browser.ts';
import { ROOT } from '../support/cli.ts';
import { serverWith } from '../support/live-service.ts';
import { readVectors, type Vector } from '../support/trust-vectors.ts';

const VECTORS = readVectors();
const EXPECTED = VECTORS.map(({ name, wanted: { expected } }) => `${name}: ${expected}`);

/**
 * A host of static files, which answers scripts of any origin, but no preflight. It notes what it answers. Files and
 * their ETags can change.
 */
async function serveVectors() {
  const files = new Map(
    VECTORS.flatMap(({ name, files: all }) => Object.entries(all).map(([path, text]) => [`/${name}/${path}`, text])),
  );
  const [answers, etags]: [string[], Map<string, string>] = [[], new Map()];
  const hashOf = (text = ''): string => createHash('sha256').update(text).digest('hex');
  const url = await serverWith(({ url = '', method, headers }, response) => {
    const text = files.get(url.replace(/\/$/, '/index.json'));
    const etag = etags.get(url) ?? `"${hashOf(text)}"`;
    const found = headers['if-none-match'] === etag ? 304 : 200;
    const status = method !== 'GET' ? 405 : text === undefined ? 404 : found;
    answers.push(`${status} ${url}`);
    response.writeHead(status, {
      ETag: etag,
      'Cache-Control': 'max-age=0, must-revalidate',
      'Access-Control-Allow-Origin': '*',
    });
    response.end(status === 200 ? text : '');
  });
  return { url, answers, files, etags };
}

const JUDGE = `import { openCatalog } from '/client.js';
export async function judge(url, vectors) {
  const codes = [];
  for (const { name, wanted: { keys, spares, catalog, now, lastSeen, document } } of vectors) {
    const store = new Map(lastSeen === null ? [] : [['time ' + catalog, String(lastSeen)]]);
    try {
      const opened = await openCatalog(url + '/' + name, { keys, spares, serviceUrl: catalog, store, now: () => now * 1000 });
      const [{ id }] = await opened.read(document);
      codes.push(name + ': ' + (id === 'Hills' ? 'ok' : id));
    } catch (error) {
      codes.push(name + ': ' + (error.code ?? error));
    }
  }
  return codes;
}
`;

const PAGE = {
  'index.html': '<!doctype html><title>A program</title><link rel="icon" href="data:,">',
  'client.js': readFileSync(join(ROOT, 'lib', 'client.js')),
  'judge.js': JUDGE,
  'worker.js': `import { judge } from '/judge.js';
onmessage = async ({ data: [url, vectors] }) => postMessage(await judge(url, vectors));`,
};

describeInBrowser('the client', (browser) => {
  const wanted = JSON.stringify(VECTORS.map(({ name, wanted: one }) => ({ name, wanted: one })));

  test.each([
    ['on a page', (judge: string) => `import('/judge.js').then(({ judge }) => judge(${judge}))`],
    [
      'in a worker',
      (judge: string) => `new Promise((resolve) => {
      const worker = new Worker('/worker.js', { type: 'module' });
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => resolve(message);
      worker.postMessage([${judge}]);
    })`,
    ],
  ])('judges every vector rightly %s', async (_, program) => {
    const { url, answers } = await serveVectors();
    const { page } = await browser.open(await serveSite(PAGE));
    expect(await page.evaluate(program(`'${url}', ${wanted}`))).toEqual(EXPECTED);
    expect(answers.filter((one) => one.startsWith('405'))).toEqual([]);
  });

  test('leaves conditional requests to the browser, which needs no preflight for them', async () => {
    const { url, answers } = await serveVectors();
    // A window in which an earlier test answered requests itself has no cache.
    const { page } = await browser.open(await serveSite(PAGE), { ofItsOwn: true });
    const [good] = JSON.parse(wanted).filter(({ name }: { name: string }) => name === 'good');
    for (const _ of [1, 2]) {
      const codes = await page.evaluate(
        `import('/judge.js').then(({ judge }) => judge('${url}', [${JSON.stringify(good)}]))`,
      );
      expect(codes).toEqual(['good: ok']);
    }
    const paths = ['/good/manifest.json', '/good/manifest.json.minisig', '/good/v1/mapservers/'];
    const again = ['304 /good/manifest.json', '200 /good/manifest.json.minisig', '304 /good/v1/mapservers/'];
    expect(answers).toEqual([...paths.map((path) => `200 ${path}`), ...again]);
  });

  test('forgets what was bad for once, even if it had the ETag of the good one', async () => {
    const { url, files, etags } = await serveVectors();
    const { page } = await browser.open(await serveSite(PAGE));
    const good = VECTORS.find(({ name }) => name === 'good') as Vector;
    const { keys, spares, catalog, now } = good.wanted;
    const program = `import('/client.js').then(({ openCatalog }) => openCatalog('${url}/good', {
      ...${JSON.stringify({ keys, spares, serviceUrl: catalog })}, now: () => ${now} * 1000,
      store: { get: (name) => localStorage.getItem(name), set: (name, text) => localStorage.setItem(name, text) },
    })).then(() => 'ok', (error) => error.code ?? String(error))`;
    for (const [path, bad, code] of [
      ['/good/manifest.json.minisig', 'bad', 'malformed'],
      // More than fits in the storage of a browser.
      ['/good/manifest.json', 'x'.repeat(12_000_000), 'wrong-signature'],
    ] as const) {
      const text = files.get(path) as string;
      etags.set(path, '"good"');
      files.set(path, bad);
      expect(await page.evaluate(program)).toBe(code);
      files.set(path, text);
      expect(await page.evaluate(program)).toBe('ok');
    }
  });
});
