/** The benchmark's catalog, and copies of it that rows may change. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { SMALL_FILE, writeBenchCatalog } from './bench-catalog.ts';
import { renamed } from './edits.ts';
import type { Workplace } from './workplace.ts';

/** Who commits, whatever the settings of the person. */
const PERSON = { NAME: 'Benchmark', EMAIL: 'benchmark@example.org', DATE: '2026-01-02T03:04:05Z' };

/** The catalog, which the first group that needs it writes. Nothing changes it. */
export function benchCatalogIn(workplace: Workplace): string {
  const catalog = workplace.path('catalog');
  if (!existsSync(catalog)) writeBenchCatalog(catalog);
  return catalog;
}

/**
 * Copies a catalog.
 *
 * @param edit gives the texts of the copy, from those of the catalog and their paths in it
 * @returns the copy
 */
export function copyOf(catalog: string, copy: string, edit?: (text: string, path: string) => string): string {
  cpSync(catalog, copy, { recursive: true });
  if (!edit) return copy;
  for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.yaml')) continue;
    const file = join(copy, path);
    const text = readFileSync(file, 'utf8');
    const edited = edit(text, path.replaceAll('\\', '/'));
    if (edited !== text) writeFileSync(file, edited);
  }
  return copy;
}

/** Gives the small file of a catalog another content than it ever had. @returns the new name of its record */
export function changeSmallFile(catalog: string, round: number): string {
  const file = join(catalog, SMALL_FILE);
  const name = `Change ${round}`;
  writeFileSync(file, renamed(readFileSync(file, 'utf8'), name));
  return name;
}

/** Makes a folder a repository with one commit, of everything in it. @throws Error where git fails */
export function asRepository(folder: string): void {
  runGit(folder, 'init', '--quiet');
  runGit(folder, 'add', '--all');
  runGit(folder, 'commit', '--quiet', '--message', 'Begin');
}

function runGit(folder: string, ...args: readonly string[]): void {
  const identity = Object.entries(PERSON).flatMap(([name, value]) => [
    [`GIT_AUTHOR_${name}`, value],
    [`GIT_COMMITTER_${name}`, value],
  ]);
  execFileSync('git', ['-C', folder, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...Object.fromEntries(identity), GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_SYSTEM: devNull },
  });
}
