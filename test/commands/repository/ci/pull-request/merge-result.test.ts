/** What a merge changes besides the catalog, and in its settings. */
import { expect, test } from 'vitest';
import {
  changedElsewhere,
  changedSiteSettings,
} from '../../../../../commands/repository/ci/pull-request/merge-result.ts';
import { textsIn } from '../../../../support/words.ts';

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
  expect(found.slice(0, 11)).toEqual(
    textsIn(`
    .gitattributes | .github/ | .npmrc | catalog/.gitattributes | package.json | vendor/ | wrangler.json | build/
    z.ts | catalog/x/.gitattributes | .git00`),
  );
  expect(found.slice(11 + 59)).toEqual([...many('catalog/.a'), ...many('!'), 'a/', 'zoo.md']);
});

test('a file in place of a folder that main has is no new path', () => {
  const root = [...changed('040000', '000000', 'build'), ...added('build', 'a')];
  expect(changedElsewhere(root, [])).toEqual(['build/', 'a']);
});

const SITE = 'title: T\nserviceUrl: https://a.example\naccessTokens: [ONE_KEY, TWO_KEY]\n';

test.each<[string, string, string, string[]]>([
  ['nothing', SITE, SITE, []],
  [
    'comments and order only',
    SITE,
    `# x\naccessTokens: [TWO_KEY, ONE_KEY]\ntitle: T\nserviceUrl: https://a.example`,
    [],
  ],
  ['an address', SITE, SITE.replace('a.ex', 'b.ex'), ['serviceUrl: "https://a.example" -> "https://b.example"']],
  ['names', SITE, SITE.replace('ONE', 'NEW'), ['accessTokens: + "NEW_KEY"', 'accessTokens: - "ONE_KEY"']],
  ['a value that is new', SITE, `${SITE}repository: https://r.example\n`, ['repository: none -> "https://r.example"']],
  [
    'the file is new',
    '',
    SITE,
    [
      'serviceUrl: none -> "https://a.example"',
      'accessTokens: + "ONE_KEY"',
      'accessTokens: + "TWO_KEY"',
      'title: none -> "T"',
    ],
  ],
])('%s', (_, before, after, lines) => {
  expect(changedSiteSettings(Buffer.from(before), Buffer.from(after))).toEqual(lines);
});
