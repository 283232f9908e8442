import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Asset } from '../../../build/render/core/asset.ts';
import type { Manifest } from '../../../contract/generated/v1.types.ts';
import { memoryFolder, SMALL } from '../../support/catalogs.ts';
import { rendered } from '../../support/check.ts';
import { textsIn } from '../../support/words.ts';

const read = (text: string): Manifest => JSON.parse(text) as Manifest;

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
    const rest = textsIn(`
      404.html | _headers | _redirects | _routes.json | _worker.js | apple-touch-icon.png
      datasources/maps/boxes.geojson | favicon.ico | icon.svg | index.html | manifest.json | mapservers/one/style.json
      mapservers/one/tilejson.json | programs/editor-layer-index.geojson | programs/josm.xml
      programs/leaflet-providers.json | programs/locus-actions.xml | programs/locus.xml
      programs/onlinemapsources.xml | programs/qgis.xml | programs/xyzservices.json | share.png | v1/404.html
      v2/404.html`);
    expect([...assets.keys()].sort()).toEqual(rest);
    const urlOf = (path: string) => manifest.files.find((file) => file.path === path)?.url;
    expect(urlOf('v1/editions/index.xml')).toBe('/v1/editions/?format=xml');
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
