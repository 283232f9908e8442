/** The project of a generator, for as long as the comparison runs: its files, and what npm installs for it. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Installs a package, and the parser of YAML that this project uses.
 *
 * @param folder where the files of the project are already
 * @param version exact, so that a comparison can be repeated
 * @returns the version; or null, and then npm has said why
 */
export function installPackage(folder: string, name: string, version: string): string | null {
  writeProject(folder, { 'package.json': JSON.stringify({ private: true, type: 'module' }) });
  const yaml = createRequire(import.meta.url)('js-yaml/package.json');
  const packages = [`${name}@${version}`, `js-yaml@${yaml.version}`];
  const npm = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) return null;
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/** Writes texts to paths inside a folder. */
export function writeProject(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
