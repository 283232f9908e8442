/** A catalog with a data source, and `cartalog update` on it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { isError } from '../../build/diagnostics/diagnostic.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { catalogFolderAt } from '../../cli/catalog/catalog-folder.ts';
import { type Files, temporaryFolder, writeFiles } from './catalogs.ts';
import { OPTIONS } from './check.ts';
import type { Outcome } from './cli.ts';
import { cartalog } from './in-process.ts';

export const SITE =
  'title: Test\nserviceUrl: https://catalog.example.org\nrepository: https://git.example.org/catalog\n';
export const FAST = ['--allow-private', '--rate', '1000', '--connections', '8'];
export const MAPS = 'datasources/maps/maps.yaml';
export const MAPS_HEAD = '# yaml-language-server: $schema=../../../schemas/catalog/maps.json\n';

export const dataSource = (url: string): string =>
  `name: Maps\nbaseUrl: ${url}/files/\ndirectory: maps\naction: Copy\nsource: { url: "${url}/files/", level: 3 }\n`;

/** A working folder with a catalog that has one data source, at a server. */
export function catalogFor(url: string, files: Files = {}): string {
  const cwd = temporaryFolder();
  const all = { 'site.yaml': SITE, 'datasources/maps/datasource.yaml': dataSource(url), [MAPS]: '{}\n', ...files };
  writeFiles(join(cwd, 'catalog'), all);
  return cwd;
}

/** Updates, and checks that nobody sees a stack trace, and that the catalog is whole. */
export async function update(cwd: string, args: readonly string[] = []): Promise<Outcome> {
  const outcome = await cartalog(['update', ...FAST, ...args], { cwd });
  expect(outcome.stdout + outcome.stderr).not.toMatch(/^\s+at |unexpected error|node:/m);
  const { diagnostics } = checkCatalog(catalogFolderAt(join(cwd, 'catalog')), OPTIONS);
  expect(diagnostics.filter(isError)).toEqual([]);
  return outcome;
}

export const read = (cwd: string, path = MAPS): string => readFileSync(join(cwd, 'catalog', path), 'utf8');
