/** The row of `serve`: how long it takes from saving a file until the changed document is answered. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOST, isFree } from '../../cli/port.ts';
import { findWrangler } from '../../cli/runtime.ts';
import { benchCatalogIn, changeSmallFile, copyOf } from './catalog-copies.ts';
import type { RowGroup } from './row-group.ts';
import { PROGRAM } from './workplace.ts';

const POLL_MS = 5;
const PATIENCE_MS = 120_000;

/** Before each change, so that what the last one set off is over: `serve` finishes two seconds after it has built. */
const QUIET_MS = 4_000;

/** Systems give ports from 32,768 on to whoever connects. */
const PORTS = { from: 10_000, to: 32_768 };

/** The document that the small file is in. */
const DOCUMENT = '/v1/mapservers/';

/** `serve`, at the size to build for. */
export const SAVED_TO_SERVED: RowGroup = {
  name: 'serve',
  title: 'From saving to serving',
  async prepare(workplace) {
    if (!isWranglerInstalled()) return 'left out: wrangler is not installed';
    const folder = workplace.path('served');
    mkdirSync(folder);
    const catalog = copyOf(benchCatalogIn(workplace), workplace.path('served', 'catalog'));
    const port = await freePort();
    const args = [PROGRAM, 'serve', '--catalog', catalog, '--port', String(port)];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, XDG_CACHE_HOME: workplace.path('cache-of-serve') },
    });
    let said = '';
    child.stderr.on('data', (chunk) => (said += chunk));
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const url = `http://${HOST}:${port}${DOCUMENT}`;
    const untilSaid = async (text: string): Promise<void> => {
      const deadline = performance.now() + PATIENCE_MS;
      while (!(await answerOf(url)).includes(text)) {
        if (child.exitCode !== null || performance.now() > deadline) throw new Error(`serve does not answer:\n${said}`);
        await sleep(POLL_MS);
      }
    };
    const finish = async (): Promise<void> => {
      child.kill('SIGINT');
      await ended;
    };
    try {
      await untilSaid('"Server 007"');
    } catch (error) {
      await finish();
      throw error;
    }
    return {
      rows: [
        {
          name: 'one small file changed',
          limits: [{ of: 'seconds', most: 0.3 }],
          async run(round) {
            await sleep(QUIET_MS);
            const begun = performance.now();
            const name = changeSmallFile(catalog, round);
            await untilSaid(`"${name}"`);
            return { seconds: (performance.now() - begun) / 1000 };
          },
        },
      ],
      finish,
    };
  },
};

function isWranglerInstalled(): boolean {
  try {
    findWrangler(process.cwd());
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to);
  return (await isFree(port)) ? port : freePort();
}

/** What an address answers; nothing where it does not. */
async function answerOf(url: string): Promise<string> {
  try {
    return await (await fetch(url)).text();
  } catch {
    return '';
  }
}
