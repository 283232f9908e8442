/** What a data source's page loads: its files, their checksums and contents, and boxes as GeoJSON. */

import { currentVersionOf } from '../../../../contract/data-sources/current-version.ts';
import {
  type BoxEdges,
  dayNumber,
  type FileContents,
  type FileRow,
  fileAddress,
  LIST_COLUMNS,
  toFileList,
} from '../../../../contract/data-sources/file-list.ts';
import { SECTIONS, type Section } from '../../../../contract/data-sources/sections.ts';
import type { BoundingBox } from '../../../../contract/generated/catalog.types.ts';
import countryBoxes from '../../../../contract/generated/country-boxes.cjs';
import { polygonOf } from '../../../../contract/maps/geometry.ts';
import { COVERAGE_FILE, type DataSourceFile, dataSourceFilePath } from '../../../../contract/pages/pages.ts';
import { type CoveredFile, outlinesOf, overlapOfBoxes, SAME_BOX } from '../../../../contract/words/place-search.ts';
import type { CatalogMap, DataSource, DataSourceSummary, Entry } from '../../../model/catalog.ts';
import { type Asset, textAsset } from '../../core/asset.ts';

interface IndexedFile extends FileRow {
  readonly entry: Entry;
}

/** In the order of the list: files, maps, themes, each by path. */
export function fileIndexOf(datasource: DataSource): IndexedFile[] {
  const files: IndexedFile[] = [];
  for (const section of SECTIONS) {
    for (const entry of datasource[section]) {
      const current = currentVersionOf(entry.checksums);
      files.push({
        index: files.length,
        section,
        path: entry.path,
        size: current?.contentLength ?? null,
        day: current ? dayNumber(current.lastModified) : null,
        versions: entry.checksums.length,
        parts: entry.fragments.length,
        box: entry.boundingbox ? edgesOf(entry.boundingbox) : null,
        entry,
      });
    }
  }
  return files;
}

/** Leaves out empty files, and files above the host's limit in bytes. */
export function dataSourceFiles(
  { id, baseUrl }: DataSourceSummary,
  index: readonly IndexedFile[],
  limit: number | null,
): ReadonlyMap<DataSourceFile, Asset> {
  const published = new Map<DataSourceFile, Asset>();
  const add = (name: DataSourceFile, text: string): void => {
    const role = name === 'boxes' ? 'part' : 'page';
    const asset = textAsset(role, dataSourceFilePath(id, name), text);
    if (limit === null || asset.content.length <= limit) published.set(name, asset);
  };
  const withBoxes = index.filter(({ box }) => box !== null);
  if (index.length > 0) add('list', `${JSON.stringify(toFileList(index))}\n`);
  if (index.some(({ parts, entry }) => parts > 0 || sha1Of(entry)))
    add('contents', `${JSON.stringify(index.map(contentsOf))}\n`);
  if (withBoxes.length > 0) {
    const features = withBoxes.map((file) => featureOf(file, baseUrl));
    add('boxes', `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`);
  }
  return published;
}

/** As text: values would keep the catalog file's text in memory. */
export function filesCoverageOf(index: readonly IndexedFile[]): string {
  const files = index.flatMap(({ path, box }): CoveredFile[] => {
    if (box === null) return [];
    const code = countryOfBox(box);
    return [code === null ? [path, ...box] : [path, ...box, code]];
  });
  return files.length === 0 ? '' : JSON.stringify(files);
}

const COUNTRY_BOXES = Object.entries(countryBoxes).flatMap(([code, boxes]) =>
  boxes.map(({ west, south, east, north }) => [code, [west, south, east, north] as const] as const),
);

/** A file cut to a country's box belongs to it. */
function countryOfBox(box: BoxEdges): string | null {
  let found: string | null = null;
  let most = SAME_BOX;
  for (const [code, edges] of COUNTRY_BOXES) {
    const overlap = overlapOfBoxes(box, edges);
    if (overlap <= most) continue;
    found = code;
    most = overlap;
  }
  return found;
}

