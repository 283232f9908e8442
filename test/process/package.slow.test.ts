/** The package as others have it: what is in it, what it needs, and every command of it, in a folder that has nothing else. */
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SMALL, writeFiles } from '../support/catalogs.ts';
import { environment, ROOT, run } from '../support/cli.ts';
import { commitAll, git } from '../support/git.ts';
import { sourceFiles } from '../support/imports.ts';
import { bytesBelow, type Installed, installPackage } from '../support/installed.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/processes.ts';
import { textsIn } from '../support/words.ts';

const MEGABYTE = 1_000_000;

/** Every name of the library, as somebody uses it who trusts the types. */
const CONSUMER = `import { build, catalogOf, check, readCatalog, recordsOf } from 'cartalog';
import type { ApiOptions, Asset, BuildOutcome, Catalog, CatalogSource, CheckOutcome, Code, DataSource, Finding } from 'cartalog';

const options: ApiOptions = { environment: { A_KEY: 'x' }, requireTokens: true, serviceUrl: 'https://example.org' };
const source: CatalogSource = readCatalog('catalog');
const { findings, isSound }: CheckOutcome = await check(catalogOf({ 'site.yaml': '', 'x.yaml': new Uint8Array() }), options);
const codes: Code[] = findings.map(({ code }: Finding<Code>) => code);
const { files }: BuildOutcome = await build(source);
const sizes: number[] = (files ?? []).map(({ content }: Asset) => content.length);
const catalog: Catalog | null = recordsOf(source);
const first: DataSource | undefined = catalog?.datasources[0];
const sha1: string | null | undefined = first?.files[0]?.checksums[0]?.sha1;
// @ts-expect-error: no such code
codes.includes('no-such-code');
export { isSound, sha1, sizes };
`;

const CLIENT_CONSUMER = `import { CatalogError, openCatalog, tileAddress } from 'cartalog/client';
import { firstWorking } from 'cartalog/client/choose';
import type { CatalogStore, ClientOptions, MapFeature, OpenCatalog } from 'cartalog/client';

const store: CatalogStore = new Map<string, string>();
const options: ClientOptions = { keys: ['RW'], spares: ['RW'], store, serviceUrl: 'https://example.org', ignoreClock: false };
const catalog: OpenCatalog = await openCatalog('https://mirror.example.net', options);
for (const server of await catalog.read('/v1/mapservers/')) tileAddress(server, { zoom: server.minZoom, tilex: 0, tiley: 0 });
const map: MapFeature = await catalog.read('/v2/mapservers/hills.json');
const address: string = tileAddress(map.properties, { zoom: 5, tilex: 1, tiley: 1, language: 'de' });
const sizes: number[] = (await catalog.mapsAt(8, 50)).maps.map(({ name }) => name.length);
const working: MapFeature | null = await firstWorking(catalog, ['mapservers/hills']);
const isExpired = (error: unknown): boolean => error instanceof CatalogError && error.code === 'expired';
// @ts-expect-error: another type
const wrong: string = await catalog.read('/v1/datasources/maps/');
export { address, isExpired, sizes, working, wrong };
`;

/** The examples of the manual, each with what it prints, where the manual says so. */
const EXAMPLES = [
  ...readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8').matchAll(
    /```js\n([\s\S]*?)```(?:\n\n```text\n([\s\S]*?)```)?/g,
  ),
].map(([, code = '', output = null], index) => ({ index, code, output }));

let installed: Installed;
beforeAll(async () => {
  installed = await installPackage();
  writeFiles(join(installed.folder, 'catalog'), SMALL);
});
afterAll(() => installed?.remove());

