/** A site served by the Cloudflare runtime, for as long as a test file runs. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Runtime, startRuntime } from '../../cli/runtime.ts';
import { cartalog } from './cli.ts';

export interface TestServer {
  readonly url: string;
  /** What the runtime printed before the first request of a test. */
  readonly greeting: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly catalog: string;
  /** Whether the edge handler stands in front of the static files. */
  readonly withHandler: boolean;
}

/** Builds a catalog for an address of this machine and serves it there. */
export async function serveCatalog({ catalog, withHandler }: ServerOptions): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-server-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const port = await freePort();
    const built = join(folder, 'built');
    const args = ['build', '--catalog', catalog, '--out', built, '--service-url', `http://127.0.0.1:${port}`];
    const outcome = await cartalog(args);
    if (outcome.status !== 0) throw new Error(outcome.stderr);
    const site = withHandler ? built : staticOnly(built, join(folder, 'static'));
    const runtime: Runtime = await startRuntime(site, join(folder, 'state'), port);
    return {
      url: runtime.url,
      greeting: runtime.output(),
      async stop() {
        await runtime.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** A port nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The site as a host without functions, or over its quota, answers for it. */
function staticOnly(built: string, folder: string): string {
  const own = ['_worker.js', '_routes.json'].map((name) => join(built, name));
  cpSync(built, folder, { recursive: true, filter: (path) => !own.includes(path) });
  return folder;
}
