/** Ports that are free, taken, and reserved. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isFree, reservePort } from '../../cli/port.ts';
import { temporaryFolder } from '../support/catalogs.ts';
import { freePort } from '../support/server.ts';

const inUse = (port: number): string => `Port ${port} is in use; choose another with --port N.`;

test('a port is reserved by one, until it is given up', async () => {
  const port = await freePort();
  const giveUp = await reservePort(port);
  await expect(reservePort(port)).rejects.toThrow(inUse(port));
  expect(await isFree(port)).toBe(true);
  giveUp();
  (await reservePort(port))();
});

test('a port that is taken is not reserved', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  expect(await isFree(port)).toBe(false);
  await expect(reservePort(port)).rejects.toThrow(inUse(port));
  await new Promise((resolve) => server.close(resolve));
  (await reservePort(port))();
});

describe.skipIf(process.platform === 'win32')('where reservations are files,', () => {
  /** Ends the process that listens on a socket, which leaves the file. */
  async function kill(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async function listen(path: string): Promise<ChildProcess> {
    const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('listening'))`;
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    return child;
  }

  test('that of a killed process is void', async () => {
    const port = await freePort();
    const path = join(temporaryFolder(), 'socket');
    const child = await listen(path);
    await expect(reservePort(port, path)).rejects.toThrow(inUse(port));
    await kill(child);
    expect(existsSync(path)).toBe(true);
    const giveUp = await reservePort(port, path);
    await expect(reservePort(port, path)).rejects.toThrow(inUse(port));
    giveUp();
    expect(existsSync(path)).toBe(false);
  });

  test('one that only begins to listen is not', async () => {
    const port = await freePort();
    const path = join(temporaryFolder(), 'socket');
    await kill(await listen(path));
    const reserving = expect(reservePort(port, path)).rejects.toThrow(inUse(port));
    // By now it was refused once.
    await sleep(100);
    rmSync(path);
    const server = createServer((socket) => socket.destroy());
    server.listen(path);
    onTestFinished(() => void server.close());
    await reserving;
  });
});
