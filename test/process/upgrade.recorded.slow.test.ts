/** Owners who come from an earlier version: what `init --upgrade` makes of what that wrote, on each kind of host. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Change, changeLine } from '../../commands/catalog/diff/change.ts';
import { initSources } from '../../commands/repository/init/command.ts';
import { type InitRecord, readInitRecord, upgradableFiles } from '../../commands/repository/init/init.ts';
import { HOST_NAMES, HOSTS, type HostName } from '../../contract/hosts.ts';
import { type Files, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { PROGRAM, run } from '../support/cli.ts';
import { EARLIER_VERSIONS, earlierRepository, unpackEarlier } from '../support/earlier.ts';
import { commitAll, git } from '../support/git.ts';
import { inProcess } from '../support/in-process.ts';
import { packedFile } from '../support/tarball.ts';
import { checkAndPublish } from './jobs.ts';

const DATE = '2026-11-20T00:00:00Z';
const RECORD = '.cartalog-init.json';
const WORKFLOWS = '.github/workflows';
const PUBLISH = `${WORKFLOWS}/publish.yml`;
/** What only the first of the versions wrote. */
const PACKAGE = `${WORKFLOWS}/package.yml`;
const FIRST = EARLIER_VERSIONS[0] as string;

const MAP =
  '# yaml-language-server: $schema=../../schemas/catalog/tileserver.json\nid: Alps\nname: Alps\nminZoom: 0\nmaxZoom: 9\nhosts: [t.alps.net]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\n';

const runIn = (cwd: string, ...words: string[]) => inProcess(words, cwd);

const upgrade = (cwd: string, ...words: string[]) => runIn(cwd, 'init', '--upgrade', ...words);

const textIn =
  (folder: string) =>
  (path: string): string =>
    readFileSync(join(folder, path), 'utf8');

/** What this version writes into the repository that a record is of. */
const wantedFor = ({ answers }: InitRecord): ReadonlyMap<string, string> => upgradableFiles(answers, [], initSources());

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !/^\.git\/|^node_modules\//.test(path))
    .sort();

/** What an owner has made of the repository of an earlier version: committed, but for a note. */
function owned(version: string, host: HostName): string {
  const folder = earlierRepository(version, host);
  const text = textIn(folder);
  writeFiles(folder, {
    [PUBLISH]: text(PUBLISH).replace('timeout-minutes: 20', 'timeout-minutes: 30'),
    'README.md': `${text('README.md')}\nOurs.\n`,
    'catalog/mapservers/alps.yaml': MAP,
    'public/robots.txt': 'User-agent: *\n',
  });
  commitAll(folder, DATE);
  writeFiles(folder, { 'note.txt': 'not committed' });
  return folder;
}

describe.each(EARLIER_VERSIONS.flatMap((version) => HOST_NAMES.map((host) => [version, host] as const)))(
  'a repository of %s for %s',
  (version, host) => {
    test('has the files of this version, and what its owner has changed', async () => {
      const folder = owned(version, host);
      const text = textIn(folder);
      const before = new Map(filesIn(folder).map((path) => [path, text(path)]));
      const { status, stdout, stderr } = await upgrade(folder);
      expect(status).toBe(0);
      const wanted = wantedFor(readInitRecord(text(RECORD)) as InitRecord);
      for (const [path, made] of wanted) if (path !== PUBLISH) expect(text(path), path).toBe(made);
      const changed = [...wanted].filter(([path, made]) => path !== PUBLISH && before.get(path) !== made);
      const removed = version === FIRST ? [`${PACKAGE} removed`] : [];
      expect(stdout.trim().split('\n')).toEqual([...changed.map(([path]) => path), ...removed]);
      const gone = version === FIRST ? '; it runs cartalog ci how-to-go-back, which this version does not have' : '';
      const compare = `npx --no -- cartalog init --upgrade --print ${PUBLISH} | diff ${PUBLISH} -`;
      expect(stderr.split('\n')).toEqual([
        `${PUBLISH}: you have changed it, and it stays${gone}; compare: ${compare}`,
        expect.stringMatching(/^\d+ files? written(?:, 1 file removed)?; up to date with cartalog \d/),
        '',
      ]);
      // Nothing else is touched, and nothing is new but what this version has more.
      const touched = new Set([...changed.map(([path]) => path), RECORD, ...(version === FIRST ? [PACKAGE] : [])]);
      for (const [path, old] of before) if (!touched.has(path)) expect(text(path), path).toBe(old);
      expect(filesIn(folder).filter((path) => !before.has(path) && !wanted.has(path))).toEqual([]);
      expect(await upgrade(folder)).toMatchObject({
        status: 0,
        stdout: '',
        stderr: expect.stringMatching(/^Nothing to write; up to date with cartalog [\d.]+\.\n$/m),
      });
    });

    test('can be checked and built', async () => {
      const folder = owned(version, host);
      await upgrade(folder);
      const checked = await runIn(folder, 'check');
      expect(checked.status).toBe(0);
      // Both versions wrote example records.
      expect(new Set(checked.stdout.match(/(?:error|warning) [\w-]+/g))).toEqual(new Set(['warning example-address']));
      expect(await runIn(folder, 'format', '--check')).toMatchObject({ status: 0, stdout: '' });
      expect(await runIn(folder, 'build', '--no-fsync')).toMatchObject({ status: 0 });
      expect(existsSync(join(folder, 'dist', HOSTS[host].root, 'v1/mapservers/index.json'))).toBe(true);
    });
  },
);

const textsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(filesIn(folder).map((path) => [path, textIn(folder)(path)]));

test.each([1, 6, 11])('an upgrade that ended after %i files is finished by the next one', async (count) => {
  const [whole, folder] = [owned(FIRST, 'nginx'), owned(FIRST, 'nginx')];
  const { stdout } = await upgrade(whole);
  const written = stdout.split('\n').filter((path) => path && !path.endsWith(' removed'));
  rmSync(join(folder, PACKAGE));
  for (const path of written.slice(0, count)) writeFiles(folder, { [path]: textIn(whole)(path) });
  const again = await upgrade(folder);
  expect([again.status, again.stdout.trim().split('\n')]).toEqual([0, written.slice(count)]);
  expect(textsOf(folder)).toEqual(textsOf(whole));
});

test('an upgrade that cannot write a file says so, and goes on once that is put right', async () => {
  const folder = owned(FIRST, 'pages');
  const path = 'schemas/catalog/common.json';
  renameSync(join(folder, path), join(folder, 'common.json'));
  symlinkSync('../../common.json', join(folder, path));
  const { status, stderr } = await upgrade(folder);
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(/common\.json cannot be written: .*symbolic link.* the same command goes on\.$/m),
  ]);
  git(folder, ['checkout', '--quiet', path]);
  expect((await upgrade(folder)).stdout).toContain(path);
  expect((await upgrade(folder)).stdout).toBe('');
});

