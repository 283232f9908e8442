/** A server of one's own from a checkout: what it refuses before it changes anything. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPackageTexts } from '../../cli/program/package.ts';
import { type Files, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { run } from '../support/cli.ts';
import { inProcess } from '../support/in-process.ts';

const NOT_NAMED = /no package\.json with a name/;

describe('is refused:', () => {
  test.each<[string, Files, RegExp]>([
    ['no package', {}, NOT_NAMED],
    ['a package that cannot be read', { 'package.json': '{' }, /package\.json is not a JSON object; correct it\.$/m],
    ['a package without a name', { 'package.json': '{}' }, NOT_NAMED],
    ['a package whose name units cannot have', { 'package.json': '{"name":"@a/maps"}' }, NOT_NAMED],
    ['no checkout', { 'package.json': '{"name":"maps"}' }, /^cartalog: There is no \.git here: /],
  ])('%s', async (_, files, message) => {
    const cwd = temporaryFolder();
    writeFiles(cwd, files);
    const outcome = await inProcess(['server', 'install', '--dry-run'], cwd);
    expect(outcome).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('removing what is not installed', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'package.json': '{"name":"nowhere"}' });
    const { status, stderr } = await inProcess(['server', 'remove'], cwd);
    expect([status, stderr]).toEqual([2, 'cartalog: Nothing of cartalog-nowhere is installed here.\n']);
  });

  test.skipIf(process.getuid?.() !== 0)('going back from what is not installed', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { 'package.json': '{"name":"nowhere"}' });
    const { status, stderr } = await inProcess(['server', 'back', '--dry-run'], cwd);
    expect([status, stderr]).toEqual([2, 'cartalog: Nothing of cartalog-nowhere is installed here.\n']);
  });

  test.skipIf(process.platform === 'win32')('an old Node, with the steps to get a newer one', async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      'server.sh': readPackageTexts('commands/templates').get('server.sh') ?? '',
      'old/node': '#!/bin/sh\nexit 1\n',
    });
    chmodSync(join(cwd, 'old/node'), 0o755);
    const env = { PATH: `${join(cwd, 'old')}:/usr/bin:/bin` };
    const { status, stderr } = await run('sh', ['server.sh', 'install'], { cwd, env });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^Node 20\.20 or later [\s\S]*apt-get install --yes nodejs$/m),
    ]);
  });
});
