/** Updates a folder that is being served, file by file, writing only what changed. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Asset } from '../render/site.ts';
import { pathInside } from './site-folder.ts';

/**
 * Makes a folder contain these files and no others. Each file changes in one step, so that a reader sees the old or the
 * new one, and the server that watches the folder keeps running.
 *
 * @returns how many files were written or removed
 */
export function syncSite(folder: string, assets: readonly Asset[]): number {
  let changes = 0;
  mkdirSync(folder, { recursive: true });
  for (const { path, content } of assets) {
    const file = pathInside(folder, path);
    if (read(file)?.equals(content)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
    changes++;
  }
  const wanted = new Set(assets.map(({ path }) => path));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(folder.length + 1).replaceAll('\\', '/');
    if (entry.isDirectory() || wanted.has(path)) continue;
    rmSync(file);
    changes++;
  }
  return changes;
}

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
