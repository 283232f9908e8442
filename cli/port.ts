/** Ports of this machine, and the reservation of a port by one `serve`. */
import { rmSync } from 'node:fs';
import { connect, createServer, type ListenOptions, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  try {
    const server = await listen({ port, host: HOST });
    await new Promise((resolve) => server.close(resolve));
    return true;
  } catch {
    return false;
  }
}

/**
 * Reserves a port against every other `serve` of this machine, even while nothing listens on it: the runtime binds it
 * only seconds after it was found free, and again after a restart. The reservation is a socket, so it ends with this
 * process, however the process ends.
 *
 * @param path the path of the socket
 * @returns a function that releases the port
 * @throws CannotRunError if another process uses or has reserved the port
 */
export async function reservePort(port: number, path: string = reservationOf(port)): Promise<() => void> {
  const reservation = await reserve(path);
  if (reservation === 'taken') throw portInUse(port);
  if (await isFree(port)) return () => void reservation?.close();
  reservation?.close();
  throw portInUse(port);
}

/** On Linux and Windows sockets can have names that are not files. Nothing remains when their process ends. */
function reservationOf(port: number): string {
  const name = `cartalog-serve-${port}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}-${userInfo().uid}`);
}

/** Null if the system has no such sockets; conflicts are then noticed only when a server answers. */
async function reserve(path: string): Promise<Server | 'taken' | null> {
  for (const isLast of [false, true]) {
    try {
      const server = await listen({ path });
      return server.unref();
    } catch (error) {
      if (systemCode(error) !== 'EADDRINUSE') return null;
      if (isLast || !(await isLeftover(path))) break;
      rmSync(path, { force: true });
    }
  }
  return 'taken';
}

/** How long a process may take from creating a socket to listening on it, in milliseconds. */
const BINDING_MS = 500;

/** Whether a socket file's process has ended. A process that is about to listen refuses only for a moment. */
async function isLeftover(path: string): Promise<boolean> {
  if (path.startsWith('\0') || !(await isRefused(path))) return false;
  await sleep(BINDING_MS);
  return isRefused(path);
}

function isRefused(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error) => resolve(systemCode(error) === 'ECONNREFUSED'));
  });
}

/** @throws the system's error */
function listen(options: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    // A connection only tests whether the reservation exists.
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(options, () => resolve(server));
  });
}
