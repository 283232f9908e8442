/** The Cloudflare runtime that is started and watched over, with the real one. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { COMPATIBILITY_DATE, startRuntime } from '../../cli/runtime.ts';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog, ROOT } from '../support/cli.ts';
import { freePort } from '../support/server.ts';

test('keeps the last of what the runtime prints, however many requests it prints', async () => {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), SMALL);
  expect((await cartalog(['build'], { cwd: folder })).status).toBe(0);
  const runtime = await startRuntime(join(folder, 'dist'), join(folder, 'state'), await freePort());
  onTestFinished(() => runtime.stop());
  // Each is printed with its path.
  const long = 'x'.repeat(8_000);
  for (let index = 0; index < 20; index++) await fetch(`${runtime.url}/v1/editions/?${index}=${long}`);
  for (let index = 0; index < 20; index++) await fetch(`${runtime.url}/v1/${index}${long}/`);
  await fetch(`${runtime.url}/v1/the-last/`);
  await expect.poll(() => runtime.output()).toContain('/v1/the-last/');
  expect(runtime.output().length).toBe(64 * 1024);
});

test('is as old here as where it is deployed', () => {
  const deployed = readFileSync(join(ROOT, 'wrangler.toml'), 'utf8');
  expect(deployed).toContain(`\ncompatibility_date = "${COMPATIBILITY_DATE}"\n`);
});

test("does not take somebody else's server on its port for its own", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'site/v1/index.json': '{}', 'state/.keep': '' });
  const port = await freePort();
  const other = createServer((_, response) => response.end('{}')).listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  const starting = startRuntime(join(folder, 'site'), join(folder, 'state'), port);
  await expect(starting).rejects.toThrow(`Port ${port} is in use; choose another with --port N.`);
});
