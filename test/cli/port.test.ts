/** Ports that are free, taken, and reserved. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isFree, reservePort } from '../../cli/port.ts';
import { temporaryFolder } from '../support/catalogs.ts';
import { until } from '../support/processes.ts';
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

test.skipIf(process.platform === 'win32')(
  'where reservations are files, that of a killed process is void',
  async () => {
    const port = await freePort();
    const path = join(temporaryFolder(), 'socket');
    const child = spawn(process.execPath, ['-e', `require('node:net').createServer().listen(${JSON.stringify(path)})`]);
    onTestFinished(() => void child.kill('SIGKILL'));
    await until(() => existsSync(path), 'the socket');
    await expect(reservePort(port, path)).rejects.toThrow(inUse(port));
    child.kill('SIGKILL');
    await until(() => child.signalCode !== null, 'the end');
    expect(existsSync(path)).toBe(true);
    const giveUp = await reservePort(port, path);
    await expect(reservePort(port, path)).rejects.toThrow(inUse(port));
    giveUp();
    expect(existsSync(path)).toBe(false);
  },
);
