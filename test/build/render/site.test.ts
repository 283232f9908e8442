import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../build/history/history.ts';
import { catalogModelOf } from '../../../build/model/model.ts';
import { checkCatalog } from '../../../build/run/check-in-memory.ts';
import { readSiteParts } from '../../../cli/program/read-site-parts.ts';
import { HIDDEN_FILES, HOST_NAMES, HOSTS, type HostName, withMaxFiles } from '../../../contract/hosts.ts';
import { type Files, memoryFolder, SMALL } from '../../support/catalogs.ts';
import { modelled, OPTIONS, rendered } from '../../support/check.ts';
import { ROOT } from '../../support/cli.ts';
import { contentOf } from '../../support/files.ts';
import { renderSite } from '../../support/whole-site.ts';

const TIME = 1_700_000_000;
const HISTORY = catalogHistoryOf({
  times: new Map(Object.keys(SMALL).map((path) => [path, TIME])),
  uncommitted: new Set(['mapservers/new.yaml']),
});
const PARTS = {
  headers: '',
  handler: '',
  publicFiles: [{ path: '404.html', size: 1, content: Buffer.from('x') }],
  page: null,
};

const siteOn = (name: HostName) => renderSite(modelled(), HISTORY, PARTS, HOSTS[name]);
const pathsOn = (name: HostName): string[] => siteOn(name).assets.map(({ path }) => path);

/** What each host has among the documents, or at the root of what is built where that is the same. */
function besideOn(name: HostName): string[] {
  const { runsHandler, root } = HOSTS[name];
  const inFiles = name === 'apache' ? ['v1/405.json', 'v1/405.datasource.json', 'v1/405.public.json'] : [];
  const bodies = runsHandler ? ['v2/404.html'] : inFiles;
  const read = HIDDEN_FILES.filter((file) => runsHandler && (name === 'workers' || file !== '.assetsignore'));
  return [...read, ...bodies.map((file) => root + file)];
}

test('without pages, the files of single maps for programs are left out rather than being too many', () => {
  const isOwn = (path: string): boolean => path.endsWith('/tilejson.json');
  const filesOf = (most: number): string[] =>
    renderSite(modelled(), HISTORY, PARTS, withMaxFiles(HOSTS.pages, most)).assets.map(({ path }) => path);
  const all = filesOf(20_000);
  expect(filesOf(all.length + 20)).toEqual(all);
  const few = filesOf(all.length - 1);
  expect([all.some(isOwn), few.some(isOwn), few.includes('programs/josm.xml')]).toEqual([true, false, true]);
});

describe.each(HOST_NAMES)('for %s', (name) => {
  const { root } = HOSTS[name];
  const documents = pathsOn('pages').filter((path) => !besideOn('pages').includes(path));

  test('the documents are the same, in their folder', () => {
    const inRoot = pathsOn(name).filter((path) => path.startsWith(root) && !besideOn(name).includes(path));
    expect(inRoot).toEqual(documents.map((path) => root + path));
  });

  test('nothing that another host reads is among them', () => {
    const names = pathsOn(name).map((path) => path.slice(path.lastIndexOf('/') + 1));
    expect(names.filter((file) => /^[._]/.test(file))).toEqual(besideOn(name).filter((path) => /^[._]/.test(path)));
  });

  test('there is a configuration where the host has one, beside the documents, and its files have this role', () => {
    const paths = siteOn(name).assets.flatMap(({ role, path }) => (role === 'configuration' ? path : []));
    const isInside = (path: string): boolean => besideOn(name).includes(path);
    expect(paths.filter(isInside).sort()).toEqual([...besideOn(name)].sort());
    const folders = paths.filter((path) => !isInside(path)).map((path) => path.split('/')[0]);
    expect([...new Set(folders)]).toEqual(root === '' ? [] : [name]);
  });

  test('compressed copies are there only on request, and only where the host sends them', () => {
    const copies = (isCompressed: boolean): number =>
      renderSite(
        modelled(),
        HISTORY,
        { ...PARTS, publicFiles: [{ path: 'a.css', size: 5_000, content: Buffer.alloc(5_000, 'a') }] },
        HOSTS[name],
        isCompressed,
      ).assets.filter(({ path }) => /\.(?:br|gz)$/.test(path)).length;
    expect(copies(false)).toBe(0);
    expect(copies(true) > 0).toBe(HOSTS[name].sendsCopies);
  });

  test('files have the time of the last change, where no rule says it', () => {
    const times = new Map(siteOn(name).assets.map(({ path, modified }) => [path, modified ?? null]));
    for (const file of ['v1/editions/offline/index.json', 'v1/index.xml']) {
      const time = times.get(root + file) ?? null;
      if (HOSTS[name].runsHandler) expect(time).toBeNull();
      // Some seconds earlier, so that no two renditions have the same ETag.
      else expect(TIME - (time ?? 0)).toSatisfy((seconds) => seconds >= 0 && seconds < 120);
    }
    expect(times.get(`${root}v1/mapservers/index.json`)).toBeNull();
    expect(times.get(`${root}404.html`)).toBeNull();
  });
});

