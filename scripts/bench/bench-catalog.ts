/** An invented catalog of the largest size: 28 MB of YAML. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FIRST_BUILD = Date.UTC(2015, 0, 1);
const DAY = 86_400_000;

const BOX =
  '  boundingbox: { northEastLongitude: 7.5, northEastLatitude: 52.69, southWestLongitude: 6.25, southWestLatitude: 52.32 }';

/** Numbers of files, of versions of each, and of files inside each. */
const SOURCES = [
  { id: 'history', section: 'files', files: 1_125, versions: 116, fragments: 0 },
  { id: 'elevation', section: 'files', files: 14_000, versions: 1, fragments: 1 },
  { id: 'archives', section: 'files', files: 1_000, versions: 4, fragments: 20 },
  ...range(27).map((index) => ({
    id: `maps-${index}`,
    section: 'maps',
    files: index === 0 ? 250 : 100,
    versions: 12,
    fragments: 0,
  })),
];

/**
 * The folder must not exist. Every call writes the same bytes.
 * @param share of files and categories: 1 for the benchmark, less for tests
 * @param copies of each data source, with other files
 */
export function writeBenchCatalog(root: string, share = 1, copies = 1): void {
  const write = (path: string, lines: readonly string[]): void => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
  };
  const repository = 'repository: https://git.example.org/catalog';
  write('site.yaml', ['title: Benchmark', 'serviceUrl: https://catalog.example.org', repository]);
  for (const list of ['mapservers', 'overlayservers']) {
    for (const index of range(50)) write(`${list}/server-${index}.yaml`, v1Map(index));
  }
  const ids = range(copies).flatMap((copy) =>
    SOURCES.map(({ id: name, section, files, versions, fragments }) => {
      const id = copy === 0 ? name : `${name}-${copy}`;
      const url = `https://upstream.example.org/${id}/`;
      const facts = [`name: Data source ${id}`, `baseUrl: ${url}`, `directory: bench/${id}`, 'action: Copy'];
      write(`datasources/${id}/datasource.yaml`, [...facts, 'maxAge: 7200']);
      const entries = range(Math.ceil(files * share)).flatMap((file) => [
        ...entry(`region-${file % 40}/${id}-${file}.zip`, versions, fragments),
        ...(section === 'maps' ? [BOX] : []),
      ]);
      write(`datasources/${id}/${section}.yaml`, entries);
      return id;
    }),
  );
  write('categories.yaml', [
    '- { id: 1, name: "" }',
    ...range(Math.ceil(1_999 * share)).map(
      (index) => `- { id: ${index + 2}, name: Category ${index}, parent: ${1 + (index >> 2)} }`,
    ),
  ]);
  for (const id of ['offline', 'online', 'timealbum']) {
    write(`editions/${id}.yaml`, [`name: ${id}`, 'datasources:', ...ids.map((source) => `  - ${source}`)]);
  }
}

function v1Map(index: number): string[] {
  const hosts = `hosts: [a.tiles-${index}.example.org, b.tiles-${index}.example.org]`;
  const facts = [`id: Server ${index}`, `name: Benchmark tile server ${index}`, 'minZoom: 0', 'maxZoom: 19', hosts];
  return [...facts, 'urlPattern: https://#{host}/#{zoom}/#{tilex}/#{tiley}.png', 'copyright: OpenStreetMap'];
}

function entry(path: string, versions: number, fragments: number): string[] {
  return [
    `${path}:`,
    '  checksums:',
    ...range(versions).map((day) => `    - ${checksum(path, day)}`),
    ...(fragments > 0 ? ['  fragments:'] : []),
    ...range(fragments).flatMap((part) => [`    ${part}.map:`, `      - ${checksum(`${path}/${part}`, 0)}`]),
  ];
}

function checksum(path: string, day: number): string {
  const lastModified = new Date(FIRST_BUILD + day * DAY).toISOString().replace('.000Z', 'Z');
  const sha1 = createHash('sha1').update(`${path} ${day}`).digest('hex').toUpperCase();
  return `{ lastModified: ${lastModified}, contentLength: ${Number.parseInt(sha1.slice(0, 7), 16)}, sha1: "${sha1}" }`;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
