/** What is left of a site after a power cut, at every step of a build. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { folderWithCatalog, SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { cartalog as compiled, environment, ROOT } from '../support/cli.ts';
import { contentOf } from '../support/files.ts';
import { cartalog } from '../support/in-process.ts';
import { ForgetfulDisk, type Step, type Tree } from './power-cut.ts';

/** What one traced build did, and the sites before and after it. */
interface Rebuilt {
  readonly site: string;
  readonly before: Tree | null;
  readonly after: Tree;
  readonly steps: readonly Step[];
}

/** Builds a catalog with every system call that changes files noted. */
async function rebuild(hadSite: boolean, args: readonly string[], env: Record<string, string>): Promise<Rebuilt> {
  const folder = temporaryFolder();
  const site = join(folder, 'sites', 'dist');
  const build = ['build', '--out', site, ...args];
  writeFiles(join(folder, 'catalog'), SMALL);
  if (hadSite) expect((await cartalog(build, { cwd: folder })).status).toBe(0);
  const before = hadSite ? contentOf(site) : null;
  writeFileSync(join(folder, 'catalog', 'editions', 'offline.yaml'), 'name: Other\ndatasources: [maps]\n');
  const { steps, stderr } = await traced(build, folder, env);
  expect(stderr).toContain('Built ');
  return { site, before, after: contentOf(site), steps };
}

async function traced(args: readonly string[], cwd: string, env = {}): Promise<{ stderr: string; steps: Step[] }> {
  const log = join(cwd, 'trace');
  const preload = `--require ${join(ROOT, 'test', 'process', 'trace-writes.cjs')}`;
  const outcome = await compiled(args, { cwd, env: environment({ NODE_OPTIONS: preload, TRACE: log, ...env }) });
  expect(outcome).toMatchObject({ status: 0 });
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  return { stderr: outcome.stderr, steps: lines.map((line) => JSON.parse(line)) };
}

/** What a power cut leaves after each step from the first: `old`, `new`, `none`, or `broken`. An old site in a lock counts: it is put back. */
function* statesOf({ site, before, after, steps }: Rebuilt, oldIsFlushed: boolean, first = 0): Iterable<string> {
  const absolute = Object.entries(before ?? {}).map(([path, text]) => [join(site, path), text]);
  const disk = new ForgetfulDisk(Object.fromEntries(absolute), oldIsFlushed);
  const nameOf = (tree: Tree | null): string => {
    if (tree === null) return 'none';
    if (isDeepStrictEqual(tree, after)) return 'new';
    return isDeepStrictEqual(tree, before) ? 'old' : 'broken';
  };
  for (const [index, step] of steps.entries()) {
    disk.apply(step);
    if (index < first) continue;
    const kept = disk.afterPowerCut(site);
    const [old] = kept === null ? disk.oldSites(site) : [];
    yield nameOf(old === undefined ? kept : disk.afterPowerCut(old));
  }
}

function lastState(rebuilt: Rebuilt, oldIsFlushed: boolean): string | undefined {
  const [state] = statesOf(rebuilt, oldIsFlushed, rebuilt.steps.length - 1);
  return state;
}

const WITHOUT_SYNC = { PATH: '/nonexistent' };

test.each<[string, Record<string, string>, boolean]>([
  ['in one call, over another site', {}, true],
  ['file by file, over another site', WITHOUT_SYNC, true],
  ['file by file, where nothing was', WITHOUT_SYNC, false],
])('a site that is flushed %s is the old or the new one at every step, and the new one at the end', async (...row) => {
  const [, env, hadSite] = row;
  const rebuilt = await rebuild(hadSite, [], env);
  const states = [...statesOf(rebuilt, true)];
  expect(new Set(states)).toEqual(new Set([hadSite ? 'old' : 'none', 'new']));
  // Once the name of the new site is flushed, no power cut brings the old one back.
  const swapped = rebuilt.steps.findIndex(([what, , to]) => what === 'rename' && to === rebuilt.site);
  const flushed = rebuilt.steps.findIndex(([what, path], at) => {
    return at > swapped && what === 'flush' && path === dirname(rebuilt.site);
  });
  expect(flushed).toBeGreaterThan(swapped);
  expect(rebuilt.steps.slice(swapped + 1, flushed).map(([what]) => what)).not.toContain('remove');
  expect(states.at(-1)).toBe('new');
});

test('files that an earlier build did not flush are flushed when they are used again', async () => {
  for (const env of [{}, WITHOUT_SYNC]) expect(lastState(await rebuild(true, [], env), false)).toBe('new');
});

test('with --no-fsync nothing is flushed, and a power cut breaks the site', async () => {
  const rebuilt = await rebuild(true, ['--no-fsync'], {});
  expect(rebuilt.steps.filter(([what]) => what.startsWith('flush'))).toEqual([]);
  expect(lastState(rebuilt, true)).toBe('broken');
});

test('a site in which nothing changes is flushed, because --no-fsync may have written it', async () => {
  const folder = folderWithCatalog();
  expect((await cartalog(['build', '--no-fsync'], { cwd: folder })).status).toBe(0);
  const { stderr, steps } = await traced(['build'], folder);
  expect(stderr).toContain('Nothing changed');
  expect(steps).toContainEqual(['flush-all']);
});

test.each([
  ['before the swap', 'next'],
  ['after the swap', 'work'],
])('a disk that fails %s leaves the old site', async (_, where) => {
  const folder = join(temporaryFolder(), 'work');
  writeFiles(join(folder, 'catalog'), SMALL);
  expect((await cartalog(['build'], { cwd: folder })).status).toBe(0);
  const failing = `
    const fs = require('node:fs');
    const { openSync, fsyncSync } = fs;
    const names = new Map();
    fs.openSync = (path, ...rest) => {
      const file = openSync(path, ...rest);
      names.set(file, require('node:path').basename(String(path)));
      return file;
    };
    fs.fsyncSync = (file) => {
      if (names.get(file) === ${JSON.stringify(where)}) throw Object.assign(new Error('EIO'), { code: 'EIO' });
      fsyncSync(file);
    };
    require('node:module').syncBuiltinESMExports();
  `;
  writeFiles(folder, { 'failing.cjs': failing, 'catalog/editions/offline.yaml': 'name: Other\ndatasources: [maps]\n' });
  const env = environment({ NODE_OPTIONS: `--require ${join(folder, 'failing.cjs')}`, ...WITHOUT_SYNC });
  const outcome = await compiled(['build'], { cwd: folder, env });
  const message = 'cartalog: dist cannot be written: the disk reports an error. dist is as it was.\n';
  expect(outcome).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  expect(readFileSync(join(folder, 'dist', 'v1', 'editions', 'offline', 'index.json'), 'utf8')).toContain('Offline');
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});
