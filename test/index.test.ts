import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type ApiOptions, build, catalogOf, check, readCatalog, recordsOf } from '../index.ts';
import { folderWithCatalog, SMALL, temporaryFolder, writeFiles } from './support/catalogs.ts';
import { cartalog } from './support/cli.ts';
import { commitAll } from './support/git.ts';

const TOKEN = 'EXAMPLE_API_KEY';
const WITH_TOKEN = {
  ...SMALL,
  'site.yaml': `${SMALL['site.yaml']}accessTokens: [${TOKEN}]\n`,
  'mapservers/three.yaml': `id: Three\nname: Three\nminZoom: 0\nmaxZoom: 9\nhosts: [three.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}?key=$\{${TOKEN}}\ncopyright: Esri\n`,
};

describe('check', () => {
  test('finds in memory what the program finds on disk', async () => {
    const files = { ...SMALL, 'mapservers/bad.yaml': 'id: Bad\nhosts: []\n' };
    const folder = folderWithCatalog(files);
    const { stdout } = await cartalog(['check', '--format', 'json'], { cwd: folder });
    const { findings, isSound, fileCount } = await check(catalogOf(files));
    const printed: { file: string; line: number; code: string }[] = JSON.parse(stdout).diagnostics;
    expect(printed.length).toBeGreaterThan(3);
    expect(findings.map(({ file, line, code }) => [`catalog/${file}`, line, code])).toEqual(
      printed.map(({ file, line, code }) => [file, line, code]),
    );
    expect([isSound, fileCount]).toEqual([false, Object.keys(files).length]);
    expect(await check(readCatalog(join(folder, 'catalog')))).toEqual({ findings, isSound, fileCount });
  });

  test.each<[string, ApiOptions, string[]]>([
    ['knows no token by itself', {}, ['unset-token']],
    ['takes tokens that it is given', { environment: { [TOKEN]: 'x' } }, []],
    ['can require them', { requireTokens: true }, ['required-token']],
  ])('%s', async (_, options, codes) => {
    vi.stubEnv(TOKEN, 'from the machine');
    const { findings, isSound } = await check(catalogOf(WITH_TOKEN), options);
    vi.unstubAllEnvs();
    expect(findings.map(({ code }) => code)).toEqual(codes);
    expect(isSound).toBe(!codes.includes('required-token'));
  });
});

test('build gives every byte that the program writes, with what is beside the catalog and what git knows', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'public/club.html': 'About', _headers: '/club.html\n  X-Own: 1\n' });
  writeFiles(join(folder, 'catalog'), WITH_TOKEN);
  commitAll(folder, '2026-01-02T03:04:05Z');
  expect(await cartalog(['build', '--service-url', 'https://own.example.org'], { cwd: folder })).toMatchObject({
    status: 0,
  });
  const { files } = await build(readCatalog(join(folder, 'catalog')), { serviceUrl: 'https://own.example.org' });
  const written = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'site-manifest.json')
    .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, 'dist/').length));
  expect(files?.map(({ path }) => path).sort()).toEqual(written.sort());
  for (const { path, content } of files ?? [])
    expect(Buffer.from(content).equals(readFileSync(join(folder, 'dist', path))), path).toBe(true);
  const headers = files?.find(({ path }) => path === '_headers');
  expect(Buffer.from(headers?.content ?? []).toString()).toMatch(/X-Own: 1[\s\S]*Last-Modified/);
});

test.each([
  ['none', 'There is no folder none.'],
  ['package.json', 'package.json is not a folder.'],
])('a folder that is none is refused in one line: %s', (folder, message) => {
  expect(() => readCatalog(folder)).toThrow(message);
});

describe('what only plain JavaScript can pass is refused in one line:', () => {
  const anything = (value: unknown) => value as never;

  test.each<[options: unknown]>([
    [null],
    [{ serviceUrl: 'nope' }],
    [{ serviceUrl: 5 }],
    [{ target: 'nope' }],
    [{ strict: true }],
    [{ toString: 1 }],
    [{ requireTokens: 'no' }],
    [{ environment: 'x' }],
    [{ environment: { A_KEY: 5 } }],
  ])('%j', async (options) => {
    for (const use of [check, build, async (...given: Parameters<typeof recordsOf>) => recordsOf(...given)])
      await expect(use(catalogOf(SMALL), anything(options))).rejects.toThrowErrorMatchingSnapshot();
  });

  test.each<[string, () => unknown]>([
    ['no source', () => check(anything(undefined))],
    ['no source of records', () => recordsOf(anything({}))],
    ['no source to build', () => build(anything('catalog'))],
    ['no folder', () => readCatalog(anything(undefined))],
    ['no files', () => catalogOf(anything(undefined))],
    ['a Map', () => catalogOf(anything(new Map([['site.yaml', '']])))],
    ['a path that leads out', () => catalogOf({ '../x.yaml': '' })],
    ['a path from the root', () => catalogOf({ '/x.yaml': '' })],
    ['a file that is a number', () => catalogOf({ 'x.yaml': anything(1) })],
  ])('%s', async (_, call) => {
    const error = await (async () => call())().then(String, (thrown: Error) => thrown.message);
    expect(error).toMatchSnapshot();
    expect(error).not.toContain('\n');
  });
});
