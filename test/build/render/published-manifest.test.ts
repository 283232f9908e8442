import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Asset, fileRecordOf, textAsset } from '../../../build/render/asset.ts';
import { manifestJson } from '../../../build/render/published-manifest.ts';
import type { Manifest } from '../../../contract/generated/v1.types.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { rendered } from '../../support/check.ts';

const read = (text: string): Manifest => JSON.parse(text) as Manifest;

test('each file has its address, size, checksum and time, by path', () => {
  const records = [
    textAsset('v1/editions/index.xml', '<x/>', null),
    textAsset('index.html', '<html>', null),
    textAsset('v1/all.json', '{}', null),
    textAsset('v1/404.html', '{}', null),
  ].map(fileRecordOf);
  const times = new Map([['v1/editions/index.xml', 1_767_323_045]]);
  const { files } = read(manifestJson('https://a.example.org', records, (path) => times.get(path) ?? null));
  expect(files).toEqual([
    {
      path: 'v1/all.json',
      url: '/v1/all.json',
      size: 2,
      sha256: '44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
      lastModified: null,
    },
    {
      path: 'v1/editions/index.xml',
      url: '/v1/editions/?format=xml',
      size: 4,
      sha256: createHash('sha256').update('<x/>').digest('hex'),
      lastModified: '2026-01-02T03:04:05Z',
    },
  ]);
});

describe('of a whole site', async () => {
  const times = new Map(Object.keys(SMALL).map((path, index) => [path, 1_767_323_045 + index * 1_000]));
  const commits = Promise.resolve({ times, uncommitted: new Set<string>() });
  const { site } = await rendered(memoryFolder(SMALL), { commits });
  const assets = new Map(site?.assets.map((asset) => [asset.path, asset]));
  const manifest = read(Buffer.from(assets.get('manifest.json')?.content ?? '').toString());

  test('lists every file with an address, as it is', () => {
    for (const { path, size, sha256 } of manifest.files) {
      const { content } = assets.get(path) as Asset;
      expect([size, sha256]).toEqual([content.length, createHash('sha256').update(content).digest('hex')]);
      assets.delete(path);
    }
    const rest = [
      '404.html',
      '_headers',
      '_redirects',
      '_routes.json',
      '_worker.js',
      'apple-touch-icon.png',
      'favicon.ico',
      'icon.svg',
      'manifest.json',
      'share.png',
      'v1/404.html',
    ];
    expect([...assets.keys()].sort()).toEqual(rest);
  });

  test('has the times of the records, and for what has all records the newest', () => {
    const timeOf = (path: string): string | null | undefined =>
      manifest.files.find((file) => file.path === path)?.lastModified;
    const iso = (seconds = 0): string => new Date(seconds * 1000).toISOString().replace('.000', '');
    expect(timeOf('v1/mapservers/index.xml')).toBe(iso(times.get('mapservers/one.yaml')));
    expect(timeOf('v1/datasources/maps/index.json')).toBe(iso(times.get('datasources/maps/maps.yaml')));
    expect(timeOf('v1/all.json')).toBe(iso(times.get('editions/offline.yaml')));
    expect(timeOf('v1/openapi.json')).toBeNull();
  });
});
