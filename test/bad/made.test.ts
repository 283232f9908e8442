/**
 * Bad catalogs that cannot be kept as plain files. What is expected of each stands below `test/fixtures/made/`;
 * `npx vitest run test/bad -u` writes it anew: read what it then says.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WORDING } from '../../build/diagnostics/wording.ts';
import { textAsset } from '../../build/render/asset.ts';
import { checkLimits } from '../../build/render/limits.ts';
import { memoryFolder, SMALL } from '../support/catalogs.ts';
import { findingsOf, textOf } from '../support/check.ts';
import { ROOT } from '../support/cli.ts';
import { MADE } from './made.ts';

const FIXTURES = join(ROOT, 'test', 'fixtures');

test('the catalog that the bad ones differ from is sound', async () => {
  expect(await findingsOf(memoryFolder(SMALL))).toEqual([]);
});

test.each(Object.entries(MADE))('%s', async (name, make) => {
  await expect(textOf(await findingsOf(make()))).toMatchFileSnapshot(join(FIXTURES, 'made', `${name}.txt`));
});

test('a line of _headers that is too long, which no catalog can cause', () => {
  const headers = textAsset('_headers', `/x\n  Name: ${'x'.repeat(2_000)}\n`, null);
  const diagnostics = checkLimits({ assets: [headers], headerRules: [] });
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([['header-line-too-long', 'site.yaml']]);
});

test('every code is shown by a bad catalog, and every expectation belongs to one', () => {
  const made = readdirSync(join(FIXTURES, 'made'));
  expect(made.sort()).toEqual(
    Object.keys(MADE)
      .map((name) => `${name}.txt`)
      .sort(),
  );
  const bad = readdirSync(join(FIXTURES, 'bad')).map((name) => join('bad', name, 'expected.txt'));
  // No catalog can cause the first, and the second is a matter of two sites: test/review/ shows it.
  const shown = new Set(['header-line-too-long', 'removal-without-effect']);
  for (const path of [...made.map((name) => join('made', name)), ...bad]) {
    for (const [, code] of readFileSync(join(FIXTURES, path), 'utf8').matchAll(
      /:\d+:\d+ (?:error|warning) (\S+) {2}/g,
    )) {
      shown.add(code as string);
    }
  }
  expect([...shown].sort()).toEqual(Object.keys(WORDING).sort());
});
