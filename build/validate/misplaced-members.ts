import { closestWordTo } from '../../contract/base/text.ts';
import { mapTypeOfFile } from '../../contract/maps/map-formats.ts';
import { MAP_TYPES, NEW_TYPES } from '../../contract/maps/map-types.ts';
import { describeTemplateProblem } from '../tile-url/explanations.ts';
import { truthOf } from './meant-values.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Says which types have a key that the type of this map lacks.
 * @returns null if unknown, or outside of `maps/`; empty if an earlier key's message says it
 */
export function fixForMapKey(record: object, key: string): string | null {
  const { type, name, url } = record as Members;
  const ownType = NEW_TYPES.find((known) => known === type);
  if (ownType === undefined) return null;
  if (key === 'id' && name !== undefined) return 'a map in maps/ has a name in place of an id; delete this line';
  const types = TYPES_WITH.get(key);
  if (types === undefined) return null;
  const others = Object.keys(record).filter((other) => TYPES_WITH.get(other) === types);
  const isMisspelt =
    (key === 'url' && !mapTypeOfFile(`${url}`)) || closestWordTo(key, MAP_TYPES[ownType].members) !== null;
  if (others.length === 1 && isMisspelt) return null;
  if (others[0] !== key) return '';
  return `only maps of type ${types} have ${others.join(', ')}, and this one is ${ownType}`;
}

/** The types that have a member, joined with `or`. */
const TYPES_WITH: ReadonlyMap<string, string> = new Map(
  NEW_TYPES.flatMap((type) => MAP_TYPES[type].members).map((member: string) => {
    const types = NEW_TYPES.filter((type) => (MAP_TYPES[type].members as readonly string[]).includes(member));
    return [member, types.join(' or ')];
  }),
);

/** Null if the key's name says enough. */
export function fixForMissing(path: readonly string[], record: object, key: string): string | null {
  if (key === 'url' && path.at(-1) === 'source') return 'the page that lists the files, or checksums';
  const isVector = (record as Members)['type'] === ('vector' satisfies (typeof NEW_TYPES)[number]);
  return isVector && key === 'style' ? 'the address of a MapLibre style, or tiles with schema' : null;
}

/** The kind `overlay` says how a map is used. Null for others. */
export function fixForOverlay(found: string, allowed: readonly string[]): string | null {
  if (!allowed.includes('labels') || found.toLowerCase() !== 'overlay') return null;
  return 'it says what a map shows. An overlay has its file in overlayservers/, or overlay: true in maps/';
}

/** What to do with a record in `maps/` that is a map of `/v1/`, or MBTiles; null for others. */
export function fixForMapType(record: object): string | null {
  const { type, hosts, urlPattern, overlay } = record as Members;
  if (type === 'mbtiles') return describeTemplateProblem({ code: 'mbtiles' });
  if (type !== 'xyz' && type !== 'wmts' && (type !== undefined || (hosts ?? urlPattern) === undefined)) return null;
  const list = overlay === true ? 'overlay' : 'map';
  const name = overlay === true ? 'an overlay server' : 'a map server';
  return `this is ${name}: move the file to ${list}servers/ (type tms is for rows from the south)`;
}

/** Where a map belongs whose type `/v1/` does not have. */
export function fixForV1Map(record: object, known: readonly string[]): { key: string; fix: string } | null {
  const { type, scheme, tms } = record as Members;
  const isTms = truthOf(tms) === true;
  const key = type === undefined ? (isTms ? 'tms' : 'scheme') : 'type';
  const otherType = key === 'tms' ? 'tms' : NEW_TYPES.find((one) => one === (type ?? scheme));
  if (otherType === undefined || !known.includes('urlPattern') || known.includes('type')) return null;
  const instead = key === 'type' ? '' : `; write type: ${otherType} in its place`;
  return {
    key,
    fix: `this is a map of type ${otherType}: move the file to maps/, where maps have a name in place of an id${instead}`,
  };
}
