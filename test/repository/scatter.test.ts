/** How many files know a member of a family by name. Who adds one copies its files, and adds it to the lists. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hostsWith } from '../../contract/hosts.ts';
import { ROOT } from '../support/cli.ts';

const FOLDERS = ['build', 'commands', 'contract', 'browser', 'cli', 'edge', 'scripts'];
const NOT_COUNTED = /^(?:contract\/generated|commands\/templates)\//;

/** The source files; what is generated is left out, and so are templates. */
const FILES = FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(?:ts|js|mjs|json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ path: file.slice(ROOT.length + 1).replaceAll('\\', '/'), file }))
  .filter(({ path }) => !NOT_COUNTED.test(path))
  .map(({ path, file }) => ({ path, text: readFileSync(file, 'utf8') }));

/** Whether a part of a path is named after a member. */
const isNamedAfter = (path: string, name: string): boolean =>
  path.split('/').some((part) => part.replace(/\.\w+$/, '') === name);

/** The files that contain the name as a word, without those that are named after it. */
const knowing = (name: string): string[] =>
  FILES.filter(({ path, text }) => !isNamedAfter(path, name) && new RegExp(`\\b${name}\\b`, 'i').test(text)).map(
    ({ path }) => path,
  );

test.each(hostsWith('root'))('only the descriptions of hosts and the two lists of servers know %s', (name) => {
  const LISTS = [
    'build/render/hosts/server-configurations.ts',
    'commands/site/server/web-servers.ts',
    'contract/hosts.ts',
  ];
  expect(knowing(name).filter((path) => !LISTS.includes(path))).toEqual([]);
});

test('a name in another file is found, and a file that is named after it is not', () => {
  expect(knowing('commander')).toContain('cli/terminal/arguments.ts');
  expect(isNamedAfter('build/render/hosts/nginx.ts', 'nginx')).toBe(true);
  expect(isNamedAfter('commands/site/nginx/plan.ts', 'nginx')).toBe(true);
  expect(isNamedAfter('build/nginx-index.ts', 'nginx')).toBe(false);
});
