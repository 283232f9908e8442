/** Ports that are free, taken, and reserved. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isFree, reservePort } from '../../cli/port.ts';
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

test('the reservation of a killed process is void', async () => {
  const port = await freePort();
  const reserve = `require('node:dgram').createSocket('udp4').bind(${port}, '127.0.0.1', () => console.log('reserved'))`;
  const child = spawn(process.execPath, ['-e', reserve], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await expect(reservePort(port)).rejects.toThrow(inUse(port));
  child.kill('SIGKILL');
  await once(child, 'exit');
  (await reservePort(port))();
});
