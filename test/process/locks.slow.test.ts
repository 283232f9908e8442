/** Builds that write the same folder, and cannot see each other or are suspended: the site is always a whole one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog, environment, HURRIED, type Outcome, PROGRAM, run } from '../support/cli.ts';
import { noteOwner } from '../support/files.ts';
import { commitAll, git } from '../support/git.ts';
import { inProcess } from '../support/in-process.ts';
import { canUnshare, isStaging, UNSHARE } from '../support/processes.ts';

function workplace(): string {
  const folder = temporaryFolder();
  const categories = Array.from({ length: 150 }, (_, index) => `- { id: ${index + 1}, name: Category ${index} }\n`);
  writeFiles(join(folder, 'catalog'), { ...SMALL, 'categories.yaml': categories.join('') });
  return folder;
}

/** The number of files that a site lists and the service URLs in its documents; throws where a listed file is missing. */
function look(site: string): { files: number; urls: string[] } {
  const { files } = JSON.parse(readFileSync(join(site, 'site-manifest.json'), 'utf8')) as {
    files: Record<string, number>;
  };
  const urls = new Set<string>();
  for (const [path, size] of Object.entries(files)) {
    const content = readFileSync(join(site, path));
    expect(content.length, path).toBe(size);
    if (/^v1\/categories\/\d+\/index\.json$/.test(path))
      for (const url of content.toString().match(/https:\/\/\w+\.example\.org/g) ?? []) urls.add(url);
  }
  return { files: Object.keys(files).length, urls: [...urls] };
}

const build = (name: string): string[] => ['build', '--service-url', `https://${name}.example.org`];

function start(folder: string, name: string): { child: ChildProcess; outcome: Promise<Outcome> } {
  const child = spawn(process.execPath, [PROGRAM, ...build(name)], { cwd: folder, env: environment() });
  let stderr = '';
  child.stderr?.on('data', (chunk) => (stderr += chunk));
  const outcome = new Promise<Outcome>((resolve) =>
    child.once('close', (status, signal) => resolve({ status, signal, stdout: '', stderr })),
  );
  return { child, outcome };
}

describe.runIf(canUnshare())('in containers of their own', () => {
  const inContainer = (folder: string, name: string, env = environment()): Promise<Outcome> =>
    run(UNSHARE[0], [...UNSHARE.slice(1), process.execPath, PROGRAM, ...build(name)], { cwd: folder, env });

  test('three builds at once leave a whole site', async () => {
    const folder = workplace();
    const outcomes = await Promise.all(['a', 'b', 'c'].map((name) => inContainer(folder, name)));
    expect(outcomes.map(({ status, stderr }) => (status === 0 ? '' : stderr))).toEqual(['', '', '']);
    const { files, urls } = look(join(folder, 'dist'));
    expect(files).toBeGreaterThan(450);
    expect(urls).toHaveLength(1);
    expect(readdirSync(folder).sort()).toEqual(['catalog', 'dist']);
  });

  test('a build that was process 1 and killed does not keep the next one waiting', async () => {
    const folder = workplace();
    const args = [...UNSHARE.slice(1), process.execPath, PROGRAM, ...build('a')];
    const child = spawn(UNSHARE[0], args, { cwd: folder, env: environment(), stdio: 'ignore' });
    while (child.exitCode === null && !isStaging(folder)) await sleep(1);
    child.kill('SIGKILL');
    expect((await inContainer(folder, 'b', HURRIED)).status).toBe(0);
    expect(look(join(folder, 'dist')).urls).toEqual(['https://b.example.org']);
  });
});

test.each([['in the middle of the site', 'v1/categories/100']])(
  'a build that is suspended %s loses the lock, and cannot harm the site of another',
  async (_, path) => {
    const folder = workplace();
    expect((await inProcess(build('old'), folder)).status).toBe(0);
    const { child, outcome } = start(folder, 'a');
    while (child.exitCode === null && !isStaging(folder, path)) await sleep(1);
    child.kill('SIGSTOP');
    const other = await cartalog(build('b'), { cwd: folder, env: HURRIED });
    expect(other.status).toBe(0);
    child.kill('SIGCONT');
    expect(await outcome).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('another build took over while this one was suspended; run it again.'),
    });
    expect(look(join(folder, 'dist')).urls).toEqual(['https://b.example.org']);
    expect(readdirSync(folder).sort()).toEqual(['catalog', 'dist']);
  },
);

function ownerOf(pid: number): object {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const namespace = `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
  return { pid, namespace, started: stat.split(' ')[19] };
}

test.runIf(existsSync('/proc/self/stat'))('a build waits for another until the process of that is gone', async () => {
  const folder = workplace();
  const { pid = 0 } = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 1000)'], { stdio: 'ignore' });
  mkdirSync(join(folder, '.dist.lock/0123456789abcdef'), { recursive: true });
  noteOwner(join(folder, '.dist.lock/0123456789abcdef'), ownerOf(pid));
  const { status, stderr } = await inProcess(build('a'), folder);
  expect(status).toBe(0);
  expect(stderr).toMatch(new RegExp(`^Waiting for another build \\(process ${pid}\\)`));
  expect(readdirSync(folder).sort()).toEqual(['catalog', 'dist']);
});

describe.each(['.dist.lock/0123456789abcdef', '.dist.lock.old-0123456789abcdef'])('a site in %s', (left) => {
  async function withLeft(copied: ((folder: string, copy: string) => void) | null) {
    let folder = workplace();
    expect((await inProcess(build('old'), folder)).status).toBe(0);
    mkdirSync(join(folder, left), { recursive: true });
    renameSync(join(folder, 'dist'), join(folder, left, 'old'));
    noteOwner(join(folder, left));
    if (copied) {
      const copy = join(temporaryFolder(), 'copy');
      copied(folder, copy);
      folder = copy;
    }
    rmSync(join(folder, 'catalog/site.yaml'));
    const { status, stderr } = await cartalog(build('new'), { cwd: folder, env: HURRIED });
    expect(status).toBe(1);
    return { stderr, isThere: existsSync(join(folder, 'dist')) };
  }

  test('that a build has left is put back', async () => {
    const { stderr, isThere } = await withLeft(null);
    expect([isThere, stderr]).toEqual([true, expect.stringContaining('dist is as it was')]);
  });

  test.each<[string, (folder: string, copy: string) => void]>([
    [
      'is in a repository',
      (folder, copy) => {
        commitAll(folder, '2024-01-01T00:00:00Z');
        git(folder, ['clone', '--quiet', '.', copy]);
      },
    ],
    ['is in a copy without a repository', (folder, copy) => cpSync(folder, copy, { recursive: true })],
  ])('that %s is no site of this machine', async (_, copied) => {
    const { stderr, isThere } = await withLeft(copied);
    expect([isThere, stderr]).toEqual([false, expect.stringMatching(/Nothing was written\.\n$/)]);
  });
});
