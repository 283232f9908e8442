/** Layers of Leaflet, as two formats have them. Longer than other readers, because options may be parts of the address. */
import { asJsonMembers, type JsonObject, jsonItemsOf } from '../../../contract/base/json-values.ts';
import { TEXT_LIMITS } from '../../../contract/base/limits.ts';
import { firstNames } from '../../../contract/base/text.ts';
import { USUAL_SUBDOMAINS } from '../../tile-url/convert.ts';
import { looksLikeTokenName } from '../../tile-url/template-pieces.ts';
import { columnOf } from '../spreadsheet/columns.ts';
import { type StatedArea, statedAreaOfBox } from './stated-area.ts';
import {
  asStatedInteger,
  creditOf,
  joinedRemarks,
  type ReportUnread,
  readWrittenKey,
  STATED_ZOOM_MEMBERS,
  type StatedMap,
  sharedMembersIn,
  statedMembersIn,
  statedZoomIn,
  statesOverlay,
  tileSizeOf,
  trimmedText,
  withProblem,
} from './stated-map.ts';

const READ_MEMBERS =
  'overlay name url html_attribution attribution subdomains tileSize zoomOffset zoomReverse bounds referrerPolicy';

/**
 * @param root the list: a credit may refer to other providers
 * @param isOfTiles zoom levels are the tiles' own, lower by 1 than Leaflet's for tiles of 512 pixels
 */
export function leafletMap(
  name: string,
  entry: JsonObject,
  root: JsonObject,
  path: StatedMap['path'],
  isOfTiles = false,
): StatedMap {
  const options = statedMembersIn(asJsonMembers(entry['options']) ?? {});
  const { subdomains, zoomOffset = 0, tileSize = 256, zoomReverse, overlay, opacity } = options;
  const isSeeThrough = typeof opacity === 'number' && opacity < 1;
  const isOverlay = overlay === true || isSeeThrough || statesOverlay(trimmedText(options['type']));
  const shift = tileSize === 512 ? -1 : 0;
  const zoom = (level: number | null): number | null =>
    level === null || isOfTiles ? level : Math.max(0, level + shift);
  const url = trimmedText(entry['url']);
  const area = areaOfCorners(options['bounds']);
  const oddZooms = Object.keys(options).filter(
    (key) => STATED_ZOOM_MEMBERS.test(key) && asStatedInteger(options[key]) === null,
  );
  const letters = trimmedText(subdomains) ? [...trimmedText(subdomains)] : USUAL_SUBDOMAINS;
  const filled = Object.entries(options).flatMap(([key, value]) => {
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
    // Keys are private, and `<insert your key here>` is not a key: their placeholders become access tokens.
    const isNotFilled = text === null || key === 'subdomains' || looksLikeTokenName(key) || /[<>]/.test(text);
    return isNotFilled ? [] : [[key.toLowerCase(), text] as const];
  });
  // An option that the address names is only a value.
  const others = Object.fromEntries(Object.entries(options).filter(([key]) => !url.includes(`{${key}}`)));
  const shared = sharedMembersIn(others, READ_MEMBERS);
  const ownName = statedName(options, String(path.at(-1)));
  // A layer states a policy if its server needs a `Referer`, which some pages would not send.
  const statesReferer = /^(?!no-referrer$)./.test(trimmedText(options['referrerPolicy']));
  return {
    path,
    name,
    ...shared,
    others: shared.others.filter((key) => trimmedText(options[key]) !== ownName),
    ...readWrittenKey(name),
    url,
    subdomains: Array.isArray(subdomains) ? subdomains.map(trimmedText) : letters,
    values: new Map(filled),
    // Beyond native levels, programs enlarge or join tiles.
    minZoom: zoom(statedZoomIn(options, 'min')),
    maxZoom: zoom(statedZoomIn(options, 'max')),
    credit: creditOf(withCredits(creditOf(options['attribution']) ?? '', root)),
    area,
    ...(isOverlay === undefined ? {} : { isOverlay }),
    known: { tileSize: tileSizeOf(tileSize) },
    headers: [...shared.headers, ...(statesReferer ? ['Referer'] : [])],
    remark: joinedRemarks(
      isSeeThrough && 'its opacity is less than 1, so it is an overlay',
      oddZooms.length > 0 && `what it states as ${oddZooms.join(', ')} is not a zoom level`,
      area === null && options['bounds'] !== undefined && 'its bounds are not two corners',
    ),
    ...withProblem(
      zoomOffset !== shift
        ? 'it shifts zoom levels, which the catalog cannot say'
        : zoomReverse === true
          ? 'it counts zoom levels from the closest, and the catalog from the whole world'
          : null,
    ),
  };
}

/** By the words of tables. A number in place of a key is no name. */
export function statedName({ name, ...members }: JsonObject, key: string): string {
  const named = (column: string): string =>
    trimmedText(Object.entries(members).find(([word, text]) => columnOf(word) === column && trimmedText(text))?.[1]);
  return trimmedText(name) || named('name') || (/^\d+$/.test(key) ? named('id') : key);
}

export function reportRest(root: JsonObject, maps: readonly StatedMap[], unread: ReportUnread): void {
  const read = new Set(maps.map(({ path }) => path[0]));
  const others = Object.keys(root).filter((name) => !read.has(name));
  if (maps.length > 0 && others.length > 0) unread(firstNames(others));
}

/** Opposite corners in any order, latitude first. */
function areaOfCorners(bounds: unknown): StatedArea | null {
  if (!Array.isArray(bounds)) return null;
  const [[south, west] = [], [north, east] = []] = bounds.map(jsonItemsOf);
  const [left, right] = Number(west) > Number(east) ? [east, west] : [west, east];
  // With the southern corner first, and the greater longitude there, the box crosses the 180th meridian.
  return statedAreaOfBox([west, south, east, north]) ?? statedAreaOfBox([left, north, right, south]);
}

/** Deeper references are dropped. */
const MAX_DEPTH = 5;

/** With the separator before it, which an unknown reference does not need. */
const REFERENCE = /([,;|]?\s?)\{attribution\.([\w.]+)\}/g;

/** Parts of leaflet-providers often lack the provider to which the others refer. */
const OPEN_STREET_MAP = '&copy; OpenStreetMap contributors';

/** Resolves references such as `{attribution.OpenStreetMap}`, up to the length of a credit. */
function withCredits(text: string, root: JsonObject): string {
  let resolved = text;
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    // Otherwise references could multiply.
    let left: number = depth === MAX_DEPTH ? 0 : TEXT_LIMITS.credit;
    resolved = resolved.slice(0, TEXT_LIMITS.credit).replace(REFERENCE, (_, before, name) => {
      const stated = trimmedText(asJsonMembers(asJsonMembers(root[name])?.['options'])?.['attribution']);
      const named = (stated || (name === 'OpenStreetMap' ? OPEN_STREET_MAP : '')).slice(0, left);
      left -= named.length;
      return named && before + named;
    });
  }
  return resolved.replace(/^\s*[,;|]/, '');
}
