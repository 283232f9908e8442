/** `cartalog diff` while somebody changes what it reads. */

import { cpSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWrittenCatalog } from '../../../../cli/site/catalog-of-sites.ts';
import type { Io } from '../../../../cli/terminal/io.ts';
import { runDiff } from '../../../../commands/catalog/diff/command.ts';
import { folderWithCatalog, writeFiles } from '../../../support/catalogs.ts';
import { cartalog } from '../../../support/cli.ts';

async function builtSite(): Promise<string> {
  const cwd = folderWithCatalog();
  expect((await cartalog(['build', '--out', 'site'], { cwd })).status).toBe(0);
  return cwd;
}

test('a removals.yaml that is saved again while the sites are compared is reported without a position', async () => {
  const cwd = await builtSite();
  const catalog = join(cwd, 'catalog');
  writeFiles(catalog, { 'removals.yaml': '- { url: /v1/editions/old/, reason: Old }\n- { url: old, reason: "No" }\n' });
  let stderr = '';
  const silent = { write: () => {}, isTTY: false };
  const io: Io = {
    // Asked for where the sites are, after the list was read.
    get cwd() {
      if (new Error().stack?.includes('openSites'))
        writeFiles(catalog, { 'removals.yaml': '\n- { url: a }\n- { url: saved again }\n' });
      return cwd;
    },
    env: {},
    stdout: silent,
    stderr: { ...silent, write: (text) => (stderr += text) },
    terminal: null,
    signal: new AbortController().signal,
  };
  const options = { base: 'site', next: 'site', format: 'text', failOnBreaking: true } as const;
  expect(runDiff(io, options, await openWrittenCatalog(io, { catalog: null }))).toBe(1);
  expect(stderr).toMatch(/^catalog\/removals\.yaml:1:1 error bad-url/);
  expect(stderr).not.toContain('saved again');
});

test('a file that is not what the manifest says is compared by its bytes', async () => {
  const cwd = await builtSite();
  const [site, other] = [join(cwd, 'site'), join(cwd, 'other')];
  cpSync(site, other, { recursive: true, preserveTimestamps: true });
  // Of the same size and time as before.
  const path = 'v1/mapservers/index.json';
  const { atime, mtime } = statSync(join(site, path));
  writeFileSync(join(other, path), readFileSync(join(site, path), 'utf8').replace('Server one', 'Server two'));
  utimesSync(join(other, path), atime, mtime);
  const { stdout } = await cartalog(['diff', 'site', 'other'], { cwd });
  expect(stdout).toContain('name "Server one" -> "Server two"');
});
