/** The row of `serve`: how long it takes from saving a file until the changed document is answered. */
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findWrangler } from '../../cli/runtime.ts';
import { benchCatalogIn, changeSmallFile, copyOf } from './catalog-copies.ts';
import type { Figures } from './figures.ts';
import type { RowGroup } from './row-group.ts';
import { type Command, type ServedSite, startSite } from './served-site.ts';
import { PROGRAM, type Workplace } from './workplace.ts';

/** Before each change, so that what the last one set off is over: `serve` finishes two seconds after it has built. */
const QUIET_MS = 4_000;

/** `serve`, at the size to build for. */
export const SAVED_TO_SERVED: RowGroup = {
  name: 'serve',
  title: 'From saving to serving',
  async prepare(workplace) {
    if (!isWranglerInstalled()) return 'left out: wrangler is not installed';
    const { catalog, serve } = servedCatalog(workplace);
    const site = await startSite(serve);
    return {
      rows: [
        {
          name: 'serve, one small file changed',
          limits: [{ of: 'seconds', most: 0.3 }],
          run: (round) => timeOfChange(site, '/v1/mapservers/', catalog, round),
        },
      ],
      finish: site.stop,
    };
  },
};

/** Whether the runtime that `serve` needs is there. */
export function isWranglerInstalled(): boolean {
  try {
    findWrangler(process.cwd());
    return true;
  } catch {
    return false;
  }
}

/** A copy of the benchmark's catalog, and the command that serves it on a port. */
export function servedCatalog(workplace: Workplace): { catalog: string; serve: (port: number) => Command } {
  const folder = workplace.path('served');
  mkdirSync(folder);
  const catalog = copyOf(benchCatalogIn(workplace), workplace.path('served', 'catalog'));
  return {
    catalog,
    serve: (port) => ({
      program: process.execPath,
      args: [PROGRAM, 'serve', '--catalog', catalog, '--port', String(port)],
      folder,
      environment: { XDG_CACHE_HOME: workplace.path('cache-of-serve') },
    }),
  };
}

/** Changes the small file of a catalog, and waits until a document of a site has the change. */
export async function timeOfChange(site: ServedSite, path: string, catalog: string, round: number): Promise<Figures> {
  await site.untilSaid(path, '"Server 007"');
  await sleep(QUIET_MS);
  const begun = performance.now();
  await site.untilSaid(path, `"${changeSmallFile(catalog, round)}"`);
  return { seconds: (performance.now() - begun) / 1000 };
}