/** Empty beyond the host's limit. @param sources texts by data source */
export function coverageFile(
  sources: ReadonlyMap<string, string>,
  maps: readonly Pick<CatalogMap, 'area'>[],
  limit: number | null,
): Asset {
  const drawn = maps.flatMap(({ area }) => (area && area !== 'world' && 'polygons' in area ? [area.polygons] : []));
  const outlines = JSON.stringify(outlinesOf(drawn));
  const parts = [...sources].map(([id, text]) => `${JSON.stringify(id)}:${text}`);
  const asset = textAsset('page', COVERAGE_FILE, `{"outlines":${outlines},"files":{\n${parts.join(',\n')}}}\n`);
  return limit === null || asset.content.length <= limit
    ? asset
    : textAsset('page', COVERAGE_FILE, '{"outlines":[],"files":{}}\n');
}

/** Rows that are in the page. The script shows the others. */
export const ROWS = 100;

/** The most names of files in an archive that the page itself shows. */
export const NAMED_INSIDE = 10;

export type ShownFile = FileRow & { readonly inside: readonly string[] };

/** What a page shows, in every language; small enough to keep without the entries. */
export type DataSourceFacts = ReturnType<typeof dataSourceFacts>['facts'];

export function dataSourceFacts(datasource: DataSource, fileBytes: number | null) {
  const index = fileIndexOf(datasource);
  const published = dataSourceFiles(datasource, index, fileBytes);
  const { files: _, maps: __, themes: ___, ...summary } = datasource;
  const sizes = index.flatMap(({ size }) => size ?? []);
  const facts = {
    datasource: summary as DataSourceSummary,
    count: index.length,
    shown: index.slice(0, ROWS).map(({ entry, ...row }): ShownFile => {
      return { ...row, inside: entry.fragments.slice(0, NAMED_INSIDE).map(({ key }) => key) };
    }),
    columns: LIST_COLUMNS.filter((column) => index.some((file) => file[column])),
    hasMap: index.some(({ box }) => box !== null),
    /** As in `coverage.json`; empty if nothing is covered. */
    coverage: filesCoverageOf(index),
    publishedFiles: [...published.keys()],
    /** Bytes of the versions that upstream has; `known`: files with a size, `hashed`: with a SHA-1. */
    total: {
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      known: sizes.length,
      hashed: index.filter(({ entry }) => sha1Of(entry)).length,
    },
    lastDay: index.reduce((last: number | null, { day }) => (day === null ? last : Math.max(day, last ?? day)), null),
  };
  return { facts, assets: [...published.values()] };
}

function contentsOf({ entry }: IndexedFile): FileContents[number] {
  const inside = entry.fragments.flatMap(({ key, checksums }) => [
    key,
    currentVersionOf(checksums)?.contentLength ?? null,
  ]);
  return [sha1Of(entry), ...inside];
}

const sha1Of = ({ checksums }: Entry): string | null => currentVersionOf(checksums)?.sha1 ?? null;

function featureOf({ path, section, size, box, entry }: IndexedFile, baseUrl: string): string {
  const properties = {
    name: path,
    kind: SECTION_NAMES[section],
    size,
    lastModified: currentVersionOf(entry.checksums)?.lastModified ?? null,
    url: fileAddress(baseUrl, path),
  };
  return JSON.stringify({ type: 'Feature', properties, geometry: box && boxGeometryOf(box) });
}

const SECTION_NAMES: Readonly<Record<Section, string>> = { files: 'file', maps: 'map', themes: 'theme' };

/** RFC 7946: counter-clockwise, and in two parts across the 180th meridian. */
export function boxGeometryOf([west, south, east, north]: BoxEdges): object {
  const acrossMeridian = [[west, 180] as const, [-180, east] as const].filter(([from, to]) => from < to);
  const spans = west <= east ? [[west, east] as const] : acrossMeridian;
  // From 180 to -180 there is only the meridian.
  const [first = polygonOf({ west: 180, south, east: 180, north }), ...others] = spans.map(([from, to]) =>
    polygonOf({ west: from, south, east: to, north }),
  );
  if (others.length === 0) return { type: 'Polygon', coordinates: first };
  return { type: 'MultiPolygon', coordinates: [first, ...others] };
}

function edgesOf(box: BoundingBox): BoxEdges {
  return [box.southWestLongitude, box.southWestLatitude, box.northEastLongitude, box.northEastLatitude];
}
