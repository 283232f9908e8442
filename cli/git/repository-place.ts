import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isObject } from '../../contract/base/json-values.ts';
import { HOSTS, type HostName } from '../../contract/hosts.ts';
import { readJsonIfThere } from '../files/files.ts';

/** A bare repository has only `HEAD`. */
const REPOSITORY_MARKERS = ['.git', 'HEAD'];

export function repositoryAbove(folder: string): string | null {
  return nearestWith(folder, REPOSITORY_MARKERS);
}

/** Undefined outside of a repository. In a linked work tree, `.git` is a file. */
export function folderInRepository(folder: string): string | undefined {
  const path = realPath(folder);
  const root = nearestWith(path, ['.git']);
  return root === null ? undefined : relative(root, path).replaceAll('\\', '/');
}

/** Resolves links, and spells names as the disk does. The last parts need not exist. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path));
  }
}

export function ownerPathsOf(catalog: string): { readonly publicFolder: string; readonly headersFile: string } {
  const beside = dirname(catalog);
  return { publicFolder: join(beside, 'public'), headersFile: join(beside, '_headers') };
}

/** What `init` wrote. */
export const INIT_RECORD = '.cartalog-init.json';

/** Null without a record of a known host. */
export function hostInInitRecord(catalog: string): HostName | null {
  try {
    const { answers } = readJsonIfThere(join(dirname(catalog), INIT_RECORD)) ?? {};
    const target = isObject(answers) ? answers['target'] : null;
    return typeof target === 'string' && Object.hasOwn(HOSTS, target) ? (target as HostName) : null;
  } catch {
    return null;
  }
}

export function nearestWith(folder: string, names: readonly string[]): string | null {
  if (names.some((name) => existsSync(join(folder, name)))) return folder;
  return dirname(folder) === folder ? null : nearestWith(dirname(folder), names);
}
