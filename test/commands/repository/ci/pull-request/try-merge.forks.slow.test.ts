/** What a fork can put into the commits of a pull request, with real repositories. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCommitFolder } from '../../../../../cli/git/commit-folder.ts';
import { type Files, SMALL, temporaryFolder, writeFiles } from '../../../../support/catalogs.ts';
import { git, Repository } from '../../../../support/git.ts';
import { HostedPull } from '../../../../support/hosted.ts';

const ONE = String(SMALL['mapservers/one.yaml']);
const RENAMED: Files = { 'mapservers/one.yaml': ONE.replace('Server one', 'Server number one') };

describe('of what a fork can put into its commits', () => {
  test('no filter, merge driver or hook of the machine runs, and no text of a file is changed', async () => {
    const hosted = new HostedPull((origin) => {
      origin.write(RENAMED);
      writeFiles(origin.path, {
        '.gitattributes': '* filter=evil merge=evil diff=evil\n',
        'catalog/.gitattributes': '* filter=evil merge=evil diff=evil\n',
        'catalog/overlayservers/crlf.yaml': 'a: 1\r\n',
      });
    });
    hosted.moveMain({ 'catalog/mapservers/one.yaml': ONE.replace('maxZoom: 19', 'maxZoom: 18') });
    const folder = temporaryFolder();
    const trace = join(folder, 'trace');
    const program = join(folder, 'program.sh');
    writeFileSync(program, `#!/bin/sh\necho "$@" >> '${trace}'\ncat\n`, { mode: 0o755 });
    for (const name of ['filter.evil.clean', 'filter.evil.smudge', 'merge.evil.driver', 'diff.evil.textconv'])
      git(hosted.checkout, ['config', name, program]);
    const hooks = join(hosted.checkout, '.git', 'hooks');
    mkdirSync(hooks, { recursive: true });
    for (const hook of ['post-checkout', 'post-merge', 'reference-transaction'])
      writeFileSync(join(hooks, hook), readFileSync(program), { mode: 0o755 });
    const merge = await hosted.merge();
    const commit = merge.outcome === 'merged' ? merge.commit : '';
    const catalog = await readCommitFolder(join(hosted.checkout, 'catalog'), commit);
    expect(Buffer.from(catalog.read('overlayservers/crlf.yaml')).toString()).toBe('a: 1\r\n');
    expect(Buffer.from(catalog.read('mapservers/one.yaml')).toString()).toMatch(/Server number one[\s\S]*maxZoom: 18/);
    expect(existsSync(trace) ? readFileSync(trace, 'utf8') : '').toBe('');
    // A checkout of the same would have run them.
    git(hosted.checkout, ['merge', '--quiet', 'refs/pull/7/head']);
    expect(readFileSync(trace, 'utf8')).not.toBe('');
  });

  test('a symbolic link is one, and leads nowhere', async () => {
    const hosted = new HostedPull((origin) => {
      execFileSync('ln', ['-s', '/etc/passwd', join(origin.path, 'catalog', 'mapservers', 'link.yaml')]);
      execFileSync('ln', ['-s', '/etc', join(origin.path, 'catalog', 'datasources', 'etc')]);
    });
    expect(await hosted.entriesOf(await hosted.merge())).toMatchObject({
      'mapservers/link.yaml': 'link',
      'datasources/etc': 'link',
    });
  });

  test('the catalog folder itself as a symbolic link is an empty catalog, and is named', async () => {
    const hosted = new HostedPull((origin) => {
      execFileSync('mv', [join(origin.path, 'catalog'), join(origin.path, 'moved')]);
      execFileSync('ln', ['-s', 'moved', join(origin.path, 'catalog')]);
    });
    const merge = await hosted.merge();
    expect(merge).toMatchObject({ elsewhere: ['catalog/', 'moved/'] });
    expect(await hosted.entriesOf(merge)).toEqual({});
  });

  test('a submodule is not fetched, has no files, and is named', async () => {
    const hosted = new HostedPull((origin) => {
      const module = new Repository({ 'x.yaml': 'x' });
      const commit = git(module.path, ['rev-parse', 'HEAD']).trim();
      writeFiles(origin.path, {
        '.gitmodules': `[submodule "m"]\n\tpath = catalog/mapservers/m\n\turl = ${module.path}\n`,
      });
      origin.git('update-index', '--add', '--cacheinfo', `160000,${commit},catalog/mapservers/m`);
      origin.git('commit', '--quiet', '--message', 'x');
      // Only as a folder it is not taken for removed by the next commit.
      execFileSync('mkdir', ['-p', join(origin.path, 'catalog', 'mapservers', 'm')]);
    });
    const merge = await hosted.merge();
    expect(merge).toMatchObject({ elsewhere: ['.gitmodules', 'catalog/mapservers/m'] });
    expect(Object.keys(await hosted.entriesOf(merge)).filter((path) => path.startsWith('mapservers/'))).toEqual([
      'mapservers/one.yaml',
    ]);
  });

  test.each(['..', '.git', '.'])('a folder called %s is refused when it arrives', async (name) => {
    const hosted = new HostedPull(RENAMED);
    const folder = hosted.tree(`040000 tree ${hosted.read('rev-parse', 'main:catalog')}\t${name}`);
    hosted.commitTree(hosted.tree(`040000 tree ${folder}\tcatalog`));
    const { outcome, ...rest } = await hosted.merge();
    expect(outcome).toBe('failed');
    expect(JSON.stringify(rest)).toMatch(/hasDot/);
  });

  test.each(['catalog', 'elsewhere'])(
    'a few objects that are a hundred million files end it at once: %s',
    async (name) => {
      const hosted = new HostedPull(RENAMED);
      // Ten folders in each of ten folders, and so on.
      let tree = hosted.read('rev-parse', 'main:catalog/mapservers');
      for (let level = 0; level < 8; level++)
        tree = hosted.tree(...Array.from({ length: 10 }, (_, index) => `040000 tree ${tree}\tfolder-${index}`));
      hosted.commitTree(hosted.tree(`040000 tree ${tree}\t${name}`));
      const start = performance.now();
      expect(await hosted.merge()).toMatchObject({
        outcome: 'failed',
        reason: 'there are too many files, or they are too large',
      });
      // Listing them would take days.
      expect(performance.now() - start).toBeLessThan(60_000);
    },
  );
});
