/** The files for each data source's page: the list of its files, the contents of archives, and the boxes as GeoJSON. */

import {
  type BoxEdges,
  dayNumber,
  FILE_KINDS,
  type FileContents,
  type FileRow,
  fileAddress,
  type ListedKind,
  toColumns,
} from '../../../contract/file-list.ts';
import type { BoundingBox } from '../../../contract/generated/catalog.types.ts';
import { type DataSourceFile, dataSourceFilePath } from '../../../contract/pages.ts';
import type { DataSource, Entry } from '../../model/catalog.ts';
import { type Asset, textAsset } from '../asset.ts';

/** An entry of a data source in its page's list. */
export interface IndexedFile extends FileRow {
  readonly entry: Entry;
}

/** Every file of a data source, in the order of its list: files, maps, themes, each by path. */
export function indexOf(datasource: DataSource): IndexedFile[] {
  const files: IndexedFile[] = [];
  for (const kind of FILE_KINDS) {
    for (const entry of datasource[kind]) {
      const newest = entry.checksums.at(-1);
      files.push({
        index: files.length,
        kind,
        path: entry.path,
        size: newest?.contentLength ?? null,
        day: newest ? dayNumber(newest.lastModified) : null,
        versions: entry.checksums.length,
        parts: entry.fragments.length,
        box: entry.boundingbox ? edgesOf(entry.boundingbox) : null,
        entry,
      });
    }
  }
  return files;
}

/**
 * The files for the page of a data source, without empty ones and those that exceed the host's limit.
 *
 * @param index the files of the data source
 * @param limit the maximum bytes of one file; null for no limit
 */
export function dataSourceFiles(
  datasource: DataSource,
  index: readonly IndexedFile[],
  limit: number | null,
): ReadonlyMap<DataSourceFile, Asset> {
  const { id, baseUrl } = datasource;
  const made = new Map<DataSourceFile, Asset>();
  const add = (name: DataSourceFile, text: Iterable<string>): void => {
    const asset = textAsset(dataSourceFilePath(id, name), text, null);
    if (limit === null || asset.content.length <= limit) made.set(name, asset);
  };
  const entries = FILE_KINDS.map((kind) => datasource[kind]);
  const some = (has: (entry: Entry) => boolean): boolean => entries.some((group) => group.some(has));
  if (some(() => true)) add('list', [JSON.stringify(toColumns(index)), '\n']);
  if (some(({ fragments }) => fragments.length > 0)) add('contents', inPieces(index, '[', contentsOf, ']\n'));
  if (some(({ boundingbox }) => boundingbox !== undefined)) {
    const feature = (file: IndexedFile): string => featureOf(file, baseUrl);
    const withBoxes = index.filter(({ box }) => box !== null);
    const [before, after] = ['{"type":"FeatureCollection","features":[\n', '\n]}\n'];
    add('boxes', inPieces(withBoxes, before, feature, after, ',\n'));
  }
  return made;
}

const PIECE = 500;

/** Joins members into pieces of a few hundred, because one piece for each member would be slower. */
function* inPieces<T>(
  members: readonly T[],
  before: string,
  textOf: (member: T) => string,
  after: string,
  between = ',',
): Generator<string> {
  yield before;
  for (let at = 0; at < members.length; at += PIECE) {
    const texts = members.slice(at, at + PIECE).map(textOf);
    yield (at === 0 ? '' : between) + texts.join(between);
  }
  yield after;
}

function contentsOf({ entry }: IndexedFile): string {
  const contents: (string | number | null)[] = [];
  for (const { key, checksums } of entry.fragments) contents.push(key, checksums.at(-1)?.contentLength ?? null);
  return JSON.stringify(contents satisfies FileContents[number]);
}

function featureOf({ path, kind, size, box, entry }: IndexedFile, baseUrl: string): string {
  const properties = {
    name: path,
    kind: KIND_NAMES[kind],
    size,
    lastModified: entry.checksums.at(-1)?.lastModified ?? null,
    url: fileAddress(baseUrl, path),
  };
  return JSON.stringify({ type: 'Feature', properties, geometry: box && geometryOf(box) });
}

const KIND_NAMES: Readonly<Record<ListedKind, string>> = { files: 'file', maps: 'map', themes: 'theme' };

/**
 * A box as an area of RFC 7946: the outer ring is counter-clockwise, and an area that crosses the 180th meridian has
 * two parts that meet there.
 */
export function geometryOf([west, south, east, north]: BoxEdges): object {
  const ring = (from: number, to: number): number[][] => [
    [from, south],
    [to, south],
    [to, north],
    [from, north],
    [from, south],
  ];
  if (west <= east) return { type: 'Polygon', coordinates: [ring(west, east)] };
  const parts = [...(west < 180 ? [ring(west, 180)] : []), ...(east > -180 ? [ring(-180, east)] : [])];
  // From 180 to -180 there is only the meridian itself.
  if (parts.length === 0) return { type: 'Polygon', coordinates: [ring(180, 180)] };
  if (parts.length === 1) return { type: 'Polygon', coordinates: parts };
  return { type: 'MultiPolygon', coordinates: parts.map((part) => [part]) };
}

function edgesOf(box: BoundingBox): BoxEdges {
  return [box.southWestLongitude, box.southWestLatitude, box.northEastLongitude, box.northEastLatitude];
}
