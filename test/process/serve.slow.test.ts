/** `cartalog serve` of a large catalog answers at once. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeBenchCatalog } from '../../scripts/bench/bench-catalog.ts';
import { temporaryFolder } from '../support/catalogs.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/processes.ts';
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
