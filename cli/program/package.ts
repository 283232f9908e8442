import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

export const PACKAGE_ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}

/** Whether the program is on npm. The first publication sets this to true: docs/releasing.md. */
export const IS_PUBLISHED: boolean = false;

interface PackageJson {
  readonly version: string;
  readonly repository: { readonly url: string };
  readonly peerDependencies: { readonly wrangler: string };
}

function packageJson(): PackageJson {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
}

export function packageVersion(): string {
  return packageJson().version;
}

/** Without a trailing slash. */
export function repositoryUrl(): string {
  // Npm requires `git+` and `.git`.
  return packageJson()
    .repository.url.replace(/^git\+/, '')
    .replace(/\.git$/, '');
}

/** The oldest supported, with which the program is tested. */
export function wranglerVersion(): string {
  return packageJson().peerDependencies.wrangler.replace(/^\D+/, '');
}

/** With `/` on every system, from absolute paths. */
export function slashedPath(folder: string, file: string): string {
  return file.slice(folder.length + 1).replaceAll(sep, '/');
}

export function readPackageTexts(folder: 'commands/templates' | 'schemas/catalog'): Map<string, string> {
  const root = join(PACKAGE_ROOT, folder);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => slashedPath(root, join(entry.parentPath, entry.name))).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/**
 * How to call the program: with `npx` if the folder, or one above, is the checkout or has the program. With `--no`, npx
 * downloads no other package of that name if the program is gone later.
 */
export function programCall(cwd: string): string {
  const isHere = (folder: string): boolean =>
    folder === PACKAGE_ROOT || existsSync(join(folder, 'node_modules', 'cartalog'));
  let folder = resolve(cwd);
  while (!isHere(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return isHere(folder) ? 'npx --no -- cartalog' : 'cartalog';
}
