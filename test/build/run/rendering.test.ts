import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type Asset,
  type JoinedAsset,
  memorySink,
  type RenderOptions,
  renderCatalog,
  type SiteSink,
  UnitCache,
} from '../../../build/pipeline.ts';
import { type Files, memoryFolder, SMALL } from '../../support/catalogs.ts';
import { asText, OPTIONS, readPartsWithoutPages, rendered } from '../../support/check.ts';

const THREE: Files = {
  ...SMALL,
  'datasources/empty/files.yaml': 'x.zip: {}\n',
  'datasources/third/datasource.yaml':
    'name: Third\nbaseUrl: https://third.example.org/\ndirectory: third\naction: Copy\n',
  'datasources/third/themes.yaml': 't.zip: {}\n',
};

/** Runs it, and lists what is read and made, in order. */
async function watched(files: Files, units?: UnitCache, canReuse = false, more: Partial<RenderOptions> = {}) {
  const steps: string[] = [];
  const folder = memoryFolder(files);
  const { sink, assets } = memorySink();
  const watching: SiteSink = {
    take(asset: Asset | JoinedAsset) {
      steps.push(`make ${asset.path}`);
      if (!('pieces' in asset)) return sink.take(asset);
      // The pieces of a part may be files that it was not given.
      return { path: asset.path, size: asset.size, sha256: '', modified: null, origin: null };
    },
    joined: (asset) => sink.joined(asset),
    reuse(records) {
      if (canReuse) for (const { path } of records) steps.push(`reuse ${path}`);
      return canReuse;
    },
  };
  let opened = 0;
  const outcome = await renderCatalog(
    {
      ...folder,
      read(path) {
        steps.push(`read ${path}`);
        return folder.read(path);
      },
    },
    {
      ...OPTIONS,
      serviceUrl: null,
      commits: Promise.resolve(null),
      readParts: readPartsWithoutPages,
      units,
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

test('the findings and the files are in the order of the ids, in whatever order the folder lists them', async () => {
  const turned = Object.fromEntries(Object.entries(THREE).reverse());
  const [one, other] = [await rendered(memoryFolder(THREE)), await rendered(memoryFolder(turned))];
  expect(other.site?.files).toEqual(one.site?.files);
  expect(asText(other.findings)).toBe(asText(one.findings));
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

  test('in entries: nothing after them is rendered, and all of them are checked', async () => {
    const files = {
      ...THREE,
      'datasources/empty/files.yaml': 'x.zip: 7\n',
      'datasources/third/themes.yaml': 't.zip: 7\n',
    };
    const { site, steps, findings } = await watched(files);
    expect(site).toBeNull();
    expect(findings.map(({ file }) => file)).toEqual(['datasources/empty/files.yaml', 'datasources/third/themes.yaml']);
    expect(steps.filter((step) => step.startsWith('make'))).toEqual([]);
  });

  test('in the entries of the last one: what was made of others is of no site', async () => {
    const { site, steps } = await watched({ ...THREE, 'datasources/third/themes.yaml': 't.zip: 7\n' });
    expect(site).toBeNull();
    expect(steps.some((step) => step.startsWith('make v1/datasources/maps/'))).toBe(true);
    expect(steps.some((step) => step.startsWith('make v1/index'))).toBe(false);
  });
});

describe('what removals.yaml lists', () => {
  const removing = (file: string, id = 'maps'): Files => ({
    ...THREE,
    'removals.yaml': `- { url: /v1/datasources/${id}/, file: ${file}, reason: Gone. }\n`,
  });
  const codes = ({ findings }: { findings: readonly { code: string; file: string }[] }): string[] =>
    findings.map(({ code, file }) => `${code} ${file}`);

  test.each([
    ['an entry that is there', removing('a.zip'), ['removal-not-done removals.yaml']],
    ['an entry of a theme that is there', removing('t.zip', 'third'), ['removal-not-done removals.yaml']],
    ['an entry that is gone', removing('gone.zip'), []],
    ['an entry that only another data source has', removing('x.zip'), []],
    ['an entry of a data source that is gone', removing('a.zip', 'none'), []],
  ])('%s', async (_, files, expected) => {
    const units = new UnitCache();
    const first = await watched(files, units);
    expect(codes(first)).toEqual(expected);
    // What is known of the entries says the same.
    expect(codes(await watched(files, new UnitCache(units.units), true))).toEqual(expected);
  });

  test('is looked at again where another entry is listed, and the entries are as they were', async () => {
    const units = new UnitCache();
    expect(codes(await watched(removing('gone.zip'), units))).toEqual([]);
    expect(codes(await watched(removing('b.zip'), new UnitCache(units.units), true))).toEqual([
      'removal-not-done removals.yaml',
    ]);
  });
});

describe('with what is known from the last time', () => {
  test('nothing of a data source that is as it was is parsed or made', async () => {
    const units = new UnitCache();
    const first = await watched(THREE, units);
    const next = new UnitCache(units.units);
    const second = await watched({ ...THREE, 'datasources/third/themes.yaml': 'u.zip: {}\n' }, next, true);
    const made = second.steps.filter((step) => step.startsWith('make v1/datasources/'));
    expect(turns(made, ENTRIES)).toEqual(['third']);
    expect(second.steps.some((step) => step.startsWith('reuse v1/datasources/maps/'))).toBe(true);
    const paths = (site: typeof first.site): string[] => (site?.files ?? []).map(({ path }) => path);
    expect(paths(second.site)).toEqual(paths(first.site));
    expect([...next.units.keys()]).toEqual([...units.units.keys()]);
  });

  test('everything is made where the files are no longer there', async () => {
    const units = new UnitCache();
    const first = await watched(THREE, units);
    const second = await watched(THREE, new UnitCache(units.units), false);
    expect(second.assets.map(({ path }) => path)).toEqual(first.assets.map(({ path }) => path));
  });

  test('a data source of which there is something to say is looked at each time', async () => {
    const files = { ...THREE, 'datasources/third/themes.yaml': 't.zip: { checksums: [] }\nT.zip: {}\n' };
    const units = new UnitCache();
    const first = await watched(files, units);
    expect(first.findings.length).toBeGreaterThan(0);
    const second = await watched(files, new UnitCache(units.units), true);
    expect(asText(second.findings)).toBe(asText(first.findings));
  });
});

describe('the whole site of the last time', () => {
  const FILES: Files = { ...THREE, 'site.yaml': `${SMALL['site.yaml']}accessTokens: [MAP_KEY]\n` };
  const ENVIRONMENT = { MAP_KEY: 'secret', OTHER: '1' };
  const first: Partial<RenderOptions> = { environment: ENVIRONMENT };
  const kept = async (files = FILES): Promise<UnitCache> => {
    const units = new UnitCache();
    await watched(files, units, false, first);
    return new UnitCache(units.units, units.values, units.site);
  };

  test.each<[string, Partial<RenderOptions>]>([
    ['is taken as it is where all is the same', {}],
    ['does not depend on a variable that the catalog does not list', { environment: { ...ENVIRONMENT, OTHER: '2' } }],
  ])('%s', async (_, more) => {
    const units = await kept();
    const { steps, site, serviceUrl, fileCount, findings, opened } = await watched(FILES, units, true, {
      ...first,
      ...more,
    });
    expect([site, serviceUrl]).toEqual([units.knownSite?.site, units.knownSite?.serviceUrl]);
    expect([fileCount, findings, opened, units.hasNews]).toEqual([Object.keys(FILES).length, [], 1, false]);
    expect(steps.filter((step) => step.startsWith('make'))).toEqual([]);
    expect(steps.filter((step) => step.startsWith('read'))).toHaveLength(fileCount);
    expect(steps.filter((step) => step.startsWith('reuse'))).toHaveLength(site?.files.length ?? 0);
  });

  const parts = readPartsWithoutPages();
  const history = { times: new Map([['site.yaml', 1_700_000_000]]), uncommitted: new Set<string>() };
  test.each<[string, Partial<RenderOptions>, Files?]>([
    ['a file', {}, { ...FILES, 'categories.yaml': '[]\n' }],
    ['another file', {}, { ...FILES, 'editions/new.yaml': 'name: New\ndatasources: []\n' }],
    ['an access token', { environment: { MAP_KEY: 'other' } }],
    ['the address', { serviceUrl: 'https://other.example.org' }],
    ['the host', { target: 'nginx' }],
    ['whether it is served here', { isServedHere: true }],
    ['the history', { commits: Promise.resolve(history) }],
    ['the handler', { readParts: () => ({ ...parts, handler: '//' }) }],
    [
      'a file of the owner',
      { readParts: () => ({ ...parts, publicFiles: [{ path: 'x', size: 1, content: Buffer.from('x') }] }) },
    ],
  ])('is made again where %s is another', async (_, more, files = FILES) => {
    const { steps, site } = await watched(files, await kept(), true, { ...first, ...more });
    expect(site).not.toBeNull();
    expect(steps.some((step) => step.startsWith('make'))).toBe(true);
  });

  test('is made again where its files are no longer there, with the same sink and the same parts', async () => {
    const units = await kept();
    let times = 0;
    const { steps, opened } = await watched(FILES, units, false, {
      ...first,
      readParts() {
        times++;
        return parts;
      },
    });
    expect([opened, times]).toEqual([1, 1]);
    expect(steps.some((step) => step.startsWith('make v1/mapservers/'))).toBe(true);
    expect(units.site).toEqual(units.knownSite);
  });

  test('is not known where something was found', async () => {
    const odd = { ...FILES, 'datasources/third/themes.yaml': 't.zip: { checksums: [] }\nT.zip: {}\n' };
    expect((await kept(odd)).knownSite).toBeNull();
  });
});

test.each(['mapservers/one.yaml', 'datasources/third/themes.yaml'])(
  '%s is not used where it is saved between the hash and the reading of it',
  async (saved) => {
    const units = new UnitCache();
    await watched(THREE, units);
    const files: Record<string, string | Uint8Array> = { ...THREE, [saved]: `# first\n${THREE[saved]}` };
    const next = new UnitCache(units.units, units.values, units.site);
    const { sink } = memorySink();
    const { findings, site } = await renderCatalog(
      {
        ...memoryFolder(files),
        sha256(path) {
          const digest = createHash('sha256').update(String(files[path])).digest('base64');
          if (path === saved) files[path] = `# second\n${THREE[saved]}`;
          return digest;
        },
      },
      {
        ...OPTIONS,
        serviceUrl: null,
        commits: Promise.resolve(null),
        readParts: readPartsWithoutPages,
        units: next,
        openSink: async () => ({ ...sink, reuse: () => true }),
      },
    );
    expect(site).toBeNull();
    expect(asText(findings)).toBe(
      `catalog/${saved}:1:1 error unreadable-file  Cannot be read: it was saved meanwhile\n`,
    );
    expect([next.values.has(saved), next.units.has('datasources/third')]).toEqual([false, false]);
  },
);
