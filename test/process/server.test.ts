/** A server of one's own from a checkout: what it refuses before it changes anything. */
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPackageTexts } from '../../cli/program/package.ts';
import { type Files, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { run } from '../support/cli.ts';
import { git } from '../support/git.ts';
import { inProcess } from '../support/in-process.ts';
import {
  canInstall,
  checkoutOf,
  commitFiles,
  EXAMPLE,
  FAILS,
  type LackingRun,
  NOT_NAMED,
  refuses,
  site,
} from './dry-runs.ts';

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

  /** A row of each kind, and one that lacks nothing; the others start too many processes for this suite. */
  test.skipIf(!canInstall).each<LackingRun>([
    [
      'the address of an example',
      (checkout) => writeFiles(checkout, { 'catalog/site.yaml': site(EXAMPLE, 'nginx') }),
      /^Not committed here, and published as it is here: catalog\/site\.yaml\. .*\ncartalog: https:\/\/maps\.example\.org is the address of an example; set serviceUrl/,
    ],
    [
      'a branch that is not pushed',
      (checkout) => git(checkout, ['branch', '--unset-upstream']),
      /^cartalog: This branch has no upstream\. .*: git branch --set-upstream-to=origin\/(?:main|master)\nTo publish this one: git push --set-upstream origin HEAD$/m,
    ],
    [
      'a catalog with errors',
      (checkout) => writeFiles(checkout, { 'node_modules/.bin/cartalog': FAILS }),
      /^cartalog: \w+ 2026-01-01 \S+ cannot be published\. Nothing was changed\.\na\.yaml:1:1 error x {2}Wrong\n {2}1 \| a warning\nCorrect that, /,
    ],
    ['nothing', () => {}, null],
  ])('%s', (_, takeAway, message) => refuses(takeAway, message));

  test.skipIf(!canInstall)('a dry run shows what newer commits say, and pulls nothing', async () => {
    const { origin, cwd } = checkoutOf(site('https://maps.alps.ch', 'nginx'));
    const newer = { theirs: '', 'catalog/site.yaml': site('https://maps.jura.ch', 'nginx') };
    commitFiles(origin, { ...newer, 'package.json': '{"name":"jura"}' });
    const { status, stdout, stderr } = await inProcess(['server', 'install', '--dry-run'], cwd);
    expect([status, existsSync(join(cwd, 'theirs'))]).toEqual([0, false]);
    expect(stderr).toMatch(/^Newer commits, which install pulls first: 1\. What follows is as in the newest\.\n/);
    for (const part of ['conf.d/cartalog-jura.conf', 'server_name maps.jura.ch;']) expect(stdout).toContain(part);
  });

  test.skipIf(!canInstall)('a dry run names what is not committed, and is published too', async () => {
    const { cwd } = checkoutOf(site('https://maps.alps.ch', 'nginx'));
    const drafts = ['a', 'b', 'c\u001b', 'd', 'e', 'f', 'g'].map((name) => [`draft-${name}`, '']);
    writeFiles(cwd, Object.fromEntries(drafts));
    // What git ignores is published, too, if it is in public/.
    writeFiles(cwd, { '.git/info/exclude': 'notes\n', 'public/notes': '', notes: '' });
    // Named once, though it is deleted in the index, and untracked here.
    git(cwd, ['rm', '--quiet', '--cached', '.gitignore']);
    const { stderr } = await inProcess(['server', 'install', '--dry-run'], cwd);
    expect(stderr).toMatch(
      /^Not committed here, and published as it is here: \.gitignore, draft-a, .*, draft-d and 4 more\. git status --ignored lists/,
    );
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
