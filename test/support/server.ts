/** A site served by the Cloudflare runtime, for as long as a test file runs. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Runtime, startRuntime } from '../../cli/runtime.ts';
import type { HostName } from '../../contract/hosts.ts';
import { cartalog } from './cli.ts';

export interface TestServer {
  readonly url: string;
  /** What the runtime printed before the first test sends a request. */
  readonly greeting: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly catalog: string;
  /** Whether the edge handler is in front of the static files. */
  readonly withHandler: boolean;
  /** The host of Cloudflare's that it is built for. */
  readonly target?: HostName;
}

/** Builds a catalog for an address of this machine and serves it there. */
export async function serveCatalog({ catalog, withHandler, target = 'pages' }: ServerOptions): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-server-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const port = await freePort();
    const built = join(folder, 'built');
    const url = `http://127.0.0.1:${port}`;
    const args = ['build', '--catalog', catalog, '--out', built, '--service-url', url, '--target', target];
    const outcome = await cartalog(args);
    if (outcome.status !== 0) throw new Error(outcome.stderr);
    const site = withHandler ? built : staticOnly(built, join(folder, 'static'));
    const runtime: Runtime = await startRuntime(site, join(folder, 'state'), port, undefined, target);
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

/** Where a `serve` on a port, started in a folder, keeps the site. */
export function servedFolder(folder: string, port: number): string {
  const all = join(folder, '.cartalog');
  const [own = 'none', ...others] = readdirSync(all).filter((name) => name.startsWith(`serve-${port}-`));
  if (others.length > 0) throw new Error(`${all} has ${own} and ${others.join(', ')}`);
  return join(all, own, 'site');
}

/** A port that is not in use. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A copy of the site without the handler, as on a host without functions or over its quota. */
function staticOnly(built: string, folder: string): string {
  const handlerFiles = ['_worker.js', '_routes.json'].map((name) => join(built, name));
  cpSync(built, folder, { recursive: true, filter: (path) => !handlerFiles.includes(path) });
  return folder;
}
