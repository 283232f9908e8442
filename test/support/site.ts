/** A catalog, built and served as it is in production, for as long as a test file runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Runtime, startRuntime } from '../../cli/io/runtime.ts';
import { cartalog } from './cli.ts';

/** A running site. */
export interface ServedSite {
  readonly url: string;
  /** What the server has printed. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Builds a catalog for an address of its own and serves it there.
 *
 * @param prepare changes the built site before it is served
 */
export async function serveSite(catalog: string, prepare: (site: string) => void = () => {}): Promise<ServedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-site-'));
  const port = await freePort();
  const site = join(folder, 'site');
  const { status, stderr } = await cartalog([
    'build',
    '--catalog',
    catalog,
    '--out',
    site,
    '--service-url',
    `http://127.0.0.1:${port}`,
  ]);
  if (status !== 0) throw new Error(stderr);
  prepare(site);
  const runtime: Runtime = await startRuntime(site, join(folder, 'state'), port);
  return {
    url: runtime.url,
    output: () => runtime.output(),
    async stop() {
      await runtime.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => settle(port));
    });
  });
}
