/** The parts of this package that the program reads while it runs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SiteParts } from '../../build/render/site.ts';

/** The folder of this package: the nearest above this module with a package.json. */
export const PACKAGE_ROOT = findRoot(import.meta.dirname);

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}

/** The version in package.json. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')).version;
}

/** Reads what a site has besides its catalog. */
export function readSiteParts(): SiteParts {
  const read = (path: string): string => readFileSync(join(PACKAGE_ROOT, path), 'utf8');
  const names = readdirSync(join(PACKAGE_ROOT, 'public'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(PACKAGE_ROOT, 'public').length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  return {
    headers: read('_headers'),
    handler: read('lib/edge.js'),
    publicFiles: names.map((path) => ({ path, content: read(`public/${path}`), origin: null })),
  };
}
