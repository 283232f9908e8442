import { expect, test } from 'vitest';
import { changedElsewhere } from '../../../commands/ci/merge-outcome.ts';

/** The fields of `git diff-tree --raw -z` for paths that are new, or that main has. */
const changed = (before: string, after: string, ...paths: string[]): string[] =>
  paths.flatMap((path) => [`:${before} ${after} ${'0'.repeat(40)} ${'1'.repeat(40)} M`, path]);
const added = (...paths: string[]): string[] => changed('000000', '100644', ...paths);
const edited = (...paths: string[]): string[] => changed('100644', '100644', ...paths);
const folders = (...paths: string[]): string[] => changed('040000', '040000', ...paths);

const many = (prefix: string): string[] =>
  Array.from({ length: 60 }, (_, n) => `${prefix}${String(n).padStart(2, '0')}`);

test('what takes effect comes first, then what main has, and no made-up name pushes it away', () => {
  const root = [
    ...added(...many('!'), ...many('.git'), '.gitattributes', '.npmrc', 'wrangler.json', 'zoo.md'),
    ...changed('000000', '040000', '.github', 'a', 'vendor'),
    ...edited('package.json', 'z.ts'),
    ...folders('build', 'catalog'),
  ];
  const inside = added('catalog/.gitattributes', ...many('catalog/.a'), 'catalog/x/.gitattributes', 'catalog/x/a.yaml');
  const found = changedElsewhere(root, inside);
  expect(found.slice(0, 11)).toEqual([
    '.gitattributes',
    '.github/',
    '.npmrc',
    'catalog/.gitattributes',
    'package.json',
    'vendor/',
    'wrangler.json',
    'build/',
    'z.ts',
    'catalog/x/.gitattributes',
    '.git00',
  ]);
  expect(found.slice(11 + 59)).toEqual([...many('catalog/.a'), ...many('!'), 'a/', 'zoo.md']);
});

test('a file in place of a folder that main has is no new path', () => {
  const root = [...changed('040000', '000000', 'build'), ...added('build', 'a')];
  expect(changedElsewhere(root, [])).toEqual(['build/', 'a']);
});
