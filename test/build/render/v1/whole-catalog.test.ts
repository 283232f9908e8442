import { expect, test } from 'vitest';
import { type Asset, memorySink, textAsset } from '../../../../build/render/core/asset.ts';
import { wholeCatalog } from '../../../../build/render/v1/whole-catalog.ts';
import type { WholeCatalog } from '../../../../contract/generated/v1.types.ts';
import { HOSTS } from '../../../../contract/hosts.ts';
import { modelled } from '../../../support/check.ts';
import { renderDocuments } from '../../../support/whole-site.ts';

const ADDRESS = 'https://catalog.example.org';
const DOCUMENTS = [...renderDocuments(modelled())];

const textOf = ({ content }: Asset): string => Buffer.from(content).toString();
const parsed = (asset: Asset): WholeCatalog => JSON.parse(textOf(asset)) as WholeCatalog;
const hostWith = (fileBytes: number | null, root: string) => ({ root, limits: { ...HOSTS.nginx.limits, fileBytes } });

/** The parts of documents, put together. */
function partsOf(documents: readonly Asset[], limit: number | null, root = ''): Asset[] {
  const { sink } = memorySink();
  const records = documents.map((document) => sink.take({ ...document, path: root + document.path }));
  return [...wholeCatalog(records, sink.read, ADDRESS, hostWith(limit, root), null)];
}

/** A data source of about so many bytes. */
const source = (id: string, bytes: number): Asset =>
  textAsset(
    'document',
    `v1/datasources/${id}/index.json`,
    `{"id":"${id}","name":"${'x'.repeat(bytes)}"}\n`,
    `datasources/${id}`,
  );

test('records go into as many parts as the limit asks for, each of which leads to the next', () => {
  const documents = [...DOCUMENTS, ...['a', 'b', 'c'].map((id) => source(id, 6_000))];
  const parts = partsOf(documents, 10_000);
  const values = parts.map(parsed);
  expect(parts.map(({ path }) => path)).toEqual(['v1/all.json', 'v1/all-2.json', 'v1/all-3.json']);
  expect(values.map(({ next }) => next)).toEqual([`${ADDRESS}/v1/all-2.json`, `${ADDRESS}/v1/all-3.json`, null]);
  expect(values.map(({ mapservers }) => mapservers.length)).toEqual([1, 0, 0]);
  expect(values.flatMap(({ datasources }) => datasources.map(({ id }) => id))).toEqual([
    'empty',
    'maps',
    'a',
    'b',
    'c',
  ]);
  for (const { content } of parts) expect(content.length).toBeLessThanOrEqual(10_000);
});

test('a document that is larger than the limit is alone, and its file is named', () => {
  const parts = partsOf([source('a', 10), source('large', 9_000), source('z', 10)], 5_000);
  expect(parts.map(parsed).map(({ datasources }) => datasources.map(({ id }) => id))).toEqual([
    ['a'],
    ['large'],
    ['z'],
  ]);
  expect(parts[1]?.origin).toBe('datasources/large');
});
