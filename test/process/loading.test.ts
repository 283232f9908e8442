/** What a command loads before it does anything: no more than it uses. */
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

test.each([['check', '--catalog', 'good'], ['check', '--help'], ['--version']])(
  '%s starts nothing that it does not use',
  async (...args) => {
    const loaded = await loadedBy(...args);
    expect(loaded).toContain('fs');
    const unused = ['http', 'https', 'tls', 'zlib'];
    expect(loaded.filter((name) => unused.includes(name))).toEqual([]);
  },
);
