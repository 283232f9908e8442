/** Small catalogs for tests: files by path, in memory or on disk. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { CatalogFolder } from '../../build/read/folder.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** The smallest catalog that has one of everything and no faults. */
export const SMALL: Files = {
  'site.yaml': 'title: Test\nserviceUrl: https://catalog.example.org\nrepository: https://git.example.org/catalog\n',
  'mapservers/one.yaml':
    'id: One\nname: Server one\nminZoom: 0\nmaxZoom: 19\nhosts: [a.example.org, b.example.org]\nurlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png\ncopyright: OpenStreetMap\n',
  'overlayservers/two.yaml':
    'id: Two\nname: Overlay two\nminZoom: 3\nmaxZoom: 17\nactive: false\nhosts: [two.example.org]\nurlPattern: http://#{host}/#{zoom}/#{tiley}/#{tilex}?lang=#{language}\ncopyright: Esri\n',
  'datasources/maps/datasource.yaml':
    'name: Maps\nbaseUrl: https://files.example.org/maps/\ndirectory: maps/test\naction: Extract\nmaxAge: 7200\nsource: { url: https://files.example.org/maps/, level: 1, include: ["*.zip"] }\n',
  'datasources/maps/maps.yaml':
    'b.zip: {}\na.zip:\n  checksums:\n    - { lastModified: 2024-02-29T23:59:59Z, contentLength: 0, sha1: null }\n    - { lastModified: 2025-01-01T00:00:00Z, contentLength: 415, sha1: "483AF8EEF96B20864776F019D4537B3750C1173D" }\n  fragments:\n    a.map:\n      - { lastModified: 2024-02-29T23:59:59Z, contentLength: 7, sha1: null }\n  boundingbox: { northEastLongitude: 13.77, northEastLatitude: 52.69, southWestLongitude: 13.07, southWestLatitude: 52.32 }\n',
  'datasources/empty/datasource.yaml':
    'name: Empty\nbaseUrl: http://files.example.org/get?file=\ndirectory: empty\naction: Copy\n',
  'categories.yaml':
    '- { id: 1, name: "" }\n- { id: 10, name: "Bike ", parent: 1 }\n- { id: 2, name: Å, parent: 10 }\n',
  'editions/offline.yaml': 'name: Offline\ndatasources: [maps, empty]\n',
};

/** The small catalog, with a map whose area and provider are known. */
export const MAPPED: Files = {
  ...SMALL,
  'mapservers/one.yaml': `${SMALL['mapservers/one.yaml']}area: world\nprovider: good\n`,
  'providers/good.yaml': 'name: Good\nhomepage: https://good.example.org/\n',
};

/** A new folder outside the checkout, removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartalog-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

export function folderWithCatalog(files: Files = SMALL): string {
  const folder = temporaryFolder();
  writeFiles(join(folder, 'catalog'), files);
  return folder;
}

export function memoryFolder(files: Files): CatalogFolder {
  const bytes = (path: string): Buffer => {
    const content = files[path];
    if (content === undefined) throw Object.assign(new Error(path), { code: 'ENOENT' });
    return Buffer.from(content);
  };
  return {
    size: (path) => bytes(path).length,
    read: bytes,
    entries: () => Object.keys(files).map((path) => ({ path, type: 'file' })),
  };
}