describe('the package', () => {
  test('has what the program reads, and neither tests nor a catalog', () => {
    const { files } = installed.packed;
    const isExpected =
      /^(?:bin\/|lib\/|schemas\/|public\/|commands\/templates\/|docs\/|(?:_headers|package\.json|(?:CHANGELOG|CONTRIBUTING|README|SECURITY)\.md|LICENSE)$)/;
    expect(files.filter((path) => !isExpected.test(path))).toEqual([]);
    for (const path of textsIn(
      'bin/cartalog.js | lib/cartalog.js | lib/index.js | lib/index.d.ts | lib/edge.js | _headers',
    ))
      expect(files).toContain(path);
    const ours = [...filesOf('schemas'), ...filesOf('public'), ...filesOf('commands/templates')];
    expect(files).toEqual(expect.arrayContaining(ours));
    const code = sourceFiles().map(({ path }) => readFileSync(join(ROOT, path), 'utf8'));
    const linked = code.flatMap((text) => [...text.matchAll(/programPageOf\('([^']+)'\)/g)].map(([, page]) => page));
    expect(files).toEqual(expect.arrayContaining(linked));
    expect(linked).toContain('docs/messages.md');
  });

  test('has no script that npm would run, or warn of, where it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(join(installed.folder, 'node_modules/cartalog/package.json'), 'utf8'));
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare']) expect(scripts).not.toHaveProperty(name);
    expect(scripts).toMatchObject({ dependencies: scripts.compile, prepack: scripts.compile });
  });

  test('is small, and so is all that it needs', () => {
    // A fifth is the library that draws vector maps, 0.65 megabytes the borders of countries; 0.7 are all documents with their picture,
    // and 0.1 is what lists folders.
    expect(installed.packed.unpackedSize).toBeLessThan(6.4 * MEGABYTE);
    expect(bytesBelow(join(installed.folder, 'node_modules'))).toBeLessThan(40 * MEGABYTE);
    expect(readdirSync(join(installed.folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'cartalog',
      'libxml2-wasm',
    ]);
  });

  test('has the licences of what is compiled into it', () => {
    const notice = readFileSync(join(installed.folder, 'node_modules/cartalog/lib/THIRD-PARTY.txt'), 'utf8');
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const name of textsIn(
      '@clack/prompts | commander | entities | jpeg-js | leaflet | maplibre-gl | pmtiles | yaml',
    ))
      expect(notice).toMatch(new RegExp(`^${name} ${devDependencies[name] ?? ''}`, 'm'));
    // A file of jpeg-js has terms of its own.
    expect(notice).toContain('Copyright 2011 notmasteryet');
  });
});

const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1));

test('the installed program makes a record, which is in its form and has no faults, and imports XML', async () => {
  const url = 'https://{s}.tile.example.org/{z}/{x}/{y}.png';
  const answers = ['--id', 'New', '--max-zoom', '9', '--copyright', 'X', '--url', url];
  const made = await installed.cartalog('new', 'mapserver', ...answers);
  expect(made).toMatchObject({ status: 0, stdout: 'catalog/mapservers/new.yaml\n' });
  expect(made.stderr).toContain('Wrote catalog/mapservers/new.yaml.\n');
  expect(await installed.cartalog('format', '--check', 'catalog/mapservers/new.yaml')).toMatchObject({ status: 0 });
  const checked = await installed.cartalog('check', '--verbose');
  expect([checked.status, checked.stderr]).toEqual([
    0,
    expect.stringMatching(/ npx --no -- cartalog build --out after && npx --no -- cartalog diff before after\n$/),
  ]);
  const { stdout } = await installed.cartalog('check', '--help');
  expect(stdout).toMatch(/^node_modules\/cartalog\/docs\/messages\.md /m);
  const list = join(ROOT, 'test/fixtures/import/josm.xml');
  expect(await installed.cartalog('import', list, '--dry-run')).toMatchObject({ status: 0 });
});

const INIT = ['--yes', '--title', 'Maps', '--repository', 'https://github.com/example/maps', '--git'];

test('a catalog of one’s own is begun, passes, is built, compared and served, by the scripts that it has', async () => {
  const begun = await installed.cartalog('init', 'maps', ...INIT, '--package', installed.packed.tarball);
  expect(begun).toMatchObject({ status: 0, stdout: '' });
  const cwd = join(installed.folder, 'maps');
  commitAll(cwd, '2026-11-20T00:00:00Z');
  // As npm runs scripts, which takes longer to start than they take: with the program of the folder above.
  const { scripts } = JSON.parse(readFileSync(join(cwd, 'package.json'), 'utf8'));
  const PATH = `${join(installed.folder, 'node_modules', '.bin')}:${process.env['PATH']}`;
  const script = (name: string, ...args: string[]) =>
    run('sh', ['-c', `${scripts[name]} "$@"`, 'sh', ...args], { cwd, env: environment({ PATH }) });
  expect(await script('test')).toMatchObject({ status: 0, stdout: '' });
  const url = 'https://{s}.tile.example.org/{z}/{x}/{y}.png';
  const answers = ['--id', 'First', '--max-zoom', '9', '--copyright', 'OpenStreetMap', '--url', url];
  expect(await script('new', 'mapserver', ...answers)).toMatchObject({ status: 0 });
  expect(await script('build', '--require-history', '--out', 'before')).toMatchObject({ status: 0 });
  rmSync(join(cwd, 'catalog/mapservers/first.yaml'));
  expect(await script('build', '--out', 'after')).toMatchObject({ status: 0 });
  expect((await script('diff', 'before', 'after')).stdout).toMatch(/breaking.*First/s);
  expect(await script('deploy')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is the address of an exam'),
  });
  writeFiles(cwd, { 'public/club.html': 'About' });
  const port = await freePort();
  const served = `http://127.0.0.1:${port}`;
  const args = [join(installed.folder, 'node_modules/.bin/cartalog'), 'serve', '--port', String(port)];
  const child = spawn(process.execPath, args, { cwd, env: environment() });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    let output = '';
    child.stderr.on('data', (chunk) => (output += chunk));
    await until(() => output.includes('Serving '), 'the server');
    expect(await script('verify', served)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/ hold, 0 fail/),
    });
    expect(await (await fetch(`${served}/club`)).text()).toBe('About');
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
});

