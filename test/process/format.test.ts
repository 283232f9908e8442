import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWithCatalog, SMALL } from '../support/catalogs.ts';
import { environment, PROGRAM, run } from '../support/cli.ts';
import { cartalog } from '../support/in-process.ts';

const CANONICAL = '# yaml-language-server: $schema=../../schemas/catalog/edition.json\nname: A\ndatasources: []\n';

const format = (cwd: string, ...args: string[]) => cartalog(['format', ...args], { cwd });

test('--check lists what would change, writes nothing and names the command that fixes it', async () => {
  const cwd = folderWithCatalog({ ...SMALL, 'editions/a.yaml': CANONICAL });
  const outcome = await format(cwd, '--check');
  expect(outcome.status).toBe(1);
  expect(outcome.stdout.split('\n')).toContain('catalog/editions/offline.yaml');
  expect(outcome.stdout).not.toContain('catalog/editions/a.yaml');
  expect(outcome.stderr).toContain(
    'catalog/editions/offline.yaml:1:1 error not-in-form  Not in standard form; write here: # yaml-language-server: $schema=../../schemas/catalog/edition.json\n  1 | name: Offline\n    | ^^^^^^^^^^^^^\n',
  );
  expect(outcome.stderr).toMatch(/9 files checked, 8 not in the form of the catalog\. To fix them: cartalog format\n/);
  expect(readFileSync(join(cwd, 'catalog/editions/offline.yaml'), 'utf8')).toBe(SMALL['editions/offline.yaml']);
});

test('--check --github annotates the line, with what to write there, and errors of files that cannot be formatted', async () => {
  const cwd = folderWithCatalog({
    ...SMALL,
    'editions/bad.yaml': 'name: A\nname: B\ndatasources: []\n',
    'editions/moved.yaml': CANONICAL.replace('name: A\ndatasources: []', 'datasources: []\nname: A'),
  });
  const outcome = await format(cwd, '--check', '--github', 'catalog/editions/');
  expect(outcome.status).toBe(1);
  expect(outcome.stdout.split('\n')).toEqual([
    '::error file=catalog/editions/bad.yaml,line=2,col=1,endColumn=5,title=duplicate-key::"name" appears twice in this mapping; keep one of the two',
    '::error file=catalog/editions/moved.yaml,line=2,col=1,endColumn=16,title=not-in-form::Not in standard form: order of keys; write here: name: A%0AFrom this line on:%0Aname: A%0Adatasources: []',
    '::error file=catalog/editions/offline.yaml,line=1,col=1,endColumn=14,title=not-in-form::Not in standard form; write here: # yaml-language-server: $schema=../../schemas/catalog/edition.json%0AFrom this line on:%0A# yaml-language-server: $schema=../../schemas/catalog/edition.json%0Aname: Offline%0Adatasources:%0A  - maps%0A  - empty',
    '',
  ]);
});

test('formats every file, and nothing the second time', async () => {
  const cwd = folderWithCatalog(SMALL);
  expect(await format(cwd)).toMatchObject({ status: 0, stderr: '8 files checked, 8 formatted.\n' });
  expect(await format(cwd)).toMatchObject({ status: 0, stdout: '', stderr: '8 files checked, nothing to change.\n' });
  expect(await format(cwd, '--check')).toMatchObject({ status: 0 });
  expect(readdirSync(join(cwd, 'catalog/editions'))).toEqual(['offline.yaml']);
});

test('a file with errors is left alone and reported; the others are formatted', async () => {
  const bad = { 'editions/bad.yaml': 'name: A\nname: B\ndatasources: []\n', 'mapservers/bad.yaml': 'id: [\n' };
  const cwd = folderWithCatalog({ ...SMALL, ...bad });
  const outcome = await format(cwd);
  expect(outcome.status).toBe(1);
  expect(outcome.stderr).toContain('catalog/editions/bad.yaml:2:1 error duplicate-key');
  expect(outcome.stderr).toContain('catalog/mapservers/bad.yaml:');
  expect(outcome.stderr).toContain('2 errors, 0 warnings; 2 files left as they are.\n10 files checked, 8 formatted.\n');
  for (const [path, text] of Object.entries(bad)) expect(readFileSync(join(cwd, 'catalog', path), 'utf8')).toBe(text);
});

test('a file that cannot be written is said to be so and stays whole; the others are formatted', async () => {
  const maps = Array.from({ length: 100 }, (_, index) => `map-with-a-long-name-${index}.zip: {}\n`).join('');
  const cwd = folderWithCatalog({ ...SMALL, 'datasources/maps/maps.yaml': maps });
  // A limit on the size of files, of a few blocks, makes a write fail as a full disk does.
  const command = `ulimit -f 4; exec "${process.execPath}" "${PROGRAM}" format`;
  const { status, stderr } = await run('sh', ['-c', command], { cwd, env: environment() });
  expect(stderr).toBe(
    'catalog/datasources/maps/maps.yaml cannot be written: the system does not let files grow that large. It is not changed.\n' +
      '8 files checked, 7 formatted.\ncartalog: 1 file could not be written.\n',
  );
  expect(status).toBe(2);
  expect(readFileSync(join(cwd, 'catalog/datasources/maps/maps.yaml'), 'utf8')).toBe(maps);
  expect(readdirSync(join(cwd, 'catalog/datasources/maps'))).toEqual(['datasource.yaml', 'maps.yaml']);
});

test.runIf(process.getuid?.() === 0)('root leaves a file to its owner, with its permissions', async () => {
  const cwd = folderWithCatalog(SMALL);
  const file = join(cwd, 'catalog/editions/offline.yaml');
  chownSync(file, 1234, 5678);
  chmodSync(file, 0o640);
  expect(await format(cwd)).toMatchObject({ status: 0 });
  expect(statSync(file)).toMatchObject({ uid: 1234, gid: 5678, mode: 0o100640 });
});

describe('a list of files', () => {
  test('a folder means the files in it', async () => {
    const cwd = folderWithCatalog(SMALL);
    expect(await format(cwd, '--check', 'catalog/datasources/maps/')).toMatchObject({
      status: 1,
      stdout: 'catalog/datasources/maps/datasource.yaml\ncatalog/datasources/maps/maps.yaml\n',
      stderr: expect.stringContaining('To fix them: cartalog format catalog/datasources/maps/\n'),
    });
  });

  test('a file in a place where no catalog file belongs is reported', async () => {
    const cwd = folderWithCatalog({ ...SMALL, 'editions/x.yml': CANONICAL });
    const outcome = await format(cwd, 'catalog/editions/x.yml');
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain('did you mean editions/x.yaml?');
  });
});
