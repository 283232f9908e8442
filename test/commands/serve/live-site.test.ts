/**
 * The change from one site to the next, without files or a server: after every step somebody reads all lists, and
 * requests what they name.
 */
import { expect, test } from 'vitest';
import { type Asset, type Site, textAsset } from '../../../build/pipeline.ts';
import { KEPT_MS, liveSite } from '../../../commands/serve/serve.ts';
import { HOSTS } from '../../../contract/hosts.ts';
import type { Published } from '../../../contract/published.ts';

const LIST = 'v1/editions/index.json';

const detail = (id: string): string => `v1/editions/${id}/index.json`;

/** A site of editions: the list names each, and each has a document. */
function siteOf(ids: readonly string[], about = ''): Site {
  const published: Published = {
    repository: '',
    ids: { datasource: [], category: [], edition: ids },
    withSource: [],
    files: [],
  };
  const documents = ids.map((id) => textAsset(detail(id), id + about, null));
  return {
    host: HOSTS.pages,
    assets: [textAsset(LIST, ids.join(' '), null), handlerOf(published), ...documents],
    headerRules: [],
    handlerRules: [],
    published,
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
  const live = liveSite({
    stage(assets) {
      if (isFull) throw new Error('the disk is full');
      const differs = assets.filter(({ path, content }) => files.get(path) !== String(content));
      const contents = new Map(differs.map(({ path, content }) => [path, String(content)]));
      return {
        added: differs.map(({ path }) => path).filter((path) => !files.has(path)),
        changed: differs.map(({ path }) => path).filter((path) => files.has(path)),
        moveIn(paths) {
          for (const path of paths) {
            files.set(path, contents.get(path) ?? '');
            if (waits.length > 0 || known.length > 0) look();
          }
        },
        discard: () => {},
      };
    },
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
  return {
    live,
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
  const { live, broken, waits, files, start, pass, known } = machine();
  expect(await live.change(siteOf(['a', 'b']))).toBe(4);
  start();
  expect(waits).toEqual([]);

  await live.change(siteOf(['b', 'c']));
  expect(waits.splice(0)).toEqual(['200 /v1/editions/c/']);
  expect(files.get(LIST)).toBe('b c');
  expect(known()).toEqual(['b', 'c', 'a']);

  pass(KEPT_MS - 1);
  await live.change(siteOf(['b', 'c'], ' changed'));
  expect(waits.splice(0)).toEqual([]);
  expect(files.get(detail('b'))).toBe('b changed');
  expect(files.get(detail('a'))).toBe('a');

  pass(1);
  await live.change(siteOf(['c']));
  expect(waits.splice(0)).toEqual(['404 /v1/editions/a/']);
  expect(known()).toEqual(['c', 'b']);
  expect(files.has(detail('a'))).toBe(false);

  await live.finish();
  expect(waits.splice(0)).toEqual(['404 /v1/editions/b/']);
  expect([...files.keys()].sort()).toEqual(['_worker.js', detail('c'), LIST].sort());
  expect(broken).toEqual([]);
});

test('one that is added again while it still answers', async () => {
  const { live, broken, start, pass } = machine();
  await live.change(siteOf(['a', 'b']));
  start();
  for (const ids of [['a'], ['a', 'b'], ['b'], ['a'], ['b', 'c', 'd'], ['a'], [], ['d'], ['a', 'd']]) {
    await live.change(siteOf(ids));
    pass(KEPT_MS / 2);
  }
  await live.finish();
  expect(broken).toEqual([]);
});

test('a site that cannot be written changes nothing, and the next one is served', async () => {
  const { live, files, start, fill, broken } = machine();
  await live.change(siteOf(['a']));
  start();
  const before = new Map(files);
  fill(true);
  await expect(live.change(siteOf(['b']))).rejects.toThrow('the disk is full');
  expect(files).toEqual(before);
  fill(false);
  await live.change(siteOf(['b', 'c']));
  expect(files.get(LIST)).toBe('b c');
  expect(broken).toEqual([]);
});

test('what somebody has removed is written again, without what is no longer linked', async () => {
  const { live, files } = machine();
  await live.restore();
  expect(files.size).toBe(0);
  await live.change(siteOf(['a', 'b']));
  await live.change(siteOf(['a']));
  files.clear();
  await live.restore();
  expect(new Map(files)).toEqual(new Map(siteOf(['a']).assets.map(({ path, content }) => [path, String(content)])));
});
