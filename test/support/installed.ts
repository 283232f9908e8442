/**
 * The package as others have it: packed, and installed into a folder that has nothing else. Nothing is fetched: the one
 * dependency is packed from our own `node_modules`, and npm gets an empty cache and is told to stay offline.
 */
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFiles } from './catalogs.ts';
import { environment, type Outcome, ROOT, run } from './cli.ts';

export interface Packed {
  readonly tarball: string;
  /** Bytes of its files, without dependencies. */
  readonly unpackedSize: number;
  readonly files: readonly string[];
}

export interface Tarballs {
  readonly home: string;
  readonly packed: Packed;
  readonly dependency: string;
  /** Runs npm, offline. @throws Error where it fails */
  npm(cwd: string, ...args: readonly string[]): Promise<string>;
  remove(): void;
}

export interface Installed extends Tarballs {
  readonly folder: string;
  cartalog(...args: readonly string[]): Promise<Outcome>;
  node(file: string, ...args: readonly string[]): Promise<Outcome>;
}

export async function packPackage(): Promise<Tarballs> {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'cartalog-installed-'));
  const npm = async (cwd: string, ...args: readonly string[]): Promise<string> => {
    const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', `--cache=${join(home, 'cache')}`];
    const { status, stdout, stderr } = await run('npm', [...args, ...flags], { cwd, env: environment() });
    if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  // npm would read, hash and compress it, too, which is nothing of ours.
  const dependency = join(home, 'libxml2-wasm.tgz');
  const tar = run('tar', ['-czf', dependency, '-C', join(ROOT, 'node_modules'), 'libxml2-wasm']);
  const [{ filename, unpackedSize, files }] = JSON.parse(await npm(home, 'pack', ROOT, '--json'));
  if ((await tar).status !== 0) throw new Error((await tar).stderr);
  const paths = files.map((file: { path: string }) => file.path);
  const packed = { tarball: join(home, filename), unpackedSize, files: paths };
  const remove = (): void => rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  return { home, packed, dependency, npm, remove };
}

export async function installPackage(): Promise<Installed> {
  const tarballs = await packPackage();
  const folder = join(tarballs.home, 'catalog-of-somebody');
  writeFiles(folder, { 'package.json': '{ "private": true, "type": "module" }\n' });
  await tarballs.npm(folder, 'install', tarballs.dependency, tarballs.packed.tarball);
  const node = (file: string, ...args: readonly string[]): Promise<Outcome> =>
    run(process.execPath, [file, ...args], { cwd: folder, env: environment() });
  return {
    ...tarballs,
    folder,
    cartalog: (...args) =>
      run(join(folder, 'node_modules', '.bin', 'cartalog'), args, { cwd: folder, env: environment() }),
    node,
  };
}

export const bytesBelow = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
