/** Ports of this machine. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { LISTENING_ADDRESS } from '../../commands/catalog/serve/node-server.ts';

/** Systems give ports from 32,768 on to whoever connects; these are only taken by name. */
const NAMED_PORTS = { from: 10_000, to: 32_768 };

/** A port that is not in use, and that no connection takes before a server does. */
export async function freePort(): Promise<number> {
  const port = randomInt(NAMED_PORTS.from, NAMED_PORTS.to);
  return (await isFree(port)) ? port : freePort();
}

export async function isFree(port: number): Promise<boolean> {
  // A connection only tests whether the port is free.
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen(port, LISTENING_ADDRESS), 'listening');
    await new Promise((resolve) => server.close(resolve));
    return true;
  } catch {
    return false;
  }
}
