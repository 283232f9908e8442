/** Updates the generated parts of the documents, and the workflows of this repository from `commands/templates/`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadCatalog } from '../build/run/load-catalog.ts';
import { catalogFolder } from '../cli/files.ts';
import { readTexts } from '../cli/package.ts';
import { repositoryUrl } from '../cli/program-pages.ts';
import { commands } from '../commands/program.ts';
import { type DocSources, generatedPage, PAGES } from './docs/contributing.ts';
import type { Schema, Schemas } from './docs/fields.ts';
import { ownGithubFiles } from './docs/github-files.ts';

const ROOT = join(import.meta.dirname, '..');

/** Reads the sources of the generated parts. */
export function readSources(): DocSources {
  return { repository: repositoryUrl(), schemas: readSchemas(), commands: commands() };
}

function readSchemas(): Schemas {
  const folder = join(ROOT, 'schemas', 'catalog');
  const read = (name: string): Schema => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return new Map(readdirSync(folder).map((name) => [basename(name, '.json'), read(name)]));
}

/** The access tokens that this repository's catalog lists. */
function listedTokens(): string[] {
  const { content } = loadCatalog(catalogFolder(join(ROOT, 'catalog')));
  return content.of('site').flatMap(({ value }) => (value.accessTokens ?? []).map(String));
}

/** The files that this script writes, by path. */
function generated(): Map<string, string> {
  const sources = readSources();
  const pages = Object.keys(PAGES).map((path): [string, string] => [
    path,
    generatedPage(path, readFileSync(join(ROOT, path), 'utf8'), sources),
  ]);
  return new Map([...pages, ...ownGithubFiles(readTexts('commands/templates'), listedTokens())]);
}

if (process.argv[1] === import.meta.filename) {
  const old = [...generated()].filter(([path, text]) => readFileSync(join(ROOT, path), 'utf8') !== text);
  if (old.length === 0) console.log('The documents and the workflows are up to date.');
  for (const [path, text] of old) {
    writeFileSync(join(ROOT, path), text);
    console.log(`${path} has been updated.`);
  }
}
