/** A folder in which the small catalog is built. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { folderWithCatalog, writeFiles } from './catalogs.ts';
import { cartalog } from './in-process.ts';

export function snapshot(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'latin1')]));
}

/** The site of the small catalog, which is built once. */
let builtSite: Record<string, string> | undefined;

export async function workplace(withSite = false): Promise<{ folder: string; old: Record<string, string> }> {
  const folder = folderWithCatalog();
  if (!withSite) return { folder, old: {} };
  if (builtSite)
    for (const [path, text] of Object.entries(builtSite))
      writeFiles(join(folder, 'dist'), { [path]: Buffer.from(text, 'latin1') });
  else {
    expect((await cartalog(['build'], { cwd: folder })).status).toBe(0);
    builtSite = snapshot(join(folder, 'dist'));
  }
  return { folder, old: builtSite };
}

/** Many categories, so that writing takes a while. */
export function enlarge(folder: string, count: number): void {
  const categories = Array.from({ length: count }, (_, index) => `- { id: ${index + 1}, name: Category ${index} }\n`);
  writeFileSync(join(folder, 'catalog', 'categories.yaml'), categories.join(''));
}

export const change = (folder: string): void =>
  writeFileSync(join(folder, 'catalog', 'editions', 'offline.yaml'), 'name: Other\ndatasources: [maps]\n');
