/**
 * The change from one site to the next, without files or a server: after every step somebody reads all lists, and
 * requests what they name.
 */
import { expect, test } from 'vitest';
import { type Asset, fileRecordOf, textAsset } from '../../../../build/render/asset.ts';
import type { Site } from '../../../../build/render/site.ts';
import type { StagedFiles } from '../../../../build/write/sync.ts';
import { KEPT_MS, liveSite } from '../../../../commands/catalog/serve/live-site.ts';
import { HOSTS } from '../../../../contract/hosts.ts';
import type { Published } from '../../../../contract/published.ts';

const LIST = 'v1/editions/index.json';

const detail = (id: string): string => `v1/editions/${id}/index.json`;

interface SiteOfEditions extends Site {
  readonly assets: readonly Asset[];
}

/** A site of editions: the list names each, and each has a document. */
function siteOf(ids: readonly string[], about = ''): SiteOfEditions {
  const published: Published = {
    repository: '',
    ids: { datasource: [], category: [], edition: ids },
    withSource: [],
    files: [],
  };
  const documents = ids.map((id) => textAsset(detail(id), id + about, null));
  const assets = [textAsset(LIST, ids.join(' '), null), handlerOf(published), ...documents];
  return {
    host: HOSTS.pages,
    assets,
    files: assets.map(fileRecordOf),
    headerRules: [],
    handlerRules: [],
    published,
    headersFile: null,
  };
}

const handlerOf = (published: Published): Asset => textAsset('_worker.js', published.ids.edition.join(' '), null);

/** A folder, and a server that loads a new handler only when somebody waits for it. */
function machine() {
  const files = new Map<string, string>();
  const broken: string[] = [];
  const waits: string[] = [];
  let known: readonly string[] = [];
  let isFull = false;
  let now = 0;
  const words = (path: string): string[] => (files.get(path) ?? '').split(' ').filter(Boolean);
  const look = (): void => {
    for (const id of words(LIST)) {
      if (!known.includes(id)) broken.push(`404 for ${id}`);
      else if (!files.has(detail(id))) broken.push(`502 for ${id}`);
    }
    for (const id of known) if (!files.has(detail(id))) broken.push(`502 for ${id}, which the handler knows`);
  };
  const stage = (): StagedFiles => {
    const contents = new Map<string, string>();
    return {
      take(asset) {
        if (isFull) throw new Error('the disk is full');
        if (files.get(asset.path) === String(asset.content)) contents.delete(asset.path);
        else contents.set(asset.path, String(asset.content));
        return fileRecordOf(asset);
      },
      read: () => new Uint8Array(),
      has: () => false,
      get added() {
        return [...contents.keys()].filter((path) => !files.has(path));
      },
      get changed() {
        return [...contents.keys()].filter((path) => files.has(path));
      },
      moveIn(paths) {
        for (const path of paths) {
          files.set(path, contents.get(path) ?? '');
          contents.delete(path);
          if (waits.length > 0 || known.length > 0) look();
        }
      },
      discard: () => contents.clear(),
    };
  };
  const live = liveSite({
    stage,
    removeBut(paths) {
      const gone = [...files.keys()].filter((path) => !paths.has(path));
      for (const path of gone) {
        files.delete(path);
        look();
      }
      return gone.length;
    },
    handler: handlerOf,
    now: () => now,
    async untilAnswered(path, status) {
      waits.push(`${status} ${path}`);
      known = words('_worker.js');
      look();
    },
  });
  /** Stages all files of a site, and changes to it. */
  const change = async (site: SiteOfEditions): Promise<number> => {
    const staged = stage();
    for (const asset of site.assets) staged.take(asset);
    return await live.change(site, staged);
  };
  return {
    live,
    change,
    broken,
    waits,
    files,
    start: () => {
      known = words('_worker.js');
    },
    fill: (whether: boolean) => {
      isFull = whether;
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    known: () => known,
  };
}

test('what is added is there before it is linked, and what is removed stays for a moment', async () => {
  const { live, change, broken, waits, files, start, pass, known } = machine();
  expect(await change(siteOf(['a', 'b']))).toBe(4);
  start();
  expect(waits).toEqual([]);

  await change(siteOf(['b', 'c']));
  expect(waits.splice(0)).toEqual(['200 /v1/editions/c/']);
  expect(files.get(LIST)).toBe('b c');
  expect(known()).toEqual(['b', 'c', 'a']);

  pass(KEPT_MS - 1);
  await change(siteOf(['b', 'c'], ' changed'));
  expect(waits.splice(0)).toEqual([]);
  expect(files.get(detail('b'))).toBe('b changed');
  expect(files.get(detail('a'))).toBe('a');

  pass(1);
  await change(siteOf(['c']));
  expect(waits.splice(0)).toEqual(['404 /v1/editions/a/']);
  expect(known()).toEqual(['c', 'b']);
  expect(files.has(detail('a'))).toBe(false);

  expect(await live.finish()).toBe(2);
  expect(waits.splice(0)).toEqual(['404 /v1/editions/b/']);
  expect([...files.keys()].sort()).toEqual(['_worker.js', detail('c'), LIST].sort());
  expect(await live.finish()).toBe(0);
  expect(broken).toEqual([]);
});

test('one that is added again while it still answers', async () => {
  const { live, change, broken, start, pass } = machine();
  await change(siteOf(['a', 'b']));
  start();
  for (const ids of [['a'], ['a', 'b'], ['b'], ['a'], ['b', 'c', 'd'], ['a'], [], ['d'], ['a', 'd']]) {
    await change(siteOf(ids));
    pass(KEPT_MS / 2);
  }
  await live.finish();
  expect(broken).toEqual([]);
});

test('a site that cannot be written changes nothing, and the next one is served', async () => {
  const { change, files, start, fill, broken } = machine();
  await change(siteOf(['a']));
  start();
  const before = new Map(files);
  fill(true);
  await expect(change(siteOf(['b']))).rejects.toThrow('the disk is full');
  expect(files).toEqual(before);
  fill(false);
  await change(siteOf(['b', 'c']));
  expect(files.get(LIST)).toBe('b c');
  expect(broken).toEqual([]);
});

test('what somebody has removed is written again, without what is no longer linked', async () => {
  const { live, change, files, waits, pass } = machine();
  await change(siteOf(['a', 'b']));
  await change(siteOf(['a']));
  files.clear();
  live.forget();
  expect(await change(siteOf(['a']))).toBe(3);
  expect(new Map(files)).toEqual(new Map(siteOf(['a']).assets.map(({ path, content }) => [path, String(content)])));
  // No server runs that knows anything else.
  expect(waits.splice(0)).toEqual([]);
  pass(KEPT_MS);
  await live.finish();
  expect([...files.keys()].sort()).toEqual(['_worker.js', detail('a'), LIST].sort());
});

test('what is published beside the site stays through every change', async () => {
  const { live, change, files } = machine();
  await change(siteOf(['a']));
  live.publish(textAsset('live.json', '1', null));
  await change(siteOf(['b']));
  await live.finish();
  expect(files.get('live.json')).toBe('1');
  live.publish(textAsset('live.json', '2', null));
  expect(files.get('live.json')).toBe('2');
});
