import { describe, expect, test } from 'vitest';
import { type FileRecord, memorySiteSink, type SiteSink } from '../../../build/render/core/asset.ts';
import { HOST_CONFIGURATIONS } from '../../../build/render/hosts/all-configurations.ts';
import type { SiteRequests } from '../../../build/render/site.ts';
import { newRenderMemory } from '../../../build/run/memory.ts';
import { type RenderOptions, renderCatalog } from '../../../build/run/rendering.ts';
import { readSiteParts } from '../../../cli/program/read-site-parts.ts';
import { type Files, memoryFolder, SMALL } from '../../support/catalogs.ts';
import { asText, OPTIONS, readPartsWithoutPages, rendered } from '../../support/check.ts';

const THREE: Files = {
  ...SMALL,
  'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}provider: good\n`,
  'providers/good.yaml': 'name: Good\nhomepage: https://good.example.org/\n',
  'datasources/empty/files.yaml': 'x.zip: {}\n',
  'datasources/third/datasource.yaml':
    'name: Third\nbaseUrl: https://third.example.org/\ndirectory: third\naction: Copy\n',
  'datasources/third/themes.yaml': 't.zip: {}\n',
};

/** Runs it, and lists what is read and made, in order. */
async function watched(files: Files, more: Partial<RenderOptions> = {}, has: SiteSink['has'] = () => false) {
  const steps: string[] = [];
  const folder = memoryFolder(files);
  const { sink, assets } = memorySiteSink();
  const watching: SiteSink = {
    take(asset) {
      steps.push(`make ${asset.path}`);
      return sink.take(asset);
    },
    // A file of an earlier site is not known here.
    old: () => new Uint8Array(),
    has,
  };
  let opened = 0;
  const read = (path: string): Uint8Array => {
    steps.push(`read ${path}`);
    return folder.read(path);
  };
  const outcome = await renderCatalog(
    { ...folder, read },
    {
      ...OPTIONS,
      serviceUrl: null,
      commits: Promise.resolve(null),
      readParts: readPartsWithoutPages,
      configurations: HOST_CONFIGURATIONS,
      async openSink() {
        opened++;
        return watching;
      },
      ...more,
    },
  );
  return { ...outcome, steps, opened, assets };
}

/** The data sources that steps are about, each as often as it comes after another. */
function turns(steps: readonly string[], pattern: RegExp): string[] {
  const ids = steps.map((step) => pattern.exec(step)?.[1]).filter((id) => id !== undefined);
  return ids.filter((id, index) => id !== ids[index - 1]);
}

const ENTRIES = /(?:read|make) (?:v1\/)?datasources\/(\w+)\/(?!datasource\.yaml)/;

test('the entries of one data source are read and rendered before those of the next', async () => {
  const { steps, site } = await watched(THREE);
  expect(site).not.toBeNull();
  expect(turns(steps, ENTRIES)).toEqual(['empty', 'maps', 'third']);
  expect(steps.filter((step) => step.startsWith('read datasources/maps/maps.yaml'))).toHaveLength(1);
});

describe('a catalog with errors gives no site', () => {
  test('in a record: no sink is opened, and the entries are checked nevertheless', async () => {
    const files = {
      ...THREE,
      'editions/offline.yaml': 'name: Offline\ndatasources: [none]\n',
      'datasources/third/themes.yaml': 't.zip: 7\n',
    };
    const { site, opened, findings, serviceUrl } = await watched(files);
    expect([site, serviceUrl, opened]).toEqual([null, null, 0]);
    expect(findings.map(({ file }) => file)).toEqual(['datasources/third/themes.yaml', 'editions/offline.yaml']);
  });

  test('in the entries of the last one: what was made of others is of no site', async () => {
    const { site, steps } = await watched({ ...THREE, 'datasources/third/themes.yaml': 't.zip: 7\n' });
    expect(site).toBeNull();
    expect(steps.some((step) => step.startsWith('make v1/datasources/maps/'))).toBe(true);
    expect(steps.some((step) => step.startsWith('make v1/index'))).toBe(false);
  });
});

