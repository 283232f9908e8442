/** `cartalog build` as a process: the site is whole, whatever goes wrong. */
import { cpSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, ROOT } from '../support/cli.ts';
import { commitAll, git } from '../support/git.ts';
import { cartalog } from '../support/in-process.ts';
import { change, snapshot, workplace } from '../support/workplace.ts';

const CORNERS = join(ROOT, 'test', 'golden', 'corners', 'input');

const THREE = String(SMALL['mapservers/one.yaml']).replace('id: One', 'id: Three').replace('a.example', 'c.example');

const WITH_TOKEN = `${SMALL['site.yaml']}accessTokens: [SOME_API_KEY]\n`;

describe('cartalog build', () => {
  test('writes the site and reports what it did', async () => {
    const { folder } = await workplace();
    const outcome = await cartalog(['build'], { cwd: folder });
    expect(outcome).toMatchObject({ status: 0, stdout: '' });
    expect(outcome.stderr).toMatch(
      /^Built dist: \d+ files, [\d.]+ [kM]B, for https:\/\/catalog\.example\.org\. 0 errors, 0 warnings\.\nPublished without Last-Modified: the catalog folder is not in a git repository\.\nIts address is an example, so it cannot be deployed; set serviceUrl in [^\n]+\.\n$/,
    );
    expect(readdirSync(folder).sort()).toEqual(['catalog', 'dist']);
    // What is the same in every build is not said again.
    expect((await cartalog(['build'], { cwd: folder })).stderr).not.toContain('address');
    expect((await cartalog(['build', '--verbose'], { cwd: folder })).stderr).toContain('Its address is an example');
    // An address that is given for one build is meant as it is.
    const given = await cartalog(['build', '--verbose', '--service-url', 'http://127.0.0.1:8788'], { cwd: folder });
    expect(given.stderr).not.toContain('address');
  });

  test('says what files alone do not hold, where the host takes fewer header rules', async () => {
    const { folder } = await workplace();
    const source = (n: number): string =>
      `name: A\nbaseUrl: https://files.example.org/a${n}/\ndirectory: a\naction: Copy\nmaxAge: 60\n`;
    const sources = Array.from({ length: 100 }, (_, n) => [`datasources/a${n}/datasource.yaml`, source(n)]);
    writeFiles(join(folder, 'catalog'), Object.fromEntries(sources));
    const note =
      'Note: Cloudflare Workers takes 100 header rules. Last-Modified and Cache-Control of 20 data sources are sent by the handler, and are missing if it does not run.';
    const noteOf = async (target: string): Promise<string | undefined> => {
      const { status, stderr } = await cartalog(['build', '--target', target], { cwd: folder });
      expect(status).toBe(0);
      return stderr.split('\n').find((line) => line.startsWith('Note'));
    };
    expect(await noteOf('workers')).toBe(note);
    expect(await noteOf('caddy')).toBeUndefined();
  });

  test.each([
    ['--service-url', ['--service-url', 'http://127.0.0.1:1234/'], {}, 'http://127.0.0.1:1234/v1/mapservers/'],
    ['SERVICE_URL', [], { SERVICE_URL: 'https://other.example.org' }, 'https://other.example.org/v1/mapservers/'],
  ])('%s begins every link', async (_, args, env, expected) => {
    const { folder } = await workplace();
    expect((await cartalog(['build', ...args], { cwd: folder, env: environment(env) })).status).toBe(0);
    const service = JSON.parse(readFileSync(join(folder, 'dist', 'v1', 'index.json'), 'utf8'));
    expect(service.mapservers).toBe(expected);
  });

  test('fills in access tokens, and never prints them', async () => {
    const { folder } = await workplace();
    const server = String(SMALL['mapservers/one.yaml']).replace('.png', '.png?key=${SOME_API_KEY}');
    writeFiles(join(folder, 'catalog'), { 'mapservers/one.yaml': server, 'site.yaml': WITH_TOKEN });
    const pattern = (): string =>
      JSON.parse(readFileSync(join(folder, 'dist', 'v1', 'mapservers', 'index.json'), 'utf8'))[0].urlPattern;

    const unset = await cartalog(['build'], { cwd: folder });
    expect(unset.stderr).toContain('SOME_API_KEY is not set');
    expect(pattern()).toMatch(/key=ACCESS_TOKEN$/);

    const required = await cartalog(['build', '--require-tokens'], { cwd: folder });
    expect(required.status).toBe(1);
    expect(required.stderr).toContain('required-token');

    const set = await cartalog(['build', '--require-tokens'], {
      cwd: folder,
      env: environment({ SOME_API_KEY: ' s3cr3t&x\n' }),
    });
    expect(set).toMatchObject({ status: 0, stdout: '' });
    expect(set.stderr).not.toContain('s3cr3t');
    expect(pattern()).toMatch(/key=s3cr3t%26x$/);
  });

  test.each(['VAULT_TOKEN'])('never reads %s unless site.yaml lists it', async (name) => {
    const { folder, old } = await workplace(true);
    const server = String(SMALL['mapservers/one.yaml']).replace('.png', `.png?key=\${${name}}`);
    writeFiles(join(folder, 'catalog'), { 'mapservers/one.yaml': server, 'site.yaml': WITH_TOKEN });
    for (const command of ['check', 'build']) {
      const outcome = await cartalog([command], { cwd: folder, env: environment({ [name]: 's3cr3t' }) });
      expect(outcome.status).toBe(1);
      expect(outcome.stdout + outcome.stderr).toContain(
        `unlisted-token  \${${name}} is not listed, so its value is never read; add ${name} to accessTokens in site.yaml`,
      );
      expect(outcome.stdout + outcome.stderr).not.toContain('s3cr3t');
    }
    expect(snapshot(join(folder, 'dist'))).toEqual(old);
  });

  test('leaves out tile servers whose access token is not set, where that is asked for', async () => {
    const { folder } = await workplace();
    const server = String(SMALL['mapservers/one.yaml'])
      .replace('id: One', 'id: Key')
      .replace('.png', '.png?key=${SOME_API_KEY}');
    writeFiles(join(folder, 'catalog'), { 'mapservers/key.yaml': server, 'site.yaml': WITH_TOKEN });
    const ids = (): string[] =>
      JSON.parse(readFileSync(join(folder, 'dist', 'v1', 'mapservers', 'index.json'), 'utf8')).map(
        ({ id }: { id: string }) => id,
      );

    const unset = await cartalog(['build', '--without-tokenless'], { cwd: folder });
    expect(unset.status).toBe(0);
    expect(unset.stderr).toContain('SOME_API_KEY is not set; 1 map is left out');
    expect(ids()).toEqual(['One']);

    const env = environment({ SOME_API_KEY: 'x' });
    expect((await cartalog(['build', '--without-tokenless'], { cwd: folder, env })).status).toBe(0);
    expect(ids()).toEqual(['Key', 'One']);
  });

  test('gives the same bytes in another folder, time zone and locale', async () => {
    const sites = await Promise.all(
      [
        { TZ: 'UTC', LANG: 'C.UTF-8' },
        { TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
      ].map(async (env) => {
        const folder = temporaryFolder();
        cpSync(CORNERS, join(folder, 'catalog'), { recursive: true });
        commitAll(folder, '2026-01-02T03:04:05Z');
        const outcome = await cartalog(['build'], { cwd: folder, env: environment(env) });
        expect(outcome.status).toBe(0);
        return snapshot(join(folder, 'dist'));
      }),
    );
    expect(sites[0]?.['_headers']).toContain('Last-Modified: Fri, 02 Jan 2026 03:04:05 GMT');
    expect(sites[1]).toEqual(sites[0]);
  });

  test('refuses to publish without history, where that is asked for', async () => {
    const { folder, old } = await workplace(true);
    change(folder);
    const outcome = await cartalog(['build', '--require-history'], { cwd: folder });
    expect(outcome).toMatchObject({
      status: 2,
      stderr:
        'cartalog: --require-history: the catalog folder is not in a git repository. Nothing was written; dist is as it was.\n',
    });
    expect(snapshot(join(folder, 'dist'))).toEqual(old);
    commitAll(folder, '2026-01-02T03:04:05Z');
    const known = await cartalog(['build', '--require-history'], { cwd: folder });
    expect(known.status).toBe(0);
    expect(known.stderr).not.toContain('Last-Modified');
  });

  test('refuses to publish another address than the one that is asked for', async () => {
    const { folder, old } = await workplace(true);
    const address = 'https://maps.alps.ch';
    const publish = (required: string) =>
      cartalog(['build', '--service-url', address, '--require-address'], {
        cwd: folder,
        env: { REQUIRED_ADDRESS: required },
      });
    change(folder);
    const other = await publish('https://other.alps.ch');
    expect(other).toMatchObject({
      status: 2,
      stderr: `cartalog: --require-address: serviceUrl is ${address}, and this is published at https://other.alps.ch. If the new address is intended, "sudo npx --no -- cartalog server install" in ${folder} publishes it there. Nothing was written; dist is as it was.\n`,
    });
    expect(snapshot(join(folder, 'dist'))).toEqual(old);
    expect(await publish(address)).toMatchObject({ status: 0 });
  });

  const UNKNOWN = 'git does not know the files of the catalog';
  test.each<[string, string, (folder: string) => void]>([
    ['is not committed', UNKNOWN, (folder) => git(folder, ['rm', '-r', '--quiet', '--cached', 'catalog'])],
    [
      'is ignored',
      UNKNOWN,
      (folder) => {
        git(folder, ['rm', '-r', '--quiet', '--cached', 'catalog']);
        writeFiles(folder, { '.git/info/exclude': 'catalog\n' });
      },
    ],
    [
      'is elsewhere, as a setting says',
      UNKNOWN,
      (folder) => git(folder, ['config', 'core.worktree', temporaryFolder()]),
    ],
    [
      'has a file that is ignored',
      'git does not know "mapservers/three.yaml"; is it ignored?',
      (folder) => {
        writeFiles(folder, { '.git/info/exclude': 'three.yaml\n', 'catalog/mapservers/three.yaml': THREE });
      },
    ],
  ])('refuses to publish without history a catalog that %s', async (_, reason, change) => {
    const { folder } = await workplace();
    git(folder, ['init', '--quiet', '--initial-branch=main']);
    git(folder, ['add', 'catalog']);
    change(folder);
    git(folder, ['commit', '--quiet', '--allow-empty', '--message', 'x']);
    const { status, stderr } = await cartalog(['build', '--require-history'], { cwd: folder });
    expect(stderr).toContain(`cartalog: --require-history: ${reason}`);
    expect(status).toBe(2);
  });
});

test('a link to a site stays a link, and the site it leads to is replaced', async () => {
  const { folder } = await workplace(true);
  renameSync(join(folder, 'dist'), join(folder, 'real'));
  symlinkSync('real', join(folder, 'dist'));
  change(folder);
  expect((await cartalog(['build'], { cwd: folder })).status).toBe(0);
  expect(readFileSync(join(folder, 'real', 'v1', 'editions', 'offline', 'index.json'), 'utf8')).toContain('Other');
});
