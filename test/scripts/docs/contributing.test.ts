/** What a program can check in CONTRIBUTING.md, and the generated parts of all pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCatalog } from '../../../build/run/check-catalog.ts';
import { repositoryUrl } from '../../../cli/program-pages.ts';
import { generatedPage, newFileAddress, PAGES } from '../../../scripts/docs/contributing.ts';
import { readSources } from '../../../scripts/docs.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { cartalog, ROOT } from '../../support/cli.ts';

const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

/** What the check reports for a tile server in a catalog without other faults. */
function problems(tileServer: string): readonly unknown[] {
  const folder = memoryFolder({ ...SMALL, 'mapservers/new.yaml': tileServer });
  return checkCatalog(folder, { environment: {}, requireTokens: false }).diagnostics;
}

test.each(Object.keys(PAGES))('%s is up to date', (path) => {
  const page = readFileSync(join(ROOT, path), 'utf8');
  const isUpToDate = generatedPage(path, page, readSources()) === page;
  expect(isUpToDate, `${path} is out of date; run "npm run docs"`).toBe(true);
});

describe('CONTRIBUTING.md', () => {
  const shown = [...new Set(text.match(/npx cartalog [a-z]+(?: --[a-z-]+)?/g))].map((command) => command.split(' '));
  test.each(shown)('%s %s %s %s exists', async (_npx, _cartalog, command = '', option = '') => {
    const { status, stdout } = await cartalog([command, '--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: cartalog ${command} `);
    expect(stdout).toContain(option);
  });

  test.each([...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml as string))(
    'example %# is good',
    (yaml) => expect(problems(yaml.replace(/^ {3}/gm, ''))).toEqual([]),
  );

  test('the link leads to the repository that package.json names', () => {
    expect(repositoryUrl()).toBe('https://github.com/cartalog/cartalog');
    expect(text).toContain(`](${newFileAddress(repositoryUrl())})**`);
  });

  test('the link opens a file that needs only its values', () => {
    const address = new URL(newFileAddress('https://github.com/example/catalog'));
    expect(address.pathname).toBe('/example/catalog/new/main');
    expect(address.searchParams.get('filename')).toMatch(/^catalog\/mapservers\/[a-z-]+\.yaml$/);
    const value = address.searchParams.get('value') ?? '';
    expect(value).toMatch(/^# yaml-language-server: \$schema=\S+tileserver\.json\nid: /);
    expect(problems(value)).toEqual([]);
  });
});
