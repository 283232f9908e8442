import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Io } from '../../cli/terminal/io.ts';
import { main } from '../../commands/program.ts';
import { folderWithCatalog, temporaryFolder } from '../support/catalogs.ts';
import { filesBelow } from '../support/files.ts';
import { inProcess } from '../support/in-process.ts';

async function runBroken(env: Io['env']): Promise<{ status: number; text: string }> {
  const written: string[] = [];
  const output = { write: (text: string) => void written.push(text), isTTY: false };
  const io: Io = {
    get cwd(): string {
      throw new TypeError('no working folder');
    },
    env,
    stdout: output,
    stderr: output,
    terminal: null,
    signal: new AbortController().signal,
  };
  return { status: await main(['check'], io), text: written.join('') };
}

test('an unexpected error is one line that says how to see more', async () =>
  expect(await runBroken({})).toEqual({
    status: 2,
    text: 'cartalog: unexpected error: TypeError: no working folder. Run the command again with CARTALOG_DEBUG=1 to see where it was thrown, and report it.\n',
  }));

test('with CARTALOG_DEBUG it shows where it was thrown', async () => {
  const { status, text } = await runBroken({ CARTALOG_DEBUG: '1' });
  expect(status).toBe(2);
  expect(text).toMatch(/^cartalog: unexpected error: TypeError: no working folder\n +at .*program\.test\.ts:/);
});

test.each(['', '0'])('CARTALOG_DEBUG=%s does not', async (value) => {
  expect((await runBroken({ CARTALOG_DEBUG: value })).text).toContain('Run the command again');
});

test.each(['check', 'format'])('%s says that a folder has no catalog files', async (command) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'empty'));
  const { stderr } = await inProcess([command, '--catalog', 'empty'], cwd);
  expect(stderr).toContain('The folder empty has no catalog files; is it the right one?\n');
});

test('an empty SERVICE_URL is not set, and the size of the site is stated', async () => {
  const folder = folderWithCatalog();
  const { status, stderr } = await inProcess(['build'], folder, { SERVICE_URL: '' });
  // The list of the files of the site is not counted.
  const paths = filesBelow(join(folder, 'dist')).filter((path) => path !== 'site-manifest.json');
  const sizes = paths.map((path) => statSync(join(folder, 'dist', path)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const size = bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
  expect(stderr).toContain(`Built dist: ${sizes.length} files, ${size}, for `);
  expect(status).toBe(0);
});
