/** `cartalog format`: files that are saved meanwhile, and keys in annotations. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatCatalogFile } from '../../../../build/format/format-file.ts';
import type { Io } from '../../../../cli/terminal/io.ts';
import { runFormat } from '../../../../commands/catalog/format/command.ts';
import { type Files, folderWithCatalog, SMALL, temporaryFolder, writeFiles } from '../../../support/catalogs.ts';

function captured(cwd: string): { io: Io; written: { stdout: string; stderr: string } } {
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr'): Io['stdout'] => ({
    write: (text: string) => (written[name] += text),
    isTTY: false,
  });
  const signal = new AbortController().signal;
  return { io: { cwd, env: {}, stdout: output('stdout'), stderr: output('stderr'), terminal: null, signal }, written };
}

/** Formats the small catalog with other files in it; one of them is saved again as soon as it has been read. */
async function savedMeanwhile(files: Files, path: string, saved: string) {
  const cwd = folderWithCatalog({ ...SMALL, ...files });
  const { io, written } = captured(cwd);
  const thenSave: typeof formatCatalogFile = (folder, file) => {
    const result = formatCatalogFile(folder, file);
    if (file.path === path) writeFiles(join(cwd, 'catalog'), { [path]: saved });
    return result;
  };
  const run = runFormat(io, { catalog: 'catalog', check: false, github: false, files: [] }, thenSave);
  const outcome = await run.then(String, (error: Error) => error.message);
  return { outcome, written, onDisk: (name: string) => readFileSync(join(cwd, 'catalog', name), 'utf8') };
}

test('a file that is saved while it is formatted keeps what was saved, and the others are formatted', async () => {
  const saved = 'id: Another\n';
  const { outcome, written, onDisk } = await savedMeanwhile({}, 'mapservers/one.yaml', saved);
  expect(outcome).toBe('1 file could not be written.');
  expect(written.stderr).toBe(
    'catalog/mapservers/one.yaml was saved while it was formatted. It is not changed.\n8 files checked, 7 formatted.\n',
  );
  expect(onDisk('mapservers/one.yaml')).toBe(saved);
  expect(onDisk('overlayservers/two.yaml')).not.toBe(SMALL['overlayservers/two.yaml']);
});

test.each(['# saved again\nid: [\n"', '', 'id: One\n'])(
  'a file with errors that is then saved as %j is reported without a position',
  async (saved) => {
    const files = { 'mapservers/bad.yaml': 'id: Bad\nid: Bad\n' };
    const { outcome, written } = await savedMeanwhile(files, 'mapservers/bad.yaml', saved);
    expect(outcome).toBe('1');
    expect(written.stderr).toMatch(/^catalog\/mapservers\/bad\.yaml:1:1 error duplicate-key {2}"id" appears twice/);
    expect(written.stderr).not.toContain('saved');
  },
);

test('the lines in an annotation have no access keys', async () => {
  const cwd = temporaryFolder();
  const server = (SMALL['mapservers/one.yaml'] as string).replace(
    '.png',
    '.png?apikey=6170aad10dfd42a38d4d8c709a536f38',
  );
  writeFiles(join(cwd, 'catalog'), {
    ...SMALL,
    'mapservers/one.yaml': server.replace('copyright: ', 'copyright:   ').replace('One\n', "'One'\n"),
  });
  const { io, written } = captured(cwd);
  await runFormat(io, { catalog: 'catalog', check: true, github: true, files: ['catalog/mapservers/one.yaml'] });
  expect(written.stdout).toContain('?apikey=****');
  expect(written.stdout).not.toContain('6170aad1');
});

test('keys of fragments are shortened as map programs unpack them, with their comments; --check leaves that to check', async () => {
  const cwd = temporaryFolder();
  const path = 'datasources/maps/maps.yaml';
  const source = String(SMALL['datasources/maps/datasource.yaml']);
  const head = '# yaml-language-server: $schema=../../../schemas/catalog/maps.json\na.zip:\n  fragments:\n';
  const maps = `${head}    # First.\n    a/N47E008.hgt: [] # Lost.\n    b/N47E008.hgt: [] # Kept.\n    c/d/x~1.hgt: []\n`;
  const folder = join(cwd, 'catalog');
  const run = async (action: string, check: boolean) => {
    writeFiles(folder, {
      ...SMALL,
      'datasources/maps/datasource.yaml': source.replace('Extract', action),
      [path]: maps,
    });
    const { io } = captured(cwd);
    const status = await runFormat(io, { catalog: 'catalog', check, github: false, files: [join('catalog', path)] });
    return [status, readFileSync(join(folder, path), 'utf8')];
  };
  expect([await run('Extract', false), await run('Flatten', true)]).toEqual([
    [0, maps],
    [0, maps],
  ]);
  expect(await run('Flatten', false)).toEqual([0, `${head}    N47E008.hgt: [] # Kept.\n    x~1.hgt: []\n`]);
});
