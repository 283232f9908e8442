/** Builds, imports, mirrors and updates that are killed or cannot end: what they leave is whole, and the next run goes on. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog as compiled, environment, FAST_CLOCK, HURRIED, PROGRAM, ROOT, run } from '../support/cli.ts';
import { startFaultyServer } from '../support/faulty-server.ts';
import { contentOf, filesBelow, noteOwner } from '../support/files.ts';
import { cartalog } from '../support/in-process.ts';
import { serveSmall } from '../support/live-service.ts';
import { isStaging, until } from '../support/processes.ts';
import { catalogFor, FAST, read, update } from '../support/updating.ts';
import { upstreamRoutes } from '../support/upstream.ts';
import { change, enlarge, snapshot, workplace } from '../support/workplace.ts';

const catalogPaths = Object.keys(SMALL).sort();

test('a build that is killed at any moment leaves the old site or the new one', async () => {
  const { folder, old } = await workplace(true);
  enlarge(folder, 300);
  const reference = join(folder, 'reference');
  expect((await cartalog(['build', '--out', reference], { cwd: folder })).status).toBe(0);
  const whole = snapshot(reference);

  const dist = join(folder, 'dist');
  const pristine = join(folder, 'pristine');
  cpSync(dist, pristine, { recursive: true });
  let killed = 0;
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, [PROGRAM, 'build'], { cwd: folder, stdio: 'ignore', env: environment() });
    let isOver = false;
    const exit = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    void exit.then(() => {
      isOver = true;
    });
    // From the moment it begins to write: at once, and later and later.
    while (!isOver && !isStaging(folder)) await sleep(1);
    await sleep(round * 20);
    child.kill('SIGKILL');
    if ((await exit) === 'SIGKILL') killed++;
    const site = snapshot(dist);
    const isOld = Object.keys(site).length === Object.keys(old).length;
    expect(site).toEqual(isOld ? old : whole);
    rmSync(dist, { recursive: true });
    cpSync(pristine, dist, { recursive: true });
  }
  expect(killed).toBeGreaterThan(0);

  // What the killed builds left does not stop the next one, and is gone afterwards.
  expect((await cartalog(['build'], { cwd: folder })).status).toBe(0);
  expect(snapshot(dist)).toEqual(whole);
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a build that is killed while it recovered: half of an old site is never put back', async () => {
  const { folder } = await workplace(true);
  const whole = Object.keys(snapshot(join(folder, 'dist'))).length;
  const left = join(folder, '.dist.lock.old-0123456789abcdef');
  cpSync(join(folder, 'dist'), join(left, 'old'), { recursive: true });
  noteOwner(left);
  const killer = `
    const fs = require('node:fs');
    const { rmSync, readdirSync, statSync } = fs;
    fs.rmSync = (path, options) => {
      if (!path.includes('.lock.trash-') || !fs.existsSync(path + '/old')) return rmSync(path, options);
      const inside = readdirSync(path, { recursive: true }).map((name) => path + '/' + name);
      rmSync(inside.filter((name) => statSync(name).isFile())[0]);
      process.kill(process.pid, 'SIGKILL');
    };
    require('node:module').syncBuiltinESMExports();
  `;
  writeFiles(folder, { 'killer.cjs': killer });
  const env = environment({ NODE_OPTIONS: `--require ${join(folder, 'killer.cjs')}` });
  expect((await compiled(['build'], { cwd: folder, env })).signal).toBe('SIGKILL');
  rmSync(join(folder, 'dist'), { recursive: true });
  writeFiles(join(folder, 'catalog'), { 'editions/offline.yaml': 'name: Offline\n' });
  const faulty = await cartalog(['build'], { cwd: folder });
  expect(faulty.stderr).toMatch(/Nothing was written\.\n$/);
  expect(existsSync(join(folder, 'dist'))).toBe(false);
  change(folder);
  expect((await cartalog(['build'], { cwd: folder })).status).toBe(0);
  expect(Object.keys(snapshot(join(folder, 'dist')))).toHaveLength(whole);
  expect(readdirSync(folder).sort()).toEqual(['catalog', 'dist', 'killer.cjs']);
});

test.each([
  [
    'stopped',
    'SIGINT',
    {
      status: 2,
      stderr: expect.stringMatching(
        /cannot be written: it was stopped; 2 of 7 files are written, and the same command goes on\.\n/,
      ),
    },
  ],
  ['killed', 'SIGKILL', { status: null }],
])('an import that is %s while it writes leaves whole files, and goes on', async (_, signal, outcome) => {
  const cwd = temporaryFolder();
  const { url } = await serveSmall();
  const ending = `
    const fs = require('node:fs');
    const { writeFileSync } = fs;
    let count = 0;
    fs.writeFileSync = (file, ...rest) => {
      writeFileSync(file, ...rest);
      if (String(file).endsWith('.new') && String(file).includes('/catalog/') && ++count === 2) process.kill(process.pid, '${signal}');
    };
    require('node:module').syncBuiltinESMExports();
  `;
  const site = `title: T\nserviceUrl: ${url}\nrepository: ${url}\n`;
  writeFiles(cwd, { 'ending.cjs': ending, 'catalog/site.yaml': site });
  const env = environment({ NODE_OPTIONS: `--import ${FAST_CLOCK} --require ${join(cwd, 'ending.cjs')}` });
  const args = ['import', url, '--allow-private'];
  expect(await compiled(args, { cwd, env })).toMatchObject(outcome);
  const written = Object.values(contentOf(join(cwd, 'catalog')));
  expect(written.every((text) => text !== '')).toBe(true);
  expect(await cartalog(args, { cwd })).toMatchObject({ status: 0 });
  expect(Object.keys(contentOf(join(cwd, 'catalog'))).sort()).toEqual(catalogPaths);
});

test.each([[], ['catalog']])(
  'a new catalog is whole or absent whenever it is killed, with %j there',
  async (...folders) => {
    const cwd = temporaryFolder();
    const { url } = await serveSmall();
    for (const name of folders) mkdirSync(join(cwd, name));
    const ending = `
    const fs = require('node:fs');
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      renameSync(from, to);
      if (String(to).startsWith(${JSON.stringify(join(cwd, 'catalog'))})) process.kill(process.pid, 'SIGKILL');
    };
    require('node:module').syncBuiltinESMExports();
  `;
    writeFiles(cwd, { 'ending.cjs': ending });
    const env = environment({ NODE_OPTIONS: `--import ${FAST_CLOCK} --require ${join(cwd, 'ending.cjs')}` });
    expect(await compiled(['import', url, '--allow-private'], { cwd, env })).toMatchObject({ status: null });
    expect(Object.keys(contentOf(join(cwd, 'catalog'))).sort()).toEqual(catalogPaths);
  },
);

test.each(['SIGKILL', 'SIGINT'] as const)('a mirror ended by %s in the middle goes on', async (signal) => {
  const cwd = temporaryFolder();
  const { url, paths } = await serveSmall(async () => await sleep(60, null));
  const child = spawn(process.execPath, [PROGRAM, 'mirror', url, 'copy'], { cwd, env: environment() });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  while (paths.length < 15) await sleep(10);
  child.kill(signal);
  expect(await ended).toBe(signal === 'SIGINT' ? 2 : null);
  expect(filesBelow(join(cwd, 'copy')).filter((path) => !path.startsWith('.cartalog-mirror/'))).toEqual([]);
  const before = paths.length;
  const { status, stderr } = await cartalog(['mirror', url, 'copy'], { cwd });
  expect([status, stderr]).toEqual([0, '']);
  const { files } = JSON.parse(readFileSync(join(cwd, 'copy', 'manifest.json'), 'utf8')) as { files: object[] };
  expect(paths.length - before).toBeLessThan(files.length - 5);
});

test.each<[NodeJS.Signals, boolean]>([
  ['SIGINT', true],
  ['SIGKILL', false],
])('an update that is ended by %s goes on when it is run again', async (signal, isClean) => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${10 + n}.txt`, `file ${n}`]));
  const slow = Object.fromEntries(Object.entries(files).map(([path, body]) => [path, { body, delayMs: 50 }]));
  const server = await startFaultyServer(upstreamRoutes(slow));
  const cwd = catalogFor(server.url);
  const args = [PROGRAM, 'update', '--allow-private', '--rate', '1000'];
  const child = spawn(process.execPath, args, { cwd, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', (status) => resolve(status)));
  await until(() => server.requests.length > 20, 'some requests');
  child.kill(signal);
  expect(await ended).toBe(isClean ? 1 : null);
  if (isClean) expect(output).toContain('Stopped before everything was done: ');
  const known = read(cwd).match(/\.txt:/g)?.length ?? 0;
  expect(known > 0).toBe(isClean);
  expect(known).toBeLessThan(40);

  server.change(upstreamRoutes(files));
  const { status, stdout } = await update(cwd);
  expect(status).toBe(0);
  expect(stdout).toContain(`maps: 40 found, ${40 - known} added, 0 changed, ${known} unchanged, 0 gone, 0 failed`);
});

test('an update that is killed in the middle of a download leaves nothing of it', async () => {
  const large = { body: Buffer.alloc(900_000), stallAfter: 800_000 };
  const server = await startFaultyServer(upstreamRoutes({ 'a.bin': large }));
  const temporary = temporaryFolder();
  const options = { cwd: catalogFor(server.url), env: environment({ TMPDIR: temporary }) };
  const child = spawn(process.execPath, [PROGRAM, 'update', ...FAST], { ...options, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await until(() => server.requests.some(({ method, path }) => method === 'GET' && path.endsWith('a.bin')), 'it');
  await new Promise((resolve) => setTimeout(resolve, 300));
  child.kill('SIGKILL');
  await ended;
  expect(readdirSync(temporary)).toEqual([]);
});

/** Permissions do not apply to root, so root runs a copy of the program as another user. */
function buildAsOther(folder: string): ReturnType<typeof run> {
  const program = temporaryFolder();
  for (const part of ['bin', 'lib', 'public', 'schemas', '_headers', 'package.json'])
    cpSync(join(ROOT, part), join(program, part), { recursive: true });
  chmodSync(program, 0o555);
  const user = process.getuid?.() === 0 ? { uid: OTHER, gid: OTHER } : {};
  return run(process.execPath, [join(program, 'bin', 'cartalog.js'), 'build'], {
    cwd: folder,
    env: environment(),
    ...user,
  });
}