test('a clone of the repository of a catalog gets the program from its own tarball, whatever the registry has', async () => {
  const cwd = join(installed.folder, 'maps');
  // wrangler is not packed here, and the tarball of the dependency takes the place of the registry.
  const file = join(cwd, 'package.json');
  const { dependencies, ...content } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...content, dependencies: { cartalog: dependencies.cartalog } }));
  cpSync(installed.dependency, join(cwd, 'vendor/libxml2-wasm.tgz'));
  await installed.npm(cwd, 'install', '--package-lock-only', './vendor/libxml2-wasm.tgz');
  commitAll(cwd, '2026-11-20T00:00:00Z');
  const clone = join(installed.folder, 'clone');
  git(installed.folder, ['clone', '--quiet', cwd, clone]);
  await installed.npm(clone, 'ci');
  expect(realpathSync(join(clone, 'node_modules/cartalog'))).toBe(join(clone, 'node_modules/cartalog'));
  const build = ['run', '--silent', 'build', '--', '--require-history'];
  expect(await run('npm', build, { cwd: clone, env: environment() })).toMatchObject({ status: 0 });
});

describe('the library', () => {
  test('is published as publint wants it, and tools that read no exports find the same types', async () => {
    const pkgDir = join(installed.folder, 'node_modules', 'cartalog');
    const { messages } = await publint({ pkgDir, pack: false });
    expect(messages).toEqual([]);
    const { exports, types, typesVersions } = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8'));
    const paths = Object.entries<{ types?: string }>(exports).filter(([, { types }]) => types !== undefined);
    const found = paths.map(([path]) => (path === '.' ? types : typesVersions['*'][path.slice(2)][0]));
    expect(found).toEqual(paths.map(([, { types }]) => types));
  });

  // That bundlers resolve to the same types is shown above.
  test.each([
    ['a strict consumer, who has no other package', CONSUMER, 'es2022'],
    ['programs that read a catalog', CLIENT_CONSUMER, 'es2022,dom'],
  ])('has types for %s', async (_, program, lib) => {
    writeFiles(installed.folder, { 'src/consumer.ts': program });
    const flags = ['--noEmit', '--strict', '--target', 'es2022', '--lib', lib, '--types', ''];
    const modules = ['--module', 'node16', '--moduleResolution', 'node16'];
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(await installed.node(tsc, ...flags, ...modules, 'src/consumer.ts')).toMatchObject({ status: 0, stdout: '' });
  });

  test('is documented: every name that it exports', async () => {
    const page = readFileSync(join(ROOT, 'docs', 'api.md'), 'utf8');
    const names = Object.keys(await import(join(installed.folder, 'node_modules/cartalog/lib/index.js')));
    expect(names).toEqual(['build', 'catalogOf', 'check', 'readCatalog', 'recordsOf']);
    for (const name of names) expect(page).toContain(`- \`${name}(`);
  });

  test.each(EXAMPLES)('example $index of docs/api.md runs', async ({ index, code, output }) => {
    writeFiles(join(installed.folder, 'examples', 'catalog'), SMALL);
    writeFiles(installed.folder, { [`examples/${index}.js`]: code });
    const program = join(installed.folder, 'examples', `${index}.js`);
    const { status, stdout, stderr } = await run(process.execPath, [program], {
      cwd: join(installed.folder, 'examples'),
      env: environment(),
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    if (output !== null) expect(stdout).toBe(output);
  });
});
