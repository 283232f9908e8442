/** What a command loads before it does anything: no more than it uses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SMALL, temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, PROGRAM, run } from '../support/cli.ts';

/** At its end, a program prints what was loaded: modules of Node, and what it has required. */
const LISTING = `data:text/javascript,${encodeURIComponent(`
  import { Module } from 'node:module';
  process.on('exit', () => {
    const own = process.moduleLoadList.filter((name) => name.startsWith('NativeModule '));
    console.log(JSON.stringify([...own.map((name) => name.slice(13)), ...Object.keys(Module._cache)]));
  });
`)}`;

async function loadedBy(...args: string[]): Promise<string[]> {
  const cwd = temporaryFolder();
  writeFiles(cwd, { 'good/site.yaml': SMALL['site.yaml'] as string, 'bad/site.yaml': 'title: 1\n' });
  const { stdout } = await run(process.execPath, ['--import', LISTING, PROGRAM, ...args], { cwd, env: environment() });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const LIB = join(PROGRAM, '..', '..', 'lib');

const VALIDATORS = join(LIB, 'catalog.full-validators.cjs');

test.each([['check', '--catalog', 'good'], ['check', '--help'], ['--version']])(
  '%s starts nothing that it does not use',
  async (...args) => {
    const loaded = await loadedBy(...args);
    expect(loaded).toContain('fs');
    // Since version 22, Node loads what starts threads by itself, along with modules that have nothing to do with it.
    const late = process.versions.node.startsWith('20.') ? ['child_process', 'worker_threads'] : ['child_process'];
    const unused = [...late, 'http', 'https', 'tls', 'zlib', 'perf_hooks', VALIDATORS];
    expect(loaded.filter((name) => unused.includes(name))).toEqual([]);
  },
);

test('what says what is wrong is loaded where something is', async () => {
  expect(await loadedBy('check', '--catalog', 'bad')).toContain(VALIDATORS);
});

/** A compiled file, and those that it imports. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const source = readFileSync(join(LIB, name), 'utf8');
  for (const [, imported] of source.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) withImports(imported as string, found);
  return found;
}

test.each(['check', 'build', 'format'])('%s is in few files', (command) => {
  const start = readdirSync(LIB).filter((name) => name === 'cartalog.js' || name.startsWith(`run-${command}-`));
  expect(start).toHaveLength(2);
  const files = new Set(start.flatMap((name) => [...withImports(name)]));
  // Without what puts common modules together, each of them was in more than 20.
  expect(files.size).toBeLessThanOrEqual(12);
});