const OTHER = 65_534;

/** The process ids that this test sees, as a lock names them. */
function namespace(): { namespace: string | null } {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { namespace: `${boot} ${readlinkSync('/proc/self/ns/pid')}` };
  } catch {
    return { namespace: null };
  }
}

/** Leaves the lock of a build that was killed, with the site inside it under a name. */
function leaveLock(folder: string, name: 'old' | 'trash'): void {
  const own = join(folder, '.dist.lock', '0123456789abcdef');
  mkdirSync(join(own, 'next'), { recursive: true });
  writeFileSync(join(own, 'next', 'half'), '');
  noteOwner(own, { pid: 2 ** 30, ...namespace(), started: '1' });
  renameSync(join(folder, 'dist'), join(own, name));
  if (name === 'trash') rmSync(join(own, name, 'index.html'));
}

test('a file of the site that may not be read is written anew', async () => {
  const { folder, old } = await workplace(true);
  if (process.getuid?.() === 0) {
    chownSync(folder, OTHER, OTHER);
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      chownSync(join(folder, path), OTHER, OTHER);
  }
  chmodSync(join(folder, 'dist', 'v1', 'index.json'), 0);
  const outcome = await buildAsOther(folder);
  expect(outcome).toMatchObject({ status: 0, stderr: expect.stringMatching(/^Built dist: /) });
  expect(snapshot(join(folder, 'dist'))).toEqual(old);
});

