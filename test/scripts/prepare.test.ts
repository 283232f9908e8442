/** What npm runs in a checkout without the development packages. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/catalogs.ts';
import { environment, ROOT } from '../support/cli.ts';

test.each([
  ['ci', false, 0, 1],
  ['pack', false, 1, 1],
  ['publish', false, 1, 1],
  ['pack', true, 0, 0],
])('npm %s, compiled before: %j', async (command, isCompiled, status, lines) => {
  const folder = temporaryFolder();
  for (const name of ['scripts', 'lib']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  copyFileSync(join(ROOT, 'scripts/prepare.js'), join(folder, 'scripts/prepare.js'));
  if (isCompiled) writeFileSync(join(folder, 'lib/cartalog.js'), '');
  const env = environment({ npm_command: command });
  const [code, stderr] = await new Promise<[unknown, string]>((done) =>
    execFile(process.execPath, ['scripts/prepare.js'], { cwd: folder, env }, (error, _, text) =>
      done([error?.code ?? 0, text]),
    ),
  );
  expect([code, stderr.split('\n').length - 1]).toEqual([status, lines]);
  if (lines > 0)
    expect(stderr).toMatch(/^cartalog: not compiled, because the development packages were left out; run "npm ci"/);
});
