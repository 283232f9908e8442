/** What a program can check in the documents for editors: what is generated, the examples, and the codes of messages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SITE_PROBLEMS } from '../../build/render/hosts/host-limits.ts';
import { CHECK_PROBLEMS } from '../../build/rules/all-rules.ts';
import { checkCatalog } from '../../build/run/check-in-memory.ts';
import { repositoryUrl } from '../../cli/program/package.ts';
import { INPUT_LIMITS } from '../../contract/base/limits.ts';
import { withThousands } from '../../contract/base/text.ts';
import { HOSTS } from '../../contract/hosts.ts';
import { generatedPages } from '../../scripts/docs.ts';
import { memoryFolder, SMALL } from '../support/catalogs.ts';
import { cartalog, ROOT } from '../support/cli.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const text = read('CONTRIBUTING.md');

function problems(tileServer: string): readonly unknown[] {
  const folder = memoryFolder({ ...SMALL, 'mapservers/new.yaml': tileServer });
  return checkCatalog(folder, { environment: {}, requireTokens: false }).diagnostics;
}

test.each([...generatedPages()])('%s is up to date', (path, page) => {
  expect(read(path) === page, `${path} is out of date; run "npm run docs"`).toBe(true);
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

  test('the link opens a file of the repository that needs only its values', () => {
    const address = new URL(/\*\*\[Open a new tile server in the browser\]\((.*)\)\*\*/.exec(text)?.[1] ?? '');
    expect(address.origin + address.pathname).toBe(`${repositoryUrl()}/new/main`);
    expect(address.searchParams.get('filename')).toMatch(/^catalog\/mapservers\/[a-z-]+\.yaml$/);
    expect(problems(address.searchParams.get('value') ?? '')).toEqual([]);
  });
});

describe('docs/messages.md', () => {
  const page = read('docs/messages.md');

  test('explains every code, and no other', () => {
    const all = Object.entries({ ...CHECK_PROBLEMS, ...SITE_PROBLEMS });
    const wanted = all.map(([code, { severity }]) => `${code}${severity === 'warning' ? ' (a warning)' : ''}`);
    const explained = [...page.matchAll(/^- `([^`]+)`(.*?): /gm)].map(([, code, kind]) => `${code}${kind}`);
    expect(explained.sort()).toEqual(wanted.sort());
  });

  const { fileBytes, files, headerRules, headerLine } = HOSTS.pages.limits;
  test.each([
    ['bad-file-name', `at most ${INPUT_LIMITS.nameLength}.`],
    ['more-errors', `At most ${withThousands(INPUT_LIMITS.reported)} errors`],
    ['more-warnings', `At most ${withThousands(INPUT_LIMITS.reported)} warnings`],
    ['document-too-large', `${(fileBytes ?? 0) / 1024 ** 2} MiB`],
    ['too-many-files', `${withThousands(files ?? 0)} files`],
    ['too-many-header-rules', `at most ${headerRules} rules`],
    ['header-line-too-long', `${withThousands(headerLine ?? 0)} characters`],
  ])('names the limit of %s', (code, limit) => {
    expect(page.split('\n').find((line) => line.startsWith(`- \`${code}\``))).toContain(limit);
  });
});