test('where hard links fail, as on some file systems, a build makes what it makes elsewhere', async () => {
  const { folder } = await workplace(true);
  const refusing = `
    const fs = require('node:fs');
    fs.linkSync = () => { throw Object.assign(new Error(process.env.REFUSAL), { code: process.env.REFUSAL, syscall: 'link' }); };
    require('node:module').syncBuiltinESMExports();
  `;
  writeFiles(folder, { 'no-links.cjs': refusing });
  const NODE_OPTIONS = `--require ${join(folder, 'no-links.cjs')}`;
  for (const [index, REFUSAL] of ['EPERM', 'EMLINK'].entries()) {
    writeFiles(join(folder, 'catalog'), { 'editions/offline.yaml': `name: Number ${index}\ndatasources: [maps]\n` });
    const env = environment({ NODE_OPTIONS, REFUSAL });
    const outcome = await compiled(['build'], { cwd: folder, env });
    expect(outcome).toMatchObject({ status: 0, stderr: expect.stringMatching(/^Built dist: /) });
    await cartalog(['build', '--out', 'other'], { cwd: folder });
    expect(snapshot(join(folder, 'dist'))).toEqual(snapshot(join(folder, 'other')));
  }
});

describe('a build that cannot be finished leaves the old site in place:', () => {
  test('killed between the two renames: the next build puts the old site back first', async () => {
    const { folder, old } = await workplace(true);
    leaveLock(folder, 'old');
    const outcome = await cartalog(['build'], { cwd: folder });
    expect(outcome.stderr).toMatch(/^What an earlier build had left is cleaned up\.\nNothing changed in dist/);
    expect(snapshot(join(folder, 'dist'))).toEqual(old);
    expect(readdirSync(folder).sort()).toEqual(['catalog', 'dist']);
  });

  test('killed while it deleted the old site: what is left of that is never put back', async () => {
    const { folder } = await workplace(true);
    leaveLock(folder, 'trash');
    writeFiles(join(folder, 'catalog'), { 'editions/offline.yaml': 'name: Offline\n' });
    const faulty = await cartalog(['build'], { cwd: folder });
    expect(faulty.status).toBe(1);
    expect(existsSync(join(folder, 'dist'))).toBe(false);
    writeFiles(join(folder, 'catalog'), SMALL);
    expect((await cartalog(['build'], { cwd: folder })).status).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['catalog', 'dist']);
  });

  test.each([
    [
      'a folder of somebody in it',
      { '.dist.lock/mine/precious.txt': 'x' },
      /\.dist\.lock next to it holds mine, which no build wrote/,
    ],
    [
      'a file of somebody',
      { '.dist.lock': 'x' },
      /\.dist\.lock next to it is a file, which no build wrote; move it away/,
    ],
    ['folders of somebody with similar names', { '.dist.lock.77777/precious.txt': 'x' }, null],
  ])('with %s where the lock would be: nothing of it is deleted', async (_, files, message) => {
    const { folder } = await workplace(true);
    writeFiles(folder, files);
    change(folder);
    const outcome = await cartalog(['build'], { cwd: folder });
    if (message) expect(outcome).toMatchObject({ status: 2, stderr: expect.stringMatching(message) });
    else expect(outcome.status).toBe(0);
    expect(snapshot(folder)).toMatchObject(files);
  });

  test('after a power cut that left an empty folder for a lock', async () => {
    const { folder } = await workplace();
    mkdirSync(join(folder, '.dist.lock'));
    expect((await compiled(['build'], { cwd: folder, env: HURRIED })).status).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['catalog', 'dist']);
  });

  test('on a full disk', async () => {
    const { folder, old } = await workplace(true);
    enlarge(folder, 3_000);
    // A limit on the size of files makes a write fail as a full disk does; the list of categories is larger.
    const command = `ulimit -f 64; exec "${process.execPath}" "${PROGRAM}" build`;
    const outcome = await run('sh', ['-c', command], { cwd: folder, env: environment() });
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toMatch(/cartalog: .*dist is as it was\.\n$/);
    expect(snapshot(join(folder, 'dist'))).toEqual(old);
    expect(readdirSync(folder).sort()).toEqual(['catalog', 'dist']);
  });

  test('in a folder that is read-only', async () => {
    const { folder, old } = await workplace(true);
    change(folder);
    chmodSync(folder, 0o555);
    const outcome = await buildAsOther(folder);
    chmodSync(folder, 0o755);
    expect(outcome.stderr).toMatch(
      /cartalog: dist cannot be written: permission denied in its parent folder\. dist is as it was\.\n$/,
    );
    expect(outcome.status).toBe(2);
    expect(snapshot(join(folder, 'dist'))).toEqual(old);
  });

  test.each<[out: string, message: string]>([
    ['nowhere', 'nowhere is a broken symbolic link; create its folder, or name another one'],
    [ROOT, 'the program itself.'],
    [join(ROOT, 'public', 'site'), 'is inside public, whose files are published.'],
  ])('in %s', async (out, message) => {
    const { folder } = await workplace(true);
    symlinkSync('nothing', join(folder, 'nowhere'));
    change(folder);
    const before = snapshot(folder);
    const outcome = await cartalog(['build', '--out', out], { cwd: folder });
    expect([outcome.status, outcome.stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(snapshot(folder)).toEqual(before);
  });
});
