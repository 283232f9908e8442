/** A site served by the Cloudflare runtime, for as long as a test file runs. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostName } from '../../contract/hosts.ts';
import { cartalog } from './cli.ts';
import { freePort } from './ports.ts';
import { type Runtime, startRuntime } from './runtime.ts';

export interface TestServer {
  readonly url: string;
  /** What the runtime printed before the first test sends a request. */
  readonly greeting: string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly catalog: string;
  readonly withHandler: boolean;
  readonly probeHistory?: string;
  readonly target?: HostName;
}

export async function serveCatalog(options: ServerOptions): Promise<TestServer> {
  const { catalog, withHandler, probeHistory, target = 'pages' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-server-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const port = await freePort();
    const built = join(folder, 'built');
    const url = `http://127.0.0.1:${port}`;
    const args = ['build', '--catalog', catalog, '--out', built, '--service-url', url, '--target', target];
    if (probeHistory !== undefined) args.push('--probe-history', probeHistory);
    const outcome = await cartalog(args);
    if (outcome.status !== 0) throw new Error(outcome.stderr);
    const site = withHandler ? built : staticOnly(built, join(folder, 'static'));
    const runtime: Runtime = await startRuntime(site, join(folder, 'state'), port, target);
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

/** A copy of the site without the handler, as on a host without functions or over its quota. */
function staticOnly(built: string, folder: string): string {
  const handlerFiles = ['_worker.js', '_routes.json'].map((name) => join(built, name));
  cpSync(built, folder, { recursive: true, filter: (path) => !handlerFiles.includes(path) });
  return folder;
}
