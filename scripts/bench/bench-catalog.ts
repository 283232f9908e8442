/**
 * The catalog that the benchmark builds: the "scale to build for", made from a fixed seed.
 *
 * Everything in it is invented; it never leaves the benchmark's temporary folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SEED = 20_260_919;
const FIRST_BUILD = Date.UTC(2015, 0, 1) / 1000;
const DAY = 86_400;

/** The path, inside the catalog, of the file with the largest checksum history (about 16 MB). */
export const LARGEST_FILE = 'datasources/history/files.yaml';

/** The path, inside the catalog, of the small file that the second build finds changed. */
export const SMALL_FILE = 'mapservers/server-007.yaml';

/**
 * Writes the benchmark catalog to `root`, which must not exist yet. Every call writes the same bytes.
 *
 * @param share the part of the files and categories that is written: 1 for the benchmark, less for tests
 * @param copies how often there is each of the 30 data sources, always with other checksums
 */
export function writeBenchCatalog(root: string, share = 1, copies = 1): void {
  const some = (count: number): number[] => range(Math.ceil(count * share));
  const random = mulberry32(SEED);
  const write = catalogWriter(root);
  writeTileServers(write, 'mapservers', 50);
  writeTileServers(write, 'overlayservers', 50);

  const ids: string[] = [];
  const dataSource = (id: string, entries: () => string[], group = 'files'): void => {
    ids.push(id);
    writeDataSource(write, id, group, entries());
  };
  for (const copy of range(copies)) writeDataSources(copy === 0 ? '' : `-${copy}`);
  writeCategories(write, 1 + Math.ceil(1_999 * share));
  for (const id of ['offline', 'online', 'timealbum']) {
    write(`editions/${id}.yaml`, [`name: ${id}`, 'datasources:', ...ids.map((source) => `  - ${source}`)]);
  }

  function writeDataSources(suffix: string): void {
    dataSource(`history${suffix}`, () => some(1_125).flatMap((file) => entry(`E${file}_N45.rd5`, 116, random)));
    dataSource(`elevation${suffix}`, () =>
      some(14_000).flatMap((file) => [
        ...entry(`region-${pad(file % 40, 2)}/N${file}E006.hgt.zip`, 1, random),
        '  fragments:',
        ...fragment(`N${file}E006.hgt`, random),
      ]),
    );
    dataSource(`archives${suffix}`, () =>
      some(1_000).flatMap((file) => [
        ...entry(`archives/map-${file}.zip`, 4, random),
        '  fragments:',
        ...range(20).flatMap((part) => fragment(`layer-${part}/map-${file}.map`, random)),
      ]),
    );
    for (const index of range(27)) {
      dataSource(
        `maps-${index}${suffix}`,
        () => some(100).flatMap((file) => [...entry(`europe/country-${file}.map`, 12, random), box(file)]),
        'maps',
      );
    }
  }
}

/** Writes one file of a catalog, from its path and its lines. */
export type WriteCatalogFile = (path: string, lines: readonly string[]) => void;

/** Begins a catalog in `root`, and gives what writes its other files. */
export function catalogWriter(root: string): WriteCatalogFile {
  const write: WriteCatalogFile = (path, lines) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
  };
  write('site.yaml', [
    'title: Benchmark',
    'serviceUrl: https://catalog.example.org',
    'repository: https://git.example.org/catalog',
  ]);
  return write;
}

/** Writes so many map or overlay servers, a file for each. */
export function writeTileServers(write: WriteCatalogFile, list: 'mapservers' | 'overlayservers', count: number): void {
  for (const index of range(count)) write(`${list}/server-${pad(index, 3)}.yaml`, tileServer(index));
}

/** Writes a data source with its files. */
export function writeDataSource(write: WriteCatalogFile, id: string, group: string, entries: readonly string[]): void {
  write(`datasources/${id}/datasource.yaml`, [
    `name: Data source ${id}`,
    `baseUrl: https://upstream.example.org/${id}/`,
    `directory: bench/${id}`,
    'action: Copy',
    'maxAge: 7200',
  ]);
  write(`datasources/${id}/${group}.yaml`, entries);
}

/** Writes the tree of so many categories. */
export function writeCategories(write: WriteCatalogFile, count: number): void {
  write('categories.yaml', [
    '- { id: 1, name: "" }',
    ...range(count - 1).map((index) => `- { id: ${index + 2}, name: Category ${index}, parent: ${1 + (index >> 2)} }`),
  ]);
}

function tileServer(index: number): string[] {
  return [
    `id: Server ${pad(index, 3)}`,
    `name: Benchmark tile server ${index}`,
    'minZoom: 0',
    `maxZoom: ${12 + (index % 9)}`,
    `hosts: [a.tiles-${index}.example.org, b.tiles-${index}.example.org]`,
    'urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png',
    'copyright: OpenStreetMap',
  ];
}

function entry(path: string, checksums: number, random: () => number): string[] {
  const lines = [`${path}:`, '  checksums:'];
  let time = FIRST_BUILD + Math.floor(random() * DAY);
  for (let index = 0; index < checksums; index++) {
    lines.push(`    - ${checksum(time, random)}`);
    time += DAY + Math.floor(random() * DAY);
  }
  return lines;
}

function fragment(key: string, random: () => number): string[] {
  return [`    ${key}:`, `      - ${checksum(FIRST_BUILD + Math.floor(random() * 1_000 * DAY), random)}`];
}

function checksum(time: number, random: () => number): string {
  const lastModified = new Date(time * 1000).toISOString().replace('.000Z', 'Z');
  let sha1 = '';
  for (let digit = 0; digit < 40; digit++) sha1 += '0123456789ABCDEF'[Math.floor(random() * 16)];
  return `{ lastModified: ${lastModified}, contentLength: ${Math.floor(random() * 3e8)}, sha1: "${sha1}" }`;
}

function box(index: number): string {
  const west = (index % 100) - 50;
  return `  boundingbox: { northEastLongitude: ${west + 1}.5, northEastLatitude: 52.69, southWestLongitude: ${west}.25, southWestLatitude: 52.32 }`;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** The random number generator mulberry32: with a seed, every machine makes the same catalog. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
