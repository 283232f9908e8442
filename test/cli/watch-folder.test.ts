import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchFolders } from '../../cli/watch-folder.ts';
import { temporaryFolder, writeFiles } from '../support/catalogs.ts';

const FILES = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`${n % 20}/${n}.yaml`, 'a']));

test.each([
  [0, 0],
  [5, 250],
])(
  'a folder that is moved away and back %d ms after it is watched, each for %d ms, is followed, and let go of at once',
  async (delay, pause) => {
    const parent = temporaryFolder();
    const folder = join(parent, 'watched');
    writeFiles(folder, FILES);
    const begun = watchFolders([folder], () => {});
    for (let moved = 0; moved < 5; moved++) {
      await sleep(delay);
      renameSync(folder, join(parent, 'aside'));
      await sleep(pause);
      renameSync(join(parent, 'aside'), folder);
      await sleep(pause);
    }
    const events = await begun;
    let changes = 0;
    const counting = (async () => {
      while (changes >= 0) if ((await events.next()) === 'changed') changes++;
    })();
    const over = performance.now() + 20_000;
    // Each is reported once nothing has changed for a moment.
    while (changes < 3 && performance.now() < over) {
      writeFileSync(join(folder, '0', '0.yaml'), String(performance.now()));
      await sleep(400);
    }
    expect(changes).toBeGreaterThanOrEqual(3);
    const begin = performance.now();
    await events.close();
    expect(performance.now() - begin).toBeLessThan(3_000);
    changes = Number.NEGATIVE_INFINITY;
    void counting;
  },
);
