/**
 * Updates the generated parts of CONTRIBUTING.md; with `--check`, only reports whether they are up to date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { repositoryUrl } from '../cli/package.ts';
import { commands } from '../cli/program.ts';
import { byCodePoint } from '../contract/text.ts';
import { contributing, type DocSources } from './docs/contributing.ts';
import type { Schema, Schemas } from './docs/fields.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'CONTRIBUTING.md');

/** Reads what the parts are generated from. */
export function readSources(): DocSources {
  return { repository: repositoryUrl(), schemas: readSchemas(), reports: readReports(), commands: commands() };
}

function readSchemas(): Schemas {
  const folder = join(ROOT, 'schemas', 'catalog');
  const read = (name: string): Schema => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return new Map(readdirSync(folder).map((name) => [basename(name, '.json'), read(name)]));
}

/** The expected reports on the bad catalogs of the tests. */
function readReports(): string[] {
  const fixtures = join(ROOT, 'test', 'fixtures');
  if (!existsSync(fixtures)) return [];
  return readdirSync(fixtures, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort(byCodePoint)
    .map((path) => readFileSync(path, 'utf8'));
}

if (process.argv[1] === import.meta.filename) {
  const before = readFileSync(FILE, 'utf8');
  const after = contributing(before, readSources());
  if (before === after) {
    console.log('CONTRIBUTING.md is up to date.');
  } else if (process.argv.includes('--check')) {
    console.error('CONTRIBUTING.md is out of date; run "npm run docs".');
    process.exitCode = 1;
  } else {
    writeFileSync(FILE, after);
    console.log('CONTRIBUTING.md has been updated.');
  }
}
