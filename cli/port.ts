/** Ports of this machine, and the right of one `serve` to one of them. */
import { rmSync } from 'node:fs';
import { connect, createServer, type ListenOptions, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from '../contract/system-errors.ts';
import { CannotRunError } from './io.ts';

/** The address on which everything is served. */
export const HOST = '127.0.0.1';

/** Says that another program has a port. */
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
 * Keeps every other `serve` of this machine from a port, also while nothing listens on it: the runtime takes it only
 * seconds after it was found free, and again after a restart. The reservation is a socket, so that it ends with this
 * process, however that ends.
 *
 * @param path where the socket is
 * @returns what gives the port up
 * @throws CannotRunError if another process has the port, or has reserved it
 */
export async function reservePort(port: number, path: string = reservationOf(port)): Promise<() => void> {
  const reservation = await reserve(path);
  if (reservation === 'taken') throw portInUse(port);
  if (await isFree(port)) return () => void reservation?.close();
  reservation?.close();
  throw portInUse(port);
}

/** Linux and Windows have names for sockets that are not files: nothing of them is left when their process ends. */
function reservationOf(port: number): string {
  const name = `cartalog-serve-${port}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}-${userInfo().uid}`);
}

/** Null if the system has no such sockets: what answers is then only checked once it does. */
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

/** Whether a socket is a file whose process has ended: one that is about to listen on it refuses only for a moment. */
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
    // Whoever connects only wants to know whether somebody is there.
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(options, () => resolve(server));
  });
}
