/** Catalogs of many small records: what each file costs, where its content costs next to nothing. */
import { catalogWriter, writeCategories, writeDataSource, writeTileServers } from './bench-catalog.ts';

const MANY = 2_000;

/** Writes a catalog of many records of a kind to a folder, 2,000 if nothing else is said, by the name of the kind. */
export const MANY_SMALL: Readonly<Record<string, (root: string, count?: number) => void>> = {
  'data sources': (root, count = MANY) => {
    const write = catalogWriter(root);
    for (let index = 0; index < count; index++) writeDataSource(write, `source-${index}`, 'files', archives(1));
  },
  categories: (root, count = MANY) => writeCategories(catalogWriter(root), count),
  'map servers': (root, count = MANY) => writeTileServers(catalogWriter(root), 'mapservers', count),
};

/** Writes a catalog like the one of this project: 231 files, 160 kB. */
export function writeOrdinaryCatalog(root: string): void {
  const write = catalogWriter(root);
  writeTileServers(write, 'mapservers', 141);
  writeTileServers(write, 'overlayservers', 52);
  for (let index = 0; index < 16; index++) writeDataSource(write, `source-${index}`, 'files', archives(30));
  write('datasources/source-0/maps.yaml', archives(30));
  writeCategories(write, 60);
  for (const id of ['offline', 'online', 'timealbum']) {
    write(`editions/${id}.yaml`, [`name: ${id}`, 'datasources: [source-0, source-1]']);
  }
}

/** So many archives with a box and a file inside, of which no checksum is known. */
function archives(count: number): string[] {
  return Array.from({ length: count }, (_, index) => [
    `Europe/N${index}E006.hgt.zip:`,
    '  fragments:',
    `    N${index}E006.hgt: []`,
    `  boundingbox: { northEastLongitude: 7, northEastLatitude: ${index + 1}, southWestLongitude: 6, southWestLatitude: ${index} }`,
  ]).flat();
}
