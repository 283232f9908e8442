import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Commits, catalogHistoryOf } from '../../../build/history/history.ts';
import { type LogMemory, parseLog, readCommits } from '../../../cli/git/catalog-history.ts';
import { openCatalogAt } from '../../../cli/git/commit-folder.ts';
import type { Io } from '../../../cli/terminal/io.ts';
import { readCatalogChanges } from '../../../commands/catalog/check/changes.ts';
import { temporaryFolder, writeFiles } from '../../support/catalogs.ts';
import { run } from '../../support/cli.ts';
import { startFastClock } from '../../support/fast-clock.mjs';
import { commitAll, configure, git as readGit } from '../../support/git.ts';
import { sampleOf } from '../../support/property.ts';

const SMALL_CATALOG = { 'catalog/site.yaml': '1', 'catalog/mapservers/a.yaml': '1' };

const A = 'a'.repeat(40);

const NONE = '0'.repeat(40);

/** What `git log --raw` prints before a path. */
const added = `\n:000000 100644 ${NONE} ${A} A`;

const shown = (commits: Commits | null) => commits && { ...commits, readHistory: commits.readHistory?.() };

test('the log of git may have a time that no calendar has', () => {
  const log = ['', `${A} 18446744073709551615 One`, added, 'a.yaml', ''].join('\0');
  expect([...parseLog(log).times]).toEqual([['a.yaml', 4_294_967_295]]);
});

test('of a commit the subject is kept as far as anybody reads it', () => {
  const log = ['', `${A} 1 ${'a@'.repeat(100_000)}`, added, 'a.yaml', ''].join('\0');
  expect(parseLog(log).commits[0]?.subject).toBe(`${'a@'.repeat(500)}…`);
});

