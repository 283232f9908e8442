/** docs/code.md, docs/decisions.md and SECURITY.md name files; those files exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../cli/program.ts';
import { ROOT } from '../support/cli.ts';
import { sourceFiles } from '../support/imports.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const code = read('docs/code.md');

/** The paths in a text: what is between backticks and has a slash or the ending of a file, but no placeholder. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path as string);
  return [...new Set(quoted)].filter(
    (path) => /^[\w.-]+(?:\/[\w.-]+)*\/?$/.test(path) && /\/|\.(?:ts|md|json)$/.test(path),
  );
}

/** What runs leave there, and git ignores: it need not be there. */
const LEFT = read('.gitignore').split('\n');

/** The section of docs/code.md with a heading. */
function section(heading: string): string {
  const [, rest = ''] = code.split(`\n## ${heading}\n`);
  return rest.split('\n## ')[0] as string;
}

describe.each(['docs/code.md', 'docs/decisions.md', 'docs/performance.md', 'docs/reliability.md', 'SECURITY.md'])(
  '%s',
  (page) => {
    // Files of a folder that the line has named already, and files of a site.
    const named = pathsIn(read(page))
      .filter((path) => path.includes('/') || existsSync(join(ROOT, path)))
      .filter((path) => !LEFT.includes(`/${path}`));

    test('names many files', () => {
      expect(named.length).toBeGreaterThan(5);
    });

    test.each(named)('%s exists', (path) => {
      expect(existsSync(join(ROOT, path))).toBe(true);
    });
  },
);

const pages = [...readdirSync(ROOT), ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)];

test.each(pages.filter((path) => path.endsWith('.md')))('%s has no marks of a merge', (path) => {
  expect(read(path)).not.toMatch(/^(?:<{7}|>{7}) /m);
});

/** The name is not ours on npm: where the package is not installed, npx would run what somebody else has published. */
test('npx cartalog is named only by pages about a checkout or an installation, and by code that has looked', () => {
  const named = (path: string): boolean => read(path).includes('npx cartalog');
  expect(pages.filter((path) => path.endsWith('.md') && named(path))).toEqual([
    'CONTRIBUTING.md',
    'README.md',
    'SECURITY.md',
    'docs/decisions.md',
    'docs/releasing.md',
  ]);
  const code = sourceFiles().map(({ path }) => path);
  expect(code.filter((path) => !path.startsWith('scripts/') && named(path))).toEqual(['cli/package.ts']);
});

test('every stage of the pipeline has a row', () => {
  const stages = [...read('build/pipeline.ts').matchAll(/^ \* {3}([a-z]+) {2,}/gm)].map(([, stage]) => stage as string);
  expect(stages).toEqual(['read', 'parse', 'validate', 'rules', 'model', 'render', 'write', 'report', 'run']);
  for (const stage of stages) expect(section('The pipeline')).toContain(`| ${stage} | \`build/${stage}/\` |`);
});

test('every folder of commands/ belongs to a command, or is shared by some', () => {
  const folders = sourceFiles().flatMap(({ path }) => /^commands\/([^/]+)\//.exec(path)?.[1] ?? []);
  const names = commands().map(({ name }) => name);
  expect([...new Set(folders)].filter((folder) => !names.includes(folder))).toEqual(['web']);
});

test('the rules are in the files that the page names', () => {
  const files = sourceFiles().filter(({ path, text }) => path.startsWith('build/rules/') && /: Rule = \{/.test(text));
  for (const { path } of files)
    expect(section('Where does it go?')).toContain(`\`${path.replace('build/rules/', '')}\``);
});

test('the way of a urlPattern passes at most 20 files, and the page counts them', () => {
  const way = section('The way of one urlPattern');
  const files = pathsIn(way).filter((path) => path.endsWith('.ts'));
  expect(files.length).toBeLessThanOrEqual(20);
  expect(way).toContain(`${files.length} files`);
});
