/**
 * `/v1/all.json`: every record in one file, or in several if the host's limit requires it.
 *
 * It consists of the bytes of the JSON documents, which are read from their files.
 */
import { partPath } from '../../contract/plain-files.ts';
import { RENDITIONS } from '../../contract/renditions.ts';
import { LISTS, type RouteName, resourceAt } from '../../contract/routes.ts';
import { type Asset, type FileRecord, inBlocks, type SiteSink, sha256Of } from './asset.ts';

/** The members of the whole catalog, in order. */
type Group = (typeof LISTS)[number];

/** The kinds of document in it: lists of tile servers, and the details of all other records. */
const GROUPS: Partial<Record<RouteName, Group>> = {
  mapservers: 'mapservers',
  overlayservers: 'overlayservers',
  datasource: 'datasources',
  category: 'categories',
  edition: 'editions',
};

/** A document and its group. */
interface Unit {
  readonly group: Group;
  readonly file: FileRecord;
}

/** The maximum bytes of a part in addition to documents: names, brackets, two addresses. */
const FRAME_BYTES = 2_000;

/**
 * Makes the parts of the whole catalog.
 *
 * @param files the files of the site, including the documents, in any order
 * @param root the folder that all paths begin with, including those of the parts
 * @param limit the maximum bytes of a part; null for no limit. A single document that nearly reaches the limit makes a
 *   part
 *   that is larger
 * @param modified when the catalog last changed
 * @param read returns the content of a document
 */
export function wholeCatalog(
  files: readonly FileRecord[],
  { serviceUrl, root, limit, modified }: WholeCatalogOptions,
  read: SiteSink['read'],
): Asset[] {
  const groups = new Map<Group, Unit[]>(LISTS.map((group) => [group, []]));
  for (const file of files) {
    const group = groupOf(file.path, root);
    if (group !== null) groups.get(group)?.push({ group, file });
  }
  const sorted = [...groups.values()].flat();
  const portions = portionsOf(sorted, limit ?? Number.POSITIVE_INFINITY);
  return portions.map((portion, index) => {
    const next = index + 1 < portions.length ? serviceUrl + partPath(index + 2) : null;
    const pieces = piecesOf(portion, { serviceUrl, next });
    const hashes = pieces.map((piece) => ('path' in piece ? piece.sha256 : sha256Of(piece)));
    return inBlocks(
      {
        path: root + partPath(index + 1).slice(1),
        origin: originOf(portion),
        modified,
        size: pieces.reduce((sum, piece) => sum + ('path' in piece ? piece.size : piece.length), 0),
        fingerprint: JSON.stringify([hashes, modified]),
      },
      function* () {
        for (const piece of pieces) {
          if ('path' in piece) yield* read(piece.path);
          else yield piece;
        }
      },
    );
  });
}

/** The inputs of the parts. */
interface WholeCatalogOptions {
  readonly serviceUrl: string;
  readonly root: string;
  readonly limit: number | null;
  readonly modified: number | null;
}

/** The group of a file; null for any other file. @param root the folder that all paths begin with */
function groupOf(path: string, root: string): Group | null {
  const { file } = RENDITIONS.json;
  if (!path.startsWith(root) || !path.endsWith(`/${file}`)) return null;
  const resource = resourceAt(`/${path.slice(root.length, -file.length)}`);
  return (resource && GROUPS[resource.route]) ?? null;
}

/** Divides documents so that each portion fits into a part. There is always one. */
function portionsOf(units: readonly Unit[], limit: number): Unit[][] {
  let portion: Unit[] = [];
  let bytes = FRAME_BYTES;
  const portions = [portion];
  for (const unit of units) {
    // A comma separates it from the next.
    const more = unit.file.size + 1;
    if (portion.length > 0 && bytes + more > limit) {
      portion = [];
      bytes = FRAME_BYTES;
      portions.push(portion);
    }
    portion.push(unit);
    bytes += more;
  }
  return portions;
}

/** The catalog file that most of a part comes from, for a diagnostic about its size. */
function originOf(units: readonly Unit[]): string | null {
  const largest = units.reduce<FileRecord | null>(
    (most, { file }) => (most && most.size >= file.size ? most : file),
    null,
  );
  return largest?.origin ?? null;
}

/** The pieces of a part. Each document in it still ends with its newline. */
function piecesOf(units: readonly Unit[], frame: object): (Uint8Array | FileRecord)[] {
  const pieces: (Uint8Array | FileRecord)[] = [Buffer.from(JSON.stringify(frame).slice(0, -1))];
  for (const group of LISTS) {
    const own = units.filter((unit) => unit.group === group);
    // A list is a document; details are the items of one.
    const isList = group === 'mapservers' || group === 'overlayservers';
    pieces.push(Buffer.from(`,"${group}":${isList && own.length > 0 ? '' : '['}`));
    for (const [index, { file }] of own.entries()) {
      if (index > 0) pieces.push(COMMA);
      pieces.push(file);
    }
    if (!isList || own.length === 0) pieces.push(END);
  }
  pieces.push(Buffer.from('}\n'));
  return pieces;
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']');