test('an upgrade keeps what is not committed, and says the command that brings back what was deleted', async () => {
  const folder = owned(FIRST, 'nginx');
  const text = textIn(folder);
  const [edited, staged] = [`${WORKFLOWS}/check.yml`, 'server.sh'];
  for (const path of [edited, staged]) writeFiles(folder, { [path]: `${text(path)}# Mine, and not committed.\n` });
  git(folder, ['add', staged]);
  rmSync(join(folder, '.vscode'), { recursive: true });
  const { status, stderr } = await upgrade(folder);
  expect(status).toBe(0);
  for (const path of [edited, staged]) {
    expect(text(path)).toMatch(/\n# Mine, and not committed\.\n$/);
    expect(stderr).toContain(`${path}: you have changed it, and it stays; compare: `);
  }
  expect(git(folder, ['diff', '--cached', '--name-only'])).toBe(`${staged}\n`);
  // The folder is missing, too.
  const [, command = ''] = /^\.vscode\/settings\.json: .*; to have it back: (mkdir .*)$/m.exec(stderr) ?? [];
  const program = `node ${PROGRAM}`;
  expect((await run('sh', ['-c', command.replace('npx --no -- cartalog', program)], { cwd: folder })).status).toBe(0);
  const record = readInitRecord(text(RECORD)) as InitRecord;
  expect(text('.vscode/settings.json')).toBe(wantedFor(record).get('.vscode/settings.json'));
});

test.each<[string, (folder: string) => void, RegExp]>([
  [
    'catalog/',
    (folder) => rmSync(join(folder, 'catalog'), { recursive: true }),
    /^cartalog: There is no catalog\/ in \.; /,
  ],
  ['its record', (folder) => rmSync(join(folder, RECORD)), /^cartalog: There is no \.cartalog-init\.json in \., so /],
])('without %s, an upgrade says where to get it, and so does init', async (_, take, message) => {
  const folder = earlierRepository(FIRST, 'generic');
  take(folder);
  const before = textsOf(folder);
  const { status, stderr } = await upgrade(folder);
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
  const again = await runIn(folder, 'init', '--yes');
  expect(again.stderr).toMatch(/has files of a catalog, but no .*: restore it from the history of git\./);
  expect(textsOf(folder)).toEqual(before);
});

describe('the program that is pinned', () => {
  const lockOf = (entry: object): Files => ({
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/cartalog': entry } }),
  });
  const pinned = (spec: string, folder: string): Files => {
    const content = JSON.parse(textIn(folder)('package.json'));
    return { 'package.json': JSON.stringify({ ...content, dependencies: { cartalog: spec } }) };
  };
  const COMMIT = 'git+https://git.alps.ch/cartalog.git#0123456789abcdef0123456789abcdef01234567';
  const { version } = initSources();

  test.each([
    ['by its version', version, { version }],
    ['by a commit', COMMIT, { version, resolved: COMMIT }],
    ['by a folder', 'file:../cartalog', { link: true }],
  ])('%s stays so', async (_, spec, entry) => {
    const folder = owned(FIRST, 'generic');
    writeFiles(folder, { ...pinned(spec, folder), ...lockOf(entry) });
    const before = ['package.json', 'package-lock.json'].map(textIn(folder));
    expect((await upgrade(folder)).status).toBe(0);
    expect(['package.json', 'package-lock.json'].map(textIn(folder))).toEqual(before);
  });

  test('must be the one that upgrades, because the workflows run it', async () => {
    const folder = owned(FIRST, 'generic');
    writeFiles(folder, { ...pinned('0.0.9', folder), ...lockOf({ version: '0.0.9' }) });
    const before = textsOf(folder);
    const { status, stderr } = await upgrade(folder);
    const words = 'package-lock.json has cartalog 0.0.9, which the workflows run, and this is ';
    expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(textsOf(folder)).toEqual(before);
  });
});

describe('a minimal repository', () => {
  /** As an earlier version wrote it: without the workflows that update and probe. */
  function earlierMinimal(): string {
    const folder = earlierRepository(FIRST, 'pages');
    const { answers, files, ...record } = JSON.parse(textIn(folder)(RECORD));
    for (const name of ['update', 'probe']) {
      rmSync(join(folder, WORKFLOWS, `${name}.yml`));
      delete files[`${WORKFLOWS}/${name}.yml`];
    }
    writeFiles(folder, { [RECORD]: JSON.stringify({ ...record, answers: { ...answers, minimal: true }, files }) });
    return folder;
  }

  test('of an earlier version keeps what that wrote more, and gets nothing else', async () => {
    const folder = earlierMinimal();
    const before = filesIn(folder);
    expect((await upgrade(folder)).status).toBe(0);
    // One schema names another.
    const added = filesIn(folder).filter((path) => !before.includes(path));
    expect(added).toEqual(['schemas/catalog/map.json']);
    expect(before.filter((path) => !filesIn(folder).includes(path))).toEqual([PACKAGE]);
    expect((await upgrade(folder)).stdout).toBe('');
  });

  async function written(...flags: string[]): Promise<string> {
    const [folder, home] = [temporaryFolder(), temporaryFolder()];
    const place = ['--repository', 'https://github.com/alps/maps', '--address', 'https://maps.alps.net'];
    const args = ['init', '--title', 'Alps', ...place, '--package', packedFile(home), '--yes', ...flags];
    expect((await runIn(folder, ...args)).status).toBe(0);
    return folder;
  }
  /** All but what is never rewritten. */
  const withoutOwn = (folder: string): Record<string, string> =>
    Object.fromEntries(Object.entries(textsOf(folder)).filter(([path]) => !/^(?:README\.md$|catalog\/)/.test(path)));

  test.each(HOST_NAMES)('for %s stays so, becomes whole by one command, and minimal again by another', async (host) => {
    const [whole, folder] = [await written('--target', host), await written('--target', host, '--minimal')];
    const minimal = textsOf(folder);
    expect(await upgrade(folder)).toMatchObject({ status: 0, stdout: '' });
    expect(textsOf(folder)).toEqual(minimal);
    expect((await upgrade(folder, '--no-minimal')).stderr).toMatch(
      /^README\.md: it stays; delete its paragraph "More files": .*\n\d+ files written; up to date/m,
    );
    expect(withoutOwn(folder)).toEqual(withoutOwn(whole));
    expect((await upgrade(folder)).stdout).toBe('');
    const own = ['.github/CODEOWNERS', `${WORKFLOWS}/update.yml`, '.vscode/settings.json', 'CONTRIBUTING.md'];
    writeFiles(folder, Object.fromEntries(own.map((path) => [path, '{}\n'])));
    const { stderr, stdout } = await upgrade(folder, '--minimal');
    expect(stderr).toMatch(/^README\.md: it stays; delete what it says of removed files\.$/m);
    expect(stderr).toContain(`\n${stdout.match(/ removed$/gm)?.length} files removed; up to date with `);
    for (const path of own)
      expect(stderr.split(`${path}: you have changed it, so it stays; cartalog no longer writes it: `)).toHaveLength(2);
    const left = Object.keys(textsOf(folder)).filter((path) => !(path in minimal));
    expect(left.sort()).toEqual(own);
    for (const path of own) rmSync(join(folder, path));
    expect((await upgrade(folder)).stderr).toMatch(/up to date/);
    expect(textIn(folder)(RECORD)).toBe(minimal[RECORD]);
  });

  test('is checked and published by its workflows', async () => {
    const folder = await written('--minimal', '--language', 'de');
    writeFiles(folder, { 'catalog/mapservers/alps.yaml': MAP });
    commitAll(folder, DATE);
    writeFiles(folder, { 'catalog/mapservers/alps.yaml': MAP.replace('maxZoom: 9', 'maxZoom: 8') });
    commitAll(folder, '2026-11-21T00:00:00Z');
    const { ended, logs } = await checkAndPublish(folder);
    expect(logs).toEqual([]);
    expect(ended).toMatchObject({ 'Check the change, and what clients will see of it': 'success', Build: 'success' });
    expect(textIn(folder)('dist/index.html')).toMatch(/<html lang="de"/);
  });
});

/** What hosts of Cloudflare send today, and did not for the first version. */
const NEW_HEADERS = [
  '! /v2/*: Content-Type not sent -> application/json',
  ...['mapservers/:name/:file.json', 'overlayservers/:name/:file.json', 'programs/*'].map(
    (path) => `! /${path}: Access-Control-Allow-Origin not sent -> *`,
  ),
  '! the edge handler changed',
];

test.each(EARLIER_VERSIONS)(
  'a site of %s differs from one of today in what this version has more, and in no record',
  async (version) => {
    const folder = unpackEarlier(version, 'published');
    const target = existsSync(join(folder, 'site/nginx')) ? 'nginx' : 'pages';
    await runIn(folder, 'build', '--target', target, '--out', 'after', '--no-fsync');
    const { changes, breaking } = JSON.parse((await runIn(folder, 'diff', 'site', 'after', '--format', 'json')).stdout);
    expect(breaking).toBe(0);
    const isOfProgram = /^\/(?:programs\/[a-z-]+\.\w+|v[12]\/(?:openapi\.json|schemas\/.+))$/;
    const others = (changes as Change[]).filter(({ target: { url } }) => !isOfProgram.test(url)).map(changeLine);
    expect(others).toEqual(version === FIRST ? NEW_HEADERS : []);
  },
);
