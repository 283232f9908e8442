import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkCatalog } from '../build/run/check-in-memory.ts';
import { catalogFolderAt } from '../cli/catalog/catalog-folder.ts';
import { readPackageTexts } from '../cli/program/package.ts';
import { commandSummaries } from '../commands/program.ts';
import { fieldsSection, type Schema, type Schemas } from './docs/fields.ts';
import { ownGithubFiles } from './docs/github-files.ts';
import { fillGeneratedSections, markdownCode, markdownProse, markdownTable } from './docs/markdown.ts';
import { roomList } from './docs/rooms.ts';

const ROOT = join(import.meta.dirname, '..');
const COMMANDS = await commandSummaries();

const PAGES: Readonly<Record<string, (page: string) => Readonly<Record<string, string>>>> = {
  'README.md': () => ({ commands: commandTable() }),
  'docs/code.md': (page) => ({ rooms: roomList(page, ROOT) }),
  'docs/fields.md': () => ({ fields: fieldsSection(readSchemas()) }),
};

function commandTable(): string {
  const rows = COMMANDS.map(({ group, name, summary }, index) => [
    COMMANDS[index - 1]?.group === group ? '' : markdownProse(group),
    markdownCode(`cartalog ${name}`),
    markdownProse(summary),
  ]);
  return markdownTable(['For', 'Command', 'Does'], rows);
}

function readSchemas(): Schemas {
  const folder = join(ROOT, 'schemas', 'catalog');
  const read = (name: string): Schema => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  return new Map(readdirSync(folder).map((name) => [basename(name, '.json'), read(name)]));
}

function listedTokens(): string[] {
  const { content } = checkCatalog(catalogFolderAt(join(ROOT, 'catalog')), { environment: {}, requireTokens: false });
  return content.of('site').flatMap(({ value }) => (value.accessTokens ?? []).map(String));
}

export function generatedPages(): Map<string, string> {
  const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
  return new Map(
    Object.entries(PAGES).map(([path, make]) => [path, fillGeneratedSections(read(path), make(read(path)))]),
  );
}

if (process.argv[1] === import.meta.filename) {
  const generated = [...generatedPages(), ...ownGithubFiles(readPackageTexts('commands/templates'), listedTokens())];
  const old = generated.filter(([path, text]) => readFileSync(join(ROOT, path), 'utf8') !== text);
  if (old.length === 0) console.log('The documents and the workflows are up to date.');
  for (const [path, text] of old) {
    writeFileSync(join(ROOT, path), text);
    console.log(`${path} has been updated.`);
  }
}
