/**
 * Bad catalogs, and the findings that are reported.
 *
 * Each folder in `test/fixtures/bad/` has the files in which its catalog differs from the sound one in
 * `test/support/catalogs.ts`; `removed.txt` names files that it does not have, `options.json` how it is checked, and
 * `expected.txt` is exactly what `cartalog check` prints. Catalogs that cannot be kept as plain files are made by
 * `test/support/made-catalogs.ts`; their expected findings are in `test/fixtures/made/`.
 *
 * `npx vitest run test/build/run/rendering.findings.test.ts -u` updates the expectations: read the diff.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkHostLimits, SITE_PROBLEMS } from '../../../build/render/hosts/host-limits.ts';
import { CHECK_PROBLEMS } from '../../../build/rules/all-rules.ts';
import type { RenderOptions } from '../../../build/run/rendering.ts';
import { readSiteParts } from '../../../cli/program/read-site-parts.ts';
import { HOSTS, type HostName } from '../../../contract/hosts.ts';
import { BAD, badCatalogs } from '../../support/bad-catalogs.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { asText, rendered } from '../../support/check.ts';
import { ROOT } from '../../support/cli.ts';
import { MADE } from '../../support/made-catalogs.ts';
import { TRIES_ALL } from '../../support/property.ts';

describe.each(badCatalogs().map((catalog) => [catalog.name, catalog] as const))('%s', (name, { files, settings }) => {
  test('gives exactly what is expected', async () => {
    const { findings } = await rendered(memoryFolder(files), settings);
    await expect(asText(findings)).toMatchFileSnapshot(join(BAD, name, 'expected.txt'));
  });
});

const FIXTURES = join(ROOT, 'test', 'fixtures');

test('the catalog that the bad ones are based on is sound', async () =>
  expect((await rendered(memoryFolder(SMALL))).findings).toEqual([]));

/** Those above a limit take half of the time. */
const TRIED = Object.entries(MADE).filter(([name]) => TRIES_ALL || !/^(?:over|thousands)-/.test(name));

test.each(TRIED)('%s', async (name, make) => {
  await expect(asText((await rendered(make())).findings)).toMatchFileSnapshot(join(FIXTURES, 'made', `${name}.txt`));
});

test.each<[string, Partial<RenderOptions>, HostName]>([
  ["on a server of one's own", { target: 'nginx' }, 'nginx'],
  ['served on this machine in place of it', { target: 'nginx', isServedHere: true }, 'pages'],
])('the host of a site %s', async (_, options, name) => {
  const { site } = await rendered(memoryFolder(SMALL), options);
  expect(site?.host.name).toBe(name);
});

test.each<[string, Partial<RenderOptions>, boolean]>([
  ['', {}, true],
  ['pages: true\n', {}, true],
  ['pages: false\n', {}, false],
  ['pages: false\n', { pages: true }, true],
  ['', { pages: false }, false],
])('site.yaml with "%s" and %j', async (setting, options, isThere) => {
  const folder = memoryFolder({ ...SMALL, 'site.yaml': SMALL['site.yaml'] + setting });
  const { site } = await rendered(folder, { readParts: readSiteParts, ...options });
  expect(site?.assets.some(({ path }) => path === 'about/index.html')).toBe(isThere);
});

test.each([
  ['header-line-too-long', `/x\n  Name: ${'x'.repeat(2_000)}\n`],
  ['too-many-header-rules', '/x\n  Name: x\n'.repeat(101)],
])('%s, which no catalog can cause', (code, headers) => {
  const diagnostics = checkHostLimits({ host: HOSTS.pages, files: [], headersFile: headers });
  expect(diagnostics.map((problem) => [problem.code, problem.file])).toEqual([[code, 'site.yaml']]);
});

test('every code has a bad catalog, and every expectation belongs to one', () => {
  const made = readdirSync(join(FIXTURES, 'made'));
  expect(made.sort()).toEqual(
    Object.keys(MADE)
      .map((name) => `${name}.txt`)
      .sort(),
  );
  const bad = readdirSync(join(FIXTURES, 'bad')).map((name) => join('bad', name, 'expected.txt'));
  // The first is found by comparing two sites, the second by formatting: see the tests of commands/catalog/diff/ and
  // commands/catalog/format/. Those of whole sites have tests in build/render/hosts/host-limits.ts and build/run/rendering.ts.
  const shown = new Set(['removal-without-effect', 'not-in-form', ...Object.keys(SITE_PROBLEMS)]);
  for (const path of [...made.map((name) => join('made', name)), ...bad])
    for (const [, code] of readFileSync(join(FIXTURES, path), 'utf8').matchAll(/:\d+:\d+ (?:error|warning) (\S+) {2}/g))
      shown.add(code as string);
  expect([...shown].sort()).toEqual(Object.keys({ ...CHECK_PROBLEMS, ...SITE_PROBLEMS }).sort());
});
