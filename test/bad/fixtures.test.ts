/**
 * Bad catalogs, a folder each below `test/fixtures/bad/`.
 *
 * A folder holds the files in which its catalog differs from the sound one in `test/support/catalogs.ts`;
 * `removed.txt` names files that it does not have, `options.json` how it is checked, and `expected.txt` is exactly
 * what `cartalog check` prints. `npx vitest run test/bad -u` writes expected.txt anew: read what it then says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Files, memoryFolder, SMALL } from '../support/catalogs.ts';
import { findingsOf, textOf } from '../support/check.ts';
import { ROOT } from '../support/cli.ts';

const BAD = join(ROOT, 'test', 'fixtures', 'bad');
const EXTRA = ['expected.txt', 'options.json', 'removed.txt'];

describe.each(readdirSync(BAD).sort())('%s', (name) => {
  const own = filesIn(join(BAD, name));
  const files: Record<string, string | Uint8Array> = { ...SMALL, ...own };
  for (const path of [...EXTRA, ...String(own['removed.txt'] ?? '').split('\n')]) delete files[path];
  const settings = JSON.parse(String(own['options.json'] ?? '{}'));

  test('gives exactly what is expected', async () => {
    const findings = await findingsOf(memoryFolder(files), settings);
    await expect(textOf(findings)).toMatchFileSnapshot(join(BAD, name, 'expected.txt'));
  });
});

function filesIn(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]),
  );
}
