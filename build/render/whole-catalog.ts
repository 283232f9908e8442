/**
 * `/v1/all.json`: every record in one file, or in as many as the host's limit asks for.
 *
 * The file has the bytes of the JSON documents one after the other. The documents then become views of it, so that it
 * takes no memory in addition to theirs.
 */
import { partPath } from '../../contract/plain-files.ts';
import { RENDITIONS } from '../../contract/renditions.ts';
import { LISTS, type RouteName, resourceAt } from '../../contract/routes.ts';
import type { Asset } from './asset.ts';

/** Everything that a catalog has of its kind, in the order of the parts' members. */
type Group = (typeof LISTS)[number];

/** The kinds of document whose JSON is in the whole catalog: lists of tile servers, and the details of the others. */
const GROUPS: Partial<Record<RouteName, Group>> = {
  mapservers: 'mapservers',
  overlayservers: 'overlayservers',
  datasource: 'datasources',
  category: 'categories',
  edition: 'editions',
};

/** A document, and the group that it is in. */
interface Unit {
  readonly group: Group;
  readonly asset: Asset;
}

/** Documents with the parts of the whole catalog. */
export interface WithWhole {
  /** The same documents in the same order; the content of some is a view of a part. */
  readonly documents: readonly Asset[];
  readonly parts: readonly Asset[];
}

/** What is in a part in addition to documents: names, brackets, two addresses. */
const FRAME_BYTES = 2_000;

/**
 * Makes the parts of the whole catalog.
 *
 * @param limit the most bytes of a part; null where there is no limit. A single document that is nearly as large as the
 *   limit makes a part that is larger
 */
export function withWholeCatalog(documents: readonly Asset[], serviceUrl: string, limit: number | null): WithWhole {
  const units = documents.flatMap((asset): Unit[] => {
    const group = groupOf(asset);
    return group === null ? [] : [{ group, asset }];
  });
  const views = new Map<string, Uint8Array>();
  const portions = portionsOf(units, limit ?? Number.POSITIVE_INFINITY);
  const parts = portions.map((portion, index) => {
    const next = index + 1 < portions.length ? serviceUrl + partPath(index + 2) : null;
    return {
      path: partPath(index + 1).slice(1),
      content: joined(portion, { serviceUrl, next }, views),
      origin: originOf(portion),
    };
  });
  const withView = (asset: Asset): Asset => {
    const content = views.get(asset.path);
    return content === undefined ? asset : { ...asset, content };
  };
  return { documents: documents.map(withView), parts };
}

function groupOf({ path }: Asset): Group | null {
  const name = `/${RENDITIONS.json.file}`;
  const route = path.endsWith(name) ? resourceAt(`/${path.slice(0, 1 - name.length)}`)?.route : undefined;
  return (route && GROUPS[route]) ?? null;
}

/** Divides documents so that each portion fits into a part. There is always one. */
function portionsOf(units: readonly Unit[], limit: number): Unit[][] {
  let portion: Unit[] = [];
  let bytes = FRAME_BYTES;
  const portions = [portion];
  for (const unit of units) {
    // A comma separates it from the next.
    const more = unit.asset.content.length + 1;
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
  const largest = units.reduce<Asset | null>(
    (most, { asset }) => (most && most.content.length >= asset.content.length ? most : asset),
    null,
  );
  return largest?.origin ?? null;
}

/**
 * A part. Each document in it still ends with its newline, so that it can be a view.
 *
 * @param views is given the place of each document
 */
function joined(units: readonly Unit[], frame: object, views: Map<string, Uint8Array>): Uint8Array {
  const pieces: Uint8Array[] = [];
  const places: { path: string; begin: number; end: number }[] = [];
  let bytes = 0;
  const add = (piece: Uint8Array): void => {
    pieces.push(piece);
    bytes += piece.length;
  };
  const addDocument = ({ path, content }: Asset): void => {
    places.push({ path, begin: bytes, end: bytes + content.length });
    add(content);
  };
  add(Buffer.from(JSON.stringify(frame).slice(0, -1)));
  for (const group of LISTS) {
    const own = units.filter((unit) => unit.group === group);
    // A list is a document; details are the items of one.
    const isList = group === 'mapservers' || group === 'overlayservers';
    add(Buffer.from(`,"${group}":${isList && own.length > 0 ? '' : '['}`));
    for (const [index, { asset }] of own.entries()) {
      if (index > 0) add(COMMA);
      addDocument(asset);
    }
    if (!isList || own.length === 0) add(END);
  }
  add(Buffer.from('}\n'));
  const content = Buffer.concat(pieces, bytes);
  for (const { path, begin, end } of places) views.set(path, content.subarray(begin, end));
  return content;
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']');
