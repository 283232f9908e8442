/** Verifying what was published, at an address that is that of a test. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TaskContext } from '../../../commands/ci/task-context.ts';
import { verifyLive } from '../../../commands/ci/verify-live.ts';
import { SMALL, temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { environment } from '../../support/cli.ts';
import { inProcess } from '../../support/in-process.ts';

/** A context in a checkout whose site is built for an address. */
async function contextFor(url: string, signal = new AbortController().signal): Promise<TaskContext> {
  const cwd = temporaryFolder();
  writeFiles(join(cwd, 'catalog'), SMALL);
  expect(await inProcess(['build', '--service-url', url], cwd)).toMatchObject({ status: 0 });
  const silent = { write: () => {}, isTTY: false };
  const env = environment();
  return { env, fetch, io: { cwd, env, stdout: silent, stderr: silent, terminal: null, signal } };
}

test('an address that does not answer is tried again, then fails', async () => {
  // Nobody can have this address.
  const context = await contextFor('http://192.0.2.1:9');
  context.io.stderr.write('');
  const isRefused = verifyLive({ ...context, io: { ...context.io } }, 'dist', []);
  await expect(isRefused).rejects.toThrow('http://192.0.2.1:9 does not keep the interface, or cannot be reached.');
});

test('an example’s address is not asked', async () => {
  await expect(verifyLive(await contextFor('https://maps.example'), 'dist', [0])).rejects.toThrow(/is an example/);
});

test('who stops it is not waited for', async () => {
  const stop = new AbortController();
  const context = await contextFor('https://maps.ch', stop.signal);
  const work = verifyLive(context, 'dist', [60]);
  stop.abort();
  await expect(work).rejects.toThrow('Stopped.');
});
