import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { isFree } from '../../cli/port.ts';
import { freePort } from '../support/server.ts';

test('a port that is taken is not free', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  expect(await isFree(port)).toBe(false);
});
