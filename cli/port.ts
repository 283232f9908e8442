/** Ports of this machine, and the reservation of a port by one `serve`. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { systemCode } from '../contract/system-errors.ts';
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

/**
 * Reserves a port against every other `serve` of this machine, even while nothing listens on it: the runtime binds it
 * only seconds after it was found free, and again after a restart. The reservation is the port of the same number for
 * datagrams, which no server of ours uses. It ends with this process, however the process ends.
 *
 * @returns a function that releases the port
 * @throws CannotRunError if another process uses or has reserved the port
 */
export async function reservePort(port: number): Promise<() => void> {
  const reservation = createSocket('udp4');
  try {
    await once(reservation.bind(port, HOST), 'listening');
  } catch (error) {
    // Without datagrams, conflicts are noticed only when a server answers.
    if (systemCode(error) === 'EADDRINUSE') throw portInUse(port);
  }
  reservation.unref();
  if (await isFree(port)) return () => void reservation.close();
  reservation.close();
  throw portInUse(port);
}