describe('readCommits', () => {
  test('asks git for the log only once for each commit', async () => {
    const folder = temporaryFolder();
    const catalog = join(folder, 'catalog');
    writeFiles(folder, SMALL_CATALOG);
    commitAll(folder, '2024-01-01T00:00:00Z');
    const memory: LogMemory = new Map();
    const read = async () => (await readCommits(catalog, { memory })).commits;
    const first = await read();
    expect(shown(first)).toEqual(shown((await readCommits(catalog)).commits));
    writeFileSync(join(catalog, 'site.yaml'), '2');
    const second = await read();
    expect(second?.times).toBe(first?.times);
    expect(second?.uncommitted).toEqual(new Set(['site.yaml']));
    commitAll(folder, '2024-01-02T00:00:00Z');
    const third = await read();
    expect(shown(third)).toEqual(shown((await readCommits(catalog)).commits));
    expect(third?.times).not.toEqual(first?.times);
    // A commit that has another place, or is the first of another repository.
    expect(shown((await readCommits(folder, { memory })).commits)).toEqual(shown((await readCommits(folder)).commits));
    rmSync(join(folder, '.git'), { recursive: true });
    readGit(folder, ['init', '--quiet']);
    expect((await readCommits(catalog, { memory })).problem).toBe((await readCommits(catalog)).problem);
  });

  test('changes of large lists take no place of those of maps', async () => {
    const folder = temporaryFolder();
    const catalog = join(folder, 'catalog');
    const lines = (count: number, line: (index: number) => string) =>
      Array.from({ length: count }, (_, i) => line(i)).join('');
    for (let day = 1; day < 25; day++) {
      const entry = (index: number): string =>
        `region-${index}.map:\n  checksums:\n    - { lastModified: 2026-01-01T00:00:00Z, contentLength: ${day * index} }\n`;
      writeFiles(catalog, {
        'mapservers/a.yaml': `id: A\nmaxZoom: ${day}\n`,
        'categories.yaml': lines(4_000, (index) => `- { id: ${index}, name: Category ${day} ${index} }\n`),
        'datasources/x/maps.yaml': lines(2_000, entry),
      });
      commitAll(folder, `2026-01-${String(day).padStart(2, '0')}T00:00:00Z`);
    }
    const { commits } = await readCommits(catalog);
    const told = commits?.readHistory?.().records.changes ?? [];
    const changes = told.filter(({ role, change }) => role === 'mapserver' && change === 'changed');
    expect(changes.map(({ fields }) => fields?.length)).toEqual(Array.from({ length: 23 }, () => 1));
  });

  let repository = '';
  let clock = 1_700_000_000;

  const git = (folder: string, ...args: string[]): string => readGit(folder, args, `${clock} +0200`);

  /** Commits everything, and gives the committer's time; the author's is another. */
  function commit(files: Record<string, string>): number {
    clock += 1_000;
    writeFiles(join(repository, 'catalog'), files);
    git(repository, 'add', '--all');
    git(repository, 'commit', '--quiet', '--date', `${clock - 500_000} +0000`, '--message', 'x');
    return clock;
  }

  const lastChange = async (source: string, folder = repository): Promise<number | null> =>
    catalogHistoryOf((await readCommits(join(folder, 'catalog'))).commits).lastChange([source]);

  test('in a real repository', async () => {
    repository = temporaryFolder();
    git(repository, 'init', '--quiet', '--initial-branch', 'main');
    const first = commit({ 'mapservers/a.yaml': '1', 'mapservers/b c.yaml': '1', 'editions/ö.yaml': '1' });
    expect(await lastChange('mapservers/')).toBe(first);
    expect(await lastChange('editions/ö.yaml')).toBe(first);

    const second = commit({ 'mapservers/b c.yaml': '2' });
    expect(await lastChange('mapservers/')).toBe(second);
    expect(await lastChange('mapservers/a.yaml')).toBe(first);

    // With what each commit did, newest first.
    const { commits } = await readCommits(join(repository, 'catalog'));
    const [newest, oldest] = commits?.readHistory?.().log ?? [];
    expect([newest?.time, newest?.subject, newest?.files]).toEqual([
      second,
      'x',
      [
        {
          path: 'mapservers/b c.yaml',
          change: 'changed',
          before: expect.stringMatching(/^[0-9a-f]{40}$/),
          after: expect.stringMatching(/^[0-9a-f]{40}$/),
        },
      ],
    ]);
    expect(oldest?.files.map(({ path, change }) => `${change} ${path}`)).toEqual([
      'added editions/ö.yaml',
      'added mapservers/a.yaml',
      'added mapservers/b c.yaml',
    ]);
    expect(newest?.commit).toMatch(/^[0-9a-f]{40}$/);

    // Files outside of the catalog do not matter.
    commit({ '../README.md': 'x' });
    expect(await lastChange('')).toBe(second);

    // A change counts from when it was merged, not from when it was written.
    git(repository, 'checkout', '--quiet', '-b', 'side');
    const written = commit({ 'mapservers/a.yaml': '3' });
    git(repository, 'checkout', '--quiet', 'main');
    const meanwhile = commit({ 'site.yaml': '1' });
    clock += 1_000;
    git(repository, 'merge', '--quiet', '--no-ff', '-m', 'Merge pull request #1 from a/b', '-m', 'Add a map', 'side');
    expect(await lastChange('mapservers/a.yaml')).toBe(clock);
    // Its first line only names a branch.
    const merge = (await readCommits(join(repository, 'catalog'))).commits?.readHistory?.().log[0];
    expect([merge?.subject, merge?.title]).toEqual(['Merge pull request #1 from a/b', 'Add a map']);
    expect(clock).toBeGreaterThan(written);
    // The merge did not change what the branch did not change.
    expect(await lastChange('site.yaml')).toBe(meanwhile);

    // Deleting or renaming a file changes the list it was in.
    rmSync(join(repository, 'catalog', 'mapservers', 'b c.yaml'));
    const removed = commit({});
    expect(await lastChange('mapservers/')).toBe(removed);
    renameSync(join(repository, 'catalog', 'editions', 'ö.yaml'), join(repository, 'catalog', 'editions', 'o.yaml'));
    const renamed = commit({});
    expect(await lastChange('editions/ö.yaml')).toBe(renamed);
    expect(await lastChange('editions/o.yaml')).toBe(renamed);

    // In a shallow clone nothing is known.
    const shallow = join(temporaryFolder(), 'shallow');
    git(repository, 'clone', '--quiet', '--depth', '1', `file://${repository}`, shallow);
    expect(await lastChange('', shallow)).toBeNull();
    expect((await readCommits(join(shallow, 'catalog'))).problem).toMatch(/^this is a shallow clone; /);

    // Only what is not committed is unknown.
    writeFiles(join(repository, 'catalog'), { 'mapservers/a.yaml': '4', 'overlayservers/new.yaml': '1' });
    expect(await lastChange('mapservers/')).toBeNull();
    expect(await lastChange('overlayservers/')).toBeNull();
    expect(await lastChange('editions/')).toBe(renamed);
  });

  test('where another user owns the repository, what git wants is said', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, SMALL_CATALOG);
    commitAll(folder, '2026-11-20T00:00:00Z');
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    vi.stubEnv('GIT_CONFIG_GLOBAL', devNull);
    vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await readCommits(join(folder, 'catalog'))).problem).toBe(
      `git does not trust the repository, because another user owns it (dubious ownership); if you trust it, git config --global --add safe.directory '${folder}'`,
    );
  });

  test('without a repository', async () => {
    const problem = 'the catalog folder is not in a git repository';
    expect(await readCommits(temporaryFolder())).toEqual({ commits: null, problem });
  });

  test('a repository that git cannot read', async () => {
    const folder = temporaryFolder();
    git(folder, 'init', '--quiet');
    writeFiles(folder, { 'a.yaml': '', '.git/config': '[core' });
    expect((await readCommits(folder)).problem).toMatch(/^bad config line \d in file /);
  });

  test.runIf(process.platform !== 'win32')('with a pipe for which git waits', async () => {
    onTestFinished(startFastClock(60));
    const folder = temporaryFolder();
    writeFiles(folder, { 'a.yaml': '' });
    commitAll(folder, '2026-01-02T03:04:05Z');
    mkdirSync(join(folder, '.git/info'), { recursive: true });
    rmSync(join(folder, '.git/info/exclude'), { force: true });
    await run('mkfifo', [join(folder, '.git/info/exclude')]);
    writeFiles(folder, { 'b.yaml': '' });
    const { problem } = await readCommits(folder);
    expect(problem).toBe('git did not end within 120 seconds, and was stopped');
  });

  test('starts no program that the settings of the checkout name, and reads no line of one as a time', async () => {
    const folder = temporaryFolder();
    const program = join(folder, 'program.sh');
    const trace = join(folder, 'trace');
    // Signs and verifies like gpg, and says something that looks like a time.
    writeFileSync(
      program,
      `#!/bin/sh\necho "$@" >> '${trace}'\ncase "$*" in *--verify*) ;; *) cat > /dev/null\n` +
        `printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n' ;; esac\n` +
        `printf '\\n[GNUPG:] SIG_CREATED \\n\\00012345\\n' >&2\n`,
      { mode: 0o755 },
    );
    const checkout = join(folder, 'checkout');
    writeFiles(checkout, { 'catalog/a.yaml': '1' });
    git(checkout, 'init', '--quiet', '--initial-branch', 'main');
    git(checkout, 'add', '--all');
    git(checkout, '-c', `gpg.program=${program}`, 'commit', '--quiet', '--gpg-sign', '--message', 'x');
    expect(readFileSync(trace, 'utf8')).not.toBe('');
    rmSync(trace);

    const settings = {
      'core.fsmonitor': program,
      'core.hooksPath': folder,
      'core.pager': program,
      'pager.log': 'true',
      'diff.external': program,
      'diff.own.command': program,
      'diff.own.textconv': program,
      'gpg.program': program,
      'log.showRoot': 'false',
      'log.showSignature': 'true',
      'color.ui': 'always',
    };
    configure(checkout, settings);
    writeFiles(checkout, { '.gitattributes': '* diff=own\n', 'catalog/b.yaml': '1' });
    for (const hook of ['post-index-change', 'fsmonitor-watchman']) cpSync(program, join(folder, hook));
    utimesSync(join(checkout, 'catalog', 'a.yaml'), 1, 1);

    const { commits } = await readCommits(join(checkout, 'catalog'));
    expect(commits?.times).toEqual(new Map([['a.yaml', clock]]));
    expect(commits?.uncommitted).toEqual(new Set(['b.yaml']));
    const { files } = await readCatalogChanges(join(checkout, 'catalog'), 'main');
    expect([...files]).toEqual(['b.yaml']);
    expect(existsSync(trace)).toBe(false);
  });

  // Every way in which git talks to a server, with the setting that names the program.
  const SETTINGS: readonly (readonly [string, (program: string) => Record<string, string>])[] = [
    ['of a repository on this machine', (program) => ({ url: '.', uploadpack: program })],
    ['of an address file:', (program) => ({ url: 'file:///', uploadpack: program })],
    ['of ssh', (program) => ({ url: 'ssh://host.example/x', 'core.sshCommand': program })],
    ['of git:', (program) => ({ url: 'git://host.example/x', 'core.gitProxy': program })],
    ['of an address ext:', (program) => ({ url: `ext::${program}`, 'protocol.ext.allow': 'always' })],
  ];
  test.each(sampleOf(SETTINGS))(
    'fetches nothing that a clone lacks, and so starts no program %s',
    async (_, settingsOf) => {
      const folder = temporaryFolder();
      const program = join(folder, 'program.sh');
      const trace = join(folder, 'trace');
      writeFileSync(program, `#!/bin/sh\necho "$@" >> '${trace}'\nexit 1\n`, { mode: 0o755 });
      const checkout = join(folder, 'checkout');
      writeFiles(checkout, SMALL_CATALOG);
      commitAll(checkout, '2026-01-01T00:00:00Z');
      const tree = readGit(checkout, ['rev-parse', 'HEAD:catalog']).trim();
      const blob = readGit(checkout, ['rev-parse', 'HEAD:catalog/site.yaml']).trim();
      writeFiles(checkout, { 'catalog/site.yaml': '2' });
      commitAll(checkout, '2026-01-02T00:00:00Z');
      const remote = { ...settingsOf(program), promisor: 'true' };
      const own = { 'core.repositoryFormatVersion': '1', 'extensions.partialClone': 'origin' };
      const named = Object.entries(remote).map(([name, value]) => [
        name.includes('.') ? name : `remote.origin.${name}`,
        value,
      ]);
      configure(checkout, { ...Object.fromEntries(named), ...own });
      const catalog = join(checkout, 'catalog');
      const atFirst = async (): Promise<unknown> => openCatalogAt({ cwd: checkout } as Io, 'catalog', 'HEAD~1');
      const remove = (id: string): void => rmSync(join(checkout, '.git/objects', id.slice(0, 2), id.slice(2)));
      const partial = /this is a clone without all of its objects; fetch the rest with git fetch --refetch/;

      remove(blob);
      await expect(atFirst()).rejects.toThrow(partial);
      expect((await readCommits(catalog)).problem).toBeNull();
      remove(tree);
      await expect(atFirst()).rejects.toThrow(partial);
      await expect(readCatalogChanges(catalog, 'HEAD~1')).rejects.toThrow(partial);
      expect((await readCommits(catalog)).problem).toMatch(partial);
      expect(existsSync(trace)).toBe(false);
      // Git itself would have started it.
      expect(() => readGit(checkout, ['ls-tree', '-r', 'HEAD~1'])).toThrow();
      expect(existsSync(trace)).toBe(true);
    },
  );

  test('asks the repository of the folder, whatever repository a hook was started for', async () => {
    const [ours, theirs] = [temporaryFolder(), temporaryFolder()];
    for (const folder of [ours, theirs]) {
      writeFiles(folder, SMALL_CATALOG);
      commitAll(folder, folder === ours ? '2026-01-01T00:00:00Z' : '2026-02-02T00:00:00Z');
    }
    const read = async () => shown((await readCommits(join(ours, 'catalog'))).commits);
    const known = await read();
    expect(known?.times.get('site.yaml')).toBe(Date.UTC(2026, 0, 1) / 1000);
    const local = readGit(ours, ['rev-parse', '--local-env-vars']).split('\n').filter(Boolean);
    const settings = ['GIT_CONFIG_PARAMETERS', 'GIT_CONFIG_COUNT'];
    for (const name of local.filter((name) => !settings.includes(name))) {
      vi.stubEnv(name, join(theirs, '.git', name === 'GIT_INDEX_FILE' ? 'index' : ''));
    }
    expect(await read()).toEqual(known);
    vi.unstubAllEnvs();
  });
});