test('a list with access tokens has the time of its records, and another one with another token', () => {
  const times = (token: string | undefined): (number | null | undefined)[] => {
    const files = {
      ...SMALL,
      'site.yaml': `${SMALL['site.yaml']}accessTokens: [MAP_KEY]\n`,
      'mapservers/one.yaml': String(SMALL['mapservers/one.yaml']).replace('.png', '.png?key=${MAP_KEY}'),
    };
    const { content } = checkCatalog(memoryFolder(files), OPTIONS);
    const catalog = catalogModelOf(content, { serviceUrl: null, environment: { MAP_KEY: token } });
    const known = catalogHistoryOf({
      times: new Map(Object.keys(files).map((path) => [path, TIME])),
      uncommitted: new Set(),
    });
    const { assets } = renderSite(catalog, known, PARTS, HOSTS.nginx);
    return ['mapservers', 'overlayservers'].map(
      (list) => assets.find(({ path }) => path === `site/v1/${list}/index.xml`)?.modified,
    );
  };
  const [[without, other], [one, same], [two]] = [times(undefined), times('secret'), times('Secret')];
  expect(same).toBe(other);
  for (const time of [without, one, two]) expect(TIME - (time ?? 0)).toBeLessThan(120);
  expect(new Set([without, one, two]).size).toBe(3);
});

/** The members that `/v1/` does not have, for the servers of the small catalog. */
const ABOUT_MAPS: Files = {
  'site.yaml': `${SMALL['site.yaml']}home: one\n`,
  'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}kind: topographic\ncountries: [CH, LI]\nprovider: good\nsince: 2020\nuntil: 2021-12\ntileSize: 512\nlanguages: [de, fr]\n`,
  'overlayservers/two.yaml': `${SMALL['overlayservers/two.yaml']}kind: winter\narea: alps\nprovider: good\nterms: https://two.example.org/terms\nforbids: [bulk-download]\n`,
  'providers/good.yaml':
    'name: Good\nhomepage: https://good.example.org/\nterms: https://good.example.org/terms\nprivacy: https://good.example.org/privacy\nlicence: CC-BY-4.0\nattribution:\n  - { text: © Good, url: https://good.example.org/ }\nforbids: [offline-copies]\n',
  'areas/alps.geojson': '{"type":"Polygon","coordinates":[[[5,45],[10,45],[10,48],[5,48],[5,45]]]}',
};

test('what is known of maps changes nothing below /v1/, and no header', async () => {
  const [before, after] = await Promise.all(
    [SMALL, { ...SMALL, ...ABOUT_MAPS }].map(async (files) => {
      const { findings, site } = await rendered(memoryFolder(files), { readParts: readSiteParts });
      expect(findings).toEqual([]);
      return new Map(
        site?.assets
          .filter(({ path }) => /^v1\/|^_/.test(path))
          .map(({ path, content }) => [path, Buffer.from(content).toString()]),
      );
    }),
  );
  expect(before?.size).toBeGreaterThan(60);
  expect(after).toEqual(before);
});

const CORNERS = join(ROOT, 'test/golden/corners/input');

test('maps of other types change nothing below /v1/, no header of other files, no feed, and only documents that list maps', async () => {
  const corners = contentOf(CORNERS);
  const roles = new Map<string, string>();
  const withoutMaps = Object.fromEntries(Object.entries(corners).filter(([path]) => !path.startsWith('maps/')));
  const [before, after] = await Promise.all(
    [withoutMaps, corners].map(async (files) => {
      const { site } = await rendered(memoryFolder(files), { readParts: readSiteParts });
      const textOf = (content: Uint8Array | string): string => Buffer.from(content).toString().replace(OWN_HEADERS, '');
      for (const { path, role } of site?.assets ?? []) roles.set(path, role);
      return new Map(site?.assets.map(({ path, content }) => [path, textOf(content)]));
    }),
  );
  const paths = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  const changed = paths.filter((path) => before?.get(path) !== after?.get(path));
  expect(changed).toContain('v2/maps/both.json');
  const isOfPages = (path: string): boolean => ['page', 'asset', 'derived', 'part'].includes(roles.get(path) ?? '');
  expect(changed.filter((path) => !isOfPages(path) && !LISTS_MAPS.test(path))).toEqual([]);
});

const OWN_HEADERS = /^\/maps\/:name\/:file\.json\n(?: .*\n)+\n?/m;

const LISTS_MAPS = /^v2\/(?:maps|at)\/|^v2\/(?:maps\.geojson|withdrawn\.json)$|^manifest\.json$/;
