/** Servers of this machine that serve a built site with the configuration that was built: nginx, Caddy and Apache. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostName } from '../../contract/hosts.ts';
import { startOwnServer } from './own-server.ts';
import type { Runtime } from './runtime.ts';

/** A folder that the processes of a server may read even if root started it and they run as somebody else. */
export function readableFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-server-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts a server on a port of this machine, with a folder of its own for what it writes. */
export async function startServer(name: HostName, built: string, port: number): Promise<Runtime> {
  const own = readableFolder();
  const remove = (): void => rmSync(own, { recursive: true, force: true });
  const server = await startOwnServer(name, built, own, port).catch((error) => {
    remove();
    throw error;
  });
  return { ...server, stop: () => server.stop().then(remove) };
}