describe('what removals.yaml lists', () => {
  const NOT_DONE = 'removal-not-done removals.yaml';
  const removing = (file: string, id = 'maps'): Files => ({
    ...THREE,
    'removals.yaml': `- { url: /v1/datasources/${id}/, file: ${file}, reason: Gone. }\n`,
  });
  const codes = ({ findings }: { findings: readonly { code: string; file: string }[] }): string[] =>
    findings.map(({ code, file }) => `${code} ${file}`);

  test.each([
    ['an entry that is there', removing('a.zip'), [NOT_DONE]],
    ['an entry of a theme that is there', removing('t.zip', 'third'), [NOT_DONE]],
    ['a list, once', { ...THREE, 'removals.yaml': '- { url: /v1/mapservers/, reason: Gone. }\n' }, [NOT_DONE]],
    ['an entry that is gone', removing('gone.zip'), []],
    ['an entry that only another data source has', removing('x.zip'), []],
    ['an entry of a data source that is gone', removing('a.zip', 'none'), []],
  ])('%s', async (_, files, expected) => {
    const memory = newRenderMemory();
    expect(codes(await watched(files, { memory }))).toEqual(expected);
    // What is remembered of the entries does not change that.
    expect(codes(await watched(files, { memory }, () => true))).toEqual(expected);
  });
});

