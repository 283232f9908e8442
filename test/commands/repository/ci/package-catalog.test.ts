/** `ci package`: what it refuses, and what is left of a run that fails. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAPPED, temporaryFolder, writeFiles } from '../../../support/catalogs.ts';
import { ROOT } from '../../../support/cli.ts';
import { commitAll } from '../../../support/git.ts';
import { ciTask, inProcess } from '../../../support/in-process.ts';

const WITH_TOKEN = {
  'site.yaml': `${MAPPED['site.yaml']}accessTokens: [MAPS_API_KEY]\n`,
  'mapservers/key.yaml':
    'id: Key\nname: Key\nminZoom: 0\nmaxZoom: 9\nhosts: [key.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png?key=${MAPS_API_KEY}\ncopyright: OpenStreetMap\n',
};

/** A checkout with a built site. */
async function checkout(env: Record<string, string> = {}, isCommitted = true): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), { ...MAPPED, ...WITH_TOKEN });
  if (isCommitted) commitAll(folder, '2026-01-05T00:00:07Z');
  expect(await inProcess(['build', '--no-pages'], folder, env)).toMatchObject({ status: 0 });
  return folder;
}

describe('ci package', () => {
  test('writes the documents and the time of the last change', async () => {
    const folder = await checkout();
    const env = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'example/maps' };
    const { status, stderr } = await ciTask(['package', '--name', '@example/maps'], env, folder);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringMatching(/^Wrote package: @example\/maps 2026\.105\.7, 16 files, \d+ kB\.\n$/),
    });
    const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
    expect(read('package/maps.json')).toBe(read('dist/v2/maps.geojson'));
    expect(read('package/mapservers.json')).toBe(read('dist/v1/mapservers/index.json'));
    expect(JSON.parse(read('package/about.json'))).toEqual({
      title: 'Test',
      serviceUrl: 'https://catalog.example.org',
      version: '2026.105.7',
      date: '2026-01-05T00:00:07Z',
    });
    expect(JSON.parse(read('package/package.json'))).toMatchObject({
      name: '@example/maps',
      repository: { type: 'git', url: 'git+https://github.com/example/maps.git' },
    });
    expect(read('package/status.json')).toBe('null\n');
    expect(read('package/README.md')).toContain('| `status` | `status.json` | not published |');
    expect(read('package/README.md')).toContain('| `maps.json` | https://catalog.example.org/v2/maps.geojson |');
    const again = await ciTask(['package', '--out', 'again', '--package-version', '2026.1123.0'], {}, folder);
    expect(again.stderr).toMatch(/^Wrote again: catalog-example-org 2026\.1123\.0, /);
  });

  test('has what probing found, and what is no longer there', async () => {
    const folder = temporaryFolder();
    cpSync(join(ROOT, 'test/golden/status/input'), join(folder, 'catalog'), { recursive: true });
    commitAll(folder, '2026-11-20T00:00:00Z');
    rmSync(join(folder, 'catalog/overlayservers/good.yaml'));
    commitAll(folder, '2026-11-21T00:00:00Z');
    const history = join(ROOT, 'test/golden/status/history.json');
    expect(await inProcess(['build', '--probe-history', history], folder)).toMatchObject({ status: 0 });
    const { status, stderr } = await ciTask(['package'], {}, folder);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(' 2026.1121.0, ') });
    const read = (name: string) => JSON.parse(readFileSync(join(folder, 'package', name), 'utf8'));
    expect(readFileSync(join(folder, 'package/README.md'), 'utf8')).toMatch(
      /\| `status\.json` \| https:.*status\.json \|/,
    );
    expect(read('status.json').maps['mapservers/stamped'].verdict).toBe('notice');
    expect(read('withdrawn.json').withdrawn).toMatchObject([{ list: 'overlayservers', withdrawn: 'removed' }]);
  });

  test('says the same of the same commit', async () => {
    const folders = [await checkout(), await checkout()];
    const texts = [];
    for (const folder of folders) {
      expect(await ciTask(['package'], {}, folder)).toMatchObject({ status: 0 });
      const files = readdirSync(join(folder, 'package')).sort();
      texts.push(files.map((name) => [name, readFileSync(join(folder, 'package', name), 'utf8')]));
    }
    expect(texts[0]).toEqual(texts[1]);
  });

  test.each([
    ['with access tokens', { MAPS_API_KEY: 'secret' }, true, 'it contains access tokens, or changes that are not'],
    ['built outside git', {}, false, 'it states no times of changes; build it in a git clone with the whole history.'],
  ])('refuses a site %s', async (_, env, isCommitted, why) => {
    const folder = await checkout(env, isCommitted);
    const { status, stderr } = await ciTask(['package'], {}, folder).catch((error) => ({
      status: 2,
      stderr: error.message,
    }));
    expect(status).toBe(2);
    expect(stderr).toContain(`dist cannot become a package: ${why}`);
    expect(readdirSync(folder).filter((name) => /package/.test(name))).toEqual([]);
  });

  const refusals: [string, readonly string[], (folder: string) => void, RegExp][] = [
    ['a folder that is not there', ['package', 'nowhere'], () => {}, /There is no folder nowhere/],
    ['a folder that is not a site', ['package', 'catalog'], () => {}, /catalog is not a built site/],
    [
      'a site without a manifest',
      ['package'],
      (folder) => rmSync(join(folder, 'dist/manifest.json')),
      /dist cannot become a package: its manifest\.json is missing or damaged/,
    ],
    [
      'a site with a changed list',
      ['package'],
      (folder) => writeFileSync(join(folder, 'dist/v2/maps.geojson'), '{}'),
      /v2\/maps\.geojson is not the file in its manifest; build it again/,
    ],
    [
      'a site without a list',
      ['package'],
      (folder) => rmSync(join(folder, 'dist/v2/providers.json')),
      /it has no v2\/providers\.json/,
    ],
    [
      'a folder with other files',
      ['package'],
      (folder) => {
        mkdirSync(join(folder, 'package'));
        writeFileSync(join(folder, 'package/mine.txt'), '');
      },
      /package is not empty \(mine\.txt\)/,
    ],
    [
      'a bad name',
      ['package', '--name', 'My Maps'],
      () => {},
      /"My Maps" is not a name of a package: use at most 214 lower-case/,
    ],
    ['a bad version', ['package', '--package-version', '2026.011.0'], () => {}, /"2026\.011\.0" is not a version like/],
  ];
  test.each(refusals)('refuses %s, and writes nothing', async (_, argv, change, message) => {
    const folder = await checkout();
    change(folder);
    const { status, stderr } = await ciTask(argv, {}, folder);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(message) });
    expect(existsSync(join(folder, 'package/package.json'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.startsWith('.package'))).toEqual([]);
  });
});
