/** The bad catalogs of `test/fixtures/bad/`: each folder has the files in which it differs from the sound one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Files, SMALL } from './catalogs.ts';
import { ROOT } from './cli.ts';

export const BAD = join(ROOT, 'test', 'fixtures', 'bad');

const EXTRA = ['expected.txt', 'options.json', 'removed.txt'];

export type BadCatalog = { readonly name: string; readonly files: Files; readonly settings: object };

export const badCatalogs = (): BadCatalog[] =>
  readdirSync(BAD)
    .sort()
    .map((name) => {
      const own = filesIn(join(BAD, name));
      const files: Record<string, string | Uint8Array> = { ...SMALL, ...own };
      for (const path of [...EXTRA, ...String(own['removed.txt'] ?? '').split('\n')]) delete files[path];
      return { name, files, settings: JSON.parse(String(own['options.json'] ?? '{}')) };
    });

function filesIn(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]),
  );
}
