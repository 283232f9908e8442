/** Ports of this machine. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CannotRunError } from './io.ts';

/** The address that servers listen on. */
export const HOST = '127.0.0.1';

/** The error for a port that another program uses. */
export function portInUse(port: number): CannotRunError {
  return new CannotRunError(`Port ${port} is in use; choose another with --port N.`);
}

/** Whether nothing listens on a port of this machine. */
export async function isFree(port: number): Promise<boolean> {
  // A connection only tests whether the port is free.
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen(port, HOST), 'listening');
    await new Promise((resolve) => server.close(resolve));
    return true;
  } catch {
    return false;
  }
}
