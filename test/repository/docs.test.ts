/** What the documents must not say. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/cli.ts';
import { sourceFiles } from '../support/imports.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

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
  ]);
  const code = sourceFiles().map(({ path }) => path);
  expect(code.filter((path) => !path.startsWith('scripts/') && named(path))).toEqual(['cli/package.ts']);
});
