/** `/v1/all.json`: the bytes of every record's JSON in one file, or in several if the host's limit requires it. */
import type { Host } from '../../../contract/hosts.ts';
import { PLAIN_FILES, partPath } from '../../../contract/interface/plain-files.ts';
import { RENDITIONS } from '../../../contract/interface/v1-renditions.ts';
import { LIST_ROUTES, type RouteName, resourceAt } from '../../../contract/interface/v1-routes.ts';
import type { Asset, FileRecord, SiteSink } from '../core/asset.ts';

/** The members of the whole catalog, in order. */
type Group = (typeof LIST_ROUTES)[number];

/** The documents in it: lists of maps, and the details of all other records. */
const GROUPS: Partial<Record<RouteName, Group>> = {
  mapservers: 'mapservers',
  overlayservers: 'overlayservers',
  datasource: 'datasources',
  category: 'categories',
  edition: 'editions',
};

interface Unit extends Pick<FileRecord, 'path' | 'size' | 'origin'> {
  readonly group: Group;
}

/** The maximum bytes of a part in addition to documents: names, brackets, two addresses. */
const FRAME_BYTES = 2_000;

/**
 * Makes the parts of the whole catalog from the files of a site. A single document that nearly reaches the host's limit
 * makes a part that is larger. @param modified when the catalog last changed
 */
export function* wholeCatalog(
  files: readonly FileRecord[],
  read: SiteSink['read'],
  serviceUrl: string,
  { root, limits }: Pick<Host, 'root' | 'limits'>,
  modified: number | null,
): Generator<Asset> {
  const units = files.flatMap(({ path, size, origin }): Unit[] => {
    const group = groupOf(path, root);
    return group === null ? [] : [{ group, path, size, origin }];
  });
  const sorted = LIST_ROUTES.flatMap((list) => units.filter(({ group }) => group === list));
  const portions = portionsOf(sorted, limits.fileBytes ?? Number.POSITIVE_INFINITY);
  for (const [index, portion] of portions.entries()) {
    const next = index + 1 < portions.length ? serviceUrl + partPath(index + 2) : null;
    const pieces: Uint8Array[] = [Buffer.from(JSON.stringify({ serviceUrl, next }).slice(0, -1))];
    for (const list of LIST_ROUTES) {
      const documents = portion.filter(({ group }) => group === list).map(({ path }) => read(path));
      // A list is a document; details are the items of one.
      const isList = documents.length > 0 && (list === 'mapservers' || list === 'overlayservers');
      const items = documents.flatMap((document, index) => (index === 0 ? [document] : [COMMA, document]));
      pieces.push(Buffer.from(`,"${list}":${isList ? '' : '['}`), ...items, ...(isList ? [] : [END]));
    }
    const content = Buffer.concat([...pieces, Buffer.from('}\n')]);
    // Most of a part comes from its largest document.
    const [largest] = portion.toSorted((a, b) => b.size - a.size);
    const role = index === 0 ? PLAIN_FILES.all.role : 'part';
    yield { role, path: root + partPath(index + 1).slice(1), content, origin: largest?.origin ?? null, modified };
  }
}

const COMMA = Buffer.from(',');
const END = Buffer.from(']');

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
    const more = unit.size + 1;
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
