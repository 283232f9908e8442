/** `cartalog serve` of a large catalog answers at once, and never with an old answer after a new one. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KEPT_DOCUMENT_MS } from '../../commands/catalog/serve/live-site.ts';
import { sha256Of } from '../../contract/base/sha256.ts';
import { writeBenchCatalog } from '../../scripts/bench/bench-catalog.ts';
import { temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { ROOT } from '../support/cli.ts';
import { contentOf } from '../support/files.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/processes.ts';
import { textsIn } from '../support/words.ts';
import { serve } from './serving.ts';

test('answers at once while it builds a large catalog, with the old site or the new one', async () => {
  const folder = temporaryFolder();
  writeBenchCatalog(join(folder, 'catalog'), 0.3);
  const server = serve(folder, await freePort());
  await until(
    () => server.output().includes('Serving http'),
    () => `the server: ${server.output()}`,
  );
  const file = join(folder, 'catalog', 'mapservers', 'server-3.yaml');
  const text = readFileSync(file, 'utf8');
  // The longest answer is a small part of the time until the change is there, during which it builds.
  let least = 1;
  for (let round = 0; round < 5 && least > 1 / 2; round++) {
    writeFileSync(file, text.replace(/^name: .*$/m, `name: Round ${round}`));
    const changed = performance.now();
    let [longest, body] = [0, ''];
    while (!body.includes(`Round ${round}`)) {
      const begun = performance.now();
      body = await (await fetch(`http://127.0.0.1:${server.port}/v1/mapservers/`)).text();
      longest = Math.max(longest, performance.now() - begun);
      await sleep(5);
    }
    least = Math.min(least, longest / (performance.now() - changed));
  }
  expect(least).toBeLessThan(1 / 2);
});

test('every answer is of the old site or the new one, and none of the old one follows one of the new', async () => {
  const folder = temporaryFolder();
  const catalog = join(folder, 'catalog');
  const input = contentOf(`${ROOT}/test/golden/corners/input`);
  writeFiles(catalog, input);
  const port = await freePort();
  const server = serve(folder, port);
  const builds = (): number => server.output().match(/^Built /gm)?.length ?? 0;
  await until(() => builds() > 0, 'the server');
  /** The status, the headers that depend on a site, and the content. */
  const answerAt = async (path: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    const headers = ['location', 'cache-control', 'last-modified', 'content-type'].map((name) =>
      response.headers.get(name),
    );
    return [response.status, ...headers, sha256Of(Buffer.from(await response.arrayBuffer()))].join(' ');
  };
  const manifest = (await (await fetch(`http://127.0.0.1:${port}/manifest.json`)).json()) as {
    files: { url: string }[];
  };
  const pages = (await (await fetch(`http://127.0.0.1:${port}/sitemap.xml`)).text()).matchAll(
    /<loc>http:..[^/]*([^<]*)/g,
  );
  const paths = [
    ...manifest.files.map(({ url }) => url).filter((url) => !url.startsWith('/v2/at/')),
    ...Array.from(pages, ([, path = '']) => path),
    ...textsIn(
      '/manifest.json | /sitemap.xml | /coverage.json | /v1/none/ | /none | /v1 | /mapservers/copy/ | /v1/all-2.json',
    ),
  ];
  const answersOf = async (): Promise<Map<string, string>> => {
    const answers = new Map<string, string>();
    for (const path of paths) answers.set(path, await answerAt(path));
    return answers;
  };
  const plain = String(input['mapservers/plain.yaml']);
  const edits: [path: string, text: string | null][] = [
    ['mapservers/plain.yaml', plain.replace(/^name: .*$/m, 'name: Renamed')],
    ['site.yaml', String(input['site.yaml']).replace(/^title: .*$/m, 'title: Another')],
    ['mapservers/copy.yaml', plain.replace(/^(id|name): .*$/gm, '$1: Copy')],
    ['mapservers/copy.yaml', null],
    ['datasources/profiles/files.yaml', 'one.brf: {}\n'],
    ['editions/new.yaml', 'name: New\ndatasources: []\n'],
  ];
  const CHANGED = ['/v1/mapservers/', '/', '/v1/datasources/profiles/', '/mapservers/copy/', '/v1/editions/'];
  let [old, early] = [await answersOf(), 0];
  for (const [number, [file, text]] of edits.entries()) {
    const known = builds();
    const answers: { path: string; answer: string; begun: number; ended: number }[] = [];
    const ask = async (seed: number): Promise<void> => {
      for (let turn = seed; builds() === known; turn += 7) {
        const some = turn % 2 === 0 ? CHANGED : paths;
        const path = some[(turn * 31) % some.length] as string;
        const begun = performance.now();
        answers.push({ begun, path, answer: await answerAt(path), ended: performance.now() });
      }
    };
    const asking = [0, 1, 2].map((seed) => ask(seed + number * 1_000));
    if (text === null) rmSync(join(catalog, file));
    else writeFiles(catalog, { [file]: text });
    await Promise.all(asking);
    // Removed documents are served a little longer.
    await sleep(KEPT_DOCUMENT_MS + 500);
    const now = await answersOf();
    const isNew = ({ path, answer }: (typeof answers)[number]): boolean => answer !== old.get(path);
    const swapped = Math.min(...answers.filter(isNew).map(({ ended }) => ended));
    for (const { path, answer, begun } of answers) {
      const isKept = now.get(path)?.startsWith('404') === true;
      const allowed = [now.get(path), ...(begun < swapped || isKept ? [old.get(path)] : [])];
      if (!allowed.includes(answer)) expect([file, path, answer]).toEqual([file, path, allowed]);
    }
    early += answers.filter(isNew).length;
    old = now;
  }
  expect(early).toBeGreaterThan(edits.length);
});
