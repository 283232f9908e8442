/** Where the documents of a site are, in what a build wrote for any host. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBuiltSite } from '../../../cli/site/built-site.ts';
import { readSiteFolder, siteIn, siteTextAt } from '../../../cli/site/read-site.ts';
import { HOSTS } from '../../../contract/hosts.ts';
import { SITE_MANIFEST, siteManifest } from '../../../contract/interface/site-manifest.ts';
import { temporaryFolder } from '../../support/catalogs.ts';
import { siteFiles } from '../../support/sites.ts';

const SERVICE = '{"mapservers":"https://a.example.org/v1/mapservers/"}';

test.each(Object.values(HOSTS))('the documents for $title are found, and nothing beside them', ({ root }) => {
  const site = siteIn(
    siteFiles({ [`${root}manifest.json`]: '{}', [`${root}v1/x`]: 'ab', 'nginx/x': '' }),
    'manifest.json',
  );
  expect(site?.root).toBe(root);
  expect([...(site?.paths ?? [])]).toEqual(['manifest.json', 'v1/x', ...(root === '' ? ['nginx/x'] : [])]);
  expect([site?.size('v1/x'), site && siteTextAt(site, 'v1/x'), site && siteTextAt(site, 'none')]).toEqual([
    2,
    'ab',
    '',
  ]);
});

test('without the document there is no site', () =>
  expect(siteIn(siteFiles({ 'other/manifest.json': '{}' }), 'manifest.json')).toBe(null));

test('links are not followed', () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(folder, 'v1'));
  for (const file of [join(folder, 'v1/index.json'), join(other, 'manifest.json')]) writeFileSync(file, '{}');
  symlinkSync(other, join(folder, 'site'));
  symlinkSync(join(other, 'manifest.json'), join(folder, 'manifest.json'));
  expect([...readSiteFolder(folder, 'dist').paths]).toEqual(['v1/index.json']);
});

test.each([
  ['as its manifest says', 'p', 'page'],
  ['as a program does not know them', '?', undefined],
])('files have roles below the documents, %s', (_, letter, role) => {
  const listed = siteManifest([{ path: 'site/about/index.html', size: 0, role: 'page' }]).replace('"p"', `"${letter}"`);
  const files = { 'site/v1/index.json': SERVICE, 'site/about/index.html': '', [SITE_MANIFEST]: listed };
  const { roles, root } = openBuiltSite('dist', siteFiles(files));
  expect([root, roles.get('about/index.html')]).toEqual(['site/', role]);
});

test.each([undefined, '', '{', '[]', '{"files":7}'])(
  'the site manifest %j tells no roles but of unlisted files',
  (listed) => {
    const files = { 'v1/index.json': SERVICE, ...(listed === undefined ? {} : { [SITE_MANIFEST]: listed }) };
    expect([...openBuiltSite('dist', siteFiles(files)).roles]).toEqual([
      [SITE_MANIFEST, 'configuration'],
      ['manifest.json.minisig', 'part'],
    ]);
  },
);
