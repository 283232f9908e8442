/** .github/CODEOWNERS: what a change needs the approval of a maintainer for. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';

const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const TEAM = `@${new URL(repository.url).pathname.split('/')[1]}/maintainers`;

const RULES = readFileSync(join(ROOT, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/))
  .map(([pattern = '', ...owners]) => ({ matches: matcher(pattern), owners }));

/** The patterns that the file uses: everything, a path from the root, and any file of a name below a folder. */
function matcher(pattern: string): RegExp {
  if (pattern === '*') return /^/;
  const path = pattern.slice(1).replaceAll('.', '\\.').replaceAll('/**/', '<any>').replaceAll('*', '[^/]*');
  return new RegExp(`^${path.replace('<any>', '/(?:.*/)?')}${pattern.endsWith('/') ? '' : '$'}`);
}

const ownersOf = (path: string): readonly string[] => RULES.findLast(({ matches }) => matches.test(path))?.owners ?? [];

/** What strangers may propose without an owner. A new folder is not among it. */
const HARMLESS = /^(?:catalog|docs)\/|^CHANGELOG\.md$/;

test('everything but records and text has an owner, today and tomorrow', () => {
  const tracked = execFileSync('git', ['-C', ROOT, 'ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  const paths = [...tracked, 'new-folder/x.ts', 'new-file', '.new/x', 'build/new/x.ts', 'functions/index.js'];
  expect(paths.filter((path) => !ownersOf(path).includes(TEAM) && !HARMLESS.test(path))).toEqual([]);
});

test.each([
  'catalog/site.yaml',
  'catalog/removals.yaml',
  'catalog/.gitattributes',
  'catalog/mapservers/.gitattributes',
])('%s has an owner', (path) => expect(ownersOf(path)).toEqual([TEAM]));

// Otherwise nobody could propose a record without asking.
test.each(['catalog/mapservers/a.yaml', 'catalog/datasources/a/files.yaml', 'docs/code.md', 'CHANGELOG.md'])(
  '%s has none',
  (path) => expect(ownersOf(path)).toEqual([]),
);

test('every rule names the team of the repository or nobody', () => {
  expect(TEAM).toBe('@cartalog/maintainers');
  for (const { owners } of RULES) expect([[TEAM], []]).toContainEqual(owners);
});
