/** The package of a catalog as programs have it: packed, installed offline, loaded by Node and a bundler, and compiled. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAPPED, writeFiles } from '../support/catalogs.ts';
import { environment, ROOT, run } from '../support/cli.ts';
import { commitAll } from '../support/git.ts';
import { ciTask, inProcess } from '../support/in-process.ts';

const NAME = 'maps-example-org';
const NAMES = 'about,maps,providers,withdrawn,status,mapservers,overlayservers,datasources,categories,editions';

/** The example program of the manual, and what it prints. */
const [, EXAMPLE = '', PRINTED = ''] =
  /## As an npm package[\s\S]*?```js\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(
    readFileSync(join(ROOT, 'docs', 'map-programs.md'), 'utf8'),
  ) ?? [];

/** A program that trusts the types. */
const TYPED = `import { about, maps, mapservers, providers, status, withdrawn, type MapHealth, type MapProvider } from '${NAME}';

const first: MapProvider | undefined = providers.providers[0];
const zoom: number | undefined = maps.features[0]?.properties.minZoom;
const hosts: string[] = mapservers.flatMap(({ hosts }) => hosts.map(({ host }) => host));
const health: MapHealth | undefined = status?.maps['mapservers/one'];
const gone: string[] = withdrawn.withdrawn.map(({ id }) => id);
// @ts-expect-error: no such member
about.nothing;
export { first, gone, health, hosts, zoom };
`;

let home = '';
let program = '';
let tarball = '';
beforeAll(async () => {
  home = mkdtempSync(join(realpathSync(tmpdir()), 'cartalog-package-'));
  program = join(home, 'program');
  writeFiles(join(home, 'catalog'), MAPPED);
  commitAll(home, '2026-11-23T10:41:15Z');
  expect(await inProcess(['build', '--service-url', 'https://maps.example.org'], home)).toMatchObject({ status: 0 });
  expect(await ciTask(['package'], {}, home)).toMatchObject({ status: 0 });
  writeFiles(program, { 'package.json': '{ "private": true }\n' });
  tarball = join(home, `${NAME}-2026.1123.104115.tgz`);
  await npm(home, 'pack', './package');
  await npm(program, 'install', tarball);
});
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

async function npm(cwd: string, ...args: readonly string[]): Promise<void> {
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', `--cache=${join(home, 'cache')}`];
  const { status, stderr } = await run('npm', [...args, ...flags], { cwd, env: environment() });
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

/** Runs a file of the program with Node. @returns what it prints */
async function node(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  writeFiles(program, files);
  const { status, stdout, stderr } = await run(process.execPath, args, { cwd: program, env: environment() });
  expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: '', stdout });
  return stdout;
}

test('the example of the manual has at most ten lines, and runs', async () => {
  expect(EXAMPLE.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
  expect(await node({ 'example.mjs': EXAMPLE }, 'example.mjs')).toBe(PRINTED);
});

test('ES modules and CommonJS have the same exports, without a warning', async () => {
  const loaded = `import * as all from '${NAME}';\nconsole.log(Object.keys(all).sort().join());\nconsole.log(JSON.stringify({ ...all }));\n`;
  const required = `const all = require('${NAME}');\nconsole.log(Object.keys(all).sort().join());\nconsole.log(JSON.stringify(Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))));\n`;
  const [module, common] = [await node({ 'a.mjs': loaded }, 'a.mjs'), await node({ 'b.cjs': required }, 'b.cjs')];
  expect(module.split('\n')[0]).toBe(NAMES.split(',').sort().join());
  expect(common).toBe(module);
  const named = `import { maps } from '${NAME}';\nimport { createRequire } from 'node:module';\nconst file = createRequire(import.meta.url)('${NAME}/maps.json');\nconsole.log(JSON.stringify(maps) === JSON.stringify(file));\n`;
  expect(await node({ 'c.mjs': named }, 'c.mjs')).toBe('true\n');
});

test('a bundler takes only what a program uses', async () => {
  writeFiles(program, {
    'bundled.js': `import { providers } from '${NAME}';\nconsole.log(providers.providers[0].name);\n`,
  });
  const options = { absWorkingDir: program, bundle: true, write: false, logLevel: 'silent' } as const;
  const { outputFiles, warnings } = await build({ ...options, entryPoints: ['bundled.js'], format: 'esm' });
  expect(warnings).toEqual([]);
  const [{ text = '' } = {}] = outputFiles;
  expect(text).toContain('good.example.org');
  expect(text).not.toContain('FeatureCollection');
  expect(await node({ 'bundle.mjs': text }, 'bundle.mjs')).toBe('Good\n');
});

test.each([
  ['bundler', 'esnext', 'typed.ts'],
  ['node16', 'node16', 'typed.mts'],
  ['node16', 'node16', 'typed.cts'],
])('TypeScript resolves its types: %s, %s, %s', async (resolution, module, file) => {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022', '--types', ''];
  await node({ [file]: TYPED }, tsc, ...flags, '--module', module, '--moduleResolution', resolution, file);
});

test('is as publint and are-the-types-wrong want it', async () => {
  const { messages } = await publint({ pkgDir: join(program, 'node_modules', NAME), pack: false, level: 'warning' });
  expect(messages).toEqual([]);
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  const problems = analysis.types === false ? ['no types'] : analysis.problems;
  expect(problems).toEqual([]);
});