describe('with a memory', () => {
  const PAGES: Partial<RenderOptions> = { readParts: readSiteParts };
  const changed = (path: string, text: string): Files => ({ ...THREE, [path]: text });
  const site = String(SMALL['site.yaml']);
  const history = (time: number): Partial<RenderOptions> => ({
    commits: Promise.resolve({ times: new Map([['datasources/maps/maps.yaml', time]]), uncommitted: new Set() }),
    target: 'nginx',
  });

  test.each<[string, Files, string[]]>([
    ['nothing', THREE, []],
    ['the entries of a data source', changed('datasources/third/themes.yaml', 'u.zip: {}\n'), ['third']],
    [
      'a data source',
      changed(
        'datasources/maps/datasource.yaml',
        String(THREE['datasources/maps/datasource.yaml']).replace('name: Maps', 'name: Karten'),
      ),
      ['maps'],
    ],
    ['an edition', changed('editions/offline.yaml', 'name: New\ndatasources: [maps, third]\n'), []],
    ['a category', changed('categories.yaml', '[]\n'), []],
    ['the name of a category', changed('categories.yaml', '- { id: 1, name: New }\n'), []],
    ['the language of the pages', changed('site.yaml', `${site}languages: [de, en]\n`), []],
    ['a provider', changed('providers/good.yaml', 'name: Better\nhomepage: https://good.example.org/\n'), []],
    ['the map of the home page', changed('site.yaml', `${site}home: one\n`), []],
    ['a map server', changed('mapservers/one.yaml', `${THREE['mapservers/one.yaml']}active: false\n`), []],
    ['the site', changed('site.yaml', site.replace('title: ', 'title: New ')), []],
    [
      'the address of the site',
      changed('site.yaml', site.replace('https://', 'https://new.')),
      ['empty', 'maps', 'third'],
    ],
  ])('the documents that depend on it are made again after a change of %s', async (_, files, expected) => {
    const memory = newRenderMemory();
    const first = await watched(THREE, { ...PAGES, memory });
    const sums = new Set(first.site?.files.map(({ path, sha256 }) => `${path} ${sha256}`));
    const again = await watched(files, { ...PAGES, memory }, ({ path, sha256 }) => sums.has(`${path} ${sha256}`));
    const made = again.steps.filter((step) => step.startsWith('make v1/datasources/'));
    expect([...new Set(turns(made, /v1\/datasources\/(\w+)\//))]).toEqual(expected);
    const { site: whole } = await rendered(memoryFolder(files), PAGES);
    const record = ({ path, sha256 }: FileRecord): string =>
      `${path} ${path.startsWith('v1/all') || path.endsWith('manifest.json') ? '' : sha256}`;
    expect(again.site?.files.map(record)).toEqual(whole?.files.map(record));
  });

  test('a data source is made again if its last commit is another, or the files are no longer there', async () => {
    const memory = newRenderMemory();
    await watched(THREE, { ...history(1_700_000_000), memory });
    const again = async (time: number, isThere: boolean) => {
      const { steps } = await watched(THREE, { ...history(time), memory }, () => isThere);
      return turns(steps, /make site\/v1\/datasources\/(\w+)\//);
    };
    expect([await again(1_700_000_000, true), await again(1_800_000_000, true)]).toEqual([[], ['maps']]);
    expect(await again(1_800_000_000, false)).toEqual(['empty', 'maps', 'third']);
  });

  test('what is requested is made first, after everything is checked, and the site is the same', async () => {
    const memory = newRenderMemory();
    await watched(THREE, { ...PAGES, memory });
    const files = changed('site.yaml', site.replace('title: ', 'title: New '));
    const asked = ['manifest.json', 'about/index.html', 'mapservers/one/index.html', 'none', 'about/index.html'];
    const opened: unknown[] = [];
    const requests: SiteRequests = {
      open: (settings) => void opened.push(settings),
      next: () =>
        opened.length > 0 ? asked.splice(0, 1).map((path) => memory.portionOf.get(path) ?? path)[0] : undefined,
    };
    const again = await watched(files, { ...PAGES, memory, requests });
    const { site: fresh } = await rendered(memoryFolder(files), PAGES);
    expect(again.site?.files).toEqual(fresh?.files);
    expect(opened).toMatchObject([{ headersText: fresh?.headersFile, published: { ...fresh?.published, files: [] } }]);
    const order = ['mapservers/one/index.html', 'v1/index.json', 'manifest.json'];
    const made = again.steps.filter((step) => order.some((path) => step === `make ${path}`));
    expect(made).toEqual(order.map((path) => `make ${path}`));
    // A catalog with an error opens no site.
    await watched({ ...files, 'datasources/third/themes.yaml': 't.zip: 7\n' }, { ...PAGES, memory, requests });
    expect(opened).toHaveLength(1);
  });

  test('a data source with a warning is checked each time', async () => {
    const files = { ...THREE, 'datasources/third/themes.yaml': 't.zip: { checksums: [] }\nT.zip: {}\n' };
    const memory = newRenderMemory();
    const first = await watched(files, { memory });
    expect(first.findings.length).toBeGreaterThan(0);
    const second = await watched(files, { memory }, () => true);
    expect(asText(second.findings)).toBe(asText(first.findings));
  });
});

describe('files in public/', () => {
  const withOwn = (...paths: string[]): Partial<RenderOptions> => ({
    readParts() {
      const parts = readSiteParts();
      const own = paths.map((path) => ({ path, size: 1, content: Buffer.from('x') }));
      return { ...parts, publicFiles: [...parts.publicFiles, ...own], ownFiles: own.length };
    },
  });

  test.each([
    ['index.html', 'index.html'],
    ['v1', 'v1'],
    ['v1/mapservers/index.json/x', 'v1/mapservers/index.json/x'],
    ['_headers', '_headers'],
    ['site-manifest.json', 'site-manifest.json'],
    ['favicon.ico/x', 'favicon.ico'],
    ['about.html', 'about.html'],
    ['v1/mapservers/index.json.gz', 'v1/mapservers/index.json.gz'],
    ['about/index.html.br', 'about/index.html.br'],
    ['v1/datasources/more/index.json', 'v1/datasources/more/index.json'],
    ['v2/more.json', 'v2/more.json'],
    ['V1/notes.txt', 'V1/notes.txt'],
    ['About/notes.txt', 'About/notes.txt'],
    ['ABOUT.html', 'ABOUT.html'],
    ['Site-Manifest.json', 'Site-Manifest.json'],
    ['SITEMAP.XML', 'SITEMAP.XML'],
    ['FAVICON.ICO', 'FAVICON.ICO'],
    ['V1', 'V1'],
  ])('%s is in the way', async (path, named) => {
    const message = `catalog/site.yaml:1:1 error public-file-in-the-way  public/${named} has the name`;
    const { findings, site } = await watched(THREE, withOwn(path));
    expect(asText(findings)).toContain(message);
    expect(site).toBeNull();
  });

  test('what is in the way is found each time, and no more once it is gone', async () => {
    const memory = newRenderMemory();
    const sums = new Set<string>();
    const build = async (...paths: string[]) => {
      const { findings, site } = await watched(THREE, { ...withOwn(...paths), memory }, ({ sha256 }) =>
        sums.has(sha256),
      );
      for (const { sha256 } of site?.files ?? []) sums.add(sha256);
      return findings.length;
    };
    const [way, other] = ['mapservers/one/index.html', 'club.html'];
    const builds = [[], [way], [way], [other, way], [other], [way], []];
    const found: number[] = [];
    for (const paths of builds) found.push(await build(...paths));
    expect(found).toEqual([0, 1, 1, 1, 0, 1, 0]);
  });

  test.each(['club.html', 'club.html.gz', 'robots.txt', '404.html', 'v1/notes.txt'])(
    '%s is published',
    async (path) => {
      const { findings, site } = await watched(THREE, withOwn(path));
      expect(findings).toEqual([]);
      expect(site?.files.filter((file) => file.path === path)).toHaveLength(1);
    },
  );

  test("without pages, index.html may be the owner's", async () => {
    const { findings } = await watched(THREE, { ...withOwn('index.html'), pages: false });
    expect(findings).toEqual([]);
  });
});
