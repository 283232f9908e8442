import { expect, test } from 'vitest';
import { catalogHistoryOf } from '../../../../build/history/history.ts';
import type { DataSource } from '../../../../build/model/catalog.ts';
import type { Asset } from '../../../../build/render/core/asset.ts';
import { WHOLE_CATALOG } from '../../../../build/render/v1/whole-catalog.ts';
import type { WholeCatalog } from '../../../../contract/generated/v1.types.ts';
import { HOSTS } from '../../../../contract/hosts.ts';
import { modelled } from '../../../support/check.ts';
import { renderDocuments, renderSite } from '../../../support/whole-site.ts';
import { textsIn } from '../../../support/words.ts';

const CATALOG = modelled();
const ADDRESS = CATALOG.serviceUrl;
const PARTS = { headers: '', handler: '', publicFiles: [], page: null };

const textOf = ({ content }: Asset): string => Buffer.from(content).toString();
const parsed = (asset: Asset): WholeCatalog => JSON.parse(textOf(asset)) as WholeCatalog;

function partsOf(datasources: readonly DataSource[], fileBytes: number | null, root = '', maps = {}): readonly Asset[] {
  const host = { ...HOSTS.nginx, root, limits: { ...HOSTS.nginx.limits, fileBytes } };
  return renderSite({ ...CATALOG, ...maps, datasources }, catalogHistoryOf(null), PARTS, host, false, { WHOLE_CATALOG })
    .assets;
}

const source = (id: string, bytes: number): DataSource => {
  const [first] = CATALOG.datasources;
  return { ...(first as DataSource), id, name: 'x'.repeat(bytes) };
};

test('a part has the bytes of all documents', () => {
  const documents = new Map(renderDocuments(CATALOG).map((asset) => [asset.path, textOf(asset)]));
  const listed = (folder: string, ids: readonly (string | number)[]): string =>
    `[${ids.map((id) => documents.get(`v1/${folder}/${id}/index.json`)).join(',')}]`;
  const idsOf = (records: readonly { readonly id: string | number }[]) => records.map(({ id }) => id);
  const members = [
    `"serviceUrl":"${ADDRESS}","next":null`,
    `"mapservers":${documents.get('v1/mapservers/index.json')}`,
    `"overlayservers":${documents.get('v1/overlayservers/index.json')}`,
    `"datasources":${listed('datasources', idsOf(CATALOG.datasources))}`,
    `"categories":${listed('categories', idsOf(CATALOG.categories))}`,
    `"editions":${listed('editions', idsOf(CATALOG.editions))}`,
  ];
  const [whole, ...others] = partsOf(CATALOG.datasources, null, 'site/');
  expect(whole && [whole.path, textOf(whole)]).toEqual(['site/v1/all.json', `{${members.join(',')}}\n`]);
  expect(others).toEqual([]);
});

test('records go into as many parts as the limit asks for, each of which leads to the next', () => {
  const parts = partsOf([...CATALOG.datasources, ...['a', 'b', 'c'].map((id) => source(id, 6_000))], 10_000);
  const values = parts.map(parsed);
  expect(parts.map(({ path, role }) => `${role} ${path}`)).toEqual([
    'derived v1/all.json',
    'part v1/all-2.json',
    'part v1/all-3.json',
  ]);
  expect(values.map(({ next }) => next)).toEqual([`${ADDRESS}/v1/all-2.json`, `${ADDRESS}/v1/all-3.json`, null]);
  expect(values.map(({ mapservers }) => mapservers.length)).toEqual([1, 0, 0]);
  expect(values.map(({ categories }) => categories.length > 0)).toEqual([false, false, true]);
  expect(values.flatMap(({ datasources }) => datasources.map(({ id }) => id))).toEqual(
    textsIn('empty | maps | a | b | c'),
  );
  for (const { content } of parts) expect(content.length).toBeLessThanOrEqual(10_000);
});

test('no part is lost if the lists of maps alone need two', () => {
  const names = textsIn('mapservers | overlayservers');
  const copyright = 'x'.repeat(3_000);
  const maps = {
    mapservers: CATALOG.mapservers.map((map) => ({ ...map, copyright })),
    overlayservers: CATALOG.overlayservers.map((map) => ({ ...map, copyright })),
  };
  for (const datasources of [CATALOG.datasources, []]) {
    const parts = partsOf(datasources, 4_500, '', maps);
    expect(parts.slice(0, 2).map(({ path }) => path)).toEqual(['v1/all.json', 'v1/all-2.json']);
    expect(
      parts
        .slice(0, 2)
        .map(parsed)
        .map((part) => names.map((name) => part[name as 'mapservers'].length)),
    ).toEqual([
      [1, 0],
      [0, 1],
    ]);
  }
});

test('a document that is larger than the limit is alone, and its file is named', () => {
  const parts = partsOf([source('a', 10), source('large', 9_000), source('z', 10)], 5_000);
  expect(parts.map(parsed).map(({ datasources }) => datasources.map(({ id }) => id))).toEqual([
    ['a'],
    ['large'],
    ['z'],
  ]);
  expect(parts[1]?.origin).toBe('datasources/large/datasource.yaml');
});
