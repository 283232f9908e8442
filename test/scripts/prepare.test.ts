/** What npm runs in a checkout: it compiles what has changed, if the development packages are there. */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/catalogs.ts';
import { environment, ROOT } from '../support/cli.ts';

function checkout(): string {
  const folder = temporaryFolder();
  for (const name of ['scripts', 'lib']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  copyFileSync(join(ROOT, 'scripts/prepare.js'), join(folder, 'scripts/prepare.js'));
  return folder;
}

const prepare = (folder: string, command: string): Promise<[unknown, string]> =>
  new Promise((done) => {
    const env = environment({ npm_command: command });
    execFile(process.execPath, ['scripts/prepare.js'], { cwd: folder, env }, (error, _, text) =>
      done([error?.code ?? 0, text]),
    );
  });

test.each([
  ['ci', false, 0, 1],
  ['pack', false, 1, 1],
  ['publish', false, 1, 1],
  ['pack', true, 0, 0],
])('npm %s, compiled before: %j', async (command, isCompiled, status, lines) => {
  const folder = checkout();
  if (isCompiled) writeFileSync(join(folder, 'lib/cartalog.js'), '');
  const [code, stderr] = await prepare(folder, command);
  expect([code, stderr.split('\n').length - 1]).toEqual([status, lines]);
  if (lines > 0)
    expect(stderr).toMatch(/^cartalog: not compiled, because the development packages were left out; run "npm ci"/);
});

const COMPILER = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
export async function tsImport() {
  appendFileSync('count', '.');
  for (const folder of ['lib', 'contract/generated']) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + '/made.js', 'made');
  }
}`;

test('compiles what has changed since, or is no longer there, and nothing else', async () => {
  const folder = checkout();
  writeFiles(folder, {
    'node_modules/tsx/package.json': '{"name":"tsx","type":"module","exports":{"./esm/api":"./api.js"}}',
    'node_modules/tsx/api.js': COMPILER,
    'node_modules/.package-lock.json': '{}',
    'cli/a.ts': 'a',
    'catalog/site.yaml': 'title: A',
  });
  const file = (path: string): string => join(folder, path);
  const write = (path: string, text: string) => () => writeFileSync(file(path), text);
  const steps: readonly (readonly [what: string, change: () => void, isCompiled: boolean])[] = [
    ['the first time', () => {}, true],
    ['again', () => {}, false],
    ['a file with another time', () => utimesSync(file('cli/a.ts'), 1, 1), false],
    ['a record', write('catalog/site.yaml', 'title: B'), false],
    ['a source', write('cli/a.ts', 'b'), true],
    ['a new source', write('cli/b.ts', 'b'), true],
    ['a removed source', () => rmSync(file('cli/b.ts')), true],
    ['another package', write('node_modules/.package-lock.json', '{"a":1}'), true],
    ['a missing file of the program', () => rmSync(file('lib/made.js')), true],
    ['a file of the program that was cut', write('lib/made.js', 'ma'), true],
    ['a missing generated file', () => rmSync(file('contract/generated/made.js')), true],
    ['no program', () => rmSync(file('lib'), { recursive: true }), true],
    ['at last', () => {}, false],
  ];
  let count = 0;
  for (const [what, change, isCompiled] of steps) {
    change();
    expect(await prepare(folder, 'run-script'), what).toEqual([0, '']);
    count += Number(isCompiled);
    expect(readFileSync(file('count'), 'utf8').length, what).toBe(count);
  }
});
